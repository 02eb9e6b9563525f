"""Compute the next view from a view and an event, instead of requesting the view again.

    view = reduce(view, event, me)

`view` comes from `GET /matches/{id}` or `subscribed`, `event` from `GET …/events` or the socket, and `me` is the id of
your user (None for a view with `?as=public`). There is no other state, so you can begin with any view. Only three
members are left as they are: `connected`, which changes by `presence` frames, `remaining_ms`, which is `deadline_at`
minus the current time, and `expires_at`, which depends on the service's settings. `rematch` and `previous` aren't in
the log, either: a `rematch` frame announces the former. What is reserved is over at its `until`, without an event.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from dixit_client.choices import actions
from dixit_client.player_labels import label_by_seat
from dixit_client.view_reading import (
    Json,
    active_seats,
    all_seats,
    is_resting,
    later,
    opened_part,
    partners,
    phase_entered,
    rule_value,
    team,
    turn_down_hand,
    turn_up_hand,
    voters,
)

REST_DURATION = timedelta(hours=1)
NO_MOVES_YET: Json = {"submitted": [], "votes": [], "trap": None}

Change: TypeAlias = Callable[[Json, Json, str | None], Json]
"""A function of the view, the event and the viewer's user id; it returns the members of the view that change."""


def reduce(view: Json, event: Json, me: str | None = None) -> Json:
    """Return the view after the event. The given view is not changed."""
    change = CHANGES.get(event["type"])
    before = with_reservations_at(with_owing_seats(view), event["at"])
    changes = change(before, event, me) if change else {}
    after = {**before, **changes, "version": event["version"], "head": event["hash"]}
    owing = after["phase"]["waiting_for"]
    after["seats"] = [{**seat, "done": seat["seat"] not in owing} for seat in after["seats"]]
    after["seats"], after["reserved"] = with_labels(after)
    after["phase"] = phase_in_time(before, after, event)
    after["actions"] = actions(view, after, event, me)
    return after


def with_owing_seats(view: Json) -> Json:
    """Return the view with all seats that owe something in `waiting_for`, which is empty while the match rests."""
    if not is_resting(view):
        return view
    owing = [seat["seat"] for seat in view["seats"] if not seat["done"]]
    return {**view, "phase": {**view["phase"], "waiting_for": owing}}


def with_reservations_at(view: Json, at: str) -> Json:
    """Return the view without reservations that were over at this time."""
    now = datetime.fromisoformat(at)
    return {**view, "reserved": [one for one in view["reserved"] if now < datetime.fromisoformat(one["until"])]}


def without_reservation(view: Json, seat: int) -> list[Json]:
    return [one for one in view["reserved"] if one["seat"] != seat]


def with_labels(view: Json) -> tuple[list[Json], list[Json]]:
    """Return the seats and the reserved seats with what to call each player."""
    seats, reserved = view["seats"], view["reserved"]
    labels = label_by_seat({one["seat"]: one["player"]["name"] for one in [*seats, *reserved]})
    return [{**one, "label": labels[one["seat"]]} for one in seats], [
        {**one, "label": labels[one["seat"]]} for one in reserved
    ]


def phase_in_time(before: Json, after: Json, event: Json) -> Json:
    """Return the phase after an event, with `waiting_since`, and as it is shown while the match rests.

    The match rests when every person who has not resigned is skipped, until somebody resumes. It ends an hour later.
    """
    phase: Json = after["phase"]
    if phase["waiting_since"] is not None and restarts_waiting(before, after, event):
        phase = {**phase, "waiting_since": event["at"] if phase["name"] != "over" else None}
    if phase["name"] == "over":
        return phase
    was_resting = is_resting(before)
    if is_resting(after) and not was_resting:
        phase = {**phase, "deadline_at": later(event["at"], REST_DURATION)}
    rests = is_resting(after) or (was_resting and event["type"] == "seat_resigned")
    return {**phase, "waiting_for": []} if rests else phase


