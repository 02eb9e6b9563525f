"""The rule sets as data: the printed editions with every number in which they differ."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

StepsByPlayerCount: TypeAlias = tuple[tuple[int, int], ...]
"""A number that depends on the players: `((3, 7), (4, 6))` is 7 for 3 players, and 6 for 4 or more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """When a match is over; exactly one field is set."""

    points: int | None = None
    """A score; checked when a round's points are added."""
    laps: int | None = None
    """How many times everyone is the storyteller."""
    deck: bool = False
    """Whether the match ends when the last card of the deck is drawn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Crowd:
    """The parameters of Party.

    The clue comes before the cards are seen, everyone submits a card, and votes for a slot with other votes on it
    score.
    """

    cap: int | None
    """The most points a seat gets in a round; None is no limit."""
    blind: Literal["storyteller", "everyone"]
    """Whose hand lies face down until the clue is given."""
    pass_hands: bool
    """Whether all hands go to the left at the end of a round."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruleset:
    """A rule set with all its parameters, stored in the first event of each match played by it."""

    name: str
    players: tuple[int, ...]
    hand: StepsByPlayerCount
    submits: StepsByPlayerCount
    votes: StepsByPlayerCount
    """The most slots a voter may choose."""
    single_vote_point_from: int | None
    """From how many players a finder with a single vote gets an extra point; None is never."""
    lone_finder: StepsByPlayerCount
    """The points for the storyteller and for the only finder, each."""
    bonus_cap: int | None
    """The most points a round for votes on one's own cards; None is no limit."""
    crowd: Crowd | None
    teams: bool
    end: End
    refill: Literal["reshuffle", "mix", "none"]
    """What happens when the deck runs short."""
    airship: bool = False
    """Whether the first claim of a match may name the airship on the box (O-ja)."""


def value_for_player_count(steps: StepsByPlayerCount, players: int) -> int:
    """Return the step's value for this many players."""
    return [number for from_players, number in steps if from_players <= players][-1]


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """A printed rule set: numbers, source rulebooks (see docs/reference/rules.md), and what is special about it."""

    rules: Ruleset
    source: str
    note: str


CLASSIC = Ruleset(
    name="classic",
    # C-ru and C-uk: with 3 players everyone has 7 cards and guessers submit two. If exactly one of the two guessers
    # finds the card, that player and the storyteller get 4 points each.
    players=(3, 4, 5, 6),
    hand=((3, 7), (4, 6)),
    submits=((3, 2), (4, 1)),
    votes=((3, 1),),
    single_vote_point_from=None,
    lone_finder=((3, 4), (4, 3)),
    bonus_cap=None,
    crowd=None,
    teams=False,
    end=End(points=30),
    refill="reshuffle",
)
# C-uk has no points to reach: the match ends when the last card is drawn, so nothing is reshuffled.
CLASSIC_LAST_CARD = replace(CLASSIC, name="classic-last-card", end=End(deck=True), refill="none")
ODYSSEY = replace(
    CLASSIC,
    name="odyssey",
    # O1-ru says "7 to 13" once, but its box holds boards, rabbits and a track for 12. From 7 players on there is a
    # second vote, and a point for finders who don't use it. With 3 players a lone finder gets 3 points, not 4: neither
    # printing has that rule.
    players=tuple(range(3, 13)),
    votes=((3, 1), (7, 2)),
    single_vote_point_from=7,
    lone_finder=((3, 3),),
    bonus_cap=3,
)
PARTY = replace(
    CLASSIC,
    name="party",
    # O2-ru has no section on the end of a Party round. Read to the letter, hands are refilled and stay where they are.
    players=tuple(range(6, 13)),
    hand=((6, 5),),
    submits=((6, 1),),
    votes=((6, 1),),
    lone_finder=((6, 3),),
    crowd=Crowd(cap=5, blind="storyteller", pass_hands=False),
    end=End(laps=1),
)
# O1-ru has that section: every hand is passed, face down, to the left neighbor.
PARTY_PASSING = replace(PARTY, name="party-passing", crowd=Crowd(cap=5, blind="storyteller", pass_hands=True))
PARTY_30 = replace(
    PARTY,
    name="party-30",
    # O-ja: no limit to the points of a round, hands face down to everyone until the clue, 30 points, and the rest of
    # the deck is mixed with the discard pile.
    hand=((6, 4),),
    crowd=Crowd(cap=None, blind="everyone", pass_hands=True),
    end=End(points=30),
    refill="mix",
    airship=True,
)
TEAM = replace(
    CLASSIC,
    name="team",
    # O1-ru and O2-ru score Team "as in the base rules", so their limit of 3 for votes on one's cards applies.
    players=(6, 8, 10, 12),
    hand=((6, 4),),
    submits=((6, 1),),
    votes=((6, 1),),
    lone_finder=((6, 3),),
    bonus_cap=3,
    teams=True,
    end=End(laps=1),
)
TEAM_30 = replace(
    TEAM,
    name="team-30",
    # O-ja is for 8, 10 or 12 players, and states no limit to these points.
    players=(8, 10, 12),
    bonus_cap=None,
    end=End(points=30),
    refill="mix",
    airship=True,
)

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.rules.name: edition
        for edition in (
            Edition(rules=CLASSIC, source="C-ru", note="3 to 6 players; ends at 30 points."),
            Edition(rules=CLASSIC_LAST_CARD, source="C-uk", note="3 to 6 players; ends when the last card is drawn."),
            Edition(
                rules=ODYSSEY,
                source="O1-ru, O2-ru",
                note="3 to 12 players; with 7 or more a second vote, and a point for finders who don't use it.",
            ),
            Edition(
                rules=PARTY,
                source="O2-ru",
                note="6 to 12 players; the clue comes first, votes with the crowd score; ends after one lap.",
            ),
            Edition(rules=PARTY_PASSING, source="O1-ru", note="Party, but all hands go to the left after each round."),
            Edition(
                rules=PARTY_30,
                source="O-ja",
                note="Party to 30 points; hands stay unseen until the clue, and go to the left after each round.",
            ),
            Edition(
                rules=TEAM,
                source="O1-ru, O2-ru",
                note="6, 8, 10 or 12 players in teams of two who sit opposite each other; ends after one lap.",
            ),
            Edition(rules=TEAM_30, source="O-ja", note="8, 10 or 12 players in teams of two; ends at 30 points."),
        )
    }
)
