"""Small things one can hold, around (0, 0) unless said otherwise."""

from studio.marks import at, circle, dark, ellipse, group, light, path, poly, rect, ring, soft, star, stroke

INK = "#221c2e"
GOLD = "#e0b045"


def key(colour: str = GOLD) -> str:
    """Upright, its bow at (0, 0), its bit at (0, 120)."""
    d = "M0 22V122M0 98H22V110H0M0 116H16"
    return group(
        stroke(d, dark(colour, 0.3), 10),
        stroke(d, colour, 7),
        path("M0 -34C30 -44 48 -14 26 4C18 22 -18 22 -26 4C-48 -14 -30 -44 0 -34ZM0 -18C-10 -26 -24 -12 -12 -4C-8 6 8 6 12 -4C24 -12 10 -26 0 -18Z", f"{light(colour, 0.4)}>{dark(colour, 0.15)}", fill_rule="evenodd"),
    )


def keyhole(colour: str, size: float = 1) -> str:
    return path("M0 -40A24 24 0 0 1 14 4L24 56H-24L-14 4A24 24 0 0 1 0 -40Z", colour, transform=f"scale({size:g})")


def clock(r: float = 50, hour: float = 300, minute: float = 30, face: str = "#fbf3dc", rim: str = "#a8763a") -> str:
    """Hands are given in degrees from the top."""
    marks = "".join(f"M{x * 0.8:.1f} {y * 0.8:.1f}L{x * 0.92:.1f} {y * 0.92:.1f}" for x, y in ring(12, r))
    return group(
        circle(0, 0, r * 1.12, soft(rim)),
        circle(0, 0, r, f"#ffffff*{face}*{dark(face, 0.12)}"),
        stroke(marks, INK, r * 0.05),
        stroke(f"M0 {r * 0.1:g}V{-r * 0.5:g}", INK, r * 0.09, transform=f"rotate({hour:g})"),
        stroke(f"M0 {r * 0.14:g}V{-r * 0.74:g}", INK, r * 0.055, transform=f"rotate({minute:g})"),
        circle(0, 0, r * 0.08, rim),
    )


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


def lantern(glow: str = "#ffd76a", colour: str = "#3a3040") -> str:
    """Hanging from (0, 0), 60 high."""
    return group(
        circle(0, 34, 60, f"{glow}@.8*{glow}@0"),
        stroke("M0 0V8", colour, 2),
        path("M-14 16Q0 0 14 16Z", colour),
        rect(-12, 16, 24, 32, f"#fffbe0>{glow}"),
        stroke("M-12 16V48M12 16V48M0 16V48", colour, 2),
        rect(-15, 48, 30, 6, colour),
    )


def candle(h: float = 60, colour: str = "#f6ead0", flame: str = "#ffb84a") -> str:
    """Standing on (0, 0)."""
    return group(
        circle(0, -h - 18, 54, f"{flame}@.7*{flame}@0"),
        path(f"M-11 0V{-h}Q-4 {-h + 8} 0 {-h + 2}Q6 {-h + 12} 11 {-h}V0Z", f"{light(colour, 0.3)}>>{dark(colour, 0.2)}"),
        stroke(f"M0 {-h}v-6", INK, 2),
        path(f"M0 {-h - 34}C12 {-h - 18} 9 {-h - 4} 0 {-h - 4}C-9 {-h - 4} -12 {-h - 18} 0 {-h - 34}Z", f"#fff6c0>{flame}"),
    )


def umbrella(one: str = "#c8472f", other: str = "", stick: float = 90) -> str:
    """Open; the tip at (0, -60), the handle hangs below."""
    b = other or dark(one, 0.2)
    return group(
        stroke(f"M0 -60V{stick - 10}q0 12 -9 12q-8 0 -8 -8", "#5b4030", 4),
        path("M0 -56C-50 -54 -74 -20 -76 6Q-62 -8 -44 4Q-24 -10 0 2Q24 -10 44 4Q62 -8 76 6C74 -20 50 -54 0 -56Z", soft(one)),
        path("M0 -56C-26 -44 -42 -20 -44 4Q-24 -10 0 2Q24 -10 44 4C42 -20 26 -44 0 -56Z", soft(b)),
        path("M0 -56C-10 -40 -12 -18 0 2C12 -18 10 -40 0 -56Z", soft(one)) if other else "",
        stroke("M0 -56V-66", "#5b4030", 3),
    )


