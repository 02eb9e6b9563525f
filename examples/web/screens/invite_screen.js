// What somebody sees who opens the link of an invite: who sits there, and the way to a seat.

import { session } from "../api.js";
import { h } from "../dom.js";
import { joinNames, rulesetName } from "../ui_text.js";
import { field, topBar } from "./components.js";

export function inviteScreen(app, invite) {
  return h(
    "div",
    { "data-key": "invite" },
    topBar(app, { title: "An invite" }),
    h("main.centered", {}, content(app, invite)),
  );
}

function content(app, invite) {
  if (invite.isGone) {
    return [
      h("h1", {}, "This invite leads nowhere"),
      h("p", {}, "It was used up or taken back, its time is over, or the match has begun. Ask for another one."),
      h("p", {}, h("a", { href: "#/" }, "To the foyer")),
    ];
  }
  if (!invite.details) return h("p", {}, "One moment…");
  const { match } = invite.details;
  return [
    h("img", { src: "icon.svg", alt: "", width: 96, height: 96 }),
    h("h1", {}, "You are invited"),
    h("p.lead", {}, `${rulesetName(match.ruleset)}, with ${playerNames(match)}.`),
    h("p", {}, seatsText(invite)),
    invite.freeSeats.length > 0 && joinForm(app, invite),
  ];
}

function playerNames(match) {
  const host = match.seats.find((one) => one.seat === match.host);
  const others = match.seats.filter((one) => one !== host);
  return joinNames([host, ...others].filter(Boolean).map((one) => one.player.name ?? "somebody"));
}

function seatsText({ freeSeats, details }) {
  const { seat } = details.invite;
  if (!freeSeats.length) return "Every seat is taken by now. Should one be left again, this link leads there.";
  if (seat === null)
    return `${freeSeats.length} of ${details.match.places} seats ${freeSeats.length === 1 ? "is" : "are"} free.`;
  return freeSeats.includes(seat)
    ? `Seat ${seat + 1} is meant for you.`
    : `Seat ${seat + 1} is taken by now; you get another one.`;
}

function joinForm(app, invite) {
  const submit = async (event) => {
    event.preventDefault();
    const match = await invite.accept(new FormData(event.target).get("name")?.trim());
    if (match) app.goToNewSeat(match);
  };
  const nameInput = () =>
    h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname", placeholder: "Ada" });
  return h(
    "form.stack",
    { onsubmit: submit },
    session()
      ? h("p", {}, "You come as ", h("strong", {}, session().user.name), ".")
      : field("What shall the others call you?", nameInput()),
    h("button.primary", { disabled: invite.busy }, "Sit down"),
  );
}
