// The entrance: a name, and where somebody wants it another service; then you are in.

import { h } from "../dom.js";
import { AT_HOME, HOME, enter } from "../service.js";
import { field } from "./parts.js";

export function entrance(app) {
  const come = async (event) => {
    event.preventDefault();
    try {
      await enter(new FormData(event.target).get("name").trim());
      await app.arrive();
    } catch (problem) {
      app.says(problem);
    }
  };
  const name = h("input", {
    name: "name",
    required: true,
    maxlength: 40,
    autocomplete: "nickname",
    placeholder: "Ada",
  });
  return h(
    "main.door",
    { "data-key": "entrance" },
    h("img", { src: "icon.svg", alt: "", width: 96, height: 96 }),
    h("h1", {}, "Dixit"),
    h("p.lead", {}, "One tells, the others lay cards that could be meant. Who finds the right one?"),
    h(
      "form.stack",
      { onsubmit: come },
      field("What shall the others call you?", name),
      h("button.primary", {}, "Come in"),
    ),
    !AT_HOME && elsewhere(),
  );
}

/** The page plays with any service that it may call. */
function elsewhere() {
  const move = (event) => {
    event.preventDefault();
    const there = new URL(location.href);
    there.searchParams.set("api", new FormData(event.target).get("api"));
    location.assign(there);
  };
  return h(
    "details.quiet",
    {},
    h("summary", {}, `Playing at ${new URL(HOME).host}`),
    h(
      "form.row",
      { onsubmit: move },
      field("Another service", h("input", { name: "api", type: "url", required: true, value: HOME })),
      h("button.quiet", {}, "Go there"),
    ),
  );
}
