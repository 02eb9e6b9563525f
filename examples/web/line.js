// What happens in a match, event by event: over a socket that resumes where it was cut, or, where no socket can be had,
// by asking (long poll). Either way every version is told once, in order.

import { Problem, call, insist, pause } from "./service.js";
import { Socket } from "./socket.js";

const COME_BACK = 4500;
const WAIT = 20;

export class Line {
  /** `hears` has `event(event)`, `presence(frame)`, `state("live" | "asking" | "away")` and `gone(problem)`. */
  constructor(match, since, hears) {
    this.match = match;
    this.have = since;
    this.hears = hears;
    this.ended = false;
    this.socket = null;
  }

  /** Listen until `end`; a problem that waiting doesn't mend is told to `gone`. */
  async run() {
    try {
      for (let missed = 0; !this.ended;) {
        missed = (await this.#listen()) ? 0 : missed + 1;
        await this.#askOn(missed ? WAIT : 0);
      }
    } catch (problem) {
      if (!this.ended) this.hears.gone(problem);
    }
  }

  end() {
    this.ended = true;
    this.socket?.close();
  }

  /** Send a command, over the socket if there is one; whatever gets lost is sent again under the same key. */
  async send(type, body) {
    try {
      if (this.socket) return await this.socket.ask("command", { match: this.match, type, data: body });
    } catch (problem) {
      if (!problem.passes) throw problem;
    }
    const [method, path] = route(type, body);
    const { seat, ...rest } = body;
    return insist(method, `/matches/${this.match}/${path}`, path.startsWith("seats/") ? rest : body);
  }

  /** Listen at a socket until it is cut; whether it could be had at all. */
  async #listen() {
    let socket;
    try {
      socket = new Socket((frame) => this.#hear(frame));
      await socket.open();
      await socket.ask("subscribe", { match: this.match, since: this.have });
    } catch (problem) {
      socket?.close();
      if (problem instanceof Problem && !problem.passes) throw problem;
      return false;
    }
    if (this.ended) socket.close();
    this.socket = socket;
    this.hears.state("live");
    const code = await socket.closed;
    this.socket = null;
    if (this.barred) throw this.barred;
    if (!this.ended) this.hears.state("away");
    if (code >= COME_BACK) throw new Problem({ code: code === 4504 ? "not_found" : "unauthenticated" });
    return true;
  }

  /** Ask what has happened meanwhile, and wait at most so many seconds for something to happen. */
  async #askOn(wait) {
    if (this.ended) return;
    try {
      const page = await call("GET", `/matches/${this.match}/events?after=${this.have}&wait=${wait}`);
      if (wait) this.hears.state("asking");
      page.results.forEach((event) => this.#told(event));
    } catch (problem) {
      if (!problem.passes) throw problem;
      this.hears.state("away");
    }
    // Not all at once, should it have been the server.
    await pause(300 + 1200 * Math.random());
  }

  #hear(frame) {
    if (frame.t === "event") this.#told(frame.event);
    if (frame.t === "presence") this.hears.presence(frame);
    if (frame.t === "error") this.#sentAway(frame.problem);
  }

  /** We may see the match no more. (Problems of no match are none of the line's.) */
  #sentAway(problem) {
    if (problem.match !== this.match) return;
    this.barred = new Problem(problem);
    this.socket?.close();
  }

  #told(event) {
    if (this.ended || event.version <= this.have) return;
    this.have = event.version;
    this.hears.event(event);
  }
}

/** Where a command goes over HTTP. */
function route(type, { seat }) {
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
