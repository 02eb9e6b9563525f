"""Small things with a meaning, around (0, 0) unless said otherwise."""

from studio.marks import circle, dark, ellipse, group, light, path, rect, ring, soft, star, stroke

INK = "#221c2e"
GOLD = "#e0b045"


def key(colour: str = GOLD) -> str:
    """Upright, its bow at (0, 0), its bit at (0, 120)."""
    d = "M0 22V122M0 98H22V110H0M0 116H16"
    return group(
        stroke(d, dark(colour, 0.3), 10),
        stroke(d, colour, 7),
        path(
            (
                "M0 -34C30 -44 48 -14 26 4C18 22 -18 22 -26 4C-48 -14 -30 -44 0 -34ZM0 -18"
                "C-10 -26 -24 -12 -12 -4C-8 6 8 6 12 -4C24 -12 10 -26 0 -18Z"
            ),
            f"{light(colour, 0.4)}>{dark(colour, 0.15)}",
            fill_rule="evenodd",
        ),
    )


def keyhole(colour: str, size: float = 1) -> str:
    return path("M0 -40A24 24 0 0 1 14 4L24 56H-24L-14 4A24 24 0 0 1 0 -40Z", colour, transform=f"scale({size:g})")


def bottle(glass: str = "#9fd0c0", inside: str = "", cork: str = "#b98a5a") -> str:
    """Standing on (0, 0), 160 high, 80 wide."""
    outline = "M-14 -150V-116C-14 -104 -40 -98 -40 -80V-8Q-40 0 -32 0H32Q40 0 40 -8V-80C40 -98 14 -104 14 -116V-150Z"
    return group(
        path(outline, f"{glass}@.35>>{glass}@.15>>{glass}@.45"),
        group(inside, clip_path=outline),
        stroke(outline, light(glass, 0.5), 2.4, opacity=0.85),
        stroke("M-31 -76V-20", "#ffffff", 4, opacity=0.6),
        rect(-11, -168, 22, 26, soft(cork), rx=3),
    )


def eye(iris: str = "#3f8fae", lid: str = "#e9c0a0") -> str:
    """140 wide."""
    lashes = "".join(f"M{x} {-38 + abs(x) * 0.36:.0f}l{x * 0.22:.0f} -18" for x in range(-54, 55, 18))
    return group(
        stroke(lashes, INK, 3),
        path("M-70 0C-40 -52 40 -52 70 0C40 44 -40 44 -70 0Z", "#fffdf6", stroke=lid, stroke_width=7),
        circle(0, -1, 30, f"{light(iris, 0.5)}*{iris}*{dark(iris, 0.4)}"),
        circle(0, -1, 13, INK),
        circle(-9, -11, 6, "#ffffff"),
    )


def heart(colour: str = "#d8384a") -> str:
    """80 wide."""
    return path("M0 40C-60 -4 -40 -50 0 -22C40 -50 60 -4 0 40Z", f"{light(colour, 0.4)}*{colour}*{dark(colour, 0.2)}")


def hat(colour: str = "#2c2638", band: str = "#c8372d") -> str:
    """A top hat, its brim on (0, 0), 90 wide, 70 high."""
    return (
        path("M-32 -4L-36 -64Q0 -74 36 -64L32 -4Z", soft(colour))
        + path("M-33 -20H33L32 -4H-32Z", band)
        + ellipse(0, -3, 54, 8, dark(colour, 0.2))
    )


def boot(colour: str = "#7a4a34") -> str:
    """100 high, toe to the left."""
    return group(
        path("M-8 -100H30V-16L34 0H-54C-58 -20 -40 -30 -14 -36Z", soft(colour)),
        rect(-10, -104, 42, 10, light(colour, 0.3), rx=4),
        rect(-56, -5, 92, 8, dark(colour, 0.5)),
        stroke("M-10 -44L2 -38M-10 -58L4 -52M-10 -72L4 -66", "#f4ead6", 2.4),
    )


def egg(colour: str = "#f6ead6", crack: str = "") -> str:
    """100 high, around (0, 0)."""
    return path(
        "M0 -52C30 -52 40 4 36 22C30 44 14 50 0 50C-14 50 -30 44 -36 22C-40 4 -30 -52 0 -52Z",
        f"#ffffff*{colour}*{dark(colour, 0.25)}",
    ) + (stroke("M-37 4L-22 -8L-10 8L4 -8L16 6L26 -6L37 4", crack, 3) if crack else "")


def spark(r: float = 20, colour: str = "#fff3b0") -> str:
    """A five-pointed star with a glow."""
    return circle(0, 0, r * 2.2, f"{colour}@.7*{colour}@0") + path(
        star(5, r, r * 0.45), f"#ffffff>{colour}", stroke_linejoin="round"
    )


def drop(colour: str = "#6fb0d8", size: float = 1) -> str:
    return path(
        "M0 -30C16 -6 20 2 20 12A20 20 0 0 1 -20 12C-20 2 -16 -6 0 -30Z",
        f"{light(colour, 0.6)}>{colour}",
        transform=f"scale({size:g})",
    )


def web(r: float = 80, colour: str = "#f4f0ff", count: int = 10) -> str:
    spokes = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(count, r))
    rings = "".join(
        "M"
        + "Q".join(
            f"{x:.0f} {y:.0f}" if i == 0 else f"{x * 0.86 + px * 0.0:.0f} {y * 0.86:.0f} {x:.0f} {y:.0f}"
            for i, ((x, y), px) in enumerate(
                zip([*ring(count, r * k), ring(count, r * k)[0]], [0] * (count + 1), strict=True)
            )
        )
        for k in (0.25, 0.45, 0.65, 0.85)
    )
    return stroke(spokes, colour, 1, opacity=0.7) + stroke(rings, colour, 1, opacity=0.6)
