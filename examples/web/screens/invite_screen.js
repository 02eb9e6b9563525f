// The page behind an invite link: who plays, and a form to take a seat.

import { session } from "../api.js";
import { h } from "../dom.js";
import { joinNames, markedLabel, rulesetName } from "../ui_text.js";
import { field, topBar } from "./components.js";

export function inviteScreen(app, invite) {
  return h(
    "div",
    { "data-key": "invite" },
    topBar(app, { title: "Invite" }),
    h("main.centered", {}, inviteDetails(app, invite)),
  );
}

function inviteDetails(app, invite) {
  if (invite.isGone) {
    return [
      h("h1", {}, "This invite no longer works"),
      h("p", {}, "It has been used up or revoked, it has expired, or the match has started. Ask for a new one."),
      h("p", {}, h("a", { href: "#/" }, "Back to lobby")),
    ];
  }
  if (!invite.details) return h("p", {}, "Loading…");
  const { match } = invite.details;
  return [
    h("img", { src: "icon.svg", alt: "", width: 96, height: 96 }),
    h("h1", {}, "You're invited"),
    h("p.lead", {}, `${rulesetName(match.ruleset)}, with ${playerNames(match)}.`),
    h("p", {}, seatsText(invite)),
    invite.freeSeats.length > 0 && joinForm(app, invite),
  ];
}

function playerNames(match) {
  const host = match.seats.find((one) => one.seat === match.host);
  const others = match.seats.filter((one) => one !== host);
  return joinNames([host, ...others].filter(Boolean).map(markedLabel));
}

function seatsText({ freeSeats, details }) {
  const { seat } = details.invite;
  if (!freeSeats.length) return "Every seat is taken. If one becomes free, this link will work again.";
  if (seat === null)
    return `${freeSeats.length} of ${details.match.places} seats ${freeSeats.length === 1 ? "is" : "are"} free.`;
  return freeSeats.includes(seat)
    ? `This invite is for seat ${seat + 1}.`
    : `Seat ${seat + 1} is already taken, so you'll get another one.`;
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
      ? h("p", {}, "You're joining as ", h("strong", {}, session().user.name), ".")
      : field("What should we call you?", nameInput()),
    h("button.primary", { disabled: invite.busy }, "Sit down"),
  );
}
