"""Scenes of the deck `dusk`: autumn."""

from random import Random

from studio.birds import flying, goose, owl, songbird
from studio.critters import frog, hedgehog, mouse, snail, spider
from studio.furniture import candle, lantern
from studio.houses import door, fence, house, ladder, window_pane
from studio.instruments import letter, violin
from studio.lands import floor, grass, hills, pines, road, trunks
from studio.marks import at, circle, dark, disc, ellipse, group, inside, light, path, rect, soft, stroke
from studio.pages import Page
from studio.people import face, person, sleeper
from studio.plants import bare_tree, mushroom, tree
from studio.sealife import fish
from studio.skies import clouds, crescent, glow, mist, moon, petals, sky, snow, stars, sun
from studio.things import hat, spark, web
from studio.toys import umbrella

page = Page()


@page("She drifts downstream asleep in a leaf", "leaf boat sleep river drift")
def leaf_boat(luck: Random) -> tuple[str, ...]:
    return (
        sky("#d98a4a>#e8b878>#c9a878"),
        trunks(luck, 8, "#6a3f2c", "#d9a870", 300),
        rect(-20, 280, 440, 360, "#7a8a78>#3f6068>#1f3a48"),
        stroke(
            "M20 320h70M260 340h90M60 500h60M300 520h70M30 580h90M240 590h100M200 310h50", "#d9d8b8", 2.4, opacity=0.5
        ),
        ellipse(200, 470, 190, 46, "#0f2430", opacity=0.35),
        path("M16 430C90 350 300 340 392 420C330 520 90 530 16 430Z", "#e8883a>#a8402a"),
        stroke(
            (
                "M-10 426Q20 434 60 436Q220 460 380 422M120 440L100 400M180 448L170 392M250 446"
                "L250 390M310 438L322 400M140 446L130 490M220 454L220 500M290 444L300 486"
            ),
            "#7a2a1f",
            3,
            opacity=0.7,
        ),
        at(210, 430, sleeper("#3f5f6a", hair="#8a4a2a"), size=1.6),
        at(300, 404, mouse(), size=0.42, flip=True),
        petals(luck, 40, ("#e8883a", "#c8502f", "#f0b84a", "#8a3a28")),
        at(80, 560, fish("#c8784a"), size=0.5),
    )


@page("There is a ball inside the pumpkin", "pumpkin ball dance midnight small")
def pumpkin_ball(luck: Random) -> tuple[str, ...]:
    view = "M110 500V380A90 90 0 0 1 290 380V500Z"
    return (
        sky("#141c30>#2f3850>#6a4a50"),
        stars(luck, 40, 240),
        crescent(320, 90, 30),
        hills(luck, 470, 12, "#2a2c34"),
        stroke("M200 240Q190 190 226 170M214 200Q280 180 300 220Q320 260 350 240", "#5f7040", 14),
        *(ellipse(x, 400, 70, 150, soft(dark("#dd7a2a", abs(x - 200) / 320))) for x in (80, 320, 130, 270, 200)),
        path(view, "#fff0b8>#f6c060>#d98a3a", stroke="#8a3f18", stroke_width=7),
        inside(
            view,
            floor(450, "#f0d9a0", "#a8603a", 5),
            stroke("M200 290V330", "#8a5a20", 3),
            *(at(x, 344, candle(12), size=0.5) for x in (170, 190, 210, 230)),
            at(160, 488, person("#3a4f7a", arms="right"), size=0.72),
            at(206, 488, person("#b8374a", arms="left", dress=True, hair="#6a3a1f"), size=0.72),
            at(256, 480, person("#5f8f6a", arms="both", dress=True), size=0.5),
            at(130, 480, violin(), size=0.26),
        ),
        rect(-20, 540, 440, 100, "#3f3a2c>#1a1a1c"),
        path("M150 500H250L290 590H110Z", "#d9b070@.9>#d9b070@.1"),
        at(76, 560, mouse("#c9bcae"), size=0.7, flip=True),
        at(330, 570, snail("#a8603a"), size=0.6),
        grass(luck, 600, "#5f6a40", 40, 34),
    )


