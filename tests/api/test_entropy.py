"""Entropy of the seats over HTTP: commit, reveal, void draws, and an independent check afterwards."""

from typing import Any

import pytest

from games.matches import match_random
from games.matches.models import Seed
from games.narrative.narrative import narrate
from games.narrative.visible_event import visible_events
from games.projections.counters import fold_changes
from games.projections.models import DeadlineRow
from games.projections.rebuild import compare
from games.rulebook.entropy import digest_of_entropy
from games.story.story_renderer import render_story
from tests.api.api_client import Player
from tests.api.entropy_table import EntropyTable
from tests.conformance import independent_luck_check

pytestmark = pytest.mark.django_db


def test_a_match_in_the_drawing_phase_waits_for_entropy():
    table = EntropyTable()
    view_of_ben = table.players[1].view(table.id)
    phase = view_of_ben["phase"]
    assert (phase["id"], phase["waiting_for"]) == ("0.drawing", [0, 1, 2])
    assert 8000 < phase["remaining_ms"] <= 10_000
    assert view_of_ben["you"]["hand"] == []
    assert {"type": "entropy", "digest": digest_of_entropy(table.entropy_by_seat[1])} in view_of_ben["actions"]
    assert DeadlineRow.objects.get(match_id=table.id).phase == "0.drawing"
    table.reveal(1)
    assert table.players[1].view(table.id)["phase"]["waiting_for"] == [0, 2]
    table.reveal(0, 2)
    assert table.host.view(table.id)["phase"]["id"] == "1.storytelling"
    assert DeadlineRow.objects.get(match_id=table.id).phase == "1.storytelling"


def test_an_independent_verifier_reproduces_every_shuffle():
    table = EntropyTable()
    table.reveal(2, 0, 1)
    table.play_until("reveal").abandon()
    independent_luck_check.check_shuffles(table.events)
    assert len(independent_luck_check.shuffle_inputs(table.events).entropy) == 96


def test_a_void_draw_logs_its_seed_and_can_be_verified():
    table = EntropyTable()
    first_seed = match_random.load_seeds([table.id])[0]
    table.reveal(0, 2)
    table.expire_draw()
    voided, committed = table.events[-2:]
    assert (voided["type"], voided["data"]) == ("draw_voided", {"seed": first_seed.hex(), "missing": [1]})
    assert (committed["type"], committed["data"]["seats"]) == ("seed_committed", [0, 2])
    assert (
        committed["data"]["seed_digest"]
        == match_random.seed_commitment(match_random.load_seeds([table.id])[0])
        != match_random.seed_commitment(first_seed)
    )
    assert (
        table.players[1].command(table.id, "entropy", {"entropy": table.entropy_by_seat[1]}).code == "nothing_committed"
    )
    table.reveal(2, 0)
    table.play_until("reveal").abandon()
    independent_luck_check.check_shuffles(table.events)
    assert len(independent_luck_check.shuffle_inputs(table.events).entropy) == 64
    assert Seed.objects.filter(match_id=table.id).count() == 1


def test_the_seed_of_the_next_draw_is_secret_until_the_match_ends():
    table = EntropyTable()
    table.reveal(0)
    table.expire_draw()
    seed = match_random.load_seeds([table.id])[0].hex()
    assert seed not in str(table.events)
    table.abandon()
    assert independent_luck_check.opened_value(table.events, len(table.events), "seed") == seed


def test_if_no_seat_reveals_entropy_the_server_seed_is_used_alone():
    table = EntropyTable()
    table.expire_draw()
    assert table.event_types()[-6:] == [
        "time_up", "draw_voided", "seed_committed", "deck_shuffled", "hands_dealt", "round_begun",
    ]  # fmt: skip
    table.abandon()
    independent_luck_check.check_shuffles(table.events)


def test_void_draws_are_counted_publicly():
    table = EntropyTable()
    fold_changes()
    before = table.host.get("/luck").ok()
    table.reveal(0, 1)
    table.expire_draw()
    table.reveal(0)
    table.expire_draw()
    assert table.event_types().count("draw_voided") == 2
    fold_changes()
    after = Player().get("/luck").ok()
    assert {name: after[name] - before[name] for name in after} == {"with_entropy": 0, "with_voids": 1, "voids": 2}
    assert compare(table.id) == []


