// A match as somebody sees it: what is the same while it is played and when it is watched again.

import { Chosen } from "./chosen.js";

export class Seen {
  /** `changed()` is called when there is something new to show, `says(problem)` when something was refused. */
  constructor(id, { changed, says }) {
    Object.assign(this, { id, changed, says });
    this.view = null;
    this.told = [];
    this.chosen = new Chosen();
  }

  get seat() {
    return this.view.you?.seat ?? null;
  }

  name(seat) {
    const found = this.view.seats.find((one) => one.seat === seat)?.player;
    return found ? (found.name ?? "somebody forgotten") : `seat ${seat + 1}`;
  }
}
