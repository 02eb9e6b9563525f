// The service over HTTP: where it is, who we are there, and one function for every call.

/** Whether a service gives this page away: its policy lets the page call nobody else. */
export const SERVED_BY_SERVICE = location.pathname.startsWith("/play/");

/** Where the service is: here, unless a page from elsewhere has `?api=`. Nothing secret is ever part of an address. */
export const SERVICE_URL = (
  (!SERVED_BY_SERVICE && new URLSearchParams(location.search).get("api")) ||
  location.origin
).replace(/\/+$/, "");
export const API_URL = `${SERVICE_URL}/api/v1`;

const SESSION_KEY = `dixit ${SERVICE_URL}`;
const MAX_ATTEMPTS = 6;
const TRANSIENT_CODES = ["unreachable", "unavailable", "too_many_requests", "server_error"];

/** An answer that is an error (RFC 9457); `code` is what to branch on. */
export class Problem extends Error {
  constructor({ code, detail, title, status }, retryAfterSeconds = 0) {
    super(detail ?? title ?? code);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same call may succeed in a moment. */
  get isTransient() {
    return TRANSIENT_CODES.includes(this.code);
  }
}

/** Who we are, for as long as this tab is open: `{user, token}` or null. */
export function session() {
  return JSON.parse(sessionStorage.getItem(SESSION_KEY));
}

/** Whether this player is us. */
export function isMe(player) {
  return player.id === session()?.user.id;
}

export async function signInAsGuest(name) {
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(await request("POST", "/guests", { name })));
}

export function signOut() {
  sessionStorage.removeItem(SESSION_KEY);
}

/** One call; an answer that is an error is thrown as a Problem. */
export async function request(method, path, body, key) {
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const response = await send(API_URL + path, { method, headers, body: body && JSON.stringify(body) });
  return response.json().catch(() => null);
}

/** A paper of the service, with our token: the answer itself. No link can show one that needs a token. */
export function fetchDocument(address, type) {
  return send(new URL(address, SERVICE_URL).href, { headers: { Accept: type } });
}

async function send(address, { headers, ...rest }) {
  if (session()) headers.Authorization = `Bearer ${session().token}`;
  let response;
  try {
    response = await fetch(address, { headers, ...rest, credentials: "omit", cache: "no-store" });
  } catch {
    throw new Problem({ code: "unreachable", detail: "The server can't be reached right now." });
  }
  if (response.ok) return response;
  const content = await response.json().catch(() => null);
  throw new Problem(
    content?.code ? content : { code: "server_error", status: response.status },
    Number(response.headers.get("Retry-After")),
  );
}

/** A call that is repeated while it can't get through; with a key it has one effect, however often it is made. */
export async function requestWithRetry(method, path, body, key) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(method, path, body, key);
    } catch (problem) {
      if (!problem.isTransient || attempt === MAX_ATTEMPTS) throw problem;
      await sleep(Math.max(problem.retryAfterSeconds * 1000, 300 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** A new idempotency key. (crypto.randomUUID is only there on https and on localhost.) */
export function newIdempotencyKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
