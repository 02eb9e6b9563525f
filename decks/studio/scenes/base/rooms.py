"""Scenes of the deck `base`: in rooms."""

from random import Random

from studio.beasts import bear, cat, deer, rabbit
from studio.critters import butterfly, mouse
from studio.furniture import armchair, bed, birdcage, candle, clock, frame, lantern, mirror, teacup
from studio.houses import fence, ladder, lamp
from studio.instruments import book, gear, note, violin
from studio.lands import curtains, fir, floor, grass, hills, pines, planks, swell, wall
from studio.marks import arch, at, box, circle, dark, ellipse, group, inside, light, path, poly, rect, ring, stroke
from studio.pages import Page
from studio.people import crown, face, person
from studio.plants import apple, bare_tree, pear
from studio.sealife import bubbles
from studio.skies import beam, bolt, cloud, crescent, glow, moon, petals, rays, sky, snow, stars
from studio.things import bottle, eye
from studio.toys import knight, pawn, rook

page = Page()


@page("The bed has put to sea, and something swims below", "bed sea sleep monster courage")
def bed_at_sea(luck: Random) -> tuple[str, ...]:
    return (
        sky("#24306a>#5f6fae>#e3b0a8"),
        stars(luck, 40, 230),
        crescent(70, 80, 28),
        rect(-20, 300, 440, 340, "#3f7f9f>#1f4a78>#0a1a3a"),
        swell(300, "#4f90a8", 10, 90),
        path("M60 470C20 420 120 370 220 400C330 370 400 420 360 480C340 560 80 560 60 470Z", "#0a1430", opacity=0.75),
        path("M356 460Q420 420 410 370Q440 450 380 500Z", "#0a1430", opacity=0.75),
        *(ellipse(x, 458, 17, 13, "#ffe27a") + ellipse(x, 460, 6, 11, "#0a1430") for x in (130, 192)),
        poly(
            [
                (100, 500),
                (114, 524),
                (128, 502),
                (142, 528),
                (158, 504),
                (174, 528),
                (190, 503),
                (206, 524),
                (222, 498),
                (160, 512),
            ],
            "#e8f0f0",
        ),
        stroke("M262 296V160", "#6b4a2c", 5),
        path("M264 166C330 190 334 250 330 276L264 280Z", "#fdf4e4>#d9c8c8"),
        at(200, 320, bed("#8a5a3c", "#c8473f", 170), size=1.25),
        at(136, 268, circle(0, 0, 13, "#f0c8a4"), path("M-12 -2C-14 -20 14 -20 12 -2Q0 -10 -12 -2Z", "#3a2a2a")),
        at(176, 262, rabbit("#e9d8c8"), size=0.42),
        at(300, 318, lantern(), size=0.8),
        swell(322, "#3f88a8", 9, 70, 20, 350),
        bubbles([(80, 400, 6), (300, 560, 9), (330, 520, 5), (230, 570, 6)]),
    )


@page("The wardrobe opens on a winter wood", "wardrobe snow threshold secret cold")
def wardrobe_winter(luck: Random) -> tuple[str, ...]:
    outline = box(120, 150, 160, 370)
    return (
        wall("#8f3f3a", 500, "#a8594a"),
        planks(500, "#8a5a3c"),
        rect(96, 120, 208, 420, "#6a4028>#3f2418"),
        path("M86 124H314L300 96Q200 60 100 96Z", "#7a4a30>#4f2c1c"),
        inside(
            outline,
            rect(100, 130, 200, 400, "#3a5a8a>#a9c8e0>#f0f4f8"),
            moon(236, 200, 20),
            at(0, 0, pines(luck, 440, 7, "#3f6a7a", 150, (110, 300))),
            at(0, 0, pines(luck, 470, 4, "#2a4a5a", 200, (120, 290))),
            path("M100 450Q200 420 300 460V530H100Z", "#ffffff>#cfdcec"),
            at(214, 476, deer("#8a5a44"), size=0.55),
            at(160, 492, lamp(110), size=0.8),
            group(snow(luck, 70)),
        ),
        path("M120 520H280L330 572H70Z", "#ffffff>#e9eef6"),
        path("M96 150L30 120V576L96 530Z", "#7a4a30>>#4f2c1c"),
        path("M304 150L370 120V576L304 530Z", "#4f2c1c>>#7a4a30"),
        circle(40, 350, 5, "#e0b045") + circle(360, 350, 5, "#e0b045"),
        at(180, 568, person("#f2b632", hair="#6a3a24", arms="wide"), size=1.0),
    )


