"""Scenes of the deck `base`: in the woods."""

from random import Random

from studio.beasts import deer, eyes, fox, wolf
from studio.birds import crow, owl, songbird
from studio.critters import hedgehog, snail
from studio.furniture import candle, lantern
from studio.houses import door, fence, window_pane
from studio.instruments import book, books, letter
from studio.lands import fir, grass, hills, mountains, road, trunks
from studio.marks import arch, at, circle, disc, ellipse, group, path, poly, rect, stroke
from studio.pages import Page
from studio.people import person, sitting
from studio.plants import bare_tree, leaf, mushroom
from studio.skies import glow, gulls, mist, petals, sky, snow, stars, sun
from studio.things import hat, key, spark

page = Page()


@page("A fox with a lantern stands before a door in the hill", "fox lantern door secret visit")
def fox_at_the_door(luck: Random) -> tuple[str, ...]:
    return (
        sky("#16324a>#2f5a66>#7a9a86"),
        stars(luck, 30, 200),
        trunks(luck, 9, "#1d2f38", "#4a7274"),
        path("M-30 470C40 250 330 220 430 470V640H-30Z", "#3f6a4a>#1f3a34"),
        grass(luck, 380, "#5a8a5a", 20, 16),
        path("M170 430C180 520 100 560 80 640H300C270 560 250 520 250 430Z", "#b99a6a>#7a6248"),
        glow(210, 380, 120, "#ffd77a", 0.55),
        at(210, 440, door("#9a3f34", "#d9c49a"), size=1.35),
        at(210, 290, lantern(), size=0.5),
        at(118, 545, fox(), size=1.25),
        at(168, 458, lantern(), size=0.85),
        stroke("M136 528L172 452", "#5b4030", 4),
        at(330, 560, mushroom(), size=0.6),
        at(364, 570, mushroom("#d8944a"), size=0.42),
    )


@page("A key has taken root and bears small keys", "key tree fruit answer grow")
def key_tree(luck: Random) -> tuple[str, ...]:
    limbs = (
        "M200 400C150 380 110 330 84 250M200 360C250 340 290 290 316 230M200 300"
        "C170 270 150 230 140 160M200 290C230 260 250 210 254 140"
    )
    fruit = (
        (84, 250),
        (60, 290),
        (316, 230),
        (344, 270),
        (140, 160),
        (104, 190),
        (254, 140),
        (294, 170),
        (180, 210),
        (226, 220),
    )
    return (
        sky("#e9d7a8>#f3e6c6>#d6dfc0"),
        glow(200, 190, 260, "#fff6d8", 0.9),
        hills(luck, 450, 20, "#a9b878"),
        stroke(limbs, "#8a6428", 11),
        at(200, 92, key("#d09a34"), size=4.1),
        *(at(x, y, key("#e8b84a"), size=0.42, turn=luck.uniform(-12, 12)) for x, y in fruit),
        *(at(x + 10, y - 8, leaf("#7fa04f", 34), turn=luck.uniform(-60, 60)) for x, y in fruit),
        path("M-30 560C60 500 140 520 200 512C270 520 340 500 430 560V640H-30Z", "#7a9a58>#4a6a44"),
        stroke(
            "M200 520C160 540 150 560 110 566M200 520C240 544 260 560 300 560M200 520C205 550 190 570 196 590",
            "#8a6428",
            10,
        ),
        at(108, 590, person("#3f5f8f", arms="up", skin="#c98d5f", hair="#1f1a20"), size=0.6),
        at(
            320,
            590,
            path("M-26 0L-32 -30H32L26 0Z", "#9a6b42>#6a4428"),
            at(-6, -34, key(), size=0.3, turn=70),
            at(12, -32, key(), size=0.3, turn=110),
        ),
    )


@page("A deer's antlers are a blossoming tree", "deer blossom spring crown birds")
def antler_tree(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f3c9c4>#f9e7d6>#d9e4c8"),
        circle(190, 210, 150, "#fff4e0", opacity=0.7),
        hills(luck, 470, 22, "#b7c79a"),
        at(132, 272, bare_tree(luck, "#6a4634", 230, ("#f29ab0", "#fbd0d6", "#e8788f", "#fff0f0"), 5), turn=-18),
        at(158, 272, bare_tree(luck, "#6a4634", 220, ("#f29ab0", "#fbd0d6", "#f6b6c0"), 5), turn=22),
        at(250, 560, deer("#a9683c", antlers=False), size=2.6),
        at(70, 190, songbird("#3f7f9f"), size=0.6),
        at(284, 150, songbird("#d9553f"), size=0.6, flip=True),
        petals(luck, 34, ("#f29ab0", "#fbd0d6", "#ffffff")),
        grass(luck, 580, "#6f9460", 70, 30),
    )


