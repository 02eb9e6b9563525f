// The pictures of the cards: the same addresses for everybody, fetched once.

import { SERVICE_URL, requestWithRetry } from "./api.js";

const cards = new Map();
let loading = null;

/** Fetch all decks of the service, once. */
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

/** A card as it is shown: words for who can't see it, and its pictures, small and large. */
export function picture(id) {
  const card = cards.get(id);
  if (!card) return { words: `card ${id}`, small: "", large: "" };
  const sizes = [...card.renditions].sort((one, other) => one.width - other.width);
  const address = (found) => SERVICE_URL + (found ?? card).picture;
  return { words: card.words.join(", "), small: address(sizes[0]), large: address(sizes.at(-1)) };
}
