"""Scenes of the deck `base`: roads, towers and other buildings."""

from math import pi
from random import Random

from studio.beasts import cat, eyes, fox
from studio.birds import crow, songbird
from studio.critters import bee, butterfly, snail
from studio.furniture import chair, teacup
from studio.houses import bridge, castle, door, house, ladder, lamp, tent, wheel, windmill, window_pane
from studio.instruments import book, spool
from studio.lands import grass, hills, mountains, pines, road, swell
from studio.marks import arch, at, circle, disc, ellipse, group, inside, path, poly, rect, ring, soft, stroke
from studio.pages import Page
from studio.people import crown, face, person
from studio.plants import bare_tree, cactus, flower, leaf, tree
from studio.skies import cloud, clouds, glow, gulls, mist, rays, sky, snow, stars, sun
from studio.things import boot, spark
from studio.toys import die, knight, paper_boat, toy_balloon, train

page = Page()


@page("The bridge ends in the clouds", "bridge clouds doubt crossing faith")
def bridge_to_clouds(luck: Random) -> tuple[str, ...]:
    return (
        sky("#8fb8d8>#d4e0e4>#f8e6cc"),
        sun(310, 110, 40, "#fff3cc"),
        mountains(luck, 420, 130, "#a9bccb"),
        mist(430, "#ffffff", 200, 0.9),
        bridge(-30, 340, 310, 3, "#b09a86", 30, 300),
        clouds(
            [(300, 400), (360, 350), (270, 460), (340, 500), (390, 430), (250, 540), (310, 600)], "#ffffff", 170, 0.97
        ),
        at(150, 336, person("#c8372d", scarf="#f2b632"), size=0.72),
        at(196, 336, cat("#2c2638"), size=0.34),
        clouds([(40, 600), (130, 590)], "#f4f6f8", 170),
        gulls([(90, 180), (120, 160), (60, 210)], "#5a6a80"),
        at(352, 318, castle("#e6dccb", "#a88fb0"), size=0.32, opacity=0.75),
        at(40, 336, lamp(110, "#fff0c0"), size=0.8),
    )


@page("A red thread leads through the labyrinth", "labyrinth thread lost way patience", tremble=2)
def labyrinth(luck: Random) -> tuple[str, ...]:
    walls = []
    gaps = (200, 20, 140, 300, 80, 240)
    for i, gap in enumerate(gaps):
        r = 180 - i * 27
        round_ = 2 * pi * r
        walls.append(
            circle(
                200,
                300,
                r,
                stroke="#2f5a3c",
                stroke_width=15,
                stroke_dasharray=f"{round_ - 32:.0f} 32",
                transform=f"rotate({gap} 200 300)scale(1 1)",
            )
        )
        walls.append(
            circle(
                200,
                296,
                r,
                stroke="#5f9a58",
                stroke_width=13,
                stroke_dasharray=f"{round_ - 32:.0f} 32",
                transform=f"rotate({gap} 200 300)",
            )
        )
    bars = "".join(
        f"M{200 + 166 * x:.0f} {296 + 166 * y:.0f}L{200 + 139 * x:.0f} {296 + 139 * y:.0f}"
        for x, y in (ring(9, 1)[2], ring(9, 1)[6])
    )
    bars += "".join(
        f"M{200 + 112 * x:.0f} {296 + 112 * y:.0f}L{200 + 85 * x:.0f} {296 + 85 * y:.0f}"
        for x, y in (ring(7, 1)[1], ring(7, 1)[4])
    )
    return (
        sky("#e8d8a8>#d8c48c"),
        *(
            circle(luck.uniform(0, 400), y, luck.uniform(14, 26), "#7fae62>#4a7f4a")
            for y in (16, 40, 572, 596)
            for _ in range(9)
        ),
        *walls,
        stroke(bars, "#5f9a58", 13),
        at(200, 316, bare_tree(luck, "#5b4030", 64, ("#f2b632", "#f6d35a"), 4)),
        stroke(
            (
                "M206 600C230 540 330 500 352 420C372 340 350 220 300 180C240 130 120 150 96 220"
                "C70 290 90 380 150 410C210 436 290 400 290 320C290 270 250 230 210 238"
            ),
            "#d0261f",
            3.6,
        ),
        at(222, 262, person("#2f3f6f", legs="walk", arms="left"), size=0.42),
        at(
            88,
            560,
            group(
                ellipse(0, -24, 34, 26, "#8a5a44>#5a3a34"),
                path(
                    (
                        "M-30 -40C-60 -50 -64 -80 -50 -92C-48 -70 -36 -60 -18 -50M30 -40C60 -50 64 -80 50 -92"
                        "C48 -70 36 -60 18 -50"
                    ),
                    "#f6ecd6",
                ),
                eyes(10, -28, 3, "#fff3b0"),
                ellipse(0, -12, 14, 9, "#c98f7a"),
            ),
            size=0.8,
        ),
        at(206, 592, spool("#d0261f"), size=0.55, turn=80),
    )


