// The invites of a match, made and taken back by its host. A code is told once: only this tab knows its link.

import { request, requestWithRetry } from "./api.js";

export class Invites {
  constructor(matchId, { onChange, onProblem }) {
    Object.assign(this, { matchId, onChange, onProblem });
    this.active = [];
    this.links = new Map();
    this.isLoaded = false;
    this.busy = false;
  }

  /** Something has happened in the lobby: as long as there is an invite, it may have been used. */
  refreshIfNeeded() {
    if (!this.isLoaded || this.active.length) this.refresh();
  }

  /** Ask which are still good. */
  async refresh() {
    this.isLoaded = true;
    try {
      this.active = (await requestWithRetry("GET", `/matches/${this.matchId}/invites`)).results;
    } catch (problem) {
      this.#onRefusal(problem);
    }
    this.onChange();
  }

  /** Make one; its link leads whoever opens it to a seat, so it is as good as a key. */
  create({ uses, expires_in, seat }) {
    const body = { uses: Number(uses), expires_in: Number(expires_in), ...(seat ? { seat: Number(seat) } : {}) };
    return this.#run(async () => {
      // Not repeated by itself: each call makes another one.
      const { id, code } = await request("POST", `/matches/${this.matchId}/invites`, body);
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

  /** That the match has begun meanwhile, or somebody else is the host, shows by itself. */
  #onRefusal(problem) {
    if (["wrong_phase", "not_the_host", "not_seated", "not_found"].includes(problem.code)) this.active = [];
    else this.onProblem(problem);
  }
}
