// What is chosen but not yet played; with the next phase it is forgotten.

export class Chosen {
  constructor() {
    this.begin("");
  }

  /** Nothing is chosen in this phase, unless it has begun already. */
  begin(phase) {
    if (phase === this.phase) return;
    Object.assign(this, { phase, cards: [], slots: [], trap: [] });
  }

  /** Choose, or no longer choose, one of the things of a kind; of more than `most` the oldest is let go. */
  turn(kind, thing, most) {
    const rest = this[kind].filter((one) => one !== thing);
    this[kind] = rest.length < this[kind].length ? rest : [...rest, thing].slice(-most);
  }
}
