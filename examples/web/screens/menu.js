// What can be done at any time: share the match, agree to end it, leave it.

import { h } from "../dom.js";
import { handing } from "./handing.js";
import { button, share } from "./parts.js";

export function menu(app, match) {
  const resign = () => confirm("Leave for good? Luck will play on for your seat.") && match.act("resign");
  const abandon = () => confirm("Agree to end the match for everybody?") && match.act("abandon");
  return h(
    "details.menu",
    { "data-key": "menu" },
    h("summary", {}, "Menu"),
    h(
      "div.panel.stack",
      {},
      match.terms?.visibility === "private"
        ? h("p.dim", {}, "The match is private: only who has a seat can see it.")
        : [h("p.dim", {}, "Whoever has this address can watch:"), share(match)],
      handing(match),
      match.can("abandon") && button("Agree to end the match", abandon, { kind: "quiet" }),
      match.can("resign") && button("Resign", resign, { kind: "quiet" }),
    ),
  );
}
