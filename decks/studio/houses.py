"""What people build, standing on (0, 0)."""

from random import Random

from studio.marks import arch, at, box, circle, dark, ellipse, group, light, path, poly, rect, ring, soft, stroke

LIT = "#ffdf8a"


def house(
    colour: str = "#d9c2a0",
    roof: str = "#a8483a",
    w: float = 60,
    h: float = 60,
    window: str = LIT,
    door: str = "#5b3a34",
) -> str:
    """A gabled house with a door, two windows and a chimney."""
    r = h * 0.6
    return group(
        rect(w * 0.2, -h - r * 0.75, w * 0.14, r * 0.6, dark(roof, 0.3)),
        rect(-w / 2, -h, w, h, f"{light(colour, 0.15)}>{dark(colour, 0.2)}"),
        poly([(-w * 0.6, -h + 2), (0, -h - r), (w * 0.6, -h + 2)], soft(roof)),
        path(arch(-w * 0.2, 0, w * 0.24, h * 0.46), door),
        *(
            window_pane(x, y, w * 0.2, h * 0.24, window)
            for x, y in ((w * 0.22, -h * 0.42), (-w * 0.2, -h * 0.86), (w * 0.22, -h * 0.86))
        ),
    )


def window_pane(x: float, y: float, w: float, h: float, fill: str = LIT, frame: str = "#4a3440") -> str:
    """Its top middle at (x, y)."""
    return rect(x - w / 2, y, w, h, fill, stroke=frame, stroke_width=max(1, w * 0.08)) + stroke(
        f"M{x:g} {y:g}v{h:g}M{x - w / 2:g} {y + h / 2:g}h{w:g}", frame, max(0.8, w * 0.06)
    )


def town(
    luck: Random,
    y: float,
    colours: tuple[str, ...],
    roofs: tuple[str, ...],
    high: float = 60,
    lit: float = 0.5,
    left: float = -10,
    right: float = 410,
    shut: str = "#2c3050",
) -> str:
    """A row of houses of all heights; some windows are lit."""
    parts, x, i = [], left, 0
    while x < right:
        w, h = high * luck.uniform(0.55, 0.85), high * luck.uniform(0.7, 1.3)
        window = LIT if luck.random() < lit else shut
        parts.append(at(x + w / 2, y, house(colours[i % len(colours)], roofs[i % len(roofs)], w, h, window)))
        x, i = x + w * 1.02, i + 1
    return group(*parts)


def tower(colour: str = "#b9a98f", roof: str = "#7a4a6a", w: float = 50, h: float = 160, window: str = LIT) -> str:
    """A round tower with a pointed roof."""
    stones = "".join(
        f"M{x:g} {y:g}h{w * 0.16:g}"
        for y, x in (
            (-h * 0.2, -w * 0.3),
            (-h * 0.35, w * 0.1),
            (-h * 0.55, -w * 0.35),
            (-h * 0.72, w * 0.15),
            (-h * 0.86, -w * 0.2),
        )
    )
    return group(
        path(
            f"M{-w / 2:g} 0L{-w * 0.44:g} {-h:g}H{w * 0.44:g}L{w / 2:g} 0Z",
            f"{light(colour, 0.2)}>>{dark(colour, 0.35)}",
        ),
        stroke(stones, dark(colour, 0.4), 2),
        rect(-w * 0.54, -h - 8, w * 1.08, 12, dark(colour, 0.15)),
        path(
            (
                f"M{-w * 0.62:g} {-h - 6:g}Q{-w * 0.1:g} {-h - w * 0.8:g} 0 {-h - w * 1.5:g}Q"
                f"{w * 0.1:g} {-h - w * 0.8:g} {w * 0.62:g} {-h - 6:g}Z"
            ),
            f"{light(roof, 0.25)}>>{dark(roof, 0.3)}",
        ),
        path(arch(0, -h * 0.66, w * 0.26, w * 0.5), window),
    )


def castle(colour: str = "#b9a98f", roof: str = "#7a4a6a", window: str = LIT) -> str:
    """Three towers and a gate, 200 wide, 200 high."""
    merlons = "".join(f"M{x} -74v-12h12v12z" for x in range(-66, 60, 24))
    return group(
        at(0, -40, tower(colour, roof, 44, 100, window)),
        rect(-70, -76, 140, 76, f"{light(colour, 0.1)}>{dark(colour, 0.25)}"),
        path(merlons, colour),
        at(-72, 0, tower(colour, roof, 40, 110, window)),
        at(72, 0, tower(colour, roof, 40, 120, window)),
        path(arch(0, 0, 36, 50), dark(colour, 0.7)),
    )


