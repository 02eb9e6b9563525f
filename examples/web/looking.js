// Asking for the same again and again: while one question is on its way, one more is enough for all that happens.

export class Looking {
  constructor(ask) {
    this.ask = ask;
  }

  /** An answer that is no older than this call. */
  look() {
    if (this.now) return (this.next ??= this.now.catch(() => {}).then(() => this.#again()));
    this.now = this.ask().finally(() => (this.now = null));
    return this.now;
  }

  #again() {
    this.next = null;
    return this.look();
  }
}
