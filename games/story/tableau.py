"""The cards on the table as a small table: slot, card, and as far as it may be told whose and who voted for it."""

from games.story.cast import Cast
from games.story.layout import columns, turned
from games.story.rounds import Round

BY_LUCK = "*"


def tableau(turn: Round, cast: Cast) -> list[str]:
    if not turn.tableau:
        return _face_down(turn, cast)
    slots = list(enumerate(turn.tableau, start=1))
    table = [["slot", *(str(slot) for slot, _ in slots)], ["card", *turn.tableau]]
    if turn.owners:
        table.append(["whose", *(_owner(turn, cast, card) for card in turn.tableau)])
    if any(turn.votes.values()):
        table.append(["votes", *(_votes(turn, cast, slot) for slot, _ in slots)])
    if turn.trap is not None:
        table.append(["trap", *("trap" if slot == turn.trap else "" for slot, _ in slots)])
    return columns(list(zip(*table, strict=True)), right=(0,))


def footnote(turn: Round, *, some_have_left: bool) -> list[str]:
    """What the star means, where there is one."""
    starred = turn.by_luck("cards_submitted") | turn.by_luck("vote_cast")
    who = "somebody who missed it" + (" or has resigned" if some_have_left else "")
    return turned(f"{BY_LUCK} by luck, for {who}") if turn.tableau and starred else []


def _owner(turn: Round, cast: Cast, card: str) -> str:
    seat = turn.owners.get(card)
    if seat is None:
        return "?"
    tells = " (tells)" if seat == turn.storyteller and not cast.rules["crowd"] else ""
    return cast.name(seat) + tells + (BY_LUCK if seat in turn.by_luck("cards_submitted") else "")


def _votes(turn: Round, cast: Cast, slot: int) -> str:
    lucky = turn.by_luck("vote_cast")
    voters = [seat for seat, slots in sorted(turn.votes.items()) if slot in slots]
    names = [cast.name(seat) + (BY_LUCK if seat in lucky else "") for seat in voters]
    return ", ".join(names)


def _face_down(turn: Round, cast: Cast) -> list[str]:
    """Cards that never came to lie face up, once they may be known."""
    known = [f"{card} from {cast.name(seat)}" for card, seat in turn.owners.items()]
    return turned(f"Face down on the table: {', '.join(known)}.") if known else []
