// A live match, as a player or spectator: events come in through the transport, commands go out through it.

import { Problem, newIdempotencyKey, requestWithRetry } from "./api.js";
import { chosenMove } from "./chosen_move.js";
import { EntropyRevealer, createCommitment } from "./entropy.js";
import { eventText } from "./event_text.js";
import { Invites } from "./invites.js";
import { MatchModel } from "./match_model.js";
import { Refresher } from "./refresh.js";
import { RoundRecord } from "./round_record.js";
import { Selection } from "./selection.js";
import { toLocalMs } from "./server_clock.js";
import { Transport } from "./transport.js";

const MAX_LOG_ENTRIES = 80;
// How far back the events of a match are loaded. No round has so many, so the current one is complete.
const LOADED_EVENT_COUNT = 200;
// How long before the deadline the page sends what is chosen: enough for a slow network, and for a browser that runs
// the timers of hidden tabs once a second.
const SEND_BEFORE_DEADLINE_MS = 1500;
// A longer delay would make setTimeout fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1;
// What we have of the match is no longer part of it.
const HISTORY_CODES = ["version_ahead", "history_mismatch"];
// Sent with the phase they were meant for: the server refuses them (`phase_over`) if the match has moved on meanwhile.
const PHASE_COMMANDS = ["claim", "clue", "cards", "signal", "vote", "ready"];

