"""What is below: hills, waters, roads, woods, floors and walls."""

from itertools import pairwise
from math import sin
from random import Random

from studio.marks import curve, dark, group, light, mix, path, poly, rect, stroke


def ridge(luck: Random, y: float, rise: float, step: float = 45) -> list[tuple[float, float]]:
    """A skyline from edge to edge."""
    count = int(460 / step) + 1
    return [(-30 + i * step, y + luck.uniform(-rise, rise) * (0.6 + 0.4 * sin(i))) for i in range(count + 1)]


def hills(luck: Random, y: float, rise: float, colour: str, low: float = 640) -> str:
    return path(curve(ridge(luck, y, rise, 75)) + f"V{low}H-30Z", soft_ground(colour))


def soft_ground(colour: str) -> str:
    return f"{light(colour, 0.18)}>{dark(colour, 0.3)}"


def mountains(luck: Random, y: float, high: float, colour: str, snow: str = "") -> str:
    """Pointed peaks, with snow if wanted."""
    parts = []
    for i in range(5):
        x, h, w = -10 + i * 100 + luck.uniform(-25, 25), high * luck.uniform(0.6, 1), luck.uniform(80, 115)
        parts.append(poly([(x, y - h), (x + w, y + 20), (x - w, y + 20)], f"{light(colour, 0.25)}>{colour}"))
        parts.append(
            poly(
                [(x, y - h), (x + w, y + 20), (x + w * 0.15, y + 20), (x - w * 0.08, y - h * 0.5)],
                dark(colour, 0.3),
                opacity=0.4,
            )
        )
        if snow:
            s = 0.3
            parts.append(
                poly(
                    [
                        (x, y - h),
                        (x + w * s, y - h + (h + 20) * s),
                        (x + w * 0.1, y - h * 0.82),
                        (x, y - h * 0.66),
                        (x - w * 0.12, y - h * 0.8),
                        (x - w * s, y - h + (h + 20) * s),
                    ],
                    snow,
                )
            )
    return group(*parts, rect(-30, y + 10, 460, 640, colour))


def sea(y: float, colour: str, low: float = 640, waves: int = 7) -> str:
    """Water with rows of ripples that widen towards the eye."""
    parts = [rect(-30, y, 460, low - y, f"{light(colour, 0.25)}>{colour}>{dark(colour, 0.4)}")]
    for i in range(waves):
        row = y + 8 + (low - y - 40) * (i / waves) ** 1.4
        long = 26 + i * 12
        start = -30 + (i * 61) % 90
        d = "".join(
            f"M{start + k * long * 2.1:.0f} {row + (k % 3) * 4:.0f}q{long / 2:.0f} {-3 - i * 0.6:.0f} {long} 0"
            for k in range(int(440 / long / 2) + 1)
        )
        parts.append(stroke(d, light(colour, 0.65), 1 + i * 0.25, opacity=0.5))
    return group(*parts)


def swell(y: float, colour: str, rise: float = 14, long: float = 90, shift: float = 0, low: float = 640) -> str:
    """One row of tall waves, as a stage sea."""
    d = f"M{-60 - shift} {y}"
    for _ in range(int(560 / long) + 1):
        d += f"q{long / 4:g} {-rise * 2:g} {long / 2:g} 0t{long / 2:g} 0"
    return path(d + f"V{low}H-60Z", f"{light(colour, 0.22)}>{dark(colour, 0.25)}") + stroke(
        d, light(colour, 0.7), 2, opacity=0.6
    )


def road(points: list[tuple[float, float, float]], colour: str) -> str:
    """A way through middle points, each with its half width."""
    left = [(x - w, y) for x, y, w in points]
    right = [(x + w, y) for x, y, w in reversed(points)]
    return path(curve(left) + "L" + curve(right)[1:] + "Z", f"{light(colour, 0.2)}>{colour}")


def floor(y: float, one: str, other: str, rows: int = 7) -> str:
    """A chequered floor in perspective, its vanishing point in the middle."""
    parts = [rect(-20, y, 440, 640 - y, one)]
    edges = [y + (620 - y) * (i / rows) ** 1.7 for i in range(rows + 1)]
    d = ""
    for i, (top, low) in enumerate(pairwise(edges)):
        for k in range(-12, 12):
            if (i + k) % 2:
                a, b = (0.3 + (top - y) / (620 - y) * 1.1), (0.3 + (low - y) / (620 - y) * 1.1)
                corners = [200 + k * 62 * a, 200 + (k + 1) * 62 * a, 200 + (k + 1) * 62 * b, 200 + k * 62 * b]
                if max(corners) > -20 and min(corners) < 420:
                    d += f"M{corners[0]:.0f} {top:.0f}H{corners[1]:.0f}L{corners[2]:.0f} {low:.0f}H{corners[3]:.0f}Z"
    return group(*parts, path(d, other), rect(-20, y, 440, 640 - y, "#000000@.25>#000000@0"))


