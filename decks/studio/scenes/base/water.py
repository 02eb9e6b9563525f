"""Scenes of the deck `base`: on, in and under water."""

from random import Random

from studio.beasts import cat, fox
from studio.birds import heron, penguin, swan
from studio.critters import frog, mouse, turtle
from studio.furniture import bathtub, chair, clock, frame
from studio.houses import house, lighthouse, tower, town, windmill
from studio.instruments import gramophone, letter, note, piano, violin
from studio.lands import hills, mountains, pines, sea, swell, wall
from studio.marks import at, circle, ellipse, group, inside, mix, path, poly, rect, star, stroke
from studio.pages import Page
from studio.people import crown, person, rower, sitting
from studio.plants import bare_tree, flower, tree, willow
from studio.sealife import bubbles, coral, crab, fish, jellyfish, octopus, seahorse, shell, weed
from studio.skies import beam, bolt, clouds, crescent, gulls, rain, rays, sky, stars, sun
from studio.things import bottle, eye, key, spark
from studio.toys import paper_boat, ship, umbrella

page = Page()


@page("A fox crosses the flood in an umbrella", "umbrella boat fox rain journey")
def umbrella_boat(luck: Random) -> tuple[str, ...]:
    return (
        sky("#5a7088>#8fa9b4>#d9d6c4"),
        clouds([(60, 70), (210, 40), (350, 80), (130, 110)], "#5f6f84", 170),
        swell(380, "#5f8fa0", 12, 100, 20),
        group(at(0, 0, umbrella("#c8372d", "#e8b84a", 60), size=1.9), transform="translate(200 400)scale(1 -1)"),
        at(180, 420, fox(), size=1.15),
        stroke("M226 420V250", "#5b4030", 4),
        path("M226 252C270 262 280 300 226 340Z", "#f4ead6>#d9c8a8"),
        swell(474, "#3f7488", 16, 120, 0),
        swell(540, "#2c566e", 20, 150, 60),
        at(330, 500, fish("#e8b84a"), size=0.5, turn=-30),
        rain(luck, 80),
    )


@page("An octopus gives a concert at the bottom of the sea", "octopus music deep concert many")
def octopus_concert(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1a6a8a>#0f4468>#0a2344"),
        rays(200, -60, "#bff0f0", 16, 620, 0.25),
        bubbles([(60, 160, 9), (80, 120, 6), (340, 200, 10), (322, 150, 5), (200, 70, 7), (366, 90, 6)]),
        path("M-30 540C80 510 320 510 430 540V640H-30Z", "#c9b07a>#7a6a54"),
        at(200, 540, piano("#5a2f3a"), size=1.35),
        at(200, 330, octopus("#e0606a"), size=1.75),
        at(52, 380, violin(), size=0.7, turn=-20),
        at(352, 396, gramophone(), size=0.7),
        *(
            at(x, y, note("#ffe9a8"), size=s, turn=t)
            for x, y, s, t in (
                (110, 150, 1.1, -10),
                (290, 110, 1.3, 12),
                (150, 90, 0.9, 6),
                (320, 280, 1, -8),
                (50, 250, 1.2, 10),
            )
        ),
        at(46, 560, fish("#f2b632"), size=0.6, flip=True),
        at(84, 590, fish("#7fd0c0"), size=0.5, flip=True),
        at(350, 560, seahorse(), size=0.8),
        weed(14, 640, 150),
        weed(388, 640, 190, "#4f8f6a"),
    )


@page("She walks the sea bed under a jellyfish", "jellyfish umbrella deep stroll calm")
def jelly_umbrella(luck: Random) -> tuple[str, ...]:
    return (
        sky("#2a2f7a>#3a5fa8>#4fa0b8"),
        *(
            at(x, y, jellyfish(c, 120), size=s, opacity=0.75)
            for x, y, s, c in (
                (70, 120, 0.7, "#b99af0"),
                (330, 80, 0.9, "#9ad0f0"),
                (350, 300, 0.5, "#f0b0e0"),
                (120, 260, 0.35, "#b0e0f0"),
            )
        ),
        path("M-30 500C60 470 160 520 240 496S380 480 430 500V640H-30Z", "#e8cfa0>#9a8a8a"),
        at(206, 300, jellyfish("#f6a0b8", 100), size=2.1),
        stroke("M212 320V460", "#ffd0dc", 3),
        at(196, 552, person("#2f5f6f", arms="up", dress=True, hair="#5a2a24"), size=1.35),
        at(90, 562, coral("#e86a5a"), size=1.0),
        at(330, 548, coral("#e8a04a"), size=1.2),
        at(300, 580, shell(), size=0.5),
        at(130, 590, crab(), size=0.5),
        *(circle(250 + i * 26, 566 + i * 9, 3, "#9a8a8a") for i in range(5)),
        bubbles([(160, 420, 5), (150, 390, 8), (260, 430, 4)]),
    )


