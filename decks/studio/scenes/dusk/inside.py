"""Scenes of the deck `dusk`: rooms with a lamp lit."""

from random import Random

from studio.beasts import cat, fox
from studio.birds import flying
from studio.critters import mouse
from studio.furniture import armchair, candle, chair, clock, frame, lantern, mirror, teacup
from studio.houses import castle, ladder, lamp
from studio.instruments import book, note
from studio.lands import grass, hills, mountains, pines, planks, wall
from studio.marks import arch, at, box, circle, dark, ellipse, group, inside, light, mix, path, poly, rect, stroke
from studio.pages import Page
from studio.people import person, sitting
from studio.plants import leaf, tree
from studio.sealife import fish, shell
from studio.skies import crescent, glow, gulls, moon, sky, stars, sun
from studio.things import keyhole, spark
from studio.toys import knight, paper_boat, pawn, rook

page = Page()


@page("The shadow of two hands flies off", "shadow hands bird play light")
def shadow_bird(luck: Random) -> tuple[str, ...]:
    bird = (
        "M200 250C160 180 90 150 50 170C90 190 100 230 150 262C110 280 90 300 96 320"
        "C140 310 170 300 200 300C230 300 260 310 304 320C310 300 290 280 250 262"
        "C300 230 310 190 350 170C310 150 240 180 200 250Z"
    )
    return (
        wall("#c98a4a", 480, "#bd7f42"),
        glow(200, 240, 260, "#ffe6a8", 0.9),
        path(bird, "#3a1f1c", opacity=0.82, filter="blur:1.2"),
        circle(200, 240, 17, "#3a1f1c", opacity=0.82)
        + poly([(206, 222), (236, 226), (210, 238)], "#3a1f1c", opacity=0.82),
        *(
            at(x, y, path("M-12 0Q0 -14 12 0Q0 6 -12 0Z", "#3a1f1c", opacity=o), size=s)
            for x, y, s, o in ((310, 90, 1.6, 0.5), (350, 60, 1.2, 0.35), (270, 70, 1.1, 0.35))
        ),
        planks(480, "#5a3424"),
        group(
            path(
                (
                    "M150 640C150 560 120 520 96 480C90 464 104 456 114 468L140 500"
                    "C130 470 124 440 130 424C140 416 148 424 150 440C154 470 164 490 176 500"
                    "C190 512 196 560 196 640Z"
                ),
                "#d9a07a>#8a5a44",
            ),
            path(
                (
                    "M250 640C250 560 280 520 304 480C310 464 296 456 286 468L260 500"
                    "C270 470 276 440 270 424C260 416 252 424 250 440C246 470 236 490 224 500"
                    "C210 512 204 560 204 640Z"
                ),
                "#d9a07a>#8a5a44",
            ),
        ),
        at(346, 590, candle(70), size=1.2),
        at(56, 590, cat("#2a1a1c"), size=0.8),
    )


@page("The candle has melted into a castle", "candle castle wax time siege")
def candle_castle(luck: Random) -> tuple[str, ...]:
    drips = (
        "M110 400C100 460 80 480 84 520M290 400C300 460 322 470 318 520M150 410"
        "C146 470 140 480 146 530M250 410C254 470 262 490 254 530"
    )
    return (
        sky("#1c1420>#4a2a2c>#8a4a34"),
        glow(200, 150, 250, "#ffb85a", 0.8),
        rect(-20, 520, 440, 120, "#4a2c20>#1f1416"),
        ellipse(200, 530, 160, 30, "#c9a06a>#6a4a34"),
        path("M90 530C96 460 104 420 112 396H288C296 420 304 460 310 530Q200 556 90 530Z", "#f6e6c8>#c9a880"),
        at(200, 400, castle("#f0dcb8", "#e8c89a", "#ff9a3a"), size=1.15),
        stroke(drips, "#fbf0d8", 13),
        at(200, 166, candle(8), size=1.5),
        *(at(x, y, candle(4), size=0.8) for x, y in ((116, 214), (284, 204))),
        path(arch(200, 528, 50, 70), "#5a2c1c"),
        *(
            at(x, 560, person(c, legs="walk", arms=a), size=s)
            for x, c, a, s in (
                (60, "#3a3040", "right", 0.6),
                (96, "#4a2f38", "up", 0.55),
                (310, "#3a3040", "left", 0.6),
                (344, "#2f2a3a", "up", 0.66),
            )
        ),
        at(352, 520, knight("#2a1c24"), size=0.5),
    )


