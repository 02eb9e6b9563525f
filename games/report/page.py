"""The report as an HTML page that runs no script and loads nothing but card pictures."""

import base64
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string

from games.report.report_types import EventTold, LevelTold, Report

# The style is inline, so that the page loads nothing but pictures. The policy allows exactly this style, by its hash.
STYLE = (Path(__file__).parent / "templates/report/page.css").read_text()
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
LEVEL_DESCRIPTIONS: Mapping[str, str] = {
    "chain": "No event was changed, removed or inserted: each event contains the hash of the previous one.",
    "luck": "Every shuffle follows from the seed, which the server committed to before any player joined.",
    "rules": "Every event, every point and the end of the match follow the rules.",
    "receipts": "The history is the one that the server signed.",
    "database": "The columns stored beside the events agree with them.",
    "projections": "The read models agree with the events.",
}
"""What each level checks."""
LEVEL_BADGES = {
    "ok": ("good", "passed"),
    "partly": ("part", "passed, as far as it can be checked"),
    "failed": ("bad", "failed"),
    "not checked": ("part", "not checked"),
}
"""The color and the label of each result."""
MAX_PICTURES_PER_PART = 20
"""A part with more cards, such as a deck, shows only their ids."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardPicture:
    url: str
    title: str


def render_page(report: Report, picture_by_card: Mapping[str, CardPicture]) -> str:
    """Return the report as an HTML page."""
    levels = report.verdict["levels"]
    context = {
        "report": report,
        "style": STYLE,
        "status_label": STATUS_LABELS[report.status],
        "is_over": report.status in ("over", "abandoned"),
        "seat_labels": _seat_labels(report),
        "pictures": picture_by_card,
        "max_pictures": MAX_PICTURES_PER_PART,
        "levels": [_level_row(name, level) for name, level in levels.items()],
        "all_levels_passed": all(level["status"] == "ok" for level in levels.values()),
        "event_groups": list(_event_groups(report)),
        "has_entropy": any(report.luck.entropy),
    }
    return render_to_string("report/page.html", context)


def _seat_labels(report: Report) -> dict[int, str]:
    """Return the names by seat. A name that two players share gets its seat; an erased name is missing."""
    counts = Counter(seat.name for seat in report.seats)
    return {
        seat.seat: f"{seat.name} (seat {seat.seat})" if counts[seat.name] > 1 else seat.name
        for seat in report.seats
        if seat.name is not None
    }


def _level_row(name: str, level: LevelTold) -> dict[str, Any]:
    color, label = LEVEL_BADGES[level["status"]]
    fault_location = {None: "no specific version", 0: "the header"}.get(
        level["first_bad"], f"version {level['first_bad']}"
    )
    return {
        "name": name,
        "status": level["status"],
        "words": level["words"],
        "description": LEVEL_DESCRIPTIONS[name],
        "color": color,
        "label": label,
        "fault_location": fault_location,
    }


def _event_groups(report: Report) -> Iterator[tuple[str, list[EventTold]]]:
    """Yield the events of each round with a title, and before them those before the first round."""
    round_starts = {round_report.begun: f"Round {round_report.round}" for round_report in report.rounds}
    title, group = "Before the first round", list[EventTold]()
    for event in report.events:
        if event.version in round_starts:
            yield title, group
            title, group = round_starts[event.version], []
        group.append(event)
    yield title, group