@page("An owl reads to the dark wood", "owl books wisdom night story")
def owl_reads(luck: Random) -> tuple[str, ...]:
    pairs = ((40, 190), (340, 150), (90, 330), (365, 320), (300, 60), (60, 70), (30, 440), (372, 450))
    return (
        sky("#0f2a2c>#1f4a44>#3a6a50"),
        trunks(luck, 11, "#0c1f22", "#24504a"),
        *(at(x, y, eyes(9, 0, 4, "#e6d98a")) for x, y in pairs),
        glow(200, 330, 230, "#ffd98a", 0.6),
        at(200, 380, owl("#8f6a48"), size=2.3),
        stroke(disc(168, 210, 34) + disc(232, 210, 34) + "M192 204Q200 198 208 204", "#2c2030", 4),
        at(200, 420, book("#8a2f3a", 110), size=1),
        books(200, 560, ("#3f6a7f", "#a8743a", "#5a4a7a", "#4f7d5f", "#8a3f55", "#c79a4a"), 190),
        at(84, 560, candle(70), size=1),
        at(316, 560, candle(46), size=1),
        rect(-20, 556, 440, 80, "#2c3a2c>#141f1c"),
    )


@page("A snail brings the post to the mushroom village", "snail letter village slow neighbours")
def snail_post(luck: Random) -> tuple[str, ...]:
    homes = (
        (70, 420, 1.5, "#cf4436"),
        (320, 400, 1.8, "#d8943a"),
        (200, 340, 1.1, "#8a5aa0"),
        (130, 330, 0.7, "#4f8fae"),
        (262, 318, 0.6, "#cf4436"),
    )
    return (
        sky("#a9d4c0>#dcebc4>#f8edc0"),
        sun(330, 90, 36),
        hills(luck, 330, 18, "#9fc07f"),
        *(
            at(x, y, mushroom(c), path(arch(0, 0, 12, 24), "#5b3a34"), window_pane(0, -44, 9, 10, "#ffe9a0"), size=s)
            for x, y, s, c in sorted(homes, key=lambda home: home[1])
        ),
        path("M-30 450C100 410 300 440 430 420V640H-30Z", "#7fae62>#4f8350"),
        road([(330, 420, 12), (280, 470, 26), (190, 520, 60), (160, 640, 130)], "#d9be8c"),
        at(
            190,
            545,
            snail(
                "#c77b4a",
                "#e3cfae",
                group(
                    path("M-30 -12L-36 -58H52L46 -12Z", "#3f6a9a>#274a74"),
                    *(
                        at(x, y, letter(), size=0.5, turn=t)
                        for x, y, t in ((-14, -62, -12), (14, -66, 6), (36, -60, 18))
                    ),
                ),
            ),
            size=1.5,
        ),
        grass(luck, 596, "#3f7440", 60, 40),
    )


@page("A sheep casts the shadow of a wolf", "shadow sheep wolf doubt disguise")
def sheep_shadow(luck: Random) -> tuple[str, ...]:
    wool = [(-30, -44), (-12, -58), (12, -60), (32, -50), (40, -34), (20, -28), (-6, -28), (-28, -30), (0, -44)]
    return (
        sky("#f6b45a>#f9d08a>#fbe6b8"),
        sun(330, 120, 58, "#fff0b4"),
        path("M-30 400H430V640H-30Z", "#d8c07a>#9a9a54"),
        path("M-30 410C60 380 160 400 240 392S380 384 430 396V420H-30Z", "#b9b46a"),
        group(
            wolf("#33284a"), transform="translate(236 446)skewX(24)scale(-2.2 -1.35)", opacity=0.8, filter="blur:0.8"
        ),
        at(
            262,
            448,
            stroke("M-18 -20V0M-6 -18V2M14 -18V2M26 -20V0", "#3a3038", 6),
            *(circle(x, y, 17, "#ffffff>#e3d8c8") for x, y in wool),
            ellipse(-48, -52, 16, 12, "#4a3f48"),
            poly([(-40, -62), (-26, -66), (-34, -54)], "#4a3f48"),
            circle(-54, -54, 2, "#ffffff"),
            size=1.1,
        ),
        grass(luck, 430, "#8a8f4a", 40, 16),
        grass(luck, 596, "#7a7f40", 40, 24),
        fence(20, 420, 6, "#efe0c0", 40),
    )


