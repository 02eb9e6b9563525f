// Asking for the same again and again: while one question is on its way, one more is enough for all that happens.

export class Refresher {
  constructor(fetch) {
    this.fetch = fetch;
  }

  /** An answer that is no older than this call. */
  refresh() {
    if (this.current) return (this.next ??= this.current.catch(() => {}).then(() => this.#refreshNext()));
    this.current = this.fetch().finally(() => (this.current = null));
    return this.current;
  }

  #refreshNext() {
    this.next = null;
    return this.refresh();
  }
}
