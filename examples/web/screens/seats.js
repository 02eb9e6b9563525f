// The players around the table: whose turn it is, who is waited for, the points.

import { h } from "../dom.js";
import { isMe } from "../service.js";
import { token } from "./parts.js";

export function seats(match) {
  const { view } = match;
  const goal = view.ruleset.end.points ?? Math.max(10, ...view.seats.map((seat) => seat.score));
  return h(
    "ol.seats",
    { "aria-label": "Players" },
    view.seats.map((seat) => player(match, seat, goal)),
  );
}

function player(match, seat, goal) {
  const { view } = match;
  const won = view.winners?.includes(seat.seat) ?? false;
  const tells = view.winners === null && seat.seat === view.storyteller;
  const waited = view.phase.waiting_for.includes(seat.seat);
  return h(
    "li.seat",
    {
      "data-key": `seat-${seat.seat}`,
      class: ["seat", waited && "waited", (tells || won) && "lit", isMe(seat.player) && "me"].filter(Boolean).join(" "),
    },
    token(match, seat.seat),
    h("div.who", {}, h("strong", {}, match.name(seat.seat)), h("small", {}, notes(match, seat, { tells, waited, won }))),
    h("span.score", { "aria-label": `${seat.score} points` }, seat.score),
    h("meter", { min: 0, max: goal, value: Math.min(seat.score, goal), "aria-hidden": "true" }),
    seat.signal && h("span.signal", {}, seat.signal === "give" ? "I'll give one" : "You give one"),
  );
}

function notes(match, seat, { tells, waited, won }) {
  const partner =
    match.view.ruleset.teams &&
    match.seat !== null &&
    seat.seat !== match.seat &&
    seat.team === match.view.seats.find((one) => one.seat === match.seat)?.team;
  const mine = isMe(seat.player);
  return [
    waited && (mine ? "your turn" : match.view.phase.name === "reveal" ? "looking…" : "thinking…"),
    mine && !waited && "you",
    partner && "your partner",
    tells && "tells",
    won && "winner",
    seat.resigned && "has left",
    seat.player.kind === "bot" && !waited && "computer",
    seat.connected === false && "away",
  ]
    .filter(Boolean)
    .join(" · ");
}
