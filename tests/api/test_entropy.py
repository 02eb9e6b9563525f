"""Entropy of the seats over HTTP: commit, reveal, a draw that is void; and a stranger who checks it all afterwards."""

from typing import Any

import pytest

from games.matches import match_random
from games.matches.models import Seed
from games.projections.models import DeadlineRow
from games.projections.rebuild import compare
from games.rulebook.entropy import digest_of_entropy
from games.story.story_renderer import render_story
from games.story.visible_event import visible_events
from tests.api.client import Player
from tests.api.drawing import Drawing
from tests.audit import stranger

pytestmark = pytest.mark.django_db


def test_the_match_waits_for_entropy_and_says_so():
    table = Drawing()
    seen_by_ben = table.players[1].view(table.id)
    phase = seen_by_ben["phase"]
    assert (phase["id"], phase["waiting_for"]) == ("0.drawing", [0, 1, 2])
    assert 8000 < phase["remaining_ms"] <= 10_000
    assert seen_by_ben["you"]["hand"] == []
    assert {"type": "entropy", "digest": digest_of_entropy(table.mine[1])} in seen_by_ben["actions"]
    assert DeadlineRow.objects.get(match_id=table.id).phase == "0.drawing"
    table.reveal(1)
    assert table.players[1].view(table.id)["phase"]["waiting_for"] == [0, 2]
    table.reveal(0, 2)
    assert table.host.view(table.id)["phase"]["id"] == "1.storytelling"
    assert DeadlineRow.objects.get(match_id=table.id).phase == "1.storytelling"


def test_a_stranger_finds_every_order_of_the_match_again():
    table = Drawing()
    table.reveal(2, 0, 1)
    table.until("reveal").abandon()
    stranger.check(table.log)
    assert len(stranger.luck_of(table.log).entropy) == 96


def test_a_draw_that_is_void_is_in_the_log_with_its_seed_and_a_stranger_can_follow_it():
    table = Drawing()
    first = match_random._load_seed(table.id)
    table.reveal(0, 2)
    table.time_up()
    voided, committed = table.log[-2:]
    assert (voided["type"], voided["data"]) == ("draw_voided", {"seed": first.hex(), "missing": [1]})
    assert (committed["type"], committed["data"]["seats"]) == ("seed_committed", [0, 2])
    assert (
        committed["data"]["seed_digest"]
        == match_random.seed_commitment(match_random._load_seed(table.id))
        != match_random.seed_commitment(first)
    )
    assert table.players[1].command(table.id, "entropy", {"entropy": table.mine[1]}).code == "nothing_committed"
    table.reveal(2, 0)
    table.until("reveal").abandon()
    stranger.check(table.log)
    assert len(stranger.luck_of(table.log).entropy) == 64
    assert Seed.objects.filter(match_id=table.id).count() == 1


def test_the_seed_of_the_next_draw_is_nowhere_before_the_end():
    table = Drawing()
    table.reveal(0)
    table.time_up()
    seed = match_random._load_seed(table.id).hex()
    assert seed not in str(table.log)
    table.abandon()
    assert stranger.value(table.log, len(table.log), "seed") == seed


def test_when_nobody_reveals_the_match_goes_on_by_the_houses_luck():
    table = Drawing()
    table.time_up()
    assert table.types()[-6:] == [
        "time_up", "draw_voided", "seed_committed", "deck_shuffled", "hands_dealt", "round_begun",
    ]  # fmt: skip
    table.abandon()
    stranger.check(table.log)


def test_void_draws_are_counted_for_everybody_to_see():
    table = Drawing()
    before = table.host.get("/luck").ok()
    table.reveal(0, 1)
    table.time_up()
    table.reveal(0)
    table.time_up()
    assert table.types().count("draw_voided") == 2
    after = Player().get("/luck").ok()
    assert {name: after[name] - before[name] for name in after} == {"with_entropy": 0, "with_voids": 1, "voids": 2}
    assert compare(table.id) == []


