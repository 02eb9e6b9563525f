// The service's page about a match, within this one: with a root of its own, so that neither's style touches the other's.

import { h } from "../dom.js";
import { BASE, HOME } from "../service.js";
import { bar } from "./parts.js";

export function audited(app, audit) {
  const back = h("a.button.quiet", { href: `#/match/${audit.id}` }, "To the match");
  const { open, id } = audit;
  const elsewhere =
    open && h("a", { href: `${BASE}/matches/${id}/audit`, target: "_blank", rel: "noopener" }, "To pass on");
  return h(
    "div",
    { "data-key": "audited" },
    bar(app, { title: "Was it fair?", more: [elsewhere, back] }),
    audit.page ? sheet(audit) : h("main.door", {}, h("p", {}, "One moment: all of it is checked anew…")),
  );
}

function sheet(audit) {
  const frame = h("div.sheet", { "data-key": `sheet-${audit.id}`, onclick: (event) => follow(event, audit) });
  const root = frame.attachShadow({ mode: "open" });
  root.append(...document.importNode(dressed(audit.page), true).childNodes);
  root.adoptedStyleSheets = [styled(audit.style)];
  return frame;
}

/** Its own style. Our policy allows none that stands in a document, but rules that are made by a script. */
function styled(text) {
  const style = new CSSStyleSheet();
  style.replaceSync(text.replace(/:root|^body(?= )/gm, ":host"));
  return style;
}

/** What is shown of it; its addresses are those of the service, wherever this page comes from. */
function dressed(page) {
  const body = page.body.cloneNode(true);
  for (const img of body.querySelectorAll("img")) img.src = new URL(img.getAttribute("src"), HOME).href;
  return body;
}

/** Links within it go to places within it, and what is to be saved is fetched with our token. */
function follow(event, audit) {
  const link = event.composedPath().find((one) => one.nodeName === "A");
  const to = link?.getAttribute("href");
  if (!to) return;
  event.preventDefault();
  if (!to.startsWith("#")) return void audit.save(to);
  const place = link.getRootNode().getElementById(to.slice(1));
  place?.closest("details")?.setAttribute("open", "");
  place?.scrollIntoView();
  place?.focus();
}
