// What somebody sees who opens the link of an invite: who sits there, and the way to a seat.

import { h } from "../dom.js";
import { me } from "../service.js";
import { listed, rulesName } from "../words.js";
import { bar, field } from "./parts.js";

export function invited(app, invitation) {
  return h(
    "div",
    { "data-key": "invited" },
    bar(app, { title: "An invite" }),
    h("main.door", {}, content(app, invitation)),
  );
}

function content(app, invitation) {
  if (invitation.gone) {
    return [
      h("h1", {}, "This invite leads nowhere"),
      h("p", {}, "It was used up or taken back, its time is over, or the match has begun. Ask for another one."),
      h("p", {}, h("a", { href: "#/" }, "To the foyer")),
    ];
  }
  if (!invitation.found) return h("p", {}, "One moment…");
  const { match } = invitation.found;
  return [
    h("img", { src: "icon.svg", alt: "", width: 96, height: 96 }),
    h("h1", {}, "You are invited"),
    h("p.lead", {}, `${rulesName(match.ruleset)}, with ${company(match)}.`),
    h("p", {}, places(invitation)),
    invitation.free.length > 0 && sitting(app, invitation),
  ];
}

function company(match) {
  const host = match.seats.find((one) => one.seat === match.host);
  const others = match.seats.filter((one) => one !== host);
  return listed([host, ...others].filter(Boolean).map((one) => one.player.name ?? "somebody"));
}

function places({ free, found }) {
  const { seat } = found.invite;
  if (!free.length) return "Every seat is taken by now. Should one be left again, this link leads there.";
  if (seat === null) return `${free.length} of ${found.match.places} seats ${free.length === 1 ? "is" : "are"} free.`;
  return free.includes(seat)
    ? `Seat ${seat + 1} is meant for you.`
    : `Seat ${seat + 1} is taken by now; you get another one.`;
}

function sitting(app, invitation) {
  const sit = async (event) => {
    event.preventDefault();
    const match = await invitation.accept(new FormData(event.target).get("name")?.trim());
    if (match) app.takeSeat(match);
  };
  const name = () =>
    h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname", placeholder: "Ada" });
  return h(
    "form.stack",
    { onsubmit: sit },
    me()
      ? h("p", {}, "You come as ", h("strong", {}, me().user.name), ".")
      : field("What shall the others call you?", name()),
    h("button.primary", { disabled: invitation.busy }, "Sit down"),
  );
}
