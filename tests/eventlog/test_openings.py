"""Who may read which sealed part from when on."""

import itertools
import json

import pytest

from games.eventlog.event_reader import PUBLIC_AUDIENCE, Audience, events_for, stream_head
from tests.playing import simulated

pytestmark = pytest.mark.django_db


def opened(match_id: str, seat: int | None, upto: int) -> dict[tuple[int, str], int]:
    """The version at which each part opened to this viewer, as told up to a version."""
    found: dict[tuple[int, str], int] = {}
    for text in events_for(match_id, Audience(seat), 0, upto):
        event = json.loads(text)
        for opening in event["opened"]:
            key = (opening["version"], opening["part"])
            assert key not in found, "nothing opens twice to the same viewer"
            found[key] = event["version"]
    return found


def test_what_a_viewer_gets_of_a_version_never_changes():
    simulation = simulated("classic", 4, until="storytelling")
    match_id = simulation.match_id
    got: dict[tuple[int | None, int], str] = {}
    for version in itertools.islice(simulation.steps(), 60):
        for seat in (None, 0, 1, 2, 3):
            for number, text in enumerate(events_for(match_id, Audience(seat), 0, version), start=1):
                assert got.setdefault((seat, number), text) == text


def test_cards_and_votes_open_to_their_seat_at_once_and_to_all_with_the_scores():
    match_id = simulated("odyssey", 7).match_id
    end = stream_head(match_id)
    assert end is not None
    events = [json.loads(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, end.version)]
    public, own = opened(match_id, None, end.version), opened(match_id, 2, end.version)
    scored = next(event["version"] for event in events if event["type"] == "round_scored")
    for event in events[:scored]:
        if event["type"] in ("cards_submitted", "vote_cast"):
            part = "cards" if event["type"] == "cards_submitted" else "slots"
            key = (event["version"], part)
            assert public[key] == scored
            assert own[key] == (event["version"] if event["data"]["seat"] == 2 else scored)


def test_what_the_last_scores_open_is_not_opened_by_the_end_that_follows_at_once():
    match_id = simulated("odyssey", 7).match_id
    end = stream_head(match_id)
    assert end is not None
    events = [json.loads(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, end.version)]
    last_vote = max(event["version"] for event in events if event["type"] == "vote_cast")
    assert [event["type"] for event in events[last_vote:]] == ["round_scored", "match_ended"]
    assert opened(match_id, None, end.version)[last_vote, "slots"] == last_vote + 1
    assert opened(match_id, None, end.version)[last_vote - 1, "slots"] == last_vote + 1


def test_hands_and_decks_open_to_all_only_at_the_end():
    match_id = simulated("classic", 5).match_id
    end = stream_head(match_id)
    assert end is not None
    public, own = opened(match_id, None, end.version), opened(match_id, 0, end.version)
    for (version, part), at in public.items():
        if part == "order" or part.startswith("hands/"):
            assert at == end.version
        if part == "hands/0":
            assert own[version, part] == version


def test_at_the_end_everything_is_open_to_all():
    match_id = simulated("classic", 3).match_id
    end = stream_head(match_id)
    assert end is not None
    sealed = {
        (event["version"], part)
        for event in map(json.loads, events_for(match_id, PUBLIC_AUDIENCE, 0, end.version))
        for part in event["data"].get("sealed", ())
    }
    for seat in (None, 0, 1, 2):
        assert set(opened(match_id, seat, end.version)) == sealed


def test_in_the_middle_of_a_vote_the_public_knows_no_card_but_the_tableau():
    simulation = simulated("odyssey", 6, until="voting")
    end = stream_head(simulation.match_id)
    assert end is not None
    parts = {part for _, part in opened(simulation.match_id, None, end.version)}
    assert parts <= {"player", "text"}
