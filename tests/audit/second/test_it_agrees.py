"""Two verifiers, made apart from each other, are of one opinion about every record, right or not."""

from random import Random

import pytest

from games.audit.verify import verify
from tests.audit.forging import FORGERIES, as_record, events_in, lines_of
from tests.audit.golden import golden
from tests.audit.made import Made, anything, record
from tests.audit.second.opinion import Opinion, opinion
from tests.audit.second.rewriting import WAYS, rewritten

SHORT = 60_000
"""Bytes of a record that is forged many times."""


def agreed(raw: bytes, what: object) -> Opinion:
    """The opinion of both."""
    ours, second = verify(raw), opinion(raw)
    first_bad = ours.failed.first_bad if ours.failed else None
    assert (ours.ok, first_bad) == (second.ok, second.first_bad), (what, ours.lines(), second.faults)
    return second


def whole(match: Made, what: object) -> None:
    """A match that is over is right to its end, with its luck."""
    found = agreed(match.record(), what)
    assert found.ok
    assert found.luck or not any('"type":"deck_shuffled"' in row[5] for row in match.rows)


@pytest.mark.parametrize("name", golden())
def test_on_the_records_that_are_kept(name: str):
    assert agreed(golden()[name], name).ok


@pytest.mark.parametrize("seeds", [range(2000, 2020), pytest.param(range(2020, 3020), marks=pytest.mark.nightly)])
def test_on_random_matches(seeds: range):
    for seed in seeds:
        whole(anything(seed), seed)


@pytest.mark.parametrize("seeds", [range(3000, 3003), pytest.param(range(3003, 3203), marks=pytest.mark.nightly)])
def test_on_matches_that_are_still_played_as_anybody_sees_them(seeds: range):
    for seed in seeds:
        match, rng = anything(seed), Random(seed)
        commands = [n for n, row in enumerate(match.rows) if n and '"actor":null' not in row[5]]
        for version in rng.sample(commands, min(3, len(commands))):
            for seat in (None, rng.randrange(3)):
                lines = list(match.lines(seat))[:version]
                found = agreed(record(match.match_id, lines, match.rules.name), (seed, version, seat))
                assert found.ok


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.nightly)])
def test_on_forged_records(kind: str, times: int):
    for name, raw in golden().items():
        for number in range(times) if len(raw) < SHORT else ():
            lines = lines_of(raw)
            forged = as_record(FORGERIES[kind](lines, Random(f"{name} {kind} {number}"))[0])
            assert events_in(lines) > 3
            assert forged == raw or not agreed(forged, (name, kind, number)).ok


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("times", [3, pytest.param(100, marks=pytest.mark.nightly)])
def test_on_histories_that_are_whole_and_not_true(way: str, times: int):
    """Here only luck and rules can tell; now and then the other history might have been."""
    found = [
        agreed(rewritten(raw, Random(f"{name} {way} {number}"), way), (name, way, number)).ok
        for name, raw in golden().items()
        for number in (range(times) if len(raw) < SHORT else ())
    ]
    assert not all(found)
