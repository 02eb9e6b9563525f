// The page. The hash of the address selects a model, the model's state selects a screen, and every change renders the
// whole screen again; `morph` keeps that cheap.

import { session, signOut } from "./api.js";
import { AuditModel } from "./audit.js";
import { updateCountdowns } from "./countdown.js";
import { loadDecks } from "./deck.js";
import { h, morph } from "./dom.js";
import { Lobby } from "./lobby.js";
import { Match } from "./match.js";
import { MatchModel } from "./match_model.js";
import { ReceivedInvite } from "./received_invite.js";
import { Replay } from "./replay.js";
import { auditScreen } from "./screens/audit_screen.js";
import { gatheringScreen } from "./screens/gathering_screen.js";
import { inviteScreen } from "./screens/invite_screen.js";
import { lobbyScreen } from "./screens/lobby_screen.js";
import { matchScreen } from "./screens/match_screen.js";
import { notFoundScreen } from "./screens/not_found_screen.js";
import { signInScreen } from "./screens/sign_in_screen.js";
import { problemText } from "./ui_text.js";

const PAGE = document.querySelector("#page");
const ANNOUNCEMENTS = document.querySelector("#announcements");
const NOTICE_DURATION_MS = 9000;
const MODELS = new Map(Object.entries({ match: Match, replay: Replay, audit: AuditModel, invite: ReceivedInvite }));
// Actions that make it our turn, for the title of the window.
const TURN_COMMANDS = ["claim", "clue", "cards", "vote", "ready"];

const app = { model: null, notice: null, openRoute, goTo, goToNewSeat, showProblem };

/** Go to a path behind the #. Setting the same hash again fires no event, so reload the route by hand then. */
function goTo(path) {
  if (location.hash === `#${path}`) openRoute();
  else location.hash = path;
}

/** Go to a match that we joined with an invite. The invite's code disappears from the address and the history. */
function goToNewSeat(match) {
  history.replaceState(null, "", `#/match/${match}`);
  openRoute();
}

/** Stop the current model and start the one that the address names. */
async function openRoute() {
  app.model?.stop();
  app.model = null;
  const [page, id, subpage] = location.hash.slice(1).split("/").filter(Boolean);
  // An invite is shown before signing in: guests see who invited them first.
  if (session() || page === "invite") await openModel(MODELS.get(subpage) ?? MODELS.get(page), id);
  render();
}

async function openModel(Model, id) {
  const callbacks = { onChange: render, onProblem: showProblem };
  const model = Model && id ? new Model(id, callbacks) : new Lobby(callbacks);
  app.model = model;
  try {
    await Promise.all([model.start(), model instanceof MatchModel ? loadDecks() : null]);
  } catch (problem) {
    if (problem.code === "not_found") model.notFound = true;
    else showProblem(problem);
  }
}

function currentScreen() {
  const { model } = app;
  if (model instanceof ReceivedInvite) return inviteScreen(app, model);
  if (!session()) return signInScreen(app);
  if (model?.notFound) return notFoundScreen(app, model);
  if (model instanceof Lobby) return lobbyScreen(app, model);
  if (model instanceof AuditModel) return auditScreen(app, model);
  if (!model?.view) return h("main.centered", {}, h("p", {}, "Loading…"));
  return model.view.phase.name === "gathering" ? gatheringScreen(app, model) : matchScreen(app, model);
}

function render() {
  morph(PAGE.firstElementChild, h("div.app", {}, currentScreen(), noticeElement()));
  // Screen readers announce the latest event. Writing the same text again would announce it again.
  const news = (app.model?.log ?? []).filter((entry) => entry.isNew).map((entry) => entry.text);
  if (news.length && ANNOUNCEMENTS.textContent !== news.at(-1)) ANNOUNCEMENTS.textContent = news.at(-1);
  document.title = windowTitle(app.model?.view?.actions ?? []);
  updateCountdowns();
}

function windowTitle(actions) {
  if (actions.some(({ type }) => type === "resume")) return "You're away · Dixit";
  return actions.some(({ type }) => TURN_COMMANDS.includes(type)) ? "Your turn · Dixit" : "Dixit";
}

function noticeElement() {
  const shown = app.notice;
  if (!shown) return null;
  const close = () => ((app.notice = null), render());
  return h(
    "div.notice",
    { role: "alert", "data-key": "notice" },
    h("p", {}, problemText(shown), " ", h("code", {}, shown.code)),
    h("button.plain", { type: "button", onclick: close, "aria-label": "Dismiss this message" }, "✕"),
  );
}

/** Show a problem for some seconds. A token that is no longer valid leads back to the sign-in screen. */
function showProblem(problem) {
  // Not a Problem but a programming error: let the console report it.
  if (!problem.code) throw problem;
  if (problem.code === "unauthenticated") {
    signOut();
    app.model?.stop();
  }
  app.notice = problem;
  setTimeout(() => {
    if (app.notice === problem) app.notice = null;
    render();
  }, NOTICE_DURATION_MS);
  render();
}

addEventListener("hashchange", openRoute);
openRoute();
