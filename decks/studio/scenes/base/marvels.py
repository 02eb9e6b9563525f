"""Scenes of the deck `base`: things that are more than things."""

from random import Random

from studio.beasts import cat, elephant, fox, rabbit
from studio.birds import owl, songbird
from studio.critters import butterfly, dragon, mouse, snail
from studio.furniture import candle, chair, mirror, nest, scales
from studio.houses import house, ladder, town
from studio.instruments import book, feather, gramophone, hourglass
from studio.lands import fir, grass, hills, mountains, pines, planks, swell, wall
from studio.marks import at, circle, dark, ellipse, group, inside, path, poly, rect, stroke
from studio.pages import Page
from studio.people import person, sitting
from studio.plants import dandelion, flower, leaf, seed, tree
from studio.sealife import whale
from studio.skies import clouds, glow, gulls, moon, petals, rays, sky, stars, sun
from studio.things import eye
from studio.toys import die, paper_boat, puzzle, ship

page = Page()


@page("A town runs through the hourglass into the sea", "hourglass time town sea loss", tremble=2.6)
def hourglass_town(luck: Random) -> tuple[str, ...]:
    upper = group(
        rect(-36, -52, 72, 52, "#f6d9a0>#f0b878"),
        town(Random(3), -22, ("#d9b48a", "#e8cba0"), ("#a8483a", "#7f4a5a"), 9, 0.3, -30, 30),
        path("M-28 -24C-24 -14 -6 -10 -3 -2H3C6 -10 24 -14 28 -24Z", "#e0b060"),
    )
    lower = group(
        rect(-36, 0, 72, 52, "#9fd8e8>#e8f0d8"),
        swell(34, "#3f8fae", 2, 14, 0, 60),
        at(6, 35, ship(), size=0.13),
        path("M-2 0L-3 36H3L2 0Z", "#e0b060"),
    )
    outline = "M-32 -50C-32 -18 -6 -12 -4 0C-6 12 -32 18 -32 50H32C32 18 6 12 4 0C6 -12 32 -18 32 -50Z"
    return (
        sky("#3a2f5a>#7f5a7a>#d89a7a"),
        glow(200, 300, 270, "#ffe0b0", 0.5),
        planks(540, "#5a3428"),
        at(
            200,
            320,
            hourglass("#7a4a2c", top=group(upper, clip_path=outline), low=group(lower, clip_path=outline)),
            size=3.7,
        ),
        at(50, 566, person("#c8372d", hair="#1f1420"), size=0.7),
        at(352, 560, candle(60), size=1),
        at(330, 572, book("#3f6a7f", 60, open_at=False), size=1),
        at(88, 580, mouse(), size=0.36),
    )


@page("The apple is cut and night is inside", "apple night seed universe bite")
def night_apple(luck: Random) -> tuple[str, ...]:
    inner = "M200 190C160 150 90 180 96 270C100 350 160 400 200 380C240 400 300 350 304 270C310 180 240 150 200 190Z"
    return (
        sky("#e9e0c4>#e4cfa0>#c99a6a"),
        rect(-20, 470, 440, 170, "#a8643c>#6a3824"),
        ellipse(200, 490, 170, 34, "#3f2014", opacity=0.4),
        path(
            "M200 160C150 110 40 140 50 280C56 390 140 470 200 440C260 470 344 390 350 280C360 140 250 110 200 160Z",
            "#e0483c*#c8302c*#8a1f28",
        ),
        path(
            "M200 176C156 132 66 160 74 276C80 368 150 432 200 408C250 432 320 368 326 276C334 160 244 132 200 176Z",
            "#fdf3d8",
        ),
        path(inner, "#0f1440>#3a2f70>#7a4f8a"),
        inside(
            inner,
            stars(luck, 60, 400),
            moon(250, 250, 22),
            hills(Random(5), 360, 8, "#1a1a44"),
            at(150, 366, fir(0, 0, 60, "#12183a")),
            at(172, 370, fir(0, 0, 40, "#12183a")),
            at(214, 372, fox("#e8783a"), size=0.3),
        ),
        stroke("M200 160Q206 110 226 84", "#5b4030", 9),
        path("M214 116Q262 70 320 100Q276 150 214 116Z", "#6fa04f>#4a7a3c"),
        *(
            ellipse(x, y, 6, 11, "#5a2f1c", transform=f"rotate({t} {x} {y})")
            for x, y, t in ((70, 520, 40), (120, 552, -20), (330, 530, 60))
        ),
        poly([(300, 560), (410, 520), (420, 534), (306, 574)], "#e4e8ee>#a9b0bc"),
        at(88, 498, snail(), size=0.36),
    )


