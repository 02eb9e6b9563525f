"""Looking back: every version, through every pair of eyes, is what was seen then; and where to stop."""

import itertools

import pytest

from games.eventlog import folds, read
from games.rulebook.commands import Abandon
from games.rulebook.moments import Moment, moments
from games.rulebook.rulesets import PRINTED
from games.table import look
from games.table.look import MatchSeen
from tests.playing import command, simulated, state
from tests.rulebook.playing import played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("ruleset", "players"), [("classic", 3), ("party-30", 6), ("team", 6)])
def test_every_version_looks_as_it_did_through_all_eyes(ruleset: str, players: int):
    simulation = simulated(ruleset, players, until="gathering")
    then: dict[tuple[int, int | None], MatchSeen] = {}
    for version in simulation.steps():
        if state(simulation.match_id).name == "reveal" and version > 40:
            break
        for seat in (None, *range(players)):
            account = "somebody" if seat is None else simulation.players[seat].id
            then[version, seat] = look.look(simulation.match_id, account, eyes="public" if seat is None else None)
    for seat in range(players):
        command(simulation, seat, lambda seat: Abandon(seat=seat))
    folds.forget_all()
    assert len(then) > 60
    for (version, seat), seen in then.items():
        if seat is not None and all(taken.seat != seat for taken in seen.seats):
            continue
        eyes = "public" if seat is None else seat
        assert look.look(simulation.match_id, simulation.players[0].id, at=version, eyes=eyes) == seen  # type: ignore[arg-type]


def test_the_moments_of_a_match_are_in_order_and_the_same_for_everybody():
    simulation = simulated("classic", 4)
    found = look.moments_of(simulation.match_id, simulation.players[2].id)
    assert found == look.moments_of(simulation.match_id, "somebody")
    assert [moment.version for moment in found] == sorted(moment.version for moment in found)
    head = read.head(simulation.match_id)
    assert head is not None
    assert (found[0].kind, found[-1].kind, found[-1].version) == ("start", "end", head.version)
    rounds = found[-1].round
    for kind in ("round", "clue", "tableau", "scores"):
        assert sum(moment.kind == kind for moment in found) == rounds


def test_every_lead_change_and_automatic_move_is_a_moment():
    for seed in range(6):
        story = played(PRINTED["odyssey"].rules, 5, seed, missing=0.3)
        log = [(version, story.now, event) for version, event in enumerate(story.events, start=1)]
        found = list(moments(log))
        automatic = [n for n, _, event in log if getattr(event, "automatic", False)]
        assert [moment.version for moment in found if moment.kind == "automatic"] == automatic
        leads = [moment.seats for moment in found if moment.kind == "lead"]
        assert all(one != other for one, other in itertools.pairwise(leads))
        assert all(isinstance(moment, Moment) for moment in found)
