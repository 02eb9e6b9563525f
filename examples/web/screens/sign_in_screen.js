// Signing in as a guest: a name is enough. A page that is hosted elsewhere also lets one choose the server.

import { SERVED_BY_SERVICE, SERVICE_URL, signInAsGuest } from "../api.js";
import { h } from "../dom.js";
import { field } from "./components.js";

export function signInScreen(app) {
  const submit = async (event) => {
    event.preventDefault();
    try {
      await signInAsGuest(new FormData(event.target).get("name").trim());
      await app.openRoute();
    } catch (problem) {
      app.showProblem(problem);
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
    "main.centered",
    { "data-key": "sign-in" },
    h("img", { src: "icon.svg", alt: "", width: 96, height: 96 }),
    h("h1", {}, "Dixit"),
    h("p.lead", {}, "One player gives a clue. Everyone plays a card that could match it. Can you spot the real one?"),
    h("form.stack", { onsubmit: submit }, field("What should we call you?", name), h("button.primary", {}, "Enter")),
    !SERVED_BY_SERVICE && serviceForm(),
  );
}

/** Choose another server, by loading this page again with its address. */
function serviceForm() {
  const submit = (event) => {
    event.preventDefault();
    const url = new URL(location.href);
    url.searchParams.set("api", new FormData(event.target).get("api"));
    location.assign(url);
  };
  return h(
    "details.quiet",
    {},
    h("summary", {}, `Server: ${new URL(SERVICE_URL).host}`),
    h(
      "form.row",
      { onsubmit: submit },
      field("Another server", h("input", { name: "api", type: "url", required: true, value: SERVICE_URL })),
      h("button.quiet", {}, "Connect"),
    ),
  );
}