def restarts_waiting(before: Json, after: Json, event: Json) -> bool:
    return before["phase"]["name"] != after["phase"]["name"] or event["type"] in (
        "seat_taken",
        "seat_left",
        "storyteller_claimed",
    )


# The lobby


def match_opened(view: Json, event: Json, me: str | None) -> Json:
    raise ValueError("match_opened has no view before it: begin with a view of the match.")


def seat_taken(view: Json, event: Json, me: str | None) -> Json:
    seat, person = event["data"]["seat"], opened_part(event, "player") or {"id": None, "name": None}
    taken = {
        "seat": seat,
        "player": {**person, "kind": event["data"]["kind"]},
        "team": team(view, seat, view["places"]),
        "score": 0,
        "hand_count": 0,
        "done": True,
        "resigned": False,
        "skipped": False,
        "entropy_digest": event["data"]["entropy_digest"],
        "signal": None,
        "connected": None,
    }
    mine = me is not None and person["id"] == me
    return {
        "seats": sorted([*view["seats"], taken], key=lambda one: int(one["seat"])),
        "reserved": without_reservation(view, seat),
        "you": {"seat": seat, "hand": [], "kept": [], **NO_MOVES_YET} if mine else view["you"],
        "kicked": view["kicked"] and not mine,
    }


def seat_left(view: Json, event: Json, me: str | None) -> Json:
    """A player whose seat was cleared by somebody else was kicked, and can only return with an invite."""
    left_seat, you = event["data"]["seat"], view["you"]
    seats = [seat for seat in view["seats"] if seat["seat"] != left_seat]
    mine = you is not None and you["seat"] == left_seat
    kicked = view["kicked"] or (mine and event["actor"] != left_seat)
    return {"seats": seats, "you": None if mine else you, "kicked": kicked}


def seat_moved(view: Json, event: Json, me: str | None) -> Json:
    """A host who moves to another seat is still the host."""
    seat, to, you = event["data"]["seat"], event["data"]["to"], view["you"]
    seats = [
        {**one, "seat": to, "team": team(view, to, view["places"])} if one["seat"] == seat else one
        for one in view["seats"]
    ]
    host = to if view["host"] == seat else view["host"]
    return {
        "seats": sorted(seats, key=lambda one: int(one["seat"])),
        "host": host,
        "you": {**you, "seat": to} if you and you["seat"] == seat else you,
        "phase": {**view["phase"], "waiting_for": [host]},
    }


def reservation_dropped(view: Json, event: Json, me: str | None) -> Json:
    return {"reserved": without_reservation(view, event["data"]["seat"])}


def host_changed(view: Json, event: Json, me: str | None) -> Json:
    host = event["data"]["seat"]
    waiting = {"waiting_for": [host]} if view["phase"]["name"] == "gathering" else {}
    return {"host": host, "phase": {**view["phase"], **waiting}}


def match_started(view: Json, event: Json, me: str | None) -> Json:
    """The seats are renumbered without gaps: `seats` has the old number of each."""
    data, old, you = event["data"], event["data"]["seats"], view["you"]
    by_seat = {seat["seat"]: seat for seat in view["seats"]}
    seats = [{**by_seat[was], "seat": seat, "team": team(view, seat, len(old))} for seat, was in enumerate(old)]
    return {
        "status": "playing",
        "host": old.index(view["host"]),
        "seats": seats,
        "reserved": [],
        "you": you and {**you, "seat": old.index(you["seat"])},
        "phase": phase_entered(
            view, "drawing", data["deadline_at"], [one["seat"] for one in seats if one["entropy_digest"]]
        ),
    }


# Entropy and seeds


def entropy_revealed(view: Json, event: Json, me: str | None) -> Json:
    """The new digest is for the next draw, so this one no longer waits for the seat."""
    seat, committed = event["data"]["seat"], event["data"]["next_digest"]
    seats = [{**one, "entropy_digest": committed} if one["seat"] == seat else one for one in view["seats"]]
    return {"seats": seats, "phase": no_longer_waiting_for(view, {seat})}