@page("A bear reads by the fire, and its shadow dances", "bear fire shadow reading dance")
def bear_by_fire(luck: Random) -> tuple[str, ...]:
    return (
        wall("#3f4f5f", 500, "#52626f"),
        glow(120, 430, 330, "#ffae5a", 0.75),
        group(
            path(
                (
                    "M262 440C250 380 262 330 290 320C270 300 276 260 306 262C340 262 344 300 326 318"
                    "C356 330 360 380 350 430L372 500H340L318 440L300 500H268Z"
                ),
                "#1a1628",
            ),
            stroke("M272 350C240 330 236 290 250 262M346 350C376 320 380 280 364 250", "#1a1628", 22),
            circle(284, 262, 12, "#1a1628") + circle(330, 262, 12, "#1a1628"),
            opacity=0.5,
        ),
        rect(-20, 500, 440, 140, "#6a3f34>#2f1c20"),
        path("M10 500V300H170V500Z", "#8a7f7a>#4a4448") + path(arch(90, 500, 110, 150), "#241418"),
        rect(-4, 288, 188, 18, "#6a4434"),
        path(
            "M50 500C30 450 70 430 66 390C96 410 92 430 104 440C108 420 112 416 110 406C140 440 140 480 124 500Z",
            "#ffe27a>#f0702a>#a82a1f",
        ),
        stroke("M46 498L130 486M56 486L126 500", "#3a2420", 11),
        at(260, 570, armchair("#7a2f44"), size=1.9),
        at(258, 540, bear("#7a5238"), size=1.35),
        at(252, 500, book("#2f6f6a", 46), size=1),
        at(60, 288, clock(18, 250, 60), size=1),
        at(130, 288, candle(22), size=0.8),
        at(96, 580, cat("#2a2436"), size=0.62),
    )


@page("A cat looks into the mirror and a lion looks back", "mirror courage lion self pride")
def lion_mirror(luck: Random) -> tuple[str, ...]:
    mane = group(
        *(ellipse(0, -58, 20, 34, "#a8521f" if i % 2 else "#c8702a", transform=f"rotate({i * 20})") for i in range(18))
    )
    lion = group(
        mane,
        circle(-36, -38, 13, "#e0a04a") + circle(36, -38, 13, "#e0a04a"),
        ellipse(0, 0, 47, 46, "#f0b860>#d08a38"),
        ellipse(0, 22, 24, 18, "#fbe6c0"),
        path("M-11 8H11L0 20Z", "#5a2f24"),
        stroke("M0 20V30M0 30Q-10 38 -18 30M0 30Q10 38 18 30", "#5a2f24", 2.4),
        *(ellipse(s * 19, -8, 8, 7, "#fff3c0") + circle(s * 19, -8, 4, "#2a1f24") for s in (-1, 1)),
        at(0, -66, crown(), size=0.8),
    )
    return (
        wall("#2f5f5a", 480, "#417068"),
        planks(480, "#9a6438"),
        at(
            214,
            236,
            mirror(
                220, 330, "#e0b045", group(rect(-200, -200, 400, 400, "#f0d9a0>#e0a860"), at(0, 10, lion, size=1.35))
            ),
        ),
        path("M70 480H358V500H70Z", "#7a4a30"),
        at(150, 560, cat("#e8963a", "#8fd06a", "#fbe0b8"), size=1.4),
        ellipse(150, 562, 60, 8, "#2f1c14", opacity=0.4),
        at(320, 480, candle(50), size=1),
        at(96, 480, bottle("#d0a0c0"), size=0.4),
    )


