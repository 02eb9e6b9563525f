// The end of a match: the winners, and where to go next.

import { h } from "../dom.js";
import { Replay } from "../replay.js";
import { END_REASONS, countText, joinNames } from "../ui_text.js";
import { button } from "./components.js";

export function matchEnd(app, match) {
  const { view } = match;
  const winners = view.winners ?? [];
  const title =
    view.status === "abandoned"
      ? "The match was abandoned"
      : `${joinNames(winners.map((seat) => match.name(seat)))} ${winners.length > 1 ? "win" : "wins"}!`;
  // Not the top score of all: a player who wasn't there for most of the match can't win.
  const topScore = Math.max(...view.seats.filter((seat) => winners.includes(seat.seat)).map((seat) => seat.score));
  const why = END_REASONS[match.record.ending?.why];
  const won = winners.includes(match.seat);
  return h(
    "div.ending",
    { class: won ? "ending won" : "ending", "data-key": "ending" },
    h("h1", {}, title),
    view.status === "over" &&
      h("p", {}, `with ${countText(topScore, "point")} after ${countText(view.round, "round")}`),
    why && h("p.dim", {}, why),
    h("p", { role: "status" }, rematchText(match)),
    match instanceof Replay ? null : h("div.row", {}, nextStepButtons(app, match)),
  );
}

/** Tell everyone who is still at the table that a rematch has been opened. */
function rematchText(match) {
  if (match instanceof Replay || !match.view.rematch) return "";
  return match.action("rematch") ? "There is a rematch, and you can join it." : "There is a rematch.";
}

function nextStepButtons(app, match) {
  const playAgain = async () => {
    const next = await match.act("rematch");
    if (next) app.goTo(`/match/${next}`);
  };
  const next = match.view.rematch?.match;
  const join = next ? "Join the rematch" : "Play again";
  return [
    match.action("rematch") &&
      button(join, playAgain, { kind: "primary", disabled: match.busy, "data-key": "rematch" }),
    next && !match.action("rematch") && h("a.button.quiet", { href: `#/match/${next}` }, "View the rematch"),
    h("a.button.quiet", { href: `#/match/${match.id}/replay` }, "Watch the replay"),
    h("a.button.quiet", { href: `#/match/${match.id}/audit` }, "Check that it was fair"),
    h("a.button.quiet", { href: "#/" }, "Back to lobby"),
  ];
}
