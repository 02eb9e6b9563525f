"""People, mostly small and from afar: about 100 high, feet on (0, 0)."""

from studio.marks import circle, dark, ellipse, group, light, path, poly, rect, soft, stroke

SKINS = ("#f0c8a4", "#c98d5f", "#8a5a3c", "#e0ac82")
INK = "#221c2e"

ARMS = {
    "down": ((-15, -44), (15, -44)),
    "left": ((-32, -64), (15, -44)),
    "right": ((-15, -44), (32, -64)),
    "up": ((-15, -44), (24, -108)),
    "both": ((-24, -108), (24, -108)),
    "wide": ((-34, -74), (34, -74)),
    "front": ((-8, -54), (8, -54)),
}


def person(
    coat: str = "#c8472f",
    *,
    arms: str = "down",
    legs: str = "stand",
    skin: str = SKINS[0],
    hair: str = "#3a2a2a",
    hat: str = "",
    scarf: str = "",
    dress: bool = False,
) -> str:
    """Someone in a coat, seen from behind or too far off for a face."""
    feet = {"stand": ((-6, 0), (6, 0)), "walk": ((-15, 0), (14, 0)), "run": ((-22, -10), (20, 0))}[legs]
    left, right = ARMS[arms]
    hem = 27 if dress else 17
    return group(
        *(stroke(f"M{s * 5} -36L{x} {y}", "#2c2638", 6.5) for s, (x, y) in zip((-1, 1), feet, strict=True)),
        *(
            stroke(f"M{s * 8} -74L{x} {y}", dark(coat, 0.15), 7) + circle(x, y, 3.6, skin)
            for s, (x, y) in zip((-1, 1), (left, right), strict=True)
        ),
        path(f"M-10 -76C-12 -54 -14 -44 {-hem} -28Q0 -22 {hem} -28C14 -44 12 -54 10 -76Q0 -84 -10 -76Z", soft(coat)),
        circle(0, -89, 10, skin),
        path("M-10.5 -86C-13 -104 13 -104 10.5 -86C6 -92 -6 -92 -10.5 -86Z", hair),
        path("M-11 -80Q0 -73 11 -80L11 -74Q0 -67 -11 -74ZM6 -74L20 -52L11 -50L2 -72Z", scarf) if scarf else "",
        tall_hat(hat) if hat else "",
    )


def tall_hat(colour: str) -> str:
    return ellipse(0, -97, 17, 4, dark(colour, 0.2)) + path("M-10 -97L-9 -119Q0 -122 9 -119L10 -97Z", soft(colour))


def sitting(
    coat: str = "#c8472f", *, skin: str = SKINS[0], hair: str = "#3a2a2a", hat: str = "", fishing: bool = False
) -> str:
    """Someone on an edge, from the side, legs hanging to the left; seated on (0, 0)."""
    return group(
        stroke("M0 -5L-24 -4L-26 24", "#2c2638", 8),
        path("M-8 -46C-12 -28 -10 -10 -12 0H13C14 -18 12 -36 7 -46Q0 -52 -8 -46Z", soft(coat)),
        stroke("M-1 -40L-18 -22" if not fishing else "M-1 -40L-20 -30", dark(coat, 0.2), 7),
        circle(-1, -58, 10, skin),
        path("M-8 -65C-4 -74 12 -70 10 -54C8 -48 4 -58 -8 -65Z", hair),
        stroke("M-20 -30L-78 -66", "#6b4a2c", 2) + stroke("M-78 -66V40", "#f4f0e6", 0.8) if fishing else "",
        group(tall_hat(hat), transform="translate(0 31)") if hat else "",
    )


def sleeper(blanket: str = "#5a6fae", *, skin: str = SKINS[0], hair: str = "#3a2a2a") -> str:
    """Someone lying under a blanket, head to the left, 120 long, lying on (0, 0)."""
    return group(
        path("M-64 -8C-66 -24 -34 -26 -32 -10L-34 0H-62Z", "#fdf8ee>#d9d2c8"),
        circle(-42, -19, 11, skin),
        path("M-52 -16C-56 -34 -34 -36 -32 -24C-40 -28 -48 -24 -52 -16Z", hair),
        stroke("M-42 -17q3 2 5 0", INK, 1.3),
        path("M-34 -6C-34 -30 -4 -34 18 -24C36 -32 58 -20 62 0H-34Z", soft(blanket)),
        stroke("M-22 -18Q-18 -8 -20 0M4 -24Q8 -10 4 0M30 -22Q34 -10 32 0", dark(blanket, 0.3), 1.8, opacity=0.6),
    )


