"""Scenes of the deck `dusk`: what cannot be."""

from random import Random

from studio.beasts import cat, deer, fox
from studio.birds import crow
from studio.critters import bee, mouse
from studio.furniture import clock, lantern, nest
from studio.houses import house, town
from studio.instruments import feather, scissors
from studio.lands import hills, mountains, sea, swell
from studio.marks import at, box, circle, disc, ellipse, group, inside, path, poly, rect, ring, straight, stroke
from studio.pages import Page
from studio.people import crown, person, rower
from studio.plants import bare_tree, flower, leaf, tree
from studio.sealife import bubbles, coral, crab, school, weed
from studio.skies import bolt, clouds, crescent, glow, gulls, petals, rays, sky, snow, stars, sun
from studio.things import drop, eye, heart, key, spark
from studio.toys import ship, umbrella

page = Page()


@page("A whole autumn hangs in the lantern", "lantern autumn inside glow carry")
def autumn_lantern(luck: Random) -> tuple[str, ...]:
    pane = "M110 200H290L300 470H100Z"
    return (
        sky("#0f1a28>#1f3038>#2c3a34"),
        snow(luck, 60),
        glow(200, 340, 270, "#ff9f4a", 0.7),
        stroke("M200 -20V60", "#1a1418", 5) + circle(200, 78, 20, stroke="#1a1418", stroke_width=7),
        path("M90 200Q110 110 200 96Q290 110 310 200Z", "#3a2c30>#1a1418"),
        path(pane, "#ffe0a0>#f6a850>#b85a2c"),
        inside(
            pane,
            at(190, 450, bare_tree(luck, "#4a2418", 230, ("#c8402a", "#f0953a", "#f6c85a"), 5)),
            path("M80 440Q200 410 320 450V480H80Z", "#8a4424"),
            petals(Random(3), 20, ("#c8402a", "#f6c85a"), 460),
            at(256, 452, person("#3f4a5a", scarf="#c8372d"), size=0.44),
            at(140, 452, deer("#7a4428"), size=0.4),
        ),
        stroke(pane, "#1a1418", 8),
        stroke("M160 200L154 470M240 200L246 470M104 330H296", "#1a1418", 4),
        path("M84 470H316L326 510H74Z", "#3a2c30>#1a1418"),
        path("M-30 570Q200 540 430 570V640H-30Z", "#d9e4ea>#7f98a8"),
        at(200, 590, ellipse(0, -6, 90, 12, "#ffb860", opacity=0.5)),
        at(330, 596, person("#2a343c", arms="left", hat="#1f262c", scarf="#c8872f"), size=0.9),
        at(64, 590, fox(), size=0.62),
    )


@page("It rains only under the umbrella", "umbrella rain inside sorrow alone")
def inner_rain(luck: Random) -> tuple[str, ...]:
    drops = "".join(
        f"M{luck.uniform(84, 310):.0f} {luck.uniform(270, 500):.0f}l-3 {luck.uniform(12, 22):.0f}" for _ in range(60)
    )
    return (
        sky("#f0b878>#f6d49a>#e8c8a0"),
        sun(330, 100, 40, "#fff0c0"),
        hills(luck, 440, 16, "#c99a54"),
        rect(-20, 500, 440, 140, "#a8783f>#5f4028"),
        path("M64 262H336L320 540H90Z", "#3f5468@.75>#3f5468@.45"),
        clouds([(130, 290), (200, 280), (270, 292)], "#4a5a6a", 90),
        stroke(drops, "#cfe4f0", 1.8),
        at(200, 250, umbrella("#3a4a5a", "#4f6272", 110), size=1.85),
        bolt(150, 300, 0.5),
        at(196, 556, person("#26303c", arms="up", hair="#14161c"), size=1.75),
        ellipse(200, 560, 110, 16, "#7fa0b4", opacity=0.8),
        *(ellipse(x, 560, 12, 4, "none", stroke="#dfeef6", stroke_width=1.5) for x in (130, 170, 250, 280)),
        at(350, 580, person("#c8472f", arms="left", dress=True, hair="#5a2f1c"), size=1.0),
        at(44, 580, flower("#e8b84a", "#7a4a24", 60, 12, 15)),
        at(80, 440, tree(luck, "#d98a34", high=90)),
        petals(luck, 14, ("#d98a34", "#c8502f"), 240),
    )


