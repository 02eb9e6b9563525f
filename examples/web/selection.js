// What is chosen but not yet played; with the next phase it is forgotten.

export class Selection {
  constructor() {
    this.startPhase("");
  }

  /** Nothing is chosen in this phase, unless it has begun already. */
  startPhase(phase) {
    if (phase === this.phase) return;
    Object.assign(this, { phase, cards: [], slots: [], trap: [] });
  }

  /** Choose, or no longer choose, one of the things of a kind; of more than `most` the oldest is let go. */
  toggle(kind, item, limit) {
    const others = this[kind].filter((one) => one !== item);
    this[kind] = others.length < this[kind].length ? others : [...others, item].slice(-limit);
  }
}
