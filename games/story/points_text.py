"""A round's points as a text table: points gained, total score, and the reasons in words."""

from collections.abc import Iterator

from games.narrative.award_reasons import award_reason, finders_phrase
from games.narrative.roster import Roster
from games.narrative.rounds import Round
from games.story.missed_moves import eligible_voters_of_round
from games.story.text_layout import format_columns


def render_points(match_round: Round, roster: Roster) -> list[str]:
    """Return one line for each side, highest score first; empty if the round is not scored."""
    scores = match_round.scores
    if scores is None:
        return []
    rows = []
    # Partners have the same score, so that of the first one stands for the side.
    for side in sorted(roster.sides, key=lambda side: (-scores[side[0]], side)):
        gained = sum(award.points for award in match_round.awards if award.seat in side)
        reasons = "; ".join(_side_award_reasons(match_round, roster, side))
        explanation = reasons or _no_points_reason(match_round, roster, side)
        rows.append((roster.side_label(side), f"+{gained}" if gained else "0", str(scores[side[0]]), explanation))
    return ["", *format_columns([("", "points", "total", ""), *rows], right_aligned=(1, 2))]


def _side_award_reasons(match_round: Round, roster: Roster, side: tuple[int, ...]) -> Iterator[str]:
    side_awards = [award for award in match_round.awards if award.seat in side]
    for award in sorted(side_awards, key=lambda award: (award.why == "fooled", award.seat)):
        player_note = f" ({roster.label(award.seat)})" if len(side) > 1 and award.why == "fooled" else ""
        yield f"{award.points} {award_reason(match_round, award)}{player_note}"


def _no_points_reason(match_round: Round, roster: Roster, side: tuple[int, ...]) -> str:
    """Return why a side got no points."""
    if match_round.storyteller in side and not roster.ruleset["crowd"]:
        return f"{finders_phrase(match_round)} found it"
    voters = [seat for seat in side if seat in eligible_voters_of_round(match_round, roster)]
    if not voters:
        return "played no card, so could not vote"
    # A side has one voter: in Team the partner who didn't submit the card.
    slots = match_round.slots_by_voter.get(voters[0])
    if slots is None:
        return "did not vote"
    if not roster.ruleset["crowd"]:
        return "did not find it"
    return "voted for the trap" if match_round.trap in slots else "cast the only vote on that slot"
