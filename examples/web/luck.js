// Our own part in the luck of a match: bytes that we commit to before the service draws, and reveal afterwards.

const PLACE = "dixit luck ";
const PREFIX = new TextEncoder().encode("dixit-entropy-v1\n");

/** What sitting down says to commit us; nothing where the browser can't hash (it does on https and on localhost). */
export async function commitment() {
  const digest = await commit();
  return digest ? { entropy_digest: digest } : {};
}

/** Reveals each digest once, however often it is asked for. */
export class Revealing {
  /** What answers the action `entropy`; null if there is none, or no need. */
  async answer(asked) {
    if (!asked || asked.digest === this.last) return null;
    this.last = asked.digest;
    return reveal(asked.digest);
  }
}

/** What reveals the bytes of this digest; null if they aren't ours, or from another tab. */
async function reveal(digest) {
  const entropy = sessionStorage.getItem(PLACE + digest);
  if (!entropy) return null;
  // Should somebody else not reveal theirs, all is drawn again from other bytes.
  return { entropy, next_digest: await commit() };
}

async function commit() {
  if (!crypto.subtle) return null;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...PREFIX, ...bytes]))));
  sessionStorage.setItem(PLACE + digest, hex(bytes));
  return digest;
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