def teacup(colour: str = "#f6efe2", trim: str = "#4f7fae", drink: str = "#9a5b2c") -> str:
    """100 wide, its saucer on (0, 0)."""
    return group(
        ellipse(0, -4, 66, 9, f"{colour}>{dark(colour, 0.25)}"),
        stroke("M44 -52C72 -58 72 -22 38 -22", colour, 8),
        path("M-50 -64C-50 -24 -32 -6 0 -6C32 -6 50 -24 50 -64Z", f"#ffffff>>{dark(colour, 0.2)}"),
        stroke("M-48 -48C-30 -38 30 -38 48 -48", trim, 5),
        ellipse(0, -64, 50, 11, dark(colour, 0.12)),
        ellipse(0, -63, 44, 8, drink),
    )


def book(cover: str = "#a8483a", w: float = 90, open_at: bool = True) -> str:  # noqa: FBT001, FBT002
    """Open on (0, 0), w to each side; or closed, lying flat."""
    if not open_at:
        return rect(-w / 2, -18, w, 18, soft(cover), rx=3) + rect(-w / 2 + 4, -15, w - 4, 11, "#f6ecd6") + stroke(f"M{-w / 2 + 5} -12H{w / 2}M{-w / 2 + 5} -8H{w / 2}", "#c9b899", 1)
    page = f"M0 -8C{w * 0.3:g} -30 {w * 0.7:g} -26 {w:g} -16V4C{w * 0.7:g} -6 {w * 0.3:g} -10 0 8Z"
    lines = "".join(f"M{w * 0.12:g} {y}Q{w * 0.5:g} {y - 14} {w * 0.9:g} {y - 6}" for y in (-6, -1))
    half = group(path(page, f"#fffaf0>{'#dccbaa'}"), stroke(lines, "#8a7a68", 1.2, opacity=0.5))
    return group(path(f"M{-w - 5:g} -12L0 14L{w + 5:g} -12V9Q{w * 0.5:g} -4 0 16Q{-w * 0.5:g} -4 {-w - 5:g} 9Z", cover), half, group(half, transform="scale(-1 1)"))


def books(x: float, y: float, colours: tuple[str, ...], w: float = 80) -> str:
    """A crooked pile, its foot at (x, y)."""
    return group(*(at(x + (i * 37 % 17) - 8, y - i * 19, book(c, w - (i * 23 % 26), open_at=False)) for i, c in enumerate(colours)))


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


def birdcage(colour: str = GOLD, inside: str = "", *, ajar: bool = False) -> str:
    """130 high, hanging from (0, -76), its floor at (0, 54)."""
    bars = "".join(f"M{x} 48V-20Q{x} {-58 + abs(x) * 0.4:g} 0 -64" for x in (-44, -30, -15, 0, 15, 30, 44))
    return group(
        path("M-46 48V-20C-46 -80 46 -80 46 -20V48Z", "#ffffff@.12>#ffffff@.03"),
        inside,
        stroke(bars, colour, 2.2),
        stroke("M-46 -18H46M-46 16H46", dark(colour, 0.15), 2.4),
        rect(-52, 46, 104, 10, soft(colour), rx=4),
        circle(0, -70, 7, stroke=colour, stroke_width=3),
        path("M-15 46V-14H15V46Z", "#000000", opacity=0.25) + path("M15 46L38 54V-6L15 -14Z", "#ffffff@.1>#ffffff@.1", stroke=colour, stroke_width=2.4) if ajar else "",
    )


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


def paper_boat(colour: str = "#fdf8ea") -> str:
    """100 wide, the waterline at (0, 0)."""
    return group(
        poly([(0, -62), (-26, -16), (26, -16)], f"{colour}>>{dark(colour, 0.25)}"),
        poly([(-54, -28), (-30, 4), (30, 4), (54, -28), (0, -10)], f"{colour}>{dark(colour, 0.2)}"),
        stroke("M0 -62V-12", dark(colour, 0.3), 1),
    )


def paper_plane(colour: str = "#fdf8ea") -> str:
    """Flying left, 90 wide."""
    return poly([(-48, 6), (44, -30), (8, 10)], f"#ffffff>{colour}") + poly([(-48, 6), (44, -30), (26, 26)], dark(colour, 0.2)) + poly([(-48, 6), (44, -30), (-6, 12), (-12, 30)], dark(colour, 0.08))


