// The seats of a lobby: who sits where, and what can be done about each.

import { h } from "../dom.js";
import { isMe } from "../service.js";
import { button, token } from "./parts.js";

export function places(match) {
  return h(
    "ol.places",
    { "aria-label": "Seats" },
    Array.from({ length: match.view.places }, (_, seat) => place(match, seat)),
  );
}

function place(match, seat) {
  const found = match.view.seats.find((one) => one.seat === seat);
  return h(
    "li.place",
    { "data-key": `seat-${seat}`, class: found ? "place taken" : "place" },
    found ? taken(match, found) : free(match, seat),
  );
}

function taken(match, { seat, player, connected }) {
  const what = [
    isMe(player) && "you",
    seat === match.view.host && "host",
    team(match, seat),
    player.kind === "bot" && "computer",
    connected === false && "away",
  ];
  return [
    token(match, seat),
    h("div", {}, h("strong", {}, match.name(seat)), h("div.dim", {}, what.filter(Boolean).join(" · "))),
    h("div.offers", {}, [
      offer(match, "host", seat, "Make host", `Make host: ${match.name(seat)}`),
      offer(match, "clear", seat, "Free the seat", `Free the seat of ${match.name(seat)}`, () =>
        sure(match, player, seat),
      ),
    ]),
  ];
}

function free(match, seat) {
  const number = seat + 1;
  return [
    h("span.token.free", { "aria-hidden": "true" }, number),
    h("div.dim", {}, [`Seat ${number} is free`, team(match, seat)].filter(Boolean).join(" · ")),
    h("div.offers", {}, [
      offer(match, "sit", seat, "Sit here", `Sit here, on seat ${number}`),
      offer(match, "move", seat, "Move here", `Move here, to seat ${number}`),
      offer(match, "bot", seat, "Computer", `Computer player for seat ${number}`),
    ]),
  ];
}

/** In Team partners sit opposite: a letter for each pair. */
function team({ view }, seat) {
  return view.ruleset.teams && `team ${String.fromCharCode(65 + (seat % (view.places / 2)))}`;
}

/** A button for what can be done at this seat, if it can. */
function offer(match, type, seat, text, label, unless = () => true) {
  if (!match.can(type)?.seats.includes(seat)) return null;
  const body = type === "bot" ? { seat, bot: "bookish" } : { seat };
  return button(text, () => unless() && match.act(type, body), {
    kind: type === "sit" ? "" : "quiet",
    disabled: match.busy,
    "aria-label": label,
    "data-key": type,
  });
}

/** People are sent away for good; computer players don't mind. */
function sure(match, player, seat) {
  return (
    player.kind === "bot" || confirm(`${match.name(seat)} has to go, and comes back only by an invite. Are you sure?`)
  );
}
