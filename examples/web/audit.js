// A match checked: the service's own page about it, fetched with our token, for no link can carry one.

import { insist, paper } from "./service.js";

const STYLE = /<style>([^<]*)<\/style>/;

export class Audit {
  constructor(id, { changed, says }) {
    Object.assign(this, { id, changed, says });
    this.page = null;
  }

  async begin() {
    const [first, page] = await Promise.all([
      insist("GET", `/matches/${this.id}/events?limit=1`),
      paper(`/api/v1/matches/${this.id}/audit`, "text/html").then((answer) => answer.text()),
    ]);
    this.open = first.results[0].data.visibility !== "private";
    this.style = STYLE.exec(page)?.[1] ?? "";
    this.page = new DOMParser().parseFromString(page.replace(STYLE, ""), "text/html");
    this.changed();
  }

  end() {}

  /** Save one of the papers that the page names: the record, or the program that checks it. */
  async save(address) {
    try {
      const answer = await paper(address, "*/*");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = named(answer) ?? address.split("/").at(-1);
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (problem) {
      this.says(problem);
    }
  }
}

function named(answer) {
  return answer.headers.get("Content-Disposition")?.match(/filename="([^"/]+)"/)?.[1];
}