def ship(hull: str = "#7a4634", sail: str = "#f4ead6", flag: str = "#c8472f") -> str:
    """A sailing ship, 150 wide, the waterline at (0, 0)."""
    return group(
        stroke("M-22 -20V-118M28 -20V-104", "#4a3428", 4),
        *(path(f"M{x - w} {y}Q{x} {y - 10} {x + w} {y}Q{x + w + 10} {y + h / 2} {x + w} {y + h}Q{x} {y + h - 12} {x - w} {y + h}Q{x - w + 10} {y + h / 2} {x - w} {y}Z", soft(sail)) for x, y, w, h in ((-22, -66, 28, 38), (-22, -108, 21, 34), (28, -60, 23, 34), (28, -96, 16, 30))),
        poly([(-50, -30), (-24, -100), (-84, -26)], f"{sail}>{dark(sail, 0.25)}"),
        poly([(-22, -118), (2, -112), (-22, -106)], flag),
        path("M-76 -30L-56 -22H46L66 -34C64 -8 52 8 34 8H-40C-58 8 -68 -8 -76 -30Z", soft(hull)),
        stroke("M-62 -12H58", light(hull, 0.5), 2.4),
    )


def chair(colour: str = "#8a5a3c", seat: str = "#c8472f") -> str:
    """100 high, standing on (0, 0)."""
    return group(stroke("M-24 0V-100M24 0V-100M-18 -46V-4M18 -46V-4", colour, 5.5), stroke("M-24 -96Q0 -108 24 -96M-24 -78H24M-24 -64H24", colour, 5), path("M-28 -50H28L32 -40H-32Z", soft(seat)))


def armchair(colour: str = "#8f3f4f") -> str:
    """110 high, from the front."""
    return group(
        rect(-36, -8, 8, 8, "#4a3028") + rect(28, -8, 8, 8, "#4a3028"),
        path("M-40 -30V-88C-40 -118 40 -118 40 -88V-30Z", soft(colour)),
        rect(-34, -44, 68, 36, f"{light(colour, 0.25)}>{dark(colour, 0.15)}", rx=8),
        *(path(f"M{s * 32} -8V-56Q{s * 32} -68 {s * 44} -68Q{s * 58} -68 {s * 56} -52L{s * 52} -8Z", soft(colour)) for s in (-1, 1)),
        *(circle(x, y, 2.4, dark(colour, 0.4)) for x, y in ((-18, -92), (0, -96), (18, -92), (-10, -74), (10, -74))),
    )


def bed(frame: str = "#6a4434", quilt: str = "#5a6fae", w: float = 150) -> str:
    """From the side, its head to the left, standing on (0, 0)."""
    h = w / 2
    return group(
        path(f"M{-h - 6} 0V-72Q{-h + 2} -84 {-h + 10} -72V0Z", soft(frame)),
        path(f"M{h - 6} 0V-50Q{h + 2} -60 {h + 10} -50V0Z", soft(frame)),
        rect(-h, -24, w, 12, frame),
        rect(-h + 8, -40, w - 14, 18, "#f6efe2"),
        path(f"M{-h + 12} -38Q{-h + 14} -58 {-h + 42} -52L{-h + 46} -38Z", "#ffffff>#d9d2c8"),
        path(f"M{-h + 50} -46Q0 -58 {h - 6} -44V-14H{-h + 50}Z", soft(quilt)),
    )


def bathtub(colour: str = "#f6f0e6") -> str:
    """150 wide, on lion's feet."""
    return group(*(path(f"M{x} -14Q{x - 8} 0 {x + 6} 0Q{x + 12} -8 {x + 10} -16Z", GOLD) for x in (-52, 42)), path("M-76 -66C-74 -28 -60 -10 -30 -10H30C60 -10 74 -28 76 -66Z", f"#ffffff>{dark(colour, 0.25)}"), rect(-80, -72, 160, 10, colour, rx=5))


