"""Random players for the invariants: one that plays any offered action, and one that plays nonsense."""

import itertools
from collections.abc import Iterator
from random import Random

from games.rulebook import Match, Viewer, view
from games.rulebook.actions import (
    Action,
    MayAbandon,
    MayAddEntropy,
    MayClaim,
    MayClear,
    MayHandOver,
    MayMove,
    MayReady,
    MayResign,
    MaySeatBot,
    MaySignal,
    MaySit,
    MayStand,
    MayStart,
    MaySubmit,
    MayTell,
    MayVote,
)
from games.rulebook.commands import (
    Abandon,
    AddEntropy,
    Claim,
    Clear,
    Command,
    ExpirePhase,
    GiveClue,
    HandOver,
    Move,
    Ready,
    Resign,
    SeatBot,
    Signal,
    Sit,
    Stand,
    Start,
    Submit,
    Vote,
)
from games.rulebook.match import Drawing, Gathering, phase_id, seat_of, seated_players
from games.rulebook.round import Clue
from games.rulebook.terms import Player
from tests.rulebook.known_entropy import ENTROPY_BY_DIGEST, commit_entropy
from tests.rulebook.match_scenarios import ALL_CARDS
from tests.rulebook.sent_command import Sent, as_sent

GUEST_PLAYER = Player(id="stranger", name="A stranger", kind="guest")
BOT_PLAYER = Player(id="newcomer", name="A newcomer", kind="bot")
GUEST_VIEWER = Viewer(may_join=True)


QUITTING_ACTIONS = (MayStand, MayAbandon)
NON_ADVANCING_ACTIONS = (*QUITTING_ACTIONS, MayResign, MaySeatBot, MayClear, MayMove, MayHandOver)
"""Commands that don't advance a match. Resignations and changes of seats or of the host are drawn by
`random_matches` instead."""


def bot_player(seat: int) -> Player:
    return Player(id=f"robot-{seat}", name=f"Robot {seat}", kind="bot")


def occupied_seats(match: Match) -> tuple[int, ...]:
    return tuple(seat for seat, _, _ in seated_players(match))


def sample_offered_actions(match: Match, rng: Random, max_viewers: int) -> Iterator[tuple[Viewer, Action]]:
    """Return all actions that some of the players, or viewers without a seat, have now."""
    viewers = [GUEST_VIEWER, *(Viewer(seat=seat) for seat in occupied_seats(match))]
    for viewer in rng.sample(viewers, min(max_viewers, len(viewers))):
        yield from ((viewer, action) for action in view(match, viewer).actions)


def commands_of_action(viewer: Viewer, action: Action, newcomer: Player = GUEST_PLAYER) -> Iterator[Sent]:  # noqa: C901, PLR0912
    """Yield every command that an action lists."""
    if isinstance(action, MaySit):
        yield from (Sent(None, Sit(player=newcomer, seat=seat, is_invited=True)) for seat in (None, *action.seats))
        return
    seat = viewer.seat
    assert seat is not None, "a player without a seat can only sit down"
    match action:
        case MayStand():
            yield Sent(seat, Stand())
        case MayStart():
            yield Sent(seat, Start())
        case MayAddEntropy():
            entropy = ENTROPY_BY_DIGEST[action.digest]
            for next_digest in (None, commit_entropy(entropy)):
                yield Sent(seat, AddEntropy(entropy=entropy, next_digest=next_digest))
        case MaySeatBot():
            yield from (Sent(seat, SeatBot(target_seat=place, player=bot_player(place))) for place in action.seats)
        case MayClear():
            yield from (Sent(seat, Clear(target_seat=place)) for place in action.seats)
        case MayMove():
            yield from (Sent(seat, Move(target_seat=place)) for place in action.seats)
        case MayHandOver():
            yield from (Sent(seat, HandOver(target_seat=place)) for place in action.seats)
        case MayClaim():
            yield from (Sent(seat, Claim(text=text)) for text in ((None, "Zeppelin") if action.text else (None,)))
        case MayTell():
            for card, kind in itertools.product((None,) if action.cards is None else action.cards, action.kinds):
                yield Sent(seat, GiveClue(card=card, clue=Clue(kind=kind, text="words" if kind == "text" else None)))
        case MaySubmit():
            yield from (Sent(seat, Submit(cards=cards)) for cards in itertools.permutations(action.cards, action.count))
        case MayVote():
            for count in range(action.least, action.most + 1):
                for slots, trap in itertools.product(
                    itertools.permutations(action.slots, count), action.trap or (None,)
                ):
                    yield Sent(seat, Vote(slots=slots, trap=trap))
        case MaySignal():
            yield from (Sent(seat, Signal(word=word)) for word in action.words)
        case MayReady():
            yield Sent(seat, Ready())
        case MayAbandon():
            yield Sent(seat, Abandon())
        case MayResign():
            yield Sent(seat, Resign())


