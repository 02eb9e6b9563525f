// The audit page of the service, embedded in this one. A shadow root keeps the styles of both apart.

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

/**
 * Return the page's style as a constructed style sheet. Our Content-Security-Policy blocks <style> elements, but not
 * sheets that a script constructs. In a shadow root, :host takes the place of :root and body.
 */
function parseStyle(text) {
  const style = new CSSStyleSheet();
  style.replaceSync(text.replace(/:root|^body(?= )/gm, ":host"));
  return style;
}

/** Return a copy of the page's body. Its pictures are on the service, which may have another origin than this page. */
function importBody(page) {
  const body = page.body.cloneNode(true);
  for (const img of body.querySelectorAll("img")) img.src = new URL(img.getAttribute("src"), SERVICE_URL).href;
  return body;
}

/**
 * Follow a link of the audit page. A normal jump would change the hash, and that is our route; a normal download would
 * not send our token. The event's own target is the shadow host, so the link is found in the composed path.
 */
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