@page("The birdcage holds a thunderstorm", "cage storm anger keep weather")
def caged_storm(luck: Random) -> tuple[str, ...]:
    storm = group(
        cloud(-4, -10, 78, "#4a5470"),
        cloud(8, -24, 56, "#39425e"),
        bolt(-10, -10, 0.5),
        bolt(14, -12, 0.34),
        stroke("M-26 0l-4 12M-16 8l-4 12M6 24l-4 12M24 2l-4 12M28 22l-3 9M-28 24l-4 12", "#bfd8f0", 1.4),
    )
    return (
        wall("#e6c88f", 490, "#d9b678"),
        planks(490, "#a8744a"),
        path(arch(86, 330, 110, 200), "#bfe6f0>#f6f0d0", stroke="#f9f0dc", stroke_width=9),
        stroke("M86 132V330M32 230H140", "#f9f0dc", 5),
        stroke("M232 -20V110", "#6a5030", 2.4),
        glow(232, 260, 190, "#8fa0ff", 0.35),
        at(232, 296, birdcage("#b8862f", storm), size=2.35),
        path("M232 560Q180 560 170 556Q232 540 300 556Q280 562 232 560Z", "#7fb0d0", opacity=0.8),
        at(90, 570, person("#c8372d", arms="up", hair="#2a1f1a", skin="#8a5a3c"), size=1.15),
        at(340, 570, cat("#4a4456"), size=0.8),
        stroke("M222 436v16M250 440v22M236 460v14", "#7fb0d0", 2.4),
    )


@page("Stairs go every way in the house of stairs", "stairs maze choice lost upside", tremble=2.4)
def house_of_stairs(luck: Random) -> tuple[str, ...]:
    def flight(x: float, y: float, turn: float, colour: str, count: int = 9) -> str:
        d = "M0 0" + "".join("v-18h22" for _ in range(count)) + f"V20H{count * 22 - 20}L20 20Z"
        treads = "".join(f"M{i * 22} {-18 - i * 18}h22" for i in range(count))
        return at(
            x,
            y,
            path(d, f"{light(colour, 0.15)}>{dark(colour, 0.3)}"),
            stroke(treads, light(colour, 0.7), 4),
            turn=turn,
        )

    return (
        sky("#2c2848>#54456a>#a8747a"),
        *(
            path(arch(x, y, 60, 96), f"{a}>{b}", stroke="#a98a8a", stroke_width=7, transform=f"rotate({t} {x} {y})")
            for x, y, t, a, b in (
                (70, 130, 0, "#8fd0e0", "#f6f0d0"),
                (340, 330, 0, "#f0b060", "#f6e0a0"),
                (200, 600, 0, "#24306a", "#6a70b0"),
                (350, 40, 180, "#7fae6a", "#e0e8b0"),
            )
        ),
        flight(20, 330, 0, "#f0c8a0"),
        flight(390, 520, -90, "#e8a088", 8),
        flight(380, 230, 180, "#d9c8b0", 9),
        flight(-10, 590, 0, "#f6d9a8", 7),
        flight(250, 110, 90, "#d99aa0", 6),
        at(108, 258, person("#c8372d", legs="walk"), size=0.6),
        at(70, 130, person("#2f4f6f"), size=0.5),
        at(290, 268, person("#e8b84a", legs="walk"), size=0.6, turn=180),
        at(96, 508, person("#3f7d6a", legs="walk"), size=0.6),
        at(338, 430, person("#6a4a8a", legs="walk"), size=0.55, turn=-90),
        at(192, 470, cat("#2a2436"), size=0.3),
    )


@page("The deer has left its picture", "escape picture art free deer")
def deer_left(luck: Random) -> tuple[str, ...]:
    wood = group(
        rect(-200, -200, 400, 400, "#a9c8b0>#dfe6c0"),
        at(0, 70, pines(luck, 0, 6, "#4f7a68", 150, (-120, 120))),
        rect(-200, 60, 400, 100, "#8fae6a>#5f8a54"),
    )
    return (
        wall("#c9b8a0", 500, "#bba88e"),
        planks(500, "#8f6240"),
        at(200, 190, frame(250, 240, wood, "#d0a040")),
        path("M150 250C160 276 180 268 190 300H236C228 270 240 262 250 240Z", "#e9e2cf", opacity=0.9),
        at(214, 540, deer("#a9683c"), size=2.0),
        *(at(x, y, fir(0, 0, h, "#4f7a68")) for x, y, h in ((60, 540, 50), (84, 552, 34))),
        grass(luck, 546, "#7fa85f", 26, 16),
        at(
            344,
            560,
            path("M-16 0L-20 -40H20L16 0Z", "#b8503f"),
            path("M-20 -40C-40 -70 -30 -90 -14 -76C-14 -100 14 -104 14 -80C34 -90 40 -60 20 -40Z", "#5f8f4f"),
        ),
        at(94, 98, butterfly("#e8a04a"), size=0.4, turn=20),
        petals(luck, 12, ("#7fae5a", "#c9a04a"), 500),
    )


