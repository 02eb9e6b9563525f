"""The drawing phase: deck, hands and (if so agreed) the first storyteller are drawn at random.

Seats that have committed to entropy reveal it first. If one of them doesn't, the draw is void and starts again with a
fresh seed and with fresh entropy from the others. Each void draw costs at least one seat its part, so this ends.
"""

from datetime import datetime

from games.rulebook.actions import Action, MayAddEntropy
from games.rulebook.board import Board
from games.rulebook.cards import Chance, deal
from games.rulebook.commands import AddEntropy, Command
from games.rulebook.entropy import digest_of_entropy
from games.rulebook.events import (
    DeckShuffled,
    DrawVoided,
    EntropyRevealed,
    Event,
    HandsDealt,
    RoundBegun,
    SeedCommitted,
)
from games.rulebook.match import Drawing
from games.rulebook.phase_clock import entropy_reveal_deadline, phase_deadline
from games.rulebook.refusals import Reason, Refused


def act(match: Drawing, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case AddEntropy():
            return _reveal_entropy(match, command, seat)
        case _:
            raise Refused(Reason.WRONG_PHASE)


def follow(match: Drawing, now: datetime, chance: Chance) -> Event | None:
    board = match.board
    # The state shows which steps have been done (void draw, entropy, deck, hands), so none of them is counted.
    if match.void:
        return _restart_draw(match, now, chance)
    if waiting_for(match):
        return None
    if missing_seats := _seats_missing_entropy(match):
        # The seed of a void draw is published at once. Nothing is dealt from it, and everybody can see that no outcome
        # was chosen by voiding the draw.
        return DrawVoided(seed=chance.seed(), missing=missing_seats)
    if not any(board.hands) and not board.deck:
        order = chance("deck", board.terms.cards)
        return DeckShuffled(count=len(order), order=order)
    if not any(board.hands):
        hands = deal(board.deck, [board.hand_size for _ in board.seats], first_seat=0)
        return HandsDealt(counts=tuple(map(len, hands)), hands=hands)
    return begin_round(board, _first_storyteller(board, chance), now)


def actions(match: Drawing, seat: int | None) -> tuple[Action, ...]:
    if seat is None or seat not in waiting_for(match):
        return ()
    return (MayAddEntropy(digest=match.digests[seat] or ""),)


def waiting_for(match: Drawing) -> tuple[int, ...]:
    """Return the seats that have yet to reveal their entropy, until time is up.

    A seat whose player has resigned isn't waited for: only its player knows the entropy.
    """
    return (
        ()
        if match.time_is_up
        else tuple(seat for seat in _seats_missing_entropy(match) if seat not in match.board.resigned)
    )


def digest_to_reveal(match: Drawing, seat: int) -> str | None:
    """Return the digest that the seat reveals next: for this draw, or for the next one if it has revealed."""
    return (match.next_digests if match.board.draw.entropy[seat] else match.digests)[seat]


def begin_round(board: Board, storyteller: int | None, now: datetime) -> RoundBegun:
    """Return the event that starts the next round with the storyteller's turn."""
    number = board.round + 1
    return RoundBegun(
        round=number,
        storyteller=storyteller,
        phase=f"{number}.storytelling",
        deadline_at=phase_deadline(now, board.terms.clock.clue),
    )


def _seats_missing_entropy(match: Drawing) -> tuple[int, ...]:
    revealed_entropy = match.board.draw.entropy
    return tuple(seat for seat, digest in enumerate(match.digests) if digest and not revealed_entropy[seat])


def _reveal_entropy(match: Drawing, command: AddEntropy, seat: int) -> Event:
    committed_digest = match.digests[seat]
    if committed_digest is None:
        raise Refused(Reason.NOTHING_COMMITTED)
    if match.board.draw.entropy[seat]:
        raise Refused(Reason.ALREADY_DONE)
    if digest_of_entropy(command.entropy) != committed_digest:
        raise Refused(Reason.WRONG_ENTROPY)
    return EntropyRevealed(seat=seat, entropy=command.entropy, next_digest=command.next_digest)


def _restart_draw(match: Drawing, now: datetime, chance: Chance) -> Event:
    """Start again with the seats that committed to more entropy when they revealed theirs."""
    seats = tuple(seat for seat, digest in enumerate(match.digests) if digest)
    return SeedCommitted(
        seed_digest=chance.commitment(),
        seats=seats,
        phase="0.drawing",
        deadline_at=entropy_reveal_deadline(now, match.digests),
    )


def _first_storyteller(board: Board, chance: Chance) -> int | None:
    match board.terms.first:
        case "claim":
            return None
        case "host":
            return board.host
        case "luck":
            # `Chance` shuffles strings, like the ids of cards. Here they are seats.
            return int(chance("first", [str(seat) for seat in board.seats])[0])
