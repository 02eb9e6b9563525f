// The player's own hand.

import { h } from "../dom.js";
import { cardElement, cardBackElement } from "./components.js";

export function hand(match) {
  const { you } = match.view;
  if (!you || match.view.phase.name === "over") return null;
  return h(
    "section.hand",
    { "aria-label": "Your hand" },
    h("ul.cards", {}, you.hand ? you.hand.map((id) => handCard(match, id)) : hiddenHand(match)),
    you.hand === null && h("p.dim", {}, "Your hand stays face down until the clue is given."),
  );
}

function handCard(match, id) {
  const limit = match.action("cards")?.count ?? (match.action("clue")?.cards?.includes(id) ? 1 : 0);
  if (!limit) return cardElement(id);
  return cardElement(id, { choose: () => match.toggleSelection("cards", id, limit), chosen: match.selection.cards.includes(id) });
}

/** A hand that is face down until the clue is given (Party). Cards held since an earlier round are known and shown. */
function hiddenHand(match) {
  const { kept } = match.view.you;
  const count = match.view.seats.find((one) => one.seat === match.seat).hand_count - kept.length;
  return [...kept.map((id) => cardElement(id)), ...Array.from({ length: count }, (_, index) => cardBackElement(`back-${index}`))];
}