@page("The egg has let its dragon out", "egg dragon birth fire begin")
def dragon_egg(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f0c060>#f6e0a0>#8fc0a8"),
        rays(200, 330, "#fff6d0", 16, 500, 0.4),
        mountains(luck, 520, 120, "#6f9a8f"),
        at(210, 210, dragon("#4f9a7a", "#d8553c"), size=1.3, turn=-16),
        stroke("M60 196C30 180 20 210 -10 190M56 214C30 216 26 236 -4 232", "#f0702a", 7, opacity=0.9),
        path(
            (
                "M100 450C104 420 110 400 120 380L140 402L160 372L184 404L206 370L230 402L252 374"
                "L272 404L286 384C296 408 302 430 302 460C302 520 252 560 200 560"
                "C150 560 98 520 100 450Z"
            ),
            "#fdf3dc>#e0c498>#a88a68",
        ),
        *(
            ellipse(x, y, r, r * 1.1, "#c97a5a", opacity=0.55)
            for x, y, r in (
                (150, 450, 14),
                (220, 430, 18),
                (256, 490, 12),
                (180, 510, 16),
                (130, 500, 8),
                (216, 536, 9),
            )
        ),
        path("M300 300L330 280L350 320L322 330Z", "#fdf3dc") + path("M110 330L90 310L70 340L96 350Z", "#fdf3dc"),
        group(at(0, 0, nest("#8a6440"), size=2.6), transform="translate(200 560)"),
        at(344, 570, person("#3f4f8a", arms="both", hair="#2a1f1a"), size=0.6),
    )


@page("Dandelion seeds carry people away", "dandelion wind people wish leave")
def dandelion_people(luck: Random) -> tuple[str, ...]:
    flyers = (
        (250, 130, 1.0, "#c8372d"),
        (320, 210, 0.8, "#3f6f9f"),
        (340, 80, 0.7, "#e8b84a"),
        (290, 300, 0.9, "#6a4a8a"),
        (370, 330, 0.6, "#5f8f54"),
        (230, 40, 0.55, "#d8607a"),
    )
    return (
        sky("#3f8f9a>#7fbfae>#f0e6a8"),
        sun(60, 90, 34, "#fff3b8"),
        hills(luck, 520, 16, "#8fbf78"),
        at(130, 600, dandelion(370, "#fffdf4", 110)),
        *(
            at(x, y, seed("#fffdf4"), size=2.6 * s, turn=14)
            + at(x - 4, y + 52 * s, person(c, arms="both", legs="walk"), size=0.62 * s, turn=8)
            for x, y, s, c in flyers
        ),
        at(300, 610, dandelion(130, "#fffdf4", 34)),
        at(360, 610, flower("#f6c52a", "#e09a1f", 70, 16, 22)),
        at(40, 610, flower("#f6c52a", "#e09a1f", 90, 16, 24)),
        grass(luck, 600, "#4f8f54", 80, 50),
        at(66, 470, butterfly("#f2903a"), size=0.5, turn=-20),
    )


@page("The gramophone plays a garden", "music garden bloom old song")
def gramophone_garden(luck: Random) -> tuple[str, ...]:
    colours = ("#e86a7a", "#f2b632", "#8a63ae", "#f6f0e0", "#4f9fc0", "#e8883a")
    blooms = [
        at(
            70 + 60 * (i % 5) + luck.uniform(-20, 20) - 46,
            250 - i * 13 + luck.uniform(-20, 20),
            flower(colours[i % 6], "#f6d34a", 16 + i % 3 * 6, 6 + i % 4, 13 + i % 3 * 6),
            turn=luck.uniform(-70, 40),
        )
        for i in range(10)
    ]
    return (
        wall("#3f6a64", 500, "#4f7d74"),
        planks(500, "#7a4a34"),
        glow(120, 200, 230, "#f6e6a8", 0.5),
        stroke(
            (
                "M170 330C110 300 60 240 40 120M180 330C160 240 160 160 190 60M190 330"
                "C230 260 280 200 330 150M160 340C100 340 60 330 10 280"
            ),
            "#6fae5a",
            5,
        ),
        *(
            at(x, y, leaf("#6fae5a", 36), turn=t)
            for x, y, t in (
                (90, 250, 200),
                (166, 200, -20),
                (240, 240, 10),
                (70, 320, 160),
                (150, 270, 220),
                (280, 196, -60),
            )
        ),
        *blooms,
        at(250, 500, gramophone("#e0ae45", "#6a3428"), size=2.1),
        at(116, 120, songbird("#4f8fc0"), size=0.8),
        at(320, 140, songbird("#e0b03a", "#fdf0c0"), size=0.8, flip=True),
        at(60, 380, butterfly("#f6a0b0"), size=0.5, turn=20),
        *(
            at(x, y, butterfly(c), size=0.4, turn=t)
            for x, y, c, t in ((340, 260, "#f2b632", -30), (210, 130, "#8fd0e0", 10))
        ),
        at(80, 566, chair("#5b4030", "#8a3f55"), size=1.0),
        at(84, 536, sitting("#e8d8c0", hair="#d9d2cc"), size=0.95, flip=True),
    )


