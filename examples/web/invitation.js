// An invite that somebody has given us: what it leads to, and sitting down by it.

import { commitment } from "./luck.js";
import { call, enter, insist, me, newKey } from "./service.js";

export class Invitation {
  constructor(code, { changed, says }) {
    Object.assign(this, { code, changed, says });
    this.found = null;
    this.gone = false;
    this.busy = false;
  }

  /** Look where it leads; nobody needs to say who they are for that. */
  async begin() {
    try {
      this.found = await insist("GET", `/invites/${this.code}`);
    } catch (problem) {
      if (problem.code !== "not_found") throw problem;
      this.gone = true;
    }
    this.changed();
  }

  end() {}

  /** The seats that nobody has taken. */
  get free() {
    const { places, seats } = this.found.match;
    const taken = seats.map((one) => one.seat);
    return Array.from({ length: places }, (_, seat) => seat).filter((seat) => !taken.includes(seat));
  }

  /** Sit down, under this name if we have none yet; the match's id, or null. */
  async accept(name) {
    this.busy = true;
    this.changed();
    try {
      if (!me()) await enter(name);
      await this.#sit();
      return this.found.match.id;
    } catch (problem) {
      if (problem.code === "already_seated") return this.found.match.id;
      if (problem.code === "not_found") this.gone = true;
      else this.says(problem);
      // Who has been faster shows.
      if (!this.gone) await this.begin().catch(this.says);
      return null;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** On the seat that is meant, or another one if that is taken. */
  async #sit() {
    const { seat } = this.found.invite;
    const other = seat !== null && !this.free.includes(seat) ? { seat: this.free[0] } : {};
    const asked = { invite: this.code, ...other, ...(await commitment()) };
    await call("POST", `/matches/${this.found.match.id}/seats`, asked, newKey());
  }
}