def lighthouse(stripe: str = "#c8472f", h: float = 180, lamp: str = LIT) -> str:
    bands = [
        poly(
            [(-26 + 10 * a, -h * a), (26 - 10 * a, -h * a), (26 - 10 * b, -h * b), (-26 + 10 * b, -h * b)],
            f"{light(c, 0.1)}>>{dark(c, 0.35)}",
        )
        for c, a, b in (("#f4ead6", 0, 1), (stripe, 0.14, 0.34), (stripe, 0.54, 0.74))
    ]
    return group(
        *bands,
        rect(-22, -h - 6, 44, 8, "#3a3448"),
        rect(-12, -h - 28, 24, 22, lamp),
        stroke(f"M-12 {-h - 28}v22M0 {-h - 28}v22M12 {-h - 28}v22", "#3a3448", 2),
        path(f"M-18 {-h - 26}Q0 {-h - 58} 18 {-h - 26}Z", soft(stripe)),
        path(arch(0, 0, 16, 30), "#4a3440"),
    )


def windmill(colour: str = "#e6d8c0", sail: str = "#b8503f") -> str:
    """150 high."""
    blade = path("M-3 0L-4 -78H-24V-14L3 0Z", soft(sail)) + stroke(
        "M-4 -20H-24M-4 -36H-24M-4 -52H-24M-4 -66H-24M-2 0L-4 -78", dark(sail, 0.5), 1.6
    )
    return group(
        path("M-34 0L-20 -100H20L34 0Z", f"{light(colour, 0.2)}>>{dark(colour, 0.3)}"),
        path("M-24 -98Q0 -134 24 -98Z", "#5b4048"),
        path(arch(0, 0, 20, 34), "#5b3a34"),
        window_pane(0, -74, 12, 14),
        at(
            0,
            -104,
            *(group(blade, transform=f"rotate({turn})") for turn in (20, 110, 200, 290)),
            circle(0, 0, 6, "#3a2d33"),
        ),
    )


def door(colour: str = "#a8483a", frame: str = "#e0cfae", inside: str = "", *, ajar: bool = False) -> str:
    """60 wide, 110 high; ajar, it shows what is inside."""
    leaf = "M-26 0V-78A26 26 0 0 1 26 -78V0Z"
    swung = "M26 0V-78Q24 -104 4 -104L44 -96Q58 -84 58 -70V10Z"
    return group(
        path(arch(0, 0, 66, 112), frame),
        path(leaf, inside if ajar and inside else soft(colour)),
        path(swung, f"{colour}>>{dark(colour, 0.3)}")
        if ajar
        else stroke("M-15 -14V-80M0 -14V-94M15 -14V-80", dark(colour, 0.3), 2),
        circle(50 if ajar else 17, -44, 3.4, "#e8c05a"),
    )


def bridge(
    x: float, y: float, w: float, arches: int, colour: str = "#a89a8a", thick: float = 26, drop: float = 200
) -> str:
    """A stone bridge from (x, y) to the right, on arches."""
    span = w / arches
    holes = "".join(
        (
            f"M{x + span * i + span * 0.12:.0f} {y + drop}V{y + thick + span * 0.38:.0f}a"
            f"{span * 0.38:.0f} {span * 0.38:.0f} 0 0 1 {span * 0.76:.0f} 0V{y + drop}Z"
        )
        for i in range(arches)
    )
    return group(
        path(box(x, y, w, drop) + holes, f"{light(colour, 0.2)}>{dark(colour, 0.35)}", fill_rule="evenodd"),
        rect(x, y - 6, w, 8, light(colour, 0.3)),
    )


def steps(
    x: float, y: float, count: int, wide: float, rise: float, run: float, colour: str = "#d9cbb4", shrink: float = 1
) -> str:
    """A flight of stairs from (x, y) upwards, each step a slab; shrinking, it goes off into the distance."""
    parts = []
    for _ in range(count):
        parts.append(rect(x - wide / 2, y - rise, wide, rise * 0.55, light(colour, 0.25)))
        parts.append(rect(x - wide / 2, y - rise * 0.5, wide, rise * 0.6, dark(colour, 0.3)))
        x, y = x + run, y - rise
        wide, rise, run = wide * shrink, rise * shrink, run * shrink
    return group(*parts)


def ladder(x: float, y: float, h: float, w: float = 22, colour: str = "#9a6b42", lean: float = 0) -> str:
    """From (x, y) up."""
    rungs = "".join(f"M{x - w / 2 + lean * k / h:.1f} {y - k:.1f}h{w:g}" for k in range(8, int(h), 14))
    rails = f"M{x - w / 2:g} {y:g}l{lean:g} {-h:g}M{x + w / 2:g} {y:g}l{lean:g} {-h:g}"
    return stroke(rungs, light(colour, 0.15), max(1.6, w * 0.13)) + stroke(rails, colour, max(2, w * 0.17))


