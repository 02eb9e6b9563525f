// The lobby: open a match, resume one, or join one.

import { session, signOut } from "../api.js";
import { h } from "../dom.js";
import { markedLabel, rulesetName } from "../ui_text.js";
import { button, field, topBar } from "./components.js";
import { openMatchForm } from "./open_match_form.js";
import { quickMatchForm } from "./quick_match_form.js";

export function lobbyScreen(app, lobby) {
  return h(
    "div",
    { "data-key": "lobby" },
    topBar(app, {
      title: `Welcome, ${session().user.name}`,
      more: button("Leave", () => leaveService(app), { kind: "quiet" }),
    }),
    h(
      "main.lobby",
      {},
      h(
        "div.stack",
        {},
        panel("quick-match", "Quick match", quickMatchForm(app, lobby)),
        panel("open-match", "Open a match", openMatchForm(app, lobby)),
      ),
      h(
        "div.stack",
        {},
        lobby.myMatches.length > 0 && matchList("Your matches", lobby.myMatches, "Resume"),
        lobby.openMatches.length > 0 ? matchList("Join a match", lobby.openMatches, "View") : noMatches(),
        joinByLink(app),
      ),
    ),
  );
}

function panel(id, title, content) {
  return h("section.panel", { "aria-labelledby": id, "data-key": id }, h("h2", { id }, title), content);
}

async function leaveService(app) {
  signOut();
  await app.openRoute();
}

function noMatches() {
  return h(
    "section.panel",
    {},
    h("h2", {}, "Join a match"),
    h("p.dim", {}, "No one is waiting for players right now. Open a match and share its link."),
  );
}

function matchList(title, matches, verb) {
  return h(
    "section.panel",
    {},
    h("h2", {}, title),
    h(
      "ul.matches",
      {},
      matches.map((match) => matchRow(match, verb)),
    ),
  );
}

function matchRow(match, verb) {
  const names = match.seats.map(markedLabel).join(", ");
  const state =
    match.status === "gathering" ? `${match.seats.length} of ${match.places} seats taken` : `round ${match.round}`;
  return h(
    "li",
    { "data-key": match.id },
    h(
      "div",
      {},
      h("strong", {}, rulesetName(match.ruleset)),
      h("span.dim", {}, ` · ${state}`),
      h("div.names", {}, names),
    ),
    h("a.button.quiet", { href: `#/match/${match.id}`, "aria-label": `${verb}: ${names}` }, verb),
  );
}

/** Accept an id, an invite's code, or the whole link of either: only what follows the last slash counts. */
function joinByLink(app) {
  const join = (event) => {
    event.preventDefault();
    const code = new FormData(event.target).get("where").trim().replace(/^.*\//, "");
    app.goTo(`/${code.startsWith("inv_") ? "invite" : "match"}/${code}`);
  };
  const where = h("input", { name: "where", required: true, pattern: ".*[A-Za-z0-9_-]{1,40}", autocomplete: "off" });
  return h(
    "section.panel",
    {},
    h("h2", {}, "Join by link"),
    h(
      "form.row",
      { onsubmit: join },
      field("Link or ID of a match, or an invite", where),
      h("button.quiet", {}, "Join"),
    ),
  );
}
