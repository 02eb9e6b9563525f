// Elements without a framework: `h` makes a tree, `morph` brings what is on the page to look like it.

const HANDLER_PROPERTIES = ["onclick", "onsubmit", "onchange", "oninput"];

/** An element; members of `props` that begin with "on" are handlers, the others attributes. */
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
 * Change what is there into what is wanted, and leave alone what is the same: so focus, what has been typed and pictures
 * that are loaded stay. Children with a `data-key` are known again wherever they stand.
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

function isSameNode(one, other) {
  return one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;
}

function setAttributes(current, next) {
  for (const { name } of [...current.attributes]) {
    // Whether something is unfolded is the reader's business.
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
