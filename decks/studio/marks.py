"""The marks that every picture is made of: SVG elements as text.

A colour is `#rrggbb`, or several that run into each other: `a>b` downwards, `a>>b` to the right, `a*b` from the middle
outwards; each may be see-through, as in `#rrggbb@.5`. `press.py` turns these, `blur:4` and clip outlines into SVG.
"""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

Value = str | float
Points = Sequence[tuple[float, float]]


def number(value: float) -> str:
    """Format a number with at most one decimal: enough for a picture of 400 by 600."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def attributes(values: dict[str, Value]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else f"{value:.4g}"}"'
        for name, value in values.items()
    )


def path(d: str, fill: str = "none", **more: Value) -> str:
    return f'<path d="{d}" fill="{fill}"{attributes(more)}/>'


def circle(x: float, y: float, r: float, fill: str = "none", **more: Value) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{attributes(more)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **more: Value) -> str:
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {place} fill="{fill}"{attributes(more)}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, **more: Value) -> str:
    place = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    return f'<rect {place} fill="{fill}"{attributes(more)}/>'


def straight(points: Points, *, closed: bool = False) -> str:
    """The outline that joins points by straight lines."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" * closed


def curve(points: Points, *, closed: bool = False) -> str:
    """The soft outline through points (Catmull and Rom's)."""
    last = len(points) - 1
    around = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[last]]
    out = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(around, around[1:], around[2:], around[3:], strict=False):
        knots = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        out.append("C" + " ".join(map(number, knots)))
    return "".join(out) + "Z" * closed


def poly(points: Points, fill: str, **more: Value) -> str:
    return path(straight(points, closed=True), fill, **more)


def blob(points: Points, fill: str, **more: Value) -> str:
    return path(curve(points, closed=True), fill, **more)


def stroke(d: str | Points, colour: str, width: float = 2, **more: Value) -> str:
    """A line with round ends, along an outline or softly through points."""
    outline = d if isinstance(d, str) else curve(d)
    more = {"stroke_width": width, "stroke_linecap": "round", "stroke_linejoin": "round", **more}
    return f'<path d="{outline}" fill="none" stroke="{colour}"{attributes(more)}/>'


def group(*parts: str, **more: Value) -> str:
    return f"<g{attributes(more)}>{''.join(parts)}</g>"


def at(x: float, y: float, *parts: str, size: float = 1, turn: float = 0, flip: bool = False, **more: Value) -> str:
    """Parts drawn around (0, 0), put elsewhere."""
    steps = f"translate({number(x)} {number(y)})"
    if turn:
        steps += f"rotate({number(turn)})"
    if flip:
        steps += f"scale({-size:.3g} {size:.3g})"
    elif size != 1:
        steps += f"scale({size:.3g})"
    return group(*parts, transform=steps, **more)


def inside(outline: str, *parts: str) -> str:
    """Parts of which only what lies within the outline is seen."""
    return group(*parts, clip_path=outline)


def ring(count: int, radius: float, start: float = 0) -> list[tuple[float, float]]:
    """Points around (0, 0), from the top, clockwise."""
    turns = (2 * pi * (step / count) + start for step in range(count))
    return [(radius * sin(turn), -radius * cos(turn)) for turn in turns]


def star(points: int, outer: float, inner: float) -> str:
    """The outline of a star around (0, 0)."""
    tips, dents = ring(points, outer), ring(points, inner, pi / points)
    return straight([point for pair in zip(tips, dents, strict=True) for point in pair], closed=True)


def box(x: float, y: float, w: float, h: float) -> str:
    """The outline of a rectangle."""
    return straight([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], closed=True)


def disc(x: float, y: float, rx: float, ry: float | None = None) -> str:
    """The outline of an ellipse."""
    high = rx if ry is None else ry
    arc = f"a{number(rx)} {number(high)} 0 1 0 "
    return f"M{number(x - rx)} {number(y)}{arc}{number(2 * rx)} 0{arc}{number(-2 * rx)} 0Z"


def arch(x: float, y: float, w: float, h: float) -> str:
    """The outline of a door with a round head, standing on (x, y)."""
    r = w / 2
    return (
        f"M{number(x - r)} {number(y)}V{number(y - h + r)}"
        f"A{number(r)} {number(r)} 0 0 1 {number(x + r)} {number(y - h + r)}V{number(y)}Z"
    )


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, share: float = 0.5) -> str:
    """A colour between two."""
    pairs: Iterable[tuple[int, int]] = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def light(colour: str, share: float = 0.2) -> str:
    return mix(colour, "#fff6e0", share)


def dark(colour: str, share: float = 0.25) -> str:
    return mix(colour, "#1a1033", share)


def soft(colour: str) -> str:
    """A colour as light from above shows it."""
    return f"{light(colour)}>{dark(colour, 0.2)}"