@page("A feather outweighs the elephant", "feather weight justice light heavy")
def feather_scales(luck: Random) -> tuple[str, ...]:
    return (
        sky("#d9e6d4>#f3ecd2>#e8c89a"),
        circle(200, 210, 160, "#fff8e4", opacity=0.7),
        rect(-20, 500, 440, 140, "#a88a64>#6a5240"),
        *(
            rect(x, 90, 34, 410, "#e6d8bc>>#b9a684")
            + rect(x - 8, 80, 50, 16, "#efe4cc")
            + rect(x - 8, 486, 50, 16, "#d9c8a8")
            for x in (-6, 372)
        ),
        at(
            200,
            520,
            scales(
                "#c98f2c",
                left=at(6, 2, elephant("#7b7e9a", "#b8453a"), size=0.5),
                right=at(-4, -2, feather("#d8453a"), size=0.62, turn=18),
                tilt=-24,
            ),
            size=1.8,
        ),
        at(120, 566, person("#6a2f4a", dress=True, hair="#2a1f24"), size=0.7),
        at(292, 566, owl(), size=0.5),
        gulls([(90, 60), (310, 50)], "#8a7a6a"),
    )


@page("Giant dice roll down the hill", "dice luck run fate gamble")
def rolling_dice(luck: Random) -> tuple[str, ...]:
    return (
        sky("#6a4f8f>#c87a8a>#f6b87a"),
        clouds([(330, 70), (280, 150)], "#f6c0b0", 130, 0.8),
        path("M-30 120C80 180 200 360 430 540V640H-30Z", "#8fa04f>#3f6a4a"),
        path("M-30 120C80 180 200 360 430 540L430 552C200 374 80 194 -30 136Z", "#c9c06a"),
        at(92, 120, die("#fbf3df"), size=1.7, turn=30),
        at(230, 236, die("#d8453a", "#fff6e0"), size=2.1, turn=-16),
        at(42, 30, die("#3f6f9f", "#fff6e0"), size=1.0, turn=60),
        stroke("M20 110Q34 60 80 40M150 190Q150 150 190 130", "#fff3dc", 3, opacity=0.7),
        *(
            at(x, y, person(c, legs="run", arms=a), size=s, flip=True, turn=18)
            for x, y, c, a, s in (
                (300, 440, "#e8b84a", "both", 0.7),
                (342, 480, "#3f4f8a", "wide", 0.6),
                (372, 510, "#f6f0e0", "up", 0.5),
            )
        ),
        at(270, 416, rabbit(), size=0.34),
        at(110, 500, house("#e8cba0", "#a8483a", 80, 60)),
        at(190, 560, tree(luck, "#4f8a5a", high=90)),
        at(50, 560, tree(luck, "#5f9a54", high=110)),
    )


