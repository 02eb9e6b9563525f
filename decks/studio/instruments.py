"""What makes music or time, and the tools of trades."""

from studio.marks import at, circle, dark, ellipse, group, light, path, poly, rect, ring, soft, stroke

INK = "#221c2e"


def hourglass(frame: str = "#8a5a34", sand: str = "#e8c06a", top: str = "", low: str = "") -> str:
    """120 high; something else may be in its halves."""
    glass = "M-32 -50C-32 -18 -6 -12 -4 0C-6 12 -32 18 -32 50H32C32 18 6 12 4 0C6 -12 32 -18 32 -50Z"
    return group(
        path(glass, "#ffffff@.55>>#cfe0ea@.3"),
        top or path("M-28 -30C-24 -16 -6 -12 -3 -2H3C6 -12 24 -16 28 -30Q0 -24 -28 -30Z", sand),
        stroke("M0 -4V44", sand, 2),
        low or path("M-30 50C-28 36 -8 28 0 24C8 28 28 36 30 50Z", sand),
        stroke(glass, "#ffffff", 2, opacity=0.7),
        *(rect(-40, y, 80, 10, soft(frame), rx=3) for y in (-60, 50)),
        stroke("M-36 -50V50M36 -50V50", frame, 4),
    )


def book(cover: str = "#a8483a", w: float = 90, *, open_at: bool = True) -> str:
    """Open on (0, 0), w to each side; or closed, lying flat."""
    if not open_at:
        return (
            rect(-w / 2, -18, w, 18, soft(cover), rx=3)
            + rect(-w / 2 + 4, -15, w - 4, 11, "#f6ecd6")
            + stroke(f"M{-w / 2 + 5} -12H{w / 2}M{-w / 2 + 5} -8H{w / 2}", "#c9b899", 1)
        )
    page = f"M0 -8C{w * 0.3:g} -30 {w * 0.7:g} -26 {w:g} -16V4C{w * 0.7:g} -6 {w * 0.3:g} -10 0 8Z"
    lines = "".join(f"M{w * 0.12:g} {y}Q{w * 0.5:g} {y - 14} {w * 0.9:g} {y - 6}" for y in (-6, -1))
    half = group(path(page, f"#fffaf0>{'#dccbaa'}"), stroke(lines, "#8a7a68", 1.2, opacity=0.5))
    return group(
        path(f"M{-w - 5:g} -12L0 14L{w + 5:g} -12V9Q{w * 0.5:g} -4 0 16Q{-w * 0.5:g} -4 {-w - 5:g} 9Z", cover),
        half,
        group(half, transform="scale(-1 1)"),
    )


def books(x: float, y: float, colours: tuple[str, ...], w: float = 80) -> str:
    """A crooked pile, its foot at (x, y)."""
    return group(
        *(
            at(x + (i * 37 % 17) - 8, y - i * 19, book(c, w - (i * 23 % 26), open_at=False))
            for i, c in enumerate(colours)
        )
    )


def letter(seal: str = "#c8372d", colour: str = "#fbf3df") -> str:
    """An envelope, 80 wide."""
    return (
        rect(-40, -26, 80, 52, f"{colour}>{dark(colour, 0.12)}")
        + stroke("M-40 -26L0 8L40 -26M-40 26L-12 -2M40 26L12 -2", dark(colour, 0.35), 1.6)
        + circle(0, 6, 9, soft(seal))
    )


def feather(colour: str = "#f4efe6") -> str:
    """From its quill at (0, 0) up, 110 high."""
    return path(
        "M0 -16C-24 -40 -20 -84 6 -112C24 -84 22 -40 0 -16Z", f"{light(colour, 0.3)}>{dark(colour, 0.2)}"
    ) + stroke(
        "M-2 6Q0 -50 6 -108M0 -40l-13 -8M1 -56l-14 -9M2 -72l-10 -8M1 -44l13 -9M2 -60l13 -10", dark(colour, 0.35), 1.4
    )


def gramophone(horn: str = "#d8a03a", box_: str = "#6a4030") -> str:
    """130 high, standing on (0, 0), horn to the left."""
    return group(
        rect(-30, -34, 80, 34, soft(box_), rx=3),
        ellipse(10, -36, 36, 6, "#221c2e"),
        stroke("M30 -38C44 -60 24 -72 4 -78", horn, 7),
        path(
            "M12 -70C-10 -72 -34 -66 -58 -44C-74 -60 -74 -104 -54 -126C-36 -102 -14 -92 12 -86Z",
            f"{light(horn, 0.35)}>{dark(horn, 0.2)}",
        ),
        ellipse(-60, -85, 13, 42, f"{dark(horn, 0.3)}>>{dark(horn, 0.65)}", transform="rotate(3 -60 -85)"),
    )


