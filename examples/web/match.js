// A match that we sit at or look on: what happens is heard and shown, what we do is sent.

import { Invites } from "./invites.js";
import { Line } from "./line.js";
import { Looking } from "./looking.js";
import { Revealing, commitment } from "./luck.js";
import { Seen } from "./seen.js";
import { insist, newKey } from "./service.js";
import { sentence } from "./told.js";

const REMEMBERED = 80;
const MEANT_FOR_A_PHASE = ["claim", "clue", "cards", "signal", "vote", "ready"];

export class Match extends Seen {
  constructor(id, hears) {
    super(id, hears);
    Object.assign(this, { terms: null, state: "away", busy: false, ended: false });
    this.invites = new Invites(id, hears);
    this.revealing = new Revealing();
    this.looking = new Looking(() => this.#ask());
  }

  /** Look, then listen; throws what keeps us from looking. */
  async begin() {
    const [first] = await Promise.all([insist("GET", `/matches/${this.id}/events?limit=1`), this.looking.look()]);
    if (this.ended) return;
    this.terms = first.results[0].data;
    const since = Math.max(0, this.view.version - REMEMBERED);
    this.line = new Line(this.id, since, {
      event: (event) => this.#hear(event),
      presence: (frame) => this.#attend(frame),
      state: (state) => this.#set({ state }),
      gone: (problem) => this.#fail(problem),
    });
    this.line.run();
    this.#reveal();
  }

  end() {
    this.ended = true;
    this.line?.end();
  }

  /** The action of this type, if it is possible now: what isn't listed is refused. */
  can(type) {
    return this.view.actions.find((action) => action.type === type);
  }

  /** Whether we are the host. */
  get hosted() {
    return this.seat !== null && this.seat === this.view.host;
  }

  /** Play a command; whether it was accepted, or for `rematch` the match that follows. */
  async act(type, body = {}) {
    this.#set({ busy: true });
    try {
      const own = ["sit", "rematch"].includes(type) ? await commitment() : {};
      const now = MEANT_FOR_A_PHASE.includes(type) ? { phase: this.view.phase.id } : {};
      const done = await this.line.send(type, { ...body, ...own, ...now, command_id: newKey() });
      return type === "rematch" ? (done.match ?? done.id) : true;
    } catch (problem) {
      this.says(problem);
      return false;
    } finally {
      await this.#look();
      this.#set({ busy: false });
    }
  }

  choose(kind, thing, most = 1) {
    this.chosen.turn(kind, thing, most);
    this.changed();
  }

  #hear(event) {
    const line = sentence(event, this);
    const news = event.version > this.view.version;
    if (line) this.told = [...this.told, { version: event.version, line, news }].slice(-REMEMBERED);
    if (news) this.#look();
    else this.changed();
  }

  #look() {
    return this.looking.look().catch((problem) => this.#fail(problem));
  }

  async #ask() {
    const view = await insist("GET", `/matches/${this.id}`);
    if (this.view && view.version < this.view.version) return;
    // The server's clock and ours need not agree: only what remains is taken over.
    if (view.phase.remaining_ms !== null) view.phase.until = Date.now() + view.phase.remaining_ms;
    this.view = view;
    this.chosen.begin(view.phase.id);
    this.changed();
    this.#reveal();
    if (this.hosted && view.phase.name === "gathering") this.invites.keepUp();
    else this.invites.known = false;
  }

  /** Reveal what we have committed to as soon as it is asked for: nobody needs to be asked about that. */
  async #reveal() {
    const own = this.line && (await this.revealing.answer(this.can("entropy")));
    if (own) await this.line.send("entropy", { ...own, command_id: newKey() }).catch(this.says);
  }

  #attend({ seat, connected }) {
    const found = this.view.seats.find((one) => one.seat === seat);
    if (found) found.connected = connected;
    this.changed();
  }

  /** A match that was there and isn't any more is private, and somebody has freed our seat. */
  #fail(problem) {
    if (problem.code === "not_found") this.#set({ hidden: true });
    else this.says(problem);
  }

  #set(news) {
    Object.assign(this, news);
    this.changed();
  }
}
