// The move that is chosen on the page and not yet sent.

/** Return the chosen move as `{type, body}`, or null while something is missing or the rules would refuse it. */
export function chosenMove(match) {
  return clueMove(match) ?? cardsMove(match) ?? voteMove(match);
}

function clueMove(match) {
  const action = match.action("clue");
  const { cards, clue } = match.selection;
  if (!action || !(clue.text || (clue.kind !== "text" && clue.kind))) return null;
  // In Party the clue comes without a card.
  if (action.cards && !action.cards.includes(cards[0])) return null;
  const words = clue.text ? clue : { kind: clue.kind };
  return { type: "clue", body: action.cards ? { card: cards[0], clue: words } : { clue: words } };
}

function cardsMove(match) {
  const action = match.action("cards");
  const { cards } = match.selection;
  const isComplete = action && cards.length === action.count && cards.every((card) => action.cards.includes(card));
  return isComplete ? { type: "cards", body: { cards } } : null;
}

function voteMove(match) {
  const action = match.action("vote");
  const { slots, trap } = match.selection;
  const isComplete =
    action &&
    slots.length >= action.least &&
    slots.length <= action.most &&
    slots.every((slot) => action.slots.includes(slot)) &&
    (!action.trap || action.trap.includes(trap[0]));
  return isComplete ? { type: "vote", body: action.trap ? { slots, trap: trap[0] } : { slots } } : null;
}
