// The own hand: to look at, to tell about, to give from.

import { h } from "../dom.js";
import { back, card } from "./parts.js";

export function hand(match) {
  const { you } = match.view;
  if (!you || match.view.phase.name === "over") return null;
  return h(
    "section.hand",
    { "aria-label": "Your hand" },
    h("ul.cards", {}, you.hand ? you.hand.map((id) => own(match, id)) : faceDown(match)),
    you.hand === null && h("p.dim", {}, "Your hand lies face down until the clue is given."),
  );
}

function own(match, id) {
  const most = match.can("cards")?.count ?? (match.can("clue")?.cards?.includes(id) ? 1 : 0);
  if (!most) return card(id);
  return card(id, { choose: () => match.choose("cards", id, most), chosen: match.chosen.cards.includes(id) });
}

/** Hands that nobody looks at; the cards held before are known. */
function faceDown(match) {
  const { kept } = match.view.you;
  const count = match.view.seats.find((one) => one.seat === match.seat).hand_count - kept.length;
  return [...kept.map((id) => card(id)), ...Array.from({ length: count }, (_, place) => back(`back-${place}`))];
}
