"""The events that each viewer of a history receives, and the view after every event."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from games.eventlog.match_state import MatchState
from games.matches.match_access import audience_of
from games.matches.match_queries import _viewer_for_account
from games.rulebook.commands import Open
from tests.api.api_client import Json
from tests.interference.in_memory_event_log import InMemoryEventLog
from tests.offline_views import encode_view
from tests.rulebook.random_matches import MatchHistory


@dataclass(frozen=True, kw_only=True)
class AccountPerspective:
    """A viewer: an account, with or without a seat, or (None) the public."""

    account: str | None

    def view(self, state: MatchState) -> Json:
        """Return the view without the fields that no event contains."""
        viewer = _viewer_for_account(state, self.account)
        view: Json = msgspec.json.decode(encode_view(state, viewer))
        view["phase"]["remaining_ms"] = None
        view["expires_at"] = None
        return view


def event_log_of(history: MatchHistory) -> InMemoryEventLog:
    """Return the history's log."""
    log = InMemoryEventLog(salt_seed="a history")
    for step in history.steps:
        actor = step.command.seat if isinstance(step.command, Open) else step.actor
        log.append(step.events, actor=actor, at=step.now)
    return log


def events_between_views(log: InMemoryEventLog, perspective: AccountPerspective) -> Iterator[tuple[Json, Json, Json]]:
    """Return each event after the first that this viewer receives, with the views before and after it."""
    before = perspective.view(log.states[0])
    events = log.events_for(audience_of(log.states[-1], perspective.account))
    for text, folded in zip(events[1:], log.states[1:], strict=True):
        after = perspective.view(folded)
        yield before, json.loads(text), after
        before = after
