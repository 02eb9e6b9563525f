"""The level *rules* for a match in progress: what can be checked from public events alone, such as points and scores.

Hands are still sealed, so the match can't be replayed through the rulebook as `games.audit.replay` does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.audit.errors import VerificationError, fail
from games.audit.event_parser import HiddenPart, parse_event
from games.audit.public_lobby import PublicLobby
from games.audit.record_line import EventLine
from games.audit.verdict import Finding
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    Event,
    MatchOpened,
    MatchStarted,
    RoundBegun,
    RoundScored,
    TableauLaid,
    VoteCast,
)
from games.rulebook.rulesets import Ruleset
from games.rulebook.scoring import add_awards, score
from games.rulebook.voters import eligible_voters


@dataclass(kw_only=True)
class PublicState:
    """What the public knows of the current round, and the scores."""

    rules: Ruleset
    scores: tuple[int, ...] = ()
    tableau: tuple[str, ...] = ()
    submitted_cards: dict[int, tuple[str, ...]] = field(default_factory=dict)
    votes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    trap: int | None = None
    scored_rounds: int = 0


def check_public_rules(lines: Sequence[EventLine], opened: Mapping[tuple[int, str], str]) -> Finding:
    """Check everything that doesn't depend on sealed parts; at best, the finding's status is `partly`."""
    state: PublicState | None = None
    lobby = PublicLobby()
    for version, line in enumerate(lines, start=1):
        try:
            lobby.check(line, version, opened)
            event = parse_event(line, opened)
            state = PublicState(rules=event.ruleset) if isinstance(event, MatchOpened) else state
            if state is not None:
                _apply_event(state, event, version)
        except HiddenPart:
            # Nothing can be said of a sealed event, but its outcome comes with `round_scored`, which opens the round's
            # parts.
            continue
        except VerificationError as fault:
            return Finding(level="rules", status="failed", words=fault.message, first_bad=fault.version)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  (a forged event can make the rulebook raise anything: it is invalid)
            words = "The event does not have the shape of its type."
            return Finding(level="rules", status="failed", words=words, first_bad=version)
    try:
        lobby.check_end(len(lines) + 1)
    except VerificationError as fault:
        return Finding(level="rules", status="failed", words=fault.message, first_bad=fault.version)
    rounds = state.scored_rounds if state else 0
    words = (
        f"The points and scores of {rounds} rounds are correct; "
        "hands, deals and moves can only be checked once the match is over."
    )
    return Finding(level="rules", status="partly", words=words)


def _apply_event(state: PublicState, event: Event, version: int) -> None:
    match event:
        case MatchStarted():
            state.scores = (0,) * len(event.seats)
        case RoundBegun():
            state.submitted_cards, state.votes, state.trap, state.tableau = {}, {}, None, ()
        case ClueGiven(card=str()):
            state.submitted_cards[event.seat] = (str(event.card),)
        case CardsSubmitted():
            state.submitted_cards[event.seat] = event.cards
        case TableauLaid():
            state.tableau = event.tableau
        case VoteCast():
            state.votes[event.seat] = event.slots
            state.trap = state.trap if event.trap is None else event.trap
        case RoundScored():
            _check_round_scores(state, event, version)
        case _:
            pass


def _check_round_scores(state: PublicState, event: RoundScored, version: int) -> None:
    if sorted(card for cards in state.submitted_cards.values() for card in cards) != sorted(state.tableau):
        fail(version, "The tableau does not consist of the submitted cards.")
    owners = {shown.slot: shown.seat for shown in event.tableau}
    if any(shown.card not in state.submitted_cards.get(shown.seat, ()) for shown in event.tableau):
        fail(version, "A card is attributed to the wrong seat.")
    votes = _votes_by_slot(state)
    if any(shown.votes != tuple(votes.get(shown.slot, ())) for shown in event.tableau):
        fail(version, "The votes shown are not the votes cast.")
    _check_points(state, event, owners, version)
    state.scores, state.scored_rounds = event.scores, state.scored_rounds + 1


def _votes_by_slot(state: PublicState) -> dict[int, list[int]]:
    """Return the seats that voted for each slot, in ascending order."""
    seats_by_slot: dict[int, list[int]] = {}
    for seat, slots in sorted(state.votes.items()):
        for slot in {*slots}:
            seats_by_slot.setdefault(slot, []).append(seat)
    return seats_by_slot


def _check_points(state: PublicState, event: RoundScored, owners: Mapping[int, int], version: int) -> None:
    rules, seat_count = state.rules, len(state.scores)
    # Who had to vote follows from who submitted cards, so a vote that was left out shows in the points.
    voters = eligible_voters(
        seat_count, event.storyteller, state.submitted_cards, crowd=rules.crowd is not None, teams=rules.teams
    )
    votes = {seat: state.votes.get(seat, ()) for seat in voters}
    awards = score(rules, seat_count, event.storyteller, owners, votes, state.trap)
    if tuple(sorted(awards, key=lambda award: award.seat)) != event.awards:
        fail(version, "The points do not follow from the votes.")
    if add_awards(rules, state.scores, event.awards) != event.scores:
        fail(version, "The scores are not the sums of the points.")
