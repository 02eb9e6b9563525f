"""The page's section on shuffles: from the seed to the final order, in steps that a reader can repeat by hand."""

from collections.abc import Iterator
from html import escape

from games.report.page.context import PageContext, collapsible_html, definition_list_html, table_html
from games.report.report_types import CommitmentTold, DrawTold

SHUFFLE_EXPLANATION = """<p>The seed and the entropy contributed by the seats give one key for each label. The key
generates numbers, and the numbers shuffle a list from its end: at each position, the next number modulo the count of
items left is the position to swap with. Numbers that are so large that they would favor some positions are
rejected.</p>
"""
SHUFFLE_TABLE_HEADINGS = ("Position", "Number", "Remainder", "Swapped")


def render_luck(context: PageContext) -> str:
    """Return the seed commitments, the entropy, and every shuffle whose seed is published."""
    luck_report = context.report.luck
    draws = "".join(map(_render_draw, luck_report.draws))
    pending_note = (
        "" if draws else "<p>The shuffles are shown once the seed is published, at the end of the match.</p>\n"
    )
    return f"{SHUFFLE_EXPLANATION}{_commitment_table(context)}{_entropy_table(context)}{draws}{pending_note}"


def _commitment_table(context: PageContext) -> str:
    rows = [
        (f"version {commitment.version}", _hex_code(commitment.seed_digest), _seed_cell(commitment))
        for commitment in context.report.luck.commitments
    ]
    return table_html("Seeds the server committed to", ("Committed in", "SHA-256 of the seed", "Seed"), rows)


def _seed_cell(commitment: CommitmentTold) -> str:
    return (
        f"{_hex_code(commitment.seed)}, published in version {commitment.published}"
        if commitment.seed
        else "not published yet"
    )


def _entropy_table(context: PageContext) -> str:
    entropy = [(seat, added) for seat, added in enumerate(context.report.luck.entropy) if added]
    if not entropy:
        return "<p>No seat contributed entropy, so the seed alone determines the shuffles.</p>\n"
    rows = [(context.seat_name_html(seat), _hex_code(added)) for seat, added in entropy]
    return table_html("Entropy contributed by the seats", ("Player", "Entropy"), rows)


def _render_draw(draw: DrawTold) -> str:
    summary = definition_list_html(
        (
            ("Seed, followed by the entropy", _hex_code(draw.material)),
            ("Salt: hash of the event before the start", _hex_code(draw.salt)),
            (f"Key: HKDF-SHA256 of these, label <code>{escape(draw.label)}</code>", _hex_code(draw.key)),
            ("Before", _item_list(draw.items)),
            ("After", _item_list(draw.order)),
        )
    )
    title = f"<b>{escape(draw.label)}</b>, {len(draw.items)} items, version {draw.version}"
    return collapsible_html(
        title,
        summary + table_html("Steps; positions are counted from 0", SHUFFLE_TABLE_HEADINGS, _shuffle_step_rows(draw)),
    )


def _shuffle_step_rows(draw: DrawTold) -> Iterator[tuple[str, str, str, str]]:
    items = list(draw.items)
    for step in draw.steps:
        *rejected, number = step.draws
        left, right = items[step.last], items[step.other]
        items[step.last], items[step.other] = right, left
        rejected_note = f" (rejected: {', '.join(map(str, rejected))})" if rejected else ""
        swap = "stays" if step.last == step.other else f"{escape(left)} with {escape(right)}"
        yield str(step.last), f"{number}{rejected_note}", f"{step.other} (of {step.last + 1})", swap


def _item_list(items: tuple[str, ...]) -> str:
    return " ".join(map(escape, items))


def _hex_code(text: str) -> str:
    return f"<code>{text}</code>"
