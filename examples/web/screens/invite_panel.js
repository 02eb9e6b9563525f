// Inviting friends: the link of the match and, for its host, invites.

import { h } from "../dom.js";
import { button, copyField, field, matchLink, select } from "./components.js";

const HOUR_SECONDS = 3600;
const INVITE_LIFETIMES = [
  [HOUR_SECONDS, "1 hour"],
  [24 * HOUR_SECONDS, "1 day"],
  [7 * 24 * HOUR_SECONDS, "1 week"],
];
const USE_COUNTS = [1, 2, 3, 5, 10, 100];

export function invitePanel(match) {
  const isPrivate = match.view.terms.visibility === "private";
  return h(
    "section.panel.stack",
    { "aria-labelledby": "friends", "data-key": "friends" },
    h("h2", { id: "friends" }, "Invite friends"),
    h(
      "p.dim",
      {},
      isPrivate
        ? "The match is private: this link is for players who have a seat, or the password if there is one."
        : "Share this link:",
    ),
    matchLink(match),
    match.isHost && inviteManager(match),
  );
}

function inviteManager({ invites, view }) {
  return h(
    "div.stack",
    { "data-key": "invites" },
    h(
      "p.dim",
      {},
      "Or create an invite. Its link gives people a seat without a password. ",
      "It is limited to the number of people and the time you choose.",
    ),
    createInviteForm(invites, view),
    invites.active.length > 0 &&
      h(
        "ul.invites",
        { "aria-label": "Your invites" },
        invites.active.map((one) => inviteRow(invites, one)),
      ),
  );
}

function createInviteForm(invites, view) {
  const taken = view.seats.map((one) => one.seat);
  const free = Array.from({ length: view.places }, (_, seat) => seat).filter((seat) => !taken.includes(seat));
  const submit = (event) => {
    event.preventDefault();
    invites.create(Object.fromEntries(new FormData(event.target)));
  };
  const counts = [...new Set([...USE_COUNTS, free.length || 1])].sort((one, other) => one - other);
  const useOptions = counts.map((count) => [count, count === 1 ? "1 person" : `${count} people`]);
  const seatOptions = [["", "Any"], ...free.map((seat) => [seat, `Seat ${seat + 1}`])];
  return h(
    "form.row.invite-form",
    { onsubmit: submit },
    field("For", select("uses", useOptions, { value: free.length || 1 })),
    field("Valid for", select("expires_in", INVITE_LIFETIMES, { value: 24 * HOUR_SECONDS })),
    field("Seat", select("seat", seatOptions)),
    h("button", { disabled: invites.busy }, "Create invite"),
  );
}

function inviteRow(invites, { id, seat, uses, uses_left, expires_at }) {
  const link = invites.links.get(id);
  const usesText = uses === 1 ? "for 1 person" : `${uses_left} of ${uses} uses left`;
  const seatText = seat === null ? "" : `, for seat ${seat + 1}`;
  const until = new Date(expires_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const revoke = () => invites.revoke(id);
  return h(
    "li.stack",
    { "data-key": id },
    link && copyField(link, "Invite link", `link-${id}`, "Copy link"),
    h(
      "div.row",
      {},
      h("span.dim", {}, `${usesText}${seatText}, until ${until}${link ? "" : " (link shown only once)"}`),
      button("Revoke", revoke, {
        kind: "quiet",
        disabled: invites.busy,
        "aria-label": `Revoke the invite: ${usesText}${seatText}`,
      }),
    ),
  );
}
