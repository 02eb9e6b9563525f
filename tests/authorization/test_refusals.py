"""A refusal changes nothing: no row in the database, no subscription, no token of a socket."""

import pytest

from tests.authorization.in_process_socket import run_sockets_in_process
from tests.authorization.random_session import RandomSession

pytestmark = pytest.mark.django_db
STEPS = 40


def assert_refusals_change_nothing(seed: int, steps: int) -> RandomSession:
    session = RandomSession(seed)
    before = session.state()
    for number in range(steps):
        code, after = session.step(), session.state()
        if code is not None:
            changed = {name: after[name] for name in after if after[name] != before[name]}
            assert changed == {}, (seed, number, session.refused[-1])
        before = after
    return session


@pytest.mark.parametrize(
    "seed",
    [
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3)),
        *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(3, 60)),
    ],
)
def test_a_refusal_changes_nothing(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    run_sockets_in_process(monkeypatch)
    session = assert_refusals_change_nothing(seed, STEPS)
    # A session in which nothing is refused, or nothing accepted, says nothing.
    assert len(session.refused) > STEPS / 4
    assert session.accepted > 0