def tent(one: str = "#c8472f", other: str = "#f6ead0", flag: str = "#e8b84a") -> str:
    """A circus tent, 200 wide, 160 high."""
    stripes = []
    for i in range(8):
        a, b = -90 + i * 22.5, -90 + (i + 1) * 22.5
        stripes.append(
            path(
                f"M0 -140Q{a * 0.3:g} -96 {a:g} -70V0H{b:g}V-70Q{b * 0.3:g} -96 0 -140Z",
                f"{light(one if i % 2 else other, 0.1)}>{dark(one if i % 2 else other, 0.2)}",
            )
        )
    frill = "".join(f"M{-90 + i * 22.5:g} -72q11 22 22.5 0z" for i in range(8))
    return group(
        stroke("M0 -140V-166", "#5b4030", 3),
        poly([(0, -166), (26, -158), (0, -150)], flag),
        *stripes,
        path(frill, flag),
        path("M-18 0Q-8 -40 0 -62Q8 -40 18 0Z", "#2c2038"),
    )


def carousel(top: str = "#d8607a", trim: str = "#f6d98a") -> str:
    """Its roof and floor, 200 wide, 170 high; the riders come between."""
    scallops = "".join(f"M{-100 + i * 20} -112q10 20 20 0z" for i in range(10))
    wedges = "".join(f"M0 -170L{-100 + i * 40} -112h20z" for i in range(5))
    return group(
        rect(-4, -120, 8, 120, trim),
        *(rect(x, -112, 3, 104, trim) for x in (-84, -42, 40, 82)),
        path("M0 -170L100 -112H-100Z", soft(top)),
        path(wedges, trim, opacity=0.6),
        path(scallops, trim),
        ellipse(0, 0, 104, 14, soft(dark(top, 0.3))),
        circle(0, -172, 6, trim),
    )


def wheel(
    count: int = 10,
    r: float = 100,
    colour: str = "#5a5470",
    cabins: tuple[str, ...] = ("#d8553c", "#e8b84a", "#3f8fae"),
) -> str:
    """A Ferris wheel, its axle at (0, 0)."""
    spokes = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(count, r))
    return group(
        stroke(f"M0 0L{-r * 0.5:g} {r * 1.3:g}M0 0L{r * 0.5:g} {r * 1.3:g}", colour, 6),
        stroke(spokes, colour, 2),
        circle(0, 0, r, stroke=colour, stroke_width=4),
        circle(0, 0, r * 0.82, stroke=colour, stroke_width=2),
        *(
            at(
                x,
                y,
                path("M-11 2H11L8 20H-8Z", soft(cabins[i % len(cabins)])),
                path("M-13 2Q0 -14 13 2Z", cabins[i % len(cabins)]),
            )
            for i, (x, y) in enumerate(ring(count, r))
        ),
        circle(0, 0, 8, colour),
    )


def well(colour: str = "#9a938f", roof: str = "#8a4a3a") -> str:
    """100 high."""
    return group(
        stroke("M-30 -40V-86M30 -40V-86", "#6b4a34", 6),
        poly([(-46, -80), (0, -112), (46, -80)], soft(roof)),
        stroke("M0 -84V-52", "#d9c8a8", 1.6),
        path("M-8 -54H8L6 -40H-6Z", "#7a5a3c"),
        rect(-38, -40, 76, 40, f"{light(colour, 0.2)}>>{dark(colour, 0.3)}"),
        stroke("M-38 -26H38M-38 -13H38M-20 -40V-26M4 -40V-26M24 -40V-26M-8 -26V-13M16 -26V-13", dark(colour, 0.4), 1.6),
        ellipse(0, -40, 38, 8, "#1d2438"),
    )


def lamp(h: float = 140, glow: str = LIT, colour: str = "#2c2a3c") -> str:
    """A street lamp."""
    return group(
        circle(0, -h - 12, 46, f"{glow}@.75*{glow}@0"),
        path(f"M-10 0L-3 -14V{-h}H3V-14L10 0Z", colour),
        path(f"M-8 {-h}L-13 {-h - 26}H13L8 {-h}Z", glow),
        path(f"M-16 {-h - 25}L0 {-h - 40}L16 {-h - 25}Z", colour),
        stroke(f"M-8 {-h}L-13 {-h - 26}M8 {-h}L13 {-h - 26}M0 {-h}v-26", colour, 1.6),
    )


def fence(x: float, y: float, count: int, colour: str = "#e9dfcb", h: float = 36) -> str:
    posts = "".join(f"M{x + i * 16} {y}v{-h}l5 -7l5 7v{h}z" for i in range(count))
    return (
        rect(x - 4, y - h * 0.75, count * 16, 5, dark(colour, 0.15))
        + rect(x - 4, y - h * 0.3, count * 16, 5, dark(colour, 0.15))
        + path(posts, soft(colour))
    )