def test_who_plays_again_can_add_to_the_luck_again():
    table = Drawing().abandon()
    digest = digest_of_entropy("a1" * 32)
    first, second = (
        player.send("POST", f"/matches/{table.id}/rematch", {"entropy_digest": digest}) for player in table.players[:2]
    )
    again = first.ok(201)["id"]
    assert second.ok()["id"] == again
    taken = [event["data"] for event in table.host.events(again) if event["type"] == "seat_taken"]
    assert [data["entropy_digest"] for data in taken] == [digest, digest]


def test_the_same_key_reveals_once():
    table = Drawing()
    body = {"entropy": table.mine[1]}
    first = table.players[1].command(table.id, "entropy", body, key="once")
    assert table.players[1].command(table.id, "entropy", body, key="once").content == first.content
    assert table.players[1].command(table.id, "entropy", body).code == "already_done"
    assert table.types().count("entropy_revealed") == 1


@pytest.mark.parametrize("entropy", ["", "0" * 63, "0" * 65, "G" * 64, "A1" * 32, "0" * 64 + "\n", 7, None])
def test_entropy_is_64_small_hex_digits(entropy: Any):
    table = Drawing()
    assert table.host.command(table.id, "entropy", {"entropy": entropy}).code == "invalid"
    body = {"entropy": table.mine[0], "next_digest": entropy}
    assert entropy is None or table.host.command(table.id, "entropy", body).code == "invalid"
    assert (
        entropy is None
        or Player().send("POST", f"/matches/{table.id}/seats", {"entropy_digest": entropy}).code == "invalid"
    )


def test_what_does_not_fit_the_digest_is_refused_and_leaves_no_trace():
    table = Drawing()
    assert table.host.command(table.id, "entropy", {"entropy": "11" * 32}).code == "wrong_entropy"
    assert "11" * 32 not in str(table.log)


def test_the_story_tells_who_has_added_to_the_luck():
    table = Drawing()
    table.reveal(0, 2)
    assert render_story(visible_events(table.id, None)).endswith("Luck is being drawn.\n")
    table.time_up()
    table.reveal(0, 2)
    told = " ".join(render_story(visible_events(table.id, None)).split())
    assert "A draw was void: Ben did not reveal. Drawn by the house and Ada and Cleo." in told


BENT = {
    "the seed is another one": ("match_ended", "seed"),
    "entropy is another one": ("entropy_revealed", "entropy"),
    "a seat's digest is another one": ("seat_taken", "entropy_digest"),
    "the deck is another one": ("deck_shuffled", "order"),
    "a tableau is another one": ("tableau_laid", "tableau"),
}


@pytest.mark.parametrize("bent", BENT)
def test_control_a_stranger_notices_when(bent: str):
    table = Drawing()
    table.reveal(2, 0, 1)
    table.until("voting").abandon()
    log, (kind, field) = table.log, BENT[bent]
    version = next(event["version"] for event in log if event["type"] == kind)
    if field in log[version - 1]["data"]:
        log[version - 1]["data"][field] = _other(log[version - 1]["data"][field])
    for event in log:
        for opening in event["opened"]:
            if (opening["version"], opening["part"]) == (version, field):
                opening["value"] = _other(opening["value"])
    with pytest.raises(stranger.Cheated):
        stranger.check(log)


def _other(value: Any) -> Any:
    return "ab" * 32 if isinstance(value, str) else [value[1], value[0], *value[2:]]


def test_control_entropy_left_out_of_the_key_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """An operator who ignores what the seats have revealed, and deals as the seed alone says."""
    monkeypatch.setattr("games.audit.shuffle.key_material", lambda seed, entropy: seed)
    table = Drawing()
    table.reveal(2, 0, 1)
    table.abandon()
    with pytest.raises(stranger.Cheated, match="the deck"):
        stranger.check(table.log)
