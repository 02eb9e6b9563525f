// The server's clock. Some actions are possible from a time on, and that is a time of the server: the two clocks may
// disagree.

let offsetMs = 0;

/** Note the server's time, in any form that Date.parse reads, as it has just arrived. Null is ignored. */
export function noteServerTime(text) {
  if (text) offsetMs = Date.parse(text) - Date.now();
}

/** Return when a time of the server comes by this computer's clock, in ms since the epoch; null for null. */
export function toLocalMs(text) {
  return text === null ? null : Date.parse(text) - offsetMs;
}
