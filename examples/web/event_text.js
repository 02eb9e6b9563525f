// What has happened, as sentences: an event each, for the list at the side and for who listens to the page.

import { formatPoints } from "./ui_text.js";

/** A sentence about an event; null for what nobody needs to be told. */
export function eventText(event, match) {
  const { data } = event;
  const name = (seat) => match.name(seat);
  switch (event.type) {
    case "seat_taken":
      return `${openedPart(event, "player")?.name ?? "Somebody"} sits down.`;
    case "seat_left":
      return `Seat ${data.seat + 1} is free again.`;
    case "seat_moved":
      return `Who sat on seat ${data.seat + 1} sits on seat ${data.to + 1} now.`;
    case "host_changed":
      return `${name(data.seat)} is the host now.`;
    case "match_started":
      return "The match begins.";
    case "draw_voided":
      return "The draw is void, and begun again.";
    case "deck_reshuffled":
      return "The discard pile becomes the new deck.";
    case "round_begun":
      return data.storyteller === null
        ? `Round ${data.round}: who tells first?`
        : `Round ${data.round}: ${name(data.storyteller)} tells.`;
    case "storyteller_claimed":
      return claimText(event, name);
    case "clue_given":
      return `${name(data.seat)} tells: ${quoteClue(data.kind, openedPart(event, "text"))}`;
    case "signalled":
      return `${name(data.seat)}: “${data.word === "give" ? "I'll give one" : "You give one"}.”`;
    case "cards_submitted":
      return `${name(data.seat)} gives ${data.automatic ? "a card by luck" : "a card"}.`;
    case "tableau_laid":
      return "The cards are shuffled and laid open.";
    case "vote_cast":
      return `${name(data.seat)} has voted${data.automatic ? ", by luck" : ""}.`;
    case "round_scored":
      return `Points: ${pointsText(data, name)}.`;
    case "round_called_off":
      return data.why === "no_clue"
        ? "No clue: the round ends without points."
        : "Too few cards: the round ends without points.";
    case "seat_resigned":
      return `${name(data.seat)} leaves; luck plays on for that seat.`;
    case "abandon_agreed":
      return `${name(data.seat)} agrees to end the match.`;
    case "time_up":
      return "The time is over.";
    case "deadline_extended":
      return "The service was away: there is a little more time.";
    case "match_ended":
      return endText(data, name);
    default:
      return null;
  }
}

function claimText(event, name) {
  const airship = openedPart(event, "text");
  const role = event.data.automatic ? "is drawn to tell first" : "tells first";
  return `${name(event.data.seat)} ${role}${airship ? `; the airship is called “${airship}”` : ""}.`;
}

function pointsText({ awards }, name) {
  const totals = new Map();
  for (const award of awards) totals.set(award.seat, (totals.get(award.seat) ?? 0) + award.points);
  return [...totals].map(([seat, total]) => `${name(seat)} ${formatPoints(total)}`).join(", ") || "none for anybody";
}

function endText({ status, winners }, name) {
  if (status !== "over") return "The match is abandoned.";
  return `The match is over. ${winners.map(name).join(" and ")} ${winners.length > 1 ? "win" : "wins"}.`;
}

function quoteClue(kind, text) {
  return kind === "text" || text ? `“${text ?? "…"}”` : `a ${kind}`;
}

/** A sealed part of this event, if we may read it. */
function openedPart(event, part) {
  return event.opened.find((one) => one.version === event.version && one.part === part)?.value ?? null;
}