@page("The tree lets its birds fall", "tree leaves birds autumn goodbye")
def bird_leaves(luck: Random) -> tuple[str, ...]:
    colours = ("#c8502f", "#e8953a", "#a83a2a", "#f0c050")
    falling = [
        at(
            luck.uniform(30, 370),
            luck.uniform(300, 520),
            flying(colours[i % 4], light(colours[i % 4], 0.2)),
            size=luck.uniform(0.26, 0.5),
            flip=bool(i % 2),
            turn=luck.uniform(-30, 30),
        )
        for i in range(9)
    ]
    return (
        sky("#8fa0a0>#c9c4a8>#e8d0a0"),
        mist(400, "#fff6e0", 180, 0.5),
        at(200, 560, bare_tree(luck, "#3a2824", 400, colours, 5)),
        *falling,
        rect(-20, 556, 440, 90, "#8a6a40>#4a3828"),
        *(
            at(x, 562, songbird(c, "#f6dca8"), size=0.7, flip=f)
            for x, c, f in (
                (60, "#c8502f", False),
                (100, "#e8953a", True),
                (300, "#a83a2a", False),
                (350, "#e0b040", True),
            )
        ),
        at(256, 590, person("#3f5560", scarf="#c8472f", hat="#2a2f34"), size=0.85),
        petals(luck, 20, colours, 600),
    )


@page("The wind has made a stag of leaves", "stag leaves wind spirit forest")
def leaf_stag(luck: Random) -> tuple[str, ...]:
    colours = ("#e07a2f", "#c84a2a", "#f0b03f", "#9a3424", "#d99a3a")
    leaves = [
        path(
            "M0 0Q9 -9 22 0Q9 9 0 0Z",
            colours[i % 5],
            transform=(
                f"translate({luck.uniform(30, 300):.0f} {luck.uniform(200, 560):.0f})rotate({luck.uniform(0, 360):.0f})"
            ),
        )
        for i in range(70)
    ]
    drift = [
        path(
            "M0 0Q9 -9 22 0Q9 9 0 0Z",
            colours[i % 5],
            transform=(
                f"translate({250 + i * 4 + luck.uniform(-20, 20):.0f} "
                f"{390 - i * 8 + luck.uniform(-30, 30):.0f})rotate({luck.uniform(0, 360):.0f})scale("
                f"{luck.uniform(0.6, 1.2):.1f})"
            ),
        )
        for i in range(36)
    ]
    body = (
        "M-40 -108C-52 -102 -58 -92 -58 -86C-54 -82 -44 -84 -36 -86C-32 -72 -26 -50 -14 -40"
        "L-18 0H-13L-6 -38C4 -36 14 -37 20 -38L22 0H27L30 -40L33 0H38L36 -44"
        "C42 -52 38 -66 28 -72C10 -76 -4 -72 -14 -78C-20 -88 -22 -100 -28 -106Z"
    )
    return (
        sky("#2f3f3a>#6a7058>#c9a868"),
        trunks(luck, 10, "#1f2c2a", "#6f7a60"),
        glow(190, 360, 230, "#f6d890", 0.55),
        path("M-30 540Q200 510 430 540V640H-30Z", "#8a4a28>#3a2420"),
        at(
            206,
            556,
            path(body, "#b8502a>#7a2f20"),
            stroke(
                (
                    "M-38 -104C-46 -118 -62 -118 -60 -142M-46 -113C-44 -124 -46 -132 -42 -140M-30 -104"
                    "C-24 -118 -8 -118 -12 -142M-23 -112C-26 -124 -24 -132 -28 -140"
                ),
                "#c9803a",
                3,
            ),
            size=2.7,
        ),
        group(
            *leaves,
            clip_path="M100 264C60 270 40 300 40 330L110 330L160 440L160 556H310L320 380L280 350L170 340L130 270Z",
        ),
        *drift,
        petals(luck, 26, colours),
        at(340, 580, person("#2a3438", arms="up", hair="#1a1a1f"), size=0.6),
    )


