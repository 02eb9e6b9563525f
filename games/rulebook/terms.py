"""The terms of a match, fixed when it is opened: players, decks, rules and time limits."""

from dataclasses import dataclass, replace
from typing import Literal

from games.rulebook.cards import Pile
from games.rulebook.rulesets import Ruleset

FIRST_RULEBOOK_WITH_ABSENCE = 2
HOUSE_RULES_NAME = "house-rules"
"""What house rules are called where nobody may read their name: in the hashed events, and once it is erased."""
DEFAULT_CALL_AFTER_SECONDS = 300
CALL_AFTER_SECONDS_WITHOUT_CLOCK = 21_600
"""The default where no phase has a time limit: a match whose players come by now and then, not one at a table."""
DEFAULT_CALL_GRACE_SECONDS = 120


@dataclass(frozen=True, kw_only=True, slots=True)
class Player:
    """The player on a seat. Id and name are None once they have been erased."""

    id: str | None
    name: str | None
    kind: Literal["human", "guest", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesetName:
    """The name of house rules and the id of the person who chose it; rematches keep both."""

    name: str
    by: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Clock:
    """The time limit of each phase in seconds; None is no limit."""

    clue: int | None = None
    submit: int | None = None
    vote: int | None = None
    reveal: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Deck:
    """The cards of one deck, and the digest of its manifest."""

    name: str
    digest: str
    cards: Pile


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """The terms that a match is opened with; they hold to its end."""

    ruleset: Ruleset
    rulebook: int
    decks: tuple[Deck, ...]
    seats: int
    visibility: Literal["public", "unlisted", "private"]
    clock: Clock
    on_timeout: Literal["auto", "skip", "abort"]
    first: Literal["claim", "luck", "host"]
    seed_digest: str
    start: Literal["host", "full"] = "host"
    """Who starts the match: the host alone, or also the clock as soon as every seat is taken."""
    call_after: int | None = None
    """After how many seconds of a phase without a deadline a player may call time; None under rulebook 1."""
    call_grace: int | None = None
    """How many seconds the phase then goes on; None under rulebook 1."""
    ruleset_name: RulesetName | None = None
    """Whose name the rule set bears; None for printed rules, for older house rules, and once it is erased."""

    @property
    def handles_absence(self) -> bool:
        """Whether seats are skipped, time can be called, and the other rules about absent players hold."""
        return self.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE

    @property
    def cards(self) -> Pile:
        """Every card of the match, in the order of the manifests."""
        return tuple(card for deck in self.decks for card in deck.cards)


def with_calling_times(terms: Terms, call_after: int | None = None, call_grace: int | None = None) -> Terms:
    """Return the terms with these seconds for calling time, or the defaults for those that are None."""
    has_clock = terms.clock != Clock()
    default_after = DEFAULT_CALL_AFTER_SECONDS if has_clock else CALL_AFTER_SECONDS_WITHOUT_CLOCK
    return replace(
        terms,
        call_after=default_after if call_after is None else call_after,
        call_grace=DEFAULT_CALL_GRACE_SECONDS if call_grace is None else call_grace,
    )
