// A match that we can't view: it doesn't exist, or it is private. The server gives the same answer for both, so that
// ids of private matches can't be found by trying. So this screen has to offer the password form for both.

import { newIdempotencyKey, request } from "../api.js";
import { h } from "../dom.js";
import { createCommitment } from "../entropy.js";
import { field, topBar } from "./components.js";

export function notFoundScreen(app, model) {
  const content = model.view ? seatLost() : passwordForm(app, model);
  return h(
    "div",
    { "data-key": "not-found" },
    topBar(app, { title: "Match not found" }),
    h("main.centered", {}, content, lobbyLink()),
  );
}

function lobbyLink() {
  return h("p", {}, h("a", { href: "#/" }, "Back to lobby"));
}

/** For a match that we could view a moment ago. */
function seatLost() {
  return [
    h("h1", {}, "You no longer have a seat here"),
    h("p", {}, "The match is private, and the host has removed you. You can only rejoin with an invite."),
  ];
}

function passwordForm(app, model) {
  const submit = async (event) => {
    event.preventDefault();
    try {
      const { password } = Object.fromEntries(new FormData(event.target));
      const body = { password, ...(await createCommitment()) };
      await request("POST", `/matches/${model.id}/seats`, body, newIdempotencyKey());
      await app.openRoute();
    } catch (problem) {
      app.showProblem(problem);
    }
  };
  return [
    h("h1", {}, "You can't view this match"),
    h(
      "p",
      {},
      "It doesn't exist, or it's private. ",
      "To take a seat in a private match, enter its password or open an invite link.",
    ),
    h(
      "form.stack",
      { onsubmit: submit },
      field("Password", h("input", { name: "password", required: true, maxlength: 200, autocomplete: "off" })),
      h("button.primary", {}, "Sit down"),
    ),
  ];
}