@page("A butterfly opens like a book of landscapes", "butterfly book wings travel change")
def landscape_butterfly(luck: Random) -> tuple[str, ...]:
    wing = "M200 250C230 120 390 90 390 200C390 270 300 300 210 290Z"
    low = "M206 296C280 296 360 340 330 420C300 490 220 420 200 330Z"

    def half(day: str, land: str, other: str, extra: str) -> str:
        return group(
            inside(
                wing,
                rect(190, 90, 210, 230, day),
                mountains(Random(3), 240, 70, land),
                extra,
                rect(190, 262, 210, 50, other),
            ),
            stroke(wing, "#2c1f30", 7),
            inside(
                low,
                rect(190, 280, 180, 200, f"{other}>{land}"),
                swell(350, other, 6, 50, 0, 500),
                swell(390, dark(other, 0.2), 6, 60, 20, 500),
            ),
            stroke(low, "#2c1f30", 7),
        )

    return (
        sky("#f6ead0>#e8d0b0>#c9a890"),
        rect(-20, 500, 440, 140, "#8a5a44>#4f3028"),
        at(200, 540, book("#7a2f3a", 170), size=1),
        glow(200, 300, 230, "#fff6d8", 0.8),
        half("#8fd0e8>#f6f0d0", "#6f9a8a", "#7fb45f", sun(320, 150, 22)),
        group(
            half("#10183f>#4a4f8f", "#3a4070", "#2f5a7a", moon(320, 150, 20)), transform="translate(400 0)scale(-1 1)"
        ),
        ellipse(200, 310, 11, 70, "#2c1f30>#5a3a4a"),
        stroke("M196 244C180 200 170 190 150 184M204 244C220 200 230 190 250 184", "#2c1f30", 4),
        circle(150, 183, 5, "#2c1f30") + circle(250, 183, 5, "#2c1f30"),
        at(330, 566, person("#3f6f8f", arms="up"), size=0.5),
    )


@page("The cat is the mountain and the yarn is the sun", "cat mountain yarn lazy guardian")
def cat_mountain(luck: Random) -> tuple[str, ...]:
    yarn = (
        "M250 90a60 60 0 0 1 100 60M244 110a70 60 0 0 1 96 60M250 140a60 50 0 0 1 70 50"
        "M290 70a60 60 0 0 1 60 90M264 172a60 70 0 0 0 84 -60M248 150a60 60 0 0 0 90 -74"
    )
    return (
        sky("#f08a6a>#f6b88a>#f9e0b8"),
        glow(300, 130, 170, "#fff0c0", 0.7),
        circle(300, 130, 60, "#f2603a*#d8402c") + stroke(yarn, "#f9a07a", 3),
        path("M340 176C380 260 300 300 360 380C400 430 330 470 380 560", stroke="#d8402c", stroke_width=4),
        path(
            "M-20 560C-10 420 40 330 96 300L90 200L140 262Q176 250 206 264L262 206L252 306C330 360 392 440 420 560Z",
            "#6a6f8a>#3f4668",
        ),
        path("M90 200L140 262L98 290ZM262 206L206 264L246 292Z", "#52587a"),
        stroke("M120 322q16 12 32 0M196 322q16 12 32 0", "#f4ecd8", 4),
        path("M166 346H184L175 356Z", "#e79aa0")
        + stroke(
            "M175 356q-10 12 -20 4M175 356q10 12 20 4M130 350L60 340M132 362L66 370M220 350L290 340M218 362L284 370",
            "#f4ecd8",
            2,
        ),
        path(
            "M60 430C80 400 120 420 140 400C170 430 200 410 230 430C260 400 300 440 330 430C300 470 100 470 60 430Z",
            "#ffffff",
            opacity=0.5,
        ),
        pines(luck, 540, 13, "#2f4a4a", 70),
        path("M300 560C380 520 430 560 400 600C340 640 200 600 120 600L110 580C220 580 280 590 300 560Z", "#565c7e"),
        rect(-20, 590, 440, 40, "#24363a"),
        town(luck, 596, ("#d9b48a", "#e8cba0"), ("#a8483a", "#7f4a5a"), 22, 0.7, 60, 280),
    )


@page("The peacock's feathers look back", "peacock eyes vanity watched proud")
def peacock_eyes(luck: Random) -> tuple[str, ...]:
    plumes = []
    for i in range(9):
        turn = -76 + i * 19
        plumes.append(
            path(
                "M0 0C-30 -120 -36 -230 0 -300C36 -230 30 -120 0 0Z",
                "#5fc0a0>#1f6a6a",
                transform=f"translate(200 440)rotate({turn})",
            )
        )
        plumes.append(
            group(
                ellipse(0, -246, 30, 36, "#e0b23e"),
                at(0, -246, eye("#3f6fb0" if i % 2 else "#8a4f2c", "#1f4e5c"), size=0.33),
                transform=f"translate(200 440)rotate({turn})",
            )
        )
    return (
        sky("#4a1f3f>#8a3a55>#d87a5a"),
        glow(200, 330, 280, "#ffd0a0", 0.5),
        rect(-20, 500, 440, 140, "#5a2f3a>#2c1a24"),
        *plumes,
        at(
            200,
            540,
            stroke("M-10 -20V0M10 -20V0", "#c9a040", 5),
            path(
                "M-34 -18C-46 -70 -22 -110 -12 -150C-12 -176 12 -176 12 -150C22 -110 46 -70 34 -18Z", "#4f8fd8>#1f3f8a"
            ),
            poly([(-6, -152), (6, -152), (0, -136)], "#f6d080"),
            stroke("M0 -170V-196M-5 -170L-14 -192M5 -170L14 -192", "#3f6fb8", 2.4),
            circle(-6, -158, 3, "#ffffff"),
            circle(6, -158, 3, "#ffffff"),
            circle(-6, -158, 1.4, "#1a1424"),
            circle(6, -158, 1.4, "#1a1424"),
        ),
        at(84, 560, mirror(50, 80), size=1),
        at(336, 570, mouse(), size=0.5),
        petals(luck, 16, ("#f6d080", "#e86a6a"), 580),
    )