@page("The violin is a house where somebody plays", "violin house music lonely song")
def violin_house(luck: Random) -> tuple[str, ...]:
    return (
        sky("#33264f>#7a4a6a>#e09a7a"),
        stars(luck, 36, 260),
        crescent(70, 90, 30),
        hills(luck, 500, 14, "#4a3a5a"),
        at(210, 560, violin("#b8602c"), size=3.1),
        path(arch(210, 552, 44, 70), "#4a2418"),
        *(
            path(arch(x, y, 30, 40), "#ffe08a", stroke="#5a2c18", stroke_width=4)
            + stroke(f"M{x} {y}v-40M{x - 15} {y - 18}h30", "#5a2c18", 2.4)
            for x, y in ((160, 500), (262, 500), (176, 330), (246, 330))
        ),
        at(246, 330, circle(0, -14, 6, "#2a1420"), path("M-8 0Q0 -16 8 0Z", "#2a1420")),
        stroke([(240, 60), (290, 30), (330, 60), (380, 20), (420, 40)], "#f6e0c0", 1.4, opacity=0.7),
        *(
            at(x, y, note("#ffe9b0"), size=s, turn=t)
            for x, y, s, t in (
                (300, 180, 1.1, 8),
                (340, 130, 1.4, -8),
                (320, 240, 0.9, 12),
                (370, 200, 1, 4),
                (90, 200, 1, -10),
                (60, 260, 0.8, 8),
            )
        ),
        stroke("M90 590Q150 570 210 560", "#e0b88a", 12),
        fence(240, 590, 9, "#e3c8b0", 30),
        at(80, 586, person("#3f6f8f", hat="#2c2638"), size=0.62),
        at(352, 570, bare_tree(luck, "#2c1f34", 120)),
    )


@page("A mouse dines at the king's table", "feast mouse king lonely table")
def mouse_feast(luck: Random) -> tuple[str, ...]:
    return (
        wall("#5a2440", 600, "#6e3550"),
        curtains("#8f2f3a", 60),
        at(200, 130, frame(84, 100, at(0, 20, face("#e0b088"), at(0, -44, crown(), size=0.9)), "#d0a040", "#3f5a4a")),
        at(200, 330, armchair("#3f4f8a"), size=1.7),
        at(206, 302, mouse(), size=1.0),
        at(188, 254, crown(), size=0.5, turn=-8),
        path("M30 330H370L440 640H-40Z", "#fdf6ea>#cfc0bc"),
        path("M30 330H370L374 348H26Z", "#e0d2c8"),
        circle(200, 440, 74, "#f6f0e6", stroke="#c9a04a", stroke_width=4) + circle(200, 440, 52, "#fdfaf2"),
        path("M150 450L226 404Q262 420 258 456L150 470Z", "#f6c94a>#d89a2c")
        + circle(188, 444, 7, "#c98a24")
        + circle(226, 448, 9, "#c98a24")
        + circle(220, 424, 5, "#c98a24"),
        at(90, 400, candle(70), size=1.1),
        at(310, 400, candle(70), size=1.1),
        at(60, 540, apple(), size=0.9),
        at(110, 560, pear(), size=0.8),
        at(330, 560, teacup("#f6efe2", "#8f2f3a"), size=1.0),
        stroke("M296 420L326 510M104 420L80 500", "#b8b4c0", 5),
    )


