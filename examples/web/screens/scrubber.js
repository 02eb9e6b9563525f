// The timeline of a replay: back and forth between the moments of a match.

import { h } from "../dom.js";
import { joinNames } from "../ui_text.js";
import { button } from "./components.js";

export function scrubber(replay) {
  const { moments, position } = replay;
  const go = (target) => replay.goTo(target).catch(replay.onProblem);
  const slide = (event) => go(Number(event.target.value));
  return h(
    "nav.scrubber",
    { "aria-label": "Moments of the match", "data-key": "scrubber" },
    button("◀", () => go(position - 1), { disabled: position === 0, "aria-label": "Previous moment" }),
    h("input", {
      type: "range",
      min: 0,
      max: moments.length - 1,
      value: position,
      oninput: slide,
      "aria-label": "Moment",
      "aria-valuetext": momentText(replay),
    }),
    button("▶", () => go(position + 1), { disabled: position === moments.length - 1, "aria-label": "Next moment" }),
    h("p", { role: "status" }, momentText(replay)),
    h("a.button.quiet", { href: `#/match/${replay.id}` }, "Skip to the result"),
  );
}

function momentText(replay) {
  const { kind, seat, seats, round } = replay.moment;
  const name = seat === null ? "" : replay.name(seat);
  const texts = {
    round: seat === null ? "no storyteller yet" : `${name} is the storyteller`,
    clue: `${name} gave a clue`,
    reveal: "the cards are revealed",
    automatic: `a random move for ${name}`,
    time_up: "time's up",
    scored: "the points",
    lead: `${joinNames(seats.map((one) => replay.name(one)))} in the lead`,
    called_off: "a round without points",
    resigned: `${name} has left`,
    time_called: `${name} called time`,
    skipped: `${name} is skipped`,
    resumed: `${name} is back`,
    rest: "everyone is away",
    ended: "the end",
  };
  return `Round ${round}: ${texts[kind] ?? kind}`;
}
