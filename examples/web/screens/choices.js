// What can be chosen and said: the clue, the cards to give, the votes, the trap; everything is read off `actions`.

import { h } from "../dom.js";
import { KINDS } from "../words.js";
import { button, field, select } from "./parts.js";

/** The forms and buttons of what is to be done now. */
export function choices(match) {
  const claim = match.can("claim");
  return [
    claim && claiming(match, claim),
    match.can("clue") && telling(match),
    match.can("cards") && giving(match),
    match.can("vote") && voting(match),
  ];
}

/** How a card on the table can be chosen: its toggle, and in Party the trap's below it. */
export function toChoose(match, slot) {
  const vote = match.can("vote");
  const { slots, trap } = match.chosen;
  const choose = vote?.slots.includes(slot) ? () => match.choose("slots", slot, vote.most) : null;
  const chosen = vote ? slots.includes(slot) : Boolean(match.view.you?.votes.includes(slot));
  const trapped = vote ? trap.includes(slot) : match.view.you?.trap === slot;
  const mark = trapped ? "sprung" : chosen ? "chosen" : "";
  const setTrap =
    vote?.trap?.includes(slot) &&
    button("Trap", () => match.choose("trap", slot), {
      kind: "trap",
      "aria-pressed": String(trapped),
      "aria-label": `Trap card ${slot}`,
    });
  return {
    card: { choose, chosen, mark },
    below: [setTrap, trapped && h("span.trapped", {}, "your trap")],
  };
}

function claiming(match, claim) {
  const tell = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text")?.trim();
    match.act("claim", text ? { text } : {});
  };
  return h(
    "form.doing",
    { onsubmit: tell, "data-key": "claim" },
    claim.text &&
      field("A name for the airship on the box", h("input", { name: "text", maxlength: 200, autocomplete: "off" })),
    h("button.quiet", { disabled: match.busy }, "I tell first, give me a moment"),
  );
}

function telling(match) {
  const { cards, kinds } = match.can("clue");
  const [card] = match.chosen.cards;
  const tell = (event) => {
    event.preventDefault();
    const { kind, text } = Object.fromEntries(new FormData(event.target));
    const words = event.target.elements.text;
    if (kind === "text" && !text.trim()) {
      words.setCustomValidity("Say something about it.");
      words.reportValidity();
      return;
    }
    const clue = text.trim() ? { kind, text: text.trim() } : { kind };
    match.act("clue", cards ? { card, clue } : { clue });
  };
  const words = h("input", {
    name: "text",
    maxlength: 200,
    autocomplete: "off",
    placeholder: "a word, a line, a riddle…",
    "aria-label": "Your clue",
  });
  return h(
    "form.doing.telling",
    {
      onsubmit: tell,
      oninput: (event) => event.currentTarget.elements.text.setCustomValidity(""),
      "data-key": "clue",
    },
    words,
    select(
      "kind",
      kinds.map((kind) => [kind, KINDS[kind]]),
      { "aria-label": "How you tell" },
    ),
    h("button.primary", { disabled: match.busy || Boolean(cards && !card) }, cards && !card ? "Choose a card" : "Tell"),
  );
}

function giving(match) {
  const { count } = match.can("cards");
  const { cards } = match.chosen;
  const words = match.can("signal")?.words ?? [];
  const give = () => match.act("cards", { cards });
  const text =
    cards.length < count
      ? `Choose ${count === 1 ? "a card" : `${count} cards`}`
      : `Give ${count === 1 ? "this card" : "these cards"}`;
  return h(
    "div.doing",
    { "data-key": "cards" },
    words.map((word) =>
      button(word === "give" ? "Say: I'll give one" : "Say: you give one", () => match.act("signal", { word }), {
        kind: "quiet",
        disabled: match.busy,
      }),
    ),
    button(text, give, { kind: "primary", disabled: match.busy || cards.length < count }),
  );
}

function voting(match) {
  const action = match.can("vote");
  const { slots, trap } = match.chosen;
  const ready = slots.length >= action.least && (!action.trap || trap.length === 1);
  const vote = () => match.act("vote", action.trap ? { slots, trap: trap[0] } : { slots });
  const missing = slots.length < action.least ? "Choose a card" : "Choose the trap";
  const text = slots.length > 1 ? `Vote for ${slots.join(" and ")}` : `Vote for ${slots[0]}`;
  return h(
    "div.doing",
    { "data-key": "vote" },
    button(ready ? text : missing, vote, { kind: "primary", disabled: match.busy || !ready }),
  );
}
