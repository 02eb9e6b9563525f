"""The whole page."""

import base64
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from games.report.page.events import events
from games.report.page.luck import luck
from games.report.page.room import Picture, Room, facts, quoted, room
from games.report.page.rounds import rounds
from games.report.page.style import STYLE
from games.report.page.verdict import check_it_yourself, result
from games.report.shapes import Report

POLICY = (
    "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    f" style-src 'sha256-{base64.b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
STATUS = {
    "gathering": "gathering players",
    "playing": "being played",
    "over": "over",
    "abandoned": "abandoned",
    "unreadable": "its log can't be read",
}


def sheet(report: Report, pictures: Mapping[str, Picture]) -> str:
    """The report as HTML; it needs no script and loads nothing but pictures of this server."""
    here = room(report, pictures)
    parts = [("result", "Result", result(here)), ("check", "Check it yourself", check_it_yourself(here))]
    if report.events:
        parts += [
            ("points", "Points, round by round", rounds(here)),
            ("events", "Events, and who could see what", events(here)),
            ("luck", "Luck, step by step", luck(here)),
        ]
    contents = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title, _ in parts)
    sections = "".join(_section(name, title, content) for name, title, content in parts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit of match {report.match}</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<a class="skip" href="#main">To the result</a>
<header>
<h1>Audit of a match</h1>
{_facts(here)}</header>
<nav aria-label="On this page"><ul>{contents}</ul></nav>
<main id="main" tabindex="-1">
{sections}</main>
<footer><p>Made from the record of the match, verified when this page was asked for. Times are UTC.</p></footer>
</body>
</html>
"""


def _section(name: str, title: str, content: str) -> str:
    return f'<section aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>\n{content}</section>\n'


def _facts(here: Room) -> str:
    report = here.report
    people = ", ".join(
        quoted(here.names[seat.seat]) if seat.seat in here.names else f"seat {seat.seat} (name erased)"
        for seat in report.seats
    )
    told = [
        ("Match", f"<code>{report.match}</code>"),
        ("Rules", escape(report.ruleset)),
        *([("Players", people)] if people else ()),
        ("State", f"{STATUS[report.status]}, {report.version} events" if report.events else STATUS[report.status]),
        ("Seen by", _eyes(here)),
    ]
    return facts(told)


def _eyes(here: Room) -> str:
    if here.report.status in ("over", "abandoned"):
        return "everybody: at the end everything is open"
    if here.report.eyes is not None:
        return f"{here.name(here.report.eyes)}: what this player has been told so far"
    if not here.report.events:
        return "nobody: what can't be verified isn't shown"
    return "everybody: what may be known of it now"
