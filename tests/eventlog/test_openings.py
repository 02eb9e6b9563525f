"""Who may read which sealed part, and from which version on."""

import itertools
import json

import pytest

from games.eventlog.event_reader import stream_head
from games.eventlog.event_texts import events_for
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db


def opening_versions(match_id: str, seat: int | None, up_to_version: int) -> dict[tuple[int, str], int]:
    """Return the version at which each part was opened to this viewer, according to the events up to a version."""
    versions: dict[tuple[int, str], int] = {}
    for text in events_for(match_id, Audience(seat), 0, up_to_version):
        event = json.loads(text)
        for opening in event["opened"]:
            key = (opening["version"], opening["part"])
            assert key not in versions, "a part is opened to a viewer only once"
            versions[key] = event["version"]
    return versions


def test_an_event_once_shown_to_a_viewer_never_changes():
    simulation = simulate_match("classic", 4, until="storytelling")
    match_id = simulation.match_id
    first_seen: dict[tuple[int | None, int], str] = {}
    for version in itertools.islice(simulation.steps(), 60):
        for seat in (None, 0, 1, 2, 3):
            for number, text in enumerate(events_for(match_id, Audience(seat), 0, version), start=1):
                assert first_seen.setdefault((seat, number), text) == text


def test_cards_and_votes_are_opened_to_their_seat_at_once_and_to_everyone_when_scored():
    match_id = simulate_match("odyssey", 7).match_id
    end = stream_head(match_id)
    assert end is not None
    events = [json.loads(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, end.version)]
    public, own = opening_versions(match_id, None, end.version), opening_versions(match_id, 2, end.version)
    scored = next(event["version"] for event in events if event["type"] == "round_scored")
    for event in events[:scored]:
        if event["type"] in ("cards_submitted", "vote_cast"):
            part = "cards" if event["type"] == "cards_submitted" else "slots"
            key = (event["version"], part)
            assert public[key] == scored
            assert own[key] == (event["version"] if event["data"]["seat"] == 2 else scored)


def test_parts_opened_by_the_final_scoring_are_not_opened_again_by_the_match_end():
    match_id = simulate_match("odyssey", 7).match_id
    end = stream_head(match_id)
    assert end is not None
    events = [json.loads(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, end.version)]
    last_vote = max(event["version"] for event in events if event["type"] == "vote_cast")
    assert [event["type"] for event in events[last_vote:]] == ["round_scored", "match_ended"]
    assert opening_versions(match_id, None, end.version)[last_vote, "slots"] == last_vote + 1
    assert opening_versions(match_id, None, end.version)[last_vote - 1, "slots"] == last_vote + 1


def test_hands_and_decks_are_opened_to_everyone_only_at_the_end():
    match_id = simulate_match("classic", 5).match_id
    end = stream_head(match_id)
    assert end is not None
    public, own = opening_versions(match_id, None, end.version), opening_versions(match_id, 0, end.version)
    for (version, part), at in public.items():
        if part == "order" or part.startswith("hands/"):
            assert at == end.version
        if part == "hands/0":
            assert own[version, part] == version


def test_everything_is_open_to_everyone_at_the_end():
    match_id = simulate_match("classic", 3).match_id
    end = stream_head(match_id)
    assert end is not None
    sealed = {
        (event["version"], part)
        for event in map(json.loads, events_for(match_id, PUBLIC_AUDIENCE, 0, end.version))
        for part in event["data"].get("sealed", ())
    }
    for seat in (None, 0, 1, 2):
        assert set(opening_versions(match_id, seat, end.version)) == sealed


def test_during_voting_the_public_sees_no_cards_beyond_the_tableau():
    simulation = simulate_match("odyssey", 6, until="voting")
    end = stream_head(simulation.match_id)
    assert end is not None
    parts = {part for _, part in opening_versions(simulation.match_id, None, end.version)}
    assert parts <= {"player", "text"}
