"""The laws of the game, each a check of a whole story; `BrokenLaw` says which one doesn't hold, and where."""

from collections import Counter
from collections.abc import Callable
from random import Random

from games.rulebook import Match, Refused, decide, fold
from games.rulebook.cards import Pile
from games.rulebook.commands import SystemCommand
from games.rulebook.decide import follow
from games.rulebook.events import ClueGiven, DeckShuffled, RoundBegun, RoundScored, SeatResigned, TableauLaid
from games.rulebook.events import TimeUp as TimeUpEvent
from games.rulebook.match import (
    Drawing,
    Gathering,
    Over,
    Reveal,
    Started,
    Submitting,
    Voting,
    board_of,
    phase_id,
    terms_of,
)
from games.rulebook.phases import PHASE_ORDER
from games.rulebook.player_view import view, waiting_for
from games.rulebook.refusals import Reason
from games.rulebook.rulesets import value_for
from games.rulebook.view_types import Viewer
from tests.rulebook.players import NEWCOMER, goes_on, offered, offers, one_of, sender
from tests.rulebook.playing import Step, Story, holds
from tests.rulebook.table import NOW, Luck


def last_phase(match: Match) -> Gathering | Started:
    return match.last_phase if isinstance(match, Over) else match


def table_cards(match: Gathering | Started) -> Pile:
    """The cards that lie on the table, face down or up."""
    match match:
        case Submitting():
            return tuple(card for cards in match.submitted_cards for card in cards)
        case Voting():
            return match.tableau
        case Reveal():
            return match.cards_on_table
        case _:
            return ()


def each_card_is_in_one_place(story: Story) -> None:
    """Deck, hands, table and discard pile hold each card of the match once, from the first shuffle on."""
    shuffled = False
    for _, event, after in story.happened:
        phase = last_phase(after)
        shuffled |= isinstance(event, DeckShuffled)
        if isinstance(phase, Gathering) or not shuffled:
            continue
        board = phase.board
        hands = tuple(card for hand in board.hands for card in hand)
        found = Counter(board.deck + hands + table_cards(phase) + board.discard)
        wrong = {card: found[card] for card in {*board.terms.cards, *found} if found[card] != 1}
        holds(not wrong, f"each card is in one place: {wrong} after {event}")
        if isinstance(phase, Voting):
            given = sorted(card for cards in phase.submitted_cards for card in cards)
            holds(given == sorted(phase.tableau), f"what was given lies on the table: {phase}")


def nothing_but_refusals(story: Story) -> None:
    """Whatever is asked, it is done or refused, and a refusal leaves no trace."""
    for step in story.steps:
        holds(step.fault is None, f"nothing but refusals: {step.fault!r} from {step.command} in {step.looked[:60]}")
        holds(step.looked == step.looks, f"the state before stays as it was: {step.command}")
        if step.refused:
            holds(not step.events and not step.asked, f"a refusal leaves no trace: {step.command}, {step.asked}")
            holds(step.refused in Reason, f"a reason of the list: {step.refused}")
        else:
            holds(bool(step.events) or step.fault is not None, f"what is accepted leaves a trace: {step.command}")


def actions_are_what_is_legal(story: Story) -> None:
    """A command is accepted if and only if somebody's view lists it."""
    rng = Random(story.seed)
    for step in story.steps:
        if step.before is not None and not isinstance(step.command, SystemCommand):
            _was_it_listed(step, step.before)
    for match in story.rests:
        for viewer, action in offered(match, rng, 3):
            command = one_of(viewer, action, rng, NEWCOMER)
            try:
                decide(match, command, now=NOW, chance=Luck())
            except Refused as refused:
                holds(False, f"what is listed is accepted: {command} was refused, {refused.reason}")  # noqa: FBT003


def _was_it_listed(step: Step, before: Match) -> None:
    command = step.command
    assert not hasattr(command, "terms")
    listed = any(offers(action, command) for action in view(before, sender(before, command)).actions)
    holds(not listed or step.refused is None, f"what is listed is accepted: {command} was refused, {step.refused}")
    holds(listed or step.refused is not None, f"what is not listed is refused: {command} was accepted")