@page("The teapot pours the night for an absent guest", "teapot night guest absence table")
def night_tea(luck: Random) -> tuple[str, ...]:
    flow = "M264 180C280 230 268 300 256 366H280C292 300 304 220 286 164Z"
    return (
        wall("#5a6a54", 440, "#66775e"),
        planks(440, "#5a3a28"),
        path(arch(70, 300, 90, 210), "#e8a060>#f6d0a0", stroke="#d9c8a0", stroke_width=7)
        + stroke("M70 92V300M26 200H114", "#d9c8a0", 4),
        at(96, 540, chair("#4a2c1c", "#8a3f3a"), size=1.6),
        at(
            96,
            420,
            path(
                "M-26 0C-34 -60 -26 -110 0 -112C26 -110 34 -60 26 0Q20 -10 13 0Q6 -10 0 0Q-6 -10 -13 0Q-20 -10 -26 0Z",
                "#ffffff@.7>#ffffff@.15",
            ),
            circle(-9, -80, 4, "#2a2430"),
            circle(9, -80, 4, "#2a2430"),
            size=1.5,
        ),
        at(332, 540, chair("#4a2c1c", "#8a3f3a"), size=1.6),
        path("M40 440H380L390 470H30Z", "#f6ead6>#d9c4a8") + path("M30 470H390L380 560H40Z", "#c9b090", opacity=0.5),
        path(flow, "#1a2258>#3a3f8a"),
        inside(flow, stars(luck, 50, 400)),
        at(262, 440, teacup("#f0e2cc", "#8a3f3a", "#1a2258"), size=1.1),
        at(140, 442, teacup("#f0e2cc", "#8a3f3a", "#e8d8b8"), size=0.6),
        group(
            path("M-60 -10C-60 -60 60 -60 60 -10C60 40 -60 40 -60 -10Z", "#4f7f88>#28505a"),
            path("M54 -14C90 -20 90 -50 112 -60L124 -46C100 -30 100 10 54 12Z", "#3f6a72"),
            stroke("M-56 -24C-100 -40 -100 30 -54 16", "#3f6a72", 11),
            path("M-34 -42Q0 -66 34 -42Z", "#5f929a"),
            circle(0, -62, 8, "#d9a050"),
            transform="translate(150 150)rotate(24)scale(1.05)",
        ),
        at(200, 440, candle(50), size=0.9),
        *(at(x, y, spark(r)) for x, y, r in ((310, 300, 8), (226, 320, 6), (320, 240, 5))),
    )


@page("The bookshelf is a city after dark", "books city lights read street")
def book_city(luck: Random) -> tuple[str, ...]:
    covers = ("#6a3038", "#2f4f5f", "#8a6234", "#3f4a6a", "#4a5f4a", "#7a4a3a", "#5a3a5a")
    parts = []
    for row, y in enumerate((210, 400, 590)):
        x = -8.0
        i = row * 3
        while x < 400:
            w, h = luck.uniform(30, 52), luck.uniform(96, 150)
            c = covers[i % 7]
            parts.append(rect(x, y - h, w, h, f"{light(c, 0.15)}>>{dark(c, 0.3)}"))
            parts.append(rect(x, y - h + 10, w, 5, "#d0a050", opacity=0.8))
            parts += [
                rect(x + w * dx, y - h + 26 + k * 24, w * 0.2, 12, "#ffdf8a" if luck.random() < 0.6 else dark(c, 0.5))
                for k in range(int(h / 30) - 1)
                for dx in (0.2, 0.6)
            ]
            x, i = x + w + 1, i + 1
        parts.append(rect(-20, y, 440, 20, "#7a4a2c>#3a2216"))
    return (
        sky("#1a1a2c>#2a2438>#1c1620"),
        stars(luck, 24, 60),
        *parts,
        at(340, 54, crescent(0, 0, 24)),
        ladder(120, 590, 390, 30, "#c9965a", 30),
        at(140, 330, person("#e8b84a", arms="up", hair="#2a1a14"), size=0.9),
        at(300, 590, lamp(130), size=0.8),
        at(250, 590, person("#26202c", hat="#26202c", legs="walk"), size=0.55),
        at(220, 400, cat("#14101c"), size=0.5),
        at(60, 210, lamp(80), size=0.6),
    )


