"""A match's view without a database."""

from unittest.mock import patch

import msgspec

from games.eventlog.database_time import estimated_time
from games.eventlog.match_state import MatchState
from games.matches import match_queries
from games.rulebook.view_types import Viewer


def encode_view(state: MatchState, viewer: Viewer) -> bytes:
    """Return the view as JSON. Time only counts down to deadlines in it, so that of this machine will do."""
    with patch.object(match_queries, "recent_time", estimated_time):
        return msgspec.json.encode(match_queries.build_view("m", state, viewer))
