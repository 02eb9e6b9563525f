"""Animals of land, each about 100 high, standing on (0, 0) and looking left or at us."""

from studio.marks import at, circle, dark, ellipse, group, light, path, poly, soft, stroke

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
        *(
            at(s * 9, -88, ellipse(0, -22, 8, 26, soft(colour)), ellipse(0, -21, 4, 19, inner), turn=s * 12)
            for s in (-1, 1)
        ),
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
    return group(
        *(
            path(
                f"M{x - width / 2:g} {-high:g}H{x + width / 2 + 1:g}L{x + width * 0.3:g} 0H{x - width * 0.4:g}Z", colour
            )
            for x in places
        )
    )


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
            "M-34 -108C-58 -114 -78 -96 -78 -70C-80 -44 -84 -24 -96 -16"
            "C-104 -12 -106 -22 -100 -24C-108 -30 -116 -18 -110 -8"
            "C-100 4 -80 -6 -72 -28C-68 -40 -64 -46 -58 -48C-40 -50 -26 -66 -24 -86Z",
            soft(colour),
        ),
        path(
            "M-40 -98C-20 -112 6 -96 0 -68C-6 -50 -26 -48 -34 -62C-42 -76 -44 -88 -40 -98Z",
            f"{colour}>{dark(colour, 0.35)}",
        ),
        path("M-64 -52C-72 -46 -84 -46 -90 -54C-80 -54 -72 -58 -68 -62Z", "#fff6e0"),
        circle(-60, -84, 2.6, INK),
    )


def giraffe(colour: str = "#e0ae5a", spots: str = "#9a5b2c") -> str:
    patches = (
        (-14, -78, 6, 5),
        (0, -82, 7, 5),
        (16, -78, 7, 6),
        (-6, -68, 6, 4),
        (10, -66, 6, 4),
        (-22, -100, 5, 7),
        (-27, -120, 4, 7),
        (-30, -140, 4, 6),
    )
    return group(
        legs((-18, 22), 62, dark(colour, 0.35), 5),
        legs((-10, 28), 62, dark(colour, 0.1), 5),
        path(
            "M-34 -178C-48 -172 -56 -164 -56 -160C-52 -156 -44 -158 -38 -160"
            "C-38 -130 -32 -84 -22 -64C-4 -56 16 -56 30 -60"
            "C38 -72 32 -84 18 -88C0 -92 -10 -92 -14 -98C-18 -120 -24 -150 -26 -172Z",
            soft(colour),
        ),
        *(ellipse(*spot, spots, opacity=0.8) for spot in patches),
        stroke("M-33 -178V-190M-28 -176V-188", dark(colour), 2.5),
        circle(-33, -191, 2.5, spots),
        circle(-28, -189, 2.5, spots),
        circle(-41, -169, 2, INK),
    )
