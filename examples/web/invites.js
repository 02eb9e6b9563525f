// The invites of a match, as its host manages them. The server returns an invite's code only once, when it is created:
// `links` holds those of this tab, and a reload loses them.

import { newIdempotencyKey, requestWithRetry } from "./api.js";

export class Invites {
  constructor(matchId, { onChange, onProblem }) {
    Object.assign(this, { matchId, onChange, onProblem });
    this.active = [];
    this.links = new Map();
    this.isLoaded = false;
    this.busy = false;
  }

  /** Called after every change in the lobby: any active invite may just have been used. */
  refreshIfNeeded() {
    if (!this.isLoaded || this.active.length) this.refresh();
  }

  /** Load the active invites. */
  async refresh() {
    this.isLoaded = true;
    try {
      this.active = (await requestWithRetry("GET", `/matches/${this.matchId}/invites`)).results;
    } catch (problem) {
      this.#onRefusal(problem);
    }
    this.onChange();
  }

  /** Create an invite. Its link gives a seat to anyone who opens it, so it is as sensitive as a password. */
  create({ uses, expires_in, seat }) {
    const body = { uses: Number(uses), expires_in: Number(expires_in), ...(seat ? { seat: Number(seat) } : {}) };
    return this.#run(async () => {
      const path = `/matches/${this.matchId}/invites`;
      const { id, code } = await requestWithRetry("POST", path, body, newIdempotencyKey());
      this.links.set(id, new URL(`#/invite/${code}`, location.href).href);
    });
  }

  revoke(id) {
    return this.#run(() => requestWithRetry("DELETE", `/matches/${this.matchId}/invites/${id}`));
  }

  async #run(operation) {
    this.busy = true;
    this.onChange();
    try {
      await operation();
    } catch (problem) {
      this.onProblem(problem);
    }
    await this.refresh();
    this.busy = false;
    this.onChange();
  }

  /** Ignore refusals that the page shows anyway: the match has started, or another player is the host now. */
  #onRefusal(problem) {
    if (["wrong_phase", "not_the_host", "not_seated", "not_found"].includes(problem.code)) this.active = [];
    else this.onProblem(problem);
  }
}
