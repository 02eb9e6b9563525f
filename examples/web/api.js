// The HTTP API: its address, our session, and requests with and without retries.

import { noteServerTime } from "./server_clock.js";

/** Whether a Dixit service serves this page. Its Content-Security-Policy then lets the page call no other server. */
export const SERVED_BY_SERVICE = location.pathname.startsWith("/play/");

/** The service's address: this origin, or `?api=` where the page is hosted elsewhere. The token is never part of it. */
export const SERVICE_URL = (
  (!SERVED_BY_SERVICE && new URLSearchParams(location.search).get("api")) ||
  location.origin
).replace(/\/+$/, "");
export const API_URL = `${SERVICE_URL}/api/v1`;

const SESSION_KEY = `dixit ${SERVICE_URL}`;
const MAX_ATTEMPTS = 6;
const TRANSIENT_CODES = ["unreachable", "busy", "unavailable", "too_many_requests", "server_error"];

/** An error response (RFC 9457), or a failure to get any response. Branch on `code`. */
export class Problem extends Error {
  /** `retry_after` is a member of problems on the socket; over HTTP it is a header field, too. */
  constructor({ code, detail, title, status, match, retry_after = 0 }, retryAfterSeconds = 0) {
    super(detail ?? title ?? code);
    Object.assign(this, { code, status, match });
    this.retryAfterSeconds = retryAfterSeconds || retry_after;
  }

  /** Whether the same request may succeed in a moment. */
  get isTransient() {
    return TRANSIENT_CODES.includes(this.code);
  }
}

/** Return `{user, token}`, or null if nobody is signed in. Each tab has a session of its own, until it is closed. */
export function session() {
  return JSON.parse(sessionStorage.getItem(SESSION_KEY));
}

export function isMe(player) {
  return player.id === session()?.user.id;
}

export async function signInAsGuest(name) {
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(await request("POST", "/guests", { name })));
}

export function signOut() {
  sessionStorage.removeItem(SESSION_KEY);
}

/**
 * Send one request and return the JSON of the response, or null if it has none. `key` is an idempotency key.
 *
 * @throws {Problem}
 */
export async function request(method, path, body, key) {
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const response = await send(API_URL + path, { method, headers, body: body && JSON.stringify(body) });
  return response.json().catch(() => null);
}

/** Fetch a document of the service with our token, and return the response. A plain link could not send the token. */
export function fetchDocument(address, type) {
  return send(new URL(address, SERVICE_URL).href, { headers: { Accept: type } });
}

async function send(address, { headers, ...rest }) {
  if (session()) headers.Authorization = `Bearer ${session().token}`;
  let response;
  try {
    // No cookies: the token is all that identifies us. No cache: what one player may see must not stay in the browser.
    response = await fetch(address, { headers, ...rest, credentials: "omit", cache: "no-store" });
  } catch {
    throw new Problem({ code: "unreachable", detail: "The server can't be reached right now." });
  }
  // Null if another origin serves this page: such a page learns the time from its socket.
  noteServerTime(response.headers.get("Date"));
  if (response.ok) return response;
  const content = await response.json().catch(() => null);
  throw new Problem(
    content?.code ? content : { code: "server_error", status: response.status },
    Number(response.headers.get("Retry-After")),
  );
}

/**
 * Like `request`, but repeated after transient problems: up to 6 attempts, with exponential backoff and jitter, and not
 * before the server's Retry-After. A POST needs a key, so that a repetition has no second effect.
 */
export async function requestWithRetry(method, path, body, key) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(method, path, body, key);
    } catch (problem) {
      if (!problem.isTransient || attempt === MAX_ATTEMPTS) throw problem;
      await sleepBeforeRetry(problem, attempt);
    }
  }
}

/** Wait as the server told us to, and with exponential backoff and jitter where it didn't. */
export function sleepBeforeRetry(problem, attempt) {
  const backoffMs = 300 * 2 ** Math.min(attempt, MAX_ATTEMPTS) * (0.5 + Math.random());
  return sleep(Math.max(problem.retryAfterSeconds * 1000, backoffMs));
}

/** Return a random idempotency key. crypto.randomUUID would be shorter, but exists only on https and on localhost. */
export function newIdempotencyKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
