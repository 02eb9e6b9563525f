"""The page's section on rounds: the tableau, the votes, and the reason for each point."""

from html import escape

from games.report.page.context import PageContext, table_html, user_text_html
from games.report.report_types import AwardTold, CardTold, RoundTold

WORDLESS_CLUE_PHRASES = {
    "sound": "by a sound, without words",
    "song": "by a song, without words",
    "mime": "by mime, without words",
}


def render_rounds(context: PageContext) -> str:
    """Return each round that has begun."""
    return (
        "".join(_render_round(context, round_report) for round_report in context.report.rounds)
        or "<p>No round has begun yet.</p>\n"
    )


def _render_round(context: PageContext, round_report: RoundTold) -> str:
    storyteller_note = (
        f": storyteller {context.seat_name_html(round_report.storyteller)}"
        if round_report.storyteller is not None
        else ""
    )
    cards = "".join(_render_card(context, round_report, card) for card in round_report.tableau)
    return f"""<article aria-labelledby="round-{round_report.round}">
<h3 id="round-{round_report.round}">Round {round_report.round}{storyteller_note}</h3>
{_render_clue(round_report)}{f'<ul class="cards">{cards}</ul>' if cards else ""}
{_render_points(context, round_report)}</article>
"""


def _render_clue(round_report: RoundTold) -> str:
    if round_report.clue_kind is None:
        return '<p class="dim">No clue yet.</p>\n' if round_report.called_off is None else ""
    if round_report.clue is not None:
        return f"<blockquote>{user_text_html(round_report.clue)}</blockquote>\n"
    manner = WORDLESS_CLUE_PHRASES.get(round_report.clue_kind, "in words that have since been erased")
    return f'<p class="dim">The clue was given {manner}.</p>\n'


def _render_card(context: PageContext, round_report: RoundTold, card: CardTold) -> str:
    lines = [f"Slot {card.slot}"]
    if card.seat is not None:
        lines.append(
            f"from {context.seat_name_html(card.seat)}"
            + (" (storyteller)" if card.seat == round_report.storyteller else "")
        )
    if card.votes:
        lines.append(f"votes: {context.seat_names_html(card.votes)}")
    if card.slot == round_report.trap:
        lines.append("the trap")
    class_attribute = ' class="storyteller"' if card.seat is not None and card.seat == round_report.storyteller else ""
    return f"<li{class_attribute}>{context.card_html(card.card)}{'<br>'.join(lines)}</li>\n"


def _render_points(context: PageContext, round_report: RoundTold) -> str:
    if round_report.called_off:
        return f"<p>No points: {escape(round_report.called_off)}.</p>\n"
    if round_report.scores is None:
        return '<p class="dim">Not scored.</p>\n'
    rows = [
        (context.seat_name_html(award.seat), f"+{award.points}", *_award_cells(award)) for award in round_report.awards
    ]
    scores = ", ".join(f"{context.seat_name_html(seat)} {score}" for seat, score in enumerate(round_report.scores))
    award_table = (
        table_html("Reasons for the points", ("Player", "Points", "Reason", "Rule"), rows)
        if rows
        else "<p>No points.</p>\n"
    )
    version_link = f'<a href="#v{round_report.scored}">version {round_report.scored}</a>'
    return f"{award_table}<p>Scores after this round ({version_link}): {scores}.</p>\n"


def _award_cells(award: AwardTold) -> tuple[str, str]:
    """Return the reason for these points, and the rule."""
    return escape(award.words), f"{escape(award.rule)} <code>{escape(award.why)}</code>"
