// A match that is over, watched again: from moment to moment, with the eyes that we had.

import { requestWithRetry } from "./api.js";
import { MatchModel } from "./match_model.js";

export class Replay extends MatchModel {
  constructor(id, callbacks) {
    super(id, callbacks);
    this.moments = [];
    this.position = 0;
  }

  async start() {
    const [now, { results }] = await Promise.all([
      requestWithRetry("GET", `/matches/${this.id}`),
      requestWithRetry("GET", `/matches/${this.id}/moments`),
    ]);
    const firstRound = results.findIndex((moment) => moment.kind === "round");
    // Several moments can lie in one version.
    const moments = results.slice(Math.max(firstRound, 0));
    this.moments = moments.filter((moment, index) => moment.version !== moments[index + 1]?.version);
    this.perspective = now.you ? `seat:${now.you.seat}` : "public";
    await this.goTo(0);
  }

  stop() {}

  /** Nothing can be done in the past. */
  action() {
    return undefined;
  }

  get moment() {
    return this.moments[this.position];
  }

  async goTo(position) {
    this.position = Math.min(Math.max(position, 0), this.moments.length - 1);
    const { version } = this.moment;
    const view = await requestWithRetry("GET", `/matches/${this.id}?at=${version}&as=${this.perspective}`);
    // Whoever has gone on meanwhile wants to see where they are.
    if (this.moment.version === version) this.view = { ...view, actions: [] };
    this.onChange();
  }
}