@page("One heart is an anchor, one a balloon", "heart anchor balloon torn love")
def two_hearts(luck: Random) -> tuple[str, ...]:
    return (
        sky("#e8a890>#f3cdb0>#f6e0c0"),
        clouds([(60, 150), (340, 110)], "#fdeee0", 120, 0.9),
        at(250, 120, heart("#e0485a"), size=1.9),
        stroke("M250 200Q236 250 212 290", "#fdf6e6", 2),
        rect(-20, 330, 440, 310, "#2f6a78>#153f54>#08202f"),
        swell(330, "#3f7f88", 9, 90, 10, 366),
        at(196, 340, person("#26384a", arms="up", hair="#1f1418"), size=1.15, turn=8),
        stroke("M182 330Q176 420 190 470", "#4a4450", 5, stroke_dasharray="9 4"),
        at(190, 510, heart("#5a2a44"), size=1.3),
        stroke(
            "M190 456V560M150 530Q190 590 230 530M150 530l-6 14M150 530l14 8M230 530l6 14M230 530l-14 8", "#3a3444", 7
        ),
        path("M-30 590Q200 560 430 590V640H-30Z", "#6a5f50"),
        school([(320, 430), (340, 450), (300, 450), (60, 500), (80, 520), (50, 530)], "#e8c88a", 0.3),
        weed(50, 610, 120, "#1f5048"),
        weed(360, 600, 150, "#1f5048"),
        bubbles([(220, 440, 5), (232, 400, 7), (150, 420, 4)]),
        gulls([(110, 250), (80, 230), (330, 260)], "#8a5a5a"),
    )


@page("A bird broods on the globe", "world nest bird care hatch")
def world_nest(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1c2c3c>#3f5458>#a8845a"),
        stars(luck, 60, 320),
        glow(200, 330, 240, "#f6d9a0", 0.55),
        stroke("M-20 560C80 520 120 520 200 500C280 490 340 500 430 470", "#2f2424", 22),
        stroke("M300 490C330 450 340 420 380 400M90 530C70 490 40 480 20 450", "#2f2424", 10),
        *(
            at(x, y, leaf(c, 50), turn=t)
            for x, y, c, t in (
                (380, 400, "#c8502f", -40),
                (20, 450, "#d9903a", 200),
                (340, 440, "#e0a83f", 20),
                (60, 500, "#c8502f", 160),
            )
        ),
        circle(200, 390, 110, "#8fd0d8*#3f8fa0*#1f4a68"),
        path(
            (
                "M120 330C150 300 180 320 170 350C150 370 160 400 136 410C108 400 104 356 120 330Z"
                "M210 320C250 296 290 320 296 356C280 380 256 362 250 396C266 430 240 460 226 464"
                "C212 430 222 400 200 380C196 350 200 336 210 320Z"
            ),
            "#8fae5f>#5f8a4a",
        ),
        path("M262 480L250 450L270 430L258 410", stroke="#fff6d8", stroke_width=4),
        group(at(0, 0, nest("#6a4a34"), size=2.4), transform="translate(200 470)"),
        at(
            210,
            300,
            group(
                path(
                    (
                        "M-70 0C-80 -40 -50 -70 -20 -66C-20 -90 10 -100 30 -84L56 -78L32 -66"
                        "C40 -40 70 -30 110 -30C90 0 60 20 20 22C-20 24 -60 20 -70 0Z"
                    ),
                    "#c8503a>#7a2a2c",
                ),
                path("M-66 -6C-50 14 0 24 40 14C10 0 -30 -10 -66 -6Z", "#f0b890"),
                path("M0 -40C40 -46 80 -30 100 -20C70 4 20 4 0 -40Z", "#8a3030"),
                circle(10, -76, 4, "#1a1418"),
            ),
            size=1.1,
            flip=True,
        ),
        at(64, 150, crescent(0, 0, 30)),
    )


