// A match as somebody sees it: what is the same while it is played and when it is watched again.

import { Selection } from "./selection.js";

export class MatchModel {
  /** `changed()` is called when there is something new to show, `says(problem)` when something was refused. */
  constructor(id, { onChange, onProblem }) {
    Object.assign(this, { id, onChange, onProblem });
    this.view = null;
    this.log = [];
    this.selection = new Selection();
  }

  get seat() {
    return this.view.you?.seat ?? null;
  }

  name(seat) {
    const player = this.view.seats.find((one) => one.seat === seat)?.player;
    return player ? (player.name ?? "deleted player") : `seat ${seat + 1}`;
  }
}