def action_allows(action: Action, command: Command) -> bool:  # noqa: C901, PLR0911, PLR0912
    """Return whether an action lists this command; implemented independently of `commands_of_action`."""
    match action, command:
        case MaySit(), Sit():
            return command.seat is None or command.seat in action.seats
        case MaySeatBot(), SeatBot():
            return command.target_seat in action.seats
        case MayClear(), Clear():
            return command.target_seat in action.seats
        case MayMove(), Move():
            return command.target_seat in action.seats
        case MayHandOver(), HandOver():
            return command.target_seat in action.seats
        case MayTell(), GiveClue():
            has_required_words = command.clue.kind != "text" or command.clue.text is not None
            allowed_cards = (None,) if action.cards is None else action.cards
            return has_required_words and command.clue.kind in action.kinds and command.card in allowed_cards
        case MayAddEntropy(), AddEntropy():
            return command.entropy == ENTROPY_BY_DIGEST[action.digest]
        case MayClaim(), Claim():
            return command.text is None or action.text
        case MaySignal(), Signal():
            return command.word in action.words
        case MaySubmit(), Submit():
            distinct_cards = set(command.cards)
            return len(distinct_cards) == len(command.cards) == action.count and distinct_cards <= set(action.cards)
        case MayVote(), Vote():
            distinct_slots = set(command.slots)
            is_right_number = action.least <= len(command.slots) == len(distinct_slots) <= action.most
            return is_right_number and distinct_slots <= set(action.slots) and command.trap in (action.trap or (None,))
        case (MayStand(), Stand()) | (MayStart(), Start()) | (MayReady(), Ready()):
            return True
        case (MayAbandon(), Abandon()) | (MayResign(), Resign()):
            return True
        case _:
            return False


def issuing_viewer(match: Match, sent: Sent) -> Viewer:
    """Return the viewer who issues the command; commands of the service have none."""
    if isinstance(sent.actor, str):
        return Viewer()
    if not isinstance(sent.command, Sit):
        return Viewer(seat=sent.actor)
    seat = seat_of(match, sent.command.player.id or "")
    return GUEST_VIEWER if seat is None else Viewer(seat=seat)


def is_advancing(action: Action) -> bool:
    """Return whether the action has something to choose, and isn't giving up."""
    match action:
        case MayTell(cards=cards):
            return cards is None or bool(cards)
        case MaySubmit():
            return 0 < action.count <= len(action.cards)
        case MayVote():
            return 0 < action.least <= action.most <= len(action.slots)
        case _:
            return not isinstance(action, NON_ADVANCING_ACTIONS)