@page("The crow has stolen the sun for its hoard", "crow sun theft shiny greed")
def sun_thief(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3a2c3a>#7a4a40>#d9843f"),
        stars(luck, 20, 140),
        stroke("M-20 470C80 440 200 460 430 400M300 440C330 400 340 360 390 330", "#1f161c", 18),
        rays(120, 250, "#ffe6a0", 14, 420, 0.3),
        at(230, 450, crow("#17131f"), size=3.4),
        sun(64, 280, 44, "#ffc85a"),
        at(
            332,
            420,
            nest(
                "#4a3428",
                group(
                    at(-20, -14, spark(14)),
                    at(14, -20, key(), size=0.4, turn=60),
                    at(30, -12, crown(), size=0.5, turn=14),
                    at(-36, -12, clock(12)),
                    at(4, -8, circle(0, 0, 12, "#d9d4e0*#a8a0b8")),
                ),
            ),
            size=1.05,
        ),
        hills(luck, 530, 12, "#3a2828"),
        town(luck, 590, ("#3f2c30", "#4a3034"), ("#1f161c", "#261a20"), 40, 0.8, 100, 400),
        rect(-20, 588, 440, 50, "#1a1218"),
        *(
            at(x, 596, person(c, arms="both"), size=0.36)
            for x, c in ((30, "#c8472f"), (54, "#e8c070"), (78, "#4f6a70"))
        ),
    )


@page("The crab is king of the sunken crown", "crab crown sunken king vain")
def crab_king(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3f8078>#1f5058>#0c2430"),
        rays(230, -90, "#e8f6c8", 14, 640, 0.26),
        path("M-30 500C80 460 300 470 430 500V640H-30Z", "#b89a68>#4f4438"),
        group(
            path("M60 500L40 330L120 400L200 290L280 400L360 330L340 500Q200 540 60 500Z", "#f6d890>#d0963a>#7a4f24"),
            path("M60 500Q200 540 340 500L336 466Q200 504 64 466Z", "#b87a2c"),
            *(circle(x, y, 15, c) for x, y, c in ((40, 322, "#c83a4a"), (200, 280, "#4fa0b0"), (360, 322, "#c83a4a"))),
            *(
                ellipse(x, y, 11, 14, c)
                for x, y, c in ((110, 488, "#4fa0b0"), (200, 498, "#c83a4a"), (290, 488, "#4fa0b0"))
            ),
            transform="rotate(-8 200 400)",
        ),
        at(196, 330, crab("#e0553a"), size=1.15, turn=-8),
        at(80, 580, crab("#b8503a"), size=0.45),
        *(at(x, y, crab("#a8503c"), size=s) for x, y, s in ((150, 590, 0.5), (240, 586, 0.42), (320, 592, 0.52))),
        at(40, 560, coral("#b85a64"), size=1.0),
        at(372, 540, coral("#d98a4a"), size=1.1),
        school([(60, 200), (90, 180), (80, 230), (120, 210), (330, 160), (350, 190)], "#e8d08a", 0.34),
        stroke("M300 -20V120", "#3a3a30", 2) + path("M300 120q0 18 -12 16", stroke="#8a8f94", stroke_width=3),
        bubbles([(190, 240, 7), (204, 210, 5), (180, 180, 9)]),
    )


