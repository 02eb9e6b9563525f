// One WebSocket connection that speaks the protocol dixit.v1: requests with replies, and frames pushed by the server.

import { Problem, SERVICE_URL, session } from "./api.js";
import { noteServerTime } from "./server_clock.js";

const OPEN_TIMEOUT_MS = 6000;

export class ProtocolSocket {
  /** `onFrame(frame)` gets every frame that isn't a reply to a request. */
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.pending = new Map();
    this.lastId = 0;
    this.lastFrameAt = Date.now();
    this.webSocket = new WebSocket(`${SERVICE_URL.replace(/^http/, "ws")}/ws/v1`, ["dixit.v1"]);
    /** Resolves to the close code; never rejects. */
    this.closed = new Promise((resolve) => (this.webSocket.onclose = (event) => resolve(event.code)));
    this.webSocket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    this.closed.then(() => this.#rejectPending());
  }

  /**
   * Wait for the connection and authenticate. The token is sent in a frame because browsers can't set headers on a
   * WebSocket, and addresses end up in logs.
   */
  async open() {
    // A connection that is never answered must not block the fallback to long polling.
    const timeout = setTimeout(() => this.webSocket.close(), OPEN_TIMEOUT_MS);
    await new Promise((resolve, reject) => {
      this.webSocket.onopen = resolve;
      this.closed.then(() => reject(connectionLost()));
    });
    await this.request("auth", { token: session().token });
    clearTimeout(timeout);
  }

  /**
   * Send a frame and return its reply.
   *
   * @throws {Problem} the server's refusal, or `unreachable` when the connection is lost before the reply
   */
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
    if (frame.t === "hello") {
      noteServerTime(frame.server_time);
      this.#startHeartbeat(frame.heartbeat_ms);
    }
    const request = this.pending.get(frame.re);
    if (!request) return this.onFrame(frame);
    this.pending.delete(frame.re);
    if (frame.t === "error") request.reject(new Problem(frame.problem));
    else request.resolve(frame);
  }

  /**
   * Ping a little more often than the server demands: it closes a connection that missed two heartbeats. A connection
   * can also be dead without being closed (a changed network, a NAT that forgot it); then no frame arrives any more.
   */
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
