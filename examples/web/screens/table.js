// A match that is played: the players, what is to be done, the cards on the table, the hand.

import { h } from "../dom.js";
import { Replay } from "../replay.js";
import { prompt, rulesName, said } from "../words.js";
import { choices, toChoose } from "./choices.js";
import { ending } from "./ending.js";
import { hand } from "./hand.js";
import { menu } from "./menu.js";
import { bar, button, card } from "./parts.js";
import { scores } from "./scores.js";
import { scrubber } from "./scrubber.js";
import { seats } from "./seats.js";

export function table(app, match) {
  const { view } = match;
  const title = `${rulesName(view.ruleset.name)} · round ${view.round}`;
  const past = match instanceof Replay;
  return h(
    "div",
    { "data-key": "table" },
    bar(app, { title, state: match.state, more: past ? [] : menu(app, match) }),
    past && scrubber(match),
    h("main.table", {}, seats(match), stage(app, match), hand(match), past ? null : story(match)),
  );
}

function stage(app, match) {
  const { view } = match;
  const over = view.phase.name === "over";
  return h(
    "section.stage",
    { "aria-label": "Table" },
    over && ending(app, match),
    clue(view),
    !over && h("p.prompt", { role: "status" }, prompt(match)),
    !over && view.phase.until && h("p.timer", {}, "Time left ", h("span", { "data-until": view.phase.until })),
    shown(view) ? scores(match) : tableau(match),
    match.can("ready") && ready(match),
    choices(match),
  );
}

function ready(match) {
  const on = button("Next round", () => match.act("ready"), { kind: "primary", disabled: match.busy });
  return h("div.doing", { "data-key": "ready" }, on);
}

/** Whether the round that was scored last is what everybody looks at. */
function shown(view) {
  return (
    view.last_round &&
    (view.phase.name === "over" || (view.phase.name === "reveal" && view.last_round.round === view.round))
  );
}

function clue(view) {
  const given = view.clue ?? (shown(view) ? view.last_round.clue : null);
  return given && h("blockquote.clue", { "data-key": "said" }, given.text ? `“${said(given)}”` : said(given));
}

function tableau(match) {
  const { view } = match;
  if (!view.tableau.length) return laying(view);
  return h(
    "ul.cards.tableau",
    { "aria-label": "Cards on the table" },
    view.tableau.map((laid) => {
      const own = view.you?.submitted.includes(laid.card);
      const below = [
        h("span.slot", {}, laid.slot),
        own && h("span.own", {}, "yours"),
        ...toChoose(match, laid.slot).below,
      ];
      return card(laid.card, {
        key: `slot-${laid.slot}`,
        label: `Card ${laid.slot}`,
        ...toChoose(match, laid.slot).card,
        below,
      });
    }),
  );
}

/** Cards on their way to the table, face down: one for each that was given. */
function laying(view) {
  if (view.phase.name !== "submitting") return null;
  const given = view.seats.filter((seat) => seat.done).length;
  return h(
    "ul.pile",
    { role: "img", "aria-label": `${given} of ${view.seats.length} players have given cards` },
    Array.from({ length: given }, () => h("li")),
  );
}

function story(match) {
  return h(
    "details.story",
    {},
    h("summary", {}, "What has happened"),
    h(
      "ol",
      { reversed: true },
      [...match.told].reverse().map((one) => h("li", { "data-key": `v${one.version}` }, one.line)),
    ),
  );
}