@page("She cuts the moon out of paper", "scissors paper moon make cut", tremble=2.6)
def paper_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#c9a878>#b08a64"),
        path("M30 30H370V470H30Z", "#1c2a4a>#2f4668"),
        stars(luck, 50, 440),
        circle(210, 210, 96, "#f6ecd0"),
        inside(disc(210, 210, 96), sun(210, 240, 50, "#f6b860"), hills(Random(4), 280, 8, "#b8743a")),
        circle(210, 210, 96, stroke="#fdf6e4", stroke_width=3, stroke_dasharray="7 6"),
        stroke("M30 30H370V470H30Z", "#fdf6e4", 4),
        at(304, 290, scissors("#c9ced6", "#8a2f34"), size=1.5, turn=-44),
        rect(-20, 500, 440, 140, "#6a4430>#3a241c"),
        at(
            120,
            540,
            group(
                circle(0, 0, 70, "#1c2a4a>#2f4668"),
                *(
                    circle(x, y, 1.8, "#fff6d8")
                    for x, y in ((-30, -20), (20, -34), (36, 10), (-10, 30), (-44, 16), (6, -4))
                ),
            ),
        ),
        *(
            poly([(x, y), (x + 22, y + 6), (x + 10, y + 18)], "#2f4668")
            for x, y in ((220, 540), (260, 570), (310, 530), (200, 590))
        ),
        at(330, 600, person("#8a3f4a", arms="up", dress=True, hair="#2a1a1a"), size=1.0),
        at(250, 600, mouse(), size=0.4),
    )


@page("The lake was wept by the sky", "tears sky lake eye sorrow")
def weeping_sky(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3a3f5a>#7a7088>#c9a0a0"),
        clouds([(60, 60), (340, 50), (200, 20)], "#5a5a74", 180, 0.9),
        at(200, 170, eye("#4f8a9a", "#b88f98"), size=1.9),
        stroke("M84 110Q200 30 316 110", "#5a4a5f", 14),
        *(at(x, y, drop("#8fc4d8", s)) for x, y, s in ((150, 270, 0.5), (220, 320, 0.62), (170, 360, 0.4))),
        mountains(luck, 430, 90, "#5a5a72", "#d9d4e0"),
        rect(-20, 430, 440, 210, "#6aa0b4>#2c5670>#1a3448"),
        *(
            ellipse(196, 470, rx, rx * 0.22, "none", stroke="#dff0f6", stroke_width=2, opacity=0.6)
            for rx in (30, 60, 96)
        ),
        at(270, 510, rower("#c8472f", "#5a3a30", hat="#26303a"), size=0.85),
        stroke("M20 560h70M250 590h80M110 600h60", "#cfe6f0", 2.4, opacity=0.5),
        path(
            "M0 640C6 580 16 560 10 500M24 640C26 590 44 570 36 520M380 640C376 590 366 560 386 510",
            stroke="#1f3440",
            stroke_width=5,
        ),
        at(60, 440, house("#c9b0a0", "#6a3f4a", 36, 30)),
    )


