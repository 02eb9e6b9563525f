"""What stands or hangs in rooms; on (0, 0) unless said otherwise."""

from studio.marks import at, circle, dark, ellipse, group, light, path, rect, ring, soft, stroke

INK = "#221c2e"
GOLD = "#e0b045"


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
        path(
            f"M-11 0V{-h}Q-4 {-h + 8} 0 {-h + 2}Q6 {-h + 12} 11 {-h}V0Z", f"{light(colour, 0.3)}>>{dark(colour, 0.2)}"
        ),
        stroke(f"M0 {-h}v-6", INK, 2),
        path(
            f"M0 {-h - 34}C12 {-h - 18} 9 {-h - 4} 0 {-h - 4}C-9 {-h - 4} -12 {-h - 18} 0 {-h - 34}Z",
            f"#fff6c0>{flame}",
        ),
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
        path("M-15 46V-14H15V46Z", "#000000", opacity=0.25)
        + path("M15 46L38 54V-6L15 -14Z", "#ffffff@.1>#ffffff@.1", stroke=colour, stroke_width=2.4)
        if ajar
        else "",
    )


def chair(colour: str = "#8a5a3c", seat: str = "#c8472f") -> str:
    """100 high, standing on (0, 0)."""
    return group(
        stroke("M-24 0V-100M24 0V-100M-18 -46V-4M18 -46V-4", colour, 5.5),
        stroke("M-24 -96Q0 -108 24 -96M-24 -78H24M-24 -64H24", colour, 5),
        path("M-28 -50H28L32 -40H-32Z", soft(seat)),
    )


def armchair(colour: str = "#8f3f4f") -> str:
    """110 high, from the front."""
    return group(
        rect(-36, -8, 8, 8, "#4a3028") + rect(28, -8, 8, 8, "#4a3028"),
        path("M-40 -30V-88C-40 -118 40 -118 40 -88V-30Z", soft(colour)),
        rect(-34, -44, 68, 36, f"{light(colour, 0.25)}>{dark(colour, 0.15)}", rx=8),
        *(
            path(f"M{s * 32} -8V-56Q{s * 32} -68 {s * 44} -68Q{s * 58} -68 {s * 56} -52L{s * 52} -8Z", soft(colour))
            for s in (-1, 1)
        ),
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
    return group(
        *(path(f"M{x} -14Q{x - 8} 0 {x + 6} 0Q{x + 12} -8 {x + 10} -16Z", GOLD) for x in (-52, 42)),
        path("M-76 -66C-74 -28 -60 -10 -30 -10H30C60 -10 74 -28 76 -66Z", f"#ffffff>{dark(colour, 0.25)}"),
        rect(-80, -72, 160, 10, colour, rx=5),
    )


def mirror(w: float = 90, h: float = 140, frame: str = GOLD, inside: str = "", tilt: str = "#cfe4ee>#8fb0c8") -> str:
    """An oval one, around (0, 0); a picture may be seen in it."""
    outline = f"M{-w / 2:g} 0A{w / 2:g} {h / 2:g} 0 1 1 {w / 2:g} 0A{w / 2:g} {h / 2:g} 0 1 1 {-w / 2:g} 0Z"
    knobs = "".join(circle(x * w / 2, y * h / 2, w * 0.06, light(frame, 0.2)) for x, y in ring(16, 1.1))
    return group(
        ellipse(0, 0, w * 0.57, h * 0.56, soft(frame)),
        knobs,
        path(outline, tilt),
        group(inside, clip_path=outline),
        stroke(f"M{-w * 0.3:g} {-h * 0.1:g}L{-w * 0.08:g} {-h * 0.36:g}", "#ffffff", 4, opacity=0.5),
    )


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


def telescope(colour: str = "#b8803a") -> str:
    """On a tripod, pointing up left, 110 high."""
    return group(
        stroke("M0 -56L-24 0M0 -56L24 0M0 -56V0", "#4a3428", 4),
        group(
            rect(-60, -10, 52, 20, soft(colour)),
            rect(-8, -7.5, 36, 15, soft(light(colour, 0.2))),
            rect(28, -5, 26, 10, soft(colour)),
            rect(-64, -12, 7, 24, dark(colour)),
            transform="translate(0 -62)rotate(32)",
        ),
    )


def scales(colour: str = GOLD, left: str = "", right: str = "", tilt: float = 0) -> str:
    """160 wide, 150 high, standing on (0, 0); what lies in the pans is drawn around (0, 0)."""
    return group(
        path("M-34 0Q-30 -12 -5 -14L-3 -140H3L5 -14Q30 -12 34 0Z", soft(colour)),
        stroke(f"M-70 {-130 + tilt:g}L70 {-130 - tilt:g}", colour, 5),
        circle(0, -140, 7, light(colour, 0.3)),
        *(
            at(
                s * 70,
                -130 - s * tilt,
                stroke("M0 0L-26 56M0 0L26 56", dark(colour, 0.2), 1.6),
                at(0, 56, load),
                path("M-32 56Q0 82 32 56Z", soft(colour)),
            )
            for s, load in ((-1, left), (1, right))
        ),
    )


def nest(colour: str = "#7a5a3c", eggs: str = "") -> str:
    """110 wide."""
    twigs = "".join(
        f"M{-56 + i * 9} {-8 + i % 3 * 6}q{20 + i % 4 * 5} {14 - i % 5 * 5} {44 - i % 3 * 8} {4 - i % 4 * 4}"
        for i in range(9)
    )
    return group(
        eggs,
        path("M-58 -8Q0 10 58 -8C52 24 28 36 0 36C-28 36 -52 24 -58 -8Z", soft(colour)),
        stroke(twigs, light(colour, 0.35), 2),
        stroke(twigs, dark(colour, 0.4), 2, transform="translate(2 14)"),
    )


def globe(water: str = "#4f8fae", land: str = "#b9a860", stand: str = "#8a5a34") -> str:
    """A globe on a stand, 130 high, standing on (0, 0)."""
    return group(
        path("M-30 0Q-26 -12 -4 -14V-26H4V-14Q26 -12 30 0Z", soft(stand)),
        circle(0, -78, 50, f"{light(water, 0.5)}*{water}*{dark(water, 0.35)}"),
        path(
            (
                "M-34 -108C-18 -118 -8 -104 -14 -92C-26 -84 -22 -70 -32 -66C-44 -74 -46 -94 -34 -108Z"
                "M4 -106C22 -116 38 -104 42 -90C32 -82 22 -90 18 -76C24 -60 14 -46 8 -44"
                "C2 -58 6 -70 -2 -80C-4 -92 -2 -102 4 -106Z"
            ),
            land,
        ),
        stroke("M-34 -122C-70 -100 -64 -44 -20 -26", stand, 5),
    )
