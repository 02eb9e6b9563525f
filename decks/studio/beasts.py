"""Animals of land, each about 100 high, standing on (0, 0) and looking left or at us."""

from studio.marks import Value, at, blob, circle, dark, ellipse, group, light, path, poly, soft, stroke

INK = "#221c2e"


def eyes(x: float, y: float, r: float = 2.6, white: str = "") -> str:
    """A pair, left and right of the middle."""
    parts = []
    for side in (-x, x):
        if white:
            parts.append(circle(side, y, r * 1.8, white))
        parts += [circle(side, y, r, INK), circle(side - r * 0.3, y - r * 0.35, r * 0.35, "#ffffff")]
    return group(*parts)


def sitting_body(colour: str, belly: str) -> str:
    """A sitting animal from the front, without its head and tail."""
    return group(
        path("M-19 0C-27 -28 -18 -58 0 -64C18 -58 27 -28 19 0Z", soft(colour)),
        path("M-9 -58C-14 -36 -8 -16 0 -8C8 -16 14 -36 9 -58Z", belly),
        ellipse(-17, -5, 11, 7, dark(colour, 0.15)),
        ellipse(17, -5, 11, 7, dark(colour, 0.15)),
        path("M-9 -34L-10 0H-1L0 -30L1 0H10L9 -34Z", soft(colour)),
    )


def fox(colour: str = "#d9692c", pale: str = "#fbeedd") -> str:
    head = "M0 -50C-12 -57 -27 -68 -29 -76C-24 -91 -10 -95 0 -95C10 -95 24 -91 29 -76C27 -68 12 -57 0 -50Z"
    cheeks = "M0 -50C-12 -57 -27 -68 -29 -76C-18 -77 -8 -70 0 -60C8 -70 18 -77 29 -76C27 -68 12 -57 0 -50Z"
    return group(
        path("M16 -3C60 2 70 -36 50 -66C47 -42 34 -30 14 -26Z", soft(colour)),
        path("M60 -36C62 -48 58 -58 50 -66C49 -58 47 -52 44 -47Z", pale),
        sitting_body(colour, pale),
        *(poly([(s * 27, -80), (s * 23, -110), (s * 6, -92)], colour) for s in (-1, 1)),
        *(poly([(s * 23, -85), (s * 21, -101), (s * 11, -91)], INK) for s in (-1, 1)),
        path(head, soft(colour)),
        path(cheeks, pale),
        eyes(10, -75),
        circle(0, -53, 3.4, INK),
    )


def cat(colour: str = "#3a3450", eye: str = "#ffd75e", pale: str = "") -> str:
    return group(
        stroke("M17 -6C44 -2 52 -22 44 -40C40 -50 48 -58 54 -52", colour, 8),
        sitting_body(colour, pale or light(colour, 0.12)),
        *(poly([(s * 22, -76), (s * 21, -104), (s * 4, -90)], colour) for s in (-1, 1)),
        ellipse(0, -75, 25, 20, soft(colour)),
        *(ellipse(s * 10, -77, 5.5, 5, eye) + ellipse(s * 10, -77, 1.6, 4.4, INK) for s in (-1, 1)),
        path("M-3 -68H3L0 -65Z", "#e79aa0"),
        stroke("M-8 -66L-30 -70M-8 -64L-29 -61M8 -66L30 -70M8 -64L29 -61", light(colour, 0.5), 0.9),
    )


def rabbit(colour: str = "#e9e2d8", inner: str = "#e8b4ad") -> str:
    return group(
        circle(22, -10, 9, light(colour, 0.6)),
        sitting_body(colour, light(colour, 0.5)),
        *(at(s * 9, -88, ellipse(0, -22, 8, 26, soft(colour)), ellipse(0, -21, 4, 19, inner), turn=s * 12) for s in (-1, 1)),
        ellipse(0, -74, 21, 19, soft(colour)),
        eyes(10, -77),
        path("M-3 -68H3L0 -64Z", "#d2777c"),
    )


def bear(colour: str = "#6b4a3a") -> str:
    return group(
        *(circle(s * 20, -98, 9, colour) + circle(s * 20, -98, 5, dark(colour)) for s in (-1, 1)),
        path("M-34 0C-46 -36 -30 -70 0 -72C30 -70 46 -36 34 0Z", soft(colour)),
        ellipse(0, -28, 21, 24, light(colour, 0.25)),
        *(ellipse(s * 27, -5, 14, 8, dark(colour, 0.2)) for s in (-1, 1)),
        *(stroke(f"M{s * 30} -54Q{s * 40} -36 {s * 24} -26", dark(colour, 0.1), 13) for s in (-1, 1)),
        ellipse(0, -84, 28, 24, soft(colour)),
        ellipse(0, -76, 13, 10, light(colour, 0.4)),
        eyes(11, -88, 2.4),
        ellipse(0, -80, 5, 3.6, INK),
        stroke("M-5 -72Q0 -68 5 -72", INK, 1.4),
    )


