// Our contribution to the shuffles of a match: random bytes that we commit to when we take a seat, and reveal when the
// match starts. The server has committed to its own seed before, so neither side can steer a shuffle.

// Don't change: tabs that are open during an upgrade have committed to what they stored under this key.
const STORAGE_PREFIX = "dixit luck ";
const DIGEST_PREFIX = new TextEncoder().encode("dixit-entropy-v1\n");

/**
 * Store new entropy and return the field that commits to it when taking a seat. Where the browser can't hash, return no
 * field: crypto.subtle exists only on https and on localhost. Such a seat plays without contributing.
 */
export async function createCommitment() {
  const digest = await storeNewEntropy();
  return digest ? { entropy_digest: digest } : {};
}

/** Reveals each digest once: views repeat the action until the reveal is in the event log. */
export class EntropyRevealer {
  /** Return the body of the command that answers the action `entropy`, or null if there is nothing to reveal. */
  async respond(action) {
    if (!action || action.digest === this.lastDigest) return null;
    this.lastDigest = action.digest;
    return loadReveal(action.digest);
  }
}

/** Return the bytes behind this digest, or null if another tab or device committed to them. */
async function loadReveal(digest) {
  const entropy = sessionStorage.getItem(STORAGE_PREFIX + digest);
  if (!entropy) return null;
  // If another player doesn't reveal, the draw is void and repeated with fresh bytes: commit to those now.
  return { entropy, next_digest: await storeNewEntropy() };
}

/** Store 32 random bytes under their digest and return it. The reveal comes later, perhaps after a reload. */
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
