"""The invariants of the game, each a check of a whole history; an `InvariantViolation` names the invariant and the
place."""

from collections import Counter
from collections.abc import Callable
from random import Random

from games.rulebook import Match, Refused, decide, fold
from games.rulebook.cards import Pile
from games.rulebook.commands import Open
from games.rulebook.decide import follow
from games.rulebook.events import ClueGiven, DeckShuffled, RoundBegun, RoundScored, SeatResigned, TableauLaid, TimeUp
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
from games.rulebook.rulesets import value_for_player_count
from games.rulebook.view_types import Viewer
from tests.rulebook.match_scenarios import NOW, FixedChance
from tests.rulebook.random_matches import MatchHistory, Step, require
from tests.rulebook.random_players import (
    BOT_PLAYER,
    action_allows,
    is_advancing,
    issuing_viewer,
    random_command_of_action,
    sample_offered_actions,
)
from tests.rulebook.sent_command import Sent


def last_phase(match: Match) -> Gathering | Started:
    return match.last_phase if isinstance(match, Over) else match


def cards_on_table(match: Gathering | Started) -> Pile:
    """Return the cards on the table, face down or up."""
    match match:
        case Submitting():
            return tuple(card for cards in match.submitted_cards for card in cards)
        case Voting():
            return match.tableau
        case Reveal():
            return match.cards_on_table
        case _:
            return ()


def check_each_card_is_in_one_place(history: MatchHistory) -> None:
    """The deck, hands, table and discard pile hold each card of the match once, from the first shuffle on."""
    shuffled = False
    for _, event, after in history.transitions:
        phase = last_phase(after)
        shuffled |= isinstance(event, DeckShuffled)
        if isinstance(phase, Gathering) or not shuffled:
            continue
        board = phase.board
        hands = tuple(card for hand in board.hands for card in hand)
        card_counts = Counter(board.deck + hands + cards_on_table(phase) + board.discard)
        wrong = {card: card_counts[card] for card in {*board.terms.cards, *card_counts} if card_counts[card] != 1}
        require(not wrong, f"each card is in one place: {wrong} after {event}")
        if isinstance(phase, Voting):
            submitted_cards = sorted(card for cards in phase.submitted_cards for card in cards)
            require(submitted_cards == sorted(phase.tableau), f"the tableau has exactly the submitted cards: {phase}")


def check_only_refusals_are_raised(history: MatchHistory) -> None:
    """Every command is executed or refused, and a refusal leaves no trace."""
    for step in history.steps:
        require(
            step.unexpected_error is None,
            f"only refusals are raised: {step.unexpected_error!r} from {step.command} in {step.repr_before[:60]}",
        )
        require(
            step.repr_before == step.repr_of_before_afterwards,
            f"the match before a command is not changed: {step.command}",
        )
        if step.refused:
            require(
                not step.events and not step.shuffle_labels,
                f"a refusal has no events and no shuffles: {step.command}, {step.shuffle_labels}",
            )
            require(step.refused in Reason, f"a refusal has a known reason: {step.refused}")
        else:
            require(
                bool(step.events) or step.unexpected_error is not None,
                f"an accepted command has events: {step.command}",
            )


def check_listed_actions_are_the_legal_ones(history: MatchHistory) -> None:
    """A command is accepted if and only if a view lists it."""
    rng = Random(history.seed)
    for step in history.steps:
        if step.before is not None and not isinstance(step.actor, str):
            _check_accepted_iff_listed(step, step.before)
    for match in history.resting_states:
        for viewer, action in sample_offered_actions(match, rng, 3):
            sent = random_command_of_action(viewer, action, rng, BOT_PLAYER)
            try:
                decide(match, sent.command, actor=sent.actor, now=NOW, chance=FixedChance())
            except Refused as refused:
                require(False, f"a listed command is accepted: {sent} was refused, {refused.reason}")  # noqa: FBT003


def _check_accepted_iff_listed(step: Step, before: Match) -> None:
    command = step.command
    assert not isinstance(command, Open)
    viewer = issuing_viewer(before, Sent(step.actor, command))
    listed = any(action_allows(action, command) for action in view(before, viewer).actions)
    require(not listed or step.refused is None, f"a listed command is accepted: {command} was refused, {step.refused}")
    require(listed or step.refused is not None, f"an unlisted command is refused: {command} was accepted")


