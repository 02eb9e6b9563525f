// What happens when players are away: one's own seat is skipped, time can be called, the match is to end by agreement.

import { h } from "../dom.js";
import { TIMEOUT_TEXTS, durationText, joinNames } from "../ui_text.js";
import { button } from "./components.js";

/** For a player whose seat is skipped: say so, with one button to go on. */
export function ownAbsence(match) {
  if (!match.action("resume")) return null;
  const text = match.isResting
    ? "You and everyone else are away, so the match rests."
    : "You've missed your moves, so the match no longer waits for you.";
  return h(
    "div.notice-box",
    { role: "alert", "data-key": "own-absence" },
    h("p", {}, h("strong", {}, "You're away. "), text),
    button("I'm back", () => match.act("resume"), { kind: "primary", disabled: match.busy, "data-key": "resume" }),
  );
}

/** For a player who has moved in a phase without a deadline: call time, or from when that is possible. */
export function timeCall(match) {
  const action = match.action("call_time");
  if (!action) return null;
  const { call_grace: grace, on_timeout: policy } = match.view.terms;
  const from = match.possibleFrom(action);
  const effect = `Then there are ${durationText(grace * 1000)} left; after that, ${TIMEOUT_TEXTS[policy]}.`;
  return h(
    "div.time-call",
    { "data-key": "time-call" },
    from
      ? h("p.dim", {}, "No time limit. You can call time in ", h("span", { "data-until": from }), ". ", effect)
      : [
          button("Call time", () => match.act("call_time"), {
            disabled: match.busy,
            "aria-describedby": "time-call-effect",
            "data-key": "call",
          }),
          h("p.dim", { id: "time-call-effect" }, effect),
        ],
  );
}

/** Who has agreed to end the match, and who is still needed. */
export function agreement(match) {
  const { agreed } = match.record;
  if (!agreed.size || match.view.status !== "playing") return null;
  const present = match.peoplesSeats.filter((one) => !one.skipped);
  const missing = present.filter((one) => !agreed.has(one.seat)).map((one) => one.seat);
  const agree = () => match.act("abandon");
  return h(
    "div.notice-box",
    { role: "status", "data-key": "agreement" },
    h("p", {}, `${namesOf(match, agreed)} ${agreed.size > 1 ? "agree" : "agrees"} to end the match. `, neededText()),
    match.action("abandon") && button("Agree to end the match", agree, { kind: "quiet", disabled: match.busy }),
  );

  function neededText() {
    if (missing.length) return `Still needed in this round: ${namesOf(match, missing)}.`;
    if (2 * present.length < match.peoplesSeats.length)
      return "It ends in this round once the others have been away for an hour.";
    return "";
  }
}

/** "Ada, Ben and you". */
function namesOf(match, seats) {
  const others = [...seats].filter((seat) => seat !== match.seat).map((seat) => match.name(seat));
  return joinNames(others.length < [...seats].length ? [...others, "you"] : others);
}
