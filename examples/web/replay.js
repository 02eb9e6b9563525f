// The replay of a finished match: the views at its highlights, one after the other, from our own perspective.

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
    // Skip the lobby. Of several moments at one version keep the last one: they all have the same view.
    const moments = results.slice(Math.max(firstRound, 0));
    this.moments = moments.filter((moment, index) => moment.version !== moments[index + 1]?.version);
    this.perspective = now.you ? `seat:${now.you.seat}` : "public";
    await this.goTo(0);
  }

  stop() {}

  get isPast() {
    return true;
  }

  /** The past offers no actions. */
  action() {
    return undefined;
  }

  get moment() {
    return this.moments[this.position];
  }

  /** Show the moment at this position, or the nearest one that exists. */
  async goTo(position) {
    this.position = Math.min(Math.max(position, 0), this.moments.length - 1);
    const { version } = this.moment;
    const view = await requestWithRetry("GET", `/matches/${this.id}?at=${version}&as=${this.perspective}`);
    // Drop a late answer when the player has moved on to another moment.
    if (this.moment.version === version) this.view = { ...view, actions: [] };
    this.onChange();
  }
}
