// The form that opens a match; what it offers is read off the rule sets.

import { h } from "../dom.js";
import { rulesName } from "../words.js";
import { field, select } from "./parts.js";

const CLOCKS = [
  ["", "No limits"],
  [JSON.stringify({ clue: 180, submit: 120, vote: 120, reveal: 60 }), "Relaxed: two or three minutes a move"],
  [JSON.stringify({ clue: 60, submit: 45, vote: 45, reveal: 20 }), "Quick: a minute at most"],
  [JSON.stringify({ clue: 86400, submit: 86400, vote: 86400, reveal: 86400 }), "By letter: a day for each move"],
];
const EYES = [
  ["public", "Everybody: it stands in the lobby"],
  ["unlisted", "Who has the address"],
  ["private", "Who has the password, or an invite"],
  ["invited", "Who has an invite"],
];
const FIRSTS = [
  ["host", "I do"],
  ["claim", "Whoever has a clue first"],
  ["luck", "Luck decides"],
];
const USUAL = 4;

export function opening(app, room) {
  const rules = room.rules(room.asked.ruleset);
  if (!rules) return h("p.dim", {}, "One moment…");
  const open = async (event) => {
    event.preventDefault();
    const id = await room.open(Object.fromEntries(new FormData(event.target)));
    if (id) app.go(`/match/${id}`);
  };
  const ruleset = (event) => room.ask({ ruleset: event.target.value });
  const printed = room.rulesets.map((one) => [one.name, rulesName(one.name)]);
  const players = rules.players.map((count) => [count, `${count} players`]);
  const usual = Math.max(USUAL, rules.players[0]);
  return h(
    "form.stack",
    { onsubmit: open },
    field("Rules", select("ruleset", printed, { value: rules.name, onchange: ruleset }), rules.note),
    field("Players", select("seats", players, { value: usual, "data-key": `seats-${rules.name}` })),
    h(
      "label.tick",
      {},
      h("input", { type: "checkbox", name: "fill", checked: true }),
      h("span", {}, "Computer players take the free seats"),
    ),
    h(
      "details.quiet",
      {},
      h("summary", {}, "Time, length, and who may come"),
      h("div.stack", {}, further(room, rules)),
    ),
    h("button.primary", { disabled: room.busy }, room.busy ? "Opening…" : "Open the match"),
  );
}

function further(room, rules) {
  const { points, laps } = rules.end;
  const { visibility } = room.asked;
  const eyes = (event) => room.ask({ visibility: event.target.value });
  const number = (name, value) =>
    h("input", { type: "number", name, value, min: 1, max: 100, required: true, "data-key": `${name}-${rules.name}` });
  return [
    field("Time for each move", select("clock", CLOCKS)),
    points && field("Play until somebody has so many points", number("points", points)),
    laps && field("How often everybody tells", number("laps", laps)),
    field("Who tells first", select("first", FIRSTS)),
    field("Who may come", select("visibility", EYES, { onchange: eyes })),
    visibility === "private" &&
      field("Password", h("input", { name: "password", required: true, maxlength: 200, autocomplete: "off" })),
  ];
}
