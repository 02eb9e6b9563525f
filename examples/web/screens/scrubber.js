// Watching again: back and forth between the moments of a match.

import { h } from "../dom.js";
import { button } from "./components.js";

export function scrubber(replay) {
  const { moments, position } = replay;
  const go = (target) => replay.goTo(target).catch(replay.onProblem);
  const slide = (event) => go(Number(event.target.value));
  return h(
    "nav.scrubber",
    { "aria-label": "Moments of the match", "data-key": "scrubber" },
    button("◀", () => go(position - 1), { disabled: position === 0, "aria-label": "The moment before" }),
    h("input", {
      type: "range",
      min: 0,
      max: moments.length - 1,
      value: position,
      oninput: slide,
      "aria-label": "Moment",
      "aria-valuetext": momentText(replay),
    }),
    button("▶", () => go(position + 1), { disabled: position === moments.length - 1, "aria-label": "The next moment" }),
    h("p", { role: "status" }, momentText(replay)),
    h("a.button.quiet", { href: `#/match/${replay.id}` }, "To the end"),
  );
}

function momentText(replay) {
  const { kind, seat, seats, round } = replay.moment;
  const name = seat === null ? "" : replay.name(seat);
  const texts = {
    round: seat === null ? "who tells first?" : `${name} tells`,
    clue: `${name} has told`,
    reveal: "the cards are laid open",
    automatic: `luck moves for ${name}`,
    time_up: "the time is over",
    scored: "the points",
    lead: `${seats.map((one) => replay.name(one)).join(" and ")} in the lead`,
    called_off: "a round without points",
    resigned: `${name} has left`,
    ended: "the end",
  };
  return `Round ${round}: ${texts[kind] ?? kind}`;
}