@page("The geese draw the night across the sky", "geese curtain night pull season")
def geese_draw_night(luck: Random) -> tuple[str, ...]:
    cloth = "M420 -20V470C360 440 330 400 300 330C270 270 230 220 150 190C190 150 240 60 200 -20Z"
    return (
        sky("#f0a860>#f6cf90>#e8b890"),
        sun(70, 430, 44, "#ffdf9a"),
        path(cloth, "#2a2f66>#141a44"),
        inside(cloth, stars(luck, 90, 460), moon(330, 110, 34)),
        stroke("M150 190C230 220 270 270 300 330C330 400 360 440 420 470", "#5a5f9a", 7),
        stroke("M150 190L92 170M190 208L130 236M236 240L180 300M276 290L230 366", "#6a5a4a", 1.8),
        *(
            at(x, y, goose("#f6efe0"), size=s)
            for x, y, s in ((56, 164, 0.85), (94, 232, 0.8), (146, 300, 0.75), (196, 370, 0.7))
        ),
        hills(luck, 500, 14, "#a8743f"),
        hills(luck, 550, 12, "#7a4f34"),
        at(80, 550, house("#e8c89a", "#8a3f34", 56, 46)),
        at(170, 572, person("#c8472f", arms="up"), size=0.5),
        fence(230, 590, 11, "#e0c49a", 28),
    )


@page("They dance around the mushroom", "dance mushroom fire circle ritual")
def mushroom_dance(luck: Random) -> tuple[str, ...]:
    dancers = (
        (60, 540, 0.9, "#c8472f"),
        (120, 580, 1.1, "#e8b84a"),
        (210, 594, 1.15, "#4f7f7a"),
        (296, 578, 1.1, "#8a4f6a"),
        (350, 536, 0.9, "#d9783a"),
    )
    return (
        sky("#101c20>#1f3430>#4a4a34"),
        trunks(luck, 12, "#0c1416", "#22382f"),
        glow(200, 400, 260, "#ff9a4a", 0.6),
        path("M-30 520Q200 470 430 520V640H-30Z", "#5a4428>#2a2018"),
        at(200, 520, mushroom("#c83a2f", "#f3dcb8", "#ffe6c0"), size=3.2),
        *(
            at(x, y, circle(0, 0, 22, "#ffd27a@.9*#ffd27a@0"), circle(0, 0, 2.6, "#fff3b8"))
            for x, y in ((70, 200), (320, 160), (110, 110), (290, 300), (50, 330), (350, 260))
        ),
        *(
            at(
                x,
                y,
                person(c, arms="wide", legs="run", dress=i % 2 == 0, hair=("#2a1a1a", "#8a4a2a", "#1a1414")[i % 3]),
                size=s,
                flip=i > 2,
            )
            for i, (x, y, s, c) in enumerate(dancers)
        ),
        at(340, 596, frog(), size=0.42),
    )


@page("The hedgehog winters in a teapot", "hedgehog teapot winter snug hide")
def teapot_hedgehog(luck: Random) -> tuple[str, ...]:
    pot = "M90 400C80 320 130 270 200 270C270 270 320 320 310 400C304 470 270 500 200 500C130 500 96 470 90 400Z"
    hole = disc(200, 396, 74, 66)
    return (
        sky("#7f8a90>#b0a898>#d9b890"),
        trunks(luck, 6, "#5a4a48", "#a89c90"),
        path("M-30 470Q200 430 430 470V640H-30Z", "#9a5a34>#4f3024"),
        stroke("M306 350C370 340 380 440 300 450", "#3f6a72", 20),
        path("M96 380C60 370 60 320 26 300L10 320C40 350 40 420 100 440Z", "#4f7f88>#2f5660"),
        path(pot, "#5f929a>#2f5660"),
        path("M140 284Q200 240 260 284Q200 300 140 284Z", "#3f6a72") + circle(200, 250, 13, "#c8803a"),
        path(hole, "#f6cf8a*#d9903f*#7a4424"),
        inside(
            hole,
            path("M110 430Q200 400 290 430V480H110Z", "#b8702f"),
            at(210, 448, hedgehog("#5a4238"), size=1.3),
            stroke("M170 414q5 4 9 0", "#221c2e", 2.2),
        ),
        stroke(hole, "#24424a", 6),
        *(
            stroke(f"M{280 + i * 18} {300 - i * 30}h{10 + i * 3}l{-10 - i * 3} {10 + i * 3}h{10 + i * 3}", "#fdf0dc", 3)
            for i in range(3)
        ),
        *(
            path("M0 0Q14 -14 34 0Q14 14 0 0Z", c, transform=f"translate({x} {y})rotate({t})")
            for x, y, t, c in (
                (60, 520, 20, "#e07a2f"),
                (120, 540, -30, "#c84a2a"),
                (280, 530, 50, "#f0b03f"),
                (330, 560, -10, "#c84a2a"),
                (200, 560, 10, "#d99a3a"),
                (40, 580, -40, "#f0b03f"),
                (370, 510, 80, "#e07a2f"),
            )
        ),
        snow(luck, 40),
    )