@page("The inkwell spills a night for the quill to sail", "ink quill write night sail")
def ink_night(luck: Random) -> tuple[str, ...]:
    spill = "M-30 430C40 400 90 440 150 420C190 400 210 380 232 372L300 372C330 400 350 420 430 410V640H-30Z"
    return (
        sky("#f6ecd4>#efdcb8"),
        stroke(
            "".join(f"M40 {y}q40 -8 80 0t80 0t80 0t{60 - y % 50} 0" for y in range(60, 300, 34)),
            "#8a7a6a",
            2,
            opacity=0.4,
        ),
        path(spill, "#141a4a>#2f3a80>#4f4f9a"),
        inside(spill, group(stars(luck, 70, 260), transform="translate(0 390)"), circle(330, 520, 26, "#fbf0cf")),
        at(
            300,
            372,
            path("M-50 0C-60 -40 -50 -70 -34 -80V-100H34V-80C50 -70 60 -40 50 0Z", "#2f4a6a>>#16243f"),
            rect(-40, -112, 80, 14, "#b8862f"),
            path("M-38 -30Q-40 -56 -26 -70", stroke="#9fc0e0", stroke_width=4),
            turn=-72,
            size=0.95,
        ),
        at(150, 462, paper_boat("#f9f0dc"), size=1.5, turn=-4),
        at(150, 410, feather("#c8472f"), size=1.6, turn=12),
        at(120, 436, person("#3f7f8f", arms="left"), size=0.42),
        at(60, 560, whale("#5f6fc0"), size=0.4),
        path("M40 330q8 14 0 20q-8 -6 0 -20M90 350q5 9 0 14q-6 -5 0 -14", "#1f2a60"),
    )


@page("One piece of the sky is missing", "puzzle missing sky whole search")
def missing_piece(luck: Random) -> tuple[str, ...]:
    joints = ""
    for row in range(6):
        for col in range(4):
            x, y = col * 100, row * 100
            s = 1 if (row + col) % 2 else -1
            joints += (
                f"M{x} {y}v36q{s * 22} -14 {s * 22} 14t{-s * 22} 14v36M{x} {y}h36q-14 {s * 22} 14 "
                f"{s * 22}t14 {-s * 22}h36"
            )
    hole = (
        "M200 100H236Q222 122 250 122T264 100H300V136Q322 122 322 150T300 164V200H264"
        "Q278 178 250 178T236 200H200V164Q178 178 178 150T200 136Z"
    )
    return (
        sky("#4f9fd8>#a9d8e8>#f6f0d8"),
        clouds([(80, 90), (330, 250), (100, 290)], "#ffffff", 140),
        sun(60, 200, 26, "#ffe9a0"),
        hills(luck, 430, 16, "#8fbf6a"),
        hills(luck, 490, 12, "#6fa458"),
        stroke(joints, "#2f5f8a", 1.6, opacity=0.4),
        path(hole, "#0a0c22"),
        inside(hole, stars(luck, 44, 220)),
        stroke(hole, "#ffffff", 2, opacity=0.7),
        ladder(250, 560, 350, 30, "#8a5a34", 4),
        at(240, 330, person("#c8372d", arms="up"), size=0.9),
        at(150, 575, group(puzzle("#7fbfe4"), transform="rotate(14)"), size=1.0),
        at(90, 560, cat("#f0903a", "#6fae4e"), size=0.8),
        rect(-20, 580, 440, 60, "#4f8a4a"),
        at(352, 560, tree(luck, "#4f8f54", high=110)),
    )
