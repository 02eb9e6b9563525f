// Quick match: players who ask for the same rules, and the same or any number of players, meet in one match.

import { h } from "../dom.js";
import { rulesetName } from "../ui_text.js";
import { field, select } from "./components.js";

export function quickMatchForm(app, lobby) {
  const ruleset = lobby.ruleset(lobby.form.quickRuleset);
  if (!ruleset) return h("p.dim", {}, "Loading…");
  const submit = async (event) => {
    event.preventDefault();
    const id = await lobby.joinQuickMatch(Object.fromEntries(new FormData(event.target)));
    if (id) app.goTo(`/match/${id}`);
  };
  const rulesetOptions = lobby.rulesets.map((one) => [one.name, rulesetName(one.name)]);
  const playerOptions = [["", "Any number"], ...ruleset.players.map((count) => [count, `${count} players`])];
  const changeRuleset = (event) => lobby.updateForm({ quickRuleset: event.target.value });
  const rulesetSelect = select("ruleset", rulesetOptions, {
    id: "quick-ruleset",
    "aria-label": "Rules for the quick match",
    value: ruleset.name,
    onchange: changeRuleset,
  });
  return h(
    "form.stack",
    { onsubmit: submit },
    h(
      "p.dim",
      {},
      "You get a seat with other waiting players, and the match starts automatically when every seat is taken.",
    ),
    h(
      "div.row",
      {},
      field("Rules", rulesetSelect),
      field(
        "Players",
        select("seats", playerOptions, {
          id: "quick-seats",
          "aria-label": "Players in the quick match",
          "data-key": `quick-${ruleset.name}`,
        }),
      ),
    ),
    h("button.primary", { disabled: lobby.busy }, lobby.busy ? "Finding a seat…" : "Find a match"),
  );
}
