"""What lives in water, around (0, 0), looking left."""

from studio.marks import circle, dark, ellipse, group, light, path, poly, soft, stroke

INK = "#221c2e"


def whale(colour: str = "#3f5f8f", belly: str = "#dfe6ee") -> str:
    """About 230 long."""
    grooves = "M-92 14C-70 30 -40 36 -12 34M-84 24C-66 36 -44 42 -24 41M-95 8C-66 22 -30 27 4 24"
    return group(
        path(
            "M-100 0C-102 -40 -52 -60 6 -46C44 -36 66 -16 90 -12C98 -32 118 -42 136 -38C130 -24 118 -14 106 -6"
            "C118 2 126 14 126 26C110 24 98 14 88 4C60 32 20 48 -30 46C-78 44 -100 24 -100 0Z",
            f"{light(colour, 0.25)}>{colour}>{dark(colour, 0.3)}",
        ),
        path(
            "M-99 6C-76 20 -36 22 4 17C30 14 46 14 58 22C34 40 0 48 -30 46C-74 44 -96 28 -99 6Z",
            f"{belly}>{dark(belly, 0.2)}",
        ),
        stroke(grooves, dark(belly, 0.35), 1.5, opacity=0.7),
        path("M-34 18C-26 42 -8 62 16 66C14 46 4 28 -12 14Z", f"{colour}>{dark(colour, 0.3)}"),
        circle(-68, -4, 4.4, "#ffffff"),
        circle(-69, -4, 2.8, INK),
        *(
            circle(x, y, r, light(colour, 0.5), opacity=0.5)
            for x, y, r in ((-40, -34, 3), (-28, -38, 2), (0, -34, 3.4), (20, -26, 2), (-10, -24, 1.6))
        ),
    )


def fish(colour: str = "#e8823a", fin: str = "", stripe: str = "") -> str:
    """About 90 long."""
    return group(
        path("M28 0C44 -22 56 -26 60 -22C54 -8 54 8 60 22C56 26 44 22 28 0Z", soft(fin or dark(colour, 0.15))),
        path("M-10 -20C0 -36 20 -34 26 -28L18 -12Z", fin or dark(colour, 0.2)),
        path("M-44 0C-34 -24 -2 -28 34 -2C-2 28 -34 24 -44 0Z", soft(colour)),
        path("M-4 -22Q6 0 -4 22L6 20Q16 0 6 -20Z", stripe) if stripe else "",
        path("M-8 4C4 2 10 10 8 18C0 18 -8 12 -8 4Z", fin or dark(colour, 0.25)),
        stroke("M-24 -14Q-16 0 -24 14", dark(colour, 0.4), 1.6),
        circle(-32, -4, 4.2, "#ffffff"),
        circle(-33, -4, 2.4, INK),
    )


def school(places: list[tuple[float, float]], colour: str, size: float = 0.3) -> str:
    """Many small fish at once."""
    return group(*(group(fish(colour), transform=f"translate({x:g} {y:g})scale({size:g})") for x, y in places))


def jellyfish(colour: str = "#f2a6c8", long: float = 110) -> str:
    """A bell about 80 wide with trailing threads."""
    threads = "".join(
        (
            f"M{x} 8c{8 if i % 2 else -8} {long * 0.3:g} {-10 if i % 2 else 10} {long * 0.6:g} "
            f"{4 if i % 2 else -4} {long * (0.8 + i % 3 * 0.12):g}"
        )
        for i, x in enumerate((-30, -20, -9, 3, 14, 26))
    )
    return group(
        stroke(threads, light(colour, 0.3), 2.4, opacity=0.75),
        path(
            "M-40 8C-46 -44 46 -44 40 8Q30 0 20 8Q10 0 0 8Q-10 0 -20 8Q-30 0 -40 8Z",
            f"{light(colour, 0.6)}@.95>{colour}@.75",
        ),
        ellipse(-12, -16, 12, 7, "#ffffff", opacity=0.5, transform="rotate(-24 -12 -16)"),
    )


def octopus(colour: str = "#b8506a", reach: float = 1) -> str:
    """About 150 wide, arms spread downwards."""
    arms = (
        "M-24 10C-60 20 -80 0 -96 30M-16 16C-50 44 -70 40 -72 76M-6 18C-22 50 -44 66 -26 98"
        "M6 18C22 50 44 66 26 98M16 16C50 44 70 40 72 76M24 10C60 20 80 0 96 30"
    )
    return group(
        stroke(arms, dark(colour, 0.2), 13 * reach),
        stroke(arms, light(colour, 0.3), 4 * reach, stroke_dasharray="1 9", transform="translate(0 3)"),
        path("M-32 14C-34 -4 -46 -26 -40 -48C-30 -80 30 -80 40 -48C46 -26 34 -4 32 14Q0 28 -32 14Z", soft(colour)),
        *(circle(s * 14, -8, 9, "#fff6e0") + ellipse(s * 14, -8, 6, 2.6, INK) for s in (-1, 1)),
        *(
            circle(x, y, r, light(colour, 0.4), opacity=0.6)
            for x, y, r in ((-18, -48, 5), (8, -56, 4), (22, -40, 6), (-4, -36, 3))
        ),
    )


