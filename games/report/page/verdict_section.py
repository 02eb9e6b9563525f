"""The result of the verification, level by level, and how anybody can repeat it."""

from collections.abc import Mapping
from html import escape

from games.report.page.context import PageContext, table_html
from games.report.report_types import LevelTold

LEVEL_DESCRIPTIONS: Mapping[str, str] = {
    "chain": "Nothing was changed, left out or put in: each event names the hash of the one before.",
    "luck": "Every shuffle follows from the seed that was committed to before anybody sat down.",
    "rules": "Every event, every point and the end follow from the rules.",
    "receipts": "The history is the one that the server has signed.",
    "database": "What lies beside the events is what they say.",
    "projections": "The read models are what the events say.",
}
"""What each level is about."""
STATUS_BADGES = {"ok": ("good", "holds"), "partly": ("part", "holds, as far as it can be checked")}
STATUS_BADGES |= {"failed": ("bad", "does NOT hold"), "not checked": ("part", "not checked")}


def render_verdict(context: PageContext) -> str:
    """The verdict in a word, then the levels."""
    levels = context.report.verdict["levels"]
    rows = [
        (f"{name}", _status_badge(level), LEVEL_DESCRIPTIONS[name], _findings(level)) for name, level in levels.items()
    ]
    return _render_banner(context) + table_html(
        "Levels of the verification", ("Level", "Result", "What it means", "Found"), rows
    )


def _render_banner(context: PageContext) -> str:
    verdict = context.report.verdict
    if not verdict["ok"]:
        failed = [(name, level) for name, level in verdict["levels"].items() if level["status"] == "failed"]
        faults = "".join(
            f"<span>Level <b>{name}</b>, {_fault_location(level)}: {escape(level['words'])}</span>"
            for name, level in failed
        )
        hidden_note = "What stands from the first fault on is not shown below, for it can't be relied on."
        return (
            f'<p class="banner bad" role="alert"><strong>This match is NOT right.</strong>{faults}{hidden_note}</p>\n'
        )
    if not verdict["complete"]:
        words = "Hands, deals and luck can be checked when the match is over; until then they are secret."
        return f'<p class="banner part"><strong>Nothing wrong was found so far.</strong>{words}</p>\n'
    erased = len(verdict["erased"])
    all_ok = all(level["status"] == "ok" for level in verdict["levels"].values())
    words = "All was checked, with nothing but the record." if all_ok else "Not all could be checked: see below."
    words += f" {erased} names or clues have been erased; that changes nothing." if erased else ""
    return f'<p class="banner good"><strong>Nothing wrong was found.</strong>{words}</p>\n'


def _status_badge(level: LevelTold) -> str:
    colour, words = STATUS_BADGES[level["status"]]
    return f'<span class="mark {colour}">{words}</span>'


def _findings(level: LevelTold) -> str:
    location = f"First bad: {_fault_location(level)}. " if level["status"] == "failed" else ""
    return location + escape(level["words"])


def _fault_location(level: LevelTold) -> str:
    match level["first_bad"]:
        case None:
            return "no single version"
        case 0:
            return "the header"
        case version:
            return f"version {version}"


def render_verification_steps(context: PageContext) -> str:
    report = context.report
    token_note = "" if report.status in ("over", "abandoned") else "<p>This record is given only with your token.</p>\n"
    return f"""<p>You need not take our word for it. Download <a href="{report.record}" download>the record of the
match</a> and <a href="{report.verifier}" download>the verifier</a>, one file for Python 3.11 or newer that needs
nothing else, and run it where you like:</p>
<pre>{report.command}</pre>
{token_note}<p>Who has kept a receipt can show more: that this is the history that the server once signed
(<code>--receipts FILE</code>). Programs get what stands on this page from the same address as
<code>application/json</code>.</p>
"""
