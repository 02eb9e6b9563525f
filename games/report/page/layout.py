"""The complete audit page."""

import base64
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from games.report.page.context import CardPicture, PageContext, build_page_context, definition_list_html, user_text_html
from games.report.page.event_section import render_events
from games.report.page.luck_section import render_luck
from games.report.page.round_section import render_rounds
from games.report.page.stylesheet import STYLE
from games.report.page.verdict_section import render_verdict, render_verification_steps
from games.report.report_types import Report

# The style is inline, so that the page loads nothing but pictures. The policy allows exactly this style, by its hash.
REPORT_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    f" style-src 'sha256-{base64.b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
STATUS_LABELS = {
    "gathering": "waiting for players",
    "playing": "in progress",
    "over": "over",
    "abandoned": "abandoned",
    "unreadable": "the log cannot be read",
}


def render_page(report: Report, picture_by_card: Mapping[str, CardPicture]) -> str:
    """Return the report as an HTML page. It needs no script and loads nothing but pictures from this server."""
    context = build_page_context(report, picture_by_card)
    parts = [
        ("result", "Result", render_verdict(context)),
        ("check", "Verify it yourself", render_verification_steps(context)),
    ]
    if report.events:
        parts += [
            ("points", "Points, round by round", render_rounds(context)),
            ("events", "Events, and who could see what", render_events(context)),
            ("luck", "Randomness, step by step", render_luck(context)),
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
<a class="skip" href="#main">Skip to the result</a>
<header>
<h1>Audit of a match</h1>
{_header_facts(context)}</header>
<nav aria-label="On this page"><ul>{contents}</ul></nav>
<main id="main" tabindex="-1">
{sections}</main>
<footer><p>Generated from the match record, verified when this page was requested. Times are UTC.</p></footer>
</body>
</html>
"""


def _section(name: str, title: str, content: str) -> str:
    return f'<section aria-labelledby="{name}">\n<h2 id="{name}">{title}</h2>\n{content}</section>\n'


def _header_facts(context: PageContext) -> str:
    report = context.report
    players = ", ".join(
        user_text_html(context.name_by_seat[seat.seat])
        if seat.seat in context.name_by_seat
        else f"seat {seat.seat} (name erased)"
        for seat in report.seats
    )
    facts = [
        ("Match", f"<code>{report.match}</code>"),
        ("Rule set", escape(report.ruleset)),
        *([("Players", players)] if players else ()),
        (
            "Status",
            f"{STATUS_LABELS[report.status]}, {report.version} events"
            if report.events
            else STATUS_LABELS[report.status],
        ),
        ("Visible to", _perspective_label(context)),
    ]
    return definition_list_html(facts)


def _perspective_label(context: PageContext) -> str:
    if context.report.status in ("over", "abandoned"):
        return "everyone: all secrets are open at the end"
    if context.report.eyes is not None:
        return f"{context.seat_name_html(context.report.eyes)}: what this player may see so far"
    if not context.report.events:
        return "no one: events that cannot be verified are not shown"
    return "everyone: what is public so far"