def mirror(w: float = 90, h: float = 140, frame: str = GOLD, inside: str = "", tilt: str = "#cfe4ee>#8fb0c8") -> str:
    """An oval one, around (0, 0); a picture may be seen in it."""
    outline = f"M{-w / 2:g} 0A{w / 2:g} {h / 2:g} 0 1 1 {w / 2:g} 0A{w / 2:g} {h / 2:g} 0 1 1 {-w / 2:g} 0Z"
    knobs = "".join(circle(x * w / 2, y * h / 2, w * 0.06, light(frame, 0.2)) for x, y in ring(16, 1.1))
    return group(ellipse(0, 0, w * 0.57, h * 0.56, soft(frame)), knobs, path(outline, tilt), group(inside, clip_path=outline), stroke(f"M{-w * 0.3:g} {-h * 0.1:g}L{-w * 0.08:g} {-h * 0.36:g}", "#ffffff", 4, opacity=0.5))


def frame(w: float, h: float, inside: str, colour: str = GOLD, fill: str = "#f6ead0") -> str:
    """A picture frame around (0, 0) with a picture in it."""
    outline = f"M{-w / 2:g} {-h / 2:g}H{w / 2:g}V{h / 2:g}H{-w / 2:g}Z"
    b = min(w, h) * 0.1
    return group(
        rect(-w / 2 - b, -h / 2 - b, w + 2 * b, h + 2 * b, f"{light(colour, 0.3)}>{dark(colour, 0.3)}"),
        rect(-w / 2 - b * 0.4, -h / 2 - b * 0.4, w + b * 0.8, h + b * 0.8, dark(colour, 0.35)),
        path(outline, fill),
        group(inside, clip_path=outline),
    )


def letter(seal: str = "#c8372d", colour: str = "#fbf3df") -> str:
    """An envelope, 80 wide."""
    return rect(-40, -26, 80, 52, f"{colour}>{dark(colour, 0.12)}") + stroke("M-40 -26L0 8L40 -26M-40 26L-12 -2M40 26L12 -2", dark(colour, 0.35), 1.6) + circle(0, 6, 9, soft(seal))


def feather(colour: str = "#f4efe6") -> str:
    """From its quill at (0, 0) up, 110 high."""
    return path("M0 -16C-24 -40 -20 -84 6 -112C24 -84 22 -40 0 -16Z", f"{light(colour, 0.3)}>{dark(colour, 0.2)}") + stroke("M-2 6Q0 -50 6 -108M0 -40l-13 -8M1 -56l-14 -9M2 -72l-10 -8M1 -44l13 -9M2 -60l13 -10", dark(colour, 0.35), 1.4)


def gramophone(horn: str = "#d8a03a", box_: str = "#6a4030") -> str:
    """130 high, standing on (0, 0), horn to the left."""
    return group(
        rect(-30, -34, 80, 34, soft(box_), rx=3),
        ellipse(10, -36, 36, 6, "#221c2e"),
        stroke("M30 -38C44 -60 24 -72 4 -78", horn, 7),
        path("M12 -70C-10 -72 -34 -66 -58 -44C-74 -60 -74 -104 -54 -126C-36 -102 -14 -92 12 -86Z", f"{light(horn, 0.35)}>{dark(horn, 0.2)}"),
        ellipse(-60, -85, 13, 42, f"{dark(horn, 0.3)}>>{dark(horn, 0.65)}", transform="rotate(3 -60 -85)"),
    )


def violin(colour: str = "#a8592c") -> str:
    """Upright, 170 high, its foot at (0, 0)."""
    body = "M0 0C-34 0 -40 -30 -24 -44C-18 -50 -18 -56 -22 -62C-32 -80 -16 -96 0 -96C16 -96 32 -80 22 -62C18 -56 18 -50 24 -44C40 -30 34 0 0 0Z"
    return group(rect(-4, -156, 8, 66, "#2c2030"), path("M-7 -156Q0 -176 7 -156Z", "#2c2030"), path(body, f"{light(colour, 0.3)}*{colour}*{dark(colour, 0.3)}"), path("M-4 -90H4L5 -34H-5Z", "#2c2030"), stroke("M-12 -36q-5 -8 0 -18M12 -36q5 -8 0 -18", INK, 2), stroke("M-2 -150V-12M2 -150V-12", "#f4ead6", 0.7), rect(-8, -32, 16, 4, "#6b4424"))


def piano(colour: str = "#2c2638") -> str:
    """An upright one, 140 wide, 110 high."""
    keys = "".join(f"M{x} -44V-34" for x in range(-58, 60, 8))
    return group(rect(-70, -110, 140, 62, soft(colour)), rect(-74, -116, 148, 9, light(colour, 0.15)), rect(-74, -48, 148, 16, "#fdf8ea"), stroke(keys, INK, 2.6), rect(-70, -32, 140, 32, dark(colour, 0.3)), rect(-74, -34, 10, 34, colour) + rect(64, -34, 10, 34, colour))