@page("The mice bring in the harvest moon", "mice moon harvest cheese cart")
def harvest_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1f2a3f>#5a4a58>#c87a4a"),
        stars(luck, 30, 200),
        hills(luck, 430, 12, "#6a5030"),
        stroke(
            "".join(f"M{x} 470L{x - 12} 440M{x} 470L{x + 2} 434M{x} 470L{x + 14} 442" for x in range(14, 400, 40)),
            "#c9a04a",
            4,
        ),
        glow(226, 300, 230, "#ffdf90", 0.8),
        circle(226, 310, 128, "#fff0b0*#f6c860*#d99a3a"),
        *(
            circle(x, y, r, "#c98a34", opacity=0.6)
            for x, y, r in (
                (180, 270, 20),
                (270, 250, 14),
                (240, 330, 26),
                (300, 340, 12),
                (170, 350, 12),
                (220, 220, 9),
            )
        ),
        path("M226 310L340 250A128 128 0 0 1 352 330Z", "#b8702f"),
        path("M100 440H352L330 500H122Z", "#7a4a2c>#4a2c1c"),
        *(
            circle(x, 520, 34, "#5a3420")
            + circle(x, 520, 24, "#8a5a34")
            + circle(x, 520, 6, "#2f1c14")
            + stroke(f"M{x - 24} 520H{x + 24}M{x} 496V544", "#5a3420", 4)
            for x in (150, 306)
        ),
        path("M-30 552Q200 540 430 552V640H-30Z", "#8a6a34>#3f3020"),
        stroke("M110 470L60 520", "#4a2c1c", 6),
        at(40, 556, mouse("#b8aca0"), size=0.8),
        at(64, 590, mouse("#8f857c"), size=0.9),
        at(366, 556, mouse("#a89c90"), size=0.7),
        at(236, 188, mouse("#c9bcae"), size=0.5),
    )


@page("The spider has caught the sky", "web spider stars trap pattern", tremble=2.4)
def sky_web(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0f1f38>#2c4a5f>#8a6a68>#e09a5a"),
        path("M-20 -20H60C40 160 60 400 20 640H-20Z", "#1a1418"),
        stroke("M40 60C140 20 280 60 420 10M30 560C140 600 300 560 420 600M50 60C90 100 100 90 120 60", "#1a1418", 12),
        at(216, 290, web(230, "#e8eef6", 14)),
        *(
            at(x, y, spark(r))
            for x, y, r in (
                (160, 180, 12),
                (290, 220, 15),
                (240, 400, 11),
                (120, 330, 9),
                (330, 340, 10),
                (216, 130, 8),
                (180, 470, 10),
            )
        ),
        moon(296, 390, 30),
        at(108, 240, circle(0, 0, 15, "#d8784a*#8a3a28"), stroke("M-26 8Q0 18 26 -8", "#f0d0a0", 4)),
        at(216, 290, spider("#15101f"), size=1.6),
        stroke("M350 -20V170", "#e8eef6", 1) + at(350, 182, letter(), size=0.4, turn=12),
        path("M-30 590Q200 560 430 590V640H-30Z", "#15141c"),
        at(330, 586, person("#15141c", arms="up", hair="#15141c", skin="#2a2430"), size=0.6),
    )