@page("The bottle holds the storm, the sea outside is still", "bottle ship storm calm inside")
def storm_bottle(luck: Random) -> tuple[str, ...]:
    storm = group(
        rect(-44, -120, 90, 130, "#1a2038>#3a4a6a>#5f7a8a"),
        path("M-44 -104q20 -20 44 -4q24 -14 48 4v16h-92z", "#0f1428"),
        bolt(-24, -92, 0.42),
        at(2, -30, ship(), size=0.42, turn=-16),
        swell(-34, "#3f6f88", 7, 40, 10, 10),
        swell(-16, "#24506a", 6, 34, 0, 10),
    )
    return (
        sky("#f6c9a0>#f9e2c0>#e3ecd8"),
        sun(200, 330, 40, "#ffdf9a"),
        sea(356, "#8fc0b8", waves=6),
        rect(180, 356, 40, 200, "#fff3d0@.7>#fff3d0@0"),
        at(200, 480, bottle("#a9dcd0", storm), size=2.5),
        path("M-30 556Q80 520 200 540T430 540V640H-30Z", "#e8cf9a>#c0a070"),
        at(70, 576, shell(), size=0.55),
        at(338, 590, crab(), size=0.55),
        gulls([(60, 120), (96, 98), (320, 160)], "#8a6a5a"),
    )


@page("A penguin sails south in a bathtub", "bath penguin voyage ice absurd")
def bathtub_voyage(luck: Random) -> tuple[str, ...]:
    return (
        sky("#9fd4e8>#d4eef0>#fdf0e0"),
        mountains(luck, 310, 120, "#b4d4e2", "#ffffff"),
        sea(300, "#4f9ab4", waves=5),
        poly([(30, 330), (70, 250), (110, 290), (136, 330)], "#ffffff>#a9d4e4"),
        poly([(300, 330), (330, 270), (372, 300), (400, 330)], "#ffffff>#a9d4e4"),
        stroke("M196 400V130", "#6b4a2c", 6),
        path("M200 140C290 160 310 250 300 300L200 316Z", "#f6efe2>#d9c0c0"),
        stroke("M206 180Q260 190 296 220M206 226Q250 236 300 260M206 270Q260 276 302 286", "#c8372d", 7, opacity=0.8),
        at(150, 400, penguin(), size=1.1),
        at(236, 400, penguin("#3a3f5a"), size=0.6),
        stroke("M290 380C330 340 320 300 350 296", "#c0b070", 8),
        at(200, 476, bathtub(), size=1.75),
        *(
            circle(x, y, r, "#ffffff", opacity=0.85)
            for x, y, r in ((80, 356, 14), (104, 350, 18), (128, 356, 13), (286, 352, 16), (310, 356, 11), (96, 330, 8))
        ),
        swell(474, "#3f88a8", 14, 110, 30),
        swell(540, "#2c6a8c", 18, 140),
        at(330, 520, fish("#f0903a"), size=0.6, turn=-40),
    )


@page("The lighthouse is watching", "lighthouse eye watch storm guilt")
def watching_lighthouse(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1c2b3a>#3a5a66>#7f8f7f"),
        clouds([(60, 90), (350, 60), (300, 190), (30, 240)], "#2c3a48", 160, 0.8),
        beam(206, 158, [(-40, 20), (-40, 250)], "#fff3b8", 0.6),
        beam(206, 158, [(440, 60), (440, 270)], "#fff3b8", 0.6),
        path("M80 640C100 540 140 500 200 500S310 540 330 640Z", "#4a4a50>#24242e"),
        at(206, 510, lighthouse("#a83a34", 300, "#fff3b8"), size=1.08),
        circle(206, 166, 60, "#fff6d0*#fff0b0@.5*#fff0b0@0"),
        at(206, 166, eye("#4f9a8a", "#d9a888"), size=0.82),
        swell(540, "#2f5f6c", 22, 110, 30),
        at(66, 560, rower("#e8b84a"), size=0.6, turn=-8),
        swell(580, "#1f4456", 20, 130, 0),
        rain(luck, 50, "#d0e0e0", -14, 0.35),
    )


