// A match checked: the service's own page about it, fetched with our token, for no link can carry one.

import { fetchDocument, requestWithRetry } from "./api.js";

const STYLE_ELEMENT = /<style>([^<]*)<\/style>/;

export class AuditModel {
  constructor(id, { onChange, onProblem }) {
    Object.assign(this, { id, onChange, onProblem });
    this.page = null;
  }

  async start() {
    const [events, page] = await Promise.all([
      requestWithRetry("GET", `/matches/${this.id}/events?limit=1`),
      fetchDocument(`/api/v1/matches/${this.id}/audit`, "text/html").then((response) => response.text()),
    ]);
    this.isShareable = events.results[0].data.visibility !== "private";
    this.css = STYLE_ELEMENT.exec(page)?.[1] ?? "";
    this.page = new DOMParser().parseFromString(page.replace(STYLE_ELEMENT, ""), "text/html");
    this.onChange();
  }

  stop() {}

  /** Save one of the papers that the page names: the record, or the program that checks it. */
  async download(address) {
    try {
      const response = await fetchDocument(address, "*/*");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = fileName(response) ?? address.split("/").at(-1);
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (problem) {
      this.onProblem(problem);
    }
  }
}

function fileName(response) {
  return response.headers.get("Content-Disposition")?.match(/filename="([^"/]+)"/)?.[1];
}
