"""The rounds as the audit page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from typing_extensions import TypedDict

from games.report.page_labels import PageLabels, escape_text
from games.report.report_types import AwardTold, CardTold, RoundTold


class TableauRow(TypedDict):
    """A card of the tableau. `owner` is None until the round is scored."""

    picture: SafeString
    slot: SafeString
    owner: SafeString | None
    is_storytellers: bool
    voters: SafeString
    is_trap: bool


class AwardRow(TypedDict):
    player: SafeString
    points: SafeString
    words: SafeString
    rule: SafeString
    why: SafeString


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSection:
    """A round: `report` as it was reported, and its lists with the names of the players."""

    report: RoundTold
    number: SafeString
    scored: SafeString
    storyteller: SafeString | None
    tableau: Sequence[TableauRow]
    awards: Sequence[AwardRow]
    scores: SafeString
    """Each player's name and score."""


def build_round_sections(rounds: Sequence[RoundTold], labels: PageLabels) -> list[RoundSection]:
    """Return the rounds that have begun."""
    return [_round_section(turn, labels) for turn in rounds]


def _round_section(turn: RoundTold, labels: PageLabels) -> RoundSection:
    scores = (labels.player(seat) + SafeString(f" {score}") for seat, score in enumerate(turn.scores or ()))
    return RoundSection(
        report=turn,
        number=SafeString(turn.round),
        scored=SafeString(turn.scored),
        storyteller=None if turn.storyteller is None else labels.player(turn.storyteller),
        tableau=[_tableau_row(turn, card, labels) for card in turn.tableau],
        awards=[_award_row(award, labels) for award in turn.awards],
        scores=SafeString(", ".join(scores)),
    )


def _award_row(award: AwardTold, labels: PageLabels) -> AwardRow:
    return {
        "player": labels.player(award.seat),
        "points": SafeString(award.points),
        "words": escape_text(award.words),
        "rule": escape_text(award.rule),
        "why": escape_text(award.why),
    }


def _tableau_row(turn: RoundTold, card: CardTold, labels: PageLabels) -> TableauRow:
    return {
        "picture": labels.card(card.card),
        "slot": SafeString(card.slot),
        "owner": None if card.seat is None else labels.player(card.seat),
        "is_storytellers": card.seat is not None and card.seat == turn.storyteller,
        "voters": SafeString(", ".join(labels.player(seat) for seat in card.votes or ())),
        "is_trap": card.slot == turn.trap,
    }