def violin(colour: str = "#a8592c") -> str:
    """Upright, 170 high, its foot at (0, 0)."""
    body = (
        "M0 0C-34 0 -40 -30 -24 -44C-18 -50 -18 -56 -22 -62C-32 -80 -16 -96 0 -96"
        "C16 -96 32 -80 22 -62C18 -56 18 -50 24 -44C40 -30 34 0 0 0Z"
    )
    return group(
        rect(-4, -156, 8, 66, "#2c2030"),
        path("M-7 -156Q0 -176 7 -156Z", "#2c2030"),
        path(body, f"{light(colour, 0.3)}*{colour}*{dark(colour, 0.3)}"),
        path("M-4 -90H4L5 -34H-5Z", "#2c2030"),
        stroke("M-12 -36q-5 -8 0 -18M12 -36q5 -8 0 -18", INK, 2),
        stroke("M-2 -150V-12M2 -150V-12", "#f4ead6", 0.7),
        rect(-8, -32, 16, 4, "#6b4424"),
    )


def piano(colour: str = "#2c2638") -> str:
    """An upright one, 140 wide, 110 high."""
    keys = "".join(f"M{x} -44V-34" for x in range(-58, 60, 8))
    return group(
        rect(-70, -110, 140, 62, soft(colour)),
        rect(-74, -116, 148, 9, light(colour, 0.15)),
        rect(-74, -48, 148, 16, "#fdf8ea"),
        stroke(keys, INK, 2.6),
        rect(-70, -32, 140, 32, dark(colour, 0.3)),
        rect(-74, -34, 10, 34, colour) + rect(64, -34, 10, 34, colour),
    )


def spool(colour: str = "#c8372d") -> str:
    return group(
        rect(-18, -24, 36, 48, f"{light(colour, 0.2)}>>{dark(colour, 0.3)}"),
        stroke("M-18 -16L18 -10M-18 -6L18 0M-18 4L18 10M-18 14L18 20", dark(colour, 0.3), 1.6),
        *(rect(-26, y, 52, 9, soft("#c79a6a"), rx=3) for y in (-32, 23)),
    )


def scissors(colour: str = "#c9ced6", grip: str = "#2c3a5a") -> str:
    """Open, pointing up, 130 high, pivot at (0, 0)."""
    blades = poly([(-6, 10), (-24, -72), (-12, -66), (6, 0)], f"{light(colour, 0.5)}>>{dark(colour, 0.2)}") + poly(
        [(6, 10), (24, -72), (12, -66), (-6, 0)], f"{colour}>>{dark(colour, 0.35)}"
    )
    return group(
        blades,
        stroke("M-2 4L14 26M2 4L-14 26", colour, 8),
        *(
            ellipse(s * 22, 42, 14, 19, "none", stroke=grip, stroke_width=8, transform=f"rotate({s * -24} {s * 22} 42)")
            for s in (-1, 1)
        ),
        circle(0, 2, 4, dark(colour, 0.5)),
    )


def gear(r: float = 40, teeth: int = 12, colour: str = "#a8865a") -> str:
    spikes = "".join(f"M{x * 0.9:.1f} {y * 0.9:.1f}L{x * 1.16:.1f} {y * 1.16:.1f}" for x, y in ring(teeth, r))
    return (
        stroke(spikes, colour, r * 0.26)
        + circle(0, 0, r, f"{light(colour, 0.3)}>{dark(colour, 0.2)}")
        + circle(0, 0, r * 0.66, dark(colour, 0.35))
        + stroke("".join(f"M0 0L{x:.1f} {y:.1f}" for x, y in ring(5, r * 0.7)), colour, r * 0.16)
        + circle(0, 0, r * 0.2, light(colour, 0.3))
    )


def anchor(colour: str = "#5a6478") -> str:
    """130 high, around (0, 0)."""
    return stroke(
        (
            "M0 -44V56M-24 -26H24M-46 20C-40 48 -20 56 0 56C20 56 40 48 46 20M-46 20l-10 12"
            "M-46 20l12 8M46 20l10 12M46 20l-12 8"
        ),
        colour,
        9,
    ) + circle(0, -54, 11, stroke=colour, stroke_width=7)


def note(colour: str = INK) -> str:
    """A note of music, 40 high."""
    return stroke("M6 0V-36Q18 -32 18 -20", colour, 3) + ellipse(0, 0, 7.5, 5.5, colour, transform="rotate(-20)")
