"""Two independently written verifiers agree about matches of rulebook 2 whose players go away and come back."""

import re
from collections.abc import Iterable
from random import Random

import pytest

from games.rulebook.rulesets import EDITIONS
from tests.audit.generated_matches import build_record, generate_match_with_absences
from tests.audit.generated_rematches import rematch_lobbies
from tests.audit.record_forging import FORGERIES, append_checksum_line, lines_before_checksum
from tests.conformance.history_rewriting import REWRITES, rewrite_history
from tests.conformance.test_verifier_agreement import (
    assert_agreement,
    assert_agreement_or_stricter,
    assert_finished_match_verifies,
)

EXPECTED_OCCURRENCES = {
    *EDITIONS,
    *("seat_skipped", "seat_resumed", "time_called", "deadline_extended", "seat_resigned", "host_changed"),
    *("round_called_off", "deck_reshuffled", "hands_passed", "points", "laps", "last_card"),
    *("agreed", "nobody_is_there", "nobody_moved", "time_up"),
}


@pytest.mark.parametrize(
    "seeds",
    [
        range(0, 400, 25),
        pytest.param(range(400), marks=pytest.mark.slow),
        pytest.param(range(400, 3000), marks=pytest.mark.nightly),
    ],
)
def test_verifiers_accept_random_matches_with_absences(seeds: Iterable[int]):
    occurred: set[str] = set()
    for seed in seeds:
        match = generate_match_with_absences(seed)
        assert_finished_match_verifies(match, seed)
        texts = " ".join(row[4] for row in match.event_rows)
        occurred |= {match.rules.name, *re.findall(r'"(?:type|why)":"(\w+)"', texts)}
    assert occurred >= EXPECTED_OCCURRENCES or len(list(seeds)) < 400


@pytest.mark.parametrize("seeds", [range(5, 8), pytest.param(range(1000, 1100), marks=pytest.mark.nightly)])
def test_verifiers_accept_running_matches_with_absences(seeds: range):
    for seed in seeds:
        match, rng = generate_match_with_absences(seed), Random(seed)
        commands = [n for n, row in enumerate(match.event_rows) if n and '"actor":null' not in row[4]]
        for version in rng.sample(commands, min(6, len(commands))):
            for seat in (None, rng.randrange(3)):
                lines = list(match.record_lines(seat))[:version]
                verdict = assert_agreement(build_record(match.match_id, lines, match.rules.name), (seed, version, seat))
                assert verdict.ok


def test_verifiers_agree_on_rematches():
    for number, lobby in enumerate(rematch_lobbies()):
        raw = lobby.to_record()
        assert assert_agreement(raw, number).ok
        for way in REWRITES:
            for attempt in range(5):
                forged = rewrite_history(raw, Random(f"rematch {number} {way} {attempt}"), way)
                assert_agreement_or_stricter(forged, (number, way, attempt))


def short_records(count: int) -> Iterable[bytes]:
    """Yield records of random matches with absences that are short enough to be forged many times."""
    matches = (generate_match_with_absences(seed) for seed in range(count))
    return (match.to_record() for match in matches if len(match.event_rows) < 150)


@pytest.mark.parametrize("kind", FORGERIES)
@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.nightly)])
def test_verifiers_agree_on_forged_absences(kind: str, count: int):
    for number, raw in enumerate(short_records(count)):
        forged = append_checksum_line(FORGERIES[kind](lines_before_checksum(raw), Random(f"{number} {kind}"))[0])
        assert forged == raw or not assert_agreement(forged, (number, kind)).ok


@pytest.mark.parametrize("way", REWRITES)
@pytest.mark.parametrize("count", [6, pytest.param(100, marks=pytest.mark.slow)])
def test_verifiers_agree_on_consistent_but_false_absences(way: str, count: int):
    """Only shuffles and rules can reveal these forgeries; sometimes the rewritten history would have been possible."""
    results = []
    for number, raw in enumerate(short_records(count)):
        for attempt in range(6):
            forged = rewrite_history(raw, Random(f"{number} {way} {attempt}"), way)
            results.append(assert_agreement_or_stricter(forged, (number, way, attempt)))
    assert not all(results)
