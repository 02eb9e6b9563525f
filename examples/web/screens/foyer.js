// The foyer as it is shown: open a match, go on with one, or join one.

import { h } from "../dom.js";
import { leave, me } from "../service.js";
import { rulesName } from "../words.js";
import { opening } from "./opening.js";
import { bar, button, field } from "./parts.js";
import { quick } from "./quick.js";

export function foyer(app, room) {
  return h(
    "div",
    { "data-key": "foyer" },
    bar(app, { title: `Welcome, ${me().user.name}`, more: button("Leave", () => goAway(app), { kind: "quiet" }) }),
    h(
      "main.foyer",
      {},
      h(
        "div.stack",
        {},
        panel("quick", "Quick match", quick(app, room)),
        panel("opening", "Open a match", opening(app, room)),
      ),
      h(
        "div.stack",
        {},
        room.mine.length > 0 && matches("Your matches", room.mine, "Go on"),
        room.matches.length > 0 ? matches("Join others", room.matches, "Look in") : nobody(),
        byAddress(app),
      ),
    ),
  );
}

function panel(id, title, content) {
  return h("section.panel", { "aria-labelledby": id, "data-key": id }, h("h2", { id }, title), content);
}

async function goAway(app) {
  leave();
  await app.arrive();
}

function nobody() {
  return h(
    "section.panel",
    {},
    h("h2", {}, "Join others"),
    h("p.dim", {}, "Nobody is waiting for players right now. Open a match and share its address."),
  );
}

function matches(title, found, verb) {
  return h(
    "section.panel",
    {},
    h("h2", {}, title),
    h(
      "ul.matches",
      {},
      found.map((match) => line(match, verb)),
    ),
  );
}

function line(match, verb) {
  const names = match.seats.map((seat) => seat.player.name ?? "somebody").join(", ");
  const state =
    match.status === "gathering" ? `${match.seats.length} of ${match.places} seats taken` : `round ${match.round}`;
  return h(
    "li",
    { "data-key": match.id },
    h(
      "div",
      {},
      h("strong", {}, rulesName(match.ruleset)),
      h("span.dim", {}, ` · ${state}`),
      h("div.names", {}, names),
    ),
    h("a.button.quiet", { href: `#/match/${match.id}`, "aria-label": `${verb}: ${names}` }, verb),
  );
}

/** An id, or an address or invite that somebody has given you. */
function byAddress(app) {
  const join = (event) => {
    event.preventDefault();
    const given = new FormData(event.target).get("where").trim().replace(/^.*\//, "");
    app.go(`/${given.startsWith("inv_") ? "invite" : "match"}/${given}`);
  };
  const where = h("input", { name: "where", required: true, pattern: ".*[A-Za-z0-9_-]{1,40}", autocomplete: "off" });
  return h(
    "section.panel",
    {},
    h("h2", {}, "Join by address"),
    h(
      "form.row",
      { onsubmit: join },
      field("The address or id of a match, or an invite", where),
      h("button.quiet", {}, "Go"),
    ),
  );
}
