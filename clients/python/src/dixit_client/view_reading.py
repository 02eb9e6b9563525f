"""Helpers of `dixit_client.reducer` for reading views and events."""

from datetime import datetime, timedelta
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def opened_part(event: Json, name: str) -> Any:
    """Return the value of a sealed part of this event, or None if you may not read it."""
    own = [opening for opening in event["opened"] if opening["version"] == event["version"]]
    return next((opening["value"] for opening in own if opening["part"] == name), None)


def turn_up_hand(view: Json, event: Json) -> Json | None:
    """Return `you` with a hand that was face down turned up.

    It consists of the cards you knew before (`kept`) and the last of the cards drawn since, whose openings come with
    this event. Older openings of the same hand may come along; the hand's size says how many to take.
    """
    you: Json | None = view["you"]
    if you is None or you["hand"] is not None:
        return you
    name = f"hands/{you['seat']}"
    opened = [card for opening in event["opened"] if opening["part"] == name for card in opening["value"]]
    held = next(seat["hand_count"] for seat in view["seats"] if seat["seat"] == you["seat"])
    unseen = held - len(you["kept"])
    return {**you, "hand": [*you["kept"], *opened[len(opened) - unseen :]], "kept": []}


def turn_down_hand(you: Json) -> Json:
    return {**you, "hand": None, "kept": you["kept"] if you["hand"] is None else you["hand"]}


def phase_entered(view: Json, name: str, deadline_at: str | None, waiting_for: list[int]) -> Json:
    return {
        **view["phase"],
        "id": f"{view['round']}.{name}",
        "name": name,
        "deadline_at": deadline_at,
        "waiting_for": waiting_for,
    }


def all_seats(view: Json) -> list[int]:
    return [seat["seat"] for seat in view["seats"]]


def own_seat(view: Json) -> Json:
    """Return your seat's entry in `seats`; you must have one."""
    seat: Json = next(one for one in view["seats"] if one["seat"] == view["you"]["seat"])
    return seat


def active_seats(view: Json, seats: list[int]) -> list[int]:
    """Return those of the seats that a new phase waits for: those that are neither skipped nor have resigned."""
    absent = {seat["seat"] for seat in view["seats"] if seat["resigned"] or seat["skipped"]}
    return [seat for seat in seats if seat not in absent]


def is_resting(view: Json) -> bool:
    """Return whether every person who has not resigned is skipped."""
    people = [seat for seat in view["seats"] if seat["player"]["kind"] != "bot" and not seat["resigned"]]
    return bool(people) and all(seat["skipped"] for seat in people)


def later(time: str, duration: timedelta) -> str:
    """Return a time after another, both as the service writes them."""
    return (datetime.fromisoformat(time) + duration).isoformat().replace("+00:00", "Z")


def voters(view: Json) -> list[int]:
    """Return the seats that may vote.

    In Party, everyone. In Team, the partner of each player who played the team's card, but not the storyteller's team.
    Otherwise everyone but the storyteller.
    """
    storyteller, seats = view["storyteller"], all_seats(view)
    if view["ruleset"]["crowd"]:
        return seats
    # Hands are full when a round begins, so a seat with fewer cards has played one.
    gave = {seat["seat"] for seat in view["seats"] if seat["hand_count"] < rule_value(view, "hand")}
    others = [seat for seat in seats if storyteller not in partners(view, seat)]
    return [seat for seat in others if partners(view, seat) == {seat} or partners(view, seat) - {seat} <= gave]


def partners(view: Json, seat: int) -> set[int]:
    """Return the seat and, in Team, its partner opposite."""
    seats = len(view["seats"])
    return {seat, (seat + seats // 2) % seats} if view["ruleset"]["teams"] else {seat}


def team(view: Json, seat: int, seats: int) -> int | None:
    return seat % (seats // 2) if view["ruleset"]["teams"] else None


def rule_value(view: Json, name: str) -> int:
    """Return a rule that depends on the number of players: [[3, 7], [4, 6]] is 7 with 3 players and 6 from 4 on."""
    steps = view["ruleset"][name]
    return int([value for least, value in steps if least <= len(view["seats"])][-1])
