// The lobby of a match: who sits where, who may still come, and the start.

import { h } from "../dom.js";
import { listed, rulesName } from "../words.js";
import { inviting } from "./inviting.js";
import { bar, button } from "./parts.js";
import { places } from "./places.js";

export function lobby(app, match) {
  const { kicked, ruleset } = match.view;
  return h(
    "div",
    { "data-key": "lobby" },
    bar(app, { title: rulesName(ruleset.name), state: match.state }),
    h(
      "main.lobby",
      {},
      h("h1", {}, "Who plays?"),
      h("p.waiting", { role: "status" }, waiting(match)),
      kicked && h("p.kicked", {}, "The host has freed your seat. You come back only by an invite of theirs."),
      places(match),
      h("div.row.doing", {}, doing(app, match)),
      inviting(match),
    ),
  );
}

/** How many are here, how many are missing, and who starts. */
function waiting(match) {
  const { view } = match;
  const here = view.seats.length;
  const missing = view.start === "full" ? view.places - here : needed(view);
  const more = missing > 0 && `${missing} more ${missing === 1 ? "player is" : "players are"} missing.`;
  const name = match.hosted ? "you" : match.name(view.host);
  const start =
    view.start === "full"
      ? `The match begins by itself as soon as every seat is taken${match.can("start") ? ", or when you start it" : ""}.`
      : `These rules are for ${span(view.ruleset.players)}; ${name} ${match.hosted ? "start" : "starts"} the match.`;
  return [`${here} of ${view.places} ${here === 1 ? "is" : "are"} here. `, more && h("strong", {}, more, " "), start];
}

/** How many more are needed at least; where partners sit opposite, every seat. */
function needed({ seats, places, ruleset }) {
  if (ruleset.teams) return places - seats.length;
  return Math.max(0, (ruleset.players.find((count) => count >= seats.length) ?? 0) - seats.length);
}

function span(players) {
  const [least, most] = [players[0], players.at(-1)];
  return players.length === most - least + 1 ? `${least} to ${most} players` : `${listed(players.map(String))} players`;
}

function doing(app, match) {
  const leave = async () => {
    if (await match.act("stand")) app.go("/");
  };
  const quiet = { kind: "quiet", disabled: match.busy };
  return [
    match.can("start") &&
      button("Start the match", () => match.act("start"), {
        kind: "primary",
        disabled: match.busy,
        "data-key": "start",
      }),
    match.can("stand") && button("Stand up", leave, { ...quiet, "data-key": "stand" }),
    match.can("abandon") && button("Close the match", () => match.act("abandon"), { ...quiet, "data-key": "abandon" }),
  ];
}
