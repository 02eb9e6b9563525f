// The service over HTTP: where it is, who we are there, and one function for every call.

/** Whether a service gives this page away: its policy lets the page call nobody else. */
export const AT_HOME = location.pathname.startsWith("/play/");

/** Where the service is: here, unless a page from elsewhere has `?api=`. Nothing secret is ever part of an address. */
export const HOME = ((!AT_HOME && new URLSearchParams(location.search).get("api")) || location.origin).replace(
  /\/+$/,
  "",
);
export const BASE = `${HOME}/api/v1`;

const PLACE = `dixit ${HOME}`;
const PATIENCE = 6;
const PASSING = ["unreachable", "unavailable", "too_many_requests", "server_error"];

/** An answer that is an error (RFC 9457); `code` is what to branch on. */
export class Problem extends Error {
  constructor({ code, detail, title, status }, wait = 0) {
    super(detail ?? title ?? code);
    this.code = code;
    this.status = status;
    this.wait = wait;
  }

  /** Whether the same call may succeed in a moment. */
  get passes() {
    return PASSING.includes(this.code);
  }
}

/** Who we are, for as long as this tab is open: `{user, token}` or null. */
export function me() {
  return JSON.parse(sessionStorage.getItem(PLACE));
}

/** Whether this player is us. */
export function isMe(player) {
  return player.id === me()?.user.id;
}

export async function enter(name) {
  sessionStorage.setItem(PLACE, JSON.stringify(await call("POST", "/guests", { name })));
}

export function leave() {
  sessionStorage.removeItem(PLACE);
}

/** One call; an answer that is an error is thrown as a Problem. */
export async function call(method, path, body, key) {
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const answer = await asked(BASE + path, { method, headers, body: body && JSON.stringify(body) });
  return answer.json().catch(() => null);
}

/** A paper of the service, with our token: the answer itself. No link can show one that needs a token. */
export function paper(address, type) {
  return asked(new URL(address, HOME).href, { headers: { Accept: type } });
}

async function asked(address, { headers, ...rest }) {
  if (me()) headers.Authorization = `Bearer ${me().token}`;
  let answer;
  try {
    answer = await fetch(address, { headers, ...rest, credentials: "omit", cache: "no-store" });
  } catch {
    throw new Problem({ code: "unreachable", detail: "The service can't be reached at the moment." });
  }
  if (answer.ok) return answer;
  const content = await answer.json().catch(() => null);
  throw new Problem(
    content?.code ? content : { code: "server_error", status: answer.status },
    Number(answer.headers.get("Retry-After")),
  );
}

/** A call that is repeated while it can't get through; with a key it has one effect, however often it is made. */
export async function insist(method, path, body, key) {
  for (let tries = 1; ; tries++) {
    try {
      return await call(method, path, body, key);
    } catch (problem) {
      if (!problem.passes || tries === PATIENCE) throw problem;
      await pause(Math.max(problem.wait * 1000, 300 * 2 ** tries * (0.5 + Math.random())));
    }
  }
}

/** A new idempotency key. (crypto.randomUUID is only there on https and on localhost.) */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