def check_replay_gives_the_same_match(history: MatchHistory) -> None:
    """The events alone reproduce the same match, event by event."""
    events = history.events
    played_states = [after for _, _, after in history.transitions]
    log = [
        (event, None if number else step.actor) for step in history.steps for number, event in enumerate(step.events)
    ]
    require(fold(log) == history.match, "a replay gives the same match: the whole log")
    for number in {*range(1, len(events), max(1, len(events) // 12)), len(events)}:
        replayed = fold(log[:number])
        require(
            repr(replayed) == repr(played_states[number - 1]),
            f"a replay gives the same match: after event {number}, {events[number - 1]}",
        )


def check_match_waits_or_is_over(history: MatchHistory) -> None:
    """After a command the match waits for a player, or it is over; it always reaches one of these states."""
    for match in history.resting_states:
        require(follow(match, NOW, FixedChance()) is None, f"no automatic event is pending: {phase_id(match)}")
        require(
            bool(waiting_for(match)) != isinstance(match, Over),
            f"only a finished match waits for nobody: {phase_id(match)}",
        )
    require(isinstance(history.match, Over), f"every match ends: not after {len(history.steps)} commands")


def check_awaited_seats_can_advance_the_match(history: MatchHistory) -> None:
    """Every seat that a running match waits for has at least one choice other than giving up."""
    for match in history.resting_states:
        for seat in () if isinstance(match, Gathering) else waiting_for(match):
            moves = [action for action in view(match, Viewer(seat=seat)).actions if is_advancing(action)]
            require(bool(moves), f"a seat that is waited for can act: not seat {seat} in {phase_id(match)}")


def check_resigned_seats_are_played_automatically(history: MatchHistory) -> None:
    """No match waits for a seat whose player has resigned, not even between the events of one command.

    Such a seat is never the host's and has no actions, and a match goes on only while a person is left.
    """
    for _, event, after in history.transitions:
        board = board_of(after)
        awaited = set(waiting_for(after)) & set(board.resigned if board else ())
        require(not awaited, f"no resigned seat is waited for: {awaited} after {event}")
    for match in history.resting_states:
        board = board_of(match)
        if board is None or not board.resigned or isinstance(match, Over):
            continue
        require(bool(board.non_bot_seats), f"a person is left: {phase_id(match)}")
        require(board.host not in board.resigned, f"the host has not resigned: {phase_id(match)}")
        for seat in board.resigned:
            actions = view(match, Viewer(seat=seat)).actions
            require(not actions, f"a resigned seat has no actions: {seat} in {phase_id(match)}")


def check_rounds_are_bounded(history: MatchHistory) -> None:
    """A round brings a minimum of points, or uses a minimum of cards, so that the number of rounds is bounded."""
    begun = [event for event in history.events if isinstance(event, RoundBegun)]
    if not begun:
        return
    board = next(board for match in history.resting_states if (board := board_of(match)) and board.round)
    seat_count = len(board.players)
    if history.rules.end.laps:
        max_rounds = history.rules.end.laps * seat_count
    elif history.rules.crowd or any(isinstance(event, TimeUp | SeatResigned) for event in history.events):
        return
    elif history.rules.end.deck:
        cards_per_round = (
            seat_count // 2 + 1
            if history.rules.teams
            else 1 + (seat_count - 1) * value_for_player_count(history.rules.submits, seat_count)
        )
        max_rounds = -(-len(board.deck) // cards_per_round)
    else:
        assert history.rules.end.points is not None
        side_count = seat_count // 2 if history.rules.teams else seat_count
        min_finder_points = 2 * value_for_player_count(history.rules.lone_finder, seat_count) + (
            history.rules.bonus_cap != 0
        )
        require(min_finder_points > 0, "rounds are bounded: a round may bring no points")
        max_rounds = (history.rules.end.points - 1) * side_count // min(2 * (side_count - 1), min_finder_points) + 1
    require(len(begun) <= max_rounds, f"rounds are bounded: {len(begun)} of at most {max_rounds}")


def check_phases_only_advance(history: MatchHistory) -> None:
    """Rounds and phases follow each other; an old phase id never comes back, and events name the right one."""
    ids: list[str] = []
    for before, event, after in history.transitions:
        if not ids or ids[-1] != phase_id(after):
            ids.append(phase_id(after))
        require(before is None or _phase_position(before) <= _phase_position(after), f"phases only advance: {event}")
        if isinstance(event, RoundBegun | ClueGiven | TableauLaid | RoundScored) and event.phase is not None:
            require(event.phase == phase_id(after), f"an event names the phase it opens: {event}")
        if isinstance(event, RoundScored):
            assert not isinstance(after, Gathering | Over | Drawing)
            require(event.scores == after.board.scores, f"scores equal those of the event: {event}")
    require(len(ids) == len(set(ids)), f"phases only advance: {ids}")
    require(
        all(terms_of(match) == terms_of(history.resting_states[0]) for match in history.resting_states),
        "the terms never change",
    )


def _phase_position(match: Match) -> tuple[int, int]:
    number, _, name = phase_id(match).partition(".")
    return int(number), PHASE_ORDER.index(name)


Invariant = Callable[[MatchHistory], None]
INVARIANTS: tuple[Invariant, ...] = (
    check_each_card_is_in_one_place,
    check_only_refusals_are_raised,
    check_listed_actions_are_the_legal_ones,
    check_replay_gives_the_same_match,
    check_match_waits_or_is_over,
    check_awaited_seats_can_advance_the_match,
    check_resigned_seats_are_played_automatically,
    check_rounds_are_bounded,
    check_phases_only_advance,
)
