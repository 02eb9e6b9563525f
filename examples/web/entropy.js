// Our own part in the luck of a match: bytes that we commit to before the service draws, and reveal afterwards.

const STORAGE_PREFIX = "dixit luck ";
const DIGEST_PREFIX = new TextEncoder().encode("dixit-entropy-v1\n");

/** What sitting down says to commit us; nothing where the browser can't hash (it does on https and on localhost). */
export async function createCommitment() {
  const digest = await storeNewEntropy();
  return digest ? { entropy_digest: digest } : {};
}

/** Reveals each digest once, however often it is asked for. */
export class EntropyRevealer {
  /** What answers the action `entropy`; null if there is none, or no need. */
  async respond(action) {
    if (!action || action.digest === this.lastDigest) return null;
    this.lastDigest = action.digest;
    return loadReveal(action.digest);
  }
}

/** What reveals the bytes of this digest; null if they aren't ours, or from another tab. */
async function loadReveal(digest) {
  const entropy = sessionStorage.getItem(STORAGE_PREFIX + digest);
  if (!entropy) return null;
  // Should somebody else not reveal theirs, all is drawn again from other bytes.
  return { entropy, next_digest: await storeNewEntropy() };
}

async function storeNewEntropy() {
  if (!crypto.subtle) return null;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const digest = toHex(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...DIGEST_PREFIX, ...bytes]))),
  );
  sessionStorage.setItem(STORAGE_PREFIX + digest, toHex(bytes));
  return digest;
}

function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