export class Match extends MatchModel {
  constructor(id, callbacks) {
    super(id, callbacks);
    Object.assign(this, { connection: "connecting", busy: false, stopped: false });
    this.invites = new Invites(id, callbacks);
    this.entropyRevealer = new EntropyRevealer();
    this.refresher = new Refresher(() => this.#fetchView());
  }

  /**
   * Load the match, then follow its events.
   *
   * @throws {Problem} when the match can't be viewed
   */
  async start() {
    await this.refresher.refresh();
    if (this.stopped) return;
    const since = Math.max(0, this.view.version - LOADED_EVENT_COUNT);
    // Services before 0.3 have no `head` in views, and refuse hashes in requests.
    this.transport = new Transport(this.id, since, "head" in this.view, {
      event: (event) => this.#onEvent(event),
      presence: (frame) => this.#onPresence(frame),
      rematch: () => this.#onRematch(),
      shownVersion: () => this.view.version,
      connection: (connection) => this.#update({ connection }),
      failure: (problem) => this.#onFailure(problem),
    });
    this.transport.run();
    this.#revealEntropy();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.sendTimer);
    clearTimeout(this.refreshTimer);
    this.transport?.stop();
  }

  /** Return the action of this type with its choices, or undefined if the server would refuse the command now. */
  action(type) {
    return this.view.actions.find((action) => action.type === type);
  }

  /** Return when this action becomes possible, in ms since the epoch by this computer's clock; 0 if it is possible. */
  possibleFrom(action) {
    const from = toLocalMs(action.from ?? null);
    return from > Date.now() ? from : 0;
  }

  get isHost() {
    return this.seat !== null && this.seat === this.view.host;
  }

  /** Send a command. Return whether it was accepted; for `rematch`, return the id of the next match instead of true. */
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
      // Not only after a success: a refusal often means that our view is out of date.
      await this.#refresh();
      this.#update({ busy: false });
    }
  }

  /** Select or deselect a card, slot or trap; at most `limit` of a kind stay selected. */
  toggleSelection(kind, item, limit = 1) {
    this.selection.toggle(kind, item, limit);
    this.onChange();
  }

  #onEvent(event) {
    // The view is ahead of the events that have arrived, and may have had others.
    if (event.version === this.view.version && event.hash !== (this.view.head ?? event.hash)) {
      this.#onFailure(new Problem({ code: "history_mismatch" }));
      return;
    }
    this.record.note(event);
    const text = eventText(event, this);
    const isNew = event.version > this.view.version;
    if (text) this.log = [...this.log, { version: event.version, text, isNew }].slice(-MAX_LOG_ENTRIES);
    // The view is fetched, not computed from events: the server knows what we may see and do. Events that are part of a
    // newer view already (our own command was answered first, or the log is being filled) only need rendering.
    if (isNew) this.#refresh();
    else this.onChange();
  }

  #refresh() {
    return this.refresher.refresh().catch((problem) => this.#onFailure(problem));
  }

  async #fetchView() {
    const view = await requestWithRetry("GET", `/matches/${this.id}`);
    // One fetch follows another, so only a service that has itself gone back has an older version than the page shows.
    if (this.view && view.version < this.view.version && !this.hasLostHistory)
      throw new Problem({ code: "version_ahead" });
    this.hasLostHistory = false;
    // The two clocks may disagree. So the deadline is computed from the remaining time, not taken from the server.
    if (view.phase.remaining_ms !== null) view.phase.until = Date.now() + view.phase.remaining_ms;
    this.view = view;
    this.selection.startPhase(view.phase.id);
    this.#scheduleSending();
    this.#scheduleRefresh();
    this.onChange();
    this.#revealEntropy();
    if (this.isHost && view.phase.name === "gathering") this.invites.refreshIfNeeded();
    else this.invites.isLoaded = false;
  }

  /** Send the chosen move shortly before the phase's deadline; the player may have forgotten to. */
  #scheduleSending() {
    clearTimeout(this.sendTimer);
    const { until, id, deadline_at } = this.view.phase;
    const delay = until - SEND_BEFORE_DEADLINE_MS - Date.now();
    if (!until || delay > MAX_TIMER_MS) return;
    this.sendTimer = setTimeout(() => this.#sendChosenMove(`${id} ${deadline_at}`), Math.max(0, delay));
  }

  /** Send the chosen move if it is complete. Try only once per deadline: what is refused would be refused again. */
  #sendChosenMove(deadline) {
    const move = chosenMove(this);
    if (!move || this.busy || this.lastDeadlineSentFor === deadline) return;
    this.lastDeadlineSentFor = deadline;
    this.act(move.type, move.body);
  }

  /** Fetch the view again when time alone changes it: an action becomes possible, or a seat is no longer reserved. */
  #scheduleRefresh() {
    clearTimeout(this.refreshTimer);
    const times = [...this.view.actions.map((one) => one.from ?? null), ...this.view.reserved.map((one) => one.until)];
    const delays = times.map((time) => toLocalMs(time) - Date.now()).filter((delay) => delay > 0);
    const delay = Math.min(...delays);
    if (delay <= MAX_TIMER_MS) this.refreshTimer = setTimeout(() => this.#refresh(), delay);
  }

  /** Reveal our entropy as soon as the server asks for it. The player has nothing to decide there. */
  async #revealEntropy() {
    const reveal = this.transport && (await this.entropyRevealer.respond(this.action("entropy")));
    if (reveal)
      await this.transport.send("entropy", { ...reveal, command_id: newIdempotencyKey() }).catch(this.onProblem);
  }

  /** Look for a rematch. It changes nothing in the log of this match, so only the view has it. */
  #onRematch() {
    if (["over", "abandoned"].includes(this.view.status) && !this.view.rematch) this.#refresh();
  }

  #onPresence({ seat, connected }) {
    const found = this.view.seats.find((one) => one.seat === seat);
    if (found) found.connected = connected;
    this.onChange();
  }

  /** A match that could be viewed and is `not_found` now is private, and we have lost our seat. */
  #onFailure(problem) {
    if (HISTORY_CODES.includes(problem.code)) this.#startAnew(problem);
    else if (problem.code === "not_found") this.#update({ notFound: true });
    else this.onProblem(problem);
  }

  /** The service's database has gone back. Drop what we know of the match, say so, and load it anew. */
  #startAnew(problem) {
    this.transport.stop();
    this.#update({ log: [], record: new RoundRecord(), selection: new Selection(), hasLostHistory: true });
    this.onProblem(problem);
    return this.start().catch((failure) => this.#onFailure(failure));
  }

  #update(changes) {
    Object.assign(this, changes);
    this.onChange();
  }
}