def random_offered_command(match: Match, rng: Random, newcomer: Player = GUEST_PLAYER) -> Sent | None:
    """Return one of the offered commands; leaving or giving up is rare unless there is nothing else."""
    viewers = [*(Viewer(seat=seat) for seat in occupied_seats(match)), GUEST_VIEWER]
    fallback_actions: list[tuple[Viewer, Action]] = []
    for viewer in rng.sample(viewers, len(viewers)):
        actions = view(match, viewer).actions
        fallback_actions += [
            (viewer, action) for action in actions if is_advancing(action) or isinstance(action, QUITTING_ACTIONS)
        ]
        advancing_actions = [action for action in actions if is_advancing(action)]
        if advancing_actions and rng.random() < 0.98:
            return random_command_of_action(viewer, rng.choice(advancing_actions), rng, newcomer)
    return random_command_of_action(*rng.choice(fallback_actions), rng, newcomer) if fallback_actions else None


def random_command_of_action(viewer: Viewer, action: Action, rng: Random, newcomer: Player) -> Sent:
    """Return one of the choices, drawn directly where there are many."""
    seat = viewer.seat if viewer.seat is not None else -1
    match action:
        case MaySubmit():
            return Sent(seat, Submit(cards=tuple(rng.sample(action.cards, action.count))))
        case MayVote():
            slots = tuple(rng.sample(action.slots, rng.randint(action.least, action.most)))
            return Sent(seat, Vote(slots=slots, trap=rng.choice(action.trap) if action.trap else None))
        case _:
            return rng.choice(list(commands_of_action(viewer, action, newcomer)))


def random_nonsense_command(match: Match, rng: Random) -> Sent:
    """Return any command of any player at the table with random contents; some happen to be legal."""
    seat = rng.choice(occupied_seats(match))
    cards = [*(view(match, Viewer(seat=seat)).you.hand or ()), *rng.sample(ALL_CARDS, 2), "no-such-card", ""]  # type: ignore[union-attr]
    slots = range(-1, 15)
    command: Sent | Sit | ExpirePhase = rng.choice(
        (
            Sit(player=GUEST_PLAYER, seat=rng.choice((None, -1, 0, 1, 5, 99)), is_invited=True),
            Sit(player=rng.choice([player for _, player, _ in seated_players(match)]), seat=rng.choice((None, 0, 99))),
            Sent(seat, Stand()),
            Sent(seat, Start()),
            Sent(seat, AddEntropy(entropy=rng.choice(("00" * 32, *_committed_entropy(match))))),
            Sent(seat, Claim(text=rng.choice((None, "", "Zeppelin")))),
            Sent(seat, GiveClue(card=rng.choice(cards), clue=Clue(kind="text", text=rng.choice((None, "words"))))),
            Sent(seat, GiveClue(card=rng.choice(cards), clue=Clue(kind="mime", text=rng.choice((None, "words"))))),
            Sent(seat, GiveClue(card=None, clue=Clue(kind="song", text=None))),
            Sent(seat, Submit(cards=tuple(rng.choices(cards, k=rng.randrange(4))))),
            Sent(seat, Signal(word=rng.choice(("give", "pass")))),
            ExpirePhase(phase=rng.choice((phase_id(match), "1.voting", "99.reveal", "0.gathering"))),
            Sent(seat, Vote(slots=tuple(rng.choices(slots, k=rng.randrange(4))))),
            Sent(seat, Vote(slots=(rng.choice(slots),), trap=rng.choice((None, 1, 99)))),
            Sent(seat, Ready()),
            Sent(seat, Abandon()),
        )
    )
    return _without_most_exits(as_sent(command), rng)


def _committed_entropy(match: Match) -> Iterator[str]:
    """Return what the seats have committed to, as far as the match waits for it."""
    if isinstance(match, Gathering | Drawing):
        yield from (ENTROPY_BY_DIGEST[digest] for digest in match.digests if digest)


def _without_most_exits(sent: Sent, rng: Random) -> Sent:
    """Drop most commands that leave or end the match, so that matches are played on."""
    if isinstance(sent.command, Stand | Abandon) and rng.random() < 0.8:
        return Sent(sent.actor, Ready())
    return sent
