// Quick match: rules, how many, and one button; whoever comes next for the same sits at the same table.

import { h } from "../dom.js";
import { rulesetName } from "../ui_text.js";
import { field, select } from "./components.js";

export function quickMatchForm(app, lobby) {
  const ruleset = lobby.ruleset(lobby.form.quickRuleset);
  if (!ruleset) return h("p.dim", {}, "One moment…");
  const submit = async (event) => {
    event.preventDefault();
    const id = await lobby.joinQuickMatch(Object.fromEntries(new FormData(event.target)));
    if (id) app.goTo(`/match/${id}`);
  };
  const rulesetOptions = lobby.rulesets.map((one) => [one.name, rulesetName(one.name)]);
  const playerOptions = [["", "However many"], ...ruleset.players.map((count) => [count, `${count} at the table`])];
  const changeRuleset = (event) => lobby.updateForm({ quickRuleset: event.target.value });
  const rulesetSelect = select("ruleset", rulesetOptions, {
    id: "quick-ruleset",
    value: ruleset.name,
    onchange: changeRuleset,
  });
  return h(
    "form.stack",
    { onsubmit: submit },
    h("p.dim", {}, "You get a seat where others wait, and the match begins by itself when the table is full."),
    h(
      "div.row",
      {},
      field("Rules to play by", rulesetSelect),
      field("How many", select("seats", playerOptions, { id: "quick-seats", "data-key": `quick-${ruleset.name}` })),
    ),
    h("button.primary", { disabled: lobby.busy }, lobby.busy ? "Finding a seat…" : "Find me a table"),
  );
}
