// What time remains: every element with `data-until` counts down, without anything being drawn anew.

setInterval(tick, 500);

export function tick() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(element.dataset.until) - Date.now()) / 1000));
    const text = left >= 86400 ? `${Math.round(left / 86400)} days` : spelled(left);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("soon", left <= 10);
  }
}

function spelled(left) {
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
