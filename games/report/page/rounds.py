"""The rounds: what lay on the table, who voted for what, and how each point came about."""

from html import escape

from games.report.page.room import Room, quoted, table
from games.report.shapes import AwardTold, CardTold, RoundTold

HOW = {"sound": "by a sound, without words", "song": "by a song, without words", "mime": "by mime, without words"}


def rounds(here: Room) -> str:
    return "".join(_round(here, told) for told in here.report.rounds) or "<p>No round has begun yet.</p>\n"


def _round(here: Room, told: RoundTold) -> str:
    tells = f": {here.name(told.storyteller)} tells" if told.storyteller is not None else ""
    cards = "".join(_card(here, told, card) for card in told.tableau)
    return f"""<article aria-labelledby="round-{told.round}">
<h3 id="round-{told.round}">Round {told.round}{tells}</h3>
{_clue(told)}{f'<ul class="cards">{cards}</ul>' if cards else ""}
{_points(here, told)}</article>
"""


def _clue(told: RoundTold) -> str:
    if told.clue_kind is None:
        return '<p class="dim">No clue yet.</p>\n' if told.called_off is None else ""
    if told.clue is not None:
        return f"<blockquote>{quoted(told.clue)}</blockquote>\n"
    how = HOW.get(told.clue_kind, "in words that have been erased")
    return f'<p class="dim">The clue was given {how}.</p>\n'


def _card(here: Room, told: RoundTold, card: CardTold) -> str:
    lines = [f"Slot {card.slot}"]
    if card.seat is not None:
        lines.append(f"from {here.name(card.seat)}" + (" (told)" if card.seat == told.storyteller else ""))
    if card.votes:
        lines.append(f"votes: {here.listed(card.votes)}")
    if card.slot == told.trap:
        lines.append("the trap")
    mark = ' class="told"' if card.seat is not None and card.seat == told.storyteller else ""
    return f"<li{mark}>{here.picture(card.card)}{'<br>'.join(lines)}</li>\n"


def _points(here: Room, told: RoundTold) -> str:
    if told.called_off:
        return f"<p>No points: {escape(told.called_off)}.</p>\n"
    if told.scores is None:
        return '<p class="dim">Not scored.</p>\n'
    rows = [(here.name(award.seat), f"+{award.points}", *_why(award)) for award in told.awards]
    scores = ", ".join(f"{here.name(seat)} {score}" for seat, score in enumerate(told.scores))
    won = table("How each point came about", ("Who", "Points", "Why", "Rule"), rows) if rows else "<p>No points.</p>\n"
    return f'{won}<p>Scores after it (<a href="#v{told.scored}">version {told.scored}</a>): {scores}.</p>\n'


def _why(award: AwardTold) -> tuple[str, str]:
    """The reason in this case, and the rule."""
    return escape(award.words), f"{escape(award.rule)} <code>{escape(award.why)}</code>"
