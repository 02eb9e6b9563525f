// An invite that we received: what it leads to, and taking a seat with it.

import { newIdempotencyKey, request, requestWithRetry, session, signInAsGuest } from "./api.js";
import { createCommitment } from "./entropy.js";

export class ReceivedInvite {
  constructor(code, { onChange, onProblem }) {
    Object.assign(this, { code, onChange, onProblem });
    this.details = null;
    this.isGone = false;
    this.busy = false;
  }

  /** Load what the invite leads to. This needs no account. */
  async start() {
    try {
      this.details = await requestWithRetry("GET", `/invites/${this.code}`);
    } catch (problem) {
      if (problem.code !== "not_found") throw problem;
      this.isGone = true;
    }
    this.onChange();
  }

  stop() {}

  get freeSeats() {
    const { places, seats } = this.details.match;
    const taken = seats.map((one) => one.seat);
    return Array.from({ length: places }, (_, seat) => seat).filter((seat) => !taken.includes(seat));
  }

  /** Take a seat, as a guest of this name if we aren't signed in. Return the match's id, or null after a problem. */
  async accept(name) {
    this.busy = true;
    this.onChange();
    try {
      if (!session()) await signInAsGuest(name);
      await this.#takeSeat();
      return this.details.match.id;
    } catch (problem) {
      if (problem.code === "already_seated") return this.details.match.id;
      if (problem.code === "not_found") this.isGone = true;
      else this.onProblem(problem);
      // Show which seats other players have taken meanwhile.
      if (!this.isGone) await this.start().catch(this.onProblem);
      return null;
    } finally {
      this.busy = false;
      this.onChange();
    }
  }

  /** Take the seat that the invite names, or another one if it is taken. */
  async #takeSeat() {
    const { seat } = this.details.invite;
    const otherSeat = seat !== null && !this.freeSeats.includes(seat) ? { seat: this.freeSeats[0] } : {};
    const body = { invite: this.code, ...otherSeat, ...(await createCommitment()) };
    await request("POST", `/matches/${this.details.match.id}/seats`, body, newIdempotencyKey());
  }
}
