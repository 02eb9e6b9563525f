// What screens are made of: cards, buttons, players' tokens, the bar at the top.

import { picture } from "../deck.js";
import { h } from "../dom.js";

const COLOURS = 12;
const STATES = { live: "live", asking: "live, by asking", away: "connecting…" };

export function button(text, onclick, { kind = "", ...props } = {}) {
  return h(`button${kind && `.${kind}`}`, { type: "button", onclick, ...props }, text);
}

export function field(text, control, hint = null) {
  control.id ||= `field-${control.name}`;
  return h("div.field", {}, h("label", { for: control.id }, text), control, hint && h("small", {}, hint));
}

export function select(name, options, props = {}) {
  const { value, ...rest } = props;
  return h(
    "select",
    { name, ...rest },
    options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)),
  );
}

/** A card. With `choose` it can be chosen, else a click shows it larger; `below` stands under it. */
export function card(id, { key = id, choose = null, chosen = false, mark = "", label = "Card", below = [] } = {}) {
  const { words, small } = picture(id);
  const img = h("img", { src: small, alt: "", width: 400, height: 600, draggable: "false" });
  const closer = () => lookCloser(id);
  const face = choose
    ? h(
        "button.face",
        { type: "button", "aria-pressed": String(chosen), "aria-label": `${label}: ${words}`, onclick: choose },
        img,
      )
    : h("button.face", { type: "button", "aria-label": `${label}, look closer: ${words}`, onclick: closer }, img);
  const lens =
    choose && h("button.lens", { type: "button", "aria-label": `Look closer: ${words}`, onclick: closer }, "⤢");
  return h(`li.card${mark && `.${mark}`}`, { "data-key": key, "data-card": id }, face, lens, below);
}

/** A card that lies face down. */
export function back(key) {
  return h("li.card", { "data-key": key }, h("div.face.back", { role: "img", "aria-label": "A card, face down" }));
}

function lookCloser(id) {
  const dialog = document.querySelector("#closer");
  const { words, large } = picture(id);
  Object.assign(dialog.querySelector("img"), { src: large, alt: words });
  dialog.onclick = () => dialog.close();
  dialog.showModal();
}

/** A player's token: a colour of the seat (in Team of the two partners) and the first letter. */
export function token(match, seat) {
  const team = match.view.seats.find((one) => one.seat === seat)?.team;
  const [first] = match.name(seat);
  return h("span.token", { "data-colour": (team ?? seat) % COLOURS, "aria-hidden": "true" }, first.toUpperCase());
}

export function bar(app, { title, state = null, more = [] }) {
  return h(
    "header.bar",
    {},
    h("a.home", { href: "#/" }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), "Dixit"),
    h("p.where", {}, title),
    state && h("p.line", { "data-state": state }, STATES[state]),
    more,
  );
}

/** The address of a match to give away. It holds no secret. */
export function share(match) {
  return toCopy(new URL(`#/match/${match.id}`, location.href).href, "The address of this match", "share");
}

/** Something to copy. Where the browser keeps us from it (away from https) it is selected, to be copied by hand. */
export function toCopy(text, label, key, name = "Copy") {
  const copy = async ({ target }) => {
    target.previousElementSibling.select();
    try {
      await navigator.clipboard.writeText(text);
      target.textContent = "Copied";
    } catch {
      target.textContent = "Copy it from here";
    }
  };
  return h(
    "div.share",
    { "data-key": key },
    h("input", { value: text, readonly: true, "aria-label": label }),
    button(name, copy, { kind: "quiet" }),
  );
}
