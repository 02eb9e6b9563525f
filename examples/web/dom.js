// Rendering without a framework: `h` builds a tree of elements, `morph` changes the page to match it.

// Handlers are properties, not listeners: `morph` can read and copy a property, but not what addEventListener added.
const HANDLER_PROPERTIES = ["onclick", "onsubmit", "onchange", "oninput"];

/**
 * Return an element. `name` is a tag with classes ("div.row"); of `props`, the handlers above become properties and the
 * rest attributes. Children that are null, undefined or false are left out.
 */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (HANDLER_PROPERTIES.includes(key)) element[key] = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Change `current` into `next`, touching only what differs: focus, typed text and loaded pictures survive. Children
 * with a `data-key` keep their identity when they change places. `next` is used up: its nodes may move into the page.
 */
export function morph(current, next) {
  if (!isSameNode(current, next)) {
    current.replaceWith(next);
  } else if (current.nodeType === Node.TEXT_NODE) {
    if (current.data !== next.data) current.data = next.data;
  } else {
    setAttributes(current, next);
    for (const handler of HANDLER_PROPERTIES) current[handler] = next[handler];
    reconcileChildren(current, [...next.childNodes]);
  }
}

/** Whether `one` can be changed into `other` instead of being replaced. */
function isSameNode(one, other) {
  return one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;
}

function setAttributes(current, next) {
  for (const { name } of [...current.attributes]) {
    // The reader opens and closes <details>; rendering must not close it again.
    if (!next.hasAttribute(name) && name !== "open") current.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}

function reconcileChildren(parent, next) {
  const keyed = new Map(
    [...parent.children].filter((child) => child.dataset.key).map((child) => [child.dataset.key, child]),
  );
  const remaining = new Set(next.map((child) => child.dataset?.key).filter((key) => keyed.has(key)));
  // Remove children whose key is gone first. Otherwise they would push every later sibling to another index.
  for (const [key, child] of keyed) {
    if (!remaining.has(key)) child.remove();
  }
  next.forEach((child, index) => {
    const existing = keyed.get(child.dataset?.key);
    if (existing && existing !== parent.childNodes[index])
      parent.insertBefore(existing, parent.childNodes[index] ?? null);
    const current = parent.childNodes[index];
    if (current && (isSameNode(current, child) || !current.dataset?.key)) morph(current, child);
    else parent.insertBefore(child, current ?? null);
  });
  while (parent.childNodes.length > next.length) parent.lastChild.remove();
}
