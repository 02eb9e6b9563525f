// A round that is scored: whose card was whose, who voted for what, and each point with its reason.

import { h } from "../dom.js";
import { WHY, points } from "../words.js";
import { card, token } from "./parts.js";

export function scores(match) {
  const round = match.view.last_round;
  return h(
    "div.scored",
    { "data-key": `scored-${round.round}` },
    h(
      "ul.cards.tableau",
      { "aria-label": "Cards on the table, and whose they are" },
      round.tableau.map((shown) => owned(match, round, shown)),
    ),
    h(
      "table.awards",
      {},
      h("caption", {}, `Points of round ${round.round}`),
      h(
        "tbody",
        {},
        match.view.seats.map((seat) => awarded(match, round, seat.seat)),
      ),
    ),
  );
}

function owned(match, round, shown) {
  const told = !match.view.ruleset.crowd && shown.seat === round.storyteller;
  const trapped = round.trap === shown.slot;
  const below = [
    h("span.slot", {}, shown.slot),
    h(
      "span.owner",
      {},
      token(match, shown.seat),
      match.name(shown.seat),
      told && h("b", {}, " told this"),
      trapped && h("b.trapped", {}, " trapped"),
    ),
    h(
      "span.votes",
      {},
      shown.votes.length
        ? ["voted for by ", ...shown.votes.map((seat) => h("span.vote", {}, token(match, seat), match.name(seat)))]
        : "no votes",
    ),
  ];
  return card(shown.card, {
    key: `slot-${shown.slot}`,
    label: `Card ${shown.slot}, of ${match.name(shown.seat)}`,
    mark: told ? "told" : trapped ? "sprung" : "",
    below,
  });
}

function awarded(match, round, seat) {
  const awards = round.awards.filter((award) => award.seat === seat);
  const sum = awards.reduce((total, award) => total + award.points, 0);
  return h(
    "tr",
    { "data-key": `award-${seat}` },
    h("th", { scope: "row" }, token(match, seat), match.name(seat)),
    h("td.sum", {}, sum ? points(sum) : "–"),
    h(
      "td",
      {},
      awards.map((award) => h("div", {}, `${points(award.points)} ${WHY[award.why] ?? award.why}`)),
    ),
    h("td.total", {}, round.scores[seat]),
  );
}
