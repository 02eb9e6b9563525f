"""`story`: a match as a readable account."""

import re
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.migrations_check import ensure_migrated
from games.story.roster import build_roster
from games.story.story_renderer import render_story
from games.story.visible_event import visible_events


class Command(BaseCommand):
    help = (
        "Tell a match round by round: clue, cards, votes, points with their reasons, winners. A match that is still "
        "played is told as anyone who looks on sees it, without a secret."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the match's id")
        parser.add_argument(
            "--as",
            dest="eyes",
            metavar="EYES",
            default="public",
            help="seat:2 tells a finished match as that seat saw it, with the hands it held (public)",
        )
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *args: Any, **options: Any) -> None:
        seat = _parse_perspective(options["eyes"])
        ensure_migrated()
        events = visible_events(options["match"], None)
        if not events:
            raise CommandError(f"there is no match {options['match']}")
        if seat is not None:
            if events[-1].type != "match_ended":
                raise CommandError("as long as a match is played nobody looks through a player's eyes; leave out --as")
            if seat not in build_roster(events).name_by_seat:
                raise CommandError(f"--as: nobody sits on seat {seat} of this match")
            events = visible_events(options["match"], seat)
        self.stdout.write(render_story(events, seat), ending="")


def _parse_perspective(perspective: str) -> int | None:
    if perspective == "public":
        return None
    matched = re.fullmatch(r"seat:([0-9]{1,3})", perspective)
    if matched is None:
        raise CommandError(f"--as: public or seat:2, say, not {perspective}")
    return int(matched[1])