def acrobat(colour: str = "#d8a03a", *, skin: str = SKINS[0]) -> str:
    """Balancing on one foot with a long pole; foot on (0, 0)."""
    return group(
        stroke("M2 -40L0 0M-2 -40L-22 -22", "#2c2638", 6),
        path("M-8 -72L-7 -38Q0 -34 8 -38L8 -72Q0 -78 -8 -72Z", soft(colour)),
        stroke("M-8 -68L-26 -58M8 -68L26 -58", dark(colour, 0.15), 6),
        stroke("M-88 -50Q0 -64 88 -50", "#6b4a2c", 2.6),
        circle(0, -84, 9, skin),
        path("M-9 -84C-10 -98 10 -98 9 -84Q0 -91 -9 -84Z", INK),
    )


def rower(coat: str = "#c8472f", boat: str = "#7a4a34", *, skin: str = SKINS[0], hat: str = "") -> str:
    """Someone in a rowing boat, the waterline at (0, 0), 140 wide."""
    return group(
        group(sitting(coat, skin=skin, hat=hat), transform="translate(4 -12)scale(.8)"),
        stroke("M-10 -30L40 8", "#c9a26a", 3.4),
        ellipse(45, 12, 10, 4, "#c9a26a", transform="rotate(38 45 12)"),
        path("M-68 -18Q0 -8 68 -18C60 4 40 12 0 12C-40 12 -60 4 -68 -18Z", soft(boat)),
        stroke("M-62 -8Q0 2 62 -8", dark(boat, 0.45), 2, opacity=0.6),
    )


def puppet(coat: str = "#b8453a", *, hat: str = "#e8b84a", strings: float = 200) -> str:
    """A jointed figure on strings that go up out of the picture, feet on (0, 0)."""
    return group(
        stroke(
            f"M-28 -62V{-strings}M28 -78V{-strings}M0 -100V{-strings}M-12 -20L-14 {-strings}M16 -24L14 {-strings}",
            "#f4efe0",
            0.9,
            opacity=0.8,
        ),
        stroke("M-6 -38L-12 -20L-8 0M6 -38L16 -24L10 -2", "#d9b48a", 6),
        *(circle(x, y, 3.4, "#8a5f3c") for x, y in ((-12, -20), (16, -24), (-20, -58), (22, -64))),
        stroke("M-9 -70L-20 -58L-28 -62M9 -70L22 -64L28 -78", "#d9b48a", 6),
        path("M-12 -74C-12 -56 -14 -46 -16 -36H16C14 -46 12 -56 12 -74Q0 -80 -12 -74Z", soft(coat)),
        *(circle(0, y, 1.8, hat) for y in (-66, -56, -46)),
        circle(0, -88, 12, "#e9c49a"),
        circle(-4, -89, 1.6, INK) + circle(4, -89, 1.6, INK) + circle(0, -85, 2, "#c8472f"),
        stroke("M-4 -81Q0 -78 4 -81", INK, 1.2),
        path("M-13 -94L0 -122L13 -94Z", soft(hat)),
    )


def hand(skin: str = "#e9c0a0", cuff: str = "#3a4a7a") -> str:
    """A large open hand, palm up, fingers to the left; the wrist at (90, 0)."""
    return group(
        path(
            "M92 -22C60 -26 40 -30 20 -26C0 -40 -14 -52 -22 -48C-28 -42 -12 -28 -2 -18"
            "C-30 -16 -70 -20 -84 -14C-90 -8 -84 -2 -74 -3"
            "C-82 2 -80 10 -68 9C-72 14 -68 20 -56 19C-56 25 -48 28 -36 26C-10 30 30 34 92 22Z",
            f"{light(skin, 0.2)}>{dark(skin, 0.15)}",
        ),
        stroke("M-74 -3L-30 -2M-68 9L-30 8M-56 19L-30 17", dark(skin, 0.3), 1.6),
        rect(86, -30, 130, 60, soft(cuff)),
        rect(80, -32, 12, 64, "#f6f0e2"),
    )