def draw_voided(view: Json, event: Json, me: str | None) -> Json:
    """Seats that didn't reveal their entropy are left out of the next draw."""
    missing = event["data"]["missing"]
    seats = [{**one, "entropy_digest": None} if one["seat"] in missing else one for one in view["seats"]]
    return {"seats": seats, "phase": {**view["phase"], "waiting_for": []}}


def seed_committed(view: Json, event: Json, me: str | None) -> Json:
    data = event["data"]
    return {"phase": phase_entered(view, "drawing", data["deadline_at"], active_seats(view, data["seats"]))}


# Deck and hands


def deck_shuffled(view: Json, event: Json, me: str | None) -> Json:
    return {"deck_count": event["data"]["count"]}


def deck_reshuffled(view: Json, event: Json, me: str | None) -> Json:
    return {"deck_count": event["data"]["count"], "discard_count": 0}


def hands_drawn(view: Json, event: Json, me: str | None) -> Json:
    """If you may not see the drawn cards yet, your whole hand is face down."""
    counts, you = event["data"]["counts"], view["you"]
    seats = [{**seat, "hand_count": seat["hand_count"] + counts[seat["seat"]]} for seat in view["seats"]]
    if you and (drawn := opened_part(event, f"hands/{you['seat']}")) is None:
        you = turn_down_hand(you)
    elif you:
        you = {**you, "hand": [*(you["kept"] if you["hand"] is None else you["hand"]), *drawn], "kept": []}
    return {"seats": seats, "you": you, "deck_count": view["deck_count"] - sum(counts)}


def hands_passed(view: Json, event: Json, me: str | None) -> Json:
    """Every hand goes to another player, so the cards you knew are gone."""
    counts, you = event["data"]["counts"], view["you"]
    seats = [{**seat, "hand_count": counts[seat["seat"]]} for seat in view["seats"]]
    return {"seats": seats, "you": you and {**you, "hand": opened_part(event, f"hands/{you['seat']}"), "kept": []}}


def discarded(view: Json, event: Json, me: str | None) -> Json:
    you = view["you"]
    return {
        "discard_count": view["discard_count"] + event["data"]["count"],
        "tableau": [],
        "you": you and {**you, **NO_MOVES_YET},
    }


# A round


def round_begun(view: Json, event: Json, me: str | None) -> Json:
    data, you, crowd = event["data"], view["you"], view["ruleset"]["crowd"]
    storyteller = data["storyteller"]
    if you:
        # Party: the storyteller must not see their hand before the clue. In round 1 anyone may become the storyteller.
        blind = crowd and (crowd["blind"] == "everyone" or data["round"] == 1 or you["seat"] == storyteller)
        you = {**(turn_down_hand(you) if blind else you), **NO_MOVES_YET}
    waiting = active_seats(view, all_seats(view) if storyteller is None else [storyteller])
    return {
        "round": data["round"],
        "storyteller": storyteller,
        "clue": None,
        "tableau": [],
        "seats": [{**seat, "entropy_digest": None} for seat in view["seats"]],
        "you": you,
        "phase": {**phase_entered(view, "storytelling", data["deadline_at"], waiting), "id": data["phase"]},
    }


def storyteller_claimed(view: Json, event: Json, me: str | None) -> Json:
    seat = event["data"]["seat"]
    new = {"deadline_at": event["data"]["deadline_at"]} if event["data"]["automatic"] else {}
    # A storyteller chosen on timeout can be on a seat that the match doesn't wait for.
    waiting = [one for one in view["phase"]["waiting_for"] if one == seat]
    return {"storyteller": seat, "phase": {**view["phase"], "waiting_for": waiting, **new}}


