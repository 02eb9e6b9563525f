// The lobby: the matches one can join, and the forms that open or find one.

import { newIdempotencyKey, requestWithRetry } from "./api.js";
import { createCommitment } from "./entropy.js";

// Sockets carry the events of matches. Only polling shows which matches there are.
const POLL_INTERVAL_MS = 8000;
// The kinds of computer players that fill a match, in turns.
const BOTS = ["bookish", "random"];

export class Lobby {
  constructor({ onChange, onProblem }) {
    Object.assign(this, { onChange, onProblem });
    this.rulesets = [];
    this.openMatches = [];
    this.myMatches = [];
    // What the forms' other fields depend on; everything else stays in the DOM until a form is sent.
    this.form = { ruleset: "classic", visibility: "public", quickRuleset: "classic" };
    this.busy = false;
    this.stopped = false;
  }

  async start() {
    this.rulesets = (await requestWithRetry("GET", "/rulesets")).results;
    await this.refresh();
    this.#pollLater();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.polling);
  }

  /** Poll again some time after the last poll is answered: while the server tells us to wait, none may pile up. */
  #pollLater() {
    if (this.stopped) return;
    this.polling = setTimeout(async () => {
      await this.refresh().catch(this.onProblem);
      this.#pollLater();
    }, POLL_INTERVAL_MS);
  }

  async refresh() {
    const [open, mine] = await Promise.all([
      requestWithRetry("GET", "/matches?status=gathering"),
      requestWithRetry("GET", "/matches?mine=true"),
    ]);
    this.myMatches = mine.results.filter((match) => ["gathering", "playing"].includes(match.status));
    const mineIds = new Set(this.myMatches.map((match) => match.id));
    this.openMatches = open.results.filter((match) => !mineIds.has(match.id));
    this.onChange();
  }

  ruleset(name) {
    return this.rulesets.find((one) => one.name === name);
  }

  updateForm(changes) {
    Object.assign(this.form, changes);
    this.onChange();
  }

  /** Open a match, and fill it with computer players if the form says so. Return its id, or null after a problem. */
  openMatch(form) {
    return this.#whileBusy(async () => {
      const body = { ...matchOptions(this.ruleset(form.ruleset), form), ...(await createCommitment()) };
      const { id, places } = await requestWithRetry("POST", "/matches", body, newIdempotencyKey());
      // One after the other: each is a command to the same match.
      for (let seat = 1; form.fill && seat < places; seat++) {
        await requestWithRetry(
          "PUT",
          `/matches/${id}/seats/${seat}`,
          { bot: BOTS[seat % BOTS.length] },
          newIdempotencyKey(),
        );
      }
      return id;
    });
  }

  /** Take a seat in a match that starts when it is full, opened by the server if needed. Return its id, or null. */
  joinQuickMatch({ ruleset, seats }) {
    const body = { ruleset, ...(seats ? { seats: Number(seats) } : {}) };
    return this.#whileBusy(async () => (await requestWithRetry("POST", "/quick", body, newIdempotencyKey())).id);
  }

  async #whileBusy(operation) {
    this.busy = true;
    this.onChange();
    try {
      return await operation();
    } catch (problem) {
      this.onProblem(problem);
      return null;
    } finally {
      this.busy = false;
      this.onChange();
    }
  }
}

/**
 * Return the body that opens a match. A rule set goes by its name; with another number of points it becomes house rules
 * based on it. Their names end in `-to-N` (at most 40 characters), which `rulesetName` turns into words again. A match
 * for invited players only is a private one without a password.
 */
function matchOptions(ruleset, { seats, points, laps, clock, visibility, password, first }) {
  const hasOtherGoal = points && Number(points) !== ruleset.end.points;
  return {
    ruleset: hasOtherGoal
      ? { base: ruleset.name, name: `${ruleset.name}-to-${points}`.slice(0, 40), end: { points: Number(points) } }
      : ruleset.name,
    seats: Number(seats),
    first,
    ...(laps ? { laps: Number(laps) } : {}),
    clock: clock ? { preset: clock } : null,
    visibility: visibility === "invited" ? "private" : visibility,
    ...(visibility === "private" ? { password } : {}),
  };
}
