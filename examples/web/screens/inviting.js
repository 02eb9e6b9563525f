// Bringing friends: the address of the match, and for its host invites.

import { h } from "../dom.js";
import { button, field, select, share, toCopy } from "./parts.js";

const HOUR = 3600;
const LASTING = [
  [HOUR, "an hour"],
  [24 * HOUR, "a day"],
  [7 * 24 * HOUR, "a week"],
];
const COUNTS = [1, 2, 3, 5, 10, 100];

export function inviting(match) {
  const closed = match.terms?.visibility === "private";
  return h(
    "section.panel.stack",
    { "aria-labelledby": "friends", "data-key": "friends" },
    h("h2", { id: "friends" }, "Bring friends"),
    h(
      "p.dim",
      {},
      closed ? "The match is private: this address is for who has its password." : "Give them this address:",
    ),
    share(match),
    match.hosted && invites(match),
  );
}

function invites({ invites, view }) {
  return h(
    "div.stack",
    { "data-key": "invites" },
    h(
      "p.dim",
      {},
      "Or make an invite: its link leads to a seat, past any password, and only so often and so long as you say.",
    ),
    making(invites, view),
    invites.made.length > 0 &&
      h(
        "ul.invites",
        { "aria-label": "Your invites" },
        invites.made.map((one) => invite(invites, one)),
      ),
  );
}

function making(invites, view) {
  const taken = view.seats.map((one) => one.seat);
  const free = Array.from({ length: view.places }, (_, seat) => seat).filter((seat) => !taken.includes(seat));
  const make = (event) => {
    event.preventDefault();
    invites.make(Object.fromEntries(new FormData(event.target)));
  };
  const counts = [...new Set([...COUNTS, free.length || 1])].sort((one, other) => one - other);
  const people = counts.map((count) => [count, count === 1 ? "one person" : `${count} people`]);
  const seats = [["", "any"], ...free.map((seat) => [seat, `seat ${seat + 1}`])];
  return h(
    "form.row.making",
    { onsubmit: make },
    field("For", select("uses", people, { value: free.length || 1 })),
    field("Good for", select("expires_in", LASTING, { value: 24 * HOUR })),
    field("Seat", select("seat", seats)),
    h("button", { disabled: invites.busy }, "Make an invite"),
  );
}

function invite(invites, { id, seat, uses, uses_left, expires_at }) {
  const link = invites.links.get(id);
  const left = uses === 1 ? "for one person" : `for ${uses_left} of ${uses} people`;
  const where = seat === null ? "" : `, on seat ${seat + 1}`;
  const until = new Date(expires_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const back = () => invites.takeBack(id);
  return h(
    "li.stack",
    { "data-key": id },
    link && toCopy(link, "The link of this invite", `link-${id}`, "Copy link"),
    h(
      "div.row",
      {},
      h("span.dim", {}, `${left}${where}, until ${until}${link ? "" : "; its link was told when it was made"}`),
      button("Take back", back, {
        kind: "quiet",
        disabled: invites.busy,
        "aria-label": `Take back the invite ${left}${where}`,
      }),
    ),
  );
}
