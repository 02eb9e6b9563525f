// A match that we sit at or look on: what happens is heard and shown, what we do is sent.

import { newIdempotencyKey, requestWithRetry } from "./api.js";
import { EntropyRevealer, createCommitment } from "./entropy.js";
import { eventText } from "./event_text.js";
import { Invites } from "./invites.js";
import { MatchModel } from "./match_model.js";
import { Refresher } from "./refresh.js";
import { Transport } from "./transport.js";

const MAX_LOG_ENTRIES = 80;
const PHASE_COMMANDS = ["claim", "clue", "cards", "signal", "vote", "ready"];

export class Match extends MatchModel {
  constructor(id, callbacks) {
    super(id, callbacks);
    Object.assign(this, { terms: null, connection: "connecting", busy: false, stopped: false });
    this.invites = new Invites(id, callbacks);
    this.entropyRevealer = new EntropyRevealer();
    this.refresher = new Refresher(() => this.#fetchView());
  }

  /** Look, then listen; throws what keeps us from looking. */
  async start() {
    const [events] = await Promise.all([
      requestWithRetry("GET", `/matches/${this.id}/events?limit=1`),
      this.refresher.refresh(),
    ]);
    if (this.stopped) return;
    this.terms = events.results[0].data;
    const since = Math.max(0, this.view.version - MAX_LOG_ENTRIES);
    this.transport = new Transport(this.id, since, {
      event: (event) => this.#onEvent(event),
      presence: (frame) => this.#onPresence(frame),
      connection: (connection) => this.#update({ connection }),
      failure: (problem) => this.#onFailure(problem),
    });
    this.transport.run();
    this.#revealEntropy();
  }

  stop() {
    this.stopped = true;
    this.transport?.stop();
  }

  /** The action of this type, if it is possible now: what isn't listed is refused. */
  action(type) {
    return this.view.actions.find((action) => action.type === type);
  }

  /** Whether we are the host. */
  get isHost() {
    return this.seat !== null && this.seat === this.view.host;
  }

  /** Play a command; whether it was accepted, or for `rematch` the match that follows. */
  async act(type, body = {}) {
    this.#update({ busy: true });
    try {
      const entropy = ["sit", "rematch"].includes(type) ? await createCommitment() : {};
      const precondition = PHASE_COMMANDS.includes(type) ? { phase: this.view.phase.id } : {};
      const reply = await this.transport.send(type, {
        ...body,
        ...entropy,
        ...precondition,
        command_id: newIdempotencyKey(),
      });
      return type === "rematch" ? (reply.match ?? reply.id) : true;
    } catch (problem) {
      this.onProblem(problem);
      return false;
    } finally {
      await this.#refresh();
      this.#update({ busy: false });
    }
  }

  select(kind, item, limit = 1) {
    this.selection.toggle(kind, item, limit);
    this.onChange();
  }

  #onEvent(event) {
    const text = eventText(event, this);
    const isNew = event.version > this.view.version;
    if (text) this.log = [...this.log, { version: event.version, text, isNew }].slice(-MAX_LOG_ENTRIES);
    if (isNew) this.#refresh();
    else this.onChange();
  }

  #refresh() {
    return this.refresher.refresh().catch((problem) => this.#onFailure(problem));
  }

  async #fetchView() {
    const view = await requestWithRetry("GET", `/matches/${this.id}`);
    if (this.view && view.version < this.view.version) return;
    // The server's clock and ours need not agree: only what remains is taken over.
    if (view.phase.remaining_ms !== null) view.phase.until = Date.now() + view.phase.remaining_ms;
    this.view = view;
    this.selection.startPhase(view.phase.id);
    this.onChange();
    this.#revealEntropy();
    if (this.isHost && view.phase.name === "gathering") this.invites.refreshIfNeeded();
    else this.invites.isLoaded = false;
  }

  /** Reveal what we have committed to as soon as it is asked for: nobody needs to be asked about that. */
  async #revealEntropy() {
    const reveal = this.transport && (await this.entropyRevealer.respond(this.action("entropy")));
    if (reveal)
      await this.transport.send("entropy", { ...reveal, command_id: newIdempotencyKey() }).catch(this.onProblem);
  }

  #onPresence({ seat, connected }) {
    const found = this.view.seats.find((one) => one.seat === seat);
    if (found) found.connected = connected;
    this.onChange();
  }

  /** A match that was there and isn't any more is private, and somebody has freed our seat. */
  #onFailure(problem) {
    if (problem.code === "not_found") this.#update({ notFound: true });
    else this.onProblem(problem);
  }

  #update(changes) {
    Object.assign(this, changes);
    this.onChange();
  }
}
