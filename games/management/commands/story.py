"""`manage.py story MATCH`: print a match as a readable report."""

import re
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.eventlog.unreadable_logs import UnreadableLog
from games.management.migrations_check import ensure_migrated
from games.narrative.narrative import narrate
from games.narrative.roster import build_roster
from games.narrative.visible_event import visible_events
from games.story.story_renderer import render_story


class Command(BaseCommand):
    help = (
        "Print a match round by round: clue, cards, votes, points with their reasons, winners. A running match is "
        "shown as spectators see it, without secrets."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the match's ID")
        parser.add_argument(
            "--as",
            dest="eyes",
            metavar="PERSPECTIVE",
            default="public",
            help="public, or seat:N to show a finished match as that seat saw it, with its hands (default: public)",
        )
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        seat = _parse_perspective(options["eyes"])
        ensure_migrated()
        try:
            events = visible_events(options["match"], None)
        except UnreadableLog as unreadable:
            raise CommandError(str(unreadable)) from None
        if not events:
            raise CommandError(f"there is no match {options['match']}")
        if seat is not None:
            # As in the API: another seat's view is available only once the match is over.
            if events[-1].type != "match_ended":
                raise CommandError("--as: a player's view is available only after the match has ended")
            if seat not in build_roster(events).label_by_seat:
                raise CommandError(f"--as: seat {seat} of this match is empty")
            events = visible_events(options["match"], seat)
        self.stdout.write(render_story(narrate(events, seat)), ending="")


def _parse_perspective(perspective: str) -> int | None:
    if perspective == "public":
        return None
    matched = re.fullmatch(r"seat:([0-9]{1,3})", perspective)
    if matched is None:
        raise CommandError(f"--as: expected public or seat:N, for example seat:2, not {perspective}")
    return int(matched[1])
