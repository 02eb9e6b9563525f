// The players of a running match: whose turn it is, and the scores.

import { isMe } from "../api.js";
import { h } from "../dom.js";
import { SIGNAL_TEXTS, countText } from "../ui_text.js";
import { playerToken } from "./components.js";

export function players(match) {
  const { view } = match;
  // Where the rules don't end at a number of points, the leader's bar is full.
  const goal = view.ruleset.end.points ?? Math.max(10, ...view.seats.map((seat) => seat.score));
  return h(
    "ol.seats",
    { "aria-label": "Players" },
    view.seats.map((seat) => playerRow(match, seat, goal)),
  );
}

function playerRow(match, seat, goal) {
  const { view } = match;
  const isWinner = view.winners?.includes(seat.seat) ?? false;
  const isStoryteller = view.winners === null && seat.seat === view.storyteller;
  const isWaitedFor = view.phase.waiting_for.includes(seat.seat);
  return h(
    "li.seat",
    {
      "data-key": `seat-${seat.seat}`,
      class: [
        "seat",
        isWaitedFor && "waited",
        (isStoryteller || isWinner) && "lit",
        seat.skipped && "absent",
        isMe(seat.player) && "me",
      ]
        .filter(Boolean)
        .join(" "),
    },
    playerToken(match, seat.seat),
    h(
      "div.who",
      {},
      h("strong", {}, match.name(seat.seat)),
      h("small", {}, playerNotes(match, seat, { isStoryteller, isWaitedFor, isWinner })),
    ),
    h("span.score", { "aria-label": countText(seat.score, "point") }, seat.score),
    h("meter", { min: 0, max: goal, value: Math.min(seat.score, goal), "aria-hidden": "true" }),
    seat.signal && h("span.signal", {}, SIGNAL_TEXTS[seat.signal]),
  );
}

function playerNotes(match, seat, { isStoryteller, isWaitedFor, isWinner }) {
  const isPartner =
    match.view.ruleset.teams &&
    match.seat !== null &&
    seat.seat !== match.seat &&
    seat.team === match.view.seats.find((one) => one.seat === match.seat)?.team;
  const isOwn = isMe(seat.player);
  return [
    isWaitedFor && (isOwn ? "your turn" : match.view.phase.name === "reveal" ? "viewing…" : "thinking…"),
    isOwn && !isWaitedFor && "you",
    isPartner && "your partner",
    isStoryteller && "storyteller",
    isWinner && "winner",
    seat.resigned && "has left",
    seat.player.kind === "bot" && !isWaitedFor && "computer",
    seat.player.kind === "guest" && "guest",
    seat.skipped && "away",
    !seat.skipped && seat.connected === false && "offline",
    match.record.isAutomatic(seat.seat) && "at random",
  ]
    .filter(Boolean)
    .join(" · ");
}