def clue_given(view: Json, event: Json, me: str | None) -> Json:
    data, you, crowd = event["data"], view["you"], view["ruleset"]["crowd"]
    storyteller = data["seat"]
    seats_to_submit = [seat for seat in all_seats(view) if crowd or seat != storyteller]
    you = turn_up_hand(view, event)
    if you and you["seat"] == storyteller and not crowd:
        card = opened_part(event, "card")
        you = {**you, "hand": [held for held in you["hand"] if held != card], "submitted": [card]}
    return {
        "storyteller": storyteller,
        "clue": {"kind": data["kind"], "text": opened_part(event, "text")},
        "seats": with_fewer_cards(view, storyteller, 0 if crowd else 1),
        "you": you,
        "phase": phase_entered(view, "submitting", data["deadline_at"], active_seats(view, seats_to_submit)),
    }


def cards_submitted(view: Json, event: Json, me: str | None) -> Json:
    """In Team, one partner plays the card for both, except in the storyteller's team, where both play one."""
    seat, you = event["data"]["seat"], view["you"]
    done = {seat} if view["storyteller"] in partners(view, seat) else partners(view, seat)
    if you and you["seat"] == seat:
        cards = opened_part(event, "cards")
        you = {**you, "submitted": cards, "hand": [card for card in you["hand"] if card not in cards]}
    return {
        "seats": with_fewer_cards(view, seat, rule_value(view, "submits")),
        "you": you,
        "phase": no_longer_waiting_for(view, done),
    }


def signalled(view: Json, event: Json, me: str | None) -> Json:
    signal = event["data"]
    return {
        "seats": [
            {**seat, "signal": signal["word"]} if seat["seat"] == signal["seat"] else seat for seat in view["seats"]
        ]
    }


def tableau_laid(view: Json, event: Json, me: str | None) -> Json:
    data = event["data"]
    return {
        "tableau": [{"slot": slot, "card": card} for slot, card in enumerate(data["tableau"], start=1)],
        "seats": without_signals(view),
        "phase": phase_entered(view, "voting", data["deadline_at"], active_seats(view, voters(view))),
    }


def vote_cast(view: Json, event: Json, me: str | None) -> Json:
    seat, you = event["data"]["seat"], view["you"]
    if you and you["seat"] == seat:
        you = {**you, "votes": opened_part(event, "slots"), "trap": opened_part(event, "trap")}
    return {"you": you, "phase": no_longer_waiting_for(view, {seat})}


def round_scored(view: Json, event: Json, me: str | None) -> Json:
    data, you = event["data"], view["you"]
    copied_fields = ("round", "storyteller", "tableau", "trap", "awards", "scores")
    if you:
        tableau, seat = data["tableau"], you["seat"]
        you = {
            **you,
            "submitted": [shown["card"] for shown in tableau if shown["seat"] == seat],
            "votes": [shown["slot"] for shown in tableau if seat in shown["votes"]],
            "trap": data["trap"] if seat == data["storyteller"] else None,
        }
    return {
        "tableau": data["tableau"],
        "last_round": {**{name: data[name] for name in copied_fields}, "clue": view["clue"]},
        "seats": [{**seat, "score": data["scores"][seat["seat"]]} for seat in view["seats"]],
        "you": you,
        "phase": phase_entered(view, "reveal", data["deadline_at"], active_seats(view, all_seats(view))),
    }


def round_called_off(view: Json, event: Json, me: str | None) -> Json:
    """The round ends without points or a reveal."""
    you = view["you"]
    return {
        "storyteller": event["data"]["storyteller"],
        "clue": None,
        "tableau": [],
        "seats": without_signals(view),
        "you": you and {**you, **NO_MOVES_YET},
        "phase": phase_entered(view, "reveal", None, []),
    }


def seat_ready(view: Json, event: Json, me: str | None) -> Json:
    """The first person to be ready can set a deadline."""
    deadline_at = event["data"].get("deadline_at") or view["phase"]["deadline_at"]
    return {"phase": {**no_longer_waiting_for(view, {event["data"]["seat"]}), "deadline_at": deadline_at}}