@page("The dancer in the music box is real", "dancer music box turning captive")
def music_box(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3a1c30>#7a3f50>#c9806a"),
        glow(200, 280, 230, "#ffe0b8", 0.7),
        path("M60 60H340V380H60Z", "#5a2f38>#8a4a4a") + path("M80 80H320V372H80Z", "#f0d0b8>#b87a72"),
        at(
            200,
            220,
            mirror(
                170,
                230,
                "#d9a850",
                group(
                    rect(-120, -150, 240, 300, "#c9d0d8>#8a8a9a"),
                    at(6, 104, person("#d9909a", arms="both", dress=True), size=1.5, opacity=0.55),
                ),
            ),
        ),
        path("M40 372H360L384 420V540H16V420Z", "#8a4a44>#4a2430"),
        path("M40 372H360L384 420H16Z", "#3a1a24"),
        ellipse(200, 396, 80, 16, "#d9a850>#8a5a2c"),
        at(
            200,
            394,
            group(
                path("M-6 -64C-50 -56 -60 -40 -58 -34Q0 -20 58 -34C60 -40 50 -56 6 -64Z", "#fbe6e6>#e8a0a8"),
                stroke("M0 -36V0M2 -36L26 -30L6 -18", "#f0c8a4", 6),
                path("M-9 -92L-7 -58H7L9 -92Q0 -98 -9 -92Z", "#e8808e"),
                stroke("M-8 -90C-34 -104 -26 -136 0 -138M8 -90C34 -104 26 -136 0 -138", "#f0c8a4", 5),
                circle(0, -106, 10, "#f0c8a4"),
                path("M-10 -106C-12 -122 12 -122 10 -106Q0 -114 -10 -106Z", "#2a1a1c"),
                circle(0, -122, 5, "#2a1a1c"),
            ),
            size=1.25,
        ),
        at(200, 480, keyhole("#1f0f16", 0.5)),
        circle(200, 480, 34, stroke="#d9a850", stroke_width=5),
        stroke("M384 480H404", "#d9a850", 7) + circle(400, 468, 9, stroke="#d9a850", stroke_width=5),
        rect(-20, 540, 440, 100, "#5a3a34>#2a1a1c"),
        at(80, 586, mouse(), size=0.6),
        *(at(x, y, note("#fbe6c8"), size=s) for x, y, s in ((300, 120, 1), (330, 90, 0.8), (90, 130, 0.9))),
    )


@page("The painting goes on outside its frame", "painting window easel real illusion")
def painting_goes_on(luck: Random) -> tuple[str, ...]:
    view = group(
        rect(-20, -20, 440, 420, "#e88a5a>#f6c080>#f9e0a8"),
        sun(210, 250, 40, "#fff3c0"),
        mountains(Random(4), 300, 90, "#8a6a7a"),
        rect(-20, 300, 440, 200, "#5f7f7a>#2f5060"),
        rect(190, 300, 40, 110, "#ffe6b0", opacity=0.5),
    )
    return (
        wall("#3a3444", 640),
        inside(arch(200, 430, 300, 390), view, gulls([(110, 140), (140, 120), (290, 170)], "#5a3f4a")),
        stroke(arch(200, 430, 300, 390), "#c9a880", 13),
        stroke("M200 46V140", "#c9a880", 7),
        rect(30, 426, 340, 18, "#d9b890"),
        planks(500, "#4a3024"),
        stroke("M140 600L196 150M260 600L204 150M200 400L200 620", "#7a4f30", 8),
        rect(108, 190, 190, 220, "#f6ead6"),
        inside(
            box(114, 196, 178, 208), view, at(176, 330, paper_boat("#fdf8ea"), size=0.8), at(176, 318, fox(), size=0.3)
        ),
        stroke(box(114, 196, 178, 208), "#fdf6e6", 4),
        rect(130, 410, 144, 10, "#7a4f30"),
        at(316, 580, person("#8a3f4a", arms="left", dress=True, hair="#2a1a1f"), size=1.6),
        at(
            74,
            580,
            path("M-40 -6Q-44 -26 -10 -26Q36 -26 36 -8Q30 4 0 4Q-36 4 -40 -6Z", "#a8744a"),
            *(
                circle(x, y, 5, c)
                for x, y, c in ((-26, -14, "#e88a5a"), (-10, -19, "#f6c080"), (8, -18, "#5f7f7a"), (22, -10, "#8a6a7a"))
            ),
        ),
    )


