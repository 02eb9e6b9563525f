"""What each viewer is told of a story, and what each sees after every event."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from games.eventlog.match_state import MatchState
from games.matches.match_access import audience_of
from games.matches.match_queries import _own_viewer, build_view
from games.rulebook.commands import Open, Sit, SystemCommand
from tests.api.client import Json
from tests.interference.log import Log
from tests.rulebook.playing import Step, Story


@dataclass(frozen=True, kw_only=True)
class Eyes:
    """Who looks: an account, with or without a seat, or (None) only the public."""

    account: str | None

    def see(self, folded: MatchState) -> Json:
        """The view, but for what no event can tell."""
        view: Json = msgspec.json.decode(
            msgspec.json.encode(build_view("m", folded, _own_viewer(folded, self.account)))
        )
        view["phase"]["remaining_ms"] = None
        return view


def written(story: Story) -> Log:
    """The story's log."""
    log = Log(name="a story")
    for step in story.steps:
        log.append(step.events, actor=_actor(step))
    return log


def _actor(step: Step) -> int | None:
    """The seat whose command it was, as far as that shows in a view."""
    return None if isinstance(step.command, Open | Sit | SystemCommand) else step.command.seat


def happened(log: Log, eyes: Eyes) -> Iterator[tuple[Json, Json, Json]]:
    """Each event after the first that these eyes are told of, between what they see before and after it."""
    before = eyes.see(log.folds[0])
    events = log.told_to(audience_of(log.folds[-1], eyes.account))
    for text, folded in zip(events[1:], log.folds[1:], strict=True):
        after = eyes.see(folded)
        yield before, json.loads(text), after
        before = after