@page("The mask is half sun and half moon", "mask sun moon double hidden", tremble=2.6)
def day_night_mask(luck: Random) -> tuple[str, ...]:
    outline = "M200 80C290 80 330 150 322 250C314 360 260 450 200 470C140 450 86 360 78 250C70 150 110 80 200 80Z"
    sunny = "".join(
        f"M{200 + 150 * x:.0f} {260 + 190 * y:.0f}L{200 + 196 * x:.0f} {260 + 236 * y:.0f}"
        for x, y in ring(16, 1, 0.2)
        if x < -0.05
    )
    return (
        sky("#c86a3f>>#e8a860>>#4a3f60>>#14203c"),
        group(stars(luck, 60, 600), clip_path=box(210, -20, 220, 640)),
        stroke(sunny, "#ffd98a", 12),
        *(at(200 + 190 * x, 260 + 230 * y, spark(9)) for x, y in ring(16, 1, 0.2) if x > 0.05),
        path(outline, "#f6c45a>#e08a3a"),
        inside(
            outline,
            rect(200, 60, 200, 420, "#cfd6ea>#7f8ab8"),
            *(
                circle(x, y, r, "#5f6a98", opacity=0.4)
                for x, y, r in ((280, 140, 16), (300, 220, 10), (230, 120, 9), (260, 370, 13), (240, 420, 8))
            ),
        ),
        path("M110 230Q150 196 184 236Q150 256 110 230Z", "#3a1c14")
        + path("M216 236Q250 196 290 230Q250 256 216 236Z", "#10142c"),
        circle(150, 230, 8, "#fff3c0") + circle(250, 230, 8, "#dfe8ff"),
        stroke("M200 220C190 280 186 310 200 316", "#8a4a24", 4),
        path("M150 370Q200 350 250 370Q200 408 150 370Z", "#a8372f"),
        stroke("M100 190Q140 160 186 196", "#a8562a", 7) + stroke("M214 196Q260 160 300 190", "#4a5488", 7),
        circle(128, 310, 18, "#e0604a", opacity=0.4),
        stroke("M78 250Q30 300 20 420M322 250Q370 300 380 420", "#c8372d", 5),
        hills(luck, 560, 10, "#3a2430"),
        at(160, 570, person("#e8b84a", arms="right"), size=0.6)
        + at(216, 570, person("#3f4a7a", arms="left", dress=True, hair="#14101c"), size=0.6),
    )


@page("The quill writes the road as he walks", "quill road write fate author")
def written_road(luck: Random) -> tuple[str, ...]:
    return (
        sky("#d9c49a>#e8d8b4>#c9a880"),
        stroke(
            "".join(f"M{30 + (y % 3) * 6} {y}q20 -7 40 0t40 0t40 0" for y in range(40, 180, 26)),
            "#8a7458",
            2,
            opacity=0.5,
        ),
        hills(luck, 330, 20, "#b89a68"),
        mountains(luck, 330, 60, "#a88a70"),
        hills(luck, 400, 16, "#a8844f"),
        path(
            "M40 640C60 560 240 560 250 500C258 450 150 450 160 410C166 390 220 390 250 384",
            stroke="#2a2036",
            stroke_width=26,
            stroke_linecap="round",
        ),
        path(
            "M40 640C60 560 240 560 250 500C258 450 150 450 160 410C166 390 220 390 250 384",
            stroke="#4a3a5a",
            stroke_width=5,
            stroke_dasharray="14 12",
        ),
        at(262, 372, feather("#e8e0d0"), size=3.1, turn=24),
        path("M250 392L258 350L278 358Z", "#2a2036"),
        at(238, 520, person("#a8372f", legs="walk", hat="#26202c"), size=0.95),
        at(
            344,
            590,
            path("M-34 0C-40 -30 -30 -44 -20 -50V-62H20V-50C30 -44 40 -30 34 0Z", "#2a2a4a>#14142c"),
            rect(-24, -70, 48, 10, "#b8863a"),
        ),
        at(90, 420, bare_tree(luck, "#3a2c38", 100, ("#c8502f", "#d9903a"), 4)),
        at(330, 440, house("#e0c8a0", "#8a3f3a", 50, 42)),
        stroke("M300 590q-20 10 -10 26", "#2a2036", 5),
    )


