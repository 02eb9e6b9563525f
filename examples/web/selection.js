// The clue, cards, slots and trap that are chosen but not yet sent.

export class Selection {
  constructor() {
    this.startPhase("");
  }

  /** Clear the selection when a new phase starts. Views of the current phase keep it. */
  startPhase(phase) {
    if (phase === this.phase) return;
    Object.assign(this, { phase, cards: [], slots: [], trap: [], clue: { kind: "text", text: "" } });
  }

  /** Select or deselect an item of a kind; beyond `limit`, the item selected first is dropped. */
  toggle(kind, item, limit) {
    const others = this[kind].filter((one) => one !== item);
    this[kind] = others.length < this[kind].length ? others : [...others, item].slice(-limit);
  }

  /** Note the clue as it is typed. */
  setClue({ kind, text }) {
    this.clue = { kind, text: text.trim() };
  }
}
