// The seats of a match before its start: who sits where, and what can be done about each.

import { isMe } from "../api.js";
import { h } from "../dom.js";
import { toLocalMs } from "../server_clock.js";
import { playerLabel } from "../ui_text.js";
import { button, playerToken } from "./components.js";

export function seatList(match) {
  return h(
    "ol.gathering-seats",
    { "aria-label": "Seats" },
    Array.from({ length: match.view.places }, (_, seat) => seatRow(match, seat)),
  );
}

function seatRow(match, seat) {
  const taken = match.view.seats.find((one) => one.seat === seat);
  const reserved = match.view.reserved.find((one) => one.seat === seat);
  return h(
    "li.gathering-seat",
    { "data-key": `seat-${seat}`, class: taken ? "gathering-seat taken" : "gathering-seat" },
    taken ? takenSeat(match, taken) : reserved ? reservedSeat(match, reserved) : freeSeat(match, seat),
  );
}

function takenSeat(match, { seat, player, connected }) {
  const notes = [
    isMe(player) && "you",
    seat === match.view.host && "host",
    teamName(match, seat),
    player.kind === "bot" && "computer",
    player.kind === "guest" && "guest",
    connected === false && "offline",
  ];
  return [
    playerToken(match, seat),
    h("div", {}, h("strong", {}, match.name(seat)), h("div.dim", {}, notes.filter(Boolean).join(" · "))),
    h("div.seat-actions", {}, [
      seatButton(match, "host", seat, "Make host", `Make host: ${match.name(seat)}`),
      seatButton(match, "clear", seat, "Remove", `Remove ${match.name(seat)}`, () =>
        confirmRemoval(match, player, seat),
      ),
    ]),
  ];
}

/** A seat of a rematch that is kept for a former player, who can take it or decline. The host can free it. */
function reservedSeat(match, reserved) {
  const { seat, player, until } = reserved;
  const name = playerLabel(reserved);
  const decline = async () => {
    if (await match.act("stand")) location.hash = "/";
  };
  const countdown = h("span", { "data-until": toLocalMs(until) });
  return [
    h("span.token.free", { "aria-hidden": "true" }, seat + 1),
    h(
      "div",
      {},
      h("strong", {}, isMe(player) ? "Reserved for you" : `Reserved for ${name}`),
      h("div.dim", {}, "for another ", countdown, teamName(match, seat) && ` · ${teamName(match, seat)}`),
    ),
    h("div.seat-actions", {}, [
      seatButton(match, "sit", seat, "Take your seat", `Take your seat, number ${seat + 1}`),
      isMe(player) &&
        match.action("stand") &&
        button("Decline", decline, { kind: "quiet", disabled: match.busy, "data-key": "decline" }),
      seatButton(match, "clear", seat, "Free this seat", `Free the seat of ${name}`),
    ]),
  ];
}

function freeSeat(match, seat) {
  const number = seat + 1;
  return [
    h("span.token.free", { "aria-hidden": "true" }, number),
    h("div.dim", {}, [`Seat ${number} is free`, teamName(match, seat)].filter(Boolean).join(" · ")),
    h("div.seat-actions", {}, [
      seatButton(match, "sit", seat, "Sit here", `Sit here, in seat ${number}`),
      seatButton(match, "move", seat, "Move here", `Move here, to seat ${number}`),
      seatButton(match, "bot", seat, "Add computer", `Add computer to seat ${number}`),
    ]),
  ];
}

/** In Team partners sit opposite each other, and each pair has a letter. */
function teamName({ view }, seat) {
  return view.ruleset.teams && `team ${String.fromCharCode(65 + (seat % (view.places / 2)))}`;
}

/** A button for this action at this seat, or null if it isn't possible. */
function seatButton(match, type, seat, text, label, confirmAction = () => true) {
  if (!match.action(type)?.seats.includes(seat)) return null;
  const body = type === "bot" ? { seat, bot: "bookish" } : { seat };
  return button(text, () => confirmAction() && match.act(type, body), {
    kind: type === "sit" ? "" : "quiet",
    disabled: match.busy,
    "aria-label": label,
    "data-key": type,
  });
}

/** Ask before a person is removed: they can't simply come back. Computer players are removed at once. */
function confirmRemoval(match, player, seat) {
  return player.kind === "bot" || confirm(`Remove ${match.name(seat)}? They can only rejoin with an invite.`);
}