def wolf(colour: str = "#56607a") -> str:
    """Howling, seen from the side."""
    return group(
        path("M30 -6C52 -8 56 -30 44 -44C42 -28 34 -20 22 -18Z", dark(colour, 0.1)),
        path(
            "M-16 0C-16 -22 -18 -38 -12 -56C-14 -66 -16 -72 -20 -80L-40 -108L-30 -106L-18 -112C-8 -112 2 -106 6 -96"
            "L14 -84C12 -74 20 -60 26 -44C36 -28 36 -8 30 0Z",
            soft(colour),
        ),
        poly([(2, -100), (18, -98), (4, -88)], dark(colour)),
        path("M-16 -56C-18 -36 -10 -20 -8 0H-16C-16 -22 -18 -38 -12 -56Z", light(colour, 0.5)),
        stroke("M-14 -98L-20 -96", INK, 2),
        circle(-39, -107, 3, INK),
    )


def legs(places: tuple[float, ...], high: float, colour: str, width: float = 6) -> str:
    return group(*(path(f"M{x - width / 2:g} {-high:g}H{x + width / 2 + 1:g}L{x + width * 0.3:g} 0H{x - width * 0.4:g}Z", colour) for x in places))


def deer(colour: str = "#a9683c", horn: str = "#5b4030", *, antlers: bool = True) -> str:
    rack = (
        "M-38 -104C-46 -118 -62 -118 -60 -142M-46 -113C-44 -124 -46 -132 -42 -140M-55 -119C-64 -122 -72 -128 -72 -136"
        "M-30 -104C-24 -118 -8 -118 -12 -142M-23 -112C-26 -124 -24 -132 -28 -140M-14 -119C-6 -122 2 -128 2 -136"
    )
    return group(
        legs((-18, 30), 46, dark(colour, 0.35), 5),
        legs((-10, 22), 46, dark(colour, 0.1), 5),
        path(
            "M-40 -108C-52 -102 -58 -92 -58 -86C-54 -82 -44 -84 -36 -86C-32 -72 -26 -50 -14 -40C4 -36 22 -38 32 -40"
            "C40 -52 38 -66 28 -72C10 -76 -4 -72 -14 -78C-20 -88 -22 -100 -28 -106Z",
            soft(colour),
        ),
        poly([(-28, -104), (-12, -110), (-20, -96)], dark(colour)),
        path("M30 -70C38 -68 40 -60 36 -54C34 -60 32 -64 28 -66Z", "#fbeedd"),
        stroke(rack, horn, 3) if antlers else "",
        circle(-41, -97, 2.2, INK),
        circle(-57, -87, 2.4, INK),
        *(circle(x, y, 1.8, light(colour, 0.6)) for x, y in ((2, -66), (12, -68), (22, -64), (8, -58), (18, -56))),
    )


def horse(colour: str = "#7a4a3a", mane: str = "#2f2330") -> str:
    return group(
        stroke("M40 -66C58 -64 58 -36 52 -20", mane, 9),
        legs((-20, 32), 48, dark(colour, 0.35), 6),
        legs((-11, 24), 48, dark(colour, 0.1), 6),
        path(
            "M-42 -120C-56 -108 -66 -94 -66 -86C-62 -78 -54 -80 -48 -86C-42 -88 -38 -90 -34 -92C-30 -76 -28 -56 -16 -44"
            "C4 -38 24 -40 36 -44C46 -56 44 -70 34 -76C14 -80 -2 -74 -12 -84C-18 -98 -24 -112 -32 -118Z",
            soft(colour),
        ),
        path("M-40 -122C-26 -124 -10 -100 -6 -78C-18 -84 -24 -100 -34 -112Z", mane),
        poly([(-40, -118), (-38, -132), (-30, -116)], colour),
        circle(-48, -104, 2.4, INK),
    )


def elephant(colour: str = "#8c8fa6", blanket: str = "") -> str:
    return group(
        stroke("M58 -66Q70 -50 66 -34", dark(colour), 3),
        legs((-22, 44), 40, dark(colour, 0.35), 19),
        path("M-50 -92C-30 -112 30 -110 52 -88C66 -66 62 -44 54 -32H-32C-44 -44 -54 -70 -50 -92Z", soft(colour)),
        legs((-8, 32), 40, dark(colour, 0.12), 19),
        path("M-10 -104C12 -108 34 -104 46 -94L44 -60Q18 -52 -6 -60Z", blanket) if blanket else "",
        path(
            "M-34 -108C-58 -114 -78 -96 -78 -70C-80 -44 -84 -24 -96 -16C-104 -12 -106 -22 -100 -24C-108 -30 -116 -18 -110 -8"
            "C-100 4 -80 -6 -72 -28C-68 -40 -64 -46 -58 -48C-40 -50 -26 -66 -24 -86Z",
            soft(colour),
        ),
        path("M-40 -98C-20 -112 6 -96 0 -68C-6 -50 -26 -48 -34 -62C-42 -76 -44 -88 -40 -98Z", f"{colour}>{dark(colour, 0.35)}"),
        path("M-64 -52C-72 -46 -84 -46 -90 -54C-80 -54 -72 -58 -68 -62Z", "#fff6e0"),
        circle(-60, -84, 2.6, INK),
    )


