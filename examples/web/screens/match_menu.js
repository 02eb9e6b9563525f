// What is possible at any time of a match: share it, hand over the host's role, agree to end it, resign.

import { h } from "../dom.js";
import { button, matchLink } from "./components.js";
import { hostHandoverForm } from "./host_handover_form.js";

export function matchMenu(app, match) {
  const resign = () => confirm("Leave for good? Your moves will be made at random.") && match.act("resign");
  const abandon = () => confirm("Agree to end the match for everyone?") && match.act("abandon");
  return h(
    "details.menu",
    { "data-key": "menu" },
    h("summary", {}, "Menu"),
    h(
      "div.panel.stack",
      {},
      match.view.terms.visibility === "private"
        ? h("p.dim", {}, "The match is private: only players with a seat can see it.")
        : [h("p.dim", {}, "Anyone with this link can watch:"), matchLink(match)],
      hostHandoverForm(match),
      match.action("abandon") && [
        button("Agree to end the match", abandon, { kind: "quiet", "aria-describedby": "who-must-agree" }),
        h("small", { id: "who-must-agree" }, "It ends when everyone who isn't away has agreed in the same round."),
      ],
      match.action("resign") && button("Resign", resign, { kind: "quiet" }),
    ),
  );
}
