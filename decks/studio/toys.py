"""What one plays or travels with."""

from studio.marks import at, circle, dark, ellipse, group, light, path, poly, rect, ring, soft, stroke

INK = "#221c2e"
GOLD = "#e0b045"


def umbrella(one: str = "#c8472f", other: str = "", stick: float = 90) -> str:
    """Open; the tip at (0, -60), the handle hangs below."""
    b = other or dark(one, 0.2)
    return group(
        stroke(f"M0 -60V{stick - 10}q0 12 -9 12q-8 0 -8 -8", "#5b4030", 4),
        path(
            "M0 -56C-50 -54 -74 -20 -76 6Q-62 -8 -44 4Q-24 -10 0 2Q24 -10 44 4Q62 -8 76 6C74 -20 50 -54 0 -56Z",
            soft(one),
        ),
        path("M0 -56C-26 -44 -42 -20 -44 4Q-24 -10 0 2Q24 -10 44 4C42 -20 26 -44 0 -56Z", soft(b)),
        path("M0 -56C-10 -40 -12 -18 0 2C12 -18 10 -40 0 -56Z", soft(one)) if other else "",
        stroke("M0 -56V-66", "#5b4030", 3),
    )


def balloon(one: str = "#d8553c", other: str = "#f6d98a", basket: str = "#8a5a34") -> str:
    """A hot-air balloon, 150 high, 90 wide, around its envelope."""
    return group(
        stroke("M-20 40L-10 66M20 40L10 66M0 46V66", "#5b4030", 1.6),
        path("M-14 64H14L11 84H-11Z", soft(basket)),
        path("M0 -56C-60 -56 -54 6 -16 46H16C54 6 60 -56 0 -56Z", soft(one)),
        path("M0 -56C-36 -50 -34 10 -9 46H9C34 10 36 -50 0 -56Z", soft(other)),
        path("M0 -56C-14 -40 -12 16 -3 46H3C12 16 14 -40 0 -56Z", soft(one)),
        path("M-34 24Q0 38 34 24L16 46H-16Z", dark(one, 0.3), opacity=0.4),
    )


def toy_balloon(colour: str = "#d8553c", string: float = 90) -> str:
    """On a string that hangs from (0, 0)."""
    return group(
        stroke(f"M0 0q8 {string * 0.3:g} 0 {string * 0.5:g}t0 {string * 0.5:g}", "#f4efe0", 1.2),
        path("M0 0C-26 -12 -28 -56 0 -56C28 -56 26 -12 0 0Z", f"{light(colour, 0.5)}*{colour}*{dark(colour, 0.2)}"),
        ellipse(-9, -40, 4, 7, "#ffffff", opacity=0.5, transform="rotate(20 -9 -40)"),
        poly([(-4, 4), (4, 4), (0, -3)], dark(colour)),
    )


def paper_boat(colour: str = "#fdf8ea") -> str:
    """100 wide, the waterline at (0, 0)."""
    return group(
        poly([(0, -62), (-26, -16), (26, -16)], f"{colour}>>{dark(colour, 0.25)}"),
        poly([(-54, -28), (-30, 4), (30, 4), (54, -28), (0, -10)], f"{colour}>{dark(colour, 0.2)}"),
        stroke("M0 -62V-12", dark(colour, 0.3), 1),
    )


def paper_plane(colour: str = "#fdf8ea") -> str:
    """Flying left, 90 wide."""
    return (
        poly([(-48, 6), (44, -30), (8, 10)], f"#ffffff>{colour}")
        + poly([(-48, 6), (44, -30), (26, 26)], dark(colour, 0.2))
        + poly([(-48, 6), (44, -30), (-6, 12), (-12, 30)], dark(colour, 0.08))
    )


def ship(hull: str = "#7a4634", sail: str = "#f4ead6", flag: str = "#c8472f") -> str:
    """A sailing ship, 150 wide, the waterline at (0, 0)."""
    return group(
        stroke("M-22 -20V-118M28 -20V-104", "#4a3428", 4),
        *(
            path(
                (
                    f"M{x - w} {y}Q{x} {y - 10} {x + w} {y}Q{x + w + 10} {y + h / 2} {x + w} {y + h}Q{x} "
                    f"{y + h - 12} {x - w} {y + h}Q{x - w + 10} {y + h / 2} {x - w} {y}Z"
                ),
                soft(sail),
            )
            for x, y, w, h in ((-22, -66, 28, 38), (-22, -108, 21, 34), (28, -60, 23, 34), (28, -96, 16, 30))
        ),
        poly([(-50, -30), (-24, -100), (-84, -26)], f"{sail}>{dark(sail, 0.25)}"),
        poly([(-22, -118), (2, -112), (-22, -106)], flag),
        path("M-76 -30L-56 -22H46L66 -34C64 -8 52 8 34 8H-40C-58 8 -68 -8 -76 -30Z", soft(hull)),
        stroke("M-62 -12H58", light(hull, 0.5), 2.4),
    )


def pawn(colour: str = "#f4ead6") -> str:
    """A chess pawn, 90 high."""
    return path(
        "M-26 0V-10Q-12 -16 -9 -48H-16V-54H-8A17 17 0 1 1 8 -54H16V-48H9Q12 -16 26 -10V0Z",
        f"{light(colour, 0.2)}>>{dark(colour, 0.35)}",
    )


