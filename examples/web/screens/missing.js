// A match that isn't there for us: it doesn't exist, or it is private and wants a password.

import { h } from "../dom.js";
import { commitment } from "../luck.js";
import { call, newKey } from "../service.js";
import { bar, field } from "./parts.js";

export function missing(app, room) {
  const content = room.view ? sentAway() : closed(app, room);
  return h("div", { "data-key": "missing" }, bar(app, { title: "No match here" }), h("main.door", {}, content, back()));
}

function back() {
  return h("p", {}, h("a", { href: "#/" }, "Back to the foyer"));
}

/** It was there a moment ago. */
function sentAway() {
  return [
    h("h1", {}, "You have no seat here any more"),
    h("p", {}, "The match is private, and the host has freed your seat. An invite leads back."),
  ];
}

function closed(app, room) {
  const sit = async (event) => {
    event.preventDefault();
    try {
      const { password } = Object.fromEntries(new FormData(event.target));
      const asked = { password, ...(await commitment()) };
      await call("POST", `/matches/${room.id}/seats`, asked, newKey());
      await app.arrive();
    } catch (problem) {
      app.says(problem);
    }
  };
  return [
    h("h1", {}, "There is nothing to see here"),
    h(
      "p",
      {},
      "Either there is no such match, or it is private. With its password you may sit down, or by the link of an invite.",
    ),
    h(
      "form.stack",
      { onsubmit: sit },
      field("Password", h("input", { name: "password", required: true, maxlength: 200, autocomplete: "off" })),
      h("button.primary", {}, "Sit down"),
    ),
  ];
}