@page("A train runs out of a book", "train book journey story steam")
def book_train(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f0d8b0>#f3c49a>#b98a98"),
        circle(120, 200, 120, "#fbe9c8", opacity=0.8),
        *(
            circle(x, y, r, "#ffffff>#e6d9d9", opacity=0.92)
            for x, y, r in ((190, 280, 18), (220, 240, 26), (262, 196, 34), (314, 150, 42), (372, 96, 50))
        ),
        path("M-30 470C60 380 220 430 300 520L260 560C180 490 60 470 -30 540Z", "#a98a70>#7a5a54"),
        stroke("M-30 490C60 406 210 450 290 536M-30 520C60 440 190 480 264 552", "#4a3a44", 4),
        stroke("M20 452l14 44M60 438l10 44M104 436l2 44M150 444l-8 44M194 462l-16 42M236 490l-24 36", "#5b4030", 5),
        at(170, 450, train("#a8372f"), size=1.35, turn=8),
        at(
            285,
            520,
            rect(-40, -56, 66, 52, "#3f6a7f>#274a60"),
            rect(-30, -46, 16, 16, "#ffdf8a"),
            rect(-6, -46, 16, 16, "#ffdf8a"),
            circle(-24, -4, 9, "#2c2638"),
            circle(10, -4, 9, "#2c2638"),
            turn=32,
        ),
        at(236, 568, book("#5a2f4a", 170), size=1),
        rect(-20, 588, 440, 40, "#6a4434>#3f2820"),
        at(56, 590, person("#3f5f8f", arms="up"), size=0.5),
        at(80, 590, person("#e8b84a", dress=True), size=0.4),
        at(340, 560, teacup("#f6efe2", "#4f7fae"), size=0.55),
    )


@page("The wind visits the house of cards", "cards castle wind fragile gamble", tremble=2.6)
def house_of_cards(luck: Random) -> tuple[str, ...]:
    def leaning(x: float, y: float) -> str:
        back = poly([(x - 34, y), (x, y - 70), (x + 12, y - 74), (x - 22, y - 4)], "#b8453a") + poly(
            [(x + 34, y), (x, y - 70), (x + 12, y - 74), (x + 46, y - 4)], "#f9f3e4"
        )
        suit = f"M{round(x + 24)} {round(y - 38)}q-9 -12 -7 -3q1 6 7 10q6 -4 7 -10q2 -9 -7 3z"
        return (
            back
            + path(suit, "#c8372d" if int(x) % 3 else "#2c2638")
            + stroke(f"M{x - 26} {y - 8}L{x + 4} {y - 64}", "#f6e6d0", 1.6)
        )

    tiers = [
        leaning(x, y)
        for y, xs in ((540, (90, 160, 230, 300)), (462, (125, 195, 265)), (384, (160, 230)), (306, (195,)))
        for x in xs
    ]
    decks_ = [rect(x, y, w, 6, "#f9f3e4>#d9c8b0") for x, y, w in ((70, 464, 260), (105, 386, 190), (140, 308, 120))]
    return (
        sky("#5f9a9a>#a9c8b8>#f0e6c8"),
        clouds([(350, 90)], "#ffffff", 150),
        at(352, 116, face("#f4f8f8", closed=True), size=0.62),
        stroke(
            "M300 140C260 150 250 130 220 146M296 156C250 176 230 160 196 180M304 170C270 200 250 190 214 214",
            "#ffffff",
            4,
            opacity=0.8,
        ),
        rect(-20, 540, 440, 100, "#3f6a4f>#244a3a"),
        *tiers,
        *decks_,
        at(206, 230, person("#3f4f8a", arms="wide", dress=True), size=0.66),
        at(208, 168, crown(), size=0.3),
        *(
            rect(
                -15,
                -21,
                30,
                42,
                "#f9f3e4",
                rx=3,
                stroke="#b8453a",
                stroke_width=2,
                transform=f"translate({x} {y})rotate({t})",
            )
            for x, y, t in ((90, 270, -30), (50, 340, 20), (60, 200, 60), (110, 180, 10))
        ),
        at(340, 574, die(), size=0.7),
        at(60, 584, die("#d8553c", "#fff6e0"), size=0.6),
    )