@page("A cat looks into a goldfish bowl and sees a city", "cat city bowl tiny giant")
def bowl_city(luck: Random) -> tuple[str, ...]:
    outline = "M110 360C60 440 90 540 160 556H290C360 540 390 440 340 360Z"
    return (
        wall("#7a3f4a", 470, "#94565a"),
        at(86, 120, frame(70, 90, group(rect(-60, -60, 120, 120, "#d9c8a0"), at(0, 34, bare_tree(luck, high=80))))),
        rect(-20, 470, 440, 170, "#c98f54>#6a4028"),
        at(306, 470, cat("#e88f3a", "#9fe08a", "#fbe0b8"), size=3.4),
        path(outline, "#cfeef2@.95>#5fb0c0@.95>#2c6f8f@.95"),
        inside(
            outline,
            town(luck, 520, ("#8fd0c8", "#6ab0b8", "#b0e0d0"), ("#2f6f80", "#3f8a8f"), 62, 0.9, 90, 350),
            path("M60 520Q220 500 380 520V580H60Z", "#e8d49a>#b99a5a"),
            at(150, 410, fish("#f0703a"), size=0.6),
            at(240, 392, fish("#f2a63a"), size=0.4, flip=True),
            bubbles([(190, 380, 5), (280, 420, 4), (120, 440, 4)]),
        ),
        path("M108 362Q225 376 342 362Q225 346 108 362Z", "#e8fafa", opacity=0.8),
        stroke(outline, "#ffffff", 3, opacity=0.6),
        stroke("M112 420C100 460 110 500 134 524", "#ffffff", 6, opacity=0.6),
    )


@page("A turtle carries the old town across the sea", "turtle town burden journey old")
def turtle_town(luck: Random) -> tuple[str, ...]:
    streets = group(
        *(
            at(x, y, house(c, r, 20, 20))
            for x, y, c, r in (
                (-30, -52, "#f0dcb4", "#b8503f"),
                (-8, -60, "#e0b89a", "#7f4a5a"),
                (14, -60, "#f4e8d0", "#4f6f8f"),
                (34, -50, "#e8c89a", "#b8503f"),
            )
        ),
        at(2, -62, tower("#d9c4a0", "#8f3f4f", 14, 40)),
        at(-20, -58, tree(Random(4), "#5f9a5a", high=30)),
        at(26, -56, tree(Random(5), "#7fae5a", high=26)),
        at(-40, -46, windmill(), size=0.22),
    )
    return (
        sky("#f0a080>#f6c9a0>#f4e4c4"),
        sun(90, 130, 46, "#ffe0a0"),
        clouds([(320, 110), (50, 240)], "#fbe6d8", 120, 0.8),
        sea(330, "#4fa0a8", waves=4),
        at(210, 440, turtle("#6a8a4f", "#a9b870", streets), size=2.7),
        swell(446, "#3f90a0", 12, 100, 30),
        swell(510, "#2f7890", 16, 130, 0),
        swell(570, "#235f7a", 18, 150, 60),
        at(340, 480, rower("#c8372d"), size=0.4),
        gulls([(300, 200), (260, 180), (340, 220)], "#7a4a4a"),
    )


@page("The white swan's reflection is black and full of stars", "swan mirror opposite night twin")
def swan_reflection(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f4d8d0>#f9ece0>#e4ecec"),
        circle(200, 190, 100, "#fff8ec", opacity=0.8),
        pines(luck, 300, 14, "#a9bcc0", 90),
        rect(-20, 300, 440, 340, "#1d2450>#0d1230>#070a1c"),
        at(0, 0, group(stars(luck, 60, 300), transform="translate(0 300)")),
        circle(200, 420, 92, "#3a4486", opacity=0.6),
        at(200, 296, swan(), size=2.4),
        group(at(0, 0, swan("#14142c"), size=2.4), transform="translate(200 304)scale(1 -1)"),
        *(
            at(x, y, path(star(4, 6, 1.2), "#fff3c4"))
            for x, y in ((170, 330), (230, 350), (280, 340), (240, 320), (130, 440), (200, 322))
        ),
        stroke("M20 302H380M60 316H130M270 318H350", "#fdf4ea", 2, opacity=0.7),
        path(
            "M0 640C10 560 20 520 10 470M26 640C30 580 40 560 34 510M384 640C380 560 370 530 390 480",
            stroke="#2f3a5a",
            stroke_width=5,
        ),
    )