@page("The bees keep a cathedral of lanterns", "bees hive light cathedral honey", tremble=2.4)
def bee_cathedral(luck: Random) -> tuple[str, ...]:
    cells = []
    for row in range(9):
        for col in range(6):
            x, y = 30 + col * 70 + (row % 2) * 35 - 18, 24 + row * 61
            lit = (row * 5 + col * 3) % 4
            fill = ("#ffd25a*#e8902c", "#a8602a>#6a3a1c", "#f6b840*#c9742a", "#8a4a20>#5a2f18")[lit]
            cells.append(
                path(
                    straight([(a * 0.95, b * 0.95) for a, b in ring(6, 38)], closed=True),
                    fill,
                    transform=f"translate({x} {y})",
                )
            )
    return (
        sky("#4a2814>#2a1810"),
        *cells,
        glow(200, 300, 250, "#ffcf60", 0.6),
        path("M130 640V330C130 260 160 220 200 190C240 220 270 260 270 330V640Z", "#2a160c"),
        path("M142 640V334C142 272 168 234 200 208C232 234 258 272 258 334V640Z", "#ffe9a8>#f0a83f>#8a4a1c"),
        at(200, 400, bee(), size=2.2),
        at(200, 354, crown(), size=0.5),
        *(
            at(x, y, bee(), stroke("M0 12V20", "#3a2414", 2), at(0, 20, lantern(), size=0.5), size=s, flip=f)
            for x, y, s, f in (
                (70, 150, 0.9, False),
                (330, 120, 0.9, True),
                (60, 330, 1.1, True),
                (346, 320, 1.1, False),
                (110, 470, 0.9, False),
                (304, 490, 0.9, True),
                (200, 110, 0.7, False),
            )
        ),
        *(at(x, 600, person(c), size=0.75) for x, c in ((170, "#4a2a20"), (200, "#6a3a24"), (230, "#3a2420"))),
        path("M-30 590H120V640H-30ZM280 590H430V640H280Z", "#2a160c"),
    )


@page("The knitted man unravels into the sea", "thread unravel sea man undone")
def unravelling(luck: Random) -> tuple[str, ...]:
    rows_ = "".join(
        f"M{170 - w:.0f} {y}q{w / 3:.0f} 6 {w * 2 / 3:.0f} 0t{w * 2 / 3:.0f} 0t{w * 2 / 3:.0f} 0"
        for y, w in ((216, 26), (230, 32), (244, 36), (258, 38), (272, 40), (286, 41), (300, 42), (314, 43), (328, 44))
    )
    return (
        sky("#5a7a80>#b0b098>#f0c08a"),
        sun(80, 170, 44, "#ffe6b8"),
        sea(330, "#3f7078", waves=6),
        path("M-30 420C40 410 160 430 240 480C300 520 330 580 340 640H-30Z", "#c9a878>#7a5f48"),
        path("M128 210C140 190 200 190 212 210L222 350Q170 370 118 350Z", "#c8473a>#8a2a2c"),
        stroke(rows_, "#f0a080", 3, opacity=0.8),
        stroke("M134 214C100 250 100 300 112 330M206 214C236 250 240 290 232 326", "#b83f36", 18),
        circle(170, 158, 38, "#e8c09a>#c9956f"),
        path("M132 152C130 104 210 104 208 152C190 138 150 138 132 152Z", "#3f6a78>#28485a"),
        circle(170, 106, 11, "#f0e0c0"),
        circle(158, 160, 3.4, "#221c2e")
        + circle(182, 160, 3.4, "#221c2e")
        + stroke("M160 176Q170 182 180 176", "#221c2e", 2.6),
        stroke(
            (
                "M140 352C130 400 150 420 146 452M200 352C210 380 180 400 200 430"
                "C230 460 160 470 190 500C230 530 260 500 300 540C330 560 300 590 340 590"
            ),
            "#c8473a",
            6,
        ),
        stroke("M160 356C166 400 150 430 172 462C150 490 110 470 100 500C90 530 150 540 170 560", "#c8473a", 5),
        stroke("M340 590C370 560 380 500 430 480", "#c8473a", 4),
        at(90, 570, cat("#3a3440"), size=0.8),
        circle(126, 590, 19, "#e0604a*#a8342c") + stroke("M112 584q14 -10 28 2M114 594q12 -8 26 4", "#f0a080", 2),
        at(330, 420, ship("#4a3028", "#f0dcc0"), size=0.55),
        gulls([(250, 110), (290, 90), (330, 130)], "#4a5a5f"),
    )