def ray(colour: str = "#4d5f86") -> str:
    """A manta from below, about 160 wide."""
    return group(
        stroke("M0 30Q8 70 -6 110", dark(colour), 3),
        path("M0 -34C20 -34 40 -12 82 4C50 14 26 22 0 36C-26 22 -50 14 -82 4C-40 -12 -20 -34 0 -34Z", soft(colour)),
        path("M-14 -28Q-22 -44 -10 -46Q-6 -40 -4 -32M14 -28Q22 -44 10 -46Q6 -40 4 -32", colour),
        ellipse(0, -6, 16, 18, light(colour, 0.5), opacity=0.5),
    )


def seahorse(colour: str = "#e3a13c") -> str:
    """About 110 high."""
    return group(
        path("M14 -34C30 -30 34 -8 20 2Z", light(colour, 0.3)),
        stroke("M-6 -36C20 -30 18 6 4 20C-10 34 -8 52 6 50C16 48 14 36 6 38", dark(colour, 0.15), 17),
        stroke("M-6 -36C20 -30 18 6 4 20C-10 34 -8 52 6 50C16 48 14 36 6 38", colour, 12),
        path("M-10 -56C8 -60 12 -40 0 -32C-10 -28 -16 -34 -38 -28L-40 -34C-26 -38 -20 -50 -10 -56Z", soft(colour)),
        poly([(-8, -54), (-6, -66), (0, -58), (8, -64), (6, -50)], dark(colour)),
        circle(-8, -46, 2.6, INK),
    )


def shell(colour: str = "#f0c2b0") -> str:
    """A scallop, 80 wide, hinge at (0, 0)."""
    ribs = "".join(f"M0 0L{x} {y}" for x, y in ((-34, -34), (-20, -54), (0, -62), (20, -54), (34, -34)))
    return group(
        path(
            (
                "M-10 0C-50 -14 -48 -44 -32 -50C-30 -64 -12 -68 -6 -62Q0 -70 8 -62"
                "C14 -68 30 -64 32 -50C48 -44 50 -14 10 0Z"
            ),
            soft(colour),
        ),
        stroke(ribs, dark(colour, 0.3), 2, opacity=0.6),
        path("M-14 4Q0 -8 14 4Q0 10 -14 4Z", dark(colour, 0.15)),
    )


def crab(colour: str = "#d8553c") -> str:
    limbs = "".join(f"M{s * 22} {y}Q{s * 40} {y - 6} {s * 46} {y + 14}" for s in (-1, 1) for y in (-12, -6, 0))
    return group(
        stroke(limbs, dark(colour), 4),
        *(stroke(f"M{s * 24} -20Q{s * 46} -26 {s * 44} -44", colour, 6) for s in (-1, 1)),
        *(
            path(
                (
                    f"M{s * 44} -40C{s * 26} -52 {s * 36} -72 {s * 46} -68L{s * 42} -56L{s * 56} -66C"
                    f"{s * 64} -54 {s * 58} -42 {s * 44} -40Z"
                ),
                colour,
            )
            for s in (-1, 1)
        ),
        ellipse(0, -12, 32, 20, soft(colour)),
        *(stroke(f"M{s * 8} -28V-38", colour, 3) + circle(s * 8, -40, 4, INK) for s in (-1, 1)),
    )


def weed(x: float, y: float, h: float, colour: str = "#3f7d6a") -> str:
    """A ribbon of kelp growing up from (x, y)."""
    d = f"M{x:g} {y:g}c-16 {-h * 0.25:g} 16 {-h * 0.35:g} 0 {-h * 0.6:g}s10 {-h * 0.3:g} 2 {-h * 0.4:g}"
    leaves = "".join(
        f"M{x:g} {y - h * k:g}q{s * 20} -6 {s * 24} -24" for k, s in ((0.2, 1), (0.35, -1), (0.5, 1), (0.65, -1))
    )
    return stroke(d, colour, 6) + stroke(leaves, light(colour, 0.12), 4)


def bubbles(places: list[tuple[float, float, float]], colour: str = "#ffffff") -> str:
    return group(
        *(
            circle(x, y, r, f"{colour}@.05*{colour}@.1*{colour}@.55")
            + circle(x - r * 0.35, y - r * 0.35, r * 0.18, "#ffffff", opacity=0.8)
            for x, y, r in places
        )
    )


def coral(colour: str = "#e0657a") -> str:
    """Branching, 90 high, standing on (0, 0)."""
    return stroke(
        (
            "M0 0V-44M0 -20C-20 -26 -24 -40 -24 -60M0 -30C18 -34 24 -48 22 -72M0 -44"
            "C-6 -56 -6 -70 -8 -86M-24 -44C-34 -48 -36 -56 -36 -64M22 -52C32 -56 34 -62 36 -72"
        ),
        colour,
        8,
    )
