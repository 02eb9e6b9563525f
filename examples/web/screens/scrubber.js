// Watching again: back and forth between the moments of a match.

import { h } from "../dom.js";
import { button } from "./parts.js";

export function scrubber(replay) {
  const { moments, stop } = replay;
  const go = (to) => replay.to(to).catch(replay.says);
  const slide = (event) => go(Number(event.target.value));
  return h(
    "nav.scrubber",
    { "aria-label": "Moments of the match", "data-key": "scrubber" },
    button("◀", () => go(stop - 1), { disabled: stop === 0, "aria-label": "The moment before" }),
    h("input", {
      type: "range",
      min: 0,
      max: moments.length - 1,
      value: stop,
      oninput: slide,
      "aria-label": "Moment",
      "aria-valuetext": telling(replay),
    }),
    button("▶", () => go(stop + 1), { disabled: stop === moments.length - 1, "aria-label": "The next moment" }),
    h("p", { role: "status" }, telling(replay)),
    h("a.button.quiet", { href: `#/match/${replay.id}` }, "To the end"),
  );
}

function telling(replay) {
  const { kind, seat, seats, round } = replay.moment;
  const who = seat === null ? "" : replay.name(seat);
  const what = {
    round: seat === null ? "who tells first?" : `${who} tells`,
    clue: `${who} has told`,
    reveal: "the cards are laid open",
    automatic: `luck moves for ${who}`,
    time_up: "the time is over",
    scored: "the points",
    lead: `${seats.map((one) => replay.name(one)).join(" and ")} in the lead`,
    called_off: "a round without points",
    resigned: `${who} has left`,
    ended: "the end",
  };
  return `Round ${round}: ${what[kind] ?? kind}`;
}
