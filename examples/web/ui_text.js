// Words for people: what to do now, why there are points, what went wrong.

const RULESET_NAMES = {
  classic: "Classic",
  "classic-last-card": "Classic, to the last card",
  odyssey: "Odyssey",
  party: "Party",
  "party-passing": "Party, passing hands",
  "party-30": "Party, to 30 points",
  team: "Team",
  "team-30": "Team, to 30 points",
};

const HOUSE_RULES_NAME = /^(.+)-to-([0-9]+)$/;

/** What rules are called; those that this page makes out of printed ones say how long they go. */
export function rulesetName(name) {
  const [, printed, points] = HOUSE_RULES_NAME.exec(name) ?? [];
  return RULESET_NAMES[name] ?? (RULESET_NAMES[printed] ? `${RULESET_NAMES[printed]}, to ${points} points` : name);
}

export const CLUE_KINDS = { text: "In words", sound: "A sound", song: "A song", mime: "A mime" };

export const AWARD_REASONS = {
  found: "found the card",
  well_told: "told well: some found it, not all",
  consolation: "for everybody else, as all or none found it",
  fooled: "for votes on a card of their own",
  lone_vote: "found it with a single vote",
  with_the_crowd: "voted with the crowd",
};

const PROBLEM_TEXTS = {
  phase_over: "That came too late: the match has gone on.",
  not_the_storyteller: "Somebody else was faster and tells this round.",
  already_done: "That is done already.",
  not_found: "There is no such match, or it is private and you have no seat in it.",
  unauthenticated: "The service doesn't know you any more. Please say your name again.",
  match_full: "Every seat is taken. You can watch.",
  seat_taken: "Somebody has just sat down there. Please choose another seat.",
  kicked: "The host has freed your seat. You come back only by an invite of theirs.",
  not_the_host: "Only the host can do that, and somebody else is the host now.",
  nobody_there: "Nobody sits there any more.",
  unreachable: "The service can't be reached at the moment. Trying again may help.",
  too_many_requests: "That was a little too fast. Please wait a moment.",
};

/** What a problem means, for the person in front of the page. */
export function problemText(problem) {
  return PROBLEM_TEXTS[problem.code] ?? problem.message;
}

export function formatPoints(number) {
  return `+${number}`;
}

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". */
export function joinNames(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A clue as it is shown. */
export function clueText(clue) {
  return clue.text ?? { sound: "a sound", song: "a song", mime: "a mime" }[clue.kind];
}

/** The one sentence above the table: what to do now, or who is waited for. */
export function prompt(match) {
  const { view } = match;
  const others = joinNames(view.phase.waiting_for.map((seat) => match.name(seat)));
  switch (view.phase.name) {
    case "drawing":
      return "Everybody adds to the luck of the draw…";
    case "storytelling":
      return storytellingPrompt(match, others);
    case "submitting":
      return match.action("cards") ? submittingPrompt(match) : `Waiting for a card of ${others}…`;
    case "voting":
      return match.action("vote") ? votingPrompt(match) : `Waiting for the vote of ${others}…`;
    case "reveal":
      return revealPrompt(match, others);
    default:
      return "";
  }
}

function storytellingPrompt(match, others) {
  const clue = match.action("clue");
  if (!clue) return `${others} is thinking of a clue…`;
  if (match.view.storyteller === null) return "Nobody tells yet: whoever has a clue first is the storyteller.";
  return clue.cards
    ? "You tell: choose a card and say something about it."
    : "You tell, before you see your cards: say anything.";
}

function submittingPrompt(match) {
  const { count } = match.action("cards");
  if (match.view.ruleset.teams) return "One of you two gives a card that could be meant.";
  return count === 1 ? "Which of your cards could be meant?" : `Which ${count} of your cards could be meant?`;
}

function votingPrompt(match) {
  const { most, trap } = match.action("vote");
  if (trap) return "Vote for the card that most will choose, and trap one.";
  if (match.view.ruleset.crowd) return "Which card will most of you choose?";
  const which = `Which card is ${match.name(match.view.storyteller)}'s?`;
  return most > 1 ? `${which} You have up to ${most} votes.` : which;
}

function revealPrompt(match, others) {
  const { view } = match;
  if (!match.action("ready")) return `Waiting for ${others}…`;
  return view.last_round?.round === view.round ? "Look at who thought what." : "The round was called off: no points.";
}
