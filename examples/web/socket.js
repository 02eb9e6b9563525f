// One WebSocket of the protocol dixit.v1: frames out, replies and what comes unasked in.

import { Problem, SERVICE_URL, session } from "./api.js";

const OPEN_TIMEOUT_MS = 6000;

export class ProtocolSocket {
  /** `hears(frame)` gets every frame that is no reply. */
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.pending = new Map();
    this.lastId = 0;
    this.lastFrameAt = Date.now();
    this.webSocket = new WebSocket(`${SERVICE_URL.replace(/^http/, "ws")}/ws/v1`, ["dixit.v1"]);
    this.closed = new Promise((resolve) => (this.webSocket.onclose = (event) => resolve(event.code)));
    this.webSocket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    this.closed.then(() => this.#rejectPending());
  }

  /** Say who we are; rejects when that can't be said. */
  async open() {
    const timeout = setTimeout(() => this.webSocket.close(), OPEN_TIMEOUT_MS);
    await new Promise((resolve, reject) => {
      this.webSocket.onopen = resolve;
      this.closed.then(() => reject(connectionLost()));
    });
    await this.request("auth", { token: session().token });
    clearTimeout(timeout);
  }

  /** Send a frame and wait for its reply; an error is thrown as a Problem, a cut as one that is `unreachable`. */
  request(t, content = {}) {
    const id = String(++this.lastId);
    return new Promise((resolve, reject) => {
      if (this.webSocket.readyState !== WebSocket.OPEN) return reject(connectionLost());
      this.pending.set(id, { resolve, reject });
      this.webSocket.send(JSON.stringify({ t, id, ...content }));
    });
  }

  close() {
    this.webSocket.close();
  }

  #receive(frame) {
    this.lastFrameAt = Date.now();
    if (frame.t === "hello") this.#startHeartbeat(frame.heartbeat_ms);
    const request = this.pending.get(frame.re);
    if (!request) return this.onFrame(frame);
    this.pending.delete(frame.re);
    if (frame.t === "error") request.reject(new Problem(frame.problem));
    else request.resolve(frame);
  }

  /** Show now and then that we live, and notice when the other side doesn't: a line can be dead without being closed. */
  #startHeartbeat(ms) {
    this.heartbeat = setInterval(() => {
      if (Date.now() - this.lastFrameAt > 2.5 * ms) this.close();
      else this.request("ping").catch(() => {});
    }, ms * 0.8);
  }

  #rejectPending() {
    clearInterval(this.heartbeat);
    for (const { reject } of this.pending.values()) reject(connectionLost());
    this.pending.clear();
  }
}

function connectionLost() {
  return new Problem({ code: "unreachable", detail: "The connection to the server was lost." });
}
