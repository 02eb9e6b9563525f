// A match from one person's perspective: what a live match and a replay have in common.

import { RoundRecord } from "./round_record.js";
import { Selection } from "./selection.js";
import { playerLabel } from "./ui_text.js";

export class MatchModel {
  /** `onChange()` is called when there is something new to render, `onProblem(problem)` when a request was refused. */
  constructor(id, { onChange, onProblem }) {
    Object.assign(this, { id, onChange, onProblem });
    this.view = null;
    this.log = [];
    this.record = new RoundRecord();
    this.selection = new Selection();
  }

  /** Our seat, or null for a spectator. */
  get seat() {
    return this.view.you?.seat ?? null;
  }

  /** The seats of people who haven't resigned. */
  get peoplesSeats() {
    return this.view.seats.filter((one) => one.player.kind !== "bot" && !one.resigned);
  }

  /** Whether the match rests: everybody who could play is away. */
  get isResting() {
    const people = this.peoplesSeats;
    return this.view.status === "playing" && people.length > 0 && people.every((one) => one.skipped);
  }

  /** The name of the player in this seat. A player whose account was erased has no name any more. */
  name(seat) {
    const taken = this.view.seats.find((one) => one.seat === seat);
    return taken ? playerLabel(taken) : `seat ${seat + 1}`;
  }
}