@page("The hill is a sleeping bear", "bear hill winter sleep hidden")
def bear_hill(luck: Random) -> tuple[str, ...]:
    return (
        sky("#aebfda>#dfe6ee>#f8efe6"),
        mountains(luck, 300, 150, "#aab9d0", "#ffffff"),
        path("M-10 520C-20 400 40 300 150 280C250 262 360 320 390 430C400 470 396 500 390 520Z", "#8a6248>#5a3f38"),
        path(
            (
                "M10 400C50 300 110 276 170 278C250 262 340 310 374 390C340 350 300 372 262 340"
                "C220 372 180 330 140 356C100 340 60 390 10 400Z"
            ),
            "#ffffff>#e3ebf4",
        ),
        *(
            at(x, y, fir(0, 0, h, "#4f6a6a"))
            for x, y, h in (
                (120, 300, 60),
                (160, 290, 80),
                (206, 284, 66),
                (250, 292, 90),
                (296, 312, 58),
                (86, 330, 44),
            )
        ),
        path("M30 524C20 470 60 420 120 430C170 434 190 480 180 530Z", "#956c50>#6a4a3c"),
        circle(64, 444, 20, "#7a563f") + circle(64, 446, 11, "#5a3f38"),
        circle(142, 434, 18, "#7a563f") + circle(142, 436, 10, "#5a3f38"),
        ellipse(98, 506, 34, 24, "#b98f6c"),
        ellipse(98, 494, 12, 8, "#2a1f24"),
        stroke("M58 478q10 8 20 0M118 478q10 8 20 0", "#2a1f24", 3.4),
        path("M-30 524C60 506 140 530 220 516S380 506 430 520V640H-30Z", "#ffffff>#c9d6e8"),
        at(300, 560, person("#c8372d", scarf="#f2b632", legs="walk"), size=0.5),
        stroke("M320 566Q352 580 392 578", "#b4c2d6", 5, stroke_dasharray="2 12"),
        snow(luck, 70),
        *(
            stroke(f"M{170 + i * 22} {420 - i * 30}h{14 + i * 3}l{-14 - i * 3} {14 + i * 3}h{14 + i * 3}", "#f6f2ea", 3)
            for i in range(3)
        ),
    )


@page("A wanderer goes through a wood of candles", "candles pilgrim flame silence hope")
def candle_wood(luck: Random) -> tuple[str, ...]:
    tall = (
        (30, 560, 330, 1.5),
        (372, 570, 380, 1.6),
        (110, 520, 250, 1.0),
        (300, 510, 290, 1.1),
        (160, 480, 180, 0.7),
        (250, 484, 210, 0.75),
        (205, 470, 130, 0.5),
        (66, 490, 190, 0.8),
        (344, 492, 170, 0.8),
    )
    return (
        sky("#2a1238>#5a2348>#a8483f>#e88a4a"),
        glow(200, 420, 280, "#ffb45a", 0.6),
        hills(luck, 470, 8, "#6a2c3c"),
        *(at(x, y, candle(h / s, "#f3dfc0"), size=s) for x, y, h, s in sorted(tall, key=lambda one: one[3])),
        path("M-30 560C80 530 300 530 430 560V640H-30Z", "#4a1f34>#200f24"),
        road([(205, 470, 5), (196, 510, 14), (206, 560, 26), (190, 640, 60)], "#c97a4a"),
        at(198, 560, person("#1f1830", legs="walk", arms="right"), size=0.7),
        at(221, 514, candle(14), size=0.5),
    )


@page("Someone lives in the old tree", "tree home windows autumn cosy")
def tree_house(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f0cf9a>#f6e3bf>#e6dcc0"),
        hills(luck, 440, 18, "#c9a86a"),
        path(
            (
                "M110 640C150 560 140 420 128 300C120 240 90 200 50 170L80 160"
                "C120 190 140 200 160 230C160 180 150 140 130 90H160C176 130 186 160 192 210"
                "C206 160 226 130 260 90L280 108C250 150 236 190 240 240C264 210 300 196 350 180"
                "L356 204C310 220 280 250 268 300C252 400 260 560 320 640Z"
            ),
            "#8a6248>#4f3632",
        ),
        *(
            circle(x, y, r, c)
            for x, y, r, c in (
                (60, 130, 70, "#d8743a"),
                (150, 70, 84, "#e8943a"),
                (260, 70, 84, "#c8553a"),
                (350, 140, 74, "#e0a040"),
                (200, 30, 80, "#d8632f"),
                (20, 60, 70, "#e0a040"),
                (390, 50, 70, "#d8743a"),
            )
        ),
        *(
            circle(
                luck.uniform(0, 400),
                luck.uniform(0, 190),
                luck.uniform(5, 12),
                luck.choice(("#f6c25a", "#b8432f", "#f0a84a")),
                opacity=0.8,
            )
            for _ in range(60)
        ),
        at(198, 566, door("#4f7d6a", "#d9b98a"), size=1.1),
        *(
            path(arch(x, y, 34, 46), "#ffe08a", stroke="#4f3632", stroke_width=5)
            + stroke(f"M{x} {y}v-44M{x - 16} {y - 22}h32", "#4f3632", 3)
            for x, y in ((172, 370), (224, 320), (184, 270))
        ),
        stroke("M330 186V440M372 176V440", "#efe0c0", 2),
        rect(322, 438, 58, 8, "#6a4434"),
        at(352, 440, sitting("#3f6f8f", hair="#8a4a2a"), size=0.75),
        rect(-20, 566, 440, 80, "#a98a50>#6a5a3c"),
        petals(luck, 30, ("#d8743a", "#e8a040", "#b8432f")),
    )


