// A running or finished match: the players, the current task, the cards on the table, the hand. Also used by replays.

import { h } from "../dom.js";
import { Replay } from "../replay.js";
import { clueText, promptText, rulesetName } from "../ui_text.js";
import { agreement, ownAbsence, timeCall } from "./absence_notices.js";
import { button, cardElement, topBar } from "./components.js";
import { hand } from "./hand.js";
import { matchEnd } from "./match_end.js";
import { matchMenu } from "./match_menu.js";
import { players } from "./players.js";
import { roundScores } from "./round_scores.js";
import { scrubber } from "./scrubber.js";
import { slotControls, turnForms } from "./turn_forms.js";

export function matchScreen(app, match) {
  const { view } = match;
  const title = `${rulesetName(view.ruleset.name)} · ${view.round ? `round ${view.round}` : "shuffling"}`;
  const isReplay = match instanceof Replay;
  return h(
    "div",
    { "data-key": "match" },
    topBar(app, { title, connection: match.connection, more: isReplay ? [] : matchMenu(app, match) }),
    isReplay && scrubber(match),
    h("main.match", {}, players(match), tableSection(app, match), hand(match), isReplay ? null : eventLog(match)),
  );
}

function tableSection(app, match) {
  const { view } = match;
  const over = view.phase.name === "over";
  return h(
    "section.stage",
    { "aria-label": "Table" },
    over && matchEnd(app, match),
    ownAbsence(match),
    agreement(match),
    clueQuote(view),
    !over && h("p.prompt", { role: "status" }, promptText(match)),
    !over && view.phase.until && timer(match),
    timeCall(match),
    showsLastRound(view) ? roundScores(match) : tableau(match),
    match.action("ready") && nextRoundButton(match),
    turnForms(match),
  );
}

/** The time that is left, who has called time, and that the chosen move is sent at the end. */
function timer(match) {
  const { until, id } = match.view.phase;
  const { timeCall: call } = match.record;
  const mayMove = ["clue", "cards", "vote"].some((type) => match.action(type));
  return h(
    "p.timer",
    { "data-key": "timer" },
    call?.phase === id && `${call.seat === match.seat ? "You have" : `${match.name(call.seat)} has`} called time. `,
    match.isResting ? "The match ends in " : "Time left ",
    h("span", { "data-until": until }),
    mayMove && h("small", {}, " · at the end, what you have chosen is sent"),
  );
}

function nextRoundButton(match) {
  const on = button("Next round", () => match.act("ready"), { kind: "primary", disabled: match.busy });
  return h("div.turn-form", { "data-key": "ready" }, on);
}

/** Whether the last scored round is on the table. A round that was called off has no scores to show. */
function showsLastRound(view) {
  return (
    view.last_round &&
    (view.phase.name === "over" || (view.phase.name === "reveal" && view.last_round.round === view.round))
  );
}

function clueQuote(view) {
  const given = view.clue ?? (showsLastRound(view) ? view.last_round.clue : null);
  return (
    given && h("blockquote.clue", { "data-key": "clue-text" }, given.text ? `“${clueText(given)}”` : clueText(given))
  );
}

function tableau(match) {
  const { view } = match;
  if (!view.tableau.length) return cardPile(view);
  return h(
    "ul.cards.tableau",
    { "aria-label": "Cards on the table" },
    view.tableau.map((laid) => {
      const own = view.you?.submitted.includes(laid.card);
      const below = [
        h("span.slot", {}, laid.slot),
        own && h("span.own", {}, "yours", match.record.cards.has(match.seat) && " · at random"),
        ...slotControls(match, laid.slot).below,
      ];
      return cardElement(laid.card, {
        key: `slot-${laid.slot}`,
        label: `Card ${laid.slot}`,
        ...slotControls(match, laid.slot).card,
        below,
      });
    }),
  );
}

/** The cards played so far, face down: one for each player who is done. */
function cardPile(view) {
  if (view.phase.name !== "submitting") return null;
  const given = view.seats.filter((seat) => seat.done).length;
  return h(
    "ul.pile",
    { role: "img", "aria-label": `${given} of ${view.seats.length} players have played` },
    Array.from({ length: given }, () => h("li")),
  );
}

function eventLog(match) {
  return h(
    "details.event-log",
    {},
    h("summary", {}, "Match log"),
    h(
      "ol",
      { reversed: true },
      [...match.log].reverse().map((entry) => h("li", { "data-key": `v${entry.version}` }, entry.text)),
    ),
  );
}
