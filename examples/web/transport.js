// The events of a match: over a WebSocket that resumes after the last event, or by long polling where no socket can be
// opened. Either way every event is delivered once and in order.

import { Problem, request, requestWithRetry, sleep, sleepBeforeRetry } from "./api.js";
import { ProtocolSocket } from "./socket.js";

// Close codes of the protocol: 4000 to 4499 mean come back after a moment, 4500 to 4999 mean don't.
const FIRST_FATAL_CLOSE_CODE = 4500;
const LONG_POLL_SECONDS = 20;

export class Transport {
  /**
   * `since` is the last version that is known already, and `namesHashes` whether the service lets us say which history
   * we have. `listeners` has `event(event)`, `presence(frame)`,
   * `rematch()`, which is called when there may be a rematch of a finished match,
   * `shownVersion()`, the version of the view that is shown, which may be ahead of the events,
   * `connection("live" | "polling" | "connecting")` and `failure(problem)`.
   */
  constructor(match, since, namesHashes, listeners) {
    Object.assign(this, { match, namesHashes });
    this.version = since;
    // The hash of that version, once we have seen its event.
    this.hash = null;
    this.listeners = listeners;
    this.stopped = false;
    this.socket = null;
  }

  /** Follow the match until `stop`. A problem that waiting doesn't solve goes to `failure` and ends it. */
  async run() {
    try {
      for (let failures = 0; !this.stopped;) {
        // After a lost connection one poll without waiting closes the gap at once. If no socket could be opened at all,
        // long polling replaces it, and every poll is followed by another attempt.
        failures = (await this.#listenOnSocket()) ? 0 : failures + 1;
        await this.#poll(failures ? LONG_POLL_SECONDS : 0);
      }
    } catch (problem) {
      if (!this.stopped) this.listeners.failure(problem);
    }
  }

  stop() {
    this.stopped = true;
    this.socket?.close();
  }

  /**
   * Send a command over the socket, or over HTTP if there is none or it breaks. Sending it twice is safe: `body` has a
   * `command_id`, and the server executes each of them once.
   */
  async send(type, body) {
    try {
      if (this.socket) return await this.socket.request("command", { match: this.match, type, data: body });
    } catch (problem) {
      if (!problem.isTransient) throw problem;
      // Over HTTP the same limits apply.
      await sleep(problem.retryAfterSeconds * 1000);
    }
    const [method, path] = httpRoute(type, body);
    // Over HTTP the path names the seat, and the server refuses a body with fields it doesn't expect.
    const { seat, ...rest } = body;
    return requestWithRetry(method, `/matches/${this.match}/${path}`, path.startsWith("seats/") ? rest : body);
  }

  /** Follow the events on a socket until it closes. Return whether it could be opened at all. */
  async #listenOnSocket() {
    let socket;
    try {
      socket = new ProtocolSocket((frame) => this.#onFrame(frame));
      await socket.open();
      await this.#subscribe(socket);
    } catch (problem) {
      socket?.close();
      if (problem instanceof Problem && !problem.isTransient) throw problem;
      return false;
    }
    if (this.stopped) socket.close();
    this.socket = socket;
    this.listeners.connection("live");
    const code = await socket.closed;
    this.socket = null;
    if (this.revocation) throw this.revocation;
    if (!this.stopped) this.listeners.connection("connecting");
    if (code >= FIRST_FATAL_CLOSE_CODE) throw new Problem({ code: "unauthenticated" });
    return true;
  }

  /** Subscribe, as often as it takes: what is refused for a while concerns this match, not the connection. */
  async #subscribe(socket) {
    for (let attempt = 1; ; attempt++) {
      try {
        const shown = this.listeners.shownVersion();
        const reply = await socket.request("subscribe", {
          match: this.match,
          since: this.version,
          ...(this.#namedHash && { since_hash: this.#namedHash }),
        });
        requireShown(shown, reply.version);
        return reply;
      } catch (problem) {
        if (!problem.isTransient || problem.code === "unreachable" || this.stopped) throw problem;
        await sleepBeforeRetry(problem, attempt);
      }
    }
  }

  /** Fetch the events since the last one. With `waitSeconds` the server holds the request until there is one. */
  async #poll(waitSeconds) {
    if (this.stopped) return;
    try {
      const position = `after=${this.version}${this.#namedHash ? `&after_hash=${this.#namedHash}` : ""}`;
      const shown = this.listeners.shownVersion();
      const page = await request("GET", `/matches/${this.match}/events?${position}&wait=${waitSeconds}`);
      if (waitSeconds) this.listeners.connection("polling");
      page.results.forEach((event) => this.#deliver(event));
      requireShown(shown, page.version);
      // A rematch is no event of this match, so polling for events doesn't find it.
      this.listeners.rematch();
    } catch (problem) {
      if (!problem.isTransient) throw problem;
      this.listeners.connection("connecting");
      await sleep(problem.retryAfterSeconds * 1000);
    }
    // Spread the clients' attempts: after a restart of the server all of them come back at the same time.
    await sleep(300 + 1200 * Math.random());
  }

  get #namedHash() {
    return this.namesHashes ? this.hash : null;
  }

  #onFrame(frame) {
    try {
      if (frame.t === "event") this.#deliver(frame.event);
    } catch (problem) {
      this.#revoke(problem);
    }
    if (frame.t === "rematch") this.listeners.rematch();
    if (frame.t === "presence") this.listeners.presence(frame);
    if (frame.t === "error") this.#onError(frame.problem);
  }

  /**
   * The server has ended our subscription: for good if we may no longer view the match, else for a while. Other errors
   * don't name the match.
   */
  #onError(content) {
    const problem = new Problem(content);
    if (problem.match !== this.match) return;
    const socket = this.socket;
    if (problem.isTransient && socket) {
      sleepBeforeRetry(problem, 1)
        .then(() => this.#subscribe(socket))
        .catch((failure) => this.#revoke(failure));
    } else this.#revoke(problem);
  }

  #revoke(problem) {
    if (problem.code !== "unreachable") this.revocation = problem;
    this.socket?.close();
  }

  /**
   * @throws {Problem} the event doesn't follow the one before: the service's database has gone back, and the match has
   *   another history now
   */
  #deliver(event) {
    if (this.stopped || this.revocation || event.version <= this.version) return;
    if (this.hash !== null && event.prev !== this.hash) throw new Problem({ code: "history_mismatch" });
    this.version = event.version;
    this.hash = event.hash;
    this.listeners.event(event);
  }
}

/**
 * @throws {Problem} the match has not even the version that was shown before it was asked: the database has gone back
 */
function requireShown(shownVersion, version) {
  if (version < shownVersion) throw new Problem({ code: "version_ahead" });
}

/** Return the HTTP method and path of a command; the path is relative to the match. */
function httpRoute(type, { seat }) {
  switch (type) {
    case "sit":
      return ["POST", "seats"];
    case "stand":
      return ["DELETE", "seats/me"];
    case "bot":
      return ["PUT", `seats/${seat}`];
    case "clear":
      return ["DELETE", `seats/${seat}`];
    default:
      return ["POST", type];
  }
}
