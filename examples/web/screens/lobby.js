// The lobby of a match: who sits where, who may still come, and the start.

import { h } from "../dom.js";
import { isMe } from "../service.js";
import { listed, rulesName } from "../words.js";
import { bar, button, share, token } from "./parts.js";

export function lobby(app, match) {
  const { ruleset } = match.view;
  return h(
    "div",
    { "data-key": "lobby" },
    bar(app, { title: rulesName(ruleset.name), state: match.state }),
    h(
      "main.lobby",
      {},
      h("h1", {}, "Who plays?"),
      h(
        "p.dim",
        {},
        `These rules are for ${span(ruleset.players)}. ${match.name(match.view.host)} is the host and starts.`,
      ),
      h(
        "ol.places",
        {},
        Array.from({ length: match.view.places }, (_, seat) => place(match, seat)),
      ),
      h("div.row.doing", {}, doing(app, match)),
      h("section.panel", {}, h("h2", {}, "Bring friends"), h("p.dim", {}, "Give them this address:"), share(match)),
    ),
  );
}

function span(players) {
  const [least, most] = [players[0], players.at(-1)];
  return players.length === most - least + 1 ? `${least} to ${most} players` : `${listed(players.map(String))} players`;
}

function place(match, seat) {
  const found = match.view.seats.find((one) => one.seat === seat);
  return h(
    "li.place",
    { "data-key": `seat-${seat}`, class: found ? "place taken" : "place" },
    found ? taken(match, found) : free(match, seat),
  );
}

function taken(match, { seat, player, connected }) {
  const what = [
    isMe(player) && "you",
    seat === match.view.host && "host",
    player.kind === "bot" && "computer",
    connected === false && "away",
  ];
  const clear =
    match.can("clear")?.seats.includes(seat) &&
    button("Free the seat", () => match.act("clear", { seat }), { kind: "quiet", disabled: match.busy });
  return [
    token(match, seat),
    h("div", {}, h("strong", {}, match.name(seat)), h("div.dim", {}, what.filter(Boolean).join(" · "))),
    clear,
  ];
}

function free(match, seat) {
  const offers = (type) => match.can(type)?.seats.includes(seat);
  return [
    h("span.token.free", { "aria-hidden": "true" }, seat + 1),
    h("div.dim", {}, `Seat ${seat + 1} is free`),
    offers("sit") && button("Sit here", () => match.act("sit", { seat }), { disabled: match.busy }),
    offers("bot") &&
      button("Computer", () => match.act("bot", { seat, bot: "bookish" }), {
        kind: "quiet",
        disabled: match.busy,
        "aria-label": `A computer player for seat ${seat + 1}`,
      }),
  ];
}

function doing(app, match) {
  const leave = async () => {
    if (await match.act("stand")) app.go("/");
  };
  const fewer = !match.can("start") && match.seat === match.view.host;
  return [
    match.can("start") &&
      button("Start the match", () => match.act("start"), { kind: "primary", disabled: match.busy }),
    fewer && h("p.dim", {}, "More players are needed before you can start."),
    match.seat !== null &&
      match.seat !== match.view.host &&
      h("p.dim", {}, `Waiting for ${match.name(match.view.host)} to start…`),
    match.can("stand") && button("Stand up", leave, { kind: "quiet", disabled: match.busy }),
    match.can("abandon") &&
      button("Close the match", () => match.act("abandon"), { kind: "quiet", disabled: match.busy }),
  ];
}
