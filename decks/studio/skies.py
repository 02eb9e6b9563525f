"""What is above: skies, lights and weather."""

from random import Random

from studio.marks import Points, at, circle, ellipse, group, light, path, poly, rect, star, stroke


def sky(blend: str) -> str:
    """The ground coat of a picture, over its whole sheet and a little more."""
    return rect(-20, -20, 440, 640, blend)


def glow(x: float, y: float, r: float, colour: str = "#fff1c0", strength: float = 0.8) -> str:
    return circle(x, y, r, f"{colour}@{strength:g}*{colour}@{strength / 3:g}*{colour}@0")


def stars(luck: Random, count: int = 50, low: float = 330, colour: str = "#fff8e0") -> str:
    """Small stars, thinner towards the horizon, and a few that sparkle."""
    dots = []
    for step in range(count):
        x, y = luck.uniform(5, 395), low * luck.random() ** 1.4
        if step % 9 == 0:
            dots.append(path(star(4, luck.uniform(4, 7), 1.1), colour, transform=f"translate({x:.0f} {y:.0f})"))
        else:
            dots.append(circle(x, y, luck.uniform(0.6, 1.7), colour, opacity=luck.uniform(0.45, 1)))
    return group(*dots)


def moon(x: float, y: float, r: float, colour: str = "#fbf0cf") -> str:
    spots = [(-0.3, -0.25, 0.22), (0.28, 0.1, 0.16), (-0.15, 0.38, 0.13), (0.2, -0.45, 0.1)]
    return group(
        glow(x, y, r * 2.6, colour, 0.5),
        circle(x, y, r, f"#ffffff*{colour}*{colour}"),
        *(circle(x + r * dx, y + r * dy, r * size, "#b9a98a", opacity=0.28) for dx, dy, size in spots),
    )


def crescent(x: float, y: float, r: float, colour: str = "#fbe7a8", turn: float = -20) -> str:
    """A sickle moon, open to the right."""
    d = f"M{r * 0.45:.1f} {-r * 0.89:.1f}A{r} {r} 0 1 0 {r * 0.45:.1f} {r * 0.89:.1f}"
    d += f"A{r * 0.9:.1f} {r * 0.9:.1f} 0 0 1 {r * 0.45:.1f} {-r * 0.89:.1f}Z"
    return group(glow(x, y, r * 2.3, colour, 0.4), at(x, y, path(d, f"#fffbe6>{colour}"), turn=turn))


def sun(x: float, y: float, r: float, colour: str = "#ffd27a") -> str:
    return group(glow(x, y, r * 2.8, colour, 0.75), circle(x, y, r, f"#fff7d6*{colour}"))


def cloud(x: float, y: float, w: float, colour: str = "#ffffff", opacity: float = 1) -> str:
    """A heap of round puffs on a flat base."""
    h = w / 100
    d = "M-50 0C-62 -16 -46 -30 -32 -25C-30 -46 2 -52 10 -34C22 -46 44 -36 40 -20C56 -22 62 -6 50 0Z"
    shade = "M-50 0C-40 -8 -20 -4 -8 -10C8 -16 24 -4 50 -8C54 -4 53 -2 50 0Z"
    fill = f"{light(colour, 0.5)}>{colour}"
    return at(x, y, path(d, fill), path(shade, "#3a3560", opacity=0.12), size=h, opacity=opacity)


def clouds(places: Points, colour: str = "#ffffff", w: float = 90, opacity: float = 0.9) -> str:
    return group(*(cloud(x, y, w * (0.7 + 0.13 * (i * 5 % 6)), colour, opacity) for i, (x, y) in enumerate(places)))


def mist(y: float, colour: str = "#ffffff", h: float = 60, strength: float = 0.6) -> str:
    return rect(-20, y - h / 2, 440, h, f"{colour}@0>{colour}@{strength:g}>{colour}@0")


def rain(luck: Random, count: int = 70, colour: str = "#dfeaf5", slant: float = -8, opacity: float = 0.55) -> str:
    drops = []
    for _ in range(count):
        x, y, long = luck.uniform(-10, 420), luck.uniform(-20, 590), luck.uniform(12, 26)
        drops.append(f"M{x:.0f} {y:.0f}l{slant * long / 20:.1f} {long:.0f}")
    return stroke("".join(drops), colour, 1.3, opacity=opacity)


def snow(luck: Random, count: int = 80, colour: str = "#ffffff") -> str:
    return group(
        *(circle(luck.uniform(0, 400), luck.uniform(0, 600), luck.uniform(1, 3.4), colour) for _ in range(count)),
        opacity=0.9,
    )


def rays(x: float, y: float, colour: str = "#fff3c4", count: int = 9, long: float = 700, opacity: float = 0.22) -> str:
    """Beams of light out of a point, all around."""
    beams = [
        poly(
            [(0, 0), (-long * 0.07, long), (long * 0.07, long)], f"{colour}@.9>{colour}@0", transform=f"rotate({turn})"
        )
        for turn in (360 * step // count for step in range(count))
    ]
    return at(x, y, *beams, opacity=opacity)


def beam(x: float, y: float, to: Points, colour: str = "#fff3c4", opacity: float = 0.55) -> str:
    """A cone of light from a point to an edge."""
    return poly([(x, y), *to], f"{colour}@.9>{colour}@.05", opacity=opacity)


def bolt(x: float, y: float, size: float = 1, colour: str = "#fff2a8") -> str:
    return at(x, y, poly([(8, 0), (-14, 42), (0, 42), (-10, 84), (20, 32), (6, 32), (18, 0)], colour), size=size)


def aurora(colour: str = "#7ff0c0", y: float = 60, opacity: float = 0.6) -> str:
    """Curtains of light."""
    folds = []
    for step in range(4):
        x = -30 + step * 115
        top = f"M{x} {y + 60}C{x + 50} {y - 40} {x + 80} {y + 90} {x + 140} {y + step * 9}"
        folds.append(
            path(
                f"{top}V{y + 190}C{x + 80} {y + 260} {x + 50} {y + 130} {x} {y + 220}Z",
                f"{colour}@0>{colour}@.8>{colour}@0",
            )
        )
    return group(*folds, opacity=opacity)


def gulls(places: Points, colour: str = "#2d2a44", size: float = 1) -> str:
    """Birds far away."""
    return group(*(at(x, y, stroke("M-12 -4Q-5 -9 0 0Q5 -9 12 -4", colour, 2.4), size=size) for x, y in places))


def petals(luck: Random, count: int, colours: tuple[str, ...], low: float = 590) -> str:
    """Leaves or petals in the wind."""
    flakes = []
    for step in range(count):
        x, y, turn = luck.uniform(0, 400), luck.uniform(10, low), luck.uniform(0, 180)
        flakes.append(
            ellipse(
                0, 0, 6, 2.8, colours[step % len(colours)], transform=f"translate({x:.0f} {y:.0f})rotate({turn:.0f})"
            )
        )
    return group(*flakes)