@page("A child in red walks where the trees have eyes", "fear wood eyes red path", edge="#05080f")
def red_child(luck: Random) -> tuple[str, ...]:
    watchers = (
        (52, 230, 1.2),
        (338, 200, 1.4),
        (140, 130, 0.8),
        (270, 300, 0.8),
        (96, 380, 0.9),
        (352, 400, 1.0),
        (214, 190, 0.6),
    )
    return (
        sky("#c3cfc8>#8fa39f>#3f5458"),
        trunks(luck, 7, "#5f7676", "#a9bab4"),
        path("M20 -20C40 200 0 420 -20 640H110C90 420 100 200 96 -20Z", "#1f2a30"),
        path("M300 -20C310 200 290 420 280 640H420V-20Z", "#182228"),
        path("M120 -20C130 160 120 300 112 520H166C158 300 160 160 158 -20Z", "#34464a"),
        path("M242 -20C248 200 250 300 240 520H292C288 300 284 160 286 -20Z", "#2c3c42"),
        *(
            at(x, y, path("M-22 0Q0 -20 22 0Q0 16 -22 0Z", "#f3e9b0"), circle(0, -1, 7, "#1a1420"), size=s)
            for x, y, s in watchers
        ),
        stroke(
            "M96 120C140 130 150 90 176 70M300 150C260 140 250 110 236 96M100 300C130 296 140 270 150 262", "#1f2a30", 7
        ),
        road([(200, 430, 6), (214, 490, 18), (180, 560, 46), (200, 640, 96)], "#b9b49a"),
        at(196, 540, person("#d0261f", dress=True, hair="#d0261f"), size=0.85),
        mist(470, "#dfe8e2", 120, 0.5),
    )


@page("A hedgehog has caught the stars on its spines", "hedgehog stars night gather tiny")
def star_hedgehog(luck: Random) -> tuple[str, ...]:
    caught = ((-6, -58), (12, -62), (28, -54), (40, -40), (48, -26), (4, -44), (24, -40))
    return (
        sky("#141240>#3a2f78>#8a5fa0>#e8a0a0"),
        stars(luck, 26, 260),
        *(
            stroke(f"M{x} {y}l{-30} {-70}", "#fff3c4@.0>#fff3c4", 3, opacity=0.7) + at(x, y, spark(11))
            for x, y in ((90, 140), (330, 90), (250, 210))
        ),
        hills(luck, 400, 24, "#4a3f7a"),
        path("M-30 500C80 440 320 440 430 500V640H-30Z", "#5a6a5a>#2a3a3c"),
        at(200, 520, hedgehog("#5a4450", "#e9cda8", group(*(at(x, y, spark(6)) for x, y in caught))), size=2.7),
        grass(luck, 560, "#8fae7a", 46, 46),
        grass(luck, 600, "#3f5f4a", 60, 60),
    )


@page("The crows hold council in the scarecrow's field", "crows council harvest judge straw")
def crow_council(luck: Random) -> tuple[str, ...]:
    furrows = "".join(f"M200 330L{x} 620" for x in range(-500, 901, 70))
    return (
        sky("#e6e2d6>#f2dfb4>#e8b45a"),
        circle(200, 250, 88, "#f6c64a"),
        rect(-20, 330, 440, 310, "#c9a04a>#7a5a2c"),
        stroke(furrows, "#6a4a24", 3, opacity=0.5),
        stroke("M200 560V270M110 330H290", "#5b4030", 12),
        path("M130 316H270L262 350L238 352L246 470H154L162 352L138 350Z", "#3f5f7f>#2a3f5a"),
        circle(200, 272, 34, "#e9d29a")
        + stroke("M186 266l8 8m0 -8l-8 8M206 266l8 8m0 -8l-8 8M186 288q14 8 28 0", "#5b4030", 3),
        at(200, 250, hat("#3a2a2a", "#a8372d"), size=0.8),
        *(
            at(x, y, crow(), size=s, flip=f)
            for x, y, s, f in (
                (126, 324, 0.75, True),
                (276, 324, 0.75, False),
                (60, 470, 1.0, True),
                (340, 476, 1.0, False),
                (110, 560, 1.35, True),
                (300, 570, 1.4, False),
                (206, 196, 0.7, False),
                (30, 400, 0.7, True),
                (366, 404, 0.7, False),
            )
        ),
        gulls([(60, 120), (320, 90), (350, 140), (100, 80)], "#262338", 0.8),
    )