@page("Someone fishes for stars from the moon's lap", "moon fishing stars patience dream")
def moon_fisher(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1a1f4f>#3a4a8f>#7f9fc0"),
        stars(luck, 40, 340),
        crescent(230, 190, 118, "#fbe3a0", turn=10),
        at(214, 290, sitting("#3f7f6a", hat="#2c2638", fishing=False), size=1.05),
        stroke("M196 254L100 200V480", "#efe6d0", 1.6),
        sea(420, "#2c4f8a", waves=6),
        *(
            at(x, y, spark(r), opacity=0.9)
            for x, y, r in (
                (100, 490, 15),
                (180, 520, 9),
                (290, 500, 10),
                (50, 550, 11),
                (340, 560, 13),
                (230, 580, 8),
                (140, 460, 6),
            )
        ),
        path("M200 420Q230 410 260 420L300 600H170Z", "#fbe3a0@.45>#fbe3a0@0"),
        ellipse(100, 494, 34, 6, "none", stroke="#cfe0f4", stroke_width=1.5),
        clouds([(60, 130), (350, 330)], "#5f6fae", 120, 0.6),
    )


@page("A heron delivers a letter to the frog", "letter heron frog pond news")
def heron_letter(luck: Random) -> tuple[str, ...]:
    return (
        sky("#dcebc0>#bfe0c0>#8fc0b0"),
        sun(100, 110, 40, "#fff0b0"),
        willow(luck, "#8fb87a").join(("<g transform='translate(330 330)'>".replace("'", '"'), "</g>")),
        hills(luck, 330, 10, "#8fb478"),
        sea(345, "#5f9f98", waves=6),
        at(240, 500, heron("#6f86a8"), size=2.3),
        at(96, 214, letter(), size=0.75, turn=10),
        *(
            ellipse(x, y, rx, rx * 0.3, "#5f9a58>#3f7a48")
            for x, y, rx in ((110, 492, 70), (320, 540, 60), (210, 570, 44), (40, 560, 40), (370, 440, 34))
        ),
        at(110, 490, frog(), size=0.95),
        at(110, 436, crown(), size=0.5),
        at(330, 536, flower("#f6b0c4", "#f6e08a", 8, 9, 16)),
        at(30, 554, flower("#fdf4f0", "#f6e08a", 6, 9, 13)),
        stroke(
            "M370 640C376 560 360 520 380 470M392 640C388 580 396 550 388 520M10 640C16 590 6 560 20 520", "#4f7d46", 5
        ),
        ellipse(380, 480, 5, 18, "#7a5234"),
    )


@page("A paper boat circles the whirlpool", "whirlpool boat spiral fate brave", tremble=3)
def whirlpool(luck: Random) -> tuple[str, ...]:
    rings = []
    for i in range(12):
        k = 1 - i / 12.5
        shade = mix("#5fc0c0", "#08182e", i / 11)
        rings.append(ellipse(200 + i * 2, 330 + i * 9, 330 * k, 300 * k, shade, transform=f"rotate({i * 11} 200 340)"))
        rings.append(
            stroke(
                f"M{200 - 300 * k:.0f} {330 + i * 9}a{300 * k:.0f} {270 * k:.0f} 0 0 1 {240 * k:.0f} {-250 * k:.0f}",
                "#e8fbf6",
                2 + 4 * k,
                opacity=0.5,
                transform=f"rotate({i * 31} {200 + i * 2} {330 + i * 9})",
            )
        )
    return (
        sky("#6fc8c4"),
        *rings,
        at(112, 246, paper_boat(), size=1.35, turn=-14),
        at(100, 232, mouse(), size=0.34, turn=-14),
        at(300, 470, clock(30, 100, 200), turn=30),
        at(270, 210, chair(), size=0.5, turn=70),
        at(116, 430, umbrella("#e8b84a"), size=0.42, turn=120),
        at(344, 320, fish("#f0703a"), size=0.6, turn=70),
        at(204, 432, key(), size=0.3, turn=40),
    )
