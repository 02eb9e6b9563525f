// One WebSocket of the protocol dixit.v1: frames out, replies and what comes unasked in.

import { HOME, Problem, me } from "./service.js";

const OPENING_MS = 6000;

export class Socket {
  /** `hears(frame)` gets every frame that is no reply. */
  constructor(hears) {
    this.hears = hears;
    this.replies = new Map();
    this.frames = 0;
    this.heard = Date.now();
    this.line = new WebSocket(`${HOME.replace(/^http/, "ws")}/ws/v1`, ["dixit.v1"]);
    this.closed = new Promise((done) => (this.line.onclose = (event) => done(event.code)));
    this.line.onmessage = (message) => this.#take(JSON.parse(message.data));
    this.closed.then(() => this.#end());
  }

  /** Say who we are; rejects when that can't be said. */
  async open() {
    const late = setTimeout(() => this.line.close(), OPENING_MS);
    await new Promise((done, fail) => {
      this.line.onopen = done;
      this.closed.then(() => fail(cut()));
    });
    await this.ask("auth", { token: me().token });
    clearTimeout(late);
  }

  /** Send a frame and wait for its reply; an error is thrown as a Problem, a cut as one that is `unreachable`. */
  ask(t, content = {}) {
    const id = String(++this.frames);
    return new Promise((done, fail) => {
      if (this.line.readyState !== WebSocket.OPEN) return fail(cut());
      this.replies.set(id, { done, fail });
      this.line.send(JSON.stringify({ t, id, ...content }));
    });
  }

  close() {
    this.line.close();
  }

  #take(frame) {
    this.heard = Date.now();
    if (frame.t === "hello") this.#beat(frame.heartbeat_ms);
    const waiting = this.replies.get(frame.re);
    if (!waiting) return this.hears(frame);
    this.replies.delete(frame.re);
    if (frame.t === "error") waiting.fail(new Problem(frame.problem));
    else waiting.done(frame);
  }

  /** Show now and then that we live, and notice when the other side doesn't: a line can be dead without being closed. */
  #beat(ms) {
    this.beating = setInterval(() => {
      if (Date.now() - this.heard > 2.5 * ms) this.close();
      else this.ask("ping").catch(() => {});
    }, ms * 0.8);
  }

  #end() {
    clearInterval(this.beating);
    for (const { fail } of this.replies.values()) fail(cut());
    this.replies.clear();
  }
}

function cut() {
  return new Problem({ code: "unreachable", detail: "The line to the service is cut." });
}