@page("Summer is kept in a snow globe", "summer winter globe memory keep")
def summer_globe(luck: Random) -> tuple[str, ...]:
    outline = disc(200, 300, 140)
    return (
        sky("#7f8fb0>#b9c4d8>#e6ebf2"),
        pines(luck, 430, 11, "#6f88a0", 150),
        path("M-30 450C80 420 300 440 430 430V640H-30Z", "#ffffff>#b9c9de"),
        glow(200, 300, 250, "#ffe8a0", 0.65),
        path(outline, "#7fd0e8>#c9f0e0"),
        inside(
            outline,
            sun(260, 220, 24, "#ffe07a"),
            cloud(140, 230, 60),
            hills(Random(8), 350, 8, "#8fc45f"),
            at(150, 372, tree(Random(3), "#5fa04f", high=110)),
            at(232, 370, house("#fdf0d4", "#d8553c", 60, 46)),
            at(196, 392, person("#e8b84a", arms="wide", legs="run"), size=0.34),
            *(
                at(x, 420, flower(c, "#fff3b0", 26, 7, 8))
                for x, c in ((110, "#e86a7a"), (150, "#f2b632"), (240, "#c98ae0"), (280, "#e86a7a"), (310, "#f6f0e0"))
            ),
            at(276, 300, butterfly("#f2903a"), size=0.3, turn=20),
        ),
        circle(200, 300, 140, "#ffffff@0*#ffffff@.05*#ffffff@.45", stroke="#ffffff", stroke_width=3),
        stroke("M94 260Q110 200 164 178", "#ffffff", 8, opacity=0.8),
        path("M90 470L106 424H294L310 470Z", "#8a5234>#5a3424"),
        rect(78, 468, 244, 18, "#6a3f2a"),
        at(340, 560, person("#3f4f7f", scarf="#c8372d", hat="#2c2c44"), size=1.0),
        at(296, 560, person("#a8472f", scarf="#f2b632"), size=0.66),
        snow(luck, 90),
    )