@page("Someone fishes in the carpet", "carpet fishing room lamp absurd")
def carpet_fishing(luck: Random) -> tuple[str, ...]:
    return (
        wall("#28424a", 360, "#33525a"),
        planks(360, "#6a4030"),
        glow(300, 220, 200, "#ffcf7a", 0.7),
        at(326, 380, lamp(200, "#ffdf9a", "#2a2028"), size=0.9),
        at(76, 130, frame(84, 64, at(0, 10, fish("#e8883a"), size=0.6), fill="#d9c8a0")),
        path("M20 440L120 380H330L400 470L330 600H60Z", "#8a2f34>#5a1f2c"),
        stroke("M40 444L126 392H322L380 472L322 586H72Z", "#d9a850", 4, stroke_dasharray="10 7"),
        path("M120 490C130 450 210 440 270 460C320 480 310 540 250 550C190 560 120 540 120 490Z", "#4fa0b0>#1f5a78"),
        stroke(
            "M120 490C130 450 210 440 270 460C320 480 310 540 250 550C190 560 120 540 120 490Z",
            "#d9e8e0",
            3,
            opacity=0.8,
        ),
        *(
            ellipse(200, 500, rx, rx * 0.35, "none", stroke="#d9f0f0", stroke_width=1.6, opacity=0.6)
            for rx in (14, 28, 44)
        ),
        at(326, 420, armchair("#5a6a3f"), size=1.15),
        at(306, 376, sitting("#c8873a", hair="#d9d2c8", fishing=True), size=1.35),
        at(250, 520, fish("#e8703a"), size=0.6, turn=-10),
        path("M150 486C152 470 168 470 172 486Z", "#24404c"),
        at(70, 560, cat("#d9904a", "#8fd06a", "#f6d9b0"), size=1.0, flip=True),
        at(
            112,
            590,
            path("M-18 0L-22 -26H22L18 0Z", "#7f8a94>#4a545e"),
            at(0, -30, fish("#7fb0b8"), size=0.3, turn=-70),
        ),
    )


@page("Footprints cross the ceiling", "ceiling footprints gravity ghost upside")
def ceiling_steps(luck: Random) -> tuple[str, ...]:
    prints = [
        ellipse(x, y, 7, 12, "#2a1c1c", transform=f"rotate({t} {x} {y})", opacity=0.7)
        for x, y, t in ((40, 140, 70), (76, 118, 70), (120, 128, 84), (158, 104, 84), (204, 120, 92), (240, 96, 100))
    ]
    return (
        sky("#8a6a4a>#6a4a3a"),
        poly([(-20, -20), (420, -20), (330, 170), (70, 170)], "#d9c8a8>#b8a080"),
        poly([(-20, -20), (70, 170), (70, 430), (-20, 640)], "#6a4a44>>#8a6254"),
        poly([(420, -20), (330, 170), (330, 430), (420, 640)], "#8a6254>>#6a4a44"),
        poly([(70, 170), (330, 170), (330, 430), (70, 430)], "#a87a5f>#8a5f4c"),
        poly([(70, 430), (330, 430), (420, 640), (-20, 640)], "#7a4a30>#3f2418"),
        *prints,
        group(at(0, 0, person("#3f5a6f", legs="walk", hat="#26303a")), transform="translate(284 96)scale(1.15 -1.15)"),
        group(at(0, 0, lantern("#ffcf7a")), transform="translate(322 166)scale(.7)"),
        at(
            200,
            290,
            frame(
                90,
                110,
                group(rect(-60, -70, 120, 140, "#d9a868>#5f4a5a"), at(0, 44, tree(luck, "#7a5a34", high=80))),
                "#b8863a",
            ),
        ),
        at(110, 470, armchair("#3f5f54"), size=0.95),
        at(290, 480, lamp(150, "#ffdf9a"), size=0.8),
        at(210, 570, cat("#1f1820"), size=1.1),
    )


