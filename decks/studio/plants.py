"""Trees, flowers and fruit; most stand on (0, 0)."""

from math import cos, radians, sin
from random import Random

from studio.marks import at, blob, circle, dark, ellipse, group, light, path, ring, soft, stroke


def tree(luck: Random, crown: str = "#5f8f4f", bark: str = "#5b4030", high: float = 150) -> str:
    """A round-headed tree."""
    puffs = [
        (-0.28, -0.62, 0.2),
        (0.28, -0.6, 0.2),
        (0, -0.82, 0.24),
        (-0.16, -0.76, 0.2),
        (0.18, -0.76, 0.2),
        (0, -0.6, 0.22),
    ]
    return group(
        path(
            (
                f"M{-high * 0.06:.1f} 0Q{-high * 0.02:.1f} {-high * 0.3:.1f} {-high * 0.03:.1f} "
                f"{-high * 0.6:.1f}H{high * 0.03:.1f}Q{high * 0.02:.1f} {-high * 0.3:.1f} "
                f"{high * 0.07:.1f} 0Z"
            ),
            soft(bark),
        ),
        *(circle(high * x, high * y, high * r, f"{light(crown, 0.2)}>{dark(crown, 0.25)}") for x, y, r in puffs),
        *(
            circle(
                high * luck.uniform(-0.38, 0.38),
                high * luck.uniform(-0.98, -0.55),
                high * 0.018,
                light(crown, 0.5),
                opacity=0.8,
            )
            for _ in range(14)
        ),
    )


def branches(
    length: float, turn: float, depth: int, luck: Random, x: float = 0, y: float = 0
) -> list[tuple[float, float, float, float, int]]:
    """The limbs of a bare tree: from, to, and how near to the trunk."""
    end_x, end_y = x + length * sin(radians(turn)), y - length * cos(radians(turn))
    limbs = [(x, y, end_x, end_y, depth)]
    if depth:
        for way in (-1, 1):
            limbs += branches(
                length * luck.uniform(0.64, 0.8), turn + way * luck.uniform(14, 34), depth - 1, luck, end_x, end_y
            )
    return limbs


def bare_tree(
    luck: Random, colour: str = "#3a2d33", high: float = 150, leaves: tuple[str, ...] = (), depth: int = 5
) -> str:
    """A forking tree; with colours for leaves or blossom, it bears them at its tips."""
    limbs = branches(high * 0.3, luck.uniform(-4, 4), depth, luck)
    by_width: dict[int, str] = {}
    for x, y, end_x, end_y, near in limbs:
        by_width[near] = by_width.get(near, "") + f"M{x:.0f} {y:.0f}L{end_x:.0f} {end_y:.0f}"
    wood = [stroke(d, colour, max(1.2, high * 0.011 * (near + 0.6) ** 1.25)) for near, d in by_width.items()]
    tips = [limb for limb in limbs if limb[4] == 0]
    crown = (
        [
            circle(limb[2], limb[3], high * luck.uniform(0.03, 0.055), leaves[i % len(leaves)], opacity=0.9)
            for i, limb in enumerate(tips)
        ]
        if leaves
        else []
    )
    return group(*wood, *crown)


def willow(luck: Random, colour: str = "#6f9a6a", bark: str = "#4a3a34") -> str:
    """200 high, its hair hanging down."""
    hair = "".join(
        (
            f"M{luck.uniform(-40, 40):.0f} {luck.uniform(-190, -165):.0f}Q{x * 1.15:.0f} -190 {x} "
            f"{luck.uniform(-60, -15):.0f}"
        )
        for x in range(-100, 101, 9)
    )
    return group(
        path("M-14 0C-6 -50 -16 -110 -8 -176H10C6 -110 4 -50 16 0Z", soft(bark)),
        blob([(-70, -150), (-30, -195), (30, -198), (70, -150), (0, -140)], colour),
        stroke(hair, light(colour, 0.15), 3.2, opacity=0.9),
    )


def flower(petal: str = "#e86a6a", middle: str = "#f6c945", stem: float = 80, petals: int = 8, r: float = 22) -> str:
    leaf = f"M0 {-stem * 0.3:g}q-22 -4 -28 -22q24 0 28 22M0 {-stem * 0.45:g}q22 -4 28 -22q-24 0 -28 22"
    return group(
        stroke(f"M0 0Q{stem * 0.06:g} {-stem / 2:g} 0 {-stem:g}", "#4f7d46", 4),
        path(leaf, "#5f8f4f") if stem > 30 else "",
        *(
            ellipse(
                0,
                -r * 0.9,
                r * 0.42,
                r * 0.75,
                soft(petal),
                transform=f"translate(0 {-stem:g})rotate({360 * i / petals:g})",
            )
            for i in range(petals)
        ),
        circle(0, -stem, r * 0.46, f"{light(middle, 0.4)}*{dark(middle, 0.15)}"),
    )


def sunflower(stem: float = 120) -> str:
    return flower("#f2b632", "#6a4326", stem, 16, 30)


def tulip(colour: str = "#d8455a", stem: float = 70) -> str:
    return group(
        stroke(f"M0 0V{-stem}", "#4f7d46", 4),
        path(
            (
                f"M0 -6q-26 -10 -24 {-stem * 0.6:g}q18 16 24 {stem * 0.6:g}q4 -30 22 {-stem * 0.5:g}"
                f"q4 30 -22 {stem * 0.5:g}"
            ),
            "#5f8f4f",
        ),
        path(
            (
                f"M-18 {-stem - 30}Q-8 {-stem - 20} 0 {-stem - 36}Q8 {-stem - 20} 18 {-stem - 30}C22 "
                f"{-stem - 8} 14 {-stem} 0 {-stem}C-14 {-stem} -22 {-stem - 8} -18 {-stem - 30}Z"
            ),
            soft(colour),
        ),
    )


