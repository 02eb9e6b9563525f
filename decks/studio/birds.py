"""Birds, around (0, 0) or standing on it, looking left or at us."""

from studio.marks import circle, dark, ellipse, group, light, path, poly, soft, stroke

INK = "#221c2e"


def songbird(colour: str = "#d9553f", breast: str = "#f6d9a8") -> str:
    """Perched on (0, 0), about 60 wide."""
    return group(
        stroke("M-4 -4V2M4 -4V2", INK, 1.8),
        path("M14 -18L44 -12L40 -4L12 -8Z", dark(colour, 0.3)),
        path(
            "M-30 -34C-28 -50 -8 -50 -2 -38C10 -38 24 -24 20 -12C8 0 -16 0 -22 -16C-24 -24 -28 -26 -30 -34Z",
            soft(colour),
        ),
        path("M-28 -28C-26 -10 -8 -2 2 -6C-8 -14 -12 -24 -16 -30Z", breast),
        path("M-4 -30C10 -34 22 -22 30 -10C14 -8 0 -14 -4 -30Z", dark(colour, 0.2)),
        poly([(-29, -38), (-40, -34), (-29, -31)], "#f0b040"),
        circle(-20, -39, 2.4, INK),
    )


def flying(colour: str = "#f4efe6", tip: str = "") -> str:
    """A bird in flight with both wings up, about 100 wide, around (0, 0)."""
    return group(
        path("M-8 0C-6 -36 16 -56 40 -60C36 -44 34 -22 16 -2Z", f"{tip or dark(colour, 0.3)}>{dark(colour, 0.1)}"),
        path(
            "M-46 -6C-40 -16 -26 -14 -18 -8C0 -10 22 -6 34 2L58 2L52 10L34 10C14 18 -12 14 -26 4C-34 4 -42 0 -46 -6Z",
            soft(colour),
        ),
        path("M-6 0C-18 -34 -8 -60 8 -72C12 -54 20 -26 18 0Z", f"{tip or light(colour, 0.3)}>{colour}"),
        poly([(-45, -8), (-58, -5), (-44, -2)], "#f0a040"),
        circle(-37, -8, 2.2, INK),
    )


def owl(colour: str = "#8a6a4c", pale: str = "#f0dfc0", eye: str = "#ffc940") -> str:
    """Perched, from the front, 100 high, standing on (0, 0)."""
    feathers = "".join(f"M{x} {y}q4 6 8 0" for y in (-50, -40, -30, -20) for x in (-16, -8, 0, 8))
    return group(
        path("M-30 0C-42 -30 -40 -74 -32 -98L-14 -88H14L32 -98C40 -74 42 -30 30 0Z", soft(colour)),
        path("M-18 -4C-24 -30 -18 -54 0 -58C18 -54 24 -30 18 -4Z", pale),
        stroke(feathers, colour, 1.8),
        path("M-36 -60C-46 -36 -40 -14 -26 -4C-28 -24 -28 -44 -30 -62Z", dark(colour, 0.3)),
        path("M36 -60C46 -36 40 -14 26 -4C28 -24 28 -44 30 -62Z", dark(colour, 0.3)),
        *(
            circle(s * 14, -74, 13.5, pale) + circle(s * 14, -74, 9, eye) + circle(s * 14, -74, 4.6, INK)
            for s in (-1, 1)
        ),
        *(circle(s * 14 - 2, -76, 1.4, "#ffffff") for s in (-1, 1)),
        path("M-4 -68H4L0 -58Z", "#e0962e"),
        stroke("M-12 0v4M-7 0v4M7 0v4M12 0v4", "#e0962e", 3),
    )


def crow(colour: str = "#262338") -> str:
    """Standing, 60 high."""
    return group(
        stroke("M-4 -14L-6 0M6 -14L6 0", INK, 2.4),
        path(
            "M-28 -54C-22 -66 -6 -64 -2 -52C14 -46 26 -28 52 -8L44 -2C24 -8 8 -8 -6 -12C-20 -20 -22 -38 -28 -54Z",
            f"{light(colour, 0.2)}>{colour}",
        ),
        path("M0 -44C16 -38 30 -22 40 -8C22 -12 4 -22 0 -44Z", dark(colour, 0.4)),
        poly([(-27, -57), (-48, -49), (-26, -48)], "#4a4658"),
        circle(-17, -55, 2, "#fff6e0"),
    )


