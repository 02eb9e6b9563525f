"""Controls: a second verifier with a fault disagrees with the library."""

import pytest

from games.audit.record_verifier import verify_record
from tests.audit.golden_records import read_golden_records
from tests.conformance.independent_luck_check import ShuffleInputs
from tests.conformance.verifier import canonical_text, opening_checks, round_end_procedure, round_scorer
from tests.conformance.verifier.independent_verdict import verify_independently

RECORD_NAMES = ("odyssey-5-void", "team-6-skip", "classic-3")
"""The shortest ones, and one that ends with points."""


def verifiers_disagree() -> bool:
    return any(
        verify_independently(read_golden_records()[name]).ok != verify_record(read_golden_records()[name]).ok
        for name in RECORD_NAMES
    )


@pytest.mark.parametrize(
    ("holder", "name", "wrong"),
    [
        (round_scorer, "add_awards", lambda scores, awards, teams: list(scores)),
        (round_scorer.RoundScorer, "_fooled_points", lambda count, seat: 0),
        (round_end_procedure, "win_reason", lambda r: None),
        (opening_checks, "PARTS_OPENED_WITH_SCORES", ("card", "cards", "trap")),
        (canonical_text, "sealed_digest", lambda salt, value: "0" * 64),
        (ShuffleInputs, "order", lambda inputs, label, cards: list(cards)),
    ],
)
def test_control_a_faulty_independent_verifier_disagrees(holder, name, wrong, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(holder, name, wrong)
    if name == "add_awards":
        monkeypatch.setattr("tests.conformance.verifier.voting_procedure.add_awards", wrong)
    assert verifiers_disagree()
