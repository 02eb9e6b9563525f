// The service's page about a match, within this one: with a root of its own, so that neither's style touches the other's.

import { API_URL, SERVICE_URL } from "../api.js";
import { h } from "../dom.js";
import { topBar } from "./components.js";

export function auditScreen(app, audit) {
  const back = h("a.button.quiet", { href: `#/match/${audit.id}` }, "Back to match");
  const { isShareable, id } = audit;
  const shareLink =
    isShareable &&
    h("a", { href: `${API_URL}/matches/${id}/audit`, target: "_blank", rel: "noopener" }, "Shareable page");
  return h(
    "div",
    { "data-key": "audit" },
    topBar(app, { title: "Was it fair?", more: [shareLink, back] }),
    audit.page ? auditDocument(audit) : h("main.centered", {}, h("p", {}, "Checking the whole match…")),
  );
}

function auditDocument(audit) {
  const host = h("div.audit-document", {
    "data-key": `audit-${audit.id}`,
    onclick: (event) => followLink(event, audit),
  });
  const root = host.attachShadow({ mode: "open" });
  root.append(...document.importNode(importBody(audit.page), true).childNodes);
  root.adoptedStyleSheets = [parseStyle(audit.css)];
  return host;
}

/** Its own style. Our policy allows none that stands in a document, but rules that are made by a script. */
function parseStyle(text) {
  const style = new CSSStyleSheet();
  style.replaceSync(text.replace(/:root|^body(?= )/gm, ":host"));
  return style;
}

/** What is shown of it; its addresses are those of the service, wherever this page comes from. */
function importBody(page) {
  const body = page.body.cloneNode(true);
  for (const img of body.querySelectorAll("img")) img.src = new URL(img.getAttribute("src"), SERVICE_URL).href;
  return body;
}

/** Links within it go to places within it, and what is to be saved is fetched with our token. */
function followLink(event, audit) {
  const link = event.composedPath().find((one) => one.nodeName === "A");
  const href = link?.getAttribute("href");
  if (!href) return;
  event.preventDefault();
  if (!href.startsWith("#")) return void audit.download(href);
  const target = link.getRootNode().getElementById(href.slice(1));
  target?.closest("details")?.setAttribute("open", "");
  target?.scrollIntoView();
  target?.focus();
}
