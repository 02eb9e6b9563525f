// A match that is over, watched again: from moment to moment, with the eyes that we had.

import { Seen } from "./seen.js";
import { insist } from "./service.js";

export class Replay extends Seen {
  constructor(id, hears) {
    super(id, hears);
    this.moments = [];
    this.stop = 0;
  }

  async begin() {
    const [now, { results }] = await Promise.all([
      insist("GET", `/matches/${this.id}`),
      insist("GET", `/matches/${this.id}/moments`),
    ]);
    const from = results.findIndex((moment) => moment.kind === "round");
    // Several moments can lie in one version.
    const stops = results.slice(Math.max(from, 0));
    this.moments = stops.filter((moment, place) => moment.version !== stops[place + 1]?.version);
    this.eyes = now.you ? `seat:${now.you.seat}` : "public";
    await this.to(0);
  }

  end() {}

  /** Nothing can be done in the past. */
  can() {
    return undefined;
  }

  get moment() {
    return this.moments[this.stop];
  }

  async to(stop) {
    this.stop = Math.min(Math.max(stop, 0), this.moments.length - 1);
    const { version } = this.moment;
    const view = await insist("GET", `/matches/${this.id}?at=${version}&as=${this.eyes}`);
    // Whoever has gone on meanwhile wants to see where they are.
    if (this.moment.version === version) this.view = { ...view, actions: [] };
    this.changed();
  }
}