# Leaving, the clock, and the end


def seat_resigned(view: Json, event: Json, me: str | None) -> Json:
    """The seat's moves are automatic from now on. If it was yours, you are now a spectator."""
    seat, you = event["data"]["seat"], view["you"]
    return {
        "seats": [{**one, "resigned": True, "skipped": False} if one["seat"] == seat else one for one in view["seats"]],
        "you": None if you and you["seat"] == seat else you,
        "phase": no_longer_waiting_for(view, {seat}),
    }


def time_up(view: Json, event: Json, me: str | None) -> Json:
    """The phase waits for no one any longer, and the automatic moves follow as events of their own.

    Only in the storytelling phase `waiting_for` stays as it is, as in the service's view.
    """
    if view["phase"]["name"] == "storytelling":
        return {}
    return {"phase": {**view["phase"], "waiting_for": []}}


def deadline_set(view: Json, event: Json, me: str | None) -> Json:
    return {"phase": {**view["phase"], "deadline_at": event["data"]["deadline_at"]}}


def seat_skipped(view: Json, event: Json, me: str | None) -> Json:
    seat = event["data"]["seat"]
    return {"seats": with_skipped(view, seat, skipped=True), "phase": no_longer_waiting_for(view, {seat})}


def seat_resumed(view: Json, event: Json, me: str | None) -> Json:
    """The match waits for the seat again from the next phase on. After a rest the phase's time begins anew."""
    deadline = {"deadline_at": event["data"]["deadline_at"]} if is_resting(view) else {}
    seats = with_skipped(view, event["data"]["seat"], skipped=False)
    return {"seats": seats, "phase": {**view["phase"], **deadline}}


def match_ended(view: Json, event: Json, me: str | None) -> Json:
    data = event["data"]
    return {
        "status": data["status"],
        "winners": data["winners"],
        "reserved": [],
        "you": turn_up_hand(view, event),
        "phase": phase_entered(view, "over", None, []),
    }


# Helpers


def with_fewer_cards(view: Json, seat: int, cards: int) -> list[Json]:
    """Return the seats, with this many cards fewer in one hand."""
    return [{**one, "hand_count": one["hand_count"] - (cards if one["seat"] == seat else 0)} for one in view["seats"]]


def with_skipped(view: Json, seat: int, *, skipped: bool) -> list[Json]:
    """Return the seats, with one of them skipped or no longer skipped."""
    return [{**one, "skipped": skipped} if one["seat"] == seat else one for one in view["seats"]]


def no_longer_waiting_for(view: Json, seats: set[int]) -> Json:
    """Return the phase, no longer waiting for these seats."""
    waiting = [seat for seat in view["phase"]["waiting_for"] if seat not in seats]
    return {**view["phase"], "waiting_for": waiting}


def without_signals(view: Json) -> list[Json]:
    """Return the seats without their signals."""
    return [{**seat, "signal": None} for seat in view["seats"]]


_ALL_REDUCERS: tuple[Any, ...] = (
    match_opened, seat_taken, seat_left, seat_moved, reservation_dropped, host_changed, match_started,
    entropy_revealed, draw_voided,
    seed_committed, deck_shuffled, deck_reshuffled, hands_passed, discarded, round_begun, storyteller_claimed,
    clue_given, cards_submitted, signalled, tableau_laid, vote_cast, round_scored, round_called_off, seat_ready,
    seat_resigned, time_up, seat_skipped, seat_resumed, match_ended,
)  # fmt: skip
CHANGES: dict[str, Change] = {change.__name__: change for change in _ALL_REDUCERS} | {
    "hands_dealt": hands_drawn,
    "hands_refilled": hands_drawn,
    "deadline_extended": deadline_set,
    "time_called": deadline_set,
}
"""The change for each type of event. Other types change nothing but the version and `actions`."""
