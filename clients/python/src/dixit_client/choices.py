"""The view's `actions` after an event, as the service would list them. Used by `dixit_client.reducer`."""

from collections.abc import Callable
from datetime import timedelta

from dixit_client.view_reading import Json, all_seats, later, own_seat, partners, rule_value

HOST_START_PERIOD = timedelta(minutes=5)
CLUE_KINDS = ["text", "sound", "song", "mime"]


def actions(before: Json, view: Json, event: Json, me: str | None) -> list[Json]:
    """Return the actions that are legal for you after an event.

    Args:
        before: The view before the event. Its actions show what a view doesn't: which signals you have left, and
            whether you have agreed to abandon the match.
        view: The view after the event, but for its actions.
        me: The id of your user; None for a public view.
    """
    you = view["you"]
    if me is None:
        return []
    if view["phase"]["name"] == "over":
        return [{"type": "rematch"}] if me in [seat["player"]["id"] for seat in view["seats"]] else []
    if view["phase"]["name"] == "gathering":
        return lobby_choices(view, me)
    if you is None:
        return []
    return [
        *CHOICES_BY_PHASE[view["phase"]["name"]](before, view, event),
        *absence_choices(view),
        *host_choices(view),
        *leaving_choices(before, you["seat"], event),
    ]


def absence_choices(view: Json) -> list[Json]:
    """A skipped player may resume. One who owes nothing may call time in a phase without a deadline, after a while."""
    phase, mine = view["phase"], own_seat(view)
    resume = [{"type": "resume"}] if mine["skipped"] else []
    owes_nothing = mine["seat"] not in phase["waiting_for"] and mine["player"]["kind"] != "bot"
    if phase["waiting_since"] is None or phase["deadline_at"] is not None or not owes_nothing:
        return resume
    call_after = timedelta(seconds=view["terms"]["call_after"])
    return [*resume, {"type": "call_time", "from": later(phase["waiting_since"], call_after)}]


def host_choices(view: Json) -> list[Json]:
    """The host may make another player the host, except computer players and those who have resigned."""
    eligible = [seat["seat"] for seat in view["seats"] if seat["player"]["kind"] != "bot" and not seat["resigned"]]
    others = [seat for seat in eligible if seat != view["host"]]
    return [{"type": "host", "seats": others}] if view["you"]["seat"] == view["host"] and others else []


def lobby_choices(view: Json, me: str) -> list[Json]:
    taken, rules = all_seats(view), view["ruleset"]
    reserved = {one["seat"]: one["player"]["id"] for one in view["reserved"]}
    free = [seat for seat in range(view["places"]) if seat not in taken and seat not in reserved]
    if view["you"] is None and not view["kicked"] and me in reserved.values():
        own = [seat for seat, player_id in reserved.items() if player_id == me]
        return [{"type": "sit", "seats": own}, {"type": "stand"}]
    if view["you"] is None:
        return [{"type": "sit", "seats": free}] if free and not view["kicked"] else []
    leaving: list[Json] = [*([{"type": "move", "seats": free}] if free else []), {"type": "stand"}]
    starts = len(taken) in rules["players"] and not (rules["teams"] and len(taken) < view["places"])
    if view["you"]["seat"] != view["host"]:
        return [*(starts_by_others(view) if starts else []), *leaving]
    others = sorted([*(seat for seat in taken if seat != view["host"]), *reserved])
    return [
        *([{"type": "start", "from": None}] if starts else []),
        *([{"type": "bot", "seats": free}] if free else []),
        *([{"type": "clear", "seats": others}] if others else []),
        *host_choices(view),
        *leaving,
        {"type": "abandon"},
    ]


def starts_by_others(view: Json) -> list[Json]:
    """From some time on other people than the host may start the match, except in matches of rulebook 1."""
    waiting_since = view["phase"]["waiting_since"]
    if waiting_since is None or own_seat(view)["player"]["kind"] == "bot":
        return []
    return [{"type": "start", "from": later(waiting_since, HOST_START_PERIOD)}]


def reveal_choices(before: Json, view: Json, event: Json) -> list[Json]:
    mine = own_seat(view)
    waits = mine["seat"] in view["phase"]["waiting_for"]
    return [{"type": "entropy", "digest": mine["entropy_digest"]}] if waits else []


def clue_choices(before: Json, view: Json, event: Json) -> list[Json]:
    rules, you, storyteller = view["ruleset"], view["you"], view["storyteller"]
    if you["seat"] not in view["phase"]["waiting_for"]:
        return []
    claim = [{"type": "claim", "text": rules["airship"]}] if storyteller is None else []
    return [*claim, {"type": "clue", "cards": None if rules["crowd"] else you["hand"], "kinds": CLUE_KINDS}]


def card_choices(before: Json, view: Json, event: Json) -> list[Json]:
    seat = view["you"]["seat"]
    if seat not in view["phase"]["waiting_for"]:
        return []
    cards: Json = {"type": "cards", "cards": view["you"]["hand"], "count": rule_value(view, "submits")}
    words = words_left(before, view, event)
    return [cards, *([{"type": "signal", "words": words}] if words else [])]


def words_left(before: Json, view: Json, event: Json) -> list[str]:
    """Team: each signal once per round, unless it is clear which partner plays the card."""
    seat = view["you"]["seat"]
    if not view["ruleset"]["teams"] or view["storyteller"] in partners(view, seat):
        return []
    if event["type"] == "clue_given":
        return ["give", "pass"]
    left = [word for action in before["actions"] if action["type"] == "signal" for word in action["words"]]
    mine = event["type"] == "signalled" and event["data"]["seat"] == seat
    return [word for word in left if not (mine and word == event["data"]["word"])]


def vote_choices(before: Json, view: Json, event: Json) -> list[Json]:
    you, crowd = view["you"], view["ruleset"]["crowd"]
    if you["seat"] not in view["phase"]["waiting_for"]:
        return []
    slots = [laid["slot"] for laid in view["tableau"] if crowd or laid["card"] not in you["submitted"]]
    trap = slots if crowd and you["seat"] == view["storyteller"] else None
    return [
        {"type": "vote", "slots": slots, "least": 1, "most": min(rule_value(view, "votes"), len(slots)), "trap": trap}
    ]


def ready_choices(before: Json, view: Json, event: Json) -> list[Json]:
    return [{"type": "ready"}] if view["you"]["seat"] in view["phase"]["waiting_for"] else []


CHOICES_BY_PHASE: dict[str, Callable[[Json, Json, Json], list[Json]]] = {
    "drawing": reveal_choices,
    "storytelling": clue_choices,
    "submitting": card_choices,
    "voting": vote_choices,
    "reveal": ready_choices,
}


def leaving_choices(before: Json, seat: int, event: Json) -> list[Json]:
    """Agreeing to abandon the match holds for the round, so it is offered once per round. Resigning always is."""
    round_starts = event["type"] in ("match_started", "round_begun")
    agreed = event["type"] == "abandon_agreed" and event["data"]["seat"] == seat
    could_abandon = any(action["type"] == "abandon" for action in before["actions"])
    return [*([{"type": "abandon"}] if round_starts or (could_abandon and not agreed) else []), {"type": "resign"}]