def dandelion(stem: float = 150, colour: str = "#f7f4ea", r: float = 44) -> str:
    """A clock of seeds on a stem."""
    rays = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(26, r))
    return group(
        stroke(f"M0 0Q{stem * 0.08:g} {-stem / 2:g} 0 {-stem:g}", "#6f8f5a", 4),
        at(
            0,
            -stem,
            stroke(rays, colour, 1, opacity=0.8),
            *(circle(x, y, 2.6, colour) for x, y in ring(26, r) + ring(18, r * 0.72)),
            circle(0, 0, r * 0.16, "#a98f5a"),
        ),
    )


def seed(colour: str = "#f7f4ea") -> str:
    """One parachute of a dandelion, its grain at (0, 0)."""
    return stroke("M0 0V-24M0 -24L-11 -34M0 -24L-5 -38M0 -24L5 -38M0 -24L11 -34", colour, 1.4) + ellipse(
        0, 3, 2, 5, "#a98f5a"
    )


def mushroom(cap: str = "#cf4436", stalk: str = "#f3e6cf", spots: str = "#fff6e6") -> str:
    """100 high."""
    return group(
        path("M-14 0C-10 -24 -12 -44 -10 -58H10C12 -44 10 -24 16 0Q0 6 -14 0Z", soft(stalk)),
        ellipse(0, -52, 44, 8, dark(stalk, 0.3)),
        path("M-52 -50C-50 -84 -24 -102 0 -102C24 -102 50 -84 52 -50Q0 -40 -52 -50Z", soft(cap)),
        *(
            ellipse(x, y, rx, ry, spots, opacity=0.9)
            for x, y, rx, ry in ((-26, -70, 8, 6), (2, -86, 9, 6), (28, -66, 8, 6), (-4, -60, 6, 4))
        ),
    )


def apple(colour: str = "#cf3f38") -> str:
    """80 high, around (0, 0)."""
    return group(
        path(
            "M0 -26C-14 -40 -44 -32 -40 2C-38 30 -14 44 0 36C14 44 38 30 40 2C44 -32 14 -40 0 -26Z",
            f"{light(colour, 0.35)}*{colour}*{dark(colour, 0.3)}",
        ),
        stroke("M0 -26Q2 -40 8 -46", "#5b4030", 4),
        path("M6 -38Q22 -54 38 -42Q24 -30 6 -38Z", "#5f8f4f"),
    )


def pear(colour: str = "#b9b04a") -> str:
    """110 high, around (0, 0)."""
    return group(
        path(
            "M0 -56C-16 -54 -16 -30 -22 -14C-44 10 -40 50 0 50C40 50 44 10 22 -14C16 -30 16 -54 0 -56Z",
            f"{light(colour, 0.35)}*{colour}*{dark(colour, 0.25)}",
        ),
        stroke("M0 -54Q0 -66 6 -72", "#5b4030", 4),
        path("M4 -62Q20 -78 36 -66Q22 -54 4 -62Z", "#5f8f4f"),
    )


def pumpkin(colour: str = "#dd7a2a") -> str:
    """90 wide, standing on (0, 0)."""
    return group(
        stroke("M0 -60Q-2 -74 10 -78", "#5f7d46", 8),
        *(ellipse(x, -31, 18, 31, soft(dark(colour, abs(x) / 150))) for x in (-34, 34, -18, 18, 0)),
    )


def leaf(colour: str = "#5f8f4f", long: float = 60) -> str:
    """Lying from (0, 0) to the right."""
    return group(
        path(f"M0 0Q{long * 0.4:g} {-long * 0.4:g} {long:g} 0Q{long * 0.4:g} {long * 0.4:g} 0 0Z", soft(colour)),
        stroke(
            (
                f"M0 0H{long * 0.9:g}M{long * 0.3:g} 0l{long * 0.15:g} {-long * 0.12:g}M{long * 0.3:g}"
                f" 0l{long * 0.15:g} {long * 0.12:g}M{long * 0.55:g} 0l{long * 0.13:g} {-long * 0.1:g}"
                f"M{long * 0.55:g} 0l{long * 0.13:g} {long * 0.1:g}"
            ),
            dark(colour, 0.3),
            1.5,
        ),
    )


def cactus(colour: str = "#4f8f68") -> str:
    """120 high."""
    arms = "M0 0V-110M0 -40H-30V-74M0 -56H28V-92"
    return (
        stroke(arms, dark(colour, 0.2), 26)
        + stroke(arms, colour, 20)
        + stroke(arms, light(colour, 0.4), 2, stroke_dasharray="2 8")
    )


def ivy(luck: Random, x: float, y: float, h: float, colour: str = "#4f7d46") -> str:
    """Hanging from (x, y)."""
    leaves = [
        ellipse(x + luck.uniform(-9, 9), y + h * i / 9, 6, 4, light(colour, luck.uniform(0, 0.25))) for i in range(10)
    ]
    return stroke(f"M{x} {y}q8 {h / 3:g} 0 {h / 2:g}t0 {h / 2:g}", dark(colour), 2) + group(*leaves)