@page("Many doors stand in the desert", "doors desert choice sea mirage")
def desert_doors(luck: Random) -> tuple[str, ...]:
    view = "#bfe6f0>#4f9fc0"
    doors = (
        (70, 330, 0.5, "#3f7f8f"),
        (330, 340, 0.6, "#8a4f7a"),
        (200, 320, 0.4, "#c8372d"),
        (120, 420, 0.9, "#e0a03a"),
        (316, 440, 1.0, "#4f7d5f"),
        (44, 510, 1.25, "#7a5a9a"),
    )
    return (
        sky("#f6c48a>#fbe2b4>#fdf0d4"),
        sun(310, 100, 44, "#fff6d8"),
        path("M-30 310C60 270 160 330 240 300S380 270 430 310V640H-30Z", "#f0c47a>#d89a54"),
        *(at(x, y, ellipse(26, 0, 50, 6, "#a86a34", opacity=0.4), door(c), size=s) for x, y, s, c in doors),
        path("M-30 470C100 430 240 520 430 460V640H-30Z", "#e8b066>#b87a40"),
        at(
            210,
            560,
            ellipse(20, 4, 70, 8, "#8a5228", opacity=0.4),
            door("#c8472f", "#f0dcb0", view, ajar=True),
            size=1.9,
        ),
        inside(
            "M160 560V412A50 50 0 0 1 260 412V560Z",
            swell(490, "#3f8fb4", 7, 40, 0, 570),
            at(200, 492, paper_boat(), size=0.36),
            gulls([(200, 420), (226, 436)], "#ffffff", 0.6),
        ),
        path("M168 560Q210 580 290 600L120 610Q150 590 160 560Z", "#8fd0e0", opacity=0.85),
        at(96, 590, person("#f6f0e0", legs="walk", scarf="#3f7f8f", skin="#8a5a3c"), size=0.85),
        at(360, 592, cactus(), size=0.6),
    )


@page("The signpost points everywhere, the lamp has leaves", "crossroads signpost lamp choice spring")
def crossroads(luck: Random) -> tuple[str, ...]:
    arms_ = (
        (150, 150, -1, "#c8553c"),
        (252, 196, 1, "#3f7f9a"),
        (146, 244, -1, "#e0a83a"),
        (256, 292, 1, "#5f8f54"),
        (150, 338, -1, "#7a5a9a"),
    )
    return (
        sky("#6f9f9a>#bcd2ae>#f4e6b8"),
        hills(luck, 400, 22, "#8fb06a"),
        road([(60, 395, 3), (110, 450, 14), (180, 540, 70), (190, 640, 120)], "#e6d0a0"),
        road([(350, 395, 3), (300, 450, 14), (230, 540, 60), (200, 640, 110)], "#e0c894"),
        rect(191, 100, 18, 440, "#6a4a34>>#4a3026"),
        *(
            at(
                x,
                y,
                poly([(-s * 60, -22), (s * 50, -22), (s * 78, 0), (s * 50, 22), (-s * 60, 22)], soft(c)),
                stroke(f"M{-s * 44} -6h{s * 70}M{-s * 44} 6h{s * 52}", "#fdf6e4", 3, opacity=0.7),
                turn=s * (i * 4 - 8),
            )
            for i, (x, y, s, c) in enumerate(arms_)
        ),
        at(200, 100, crow(), size=0.9),
        at(346, 560, lamp(300, "#fff0a8", "#3f4a44"), size=1),
        *(
            at(346 + s * 4, y, leaf("#6fae54", 50), turn=t)
            for y, s, t in (
                (500, 1, -30),
                (460, -1, 210),
                (420, 1, -36),
                (380, -1, 216),
                (340, 1, -24),
                (300, -1, 200),
                (280, 1, -40),
            )
        ),
        at(
            346,
            232,
            *(ellipse(0, -16, 7, 15, "#f6b8c4", transform=f"rotate({t})") for t in (-70, -35, 35, 70)),
            size=1.2,
        ),
        at(110, 575, person("#2f4f7a", hat="#2c2638"), rect(14, -44, 18, 16, "#8a5a34"), size=0.95),
        at(60, 580, fox(), size=0.5),
    )


