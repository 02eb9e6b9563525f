// A match before its start: its seats, who is still needed, and the start button.

import { h } from "../dom.js";
import { joinNames, rulesetName } from "../ui_text.js";
import { button, topBar } from "./components.js";
import { seatList } from "./seat_list.js";
import { invitePanel } from "./invite_panel.js";

export function gatheringScreen(app, match) {
  const { view } = match;
  const { kicked, ruleset } = view;
  return h(
    "div",
    { "data-key": "gathering" },
    topBar(app, { title: rulesetName(ruleset.name), connection: match.connection }),
    h(
      "main.gathering",
      {},
      h("h1", {}, "Who's playing?"),
      h("p.waiting", { role: "status" }, waitingText(match)),
      startByOthers(match),
      kicked && h("p.kicked", {}, "The host has removed you. You can only rejoin with an invite."),
      seatList(match),
      h("div.row.turn-form", {}, gatheringActions(app, match)),
      expiry(view),
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
  const mayStart = match.isHost && match.action("start");
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

/** For players who aren't the host: from when they can start the match, too. */
function startByOthers(match) {
  const from = match.action("start") ? match.possibleFrom(match.action("start")) : 0;
  if (!from) return null;
  const countdown = h("span", { "data-until": from });
  return h("p.dim", { "data-key": "start-from" }, "If the host isn't there, you can start the match in ", countdown, ".");
}

/** When the lobby closes by itself. Under rulebook 1, in which nothing waits since a time, seats make no difference. */
function expiry({ expires_at, phase }) {
  if (!expires_at) return null;
  const at = new Date(expires_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const unless = phase.waiting_since ? " and nobody takes or leaves a seat" : "";
  return h("p.dim", { "data-key": "expiry" }, `If the match isn't started${unless}, it ends by itself on ${at}.`);
}

function gatheringActions(app, match) {
  const leaveSeat = async () => {
    if (await match.act("stand")) app.goTo("/");
  };
  const quiet = { kind: "quiet", disabled: match.busy };
  return [
    match.action("start") &&
      !match.possibleFrom(match.action("start")) &&
      button("Start the match", () => match.act("start"), {
        kind: "primary",
        disabled: match.busy,
        "data-key": "start",
      }),
    match.seat !== null && match.action("stand") && button("Leave seat", leaveSeat, { ...quiet, "data-key": "stand" }),
    match.action("abandon") && button("Cancel match", () => match.act("abandon"), { ...quiet, "data-key": "abandon" }),
  ];
}
