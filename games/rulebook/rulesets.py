"""The rule sets as data: the editions of the rulebooks with every number in which they differ."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

StepsByPlayerCount: TypeAlias = tuple[tuple[int, int], ...]
"""A number that depends on the players: `((3, 7), (4, 6))` is 7 from 3 players on, 6 from 4 players on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """When a match is over; exactly one of these is set."""

    points: int | None = None
    """A score, looked at when a round's points are added."""
    laps: int | None = None
    """How often everyone tells."""
    deck: bool = False
    """The last card of the deck is drawn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Crowd:
    """Party: the clue comes before the cards are seen, everyone gives a card, and votes with the crowd count."""

    cap: int | None
    """The most points a round."""
    blind: Literal["storyteller", "everyone"]
    """Whose hand lies face down until the clue is given."""
    pass_hands: bool
    """Whether all hands go to the left at a round's end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruleset:
    """One edition's variant with all its parameters, frozen in the first event of each match played by it."""

    name: str
    players: tuple[int, ...]
    hand: StepsByPlayerCount
    submits: StepsByPlayerCount
    votes: StepsByPlayerCount
    """The most slots a voter may choose."""
    single_vote_point_from: int | None
    """From how many players on a finder with a single vote gets one point more."""
    lone_finder: StepsByPlayerCount
    """What the storyteller and the only finder get each."""
    bonus_cap: int | None
    """The most points a round for votes on one's cards."""
    crowd: Crowd | None
    teams: bool
    end: End
    refill: Literal["reshuffle", "mix", "none"]
    """What happens to a deck that runs short."""
    airship: bool = False
    """Whoever claims the first round may name the airship on the box."""


def value_for(steps: StepsByPlayerCount, players: int) -> int:
    """The number that holds for so many players."""
    return [number for from_players, number in steps if from_players <= players][-1]


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """A printed rule set: numbers, rulebooks they come from (`docs/reference/rules.md`), what is special."""

    rules: Ruleset
    source: str
    note: str


CLASSIC = Ruleset(
    name="classic",
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
CLASSIC_LAST_CARD = replace(CLASSIC, name="classic-last-card", end=End(deck=True), refill="none")
ODYSSEY = replace(
    CLASSIC,
    name="odyssey",
    players=tuple(range(3, 13)),
    votes=((3, 1), (7, 2)),
    single_vote_point_from=7,
    lone_finder=((3, 3),),
    bonus_cap=3,
)
PARTY = replace(
    CLASSIC,
    name="party",
    players=tuple(range(6, 13)),
    hand=((6, 5),),
    submits=((6, 1),),
    votes=((6, 1),),
    lone_finder=((6, 3),),
    crowd=Crowd(cap=5, blind="storyteller", pass_hands=False),
    end=End(laps=1),
)
PARTY_PASSING = replace(PARTY, name="party-passing", crowd=Crowd(cap=5, blind="storyteller", pass_hands=True))
PARTY_30 = replace(
    PARTY,
    name="party-30",
    hand=((6, 4),),
    crowd=Crowd(cap=None, blind="everyone", pass_hands=True),
    end=End(points=30),
    refill="mix",
    airship=True,
)
TEAM = replace(
    CLASSIC,
    name="team",
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
                note="3 to 12 players; from 7 on a second vote, and a point for finders who did without it.",
            ),
            Edition(
                rules=PARTY,
                source="O2-ru",
                note="6 to 12 players; the clue comes first, points are for voting with the crowd; ends after a lap.",
            ),
            Edition(rules=PARTY_PASSING, source="O1-ru", note="Party, and all hands go to the left after each round."),
            Edition(
                rules=PARTY_30,
                source="O-ja",
                note="Party to 30 points; no hand is looked at before the clue, and all go to the left afterwards.",
            ),
            Edition(
                rules=TEAM,
                source="O1-ru, O2-ru",
                note="6, 8, 10 or 12 players in teams of two who sit opposite each other; ends after a lap.",
            ),
            Edition(rules=TEAM_30, source="O-ja", note="8, 10 or 12 players in teams of two; ends at 30 points."),
        )
    }
)