def spool(colour: str = "#c8372d") -> str:
    return group(rect(-18, -24, 36, 48, f"{light(colour, 0.2)}>>{dark(colour, 0.3)}"), stroke("M-18 -16L18 -10M-18 -6L18 0M-18 4L18 10M-18 14L18 20", dark(colour, 0.3), 1.6), *(rect(-26, y, 52, 9, soft("#c79a6a"), rx=3) for y in (-32, 23)))


def scissors(colour: str = "#c9ced6", grip: str = "#2c3a5a") -> str:
    """Open, pointing up, 130 high, pivot at (0, 0)."""
    blades = poly([(-6, 10), (-24, -72), (-12, -66), (6, 0)], f"{light(colour, 0.5)}>>{dark(colour, 0.2)}") + poly([(6, 10), (24, -72), (12, -66), (-6, 0)], f"{colour}>>{dark(colour, 0.35)}")
    return group(blades, stroke("M-2 4L14 26M2 4L-14 26", colour, 8), *(ellipse(s * 22, 42, 14, 19, "none", stroke=grip, stroke_width=8, transform=f"rotate({s * -24} {s * 22} 42)") for s in (-1, 1)), circle(0, 2, 4, dark(colour, 0.5)))


def telescope(colour: str = "#b8803a") -> str:
    """On a tripod, pointing up left, 110 high."""
    return group(stroke("M0 -56L-24 0M0 -56L24 0M0 -56V0", "#4a3428", 4), group(rect(-60, -10, 52, 20, soft(colour)), rect(-8, -7.5, 36, 15, soft(light(colour, 0.2))), rect(28, -5, 26, 10, soft(colour)), rect(-64, -12, 7, 24, dark(colour)), transform="translate(0 -62)rotate(32)"))


