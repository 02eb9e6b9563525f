// The host's part, given to somebody else.

import { h } from "../dom.js";
import { button, field, select } from "./components.js";

/** To whom it can be given; null for who isn't the host, or is alone with computer players. */
export function hostHandoverForm(match) {
  const candidates = match.action("host")?.seats;
  if (!candidates) return null;
  const submit = (event) => {
    event.preventDefault();
    match.act("host", { seat: Number(new FormData(event.target).get("new-host")) });
  };
  const options = candidates.map((seat) => [seat, match.name(seat)]);
  return h(
    "form.row",
    { onsubmit: submit, "data-key": "host-handover" },
    field("Make another player the host", select("new-host", options)),
    h("button.quiet", { disabled: match.busy }, "Hand over"),
  );
}
