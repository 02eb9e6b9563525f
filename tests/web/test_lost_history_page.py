"""The page's modules and a match that gets another history: they compare hashes, load the match anew and say so."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import open_page

# A server of two histories, "first" and "other", whose hashes are their name and the version. `frames` are pushed to
# the first connection once it is subscribed.
FOLLOW_SCRIPT = """
async ({ frames, subscribedVersion }) => {
  const { Match } = await import("/play/match.js");
  const sent = [];
  const say = (socket, frame) => setTimeout(() => socket.onmessage({ data: JSON.stringify(frame) }));
  const view = (version, history) => ({
    id: "m", version, head: `${history}-${version}`, status: "playing", host: 0, you: null, seats: [], reserved: [],
    actions: [], rematch: null, phase: { id: "1.voting", name: "voting", remaining_ms: null, deadline_at: null },
  });
  let subscriptions = 0;
  window.fetch = async (url) => Response.json(
    String(url).includes("/events") ? { results: [], version: 5 } : subscriptions ? view(4, "other") : view(5, "first")
  );
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      setTimeout(() => this.onopen());
      say(this, { t: "hello", heartbeat_ms: 45000, server_time: new Date().toISOString() });
    }
    send(text) {
      const frame = JSON.parse(text);
      if (frame.t === "auth") say(this, { t: "ready", re: frame.id });
      if (frame.t !== "subscribe") return;
      sent.push({ since: frame.since, since_hash: frame.since_hash ?? null });
      say(this, { t: "subscribed", re: frame.id, match: "m", version: subscriptions ? 5 : subscribedVersion });
      if (++subscriptions === 1) frames.forEach((one) => (one === "close" ? this.close() : say(this, one)));
    }
    close() {
      setTimeout(() => this.onclose({ code: 1001 }), 5);
    }
  };
  const problems = [];
  const match = new Match("m", { onChange() {}, onProblem: (problem) => problems.push(problem.code) });
  await match.start();
  for (let i = 0; i < 100 && subscriptions < 2; i++) await new Promise((resolve) => setTimeout(resolve, 100));
  const result = { problems, sent, head: match.view.head, log: match.log };
  match.stop();
  return result;
}
"""


def event(version: int, history: str = "first") -> Any:
    body: dict[str, Any] = {"type": "unknown", "actor": None, "data": {}, "opened": [], "at": "2026-11-29T12:00:00Z"}
    content = {"version": version, "prev": f"{history}-{version - 1}", "hash": f"{history}-{version}", **body}
    return {"t": "event", "match": "m", "version": version, "event": content}


KNOWN = [event(version) for version in range(1, 6)]
ERROR = {"t": "error", "re": "99", "problem": {"code": "version_ahead", "status": 409, "match": "m", "version": 4}}


def follow(browser: Browser, deployment: WorkerDeployment, frames: list[Any], subscribed_version: int = 5) -> Any:
    with open_page(browser, deployment.base_urls[0]) as user:
        user.enter("Ann")
        return user.page.evaluate(FOLLOW_SCRIPT, {"frames": frames, "subscribedVersion": subscribed_version})


@pytest.mark.parametrize(
    ("told", "code"), [(event(6, "other"), "history_mismatch"), (ERROR, "version_ahead")], ids=["event", "error"]
)
def test_the_page_loads_a_match_of_another_history_anew(
    browser: Browser, worker_deployment: WorkerDeployment, told: Any, code: str
):
    result = follow(browser, worker_deployment, [*KNOWN, told])
    assert result == {
        "problems": [code],
        "sent": [{"since": 0, "since_hash": None}] * 2,
        "head": "other-4",
        "log": [],
    }


def test_the_page_notices_that_the_view_had_more_than_the_match_has_now(
    browser: Browser, worker_deployment: WorkerDeployment
):
    result = follow(browser, worker_deployment, KNOWN[:4], subscribed_version=4)
    assert (result["problems"], result["head"]) == (["version_ahead"], "other-4")


def test_the_page_notices_that_the_view_had_another_event(browser: Browser, worker_deployment: WorkerDeployment):
    other = event(5)
    other["event"]["hash"] = "other-5"
    result = follow(browser, worker_deployment, [*KNOWN[:4], other])
    assert (result["problems"], result["head"]) == (["history_mismatch"], "other-4")


def test_the_page_names_the_history_that_it_has(browser: Browser, worker_deployment: WorkerDeployment):
    result = follow(browser, worker_deployment, [*KNOWN, "close"])
    assert result["sent"] == [{"since": 0, "since_hash": None}, {"since": 5, "since_hash": "first-5"}]
    assert result["problems"] == []