def scales(colour: str = GOLD, left: str = "", right: str = "", tilt: float = 0) -> str:
    """160 wide, 150 high, standing on (0, 0); what lies in the pans is drawn around (0, 0)."""
    return group(
        path("M-34 0Q-30 -12 -5 -14L-3 -140H3L5 -14Q30 -12 34 0Z", soft(colour)),
        stroke(f"M-70 {-130 + tilt:g}L70 {-130 - tilt:g}", colour, 5),
        circle(0, -140, 7, light(colour, 0.3)),
        *(at(s * 70, -130 - s * tilt, stroke("M0 0L-26 56M0 0L26 56", dark(colour, 0.2), 1.6), at(0, 56, load), path("M-32 56Q0 82 32 56Z", soft(colour))) for s, load in ((-1, left), (1, right))),
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


def pawn(colour: str = "#f4ead6") -> str:
    """A chess pawn, 90 high."""
    return path("M-26 0V-10Q-12 -16 -9 -48H-16V-54H-8A17 17 0 1 1 8 -54H16V-48H9Q12 -16 26 -10V0Z", f"{light(colour, 0.2)}>>{dark(colour, 0.35)}")


def rook(colour: str = "#f4ead6") -> str:
    """A chess rook, 100 high."""
    return path("M-28 0V-12L-18 -20V-68L-26 -76V-100H-14V-90H-6V-100H6V-90H14V-100H26V-76L18 -68V-20L28 -12V0Z", f"{light(colour, 0.2)}>>{dark(colour, 0.35)}")


def knight(colour: str = "#f4ead6") -> str:
    """A chess knight looking left, 110 high."""
    return path("M-28 0V-12L-16 -20C-14 -44 4 -52 0 -66C-12 -58 -22 -52 -32 -54L-38 -64C-30 -82 -18 -96 -6 -102L-2 -114L8 -102C30 -90 30 -50 20 -20L30 -12V0Z", f"{light(colour, 0.2)}>>{dark(colour, 0.35)}") + circle(-10, -82, 2.8, INK)


def gear(r: float = 40, teeth: int = 12, colour: str = "#a8865a") -> str:
    spikes = "".join(f"M{x * 0.9:.1f} {y * 0.9:.1f}L{x * 1.16:.1f} {y * 1.16:.1f}" for x, y in ring(teeth, r))
    return stroke(spikes, colour, r * 0.26) + circle(0, 0, r, f"{light(colour, 0.3)}>{dark(colour, 0.2)}") + circle(0, 0, r * 0.66, dark(colour, 0.35)) + stroke("".join(f"M0 0L{x:.1f} {y:.1f}" for x, y in ring(5, r * 0.7)), colour, r * 0.16) + circle(0, 0, r * 0.2, light(colour, 0.3))


def nest(colour: str = "#7a5a3c", eggs: str = "") -> str:
    """110 wide."""
    twigs = "".join(f"M{-56 + i * 9} {-8 + i % 3 * 6}q{20 + i % 4 * 5} {14 - i % 5 * 5} {44 - i % 3 * 8} {4 - i % 4 * 4}" for i in range(9))
    return group(eggs, path("M-58 -8Q0 10 58 -8C52 24 28 36 0 36C-28 36 -52 24 -58 -8Z", soft(colour)), stroke(twigs, light(colour, 0.35), 2), stroke(twigs, dark(colour, 0.4), 2, transform="translate(2 14)"))


def die(colour: str = "#fbf3df", pips: str = "#2c2638") -> str:
    """A cube in perspective, 80 wide."""
    return group(poly([(0, -44), (40, -24), (0, -4), (-40, -24)], light(colour, 0.6)), poly([(-40, -24), (0, -4), (0, 44), (-40, 22)], colour), poly([(40, -24), (0, -4), (0, 44), (40, 22)], dark(colour, 0.25)), ellipse(0, -24, 7, 4, pips), *(ellipse(x, y, 4, 5.4, pips) for x, y in ((-29, -6), (-11, 26), (10, 10), (20, 6), (30, 1), (10, 30), (20, 25), (30, 20))))


def kite(one: str = "#d8553c", other: str = "#f2b632") -> str:
    """110 high with a tail."""
    return group(stroke("M0 56q-20 20 0 40t-6 44", "#f4efe0", 1.6), *(path(f"M0 {y}l-12 -7v14zl12 -7v14z", c, transform=f"translate({x} 0)") for x, y, c in ((-9, 76, one), (0, 98, other), (5, 118, one))), poly([(0, -60), (38, -10), (0, 56), (-38, -10)], soft(one)), poly([(0, -60), (38, -10), (0, -10)], other) + poly([(0, 56), (-38, -10), (0, -10)], other), stroke("M0 -60V56M-38 -10H38", "#5b4030", 2))


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
        *(circle(x, -12, r, "#2c2638") + circle(x, -12, r * 0.6, stroke=trim, stroke_width=2.4) for x, r in ((-46, 12), (-14, 12), (40, 17))),
        circle(-66, -46, 6, "#fff3b0"),
    )


def bicycle(colour: str = "#3f7d8f") -> str:
    """120 wide, standing on (0, 0)."""
    spokes = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(10, 24))
    rims = "".join(at(x, -26, circle(0, 0, 25, stroke=INK, stroke_width=3.4), stroke(spokes, "#8a8796", 0.9)) for x in (-38, 38))
    return rims + stroke("M-38 -26L-26 -66L20 -62L0 -26L-26 -66M0 -26H38L20 -62M20 -62L17 -72M-26 -66L-28 -76L-40 -78", colour, 4) + stroke("M9 -74H25", INK, 5)


def swing(ropes: float = 200, colour: str = "#8a5a3c") -> str:
    """Its seat at (0, 0), ropes upwards."""
    return stroke(f"M-22 0V{-ropes}M22 0V{-ropes}", "#e6d8b8", 2) + rect(-28, -3, 56, 7, soft(colour), rx=2)


def anchor(colour: str = "#5a6478") -> str:
    """130 high, around (0, 0)."""
    return stroke("M0 -44V56M-24 -26H24M-46 20C-40 48 -20 56 0 56C20 56 40 48 46 20M-46 20l-10 12M-46 20l12 8M46 20l10 12M46 20l-12 8", colour, 9) + circle(0, -54, 11, stroke=colour, stroke_width=7)


def hat(colour: str = "#2c2638", band: str = "#c8372d") -> str:
    """A top hat, its brim on (0, 0), 90 wide, 70 high."""
    return path("M-32 -4L-36 -64Q0 -74 36 -64L32 -4Z", soft(colour)) + path("M-33 -20H33L32 -4H-32Z", band) + ellipse(0, -3, 54, 8, dark(colour, 0.2))