def rook(colour: str = "#f4ead6") -> str:
    """A chess rook, 100 high."""
    return path(
        "M-28 0V-12L-18 -20V-68L-26 -76V-100H-14V-90H-6V-100H6V-90H14V-100H26V-76L18 -68V-20L28 -12V0Z",
        f"{light(colour, 0.2)}>>{dark(colour, 0.35)}",
    )


def knight(colour: str = "#f4ead6") -> str:
    """A chess knight looking left, 110 high."""
    return path(
        (
            "M-28 0V-12L-16 -20C-14 -44 4 -52 0 -66C-12 -58 -22 -52 -32 -54L-38 -64"
            "C-30 -82 -18 -96 -6 -102L-2 -114L8 -102C30 -90 30 -50 20 -20L30 -12V0Z"
        ),
        f"{light(colour, 0.2)}>>{dark(colour, 0.35)}",
    ) + circle(-10, -82, 2.8, INK)


def die(colour: str = "#fbf3df", pips: str = "#2c2638") -> str:
    """A cube in perspective, 80 wide."""
    return group(
        poly([(0, -44), (40, -24), (0, -4), (-40, -24)], light(colour, 0.6)),
        poly([(-40, -24), (0, -4), (0, 44), (-40, 22)], colour),
        poly([(40, -24), (0, -4), (0, 44), (40, 22)], dark(colour, 0.25)),
        ellipse(0, -24, 7, 4, pips),
        *(
            ellipse(x, y, 4, 5.4, pips)
            for x, y in ((-29, -6), (-11, 26), (10, 10), (20, 6), (30, 1), (10, 30), (20, 25), (30, 20))
        ),
    )


def kite(one: str = "#d8553c", other: str = "#f2b632") -> str:
    """110 high with a tail."""
    return group(
        stroke("M0 56q-20 20 0 40t-6 44", "#f4efe0", 1.6),
        *(
            path(f"M0 {y}l-12 -7v14zl12 -7v14z", c, transform=f"translate({x} 0)")
            for x, y, c in ((-9, 76, one), (0, 98, other), (5, 118, one))
        ),
        poly([(0, -60), (38, -10), (0, 56), (-38, -10)], soft(one)),
        poly([(0, -60), (38, -10), (0, -10)], other) + poly([(0, 56), (-38, -10), (0, -10)], other),
        stroke("M0 -60V56M-38 -10H38", "#5b4030", 2),
    )


def train(colour: str = "#a8372f", trim: str = GOLD) -> str:
    """A locomotive going left, 150 wide, rails at (0, 0)."""
    return group(
        rect(14, -84, 56, 62, soft(colour)),
        rect(8, -92, 68, 10, dark(colour, 0.4)),
        rect(26, -76, 30, 24, "#ffdf8a"),
        rect(-62, -62, 78, 40, f"{light(colour, 0.3)}>{dark(colour, 0.3)}", rx=6),
        *(rect(x, -62, 5, 40, trim) for x in (-48, -20)),
        path("M-54 -62L-58 -92H-36L-40 -62Z", "#2c2638"),
        circle(-12, -64, 9, trim),
        poly([(-62, -22), (-84, -4), (-56, -4)], "#3a3448"),
        rect(-66, -24, 140, 8, "#3a3448"),
        *(
            circle(x, -12, r, "#2c2638") + circle(x, -12, r * 0.6, stroke=trim, stroke_width=2.4)
            for x, r in ((-46, 12), (-14, 12), (40, 17))
        ),
        circle(-66, -46, 6, "#fff3b0"),
    )


def bicycle(colour: str = "#3f7d8f") -> str:
    """120 wide, standing on (0, 0)."""
    spokes = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(10, 24))
    rims = "".join(
        at(x, -26, circle(0, 0, 25, stroke=INK, stroke_width=3.4), stroke(spokes, "#8a8796", 0.9)) for x in (-38, 38)
    )
    return (
        rims
        + stroke(
            "M-38 -26L-26 -66L20 -62L0 -26L-26 -66M0 -26H38L20 -62M20 -62L17 -72M-26 -66L-28 -76L-40 -78", colour, 4
        )
        + stroke("M9 -74H25", INK, 5)
    )


def swing(ropes: float = 200, colour: str = "#8a5a3c") -> str:
    """Its seat at (0, 0), ropes upwards."""
    return stroke(f"M-22 0V{-ropes}M22 0V{-ropes}", "#e6d8b8", 2) + rect(-28, -3, 56, 7, soft(colour), rx=2)


def flag_line(x: float, y: float, w: float, sag: float, colours: tuple[str, ...]) -> str:
    """Bunting from (x, y) to the right."""
    count = int(w / 26)
    spots = [(x + w * i / count, y + sag * 4 * (i / count) * (1 - i / count)) for i in range(count + 1)]
    return stroke(spots, "#f4efe0", 1.4) + group(
        *(
            poly([(a - 8, b), (a + 8, b), (a, b + 20)], colours[i % len(colours)])
            for i, (a, b) in enumerate(spots[1:-1])
        )
    )


def puzzle(colour: str = "#5a8fae") -> str:
    """One piece, 70 wide."""
    return path(
        (
            "M-30 -30H-10C-18 -46 18 -46 10 -30H30V-10C46 -18 46 18 30 10V30H10"
            "C18 14 -18 14 -10 30H-30V10C-14 18 -14 -18 -30 -10Z"
        ),
        soft(colour),
        stroke=dark(colour, 0.4),
        stroke_width=1.6,
    )
