// A match before its start: its seats, who is still needed, and the start button.

import { h } from "../dom.js";
import { joinNames, rulesetName } from "../ui_text.js";
import { button, topBar } from "./components.js";
import { seatList } from "./seat_list.js";
import { invitePanel } from "./invite_panel.js";

export function gatheringScreen(app, match) {
  const { kicked, ruleset } = match.view;
  return h(
    "div",
    { "data-key": "gathering" },
    topBar(app, { title: rulesetName(ruleset.name), connection: match.connection }),
    h(
      "main.gathering",
      {},
      h("h1", {}, "Who's playing?"),
      h("p.waiting", { role: "status" }, waitingText(match)),
      kicked && h("p.kicked", {}, "The host has removed you. You can only rejoin with an invite."),
      seatList(match),
      h("div.row.turn-form", {}, gatheringActions(app, match)),
      invitePanel(match),
    ),
  );
}

/** How many players are here, how many are needed, and how the match starts. */
function waitingText(match) {
  const { view } = match;
  const here = view.seats.length;
  const missing = view.start === "full" ? view.places - here : missingPlayers(view);
  const more = missing > 0 && `${missing} more ${missing === 1 ? "player" : "players"} needed.`;
  const mayStart = match.action("start");
  const whoStarts = match.isHost ? "you start" : `${match.name(view.host)} starts`;
  const start =
    view.start === "full"
      ? `The match starts automatically as soon as every seat is taken${mayStart ? ", or when you start it" : ""}.`
      : `These rules are for ${playerCountText(view.ruleset.players)}; ${whoStarts} the match.`;
  return [
    `${here} of ${view.places} players ${here === 1 ? "is" : "are"} here. `,
    more && h("strong", {}, more, " "),
    start,
  ];
}

/** How many more players the rules need. In teams every seat is needed, as partners sit opposite each other. */
function missingPlayers({ seats, places, ruleset }) {
  if (ruleset.teams) return places - seats.length;
  return Math.max(0, (ruleset.players.find((count) => count >= seats.length) ?? 0) - seats.length);
}

/** "3 to 6 players", or "6, 8, 10 and 12 players" where numbers between are missing. */
function playerCountText(players) {
  const [least, most] = [players[0], players.at(-1)];
  return players.length === most - least + 1
    ? `${least} to ${most} players`
    : `${joinNames(players.map(String))} players`;
}

function gatheringActions(app, match) {
  const leaveSeat = async () => {
    if (await match.act("stand")) app.goTo("/");
  };
  const quiet = { kind: "quiet", disabled: match.busy };
  return [
    match.action("start") &&
      button("Start the match", () => match.act("start"), {
        kind: "primary",
        disabled: match.busy,
        "data-key": "start",
      }),
    match.action("stand") && button("Leave seat", leaveSeat, { ...quiet, "data-key": "stand" }),
    match.action("abandon") && button("Cancel match", () => match.act("abandon"), { ...quiet, "data-key": "abandon" }),
  ];
}
