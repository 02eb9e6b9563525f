// The page: which screen is shown is told by the address behind the #, and everything is drawn from what is known.

import { Audit } from "./audit.js";
import { tick } from "./clock.js";
import { loadDecks } from "./deck.js";
import { h, morph } from "./dom.js";
import { Foyer } from "./foyer.js";
import { Invitation } from "./invitation.js";
import { Match } from "./match.js";
import { Replay } from "./replay.js";
import { Seen } from "./seen.js";
import { audited } from "./screens/audited.js";
import { entrance } from "./screens/entrance.js";
import { foyer } from "./screens/foyer.js";
import { invited } from "./screens/invited.js";
import { lobby } from "./screens/lobby.js";
import { missing } from "./screens/missing.js";
import { table } from "./screens/table.js";
import { leave, me } from "./service.js";
import { explained } from "./words.js";

const PAGE = document.querySelector("#page");
const NEWS = document.querySelector("#news");
const NOTICE_MS = 9000;
const ROOMS = new Map(Object.entries({ match: Match, replay: Replay, audit: Audit, invite: Invitation }));
const MOVES = ["claim", "clue", "cards", "vote", "ready"];

const app = { room: null, notice: null, arrive, go, takeSeat, says };

/** Go to an address behind the #. */
function go(path) {
  if (location.hash === `#${path}`) arrive();
  else location.hash = path;
}

/** Go to a match that an invite has led us to; its code doesn't stay in the address, nor in what can be gone back to. */
function takeSeat(match) {
  history.replaceState(null, "", `#/match/${match}`);
  arrive();
}

/** Leave the room we are in and enter the one that the address names. */
async function arrive() {
  app.room?.end();
  app.room = null;
  const [what, id, again] = location.hash.slice(1).split("/").filter(Boolean);
  // Who is invited sees by whom before they say their name.
  if (me() || what === "invite") await enter(ROOMS.get(again) ?? ROOMS.get(what), id);
  draw();
}

async function enter(Room, id) {
  const hears = { changed: draw, says };
  const room = Room && id ? new Room(id, hears) : new Foyer(hears);
  app.room = room;
  try {
    await Promise.all([room.begin(), room instanceof Seen ? loadDecks() : null]);
  } catch (problem) {
    if (problem.code === "not_found") room.hidden = true;
    else says(problem);
  }
}

function screen() {
  const { room } = app;
  if (room instanceof Invitation) return invited(app, room);
  if (!me()) return entrance(app);
  if (room?.hidden) return missing(app, room);
  if (room instanceof Foyer) return foyer(app, room);
  if (room instanceof Audit) return audited(app, room);
  if (!room?.view) return h("main.door", {}, h("p", {}, "One moment…"));
  return room.view.phase.name === "gathering" ? lobby(app, room) : table(app, room);
}

function draw() {
  morph(PAGE.firstElementChild, h("div.app", {}, screen(), notice()));
  const fresh = (app.room?.told ?? []).filter((one) => one.news).map((one) => one.line);
  if (fresh.length && NEWS.textContent !== fresh.at(-1)) NEWS.textContent = fresh.at(-1);
  document.title = app.room?.view?.actions.some(({ type }) => MOVES.includes(type)) ? "Your turn · Dixit" : "Dixit";
  tick();
}

function notice() {
  const shown = app.notice;
  if (!shown) return null;
  const close = () => ((app.notice = null), draw());
  return h(
    "div.notice",
    { role: "alert", "data-key": "notice" },
    h("p", {}, explained(shown), " ", h("code", {}, shown.code)),
    h("button.plain", { type: "button", onclick: close, "aria-label": "Close this message" }, "✕"),
  );
}

/** Show what went wrong; who isn't known any more is asked for the name again. */
function says(problem) {
  if (!problem.code) throw problem;
  if (problem.code === "unauthenticated") {
    leave();
    app.room?.end();
  }
  app.notice = problem;
  setTimeout(() => {
    if (app.notice === problem) app.notice = null;
    draw();
  }, NOTICE_MS);
  draw();
}

addEventListener("hashchange", arrive);
arrive();
