// The foyer: which matches there are to join, and opening one.

import { commitment } from "./luck.js";
import { insist, newKey } from "./service.js";

const AGAIN_MS = 8000;
const ROBOTS = ["bookish", "random"];

export class Foyer {
  constructor({ changed, says }) {
    Object.assign(this, { changed, says });
    this.rulesets = [];
    this.matches = [];
    this.mine = [];
    this.asked = { ruleset: "classic", visibility: "public", quick: "classic" };
    this.busy = false;
    this.ended = false;
  }

  async begin() {
    this.rulesets = (await insist("GET", "/rulesets")).results;
    await this.look();
    if (this.ended) return;
    this.looking = setInterval(() => this.look().catch(this.says), AGAIN_MS);
  }

  end() {
    this.ended = true;
    clearInterval(this.looking);
  }

  async look() {
    const [open, mine] = await Promise.all([
      insist("GET", "/matches?status=gathering"),
      insist("GET", "/matches?mine=true"),
    ]);
    this.mine = mine.results.filter((match) => ["gathering", "playing"].includes(match.status));
    const known = new Set(this.mine.map((match) => match.id));
    this.matches = open.results.filter((match) => !known.has(match.id));
    this.changed();
  }

  /** The rule set of this name. */
  rules(name) {
    return this.rulesets.find((one) => one.name === name);
  }

  ask(news) {
    Object.assign(this.asked, news);
    this.changed();
  }

  /** Open a match on these terms, and give the free seats to computer players if they shall; its id, or null. */
  open(form) {
    return this.#busily(async () => {
      const asked = { ...terms(this.rules(form.ruleset), form), ...(await commitment()) };
      const { id, places } = await insist("POST", "/matches", asked, newKey());
      for (let seat = 1; form.fill && seat < places; seat++) {
        await insist("PUT", `/matches/${id}/seats/${seat}`, { bot: ROBOTS[seat % ROBOTS.length] }, newKey());
      }
      return id;
    });
  }

  /** Sit down at a table that begins by itself when it is full, or open one; its id, or null. */
  quick({ ruleset, seats }) {
    const wish = { ruleset, ...(seats ? { seats: Number(seats) } : {}) };
    return this.#busily(async () => (await insist("POST", "/quick", wish, newKey())).id);
  }

  async #busily(doing) {
    this.busy = true;
    this.changed();
    try {
      return await doing();
    } catch (problem) {
      this.says(problem);
      return null;
    } finally {
      this.busy = false;
      this.changed();
    }
  }
}

/** What is posted: the printed rules by their name, or, to other points, house rules made of them. */
function terms(rules, { seats, points, laps, clock, visibility, password, first }) {
  const other = points && Number(points) !== rules.end.points;
  return {
    ruleset: other
      ? { base: rules.name, name: `${rules.name}-to-${points}`.slice(0, 40), end: { points: Number(points) } }
      : rules.name,
    seats: Number(seats),
    first,
    ...(laps ? { laps: Number(laps) } : {}),
    ...(clock ? { clock: JSON.parse(clock) } : {}),
    visibility: visibility === "invited" ? "private" : visibility,
    ...(visibility === "private" ? { password } : {}),
  };
}
