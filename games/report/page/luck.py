"""Every draw from its seed to its order, in steps that can be done again by hand."""

from collections.abc import Iterator
from html import escape

from games.report.page.room import Room, facts, folded, table
from games.report.shapes import CommitmentTold, DrawTold

SPEC = """<p>A seed and what seats have added make a key for each label; the key makes numbers; the numbers shuffle a
list from its end: for each place the next number, divided by how many items are left, leaves as remainder the place to
swap with. Numbers so great that some places would be likelier are rejected.</p>
"""
HEADS = ("Place", "Number", "Remainder", "Swapped")


def luck(here: Room) -> str:
    told = here.report.luck
    draws = "".join(map(_draw, told.draws))
    rest = "" if draws else "<p>The draws can be shown once the seed is published, when the match is over.</p>\n"
    return f"{SPEC}{_seeds(here)}{_added(here)}{draws}{rest}"


def _seeds(here: Room) -> str:
    rows = [
        (f"version {each.version}", _hex(each.seed_digest), _published(each)) for each in here.report.luck.commitments
    ]
    return table("Seeds that the server has committed to", ("Committed in", "SHA-256 of the seed", "The seed"), rows)


def _published(each: CommitmentTold) -> str:
    return f"{_hex(each.seed)}, published in version {each.published}" if each.seed else "not published yet"


def _added(here: Room) -> str:
    entropy = [(seat, added) for seat, added in enumerate(here.report.luck.entropy) if added]
    if not entropy:
        return "<p>No seat has added anything of its own, so the seed alone decides.</p>\n"
    rows = [(here.name(seat), _hex(added)) for seat, added in entropy]
    return table("What seats have added", ("Who", "Entropy"), rows)


def _draw(draw: DrawTold) -> str:
    made = facts(
        (
            ("Seed, then entropy", _hex(draw.material)),
            ("Salt: the hash before the start", _hex(draw.salt)),
            (f"Key: HKDF-SHA256 of these, label <code>{escape(draw.label)}</code>", _hex(draw.key)),
            ("Before", _items(draw.items)),
            ("After", _items(draw.order)),
        )
    )
    title = f"<b>{escape(draw.label)}</b>, {len(draw.items)} items, version {draw.version}"
    return folded(title, made + table("Steps; places count from 0", HEADS, _steps(draw)))


def _steps(draw: DrawTold) -> Iterator[tuple[str, str, str, str]]:
    items = list(draw.items)
    for step in draw.steps:
        *rejected, number = step.draws
        left, right = items[step.last], items[step.other]
        items[step.last], items[step.other] = right, left
        thrown = f" (rejected: {', '.join(map(str, rejected))})" if rejected else ""
        swap = "stays" if step.last == step.other else f"{escape(left)} with {escape(right)}"
        yield str(step.last), f"{number}{thrown}", f"{step.other} (of {step.last + 1})", swap


def _items(items: tuple[str, ...]) -> str:
    return " ".join(map(escape, items))


def _hex(text: str) -> str:
    return f"<code>{text}</code>"