@page("The mill grinds stars to light", "mill stars flour night work")
def star_mill(luck: Random) -> tuple[str, ...]:
    return (
        sky("#10183f>#2f3f7f>#7a6fa0"),
        stars(luck, 60, 330),
        *(at(x, y, spark(r)) for x, y, r in ((120, 70, 14), (176, 36, 10), (84, 130, 9), (236, 64, 12), (290, 30, 9))),
        stroke("M120 84C140 140 190 150 200 200M236 76C236 130 220 160 214 200", "#ffe9a8", 2, stroke_dasharray="1 8"),
        hills(luck, 430, 14, "#34406a"),
        path("M-30 520C80 440 300 440 430 520V640H-30Z", "#4a5a6a>#26304a"),
        at(210, 510, windmill("#d9c8b0", "#8a4f5a"), size=2.3),
        path("M246 500C280 500 290 540 340 548C300 560 250 556 226 512Z", "#fff6c0>#ffd96a"),
        glow(290, 530, 90, "#fff0b0", 0.8),
        *(
            at(
                x,
                y,
                path("M-20 0C-26 -30 -14 -40 -8 -44H8C14 -40 26 -30 20 0Z", "#d9b98a>#a8844f"),
                path("M-8 -44L-12 -56H12L8 -44Z", "#c9a878"),
                circle(0, -54, 7, "#fff3b0"),
            )
            for x, y in ((70, 560), (112, 572), (90, 584))
        ),
        at(150, 580, person("#e0b04a", arms="right", hair="#6a3a24"), size=0.7),
        *(circle(luck.uniform(230, 380), luck.uniform(480, 590), luck.uniform(1, 2.6), "#fff3b0") for _ in range(40)),
    )


@page("He has piled up chairs to reach the sun", "chairs sun ambition tower risky")
def tower_of_chairs(luck: Random) -> tuple[str, ...]:
    pile = (
        (190, 560, 1.2, 2, "#c8472f"),
        (206, 446, 1.1, -4, "#3f7f8f"),
        (194, 342, 1.0, 5, "#e0a83a"),
        (208, 248, 0.9, -6, "#5f8f54"),
    )
    return (
        sky("#2f8fae>#8fd0c8>#f9ecc0"),
        rays(250, 70, "#fff6d0", 14, 420, 0.4),
        sun(250, 70, 46, "#ffd25a"),
        clouds([(60, 200), (350, 330), (80, 400)], "#ffffff", 110),
        hills(luck, 520, 10, "#9fc07a"),
        rect(-20, 556, 440, 90, "#7fae62>#4f8350"),
        *(at(x, y, chair("#7a4a2c", seat), size=s, turn=t) for x, y, s, t, seat in pile),
        at(206, 204, person("#b8372d", arms="up", hair="#2a1f1a"), size=0.78),
        at(84, 576, person("#f6efe0", arms="up", dress=True), size=0.62),
        at(330, 580, chair("#7a4a2c", "#8a63ae"), size=0.7, turn=80),
        at(352, 566, cat("#f0903a", "#8fd06a"), size=0.5),
        gulls([(130, 130), (320, 210)], "#3a5a6a"),
    )


@page("A large family lives in a boot", "boot home family odd laundry")
def boot_house(luck: Random) -> tuple[str, ...]:
    return (
        sky("#bfd8e4>#e9ecd8>#f6e2b4"),
        clouds([(70, 90), (330, 60)], "#ffffff", 120),
        hills(luck, 440, 20, "#a9c07a"),
        stroke("M286 190Q340 230 400 214", "#6a5a4a", 1.6),
        *(
            rect(x, y, 16, h, c)
            for x, y, h, c in (
                (300, 204, 28, "#d8553c"),
                (322, 214, 24, "#3f8fae"),
                (344, 218, 30, "#f2b632"),
                (368, 218, 24, "#f6f0e0"),
            )
        ),
        at(230, 540, boot("#96603a"), size=3.6),
        poly([(176, 178), (250, 70), (356, 178)], "#b8453a>#8a2f2f"),
        rect(292, 84, 26, 60, "#7a4a3c"),
        *(circle(x, y, r, "#ffffff", opacity=0.8) for x, y, r in ((310, 66, 12), (326, 44, 16), (350, 20, 20))),
        *(window_pane(x, y, 34, 40, "#ffe29a", "#5b3424") for x, y in ((240, 226), (304, 226), (304, 312))),
        path(arch(296, 522, 54, 88), "#3f7d6a", stroke="#e0cfae", stroke_width=6) + circle(312, 480, 3.4, "#e8c05a"),
        path(arch(100, 512, 30, 36), "#ffe29a", stroke="#5b3424", stroke_width=4),
        rect(-20, 540, 440, 100, "#8fae5a>#5f8345"),
        ladder(214, 548, 210, 22, "#c99a5a", 4),
        *(
            at(x, y, person(c, arms=a, hair=h, dress=d), size=s)
            for x, y, c, a, h, d, s in (
                (110, 576, "#c8372d", "both", "#3a2a2a", False, 0.5),
                (70, 584, "#3f6f9f", "down", "#b8722a", True, 0.62),
                (160, 580, "#e8b84a", "wide", "#1f1a20", True, 0.42),
                (220, 420, "#5f8f54", "up", "#8a4a2a", False, 0.42),
                (350, 580, "#7a4f9a", "left", "#3a2a2a", True, 0.72),
            )
        ),
        at(380, 590, songbird(), size=0.5),
    )


