"""Each projection declares the events that can change its rows: all that do, and no others."""

from functools import cache
from itertools import product
from random import Random

import pytest

from games.eventlog.batched_sql import Row
from games.projections.projector import PROJECTIONS, Projection
from games.rulebook.events import EVENT_CLASSES, Event
from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import GeneratedMatch, generate_match
from tests.audit.generated_rematches import rematch_lobbies

MATCHES_PER_RULESET = 6
Rows = dict[Row, Row]
DECLARATIONS = [
    (projection, event_type)
    for projection in PROJECTIONS
    # Which of the matches are near the end of an hour is left to chance, so the others can't be shown to be needed.
    if projection.changed_by != EVENT_CLASSES
    for event_type in projection.changed_by
]


@cache
def random_matches() -> list[GeneratedMatch]:
    """Matches of all rule sets with missed moves, void draws, resignations and changes of seats; rematches."""
    return rematch_lobbies() + [
        generate_match(
            ruleset,
            (rng := Random(f"{ruleset} {seed}")).choice(edition.rules.players),
            seed,
            mischief=0.05,
            missing=rng.choice((0.0, 0.05, 0.2)),
            resigning=rng.choice((0.02, 0.1)),
        )
        for (ruleset, edition), seed in product(EDITIONS.items(), range(MATCHES_PER_RULESET))
    ]


@cache
def recomputed_rows(projection: Projection) -> list[list[tuple[type[Event], Rows]]]:
    """Return each event of each random match, with all rows that the projection has after it."""
    return [
        [
            (type(event), projection.rows_by_key(match.match_id, state))
            for event, state in zip(match.events, match.log.states, strict=True)
        ]
        for match in random_matches()
    ]


def agrees_with_recomputation(projection: Projection, changed_by: set[type[Event]]) -> bool:
    """Return whether after every event the rows are right if they are computed only after these events."""
    for history in recomputed_rows(projection):
        rows: Rows = {}
        for event_type, all_rows in history:
            rows = all_rows if event_type in changed_by else rows
            if rows != all_rows:
                return False
    return True


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.table)
def test_rows_computed_after_declared_events_only_equal_all_rows(projection: Projection) -> None:
    assert agrees_with_recomputation(projection, set(projection.changed_by))


@pytest.mark.parametrize(
    ("projection", "event_type"),
    DECLARATIONS,
    ids=[f"{projection.table}-{event_type.__name__}" for projection, event_type in DECLARATIONS],
)
def test_an_event_left_out_of_a_declaration_is_noticed(projection: Projection, event_type: type[Event]) -> None:
    assert not agrees_with_recomputation(projection, set(projection.changed_by) - {event_type})
