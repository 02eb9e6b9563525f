// Elements without a framework: `h` makes a tree, `morph` brings what is on the page to look like it.

const HANDLERS = ["onclick", "onsubmit", "onchange", "oninput"];

/** An element; members of `props` that begin with "on" are handlers, the others attributes. */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (HANDLERS.includes(key)) element[key] = value;
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
export function morph(there, wanted) {
  if (!alike(there, wanted)) {
    there.replaceWith(wanted);
  } else if (there.nodeType === Node.TEXT_NODE) {
    if (there.data !== wanted.data) there.data = wanted.data;
  } else {
    dress(there, wanted);
    for (const handler of HANDLERS) there[handler] = wanted[handler];
    bear(there, [...wanted.childNodes]);
  }
}

function alike(one, other) {
  return one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;
}

function dress(there, wanted) {
  for (const { name } of [...there.attributes]) {
    // Whether something is unfolded is the reader's business.
    if (!wanted.hasAttribute(name) && name !== "open") there.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  }
}

function bear(parent, wanted) {
  const known = new Map(
    [...parent.children].filter((child) => child.dataset.key).map((child) => [child.dataset.key, child]),
  );
  const staying = new Set(wanted.map((child) => child.dataset?.key).filter((key) => known.has(key)));
  for (const [key, child] of known) {
    if (!staying.has(key)) child.remove();
  }
  wanted.forEach((child, place) => {
    const own = known.get(child.dataset?.key);
    if (own && own !== parent.childNodes[place]) parent.insertBefore(own, parent.childNodes[place] ?? null);
    const there = parent.childNodes[place];
    if (there && (alike(there, child) || !there.dataset?.key)) morph(there, child);
    else parent.insertBefore(child, there ?? null);
  });
  while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
}