def swan(colour: str = "#fbf7ee") -> str:
    """Afloat on (0, 0), about 110 wide."""
    return group(
        stroke("M-26 -8C-46 -30 -16 -52 -32 -72C-36 -78 -44 -76 -48 -70", colour, 10),
        poly([(-46, -75), (-62, -64), (-45, -65)], "#ef8a3a"),
        circle(-43, -73, 1.6, INK),
        path("M-40 -6C-30 -30 10 -36 36 -34C50 -34 60 -44 66 -46C66 -20 50 2 20 4C-10 6 -36 4 -40 -6Z", soft(colour)),
        path("M-14 -12C0 -32 30 -32 54 -36C44 -12 14 -2 -14 -12Z", f"#ffffff>{dark(colour, 0.15)}"),
    )


def heron(colour: str = "#7f8fa8") -> str:
    """Standing on long legs, 150 high."""
    return group(
        stroke("M0 -62L-4 -30L-2 0M8 -62L14 -32L10 0", "#4a4450", 2.6),
        path("M-16 -70C-4 -90 24 -86 46 -58C26 -54 0 -54 -16 -70Z", soft(colour)),
        stroke("M-10 -72C-30 -90 0 -108 -14 -128", light(colour, 0.4), 8),
        ellipse(-17, -131, 9, 6.5, light(colour, 0.4)),
        poly([(-23, -134), (-54, -126), (-23, -128)], "#e8b04a"),
        stroke("M-10 -136Q4 -140 14 -130", INK, 2.4),
        circle(-19, -132, 1.6, INK),
    )


def penguin(colour: str = "#2a2f45") -> str:
    return group(
        *(ellipse(s * 9, -2, 9, 4, "#f0a040") for s in (-1, 1)),
        path("M-24 -4C-32 -40 -24 -88 0 -90C24 -88 32 -40 24 -4Z", soft(colour)),
        path("M-15 -4C-22 -36 -16 -62 0 -64C16 -62 22 -36 15 -4Z", "#fdfaf0"),
        *(
            path(
                f"M{s * 24} -58C{s * 40} -44 {s * 38} -28 {s * 32} -20C{s * 28} -30 {s * 26} -40 {s * 24} -58Z", colour
            )
            for s in (-1, 1)
        ),
        *(circle(s * 8, -74, 2.4, "#ffffff") + circle(s * 8, -74, 1.2, INK) for s in (-1, 1)),
        poly([(-5, -70), (5, -70), (0, -62)], "#f0a040"),
    )


def peacock(colour: str = "#2a6f97", fan: str = "#2f9c7c") -> str:
    """With its fan open, 150 high, 200 wide."""
    quills, eyes = [], []
    for i in range(11):
        turn = -80 + i * 16
        quills.append(
            path(
                "M0 0C-14 -50 -18 -100 0 -130C18 -100 14 -50 0 0Z",
                f"{light(fan, 0.2)}>{dark(fan, 0.3)}",
                transform=f"translate(0 -30)rotate({turn})",
            )
        )
        eyes.append(
            group(
                circle(0, -108, 9, "#e0b23e"),
                circle(0, -108, 6, "#1f4e8c"),
                circle(0, -107, 2.6, "#0d1b33"),
                transform=f"translate(0 -30)rotate({turn})",
            )
        )
    return group(
        *quills,
        *eyes,
        stroke("M-6 -10V0M6 -10V0", "#6a5a3a", 3),
        path("M-20 -10C-26 -40 -12 -60 -7 -84C-6 -96 6 -96 7 -84C12 -60 26 -40 20 -10Z", soft(colour)),
        poly([(-4, -84), (4, -84), (0, -76)], "#f0d080"),
        stroke("M0 -94V-108M-3 -94L-8 -106M3 -94L8 -106", colour, 1.6),
        *(circle(s * 3.4, -88, 1.5, "#ffffff") for s in (-1, 1)),
    )


def goose(colour: str = "#efe9dc") -> str:
    """Flying with a long neck, about 120 wide."""
    return group(
        path("M0 -4C10 -34 34 -44 54 -44C44 -28 34 -10 24 2Z", dark(colour, 0.3)),
        path(
            "M-66 -16C-58 -22 -50 -16 -40 -10C-20 -8 10 -10 44 4C24 14 -10 14 -26 4C-40 0 -56 -8 -66 -16Z", soft(colour)
        ),
        path("M-10 0C-16 -30 2 -54 18 -64C18 -40 24 -16 18 2Z", light(colour, 0.3)),
        poly([(-64, -19), (-76, -14), (-63, -12)], "#ef8a3a"),
        circle(-59, -17, 1.6, INK),
    )
