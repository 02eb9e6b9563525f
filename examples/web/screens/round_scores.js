// A scored round: who played which card, who voted for it, and the points with their reasons.

import { h } from "../dom.js";
import { AWARD_REASONS, formatPoints } from "../ui_text.js";
import { cardElement, playerToken } from "./components.js";

export function roundScores(match) {
  const round = match.view.last_round;
  return h(
    "div.scored",
    { "data-key": `scored-${round.round}` },
    h(
      "ul.cards.tableau",
      { "aria-label": "Cards on the table and who played them" },
      round.tableau.map((shown) => scoredCard(match, round, shown)),
    ),
    h(
      "table.awards",
      {},
      h("caption", {}, `Points in round ${round.round}`),
      h(
        "tbody",
        {},
        match.view.seats.map((seat) => pointsRow(match, round, seat.seat)),
      ),
    ),
  );
}

function scoredCard(match, round, shown) {
  // In Party players don't look for the storyteller's card, so it isn't marked.
  const isStorytellers = !match.view.ruleset.crowd && shown.seat === round.storyteller;
  const trapped = round.trap === shown.slot;
  const below = [
    h("span.slot", {}, shown.slot),
    h(
      "span.owner",
      {},
      playerToken(match, shown.seat),
      match.name(shown.seat),
      match.record.cards.has(shown.seat) && atRandom(),
      isStorytellers && h("b", {}, " storyteller's card"),
      trapped && h("b.trapped", {}, " trapped"),
    ),
    h(
      "span.votes",
      {},
      shown.votes.length
        ? [
            "voted for by ",
            ...shown.votes.map((seat) => scoredVote(match, seat)),
          ]
        : "no votes",
    ),
  ];
  return cardElement(shown.card, {
    key: `slot-${shown.slot}`,
    label: `Card ${shown.slot}, played by ${match.name(shown.seat)}`,
    mark: isStorytellers ? "storyteller" : trapped ? "sprung" : "",
    below,
  });
}

function scoredVote(match, seat) {
  return h("span.vote", {}, playerToken(match, seat), match.name(seat), match.record.votes.has(seat) && atRandom());
}

/** Marks a move that was made automatically, because its player ran out of time, is away or has resigned. */
function atRandom() {
  return h("i.at-random", { title: "This move was made automatically." }, " at random");
}

function pointsRow(match, round, seat) {
  const awards = round.awards.filter((award) => award.seat === seat);
  const total = awards.reduce((sum, award) => sum + award.points, 0);
  return h(
    "tr",
    { "data-key": `award-${seat}` },
    h("th", { scope: "row" }, playerToken(match, seat), match.name(seat)),
    h("td.sum", {}, total ? formatPoints(total) : "–"),
    h(
      "td",
      {},
      awards.map((award) => h("div", {}, `${formatPoints(award.points)} ${AWARD_REASONS[award.why] ?? award.why}`)),
    ),
    h("td.total", {}, round.scores[seat]),
  );
}