def replay_is_play(story: Story) -> None:
    """The events alone give the same match again, event by event."""
    events = story.events
    seen = [after for _, _, after in story.happened]
    holds(fold(events) == story.match, "replay is play: the whole log")
    for number in {*range(1, len(events), max(1, len(events) // 12)), len(events)}:
        again = fold(events[:number])
        holds(repr(again) == repr(seen[number - 1]), f"replay is play: after event {number}, {events[number - 1]}")


def nothing_is_left_undone(story: Story) -> None:
    """When a command is done the match waits for somebody, or it is over; it always gets there."""
    for match in story.rests:
        holds(follow(match, NOW, Luck()) is None, f"nothing is left undone: {phase_id(match)}")
        holds(bool(waiting_for(match)) != isinstance(match, Over), f"somebody is waited for: {phase_id(match)}")
    holds(isinstance(story.match, Over), f"every match ends: not after {len(story.steps)} commands")


def whoever_is_waited_for_can_go_on(story: Story) -> None:
    """Whoever a running match waits for has at least one thing to choose that is not giving up."""
    for match in story.rests:
        for seat in () if isinstance(match, Gathering) else waiting_for(match):
            moves = [action for action in view(match, Viewer(seat=seat)).actions if goes_on(action)]
            holds(bool(moves), f"whoever is waited for can go on: not seat {seat} in {phase_id(match)}")


def luck_plays_for_who_has_resigned(story: Story) -> None:
    """Nobody waits for a seat whose player has left, not even until luck has done its part; and it is no host."""
    for _, event, after in story.happened:
        board = board_of(after)
        awaited = set(waiting_for(after)) & set(board.resigned if board else ())
        holds(not awaited, f"nobody waits for who has resigned: {awaited} after {event}")
    for match in story.rests:
        board = board_of(match)
        if board is None or not board.resigned or isinstance(match, Over):
            continue
        holds(bool(board.non_bot_seats), f"somebody is there: {phase_id(match)}")
        holds(board.host not in board.resigned, f"the host is there: {phase_id(match)}")
        for seat in board.resigned:
            actions = view(match, Viewer(seat=seat)).actions
            holds(not actions, f"who has resigned has nothing to do: {seat} in {phase_id(match)}")


def rounds_are_bounded(story: Story) -> None:
    """A round brings at least so many points, or takes so many cards, that there can only be so many rounds."""
    begun = [event for event in story.events if isinstance(event, RoundBegun)]
    if not begun:
        return
    board = next(board for match in story.rests if (board := board_of(match)) and board.round)
    seated = len(board.players)
    if story.rules.end.laps:
        most = story.rules.end.laps * seated
    elif story.rules.crowd or any(isinstance(event, TimeUpEvent | SeatResigned) for event in story.events):
        return
    elif story.rules.end.deck:
        on_table = seated // 2 + 1 if story.rules.teams else 1 + (seated - 1) * value_for(story.rules.submits, seated)
        most = -(-len(board.deck) // on_table)
    else:
        assert story.rules.end.points is not None
        parties = seated // 2 if story.rules.teams else seated
        lone = 2 * value_for(story.rules.lone_finder, seated) + (story.rules.bonus_cap != 0)
        holds(lone > 0, "rounds are bounded: one may bring nothing")
        most = (story.rules.end.points - 1) * parties // min(2 * (parties - 1), lone) + 1
    holds(len(begun) <= most, f"rounds are bounded: {len(begun)} of at most {most}")


def phases_only_go_on(story: Story) -> None:
    """Rounds and phases follow each other; a phase id that is gone never comes back, and events name the right one."""
    ids: list[str] = []
    for before, event, after in story.happened:
        if not ids or ids[-1] != phase_id(after):
            ids.append(phase_id(after))
        holds(before is None or _place(before) <= _place(after), f"phases only go on: {event}")
        if isinstance(event, RoundBegun | ClueGiven | TableauLaid | RoundScored) and event.phase is not None:
            holds(event.phase == phase_id(after), f"an event names the phase it opens: {event}")
        if isinstance(event, RoundScored):
            assert not isinstance(after, Gathering | Over | Drawing)
            holds(event.scores == after.board.scores, f"scores are what was announced: {event}")
    holds(len(ids) == len(set(ids)), f"phases only go on: {ids}")
    holds(all(terms_of(match) == terms_of(story.rests[0]) for match in story.rests), "the terms hold to the end")


def _place(match: Match) -> tuple[int, int]:
    number, _, name = phase_id(match).partition(".")
    return int(number), PHASE_ORDER.index(name)


Law = Callable[[Story], None]
LAWS: tuple[Law, ...] = (
    each_card_is_in_one_place,
    nothing_but_refusals,
    actions_are_what_is_legal,
    replay_is_play,
    nothing_is_left_undone,
    whoever_is_waited_for_can_go_on,
    luck_plays_for_who_has_resigned,
    rounds_are_bounded,
    phases_only_go_on,
)
