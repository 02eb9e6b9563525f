// Events as sentences, for the match log and for screen readers.

import {
  END_REASONS,
  SIGNAL_TEXTS,
  calledOffText,
  durationText,
  formatPoints,
  joinNames,
  submitText,
} from "./ui_text.js";

/** Return a sentence about an event, or null for events that players don't need to see (seeds, commitments, deals). */
export function eventText(event, match) {
  const { data } = event;
  const name = (seat) => match.name(seat);
  switch (event.type) {
    case "seat_taken":
      return `${openedPart(event, "player")?.name ?? "Someone"} takes seat ${data.seat + 1}.`;
    case "seat_left":
      return `Seat ${data.seat + 1} is free again.`;
    case "reservation_dropped":
      return `Seat ${data.seat + 1} is no longer reserved.`;
    case "seat_moved":
      return `The player in seat ${data.seat + 1} moves to seat ${data.to + 1}.`;
    case "host_changed":
      return `${name(data.seat)} is now the host.`;
    case "match_started":
      return "The match starts.";
    case "draw_voided":
      return "The shuffle is void and starts again.";
    case "deck_reshuffled":
      return "The discard pile becomes the new deck.";
    case "round_begun":
      return data.storyteller === null
        ? `Round ${data.round}: no storyteller yet.`
        : `Round ${data.round}: ${name(data.storyteller)} is the storyteller.`;
    case "storyteller_claimed":
      return claimText(event, name);
    case "clue_given":
      return `${name(data.seat)}'s clue: ${quoteClue(data.kind, openedPart(event, "text"))}`;
    case "signalled":
      return `${name(data.seat)}: “${SIGNAL_TEXTS[data.word]}.”`;
    case "cards_submitted":
      return data.automatic
        ? `${name(data.seat)} plays ${submitText(match.view)} at random.`
        : `${name(data.seat)} plays ${submitText(match.view)}.`;
    case "tableau_laid":
      return "The cards are shuffled and revealed.";
    case "vote_cast":
      return `${name(data.seat)} has voted${data.automatic ? " at random" : ""}.`;
    case "round_scored":
      return `Points: ${pointsText(data, name)}.`;
    case "round_called_off":
      return `${calledOffText(data, match)} The round ends without points.`;
    case "seat_resigned":
      return `${name(data.seat)} leaves; their moves will be made at random.`;
    case "abandon_agreed":
      return `${name(data.seat)} agrees to end the match.`;
    case "time_up":
      return "Time's up.";
    case "time_called":
      return `${name(data.seat)} calls time: ${graceText(event)} left.`;
    case "seat_skipped":
      return data.seat === match.seat
        ? "You're away: the match doesn't wait for you any more."
        : `${name(data.seat)} is away: the match doesn't wait for them any more.`;
    case "seat_resumed":
      return data.seat === match.seat
        ? "You're back: the match waits for you again from the next phase on."
        : `${name(data.seat)} is back.`;
    case "deadline_extended":
      return "The server was unavailable: there is a little more time.";
    case "match_ended":
      return endText(data, name);
    default:
      return null;
  }
}

function claimText(event, name) {
  const airship = openedPart(event, "text");
  const role = event.data.automatic ? "is picked at random as the first storyteller" : "is the first storyteller";
  return `${name(event.data.seat)} ${role}${airship ? `; the airship is named “${airship}”` : ""}.`;
}

function graceText({ at, data }) {
  return durationText(Date.parse(data.deadline_at) - Date.parse(at));
}

function pointsText({ awards }, name) {
  const totals = new Map();
  for (const award of awards) totals.set(award.seat, (totals.get(award.seat) ?? 0) + award.points);
  return [...totals].map(([seat, total]) => `${name(seat)} ${formatPoints(total)}`).join(", ") || "none";
}

function endText({ status, winners, why }, name) {
  if (status !== "over") return `The match was abandoned. ${END_REASONS[why] ?? ""}`.trim();
  return `The match is over. ${joinNames(winners.map(name))} ${winners.length > 1 ? "win" : "wins"}.`;
}

function quoteClue(kind, text) {
  return kind === "text" || text ? `“${text ?? "…"}”` : `a ${kind}`;
}

/**
 * Return a part of this event that was sealed, such as the text of a clue, or null if we may not read it (yet).
 * `opened` also holds parts of earlier events that open with this one, so the version must match.
 */
function openedPart(event, part) {
  return event.opened.find((one) => one.version === event.version && one.part === part)?.value ?? null;
}
