// A match from one person's perspective: what a live match and a replay have in common.

import { Selection } from "./selection.js";

export class MatchModel {
  /** `onChange()` is called when there is something new to render, `onProblem(problem)` when a request was refused. */
  constructor(id, { onChange, onProblem }) {
    Object.assign(this, { id, onChange, onProblem });
    this.view = null;
    this.log = [];
    this.selection = new Selection();
  }

  /** Our seat, or null for a spectator. */
  get seat() {
    return this.view.you?.seat ?? null;
  }

  /** The name of the player in this seat. A player whose account was erased has no name any more. */
  name(seat) {
    const player = this.view.seats.find((one) => one.seat === seat)?.player;
    return player ? (player.name ?? "deleted player") : `seat ${seat + 1}`;
  }
}
