// Quick match: rules, how many, and one button; whoever comes next for the same sits at the same table.

import { h } from "../dom.js";
import { rulesName } from "../words.js";
import { field, select } from "./parts.js";

export function quick(app, room) {
  const rules = room.rules(room.asked.quick);
  if (!rules) return h("p.dim", {}, "One moment…");
  const come = async (event) => {
    event.preventDefault();
    const id = await room.quick(Object.fromEntries(new FormData(event.target)));
    if (id) app.go(`/match/${id}`);
  };
  const printed = room.rulesets.map((one) => [one.name, rulesName(one.name)]);
  const sizes = [["", "However many"], ...rules.players.map((count) => [count, `${count} at the table`])];
  const other = (event) => room.ask({ quick: event.target.value });
  const which = select("ruleset", printed, { id: "quick-ruleset", value: rules.name, onchange: other });
  return h(
    "form.stack",
    { onsubmit: come },
    h("p.dim", {}, "You get a seat where others wait, and the match begins by itself when the table is full."),
    h(
      "div.row",
      {},
      field("Rules to play by", which),
      field("How many", select("seats", sizes, { id: "quick-seats", "data-key": `quick-${rules.name}` })),
    ),
    h("button.primary", { disabled: room.busy }, room.busy ? "Finding a seat…" : "Find me a table"),
  );
}
