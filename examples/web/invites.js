// The invites of a match, made and taken back by its host. A code is told once: only this tab knows its link.

import { call, insist } from "./service.js";

export class Invites {
  constructor(match, { changed, says }) {
    Object.assign(this, { match, changed, says });
    this.made = [];
    this.links = new Map();
    this.known = false;
    this.busy = false;
  }

  /** Something has happened in the lobby: as long as there is an invite, it may have been used. */
  keepUp() {
    if (!this.known || this.made.length) this.look();
  }

  /** Ask which are still good. */
  async look() {
    this.known = true;
    try {
      this.made = (await insist("GET", `/matches/${this.match}/invites`)).results;
    } catch (problem) {
      this.#refused(problem);
    }
    this.changed();
  }

  /** Make one; its link leads whoever opens it to a seat, so it is as good as a key. */
  make({ uses, expires_in, seat }) {
    const asked = { uses: Number(uses), expires_in: Number(expires_in), ...(seat ? { seat: Number(seat) } : {}) };
    return this.#change(async () => {
      // Not repeated by itself: each call makes another one.
      const { id, code } = await call("POST", `/matches/${this.match}/invites`, asked);
      this.links.set(id, new URL(`#/invite/${code}`, location.href).href);
    });
  }

  takeBack(id) {
    return this.#change(() => insist("DELETE", `/matches/${this.match}/invites/${id}`));
  }

  async #change(doing) {
    this.busy = true;
    this.changed();
    try {
      await doing();
    } catch (problem) {
      this.says(problem);
    }
    await this.look();
    this.busy = false;
    this.changed();
  }

  /** That the match has begun meanwhile, or somebody else is the host, shows by itself. */
  #refused(problem) {
    if (["wrong_phase", "not_the_host", "not_seated", "not_found"].includes(problem.code)) this.made = [];
    else this.says(problem);
  }
}
