// The host's part, given to somebody else.

import { h } from "../dom.js";
import { button, field, select } from "./parts.js";

/** To whom it can be given; null for who isn't the host, or is alone with computer players. */
export function handing(match) {
  const others = match.can("host")?.seats;
  if (!others) return null;
  const give = (event) => {
    event.preventDefault();
    match.act("host", { seat: Number(new FormData(event.target).get("heir")) });
  };
  const people = others.map((seat) => [seat, match.name(seat)]);
  return h(
    "form.row",
    { onsubmit: give, "data-key": "handing" },
    field("Make somebody else the host", select("heir", people)),
    h("button.quiet", { disabled: match.busy }, "Hand over"),
  );
}
