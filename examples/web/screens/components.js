// Building blocks of the screens: buttons, fields, cards, players' tokens, the top bar.

import { cardImage } from "../deck.js";
import { h } from "../dom.js";

const SEAT_COLOR_COUNT = 12;
const CONNECTION_TEXTS = { live: "live", polling: "connected (slow)", connecting: "connecting…" };

export function button(text, onclick, { kind = "", ...props } = {}) {
  return h(`button${kind && `.${kind}`}`, { type: "button", onclick, ...props }, text);
}

/** A control with its label, and a hint below it. Labels need an id to point at, so the control gets one. */
export function field(text, control, hint = null) {
  control.id ||= `field-${control.name}`;
  return h("div.field", {}, h("label", { for: control.id }, text), control, hint && h("small", {}, hint));
}

/** A <select>; `options` are pairs of value and text. */
export function select(name, options, props = {}) {
  const { value, ...rest } = props;
  return h(
    "select",
    { name, ...rest },
    options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)),
  );
}

/** A card. With `choose` a click selects it and a small button enlarges it; without, a click enlarges it. */
export function cardElement(id, { key = id, choose = null, chosen = false, mark = "", label = "Card", below = [] } = {}) {
  const { words, small } = cardImage(id);
  const img = h("img", { src: small, alt: "", width: 400, height: 600, draggable: "false" });
  const zoom = () => openZoom(id);
  const face = choose
    ? h(
        "button.face",
        { type: "button", "aria-pressed": String(chosen), "aria-label": `${label}: ${words}`, onclick: choose },
        img,
      )
    : h("button.face", { type: "button", "aria-label": `${label}, enlarge: ${words}`, onclick: zoom }, img);
  const zoomButton =
    choose && h("button.lens", { type: "button", "aria-label": `Enlarge: ${words}`, onclick: zoom }, "⤢");
  return h(`li.card${mark && `.${mark}`}`, { "data-key": key, "data-card": id }, face, zoomButton, below);
}

export function cardBackElement(key) {
  return h("li.card", { "data-key": key }, h("div.face.back", { role: "img", "aria-label": "Face-down card" }));
}

function openZoom(id) {
  const dialog = document.querySelector("#zoom");
  const { words, large } = cardImage(id);
  Object.assign(dialog.querySelector("img"), { src: large, alt: words });
  dialog.onclick = () => dialog.close();
  dialog.showModal();
}

/** A player's token: the first letter of the name, in the seat's color. In Team both partners have the same color. */
export function playerToken(match, seat) {
  const team = match.view.seats.find((one) => one.seat === seat)?.team;
  const [first] = match.name(seat);
  return h(
    "span.token",
    { "data-color": (team ?? seat) % SEAT_COLOR_COUNT, "aria-hidden": "true" },
    first.toUpperCase(),
  );
}

export function topBar(app, { title, connection = null, more = [] }) {
  return h(
    "header.bar",
    {},
    h("a.home", { href: "#/" }, h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), "Dixit"),
    h("p.where", {}, title),
    connection && h("p.connection", { "data-state": connection }, CONNECTION_TEXTS[connection]),
    more,
  );
}

/** The link of a match, to share. It is no secret: a private match still asks for a seat, a password or an invite. */
export function matchLink(match) {
  return copyField(new URL(`#/match/${match.id}`, location.href).href, "Match link", "share");
}

/**
 * A text with a button that copies it. Browsers allow that only on https and on localhost. Elsewhere the text is only
 * selected, ready to be copied by hand.
 */
export function copyField(text, label, key, name = "Copy") {
  const copy = async ({ target }) => {
    target.previousElementSibling.select();
    try {
      await navigator.clipboard.writeText(text);
      target.textContent = "Copied";
    } catch {
      target.textContent = "Copy it manually";
    }
  };
  return h(
    "div.share",
    { "data-key": key },
    h("input", { value: text, readonly: true, "aria-label": label }),
    button(name, copy, { kind: "quiet" }),
  );
}
