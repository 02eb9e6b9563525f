// The forms for a player's turn: claim, clue, cards, vote. What they offer comes from the view's `actions`.

import { chosenMove } from "../chosen_move.js";
import { h } from "../dom.js";
import { CLUE_KINDS } from "../ui_text.js";
import { button, field, select } from "./components.js";

export function turnForms(match) {
  const claim = match.action("claim");
  return [
    claim && claimForm(match, claim),
    match.action("clue") && clueForm(match),
    match.action("cards") && submitForm(match),
    match.action("vote") && voteForm(match),
  ];
}

/** How a card on the table can be selected: as a vote, and in Party as the trap. Afterwards it shows what was sent. */
export function slotControls(match, slot) {
  const vote = match.action("vote");
  const { slots, trap } = match.selection;
  const choose = vote?.slots.includes(slot) ? () => match.toggleSelection("slots", slot, vote.most) : null;
  const chosen = vote ? slots.includes(slot) : Boolean(match.view.you?.votes.includes(slot));
  const trapped = vote ? trap.includes(slot) : match.view.you?.trap === slot;
  const mark = trapped ? "sprung" : chosen ? "chosen" : "";
  const setTrap =
    vote?.trap?.includes(slot) &&
    button("Trap", () => match.toggleSelection("trap", slot), {
      kind: "trap",
      "aria-pressed": String(trapped),
      "aria-label": `Trap card ${slot}`,
    });
  return {
    card: { choose, chosen, mark },
    below: [setTrap, trapped && h("span.trapped", {}, "your trap")],
  };
}

function claimForm(match, claim) {
  const submit = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("text")?.trim();
    match.act("claim", text ? { text } : {});
  };
  return h(
    "form.turn-form",
    { onsubmit: submit, "data-key": "claim" },
    claim.text &&
      field("Name the airship on the box", h("input", { name: "text", maxlength: 200, autocomplete: "off" })),
    h("button.quiet", { disabled: match.busy }, "I'll be the storyteller"),
  );
}

function clueForm(match) {
  const { cards, kinds } = match.action("clue");
  const [card] = match.selection.cards;
  const submit = (event) => {
    event.preventDefault();
    noteClue(event);
    const move = chosenMove(match);
    // Not `required`: only a clue in words needs text, and the kind may change without a render.
    if (move) return void match.act("clue", move.body);
    const input = event.currentTarget.elements.text;
    input.setCustomValidity("Enter a clue.");
    input.reportValidity();
  };
  const noteClue = ({ currentTarget }) => match.selection.setClue(Object.fromEntries(new FormData(currentTarget)));
  const oninput = (event) => {
    event.currentTarget.elements.text.setCustomValidity("");
    noteClue(event);
  };
  const textInput = h("textarea", {
    name: "text",
    rows: 2,
    maxlength: 500,
    autocomplete: "off",
    placeholder: "a word, a phrase, a riddle…",
    "aria-label": "Your clue",
  });
  return h(
    "form.turn-form.clue-form",
    {
      onsubmit: submit,
      oninput,
      "data-key": "clue",
    },
    textInput,
    select(
      "kind",
      kinds.map((kind) => [kind, CLUE_KINDS[kind]]),
      { "aria-label": "Kind of clue" },
    ),
    h(
      "button.primary",
      { disabled: match.busy || Boolean(cards && !card) },
      cards && !card ? "Choose a card" : "Give clue",
    ),
  );
}

function submitForm(match) {
  const { count } = match.action("cards");
  const { cards } = match.selection;
  const words = match.action("signal")?.words ?? [];
  const move = chosenMove(match);
  const text =
    cards.length < count
      ? `Choose ${count === 1 ? "a card" : `${count} cards`}`
      : `Play ${count === 1 ? "this card" : "these cards"}`;
  return h(
    "div.turn-form",
    { "data-key": "cards" },
    words.map((word) =>
      button(word === "give" ? "Offer to play" : "Ask partner to play", () => match.act("signal", { word }), {
        kind: "quiet",
        disabled: match.busy,
      }),
    ),
    button(text, () => match.act("cards", move.body), { kind: "primary", disabled: match.busy || !move }),
  );
}

function voteForm(match) {
  const action = match.action("vote");
  const { slots } = match.selection;
  const move = chosenMove(match);
  const vote = () => match.act("vote", move.body);
  const missing = slots.length < action.least ? "Choose a card" : "Choose the trap";
  const text = slots.length > 1 ? `Vote for ${slots.join(" and ")}` : `Vote for ${slots[0]}`;
  return h(
    "div.turn-form",
    { "data-key": "vote" },
    button(move ? text : missing, vote, { kind: "primary", disabled: match.busy || !move }),
  );
}
