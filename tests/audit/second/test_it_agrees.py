"""Two verifiers, made apart from each other, are of one opinion about every record, right or not."""

import re
from collections.abc import Iterable
from random import Random

import pytest

from games.audit.record_verifier import verify_record
from games.rulebook.rulesets import EDITIONS
from tests.audit.forging import FORGERIES, as_record, events_in, lines_of
from tests.audit.golden import golden
from tests.audit.made import Made, anything, record
from tests.audit.second.opinion import Opinion, opinion
from tests.audit.second.rewriting import WAYS, rewritten

SAMPLE = (3, 7, 14, 17, 19, 31, 36, 44, 48, 50, 70, 71, 74, 76, 82, 85, 93, 108, 112, 117)
"""Short matches of every rule set in which nearly everything happens."""
NEARLY_EVERYTHING = {
    *EDITIONS,
    *("seat_resigned", "host_changed", "draw_voided", "time_up", "round_called_off", "deck_reshuffled", "hands_passed"),
    *("laps", "points", "last_card", "staff"),
}
SHORT = 40_000
"""Bytes of a record that is forged many times."""


def agreed(raw: bytes, what: object) -> Opinion:
    """The opinion of both."""
    ours, second = verify_record(raw), opinion(raw)
    first_bad = ours.first_failure.first_bad if ours.first_failure else None
    assert (ours.ok, first_bad) == (second.ok, second.first_bad), (what, ours.text_lines(), second.faults)
    return second


def agreed_or_stricter(raw: bytes, what: object) -> bool:
    """Of a match that is still played the second one may know more: it remembers how many cards lie where."""
    ours = verify_record(raw)
    return opinion(raw).ok if ours.ok and not ours.complete else agreed(raw, what).ok


def whole(match: Made, what: object) -> None:
    """A match that is over is right to its end, with its luck."""
    found = agreed(match.record(), what)
    assert found.ok
    assert found.luck or not any('"type":"deck_shuffled"' in row[5] for row in match.rows)


@pytest.mark.parametrize("name", golden())
def test_on_the_records_that_are_kept(name: str):
    assert agreed(golden()[name], name).ok


@pytest.mark.parametrize("seeds", [SAMPLE, pytest.param(range(1000), marks=pytest.mark.nightly)])
def test_on_random_matches(seeds: Iterable[int]):
    happened: set[str] = set()
    for seed in seeds:
        match = anything(seed)
        whole(match, seed)
        happened |= {match.rules.name, *re.findall(r'"(?:type|why)":"(\w+)"', " ".join(row[5] for row in match.rows))}
    assert happened >= NEARLY_EVERYTHING


@pytest.mark.parametrize("seeds", [range(3000, 3001), pytest.param(range(3001, 3101), marks=pytest.mark.nightly)])
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
    right = []
    for name, raw in golden().items():
        for number in range(times) if len(raw) < SHORT else ():
            forged = rewritten(raw, Random(f"{name} {way} {number}"), way)
            right.append(agreed_or_stricter(forged, (name, way, number)))
    assert not all(right)
