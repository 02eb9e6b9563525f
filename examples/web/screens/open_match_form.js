// The form that opens a match. The numbers of players, points and laps that it offers come from the rule set.

import { h } from "../dom.js";
import { rulesetName } from "../ui_text.js";
import { field, select } from "./components.js";

// The presets of GET /rulesets. Without a clock a match has no deadlines.
const CLOCKS = [
  ["default", "Normal: up to three minutes per move"],
  ["quick", "Quick: up to two minutes per move"],
  ["relaxed", "Relaxed: up to ten minutes per move"],
  ["correspondence", "Correspondence: one day per move"],
  ["", "No time limit"],
];
const VISIBILITIES = [
  ["public", "Everyone (listed in the lobby)"],
  ["unlisted", "Anyone with the link"],
  ["private", "Anyone with the password or an invite"],
  ["invited", "Invited players only"],
];
const FIRST_STORYTELLERS = [
  ["host", "Me"],
  ["claim", "The first player with a clue"],
  ["luck", "Random"],
];
const ABSENCE_HINT =
  "The match goes on without players who miss two moves in a row, until they come back. Without a time limit, players " +
  "who have moved can call time after six hours.";
const DEFAULT_PLAYER_COUNT = 4;

export function openMatchForm(app, lobby) {
  const ruleset = lobby.ruleset(lobby.form.ruleset);
  if (!ruleset) return h("p.dim", {}, "Loading…");
  const submit = async (event) => {
    event.preventDefault();
    const id = await lobby.openMatch(Object.fromEntries(new FormData(event.target)));
    if (id) app.goTo(`/match/${id}`);
  };
  const changeRuleset = (event) => lobby.updateForm({ ruleset: event.target.value });
  const rulesetOptions = lobby.rulesets.map((one) => [one.name, rulesetName(one.name)]);
  const playerOptions = ruleset.players.map((count) => [count, `${count} players`]);
  const defaultCount = Math.max(DEFAULT_PLAYER_COUNT, ruleset.players[0]);
  return h(
    "form.stack",
    { onsubmit: submit },
    field("Rules", select("ruleset", rulesetOptions, { value: ruleset.name, onchange: changeRuleset }), ruleset.note),
    field("Players", select("seats", playerOptions, { value: defaultCount, "data-key": `seats-${ruleset.name}` })),
    h(
      "label.checkbox",
      {},
      h("input", { type: "checkbox", name: "fill", checked: true }),
      h("span", {}, "Fill the free seats with computer players"),
    ),
    h(
      "details.quiet",
      {},
      h("summary", {}, "Time, length and who can join"),
      h("div.stack", {}, moreOptions(lobby, ruleset)),
    ),
    h("button.primary", { disabled: lobby.busy }, lobby.busy ? "Opening…" : "Open the match"),
  );
}

function moreOptions(lobby, ruleset) {
  const { points, laps } = ruleset.end;
  const { visibility } = lobby.form;
  const changeVisibility = (event) => lobby.updateForm({ visibility: event.target.value });
  // The key contains the rule set's name: another rule set gets a new field with its own default, instead of the number
  // that was typed for the last one.
  const numberInput = (name, value) =>
    h("input", {
      type: "number",
      name,
      value,
      min: 1,
      max: 100,
      required: true,
      "data-key": `${name}-${ruleset.name}`,
    });
  return [
    field("Time per move", select("clock", CLOCKS), ABSENCE_HINT),
    points && field("Points to win", numberInput("points", points)),
    laps && field("Rounds as storyteller", numberInput("laps", laps)),
    field("First storyteller", select("first", FIRST_STORYTELLERS)),
    field("Who can join", select("visibility", VISIBILITIES, { onchange: changeVisibility })),
    visibility === "private" &&
      field("Password", h("input", { name: "password", required: true, maxlength: 200, autocomplete: "off" })),
  ];
}