def wall(colour: str, low: float = 640, print_: str = "") -> str:
    """A room's wall, with a printed paper if a second colour is given."""
    parts = [rect(-20, -20, 440, low + 20, f"{light(colour, 0.12)}>{dark(colour, 0.18)}")]
    if print_:
        marks = "".join(
            f"M{x + (row % 2) * 25} {row * 44}q-9 -14 0 -24q9 10 0 24q-14 -4 -16 -14m16 14q14 -4 16 -14"
            for row in range(int(low / 44) + 1)
            for x in range(-10, 420, 50)
        )
        parts.append(stroke(marks, print_, 1.6, opacity=0.55))
    return group(*parts)


def planks(y: float, colour: str) -> str:
    """A wooden floor seen from the room."""
    seams = "".join(f"M{200 + k * 26} {y}L{200 + k * 95} 620" for k in range(-9, 10))
    return rect(-20, y, 440, 640 - y, f"{dark(colour, 0.25)}>{colour}") + stroke(
        seams, dark(colour, 0.45), 1.5, opacity=0.6
    )


def pines(
    luck: Random, y: float, count: int, colour: str, high: float = 80, spread: tuple[float, float] = (-10, 410)
) -> str:
    """A row of firs."""
    left, right = spread
    return group(
        *(
            fir(
                left + (right - left) * (i + luck.uniform(-0.3, 0.3)) / max(1, count - 1),
                y + luck.uniform(-6, 6),
                high * luck.uniform(0.65, 1.1),
                colour,
            )
            for i in range(count)
        )
    )


def fir(x: float, y: float, h: float, colour: str) -> str:
    w = h * 0.26
    tiers = [(1.0, 0.5), (0.75, 0.75), (0.5, 1.0)]
    d = "".join(
        f"M{x:.0f} {y - h * top:.0f}Q{x + w * wide * 0.35:.0f} {y - h * (top - 0.25):.0f} "
        f"{x + w * wide:.0f} {y - h * (top - 0.42):.0f}"
        f"Q{x:.0f} {y - h * (top - 0.34):.0f} {x - w * wide:.0f} {y - h * (top - 0.42):.0f}"
        f"Q{x - w * wide * 0.35:.0f} {y - h * (top - 0.25):.0f} {x:.0f} {y - h * top:.0f}Z"
        for top, wide in tiers
    )
    return rect(x - h * 0.025, y - h * 0.12, h * 0.05, h * 0.12, dark(colour, 0.5)) + path(
        d, f"{light(colour, 0.15)}>{dark(colour, 0.15)}"
    )


def trunks(luck: Random, count: int, colour: str, haze: str, low: float = 640) -> str:
    """Tall bare trunks, the further the paler."""
    parts = []
    for i in range(count):
        near = i / max(1, count - 1)
        x, w = luck.uniform(-10, 410), 7 + near * 22
        parts.append(
            path(
                f"M{x - w / 2:.0f} -30L{x - w:.0f} {low}H{x + w:.0f}L{x + w / 2:.0f} -30Z",
                mix(haze, colour, 0.25 + near * 0.75),
            )
        )
    return group(*parts)


def grass(luck: Random, y: float, colour: str, count: int = 60, high: float = 22) -> str:
    blades = "".join(
        (
            f"M{luck.uniform(-10, 410):.0f} {y + luck.uniform(-4, 8):.0f}q"
            f"{luck.uniform(-6, 6):.0f} {-high * luck.uniform(0.4, 0.7):.0f} "
            f"{luck.uniform(-9, 9):.0f} {-high * luck.uniform(0.7, 1.2):.0f}"
        )
        for _ in range(count)
    )
    return stroke(blades, colour, 2)


def curtains(colour: str, open_to: float = 90) -> str:
    """A stage's curtains, drawn aside."""
    halves = []
    for side in (1, -1):
        d = (
            f"M-20 -20H{open_to + 40}C{open_to + 20} 200 {open_to - 10} 330 {open_to * 0.45:g} 420"
            f"C{open_to * 0.7:g} 480 {open_to * 0.8:g} 560 {open_to * 0.85:g} 640H-20Z"
        )
        folds = "".join(
            f"M{x} -20C{x - 2} 200 {x * 0.7:.0f} 330 {x * 0.4:.0f} 420Q{x * 0.6:.0f} 520 {x * 0.65:.0f} 640"
            for x in range(12, int(open_to + 36), 19)
        )
        flip = "" if side == 1 else "translate(400 0)scale(-1 1)"
        halves.append(
            group(
                path(d, f"{light(colour, 0.1)}>>{dark(colour, 0.3)}"),
                stroke(folds, dark(colour, 0.45), 5, opacity=0.45),
                transform=flip or "translate(0 0)",
            )
        )
    swags = "".join(f"M{x} -20Q{x + 50} 90 {x + 100} -20Z" for x in range(0, 400, 100))
    return group(*halves, path(swags, soft_ground(dark(colour, 0.1))))
