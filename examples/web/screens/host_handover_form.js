// Handing the host's role to another player.

import { h } from "../dom.js";
import { button, field, select } from "./components.js";

/** Return the form, or null: for everyone but the host, and where all others are computer players. */
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
