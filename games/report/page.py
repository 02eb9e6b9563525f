"""The report as an HTML page that runs no script and loads nothing but card pictures."""

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.report.page_events import build_event_groups
from games.report.page_labels import CardPicture, PageLabels
from games.report.page_rounds import build_round_sections
from games.report.page_shuffles import build_shuffle_sections
from games.report.report_types import AbsenceTold, LevelTold, Report, SeatTold

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


def render_page(report: Report, picture_by_card: Mapping[str, CardPicture]) -> str:
    """Return the report as an HTML page."""
    levels = report.verdict["levels"]
    labels = PageLabels(report.seats, picture_by_card)
    context = {
        "report": report,
        "style": STYLE,
        "status_label": STATUS_LABELS[report.status],
        "is_over": report.status in ("over", "abandoned"),
        "players": [_player_or_erased(seat, labels) for seat in report.seats],
        "absence": _absence_rows(report.absence, labels),
        "eyes": labels.player(report.eyes),
        "levels": [_level_row(name, level) for name, level in levels.items()],
        "all_levels_passed": all(level["status"] == "ok" for level in levels.values()),
        "rounds": build_round_sections(report.rounds, labels),
        "event_groups": build_event_groups(report, labels),
        "entropy_by_player": [
            (labels.player(seat), entropy) for seat, entropy in enumerate(report.luck.entropy) if entropy
        ],
        "shuffles": build_shuffle_sections(report.luck.draws),
    }
    return render_to_string("report/page.html", context)


def _player_or_erased(seat: SeatTold, labels: PageLabels) -> str:
    if seat.name is None:
        return f"seat {seat.seat} (name erased)"
    # A guest can have the name of any account.
    return format_html("{} (guest)", labels.player(seat.seat)) if seat.kind == "guest" else labels.player(seat.seat)


def _absence_rows(absence: AbsenceTold, labels: PageLabels) -> list[tuple[str, SafeString]]:
    """Return what there is to say of absent players, each with its title."""
    called = absence.time_called
    return [
        *([("Skipped", _player_list(absence.skipped, labels))] if absence.skipped else ()),
        *([("Resigned", _player_list(absence.resigned, labels))] if absence.resigned else ()),
        *([("At rest", _until(absence.rest_ends_at))] if absence.rest_ends_at else ()),
        *(
            [("Time called", format_html("by {}, {}", labels.player(called.seat), _until(called.deadline_at)))]
            if called
            else ()
        ),
    ]


def _player_list(seats: Sequence[int], labels: PageLabels) -> SafeString:
    return format_html_join(", ", "{}", ((labels.player(seat),) for seat in seats))


def _until(at: datetime) -> SafeString:
    return format_html('until <time datetime="{}">{}</time>', f"{at:%Y-%m-%dT%H:%M:%SZ}", f"{at:%Y-%m-%d %H:%M:%S}")


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
