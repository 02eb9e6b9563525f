// Texts for players: prompts, reasons for points, problems. Texts that only one screen needs are in its module.

const RULESET_NAMES = {
  classic: "Classic",
  "classic-last-card": "Classic, to the last card",
  odyssey: "Odyssey",
  party: "Party",
  "party-passing": "Party, passing hands",
  "party-30": "Party, to 30 points",
  team: "Team",
  "team-30": "Team, to 30 points",
  "house-rules": "House rules",
};

const MAX_NAMES_WAITED_FOR = 3;

const HOUSE_RULES_NAME = /^(.+)-to-([0-9]+)$/;

/** The name of a rule set. House rules made by this page (`classic-to-10`, see lobby.js) include their points. */
export function rulesetName(name) {
  const [, printed, points] = HOUSE_RULES_NAME.exec(name) ?? [];
  return RULESET_NAMES[name] ?? (RULESET_NAMES[printed] ? `${RULESET_NAMES[printed]}, to ${points} points` : name);
}

export const CLUE_KINDS = { text: "In words", sound: "A sound", song: "A song", mime: "A mime" };

export const AWARD_REASONS = {
  found: "found the card",
  well_told: "good clue: some, but not all, found it",
  consolation: "everyone (or no one) found it",
  fooled: "for votes on their card",
  lone_vote: "found it with a single vote",
  with_the_crowd: "voted with the crowd",
};

/** Why a match has ended, by the `why` of the event. */
export const END_REASONS = {
  points: "The points to win were reached.",
  laps: "Everyone has been the storyteller often enough.",
  last_card: "The last card was played.",
  agreed: "The players agreed to end it.",
  host: "The host canceled it.",
  staff: "The server's staff ended it.",
  everyone_left: "Everyone left the lobby.",
  everybody_resigned: "Every player resigned.",
  time_up: "A player ran out of time.",
  nobody_is_there: "Nobody was there to play any more.",
  lobby_expired: "It was never started.",
  nobody_moved: "Nobody moved for too long.",
};

/** What happens to missing moves when time is up, by the match's timeout policy. */
export const TIMEOUT_TEXTS = {
  auto: "missing moves are made at random",
  skip: "the match goes on without the missing moves",
  abort: "missing moves are made at random",
};

const PROBLEM_TEXTS = {
  phase_over: "Too late: the match has moved on.",
  version_ahead: "The server has lost the last moves of this match. This is where it goes on.",
  history_mismatch: "The server has lost the last moves of this match. This is where it goes on.",
  not_the_storyteller: "Someone else was faster and is the storyteller this round.",
  already_done: "That has already been done.",
  not_found: "This match doesn't exist, or it's private and you need a seat, an invite or the right password.",
  unauthenticated: "You've been signed out. Please enter your name again.",
  match_full: "Every seat is taken. You can still watch.",
  seat_reserved: "That seat is reserved for someone who played the match before. Please choose another one.",
  seat_taken: "Someone has just taken that seat. Please choose another one.",
  kicked: "The host has removed you. You can only rejoin with an invite.",
  not_the_host: "Only the host can do that, and someone else is the host now.",
  nobody_there: "That seat is already empty.",
  unreachable: "The server can't be reached right now. Please try again.",
  too_early: "It's too early for that. Please wait a little.",
  has_deadline: "There is a time limit already.",
  you_owe_a_move: "The match is waiting for you, too.",
  too_many_requests: "That was a little too fast. Please wait a moment.",
};

/** Explain a problem in the game's words; the server's own text is the fallback. */
export function problemText(problem) {
  return PROBLEM_TEXTS[problem.code] ?? problem.message;
}

/** What partners tell each other in Team, by the word of the command `signal`. */
export const SIGNAL_TEXTS = { give: "I'll play one", pass: "You play one" };