@page("The cuckoo has left the clock", "clock bird free time hour")
def free_cuckoo(luck: Random) -> tuple[str, ...]:
    return (
        wall("#7a5f3f", 640, "#8a6c48"),
        glow(120, 150, 240, "#ffe0a0", 0.5),
        poly([(130, 270), (260, 150), (390, 270)], "#5a3420>#3a2014"),
        rect(156, 262, 208, 200, "#8a5430>#5a3420"),
        at(260, 372, clock(66, 0, 0, "#f6e6c4", "#c9923a")),
        path(arch(260, 262, 46, 58), "#1f120c"),
        path("M237 262V226L206 216V268Z", "#a8683c") + path("M283 262V226L314 216V268Z", "#a8683c"),
        stroke("M260 250L190 190L214 150L150 120", "#c9a05a", 4),
        at(118, 112, flying("#4f8f9a", "#2f5f72"), size=1.3),
        *(
            at(x, y, leaf("#5f7f44", 46), turn=t)
            for x, y, t in ((150, 270, 200), (370, 270, -20), (160, 460, 160), (360, 460, 20), (260, 146, -90))
        ),
        stroke("M220 462V560M300 462V530", "#c9923a", 3),
        *(at(x, y, path("M-9 0Q-14 30 0 44Q14 30 9 0Z", "#7a5234>#4a2f20")) for x, y in ((220, 556), (300, 526))),
        path(arch(60, 480, 80, 140), "#1f3048>#6a6a7a", stroke="#d9c090", stroke_width=6),
        stroke("M60 342V480M22 416H98", "#d9c090", 3),
        crescent(60, 390, 12),
        at(80, 590, person("#a8402f", arms="up", dress=True, hair="#2a1a14"), size=0.95),
        at(354, 594, cat("#3a2c30"), size=0.8),
        *(
            path("M0 0q6 10 0 22q-6 -12 0 -22", "#4f8f9a", transform=f"translate({x} {y})rotate({t})")
            for x, y, t in ((190, 230, 30), (150, 300, -20), (110, 240, 60))
        ),
    )


@page("The jar keeps one summer night", "jar fireflies summer memory child")
def summer_jar(luck: Random) -> tuple[str, ...]:
    jar = "M90 190C70 200 64 220 64 250V500Q64 540 110 540H290Q336 540 336 500V250C336 220 330 200 310 190Z"
    return (
        sky("#262a3a>#3f3a48>#5a4444"),
        rect(-20, 500, 440, 140, "#5a3a2c>#2a1a18"),
        glow(200, 370, 270, "#d9f09a", 0.45),
        path(jar, "#12303a>#1f5048>#3f6a44"),
        inside(
            jar,
            stars(Random(3), 40, 330),
            at(0, 0, pines(Random(5), 470, 6, "#173a34", 110, (80, 320))),
            path("M60 480Q200 440 340 480V550H60Z", "#3a5f3a"),
            grass(Random(6), 500, "#5f8f4f", 40, 26),
            at(206, 510, person("#e8c070", arms="both", hair="#5a2f1c", dress=True), size=0.8),
            at(270, 520, fox(), size=0.4),
            *(
                circle(luck.uniform(90, 310), luck.uniform(230, 500), luck.uniform(2, 4), "#f6ffb0")
                + glow(luck.uniform(90, 310), luck.uniform(230, 500), 16, "#e8ff8a", 0.8)
                for _ in range(16)
            ),
        ),
        stroke(jar, "#cfe8e0", 4, opacity=0.8),
        stroke("M88 250V460", "#ffffff", 8, opacity=0.4),
        rect(96, 150, 208, 40, "#b8863a>#7a5424", rx=8),
        stroke(
            "M110 160V184M134 160V184M158 160V184M182 160V184M206 160V184M230 160V184M254 160V184M280 160V184",
            "#7a5424",
            4,
        ),
        path("M290 210L350 240L336 300L286 270Z", "#f0dcb8") + stroke("M300 236l34 14M298 250l30 14", "#8a6a4a", 2.4),
        at(40, 590, shell("#c9a890"), size=0.5),
        at(360, 590, book("#6a3038", 80, open_at=False)),
    )