@page("A snail moves the castle across the road", "snail castle slow move kingdom")
def snail_castle(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f3b7a0>#f8d8b8>#f6ead0"),
        clouds([(90, 80), (340, 130)], "#fff0e4", 130),
        mountains(luck, 420, 100, "#c9a0a0"),
        hills(luck, 440, 14, "#b0b878"),
        path("M-30 500C120 460 280 470 430 500V640H-30Z", "#c9b088>#8f7858"),
        stroke("M-20 560H40M80 562H150M190 564H260M300 562H370", "#f6efe0", 6, opacity=0.8),
        at(
            196,
            536,
            snail(
                "#a86a44",
                "#7f9a4a",
                group(
                    path("M-24 -12Q-34 -44 -10 -56H36Q56 -44 48 -12Z", "#8f7f6a>#5f5448"),
                    at(13, -52, castle("#d9c8aa", "#8a3f5a"), size=0.5),
                ),
            ),
            size=2.6,
        ),
        at(
            76,
            440,
            poly([(0, -4), (30, 4), (0, 12)], "#c8372d"),
            path("M0 -6V40", stroke="#5b4030", stroke_width=3),
            size=0.9,
        ),
        at(74, 580, knight("#5a4450"), size=0.42),
        at(344, 560, person("#3f5f8f", arms="both"), size=0.55),
        at(366, 566, person("#b8453a", arms="wide", dress=True), size=0.5),
        stroke("M330 520Q380 516 430 524", "#f4f8f4", 9, opacity=0.6),
        grass(luck, 606, "#7f9050", 40, 26),
    )


@page("A wheel turns among the clouds like a flower", "wheel fair flower joy turning")
def flower_wheel(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f7c9d2>#fbe3d0>#d4ecdc"),
        clouds([(50, 470), (330, 440), (180, 500)], "#ffffff", 150, 0.85),
        at(
            200,
            230,
            *(
                ellipse(
                    0,
                    -118,
                    40,
                    62,
                    "#f6a0b0>#e8607a" if i % 2 else "#fbd06a>#f0a03a",
                    transform=f"rotate({36 * i})",
                    opacity=0.85,
                )
                for i in range(10)
            ),
        ),
        at(200, 230, wheel(10, 150, "#7a4a5a")),
        circle(200, 230, 46, "#f9d45a*#c9862c")
        + group(*(circle(200 + x, 230 + y, 4, "#8a5a24") for x, y in ring(10, 30) + ring(5, 14))),
        stroke("M200 280C206 400 190 480 200 560", "#5f9a58", 16),
        at(200, 470, leaf("#6fae5a", 120), turn=-30),
        at(200, 430, leaf("#5f9a54", 110), turn=206),
        rect(-20, 550, 440, 90, "#9fcf84>#5f9a64"),
        at(84, 566, tent(), size=0.5),
        at(322, 566, person("#3f5f8f", arms="up"), size=0.5),
        at(346, 570, person("#c8372d", arms="down", dress=True), size=0.42),
        at(352, 540, toy_balloon("#f2b632", 30), size=0.5),
        at(330, 150, bee(), size=0.9, turn=-16),
        at(52, 120, bee(), size=0.7, turn=14, flip=True),
    )
