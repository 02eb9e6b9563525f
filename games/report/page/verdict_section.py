"""The page's sections on the verification: the result of each level, and how to repeat it."""

from collections.abc import Mapping
from html import escape

from games.report.page.context import PageContext, table_html
from games.report.report_types import LevelTold

LEVEL_DESCRIPTIONS: Mapping[str, str] = {
    "chain": "No event was changed, removed or inserted: each event contains the hash of the previous one.",
    "luck": "Every shuffle follows from the seed, which the server committed to before any player joined.",
    "rules": "Every event, every point and the end of the match follow the rules.",
    "receipts": "The history is the one that the server signed.",
    "database": "The columns stored beside the events agree with them.",
    "projections": "The read models agree with the events.",
}
"""What each level checks."""
STATUS_BADGES = {"ok": ("good", "passed"), "partly": ("part", "passed, as far as it can be checked")}
STATUS_BADGES |= {"failed": ("bad", "failed"), "not checked": ("part", "not checked")}


def render_verdict(context: PageContext) -> str:
    """Return the overall verdict, then the result of each level."""
    levels = context.report.verdict["levels"]
    rows = [
        (f"{name}", _status_badge(level), LEVEL_DESCRIPTIONS[name], _findings(level)) for name, level in levels.items()
    ]
    return _render_banner(context) + table_html(
        "Levels of the verification", ("Level", "Result", "What it checks", "Findings"), rows
    )


def _render_banner(context: PageContext) -> str:
    verdict = context.report.verdict
    if not verdict["ok"]:
        failed = [(name, level) for name, level in verdict["levels"].items() if level["status"] == "failed"]
        faults = "".join(
            f"<span>Level <b>{name}</b>, {_fault_location(level)}: {escape(level['words'])}</span>"
            for name, level in failed
        )
        title = "The match record is invalid."
        hidden_note = "Events from the first fault on are not shown below, because they cannot be relied on."
        return f'<p class="banner bad" role="alert"><strong>{title}</strong>{faults}{hidden_note}</p>\n'
    if not verdict["complete"]:
        note = "Hands and shuffles are secret until the match is over; they can be checked then."
        return f'<p class="banner part"><strong>Nothing wrong was found so far.</strong>{note}</p>\n'
    erased = len(verdict["erased"])
    all_ok = all(level["status"] == "ok" for level in verdict["levels"].values())
    note = "All levels were checked, using the record alone." if all_ok else "Not all could be checked: see below."
    note += f" {erased} names or clues have been erased; this does not affect the result." if erased else ""
    return f'<p class="banner good"><strong>Nothing wrong was found.</strong>{note}</p>\n'


def _status_badge(level: LevelTold) -> str:
    color, label = STATUS_BADGES[level["status"]]
    return f'<span class="mark {color}">{label}</span>'


def _findings(level: LevelTold) -> str:
    location = f"First fault: {_fault_location(level)}. " if level["status"] == "failed" else ""
    return location + escape(level["words"])


def _fault_location(level: LevelTold) -> str:
    match level["first_bad"]:
        case None:
            return "no specific version"
        case 0:
            return "the header"
        case version:
            return f"version {version}"


def render_verification_steps(context: PageContext) -> str:
    """Return instructions for verifying the record offline."""
    report = context.report
    token_note = (
        "" if report.status in ("over", "abandoned") else "<p>Downloading this record requires your token.</p>\n"
    )
    return f"""<p>You do not have to take our word for it. Download <a href="{report.record}" download>the record of the
match</a> and <a href="{report.verifier}" download>the verifier</a>, a single file that needs nothing but
Python 3.11 or newer, and run it on your own computer:</p>
<pre>{report.command}</pre>
{token_note}<p>If you saved receipts, you can also check that this is the history that the server signed
(<code>--receipts FILE</code>). Programs can request this page from the same URL as
<code>application/json</code>.</p>
"""