def test_rematch_players_can_commit_to_entropy_again():
    table = EntropyTable().abandon()
    digest = digest_of_entropy("a1" * 32)
    first, second = (
        player.send("POST", f"/matches/{table.id}/rematch", {"entropy_digest": digest}) for player in table.players[:2]
    )
    rematch = first.ok(201)["id"]
    assert second.ok()["id"] == rematch
    seat_taken_data = [event["data"] for event in table.host.events(rematch) if event["type"] == "seat_taken"]
    assert [data["entropy_digest"] for data in seat_taken_data] == [digest, digest]


def test_repeating_an_idempotency_key_reveals_entropy_once():
    table = EntropyTable()
    body = {"entropy": table.entropy_by_seat[1]}
    first = table.players[1].command(table.id, "entropy", body, key="once")
    assert table.players[1].command(table.id, "entropy", body, key="once").content == first.content
    assert table.players[1].command(table.id, "entropy", body).code == "already_done"
    assert table.event_types().count("entropy_revealed") == 1


@pytest.mark.parametrize("entropy", ["", "0" * 63, "0" * 65, "G" * 64, "A1" * 32, "0" * 64 + "\n", 7, None])
def test_entropy_must_be_64_lowercase_hex_digits(entropy: Any):
    table = EntropyTable()
    assert table.host.command(table.id, "entropy", {"entropy": entropy}).code == "invalid"
    body = {"entropy": table.entropy_by_seat[0], "next_digest": entropy}
    assert entropy is None or table.host.command(table.id, "entropy", body).code == "invalid"
    assert (
        entropy is None
        or Player().send("POST", f"/matches/{table.id}/seats", {"entropy_digest": entropy}).code == "invalid"
    )


def test_entropy_not_matching_its_digest_is_refused_and_not_logged():
    table = EntropyTable()
    assert table.host.command(table.id, "entropy", {"entropy": "11" * 32}).code == "wrong_entropy"
    assert "11" * 32 not in str(table.events)


def test_the_story_names_the_contributors_of_entropy():
    table = EntropyTable()
    table.reveal(0, 2)
    assert render_story(narrate(visible_events(table.id, None))).endswith("The shuffles are being drawn.\n")
    table.expire_draw()
    table.reveal(0, 2)
    text = " ".join(render_story(narrate(visible_events(table.id, None))).split())
    assert "The draw is void: Ben did not reveal their entropy." in text
    assert "The shuffles were drawn by the server, Ada and Cleo." in text


TAMPERED_FIELDS = {
    "the seed is changed": ("match_ended", "seed"),
    "entropy is changed": ("entropy_revealed", "entropy"),
    "a seat's digest is changed": ("seat_taken", "entropy_digest"),
    "the deck is changed": ("deck_shuffled", "order"),
    "a tableau is changed": ("tableau_laid", "tableau"),
}


@pytest.mark.parametrize("tampering", TAMPERED_FIELDS)
def test_the_independent_verifier_detects_tampering(tampering: str):
    table = EntropyTable()
    table.reveal(2, 0, 1)
    table.play_until("voting").abandon()
    events, (event_type, field) = table.events, TAMPERED_FIELDS[tampering]
    version = next(event["version"] for event in events if event["type"] == event_type)
    if field in events[version - 1]["data"]:
        events[version - 1]["data"][field] = _different_value(events[version - 1]["data"][field])
    for event in events:
        for opening in event["opened"]:
            if (opening["version"], opening["part"]) == (version, field):
                opening["value"] = _different_value(opening["value"])
    with pytest.raises(independent_luck_check.LuckCheckFailed):
        independent_luck_check.check_shuffles(events)


def _different_value(value: Any) -> Any:
    return "ab" * 32 if isinstance(value, str) else [value[1], value[0], *value[2:]]


def test_the_independent_verifier_detects_ignored_entropy(monkeypatch: pytest.MonkeyPatch):
    """A dishonest operator ignores the revealed entropy and deals by the seed alone."""
    monkeypatch.setattr("games.audit.shuffle.key_material", lambda seed, entropy: seed)
    table = EntropyTable()
    table.reveal(2, 0, 1)
    table.abandon()
    with pytest.raises(independent_luck_check.LuckCheckFailed, match="the deck"):
        independent_luck_check.check_shuffles(table.events)