def reaching(skin: str = "#e9c0a0", cuff: str = "#3a4a7a") -> str:
    """A large hand from above that holds something between finger and thumb, at (0, 0)."""
    return group(
        path(
            "M-26 -140C-30 -110 -44 -84 -38 -58C-32 -36 -12 -14 0 2C2 -8 -6 -22 -10 -34L0 -44L8 -30C8 -18 6 -8 6 2"
            "C18 -6 22 -22 20 -36C34 -40 42 -60 38 -84C36 -106 28 -124 26 -140Z",
            f"{dark(skin, 0.1)}>{light(skin, 0.2)}",
        ),
        stroke("M20 -36C14 -44 10 -52 10 -64M32 -50C24 -58 22 -66 22 -76", dark(skin, 0.3), 1.8),
        rect(-36, -330, 72, 196, soft(cuff)),
        rect(-34, -144, 68, 12, "#f6f0e2"),
    )


def face(colour: str = "#f0c8a4", *, closed: bool = True) -> str:
    """A great calm face from the front, 100 high, around (0, 0)."""
    lids = stroke("M-24 -4Q-15 4 -6 -4M6 -4Q15 4 24 -4", INK, 2.4)
    open_eyes = "".join(ellipse(s * 15, -5, 9, 5.5, "#ffffff") + circle(s * 15, -5, 4, INK) for s in (-1, 1))
    return group(
        ellipse(0, 0, 38, 50, f"{light(colour, 0.25)}>{dark(colour, 0.12)}"),
        lids if closed else open_eyes,
        stroke("M-26 -18Q-15 -24 -5 -17M5 -17Q15 -24 26 -18", dark(colour, 0.5), 2.4),
        stroke("M-2 -8Q-6 10 -4 12Q0 15 5 12", dark(colour, 0.35), 2),
        path("M-11 25Q-5 20 0 23Q5 20 11 25Q0 34 -11 25Z", "#c2605a"),
        *(ellipse(s * 24, 12, 8, 5, "#d8705f", opacity=0.3) for s in (-1, 1)),
    )


def mask(colour: str = "#f4ead6", trim: str = "#c79a3a", mood: str = "smile") -> str:
    """A theatre mask, 110 high, around (0, 0)."""
    mouth = "M-24 18Q0 52 24 18Q0 30 -24 18Z" if mood == "smile" else "M-22 38Q0 6 22 38Q0 24 -22 38Z"
    tilt = 1 if mood == "smile" else -1
    return group(
        path("M-44 -46Q0 -64 44 -46C46 0 36 54 0 60C-36 54 -46 0 -44 -46Z", f"#ffffff>{colour}>{dark(colour, 0.2)}"),
        stroke("M-44 -46Q0 -64 44 -46", trim, 5),
        *(
            path(
                (
                    f"M{s * 30} {-14 + 4 * tilt}Q{s * 20} {-30 + 6 * tilt} {s * 8} {-14}Q{s * 20} "
                    f"{-12 + 4 * tilt} {s * 30} {-14 + 4 * tilt}Z"
                ),
                INK,
            )
            for s in (-1, 1)
        ),
        path(mouth, INK),
        circle(0, -42, 5, trim),
        *(circle(s * 27, 8, 6, "#d8705f", opacity=0.35) for s in (-1, 1)),
    )


def crown(colour: str = "#e8b84a") -> str:
    """60 wide, its rim at (0, 0)."""
    return group(
        poly(
            [(-28, 0), (-34, -30), (-16, -16), (0, -38), (16, -16), (34, -30), (28, 0)],
            f"{light(colour, 0.4)}>{dark(colour, 0.15)}",
        ),
        *(circle(x, y, 4, c) for x, y, c in ((-34, -31, "#d8553c"), (0, -39, "#3f8fae"), (34, -31, "#d8553c"))),
        rect(-28, -7, 56, 7, dark(colour, 0.2)),
    )
