// The cards' pictures and descriptions, loaded once for all matches.

import { SERVICE_URL, requestWithRetry } from "./api.js";

const cards = new Map();
let loading = null;

/** Load all decks of the service, once; a failed attempt is repeated by the next call. */
export function loadDecks() {
  loading ??= fetchAll().catch((problem) => {
    loading = null;
    throw problem;
  });
  return loading;
}

async function fetchAll() {
  const { results } = await requestWithRetry("GET", "/decks");
  const decks = await Promise.all(results.map((deck) => requestWithRetry("GET", `/decks/${deck.name}`)));
  for (const card of decks.flatMap((deck) => deck.cards)) cards.set(card.id, card);
}

/** Return a description for screen readers and the addresses of a small and a large picture. */
export function cardImage(id) {
  const card = cards.get(id);
  // Match and decks load at the same time, so a card may be rendered before its deck has arrived.
  if (!card) return { words: `card ${id}`, small: "", large: "" };
  const sizes = [...card.renditions].sort((one, other) => one.width - other.width);
  const address = (found) => SERVICE_URL + (found ?? card).picture;
  return { words: card.words.join(", "), small: address(sizes[0]), large: address(sizes.at(-1)) };
}