@page("A great eye looks in at the window", "eye window giant curious dollhouse")
def eye_at_window(luck: Random) -> tuple[str, ...]:
    return (
        wall("#e0a890", 480, "#d4957c"),
        planks(480, "#b07a4a"),
        path(box(70, 60, 260, 300), "#d9b090"),
        inside(
            box(70, 60, 260, 300),
            rect(60, 50, 280, 320, "#f0c8a8>#d9a080"),
            at(200, 210, eye("#4f8f5a", "#c98a6a"), size=2.0),
            stroke("M60 110Q200 40 340 120", "#6a3f2c", 26),
            stroke("M90 300Q200 340 310 300", "#b87f60", 4),
        ),
        stroke(box(70, 60, 260, 300), "#fdf4e4", 14),
        stroke("M200 60V360M70 210H330", "#fdf4e4", 9),
        path("M40 40C110 80 70 220 50 390H0V40Z", "#4f7f8f>#2f5a6c")
        + path("M360 40C290 80 330 220 350 390H400V40Z", "#4f7f8f>#2f5a6c"),
        stroke("M20 40H380", "#8a5a34", 8),
        at(130, 560, armchair("#b8453a"), size=1.0),
        at(270, 566, person("#3f5a7f", arms="up", dress=True, hair="#7a3f24"), size=0.9),
        at(204, 566, cat("#2c2438"), size=0.5),
        at(350, 540, lamp(120), size=1),
    )


@page("Inside the clock someone keeps time going", "clock gears work time inside")
def inside_clock(luck: Random) -> tuple[str, ...]:
    numbers = "".join(
        f"M{200 + 150 * x:.0f} {190 + 150 * y:.0f}L{200 + 172 * x:.0f} {190 + 172 * y:.0f}" for x, y in ring(12, 1)
    )
    return (
        sky("#3a2418>#7a4a2c>#2a1818"),
        circle(200, 190, 184, "#fff3d0*#f6d890*#d9a050"),
        stroke(numbers, "#5a3420", 8),
        stroke("M200 190L290 120", "#5a3420", 12) + stroke("M200 190L110 290", "#5a3420", 8),
        rays(200, 190, "#fff6d8", 10, 520, 0.25),
        at(90, 420, gear(80, 16, "#a87f4a")),
        at(226, 450, gear(60, 12, "#c99a54")),
        at(330, 400, gear(50, 10, "#8f6a44")),
        at(340, 520, gear(70, 14, "#b88a4a")),
        at(130, 560, gear(56, 12, "#8a6a4a")),
        rect(-20, 560, 440, 80, "#4a2c1c>#24140f"),
        ladder(270, 570, 230, 26, "#6a4428", 16),
        at(282, 400, person("#2f5f7f", arms="up", hat="#2c2638"), size=0.8),
        at(60, 570, path("M-10 0L-8 -30H8L10 0Z", "#b8503f"), path("M6 -26L30 -40", stroke="#b8503f", stroke_width=5)),
        at(150, 482, mouse(), size=0.34),
    )


@page("The pawn wears a crown in the mirror", "chess ambition mirror crown small", tremble=2.6)
def pawn_mirror(luck: Random) -> tuple[str, ...]:
    queen = group(
        path(
            (
                "M-30 0V-14L-18 -22C-14 -60 -20 -84 -30 -100L-14 -92L-8 -112L0 -94L8 -112L14 -92"
                "L30 -100C20 -84 14 -60 18 -22L30 -14V0Z"
            ),
            "#f0d48a>>#a8742c",
        ),
        circle(0, -112, 5, "#fff3c0"),
    )
    return (
        sky("#2a2440>#4f3a5f>#8a5f6f"),
        curtains("#2f2a5a", 40),
        floor(400, "#efe2cc", "#3a2438", 7),
        at(
            220,
            250,
            mirror(
                190,
                300,
                "#c79a3a",
                group(
                    rect(-200, -200, 400, 400, "#f6e6c0>#d9a878"),
                    rays(0, -60, "#ffffff", 12, 260, 0.4),
                    at(0, 120, queen, size=1.9),
                ),
            ),
        ),
        rect(190, 400, 60, 20, "#8a6224"),
        at(140, 548, pawn("#f6ead6"), size=1.9),
        ellipse(150, 550, 64, 10, "#1a1020", opacity=0.4),
        at(350, 540, knight("#3a2c48"), size=1.3),
        at(50, 470, rook("#3a2c48"), size=0.9),
        beam(230, 60, [(60, 560), (240, 560)], "#fff3d0", 0.35),
    )
