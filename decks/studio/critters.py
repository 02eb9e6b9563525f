"""Small animals of land, standing on (0, 0) or around it, looking left."""

from studio.beasts import eyes
from studio.marks import Value, blob, circle, dark, ellipse, group, light, path, poly, soft, stroke

INK = "#221c2e"


def mouse(colour: str = "#a79c9a") -> str:
    return group(
        stroke("M24 -8C50 0 56 -20 76 -14", "#d9a29a", 3),
        path("M-40 -14C-34 -30 -22 -38 -6 -40C20 -42 34 -20 28 -2H-26C-34 -4 -40 -8 -40 -14Z", soft(colour)),
        circle(-12, -40, 12, soft(colour)),
        circle(-12, -40, 7, "#e8b4ad"),
        circle(-28, -22, 2.6, INK),
        circle(-40, -14, 3, "#d2777c"),
        *(ellipse(x, -1, 7, 3, "#d9a29a") for x in (-16, 16)),
    )


def snail(shell: str = "#c77b4a", colour: str = "#d9c2a0", house: str = "") -> str:
    """With a spiral shell, or with anything else on its back."""
    spiral = circle(8, -34, 32, soft(shell)) + stroke(
        "M8 -34a6 6 0 0 1 8 -4a11 11 0 0 1 2 16a17 17 0 0 1 -24 -4a21 21 0 0 1 12 -30a25 25 0 0 1 28 12",
        dark(shell, 0.5),
        3,
    )
    return group(
        stroke("M-50 -30L-58 -50M-44 -30L-42 -52", colour, 3),
        circle(-58, -51, 3.4, INK),
        circle(-42, -53, 3.4, INK),
        path(
            "M-60 -30C-58 -40 -44 -40 -38 -28C-34 -16 -26 -12 -10 -12H44C58 -10 66 -4 72 0H-40C-54 -4 -62 -16 -60 -30Z",
            soft(colour),
        ),
        house or spiral,
    )


def turtle(shell: str = "#5f8a55", colour: str = "#9db36d", load: str = "") -> str:
    return group(
        *(ellipse(x, -8, 11, 9, dark(colour, 0.2)) for x in (-30, 30)),
        path("M-44 -24C-62 -44 -80 -40 -82 -28C-80 -18 -66 -14 -44 -12Z", soft(colour)),
        circle(-72, -31, 2.4, INK),
        poly([(46, -12), (64, -6), (46, -4)], colour),
        path("M-52 -12C-50 -50 -24 -62 0 -62C24 -62 50 -50 52 -12Q0 -2 -52 -12Z", soft(shell)),
        stroke("M-30 -50L-16 -10M30 -50L16 -10M-48 -30L48 -30M0 -62V-8", dark(shell, 0.4), 2.4, opacity=0.6),
        load,
    )


def frog(colour: str = "#6fae4e") -> str:
    return group(
        *(path(f"M{s * 14} -4C{s * 44} 4 {s * 48} -26 {s * 24} -32Z", dark(colour, 0.15)) for s in (-1, 1)),
        path("M-26 0C-34 -26 -30 -52 0 -54C30 -52 34 -26 26 0Z", soft(colour)),
        ellipse(0, -14, 17, 14, light(colour, 0.55)),
        *(
            circle(s * 15, -54, 9, colour) + circle(s * 15, -55, 5.5, "#fff3b0") + ellipse(s * 15, -55, 4, 2, INK)
            for s in (-1, 1)
        ),
        stroke("M-20 -38Q0 -28 20 -38", INK, 2),
    )


def hedgehog(colour: str = "#6a5248", face: str = "#e6c9a8", load: str = "") -> str:
    spikes = "".join(
        f"M{x} {-6 - abs(x) * 0.02:.0f}l{dx} {dy}"
        for x, dx, dy in (
            (-10, -10, -46),
            (0, -4, -54),
            (10, 2, -56),
            (20, 8, -54),
            (28, 14, -46),
            (34, 20, -34),
            (38, 22, -20),
        )
    )
    return group(
        stroke(spikes, dark(colour, 0.3), 9),
        blob([(-22, -4), (-20, -36), (4, -52), (34, -46), (50, -22), (48, -2), (10, 0)], soft(colour)),
        path("M-14 -40C-26 -32 -44 -18 -50 -12C-44 -2 -26 0 -14 0Z", face),
        circle(-50, -12, 4, INK),
        circle(-30, -22, 2.6, INK),
        load,
    )


def spider(colour: str = "#2b2440") -> str:
    limbs = "".join(
        f"M0 0Q{s * 16} {-14 + i * 8} {s * (22 + i % 2 * 4)} {-20 + i * 15}" for s in (-1, 1) for i in range(4)
    )
    return group(
        stroke(limbs, colour, 2), circle(0, 6, 12, soft(colour)), circle(0, -7, 7, colour), eyes(3, -8, 1.4, "#ffffff")
    )


def butterfly(colour: str = "#e88a3a", spot: str = "#fff2cc", body: str = INK, **more: Value) -> str:
    """From above, about 80 wide, around (0, 0)."""
    wing = "M0 -4C10 -36 44 -40 42 -16C40 -2 22 4 0 4Z"
    low = "M0 2C20 4 34 16 26 30C16 38 4 24 0 8Z"
    half = group(
        path(low, soft(dark(colour, 0.1))), path(wing, soft(colour)), circle(30, -18, 6, spot), circle(17, 18, 4, spot)
    )
    return group(
        half,
        group(half, transform="scale(-1 1)"),
        ellipse(0, 4, 3, 16, body),
        stroke("M-1 -10Q-6 -24 -12 -26M1 -10Q6 -24 12 -26", body, 1.4),
        **more,
    )


def bee(colour: str = "#f2b632") -> str:
    return group(
        ellipse(-2, -15, 8, 14, "#ffffff@.9>#cfe4f5@.6", transform="rotate(-20)"),
        ellipse(8, -13, 7, 12, "#ffffff@.9>#cfe4f5@.6", transform="rotate(20)"),
        ellipse(0, 0, 20, 13, colour),
        stroke("M-6 -11Q-2 0 -6 11M4 -12Q8 0 4 12", INK, 5),
        circle(-17, -2, 6, INK),
    )


def dragon(colour: str = "#4f8f7a", wing: str = "#c9553d") -> str:
    """A long one, coiling, around (0, 0), about 240 wide."""
    body = "M-96 -20C-70 -60 -40 20 -10 -10C20 -40 40 30 80 0C100 -16 112 -40 100 -60"
    return group(
        path("M-20 -14C-30 -70 10 -90 40 -84C24 -70 30 -56 14 -46C22 -36 10 -26 8 -12Z", soft(wing)),
        stroke(body, dark(colour, 0.2), 26),
        stroke(body, colour, 20),
        stroke(body, light(colour, 0.45), 7, stroke_dasharray="2 9", transform="translate(0 5)"),
        poly([(100, -56), (84, -84), (104, -76), (120, -88), (112, -62)], wing),
        path("M-84 -34C-92 -54 -118 -52 -132 -30C-140 -22 -138 -12 -126 -12C-112 -8 -94 -4 -86 -12Z", soft(colour)),
        stroke("M-92 -46Q-84 -62 -70 -60M-102 -48Q-100 -66 -88 -72", light(colour, 0.6), 3.5),
        circle(-112, -36, 4, "#ffe27a"),
        circle(-112, -36, 1.8, INK),
    )
