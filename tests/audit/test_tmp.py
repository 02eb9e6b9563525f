import pytest
from tests.playing import simulated
from games.records.writing import extent, pages
from games.audit.verify import audit
import time

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "rules,n",
    [
        ("classic", 4),
        ("classic", 3),
        ("classic-last-card", 3),
        ("odyssey", 8),
        ("party", 6),
        ("party-passing", 7),
        ("party-30", 6),
        ("team", 6),
        ("team-30", 8),
    ],
)
def test_x(rules, n):
    s = simulated(rules, n, seed="x")
    rec = "".join(pages(extent(s.match_id, None))).encode()
    t = time.time()
    a = audit(rec)
    print(rules, len(rec), a.verdict.version, time.time() - t)
    print("\n".join(a.verdict.lines()))
    assert a.verdict.ok


def test_running():
    for rules in ("classic", "team", "party"):
        s = simulated(rules, 6, seed="y")
        s2 = simulated(rules, 6, seed="x2", until="voting")
        it = s2.steps()
        for i, _ in enumerate(it):
            if i == 41:
                break
        for acc in (None, s2.players[2].id):
            rec = "".join(pages(extent(s2.match_id, acc))).encode()
            a = audit(rec)
            print("\n".join(a.verdict.lines()))
            assert a.verdict.ok
