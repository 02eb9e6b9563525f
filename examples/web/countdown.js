// What time remains: every element with `data-until` counts down, without anything being drawn anew.

import { countText } from "./ui_text.js";

setInterval(updateCountdowns, 500);

export function updateCountdowns() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const secondsLeft = Math.max(0, Math.ceil((Number(element.dataset.until) - Date.now()) / 1000));
    const text = secondsLeft >= 86400 ? countText(Math.round(secondsLeft / 86400), "day") : formatDuration(secondsLeft);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("soon", secondsLeft <= 10);
  }
}

function formatDuration(secondsLeft) {
  const [hours, minutes, seconds] = [
    Math.floor(secondsLeft / 3600),
    Math.floor(secondsLeft / 60) % 60,
    secondsLeft % 60,
  ];
  const twoDigits = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}` : `${minutes}:${twoDigits(seconds)}`;
}