def boot(colour: str = "#7a4a34") -> str:
    """100 high, toe to the left."""
    return group(path("M-8 -100H30V-16L34 0H-54C-58 -20 -40 -30 -14 -36Z", soft(colour)), rect(-10, -104, 42, 10, light(colour, 0.3), rx=4), rect(-56, -5, 92, 8, dark(colour, 0.5)), stroke("M-10 -44L2 -38M-10 -58L4 -52M-10 -72L4 -66", "#f4ead6", 2.4))


def egg(colour: str = "#f6ead6", crack: str = "") -> str:
    """100 high, around (0, 0)."""
    return path("M0 -52C30 -52 40 4 36 22C30 44 14 50 0 50C-14 50 -30 44 -36 22C-40 4 -30 -52 0 -52Z", f"#ffffff*{colour}*{dark(colour, 0.25)}") + (stroke("M-37 4L-22 -8L-10 8L4 -8L16 6L26 -6L37 4", crack, 3) if crack else "")


def globe(water: str = "#4f8fae", land: str = "#b9a860", stand: str = "#8a5a34") -> str:
    """A globe on a stand, 130 high, standing on (0, 0)."""
    return group(
        path("M-30 0Q-26 -12 -4 -14V-26H4V-14Q26 -12 30 0Z", soft(stand)),
        circle(0, -78, 50, f"{light(water, 0.5)}*{water}*{dark(water, 0.35)}"),
        path("M-34 -108C-18 -118 -8 -104 -14 -92C-26 -84 -22 -70 -32 -66C-44 -74 -46 -94 -34 -108ZM4 -106C22 -116 38 -104 42 -90C32 -82 22 -90 18 -76C24 -60 14 -46 8 -44C2 -58 6 -70 -2 -80C-4 -92 -2 -102 4 -106Z", land),
        stroke("M-34 -122C-70 -100 -64 -44 -20 -26", stand, 5),
    )


def spark(r: float = 20, colour: str = "#fff3b0") -> str:
    """A five-pointed star with a glow."""
    return circle(0, 0, r * 2.2, f"{colour}@.7*{colour}@0") + path(star(5, r, r * 0.45), f"#ffffff>{colour}", stroke_linejoin="round")


def note(colour: str = INK) -> str:
    """A note of music, 40 high."""
    return stroke("M6 0V-36Q18 -32 18 -20", colour, 3) + ellipse(0, 0, 7.5, 5.5, colour, transform="rotate(-20)")


def drop(colour: str = "#6fb0d8", size: float = 1) -> str:
    return path("M0 -30C16 -6 20 2 20 12A20 20 0 0 1 -20 12C-20 2 -16 -6 0 -30Z", f"{light(colour, 0.6)}>{colour}", transform=f"scale({size:g})")


def web(r: float = 80, colour: str = "#f4f0ff", count: int = 10) -> str:
    spokes = "".join(f"M0 0L{x:.0f} {y:.0f}" for x, y in ring(count, r))
    rings = "".join("M" + "Q".join(f"{x:.0f} {y:.0f}" if i == 0 else f"{x * 0.86 + px * 0.0:.0f} {y * 0.86:.0f} {x:.0f} {y:.0f}" for i, ((x, y), px) in enumerate(zip([*ring(count, r * k), ring(count, r * k)[0]], [0] * (count + 1), strict=True))) for k in (0.25, 0.45, 0.65, 0.85))
    return stroke(spokes, colour, 1, opacity=0.7) + stroke(rings, colour, 1, opacity=0.6)


def flag_line(x: float, y: float, w: float, sag: float, colours: tuple[str, ...]) -> str:
    """Bunting from (x, y) to the right."""
    count = int(w / 26)
    spots = [(x + w * i / count, y + sag * 4 * (i / count) * (1 - i / count)) for i in range(count + 1)]
    return stroke(spots, "#f4efe0", 1.4) + group(*(poly([(a - 8, b), (a + 8, b), (a, b + 20)], colours[i % len(colours)]) for i, (a, b) in enumerate(spots[1:-1])))


def puzzle(colour: str = "#5a8fae") -> str:
    """One piece, 70 wide."""
    return path("M-30 -30H-10C-18 -46 18 -46 10 -30H30V-10C46 -18 46 18 30 10V30H10C18 14 -18 14 -10 30H-30V10C-14 18 -14 -18 -30 -10Z", soft(colour), stroke=dark(colour, 0.4), stroke_width=1.6)