@page("The wind blows the trees bare", "wind giant storm umbrella breath")
def wind_giant(luck: Random) -> tuple[str, ...]:
    return (
        sky("#5a6a70>#94988a>#c9b48a"),
        clouds([(60, 60), (200, 30), (330, 60)], "#7f8a8c", 180),
        at(
            310,
            150,
            *(
                circle(x, y, r, "#b9c0bc>#8f9a9a")
                for x, y, r in ((-60, -40, 50), (0, -70, 56), (60, -30, 56), (60, 40, 52), (-10, 60, 56))
            ),
            face("#d9dcd4"),
            ellipse(-46, 34, 22, 18, "#e0dcd0"),
            size=1.15,
        ),
        stroke(
            "M256 196C200 210 160 190 90 220M250 206C190 236 140 220 40 260M254 216C200 260 150 256 70 300",
            "#ffffff",
            6,
            opacity=0.7,
        ),
        at(90, 540, bare_tree(luck, "#3f2e28", 200), turn=-16),
        at(200, 556, bare_tree(luck, "#3f2e28", 150), turn=-18),
        petals(luck, 60, ("#c8502f", "#e8953a", "#f0c050", "#8a3a28"), 560),
        rect(-20, 540, 440, 100, "#7a6a44>#3f3828"),
        at(310, 570, person("#2f4a5a", arms="left", scarf="#c8472f"), size=1.05, turn=14),
        at(262, 470, group(umbrella("#a8372f", "#d9a050"), transform="rotate(-70)scale(1 -1)"), size=0.8),
        at(150, 420, hat("#2a2430"), size=0.6, turn=-40),
        at(50, 580, house("#c9ac80", "#6a3f3a", 50, 40)),
    )


@page("The old orchard bears lanterns", "orchard lanterns harvest warm gather")
def lantern_orchard(luck: Random) -> tuple[str, ...]:
    lights = (
        (60, 190),
        (110, 150),
        (170, 190),
        (230, 140),
        (290, 180),
        (340, 220),
        (84, 260),
        (210, 240),
        (310, 270),
        (140, 250),
        (260, 220),
    )
    return (
        sky("#0f2430>#24464a>#6a6a50"),
        stars(luck, 24, 160),
        *(
            at(x, y, tree(luck, "#2f4a3a", "#2a2024", h))
            for x, y, h in ((40, 420, 150), (360, 420, 160), (150, 400, 110), (270, 400, 120))
        ),
        at(200, 540, tree(luck, "#44603c", "#4a3028", 420)),
        *(at(x, y, lantern("#ffcf6a"), size=0.85) for x, y in lights),
        rect(-20, 530, 440, 110, "#3f5034>#1a2420"),
        ladder(100, 560, 250, 24, "#8a6440", 26),
        at(118, 390, person("#c8472f", arms="up", hair="#3a2418"), size=0.7),
        at(
            290,
            576,
            path("M-44 0L-52 -36H52L44 0Z", "#a8743a>#6a4428"),
            at(-24, -54, lantern(), size=0.5),
            at(8, -54, lantern(), size=0.5),
            at(30, -50, lantern(), size=0.45),
        ),
        at(230, 580, person("#d9b070", dress=True, arms="right", hair="#1f1418"), size=0.75),
        grass(luck, 600, "#4f6a44", 50, 30),
    )


@page("The owl is a house with its lights on", "owl house night watch shelter")
def owl_house(luck: Random) -> tuple[str, ...]:
    return (
        sky("#2f2438>#6a4048>#c9784a"),
        moon(320, 110, 36, "#f6d0a0"),
        stars(luck, 30, 180),
        pines(luck, 480, 10, "#2a2430", 170),
        rect(-20, 470, 440, 170, "#4a3830>#1f181c"),
        at(200, 556, owl("#7a5640", "#e0bf90", "#ffd25a"), size=4.3),
        *(stroke(f"M{x - 26} {y}H{x + 26}M{x} {y - 26}V{y + 26}", "#3a2420", 5) for x, y in ((140, 238), (260, 238))),
        at(200, 556, door("#8a3a2f", "#c9a06a"), size=0.95),
        *(window_pane(x, y, 28, 34, "#ffd98a", "#4a2c20") for x, y in ((170, 390), (230, 390), (200, 330))),
        rect(262, 100, 26, 60, "#5a3a34"),
        *(circle(x, y, r, "#d9c8c0", opacity=0.6) for x, y, r in ((276, 84, 9), (286, 64, 13), (276, 38, 17))),
        road([(200, 556, 26), (190, 590, 50), (210, 640, 90)], "#b08a5a"),
        at(120, 590, person("#c8472f", legs="walk", scarf="#e8b84a"), size=0.5),
        at(92, 592, person("#3f5a6a", legs="walk"), size=0.4),
    )