def giraffe(colour: str = "#e0ae5a", spots: str = "#9a5b2c") -> str:
    patches = ((-14, -78, 6, 5), (0, -82, 7, 5), (16, -78, 7, 6), (-6, -68, 6, 4), (10, -66, 6, 4), (-22, -100, 5, 7), (-27, -120, 4, 7), (-30, -140, 4, 6))
    return group(
        legs((-18, 22), 62, dark(colour, 0.35), 5),
        legs((-10, 28), 62, dark(colour, 0.1), 5),
        path(
            "M-34 -178C-48 -172 -56 -164 -56 -160C-52 -156 -44 -158 -38 -160C-38 -130 -32 -84 -22 -64C-4 -56 16 -56 30 -60"
            "C38 -72 32 -84 18 -88C0 -92 -10 -92 -14 -98C-18 -120 -24 -150 -26 -172Z",
            soft(colour),
        ),
        *(ellipse(*spot, spots, opacity=0.8) for spot in patches),
        stroke("M-33 -178V-190M-28 -176V-188", dark(colour), 2.5),
        circle(-33, -191, 2.5, spots),
        circle(-28, -189, 2.5, spots),
        circle(-41, -169, 2, INK),
    )


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
        "M8 -34a6 6 0 0 1 8 -4a11 11 0 0 1 2 16a17 17 0 0 1 -24 -4a21 21 0 0 1 12 -30a25 25 0 0 1 28 12", dark(shell, 0.5), 3
    )
    return group(
        stroke("M-50 -30L-58 -50M-44 -30L-42 -52", colour, 3),
        circle(-58, -51, 3.4, INK),
        circle(-42, -53, 3.4, INK),
        path("M-60 -30C-58 -40 -44 -40 -38 -28C-34 -16 -26 -12 -10 -12H44C58 -10 66 -4 72 0H-40C-54 -4 -62 -16 -60 -30Z", soft(colour)),
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
        *(circle(s * 15, -54, 9, colour) + circle(s * 15, -55, 5.5, "#fff3b0") + ellipse(s * 15, -55, 4, 2, INK) for s in (-1, 1)),
        stroke("M-20 -38Q0 -28 20 -38", INK, 2),
    )


def hedgehog(colour: str = "#6a5248", face: str = "#e6c9a8", load: str = "") -> str:
    spikes = "".join(f"M{x} {-6 - abs(x) * 0.02:.0f}l{dx} {dy}" for x, dx, dy in ((-10, -10, -46), (0, -4, -54), (10, 2, -56), (20, 8, -54), (28, 14, -46), (34, 20, -34), (38, 22, -20)))
    return group(
        stroke(spikes, dark(colour, 0.3), 9),
        blob([(-22, -4), (-20, -36), (4, -52), (34, -46), (50, -22), (48, -2), (10, 0)], soft(colour)),
        path("M-14 -40C-26 -32 -44 -18 -50 -12C-44 -2 -26 0 -14 0Z", face),
        circle(-50, -12, 4, INK),
        circle(-30, -22, 2.6, INK),
        load,
    )


def spider(colour: str = "#2b2440") -> str:
    limbs = "".join(f"M0 0Q{s * 16} {-14 + i * 8} {s * (22 + i % 2 * 4)} {-20 + i * 15}" for s in (-1, 1) for i in range(4))
    return group(stroke(limbs, colour, 2), circle(0, 6, 12, soft(colour)), circle(0, -7, 7, colour), eyes(3, -8, 1.4, "#ffffff"))


def butterfly(colour: str = "#e88a3a", spot: str = "#fff2cc", body: str = INK, **more: Value) -> str:
    """From above, about 80 wide, around (0, 0)."""
    wing = "M0 -4C10 -36 44 -40 42 -16C40 -2 22 4 0 4Z"
    low = "M0 2C20 4 34 16 26 30C16 38 4 24 0 8Z"
    half = group(path(low, soft(dark(colour, 0.1))), path(wing, soft(colour)), circle(30, -18, 6, spot), circle(17, 18, 4, spot))
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