/** "1 round", "3 rounds". */
export function countText(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** "90 seconds", "2 minutes", "1 hour", "3 days": in the largest unit that needs no fraction. */
export function durationText(ms) {
  const units = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  const seconds = Math.round(ms / 1000);
  const [size, noun] = units.find(([size]) => seconds % size === 0) ?? [1, "second"];
  return countText(seconds / size, noun);
}

/** "a card", or how many each player submits: `submits` has steps of [from this many players on, cards]. */
export function submitText({ ruleset, seats }) {
  const [, count] = ruleset.submits.filter(([players]) => players <= seats.length).at(-1);
  return count === 1 ? "a card" : `${count} cards`;
}

export function formatPoints(number) {
  return `+${number}`;
}

/** What to call the player of a seat: names that look alike have a number. A deleted account has no name any more. */
export function playerLabel({ label, player }) {
  // A server of an older release has no labels.
  return label ?? player.name ?? "deleted player";
}

/** The same for lists of names, in which guests are marked: they can have the name of any account. */
export function markedLabel(seat) {
  return seat.player.kind === "guest" ? `${playerLabel(seat)} (guest)` : playerLabel(seat);
}

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". */
export function joinNames(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A clue without words is shown as its kind ("a song"). */
export function clueText(clue) {
  return clue.text ?? { sound: "a sound", song: "a song", mime: "a mime" }[clue.kind];
}

/** Say why a round has no points, from the data of `round_called_off`. */
export function calledOffText({ why, storyteller }, match) {
  if (why !== "no_clue") return "There were too few cards.";
  return storyteller === match.seat
    ? "You gave no clue and were passed over."
    : `${match.name(storyteller)} gave no clue and was passed over.`;
}

/** Who is waited for: by name, or, where a list of names would be long, by number. */
function waitingNames(match) {
  const seats = match.view.phase.waiting_for;
  return seats.length > MAX_NAMES_WAITED_FOR
    ? `${seats.length} players`
    : joinNames(seats.map((seat) => match.name(seat)));
}

/** The sentence above the cards in a replay: the match waits for nobody any more. */
function pastText(match) {
  const { phase } = match.view;
  const task = { storytelling: "give a clue", submitting: "play", voting: "vote" }[phase.name];
  if (task) return phase.waiting_for.length ? `Yet to ${task}: ${waitingNames(match)}.` : "Everyone is away.";
  if (phase.name !== "reveal") return "";
  const hasPoints = match.view.last_round?.round === match.view.round;
  return hasPoints ? "Here's who voted for what." : "No points in this round.";
}

/** The sentence above the cards: what to do now, or who is waited for. */
export function promptText(match) {
  const { view } = match;
  if (match.isPast) return pastText(match);
  const others = waitingNames(match);
  if (match.isResting) return "Everyone is away. The match goes on when somebody comes back.";
  switch (view.phase.name) {
    case "drawing":
      return "Shuffling…";
    case "storytelling":
      return `${previousRoundText(match)}${storytellingPrompt(match, others)}`;
    case "submitting":
      return match.action("cards") ? submittingPrompt(match) : `Waiting for ${others} to play ${submitText(view)}…`;
    case "voting":
      return match.action("vote") ? votingPrompt(match) : `Waiting for ${others} to vote…`;
    case "reveal":
      return revealPrompt(match, others);
    default:
      return "";
  }
}

/** Say why the previous round had no points, if so: nothing else on the table does. */
function previousRoundText(match) {
  const { previousCalledOff } = match.record;
  return previousCalledOff ? `${calledOffText(previousCalledOff, match)} ` : "";
}

function storytellingPrompt(match, others) {
  const clue = match.action("clue");
  if (!clue) return `${others} ${match.view.phase.waiting_for.length === 1 ? "is" : "are"} thinking of a clue…`;
  if (match.view.storyteller === null)
    return "No storyteller yet: the first player to give a clue becomes the storyteller.";
  return clue.cards
    ? "You're the storyteller: pick a card and give a clue."
    : "You're the storyteller: give a clue before you see your cards.";
}

function submittingPrompt(match) {
  const { count } = match.action("cards");
  if (match.view.ruleset.teams) return "You or your partner: pick the card that fits the clue best.";
  return count === 1 ? "Pick the card that fits the clue best." : `Pick the ${count} cards that fit the clue best.`;
}

function votingPrompt(match) {
  const { most, trap } = match.action("vote");
  if (trap) return "Vote for the card most players will choose, and trap one.";
  if (match.view.ruleset.crowd) return "Which card will most players choose?";
  const which = `Which card is ${match.name(match.view.storyteller)}'s?`;
  return most > 1 ? `${which} You have up to ${most} votes.` : which;
}

function revealPrompt(match, others) {
  return match.action("ready") ? "Here's who voted for what." : `Waiting for ${others} to continue…`;
}
