// A match as this page knows it: the view, what has been told, and what is chosen but not yet played.

import { Line } from "./line.js";
import { commitment, reveal } from "./luck.js";
import { insist, newKey } from "./service.js";
import { sentence } from "./told.js";

const REMEMBERED = 80;

export class Match {
  /** `changed()` is called when there is something new to show, `says(problem)` when something was refused. */
  constructor(id, { changed, says }) {
    Object.assign(this, { id, changed, says });
    this.view = null;
    this.told = [];
    this.state = "away";
    this.busy = false;
    this.ended = false;
    this.forget("");
  }

  /** Look, then listen; throws what keeps us from looking. */
  async begin() {
    await this.#look();
    if (this.ended) return;
    const since = Math.max(0, this.view.version - REMEMBERED);
    this.line = new Line(this.id, since, {
      event: (event) => this.#hear(event),
      presence: (frame) => this.#attend(frame),
      state: (state) => this.#set({ state }),
      gone: (problem) => this.says(problem),
    });
    this.line.run();
  }

  end() {
    this.ended = true;
    this.line?.end();
  }

  /** The action of this type, if it is possible now: what isn't listed is refused. */
  can(type) {
    return this.view.actions.find((action) => action.type === type);
  }

  get seat() {
    return this.view.you?.seat ?? null;
  }

  name(seat) {
    const found = this.view.seats.find((one) => one.seat === seat)?.player;
    return found ? (found.name ?? "somebody forgotten") : `seat ${seat + 1}`;
  }

  /** Play a command; whether it was accepted, or for `rematch` the match that follows. */
  async act(type, body = {}) {
    this.#set({ busy: true });
    try {
      const own = ["sit", "rematch"].includes(type) ? await commitment() : {};
      const done = await this.line.send(type, { ...body, ...own, command_id: newKey(), phase: this.view.phase.id });
      return type === "rematch" ? (done.match ?? done.id) : true;
    } catch (problem) {
      this.says(problem);
      return false;
    } finally {
      await this.#look().catch(this.says);
      this.#set({ busy: false });
    }
  }

  /** Choose, or no longer choose, one of the things of a kind; of more than `most` the oldest is let go. */
  choose(kind, thing, most = 1) {
    const chosen = this.chosen[kind];
    const rest = chosen.filter((one) => one !== thing);
    this.chosen[kind] = rest.length < chosen.length ? rest : [...rest, thing].slice(-most);
    this.changed();
  }

  forget(phase) {
    this.chosenIn = phase;
    this.chosen = { cards: [], slots: [], trap: [] };
  }

  #hear(event) {
    const line = sentence(event, this);
    const news = event.version > this.view.version;
    if (line) this.told = [...this.told, { version: event.version, line, news }].slice(-REMEMBERED);
    if (news) this.#look().catch(this.says);
    else this.changed();
  }

  /** Ask for the view; while one question is on its way, one more is enough for everything that happens meanwhile. */
  #look() {
    if (this.looking) return (this.next ??= this.looking.catch(() => {}).then(() => this.#lookAgain()));
    this.looking = this.#ask().finally(() => (this.looking = null));
    return this.looking;
  }

  #lookAgain() {
    this.next = null;
    return this.#look();
  }

  async #ask() {
    const view = await insist("GET", `/matches/${this.id}`);
    if (this.view && view.version < this.view.version) return;
    // The server's clock and ours need not agree: only what remains is taken over.
    if (view.phase.remaining_ms !== null) view.phase.until = Date.now() + view.phase.remaining_ms;
    this.view = view;
    if (view.phase.id !== this.chosenIn) this.forget(view.phase.id);
    this.changed();
    this.#reveal();
  }

  /** Reveal what we have committed to as soon as it is asked for: nobody needs to be asked about that. */
  async #reveal() {
    const asked = this.can("entropy");
    if (!asked || asked.digest === this.revealed) return;
    this.revealed = asked.digest;
    const own = await reveal(asked.digest);
    if (own) await this.line?.send("entropy", { ...own, command_id: newKey() }).catch(this.says);
  }

  #attend({ seat, connected }) {
    const found = this.view.seats.find((one) => one.seat === seat);
    if (found) found.connected = connected;
    this.changed();
  }

  #set(news) {
    Object.assign(this, news);
    this.changed();
  }
}
