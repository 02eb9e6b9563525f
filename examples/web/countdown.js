// Countdowns. They write the remaining time into every element with `data-until` (ms since the epoch), which is cheaper
// than rendering the page twice a second.

import { countText } from "./ui_text.js";

setInterval(updateCountdowns, 500);

/** Update all countdowns on the page. `render` calls this too, so that a new one is never empty. */
export function updateCountdowns() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const secondsLeft = Math.max(0, Math.ceil((Number(element.dataset.until) - Date.now()) / 1000));
    const text = secondsLeft >= 86400 ? countText(Math.round(secondsLeft / 86400), "day") : formatDuration(secondsLeft);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("soon", secondsLeft <= 10);
  }
}

/** "0:42", "3:05" or "1:00:00". */
function formatDuration(secondsLeft) {
  const [hours, minutes, seconds] = [
    Math.floor(secondsLeft / 3600),
    Math.floor(secondsLeft / 60) % 60,
    secondsLeft % 60,
  ];
  const twoDigits = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
}
