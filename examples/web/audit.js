// The audit of a match: the service's own HTML page about it. It is fetched, not linked: a link can't carry our token,
// and without it the page of a private match is not found.

import { fetchDocument, requestWithRetry } from "./api.js";

// The style is cut out before the page is parsed, and applied in another way (see audit_screen.js): our own
// Content-Security-Policy forbids inline styles.
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
    // Everyone can open the audit of a public or unlisted match by its address.
    this.isShareable = events.results[0].data.visibility !== "private";
    this.css = STYLE_ELEMENT.exec(page)?.[1] ?? "";
    this.page = new DOMParser().parseFromString(page.replace(STYLE_ELEMENT, ""), "text/html");
    this.onChange();
  }

  stop() {}

  /** Download a file that the page links to: the match record, or the program that verifies it. */
  async download(address) {
    try {
      const response = await fetchDocument(address, "*/*");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = fileName(response) ?? address.split("/").at(-1);
      link.click();
      // Revoking at once could end the download before the browser has started it.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (problem) {
      this.onProblem(problem);
    }
  }
}

/** The file name that the server suggests, if it names one. */
function fileName(response) {
  return response.headers.get("Content-Disposition")?.match(/filename="([^"/]+)"/)?.[1];
}
