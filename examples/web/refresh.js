// Coalesced fetching: however often `refresh` is called while a fetch is running, only one more follows it.

export class Refresher {
  constructor(fetch) {
    this.fetch = fetch;
  }

  /**
   * Return a result that is not older than this call. A fetch that is already running doesn't qualify: the server may
   * have read its data before whatever made the caller ask.
   */
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
