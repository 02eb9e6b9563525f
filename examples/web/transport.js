// What happens in a match, event by event: over a socket that resumes where it was cut, or, where no socket can be had,
// by asking (long poll). Either way every version is told once, in order.

import { Problem, request, requestWithRetry, sleep } from "./api.js";
import { ProtocolSocket } from "./socket.js";

const FIRST_FATAL_CLOSE_CODE = 4500;
const LONG_POLL_SECONDS = 20;

export class Transport {
  /** `hears` has `event(event)`, `presence(frame)`, `state("live" | "asking" | "away")` and `gone(problem)`. */
  constructor(match, since, listeners) {
    this.match = match;
    this.version = since;
    this.listeners = listeners;
    this.stopped = false;
    this.socket = null;
  }

  /** Listen until `end`; a problem that waiting doesn't mend is told to `gone`. */
  async run() {
    try {
      for (let failures = 0; !this.stopped;) {
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

  /** Send a command, over the socket if there is one; whatever gets lost is sent again under the same key. */
  async send(type, body) {
    try {
      if (this.socket) return await this.socket.request("command", { match: this.match, type, data: body });
    } catch (problem) {
      if (!problem.isTransient) throw problem;
    }
    const [method, path] = httpRoute(type, body);
    const { seat, ...rest } = body;
    return requestWithRetry(method, `/matches/${this.match}/${path}`, path.startsWith("seats/") ? rest : body);
  }

  /** Listen at a socket until it is cut; whether it could be had at all. */
  async #listenOnSocket() {
    let socket;
    try {
      socket = new ProtocolSocket((frame) => this.#onFrame(frame));
      await socket.open();
      await socket.request("subscribe", { match: this.match, since: this.version });
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
    if (code >= FIRST_FATAL_CLOSE_CODE) throw new Problem({ code: code === 4504 ? "not_found" : "unauthenticated" });
    return true;
  }

  /** Ask what has happened meanwhile, and wait at most so many seconds for something to happen. */
  async #poll(waitSeconds) {
    if (this.stopped) return;
    try {
      const page = await request("GET", `/matches/${this.match}/events?after=${this.version}&wait=${waitSeconds}`);
      if (waitSeconds) this.listeners.connection("polling");
      page.results.forEach((event) => this.#deliver(event));
    } catch (problem) {
      if (!problem.isTransient) throw problem;
      this.listeners.connection("connecting");
    }
    // Not all at once, should it have been the server.
    await sleep(300 + 1200 * Math.random());
  }

  #onFrame(frame) {
    if (frame.t === "event") this.#deliver(frame.event);
    if (frame.t === "presence") this.listeners.presence(frame);
    if (frame.t === "error") this.#onError(frame.problem);
  }

  /** We may see the match no more. (Problems of no match are none of the line's.) */
  #onError(problem) {
    if (problem.match !== this.match) return;
    this.revocation = new Problem(problem);
    this.socket?.close();
  }

  #deliver(event) {
    if (this.stopped || event.version <= this.version) return;
    this.version = event.version;
    this.listeners.event(event);
  }
}

/** Where a command goes over HTTP. */
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