@page("The chess pieces desert in the night", "chess flight night deserters escape")
def chess_desert(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1c2a34>#3f4a4a>#8a6a4a"),
        path(arch(200, 330, 200, 290), "#20324f>#6a5a6a>#d98a5a", stroke="#a8845a", stroke_width=10),
        inside(
            arch(200, 330, 200, 290), stars(luck, 40, 260), moon(250, 110, 26), hills(Random(3), 290, 10, "#2a2a34")
        ),
        stroke("M200 40V330", "#a8845a", 5),
        rect(80, 326, 240, 16, "#c9a070"),
        at(200, 328, knight("#efe0c0"), size=0.7),
        at(250, 328, pawn("#efe0c0"), size=0.6),
        stroke("M160 330C150 400 170 450 160 520", "#d9c8a0", 3),
        at(160, 440, pawn("#efe0c0"), size=0.55, turn=-10),
        path("M60 520L120 450H290L350 520Z", "#d9c09a"),
        *(
            poly(
                [
                    (60 + 58 * c + r * 20 * (1 - c / 2.5), 520 - r * 23.3),
                    (60 + 58 * (c + 1) + r * 20 * (1 - (c + 1) / 2.5), 520 - r * 23.3),
                    (60 + 58 * (c + 1) + (r + 1) * 20 * (1 - (c + 1) / 2.5), 520 - (r + 1) * 23.3),
                    (60 + 58 * c + (r + 1) * 20 * (1 - c / 2.5), 520 - (r + 1) * 23.3),
                ],
                "#4a2f24",
            )
            for r in range(3)
            for c in range(5)
            if (r + c) % 2
        ),
        rect(56, 520, 298, 18, "#6a4028"),
        rect(-20, 560, 440, 80, "#33221c"),
        at(290, 500, rook("#3a2a34"), size=0.8),
        at(334, 590, pawn("#3a2a34"), size=0.7, turn=20),
        at(90, 590, pawn("#efe0c0"), size=0.6, turn=-70),
        at(
            246,
            500,
            group(
                path(
                    "M-26 0V-12L-16 -20C-12 -54 -18 -74 -24 -86L0 -78L24 -86C18 -74 12 -54 16 -20L26 -12V0Z",
                    "#5a3a44>>#1f141c",
                ),
                stroke("M0 -80V-104M-9 -95H9", "#5a3a44", 5),
            ),
            size=0.9,
        ),
        at(50, 500, candle(60), size=1),
    )


@page("Behind every door there is a door", "doors corridor endless echo light", tremble=2)
def endless_doors(luck: Random) -> tuple[str, ...]:
    frames = []
    for i in range(9):
        k = 0.76**i
        w, h, y = 360 * k, 560 * k, 300 + 300 * k * 0.96
        tone = mix("#4a2430", "#f6c878", i / 9)
        frames.append(path(arch(200 + (i % 2) * 3, y, w, h), tone))
        frames.append(path(arch(200, y, w * 0.86, h * 0.93), f"{dark(tone, 0.15)}>{dark(tone, 0.45)}"))
        frames.append(
            poly(
                [
                    (200 - w * 0.43, y),
                    (200 - w * 0.43, y - h * 0.6),
                    (200 - w * 0.33, y - h * 0.56),
                    (200 - w * 0.33, y - h * 0.05),
                ],
                light(tone, 0.12),
            )
        )
    return (
        sky("#2a1420>#3a1c28"),
        *frames,
        glow(200, 322, 90, "#fff3c4", 0.95),
        at(200, 344, person("#2a1a24", hair="#2a1a24"), size=0.3),
        at(212, 395, person("#3f5f6a", legs="walk"), size=0.55),
        at(190, 470, person("#c8472f", legs="walk", hat="#26202a"), size=0.95),
        at(250, 580, cat("#150c14"), size=0.9),
    )
