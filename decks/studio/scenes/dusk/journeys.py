"""Scenes of the deck `dusk`: long ways home."""

from random import Random

from studio.beasts import elephant, fox, horse, rabbit
from studio.birds import crow, swan
from studio.critters import mouse, turtle
from studio.furniture import clock, lantern
from studio.houses import carousel, castle, fence, house, well
from studio.instruments import anchor
from studio.lands import fir, grass, hills, mountains, road
from studio.marks import at, circle, dark, ellipse, group, light, path, poly, rect, soft, stroke
from studio.pages import Page
from studio.people import hand, person
from studio.plants import bare_tree, cactus, tree, willow
from studio.sealife import fish, shell, whale
from studio.skies import clouds, glow, gulls, mist, moon, petals, sky, stars, sun
from studio.things import heart
from studio.toys import ship, umbrella

page = Page()


@page("Elephants carry their houses to the horizon", "caravan elephant desert home sunset")
def elephant_caravan(luck: Random) -> tuple[str, ...]:
    load = group(
        at(6, -96, house("#d9b48a", "#8a3a34", 56, 40)),
        at(-30, -98, tree(Random(3), "#7a6a3a", high=44)),
        at(40, -96, lantern(), size=0.4),
    )
    return (
        sky("#5a2a3a>#c8603f>#f2a04f>#f9d08a"),
        sun(200, 300, 96, "#ffe09a"),
        path("M-30 330C60 300 160 350 260 320S380 310 430 330V640H-30Z", "#c9783f>#8a4a34"),
        at(320, 350, elephant("#5a4450"), load, size=0.45),
        at(210, 372, elephant("#5f4854"), load, size=0.62),
        path("M-30 400C80 360 240 420 430 370V640H-30Z", "#a85a38>#5a2c2c"),
        at(150, 540, elephant("#6a525c", "#a8402f"), load, size=1.35),
        at(346, 560, person("#e8c070", legs="walk", scarf="#3f6a6a", skin="#8a5a3c", hair="#1f1418"), size=0.9),
        stroke("M330 510C280 490 230 480 200 470", "#3a2030", 1.6),
        path("M-30 560C120 530 260 590 430 550V640H-30Z", "#7a3f30>#3a1c24"),
        gulls([(80, 150), (110, 130), (140, 156)], "#3a1c2a"),
    )


@page("A giant holds out his arm for a bridge", "giant bridge help arm crossing")
def arm_bridge(luck: Random) -> tuple[str, ...]:
    return (
        sky("#243a4a>#6a7a70>#e0a868"),
        stars(luck, 24, 140),
        mountains(luck, 330, 120, "#4a5f68"),
        mist(330, "#f6dcb0", 120, 0.5),
        path("M-30 300C20 290 60 310 80 340C90 420 70 520 90 640H-30Z", "#5a4a40>#2a2426"),
        path("M430 320C390 310 350 330 336 360C320 440 340 540 320 640H430Z", "#5a4a40>#2a2426"),
        path(
            "M60 640C60 560 110 500 170 470C160 430 170 396 204 396C240 396 250 430 240 464C300 480 330 540 340 640Z",
            "#6a86a0>#33465a",
        ),
        circle(205, 418, 34, "#dcb08c>#a87a60"),
        path("M170 412C166 370 246 370 240 412C226 392 186 394 170 412Z", "#3a2a24"),
        stroke("M188 420q7 5 14 0M210 420q7 5 14 0", "#2a1c1a", 2.6),
        group(hand("#dcb08c", "#5f7a94"), transform="translate(160 352)scale(1.25)"),
        at(110, 334, person("#c8472f", legs="walk", scarf="#e8c070"), size=0.5),
        at(150, 330, person("#e8c070", legs="walk", dress=True), size=0.4),
        at(230, 322, horse("#6a4a3a"), size=0.42, flip=True),
        at(360, 322, house("#d9b890", "#8a3f34", 50, 42)),
        at(26, 300, bare_tree(luck, "#2a2024", 110, ("#c8502f", "#e8953a"), 4)),
    )


@page("Paper lanterns rise where the river goes", "lanterns river wish remember rise")
def river_lanterns(luck: Random) -> tuple[str, ...]:
    def paper(x: float, y: float, s: float) -> str:
        return at(
            x,
            y,
            circle(0, 0, 46, "#ffb85a@.7*#ffb85a@0"),
            path("M-18 -22Q0 -30 18 -22L14 22Q0 28 -14 22Z", "#ffe6a8>#f08a3a"),
            stroke("M-16 -8Q0 -2 16 -8M-15 8Q0 14 15 8", "#b85a24", 1.4, opacity=0.6),
            ellipse(0, 22, 9, 3, "#fff6d0"),
            size=s,
        )

    return (
        sky("#0f1c34>#24405a>#5a5a6a"),
        stars(luck, 50, 260),
        *(
            paper(x, y, s)
            for x, y, s in (
                (200, 300, 0.3),
                (180, 270, 0.36),
                (226, 240, 0.45),
                (150, 220, 0.55),
                (260, 190, 0.7),
                (110, 160, 0.8),
                (320, 120, 1.0),
                (180, 110, 0.7),
                (60, 70, 1.2),
                (240, 40, 0.8),
            )
        ),
        mountains(luck, 350, 90, "#1c2f44"),
        rect(-20, 350, 440, 290, "#18283a>#0f1a24"),
        path(
            (
                "M190 350C170 390 230 420 190 470C140 530 120 580 60 640H350C330 580 300 520 270 470"
                "C250 430 220 390 210 350Z"
            ),
            "#3f5a78>#1f3a54",
        ),
        *(
            ellipse(x, y, rx, 3, "#ffcf7a", opacity=0.7)
            for x, y, rx in (
                (204, 390, 6),
                (214, 420, 9),
                (200, 460, 14),
                (230, 500, 18),
                (170, 540, 22),
                (250, 580, 28),
            )
        ),
        at(120, 540, person("#8a2f34", arms="up", dress=True, hair="#14101a"), size=1.0),
        paper(146, 420, 0.7),
        at(80, 560, person("#26303f", hat="#1a2028"), size=0.8),
        at(330, 520, willow(luck, "#1f3a3a", "#14202a"), size=1.1),
    )


@page("The carousel horse has jumped the fence", "horse carousel escape field freedom")
def carousel_horse(luck: Random) -> tuple[str, ...]:
    return (
        sky("#2a3f54>#8a6a78>#f0a878"),
        stars(luck, 24, 160),
        hills(luck, 380, 18, "#5a5a54"),
        at(310, 420, carousel("#a84a5a", "#f6d08a"), size=0.75),
        glow(310, 370, 110, "#ffd98a", 0.6),
        at(340, 416, horse("#c9b0a0", "#6a4a5a"), size=0.42) + at(290, 416, horse("#8a9aa8", "#3f4a5a"), size=0.42),
        path("M-30 430C80 400 260 440 430 420V640H-30Z", "#6a7044>#2a3428"),
        fence(230, 520, 11, "#d9c8a8", 44),
        at(
            160,
            500,
            horse("#f6ead6", "#d9a04a"),
            path("M-14 -84Q8 -92 26 -78L24 -56Q6 -52 -12 -60Z", "#a8323f"),
            stroke("M6 -112V-20", "#e8c05a", 4),
            circle(6, -114, 5, "#e8c05a"),
            size=1.75,
            turn=-14,
        ),
        stroke("M210 560Q240 548 262 560M190 580Q230 570 250 584", "#e8d8b0", 3, opacity=0.6),
        grass(luck, 590, "#8f9a54", 70, 36),
        at(356, 590, person("#3f5a7a", arms="up", hair="#3a2418"), size=0.72),
        petals(luck, 18, ("#e8953a", "#c8502f", "#f6d08a"), 420),
    )


@page("She rolls up the road behind her", "road carpet end journey hide")
def road_roll(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3a4a4a>#8a8a6a>#e0b070"),
        circle(300, 150, 50, "#f6dca0", opacity=0.9),
        hills(luck, 330, 20, "#6a6a48"),
        hills(luck, 380, 20, "#565a40"),
        road([(300, 326, 4), (270, 360, 12), (290, 400, 22), (230, 450, 44)], "#d9bc88"),
        path("M-30 440C100 410 300 450 430 420V640H-30Z", "#6a6238>#2f2c20"),
        path("M186 440L276 444L300 520L110 520Z", "#e0c48f>#b89058"),
        stroke("M232 452V510", "#fbf0d8", 5, stroke_dasharray="14 10"),
        path("M100 500H312Q340 500 340 532Q340 566 312 566H100Q70 566 70 532Q70 500 100 500Z", "#c9a468>#7a5830"),
        ellipse(312, 533, 26, 33, "#e0c48f"),
        stroke("M312 533a6 8 0 0 1 8 -4a12 14 0 0 1 -2 20a18 20 0 0 1 -22 -12a20 24 0 0 1 18 -26", "#8a6438", 3),
        at(150, 604, person("#8a2f3a", arms="both", dress=True, hair="#1f1418"), size=1.2),
        at(250, 604, person("#2f4a54", arms="both", hat="#26303a"), size=1.2),
        at(306, 330, castle("#b0a088", "#6a4a5a"), size=0.26),
        at(56, 590, fox(), size=0.6),
        at(370, 470, bare_tree(luck, "#2f2820", 130, ("#c8502f", "#d9903a"), 4)),
    )


@page("The tortoise wears the time on its back", "tortoise clock slow age wise")
def clock_tortoise(luck: Random) -> tuple[str, ...]:
    return (
        sky("#e8955a>#f3bf80>#d9b890"),
        sun(80, 200, 50, "#ffe6a8"),
        mountains(luck, 400, 80, "#b07a6a"),
        path("M-30 420C80 400 280 430 430 410V640H-30Z", "#b8864a>#6a4430"),
        road([(60, 412, 4), (110, 440, 12), (200, 520, 60), (240, 640, 140)], "#e0bc84"),
        at(206, 520, turtle("#3f6a54", "#7fa06a"), size=2.5),
        at(206, 436, clock(52, 315, 240, "#f6e6c0", "#8a5a2c")),
        path("M58 478q20 -8 36 4", stroke="#4a3a24", stroke_width=3),
        at(206, 380, path("M-4 0H4V-14H-4Z", "#8a5a2c"), circle(0, -20, 9, stroke="#c9923a", stroke_width=5)),
        at(350, 560, rabbit("#d9cdb8"), size=0.7),
        stroke("M346 498Q340 480 350 470", "#d9cdb8", 3),
        at(330, 572, clock(12, 90, 0)),
        cactus("#5f7a4a").join(('<g transform="translate(360 430)scale(.7)">', "</g>")),
        grass(luck, 600, "#8a6a34", 30, 26),
    )


@page("A caterpillar train enters the wood's mouth", "caterpillar train forest mouth swallow")
def caterpillar_train(luck: Random) -> tuple[str, ...]:
    segs = (
        (330, 560, 50, "#5f8f4a"),
        (270, 520, 47, "#7aa052"),
        (222, 470, 43, "#5f8f4a"),
        (196, 416, 38, "#7aa052"),
        (196, 366, 32, "#5f8f4a"),
    )
    return (
        sky("#24302c>#4a5040>#b0803f"),
        circle(200, 290, 200, "#2a2418"),
        path(
            "M-30 640V60C40 0 120 -30 200 -30S360 0 430 60V640H330C360 500 350 260 200 250C50 260 40 500 70 640Z",
            "#7a3f24>#3a2018",
        ),
        *(
            circle(luck.uniform(0, 400), luck.uniform(-10, 240), luck.uniform(16, 34), c, opacity=0.9)
            for c in ("#c8502f", "#e08a34", "#a83a24", "#d9a040") * 11
        ),
        path("M70 640C40 480 60 280 200 270C340 280 360 480 330 640Z", "#141210>#2a2018"),
        *(
            at(
                x,
                170,
                path("M-44 0Q0 -44 44 0Q0 24 -44 0Z", "#ffe9a0"),
                circle(6 if x < 200 else -6, -6, 15, "#1a120c"),
            )
            for x in (120, 280)
        ),
        poly(
            [
                (110, 330),
                (126, 372),
                (144, 308),
                (164, 350),
                (182, 286),
                (200, 330),
                (218, 286),
                (238, 350),
                (256, 308),
                (274, 372),
                (290, 330),
                (200, 262),
            ],
            "#e8d8a8",
            opacity=0.9,
        ),
        *(
            circle(x, y, r, soft(c))
            + stroke(f"M{x - r * 0.6:.0f} {y + r * 0.8:.0f}v12M{x + r * 0.6:.0f} {y + r * 0.8:.0f}v12", "#3a2a1c", 5)
            + rect(x - 13, y - 14, 26, 22, "#ffdf8a", rx=4)
            + circle(x, y - 2, 6, "#2a1c1a")
            for x, y, r, c in reversed(segs)
        ),
        at(
            196,
            330,
            circle(0, 0, 26, "#8ab05a>#4f7a3f"),
            stroke("M-8 -24L-16 -42M8 -24L16 -42", "#3a2a1c", 3),
            glow(0, 0, 40, "#fff0a8", 0.8),
        ),
        at(60, 606, person("#c8472f", arms="up"), size=0.8),
        at(96, 610, person("#e8c070", dress=True), size=0.64),
    )


@page("Two islands speak over a thread", "telephone string islands talk distance")
def string_telephone(luck: Random) -> tuple[str, ...]:
    def isle(x: float, y: float, s: float, colour: str, *, flip: bool = False) -> str:
        way = -1 if flip else 1
        return at(
            x,
            y,
            path("M-80 0C-70 40 -40 70 -10 130C20 80 70 50 84 0Z", "#6a4f44>#2f242a"),
            path("M-82 2C-50 -20 50 -20 86 2C50 18 -50 18 -82 2Z", f"{colour}>{dark(colour, 0.3)}"),
            at(-30 * way, -6, house("#d9b890", "#8a3a3f", 40, 34)),
            at(-62 * way, 0, fir(0, 0, 50, "#3f5a4a")),
            size=s,
        )

    return (
        sky("#1a2f4a>#5a5f7a>#c98a80>#f0c08a"),
        stars(luck, 46, 240),
        clouds([(60, 470), (330, 560), (200, 590)], "#d9a898", 150, 0.7),
        isle(100, 430, 1.0, "#7a8a54"),
        isle(310, 210, 0.9, "#9a7a44", flip=True),
        stroke("M150 378Q240 340 270 166", "#fff0d0", 2),
        at(138, 424, person("#c8472f", arms="right"), size=0.75),
        at(160, 374, path("M-8 -8L10 -4V10L-8 12Z", "#c9ced6>#7f8790")),
        at(282, 206, person("#e8c070", arms="left", dress=True), size=0.62),
        at(262, 168, path("M8 -6L-8 -2V8L8 10Z", "#c9ced6>#7f8790")),
        *(at(x, y, heart("#d8485a"), size=s) for x, y, s in ((206, 326, 0.16), (238, 278, 0.2), (256, 226, 0.16))),
        moon(70, 120, 30, "#f6e6c8"),
        gulls([(120, 250), (150, 234), (340, 350)], "#3a3444"),
    )


@page("The castle's reflection is its ruin", "castle reflection ruin future lake")
def ruin_reflection(luck: Random) -> tuple[str, ...]:
    ruin = (
        "M-94 0V-70L-84 -90L-76 -60L-60 -104L-52 -70L-40 -76L-30 -50L-10 -130L0 -100L10 -140"
        "L20 -64L36 -50L52 -96L60 -70L72 -110L84 -60L94 -74V0Z"
    )
    return (
        sky("#e8a070>#f6cf9a>#f0e0c0"),
        sun(90, 130, 36, "#fff0c0"),
        hills(luck, 280, 16, "#a8906a"),
        at(200, 306, castle("#e0c8a0", "#a8504a"), size=1.2),
        at(80, 306, tree(luck, "#8f9a54", high=80)) + at(330, 306, tree(luck, "#c98a3f", high=70)),
        rect(-20, 300, 440, 340, "#3f4a68>#1f2844>#10142a"),
        group(at(0, 0, path(ruin, "#b4b6d0>#6a6f98"), size=1.3), transform="translate(200 306)scale(1 -1)"),
        group(at(0, 0, bare_tree(luck, "#10121f", 90)), transform="translate(80 306)scale(1 -1)"),
        group(at(0, 0, bare_tree(luck, "#10121f", 80)), transform="translate(330 306)scale(1 -1)"),
        circle(96, 470, 34, "#d9d4e0", opacity=0.75),
        *(at(x, y, crow("#0c0e1a"), size=0.3) for x, y in ((210, 480), (150, 440))),
        stroke(
            "M0 306H400M40 326h60M300 330h70M120 380h50M250 420h70M60 540h80M240 560h60", "#f6dcb8", 2, opacity=0.55
        ),
        swan("#f6efe2").join(('<g transform="translate(300 318)scale(.5)">', "</g>")),
        path(
            "M0 640C6 580 16 560 10 520M24 640C26 590 40 570 34 530M380 640C376 590 366 560 384 520",
            stroke="#0c101f",
            stroke_width=5,
        ),
    )


@page("The knight draws his sword on a cloud", "knight cloud dragon fear imagine")
def cloud_dragon(luck: Random) -> tuple[str, ...]:
    puffs = (
        (80, 200, 44),
        (130, 160, 52),
        (190, 150, 46),
        (240, 180, 50),
        (290, 220, 46),
        (330, 270, 40),
        (350, 320, 30),
        (110, 220, 50),
        (170, 210, 56),
        (226, 236, 50),
        (280, 270, 40),
        (40, 150, 34),
        (60, 120, 30),
    )
    return (
        sky("#4a4f6a>#b0807a>#f0b888"),
        *(circle(x, y, r, "#f6e0d0>#c99a98") for x, y, r in puffs),
        path("M20 130C-10 140 -20 170 10 176C30 180 50 176 62 170Z", "#f0d0c0>#c9968f"),
        poly([(44, 100), (36, 60), (66, 96)], "#f0d8c8") + poly([(74, 104), (84, 64), (96, 110)], "#f0d8c8"),
        path("M180 130C200 60 280 40 330 60C300 80 300 110 270 120C280 140 250 150 240 160Z", "#f6dcd0>#c99a98"),
        ellipse(50, 130, 8, 6, "#6a3f4a"),
        stroke("M8 168Q30 160 50 166", "#8a5a5f", 3),
        *(
            circle(x, y, r, "#f9b070", opacity=0.8)
            for x, y, r in ((-6, 190, 14), (10, 214, 18), (-4, 244, 20), (24, 262, 14))
        ),
        hills(luck, 450, 18, "#5a5f4a"),
        path("M-30 520C100 470 300 480 430 520V640H-30Z", "#6a6a3f>#26281f"),
        at(
            230,
            570,
            horse("#4a3a3a"),
            group(
                path("M-8 -116L-12 -72H14L10 -116Q0 -124 -8 -116Z", "#9aa4b0>#5a6470"),
                circle(0, -126, 11, "#9aa4b0>#6a7480"),
                stroke("M-6 -126H2", "#26202c", 3),
                path("M0 -138Q14 -156 24 -140", stroke="#c8372d", stroke_width=5),
                stroke("M-8 -108L-34 -130", "#7a848f", 6),
                stroke("M-34 -130L-62 -176", "#e8ecf0", 4),
                path("M10 -112C24 -108 28 -90 24 -78L10 -70Z", "#a8323a"),
                transform="translate(6 4)",
            ),
            size=1.25,
        ),
        grass(luck, 590, "#8a8a4a", 50, 26),
        at(70, 580, mouse("#9a8f88"), size=0.5, flip=True),
    )


@page("Fish swim where the desert was a sea", "desert fish memory sea drought")
def desert_fish(luck: Random) -> tuple[str, ...]:
    return (
        sky("#2f2a4a>#8a4f5f>#e08a5a>#f3bf80"),
        stars(luck, 30, 160),
        circle(310, 330, 60, "#f9d090", opacity=0.85),
        path("M-30 400C60 370 160 420 250 390S380 380 430 400V640H-30Z", "#c9844a>#7a4434"),
        *(
            at(x, y, fish(c, light(c, 0.3)), size=s, flip=f, opacity=0.72)
            for x, y, s, c, f in (
                (110, 150, 1.5, "#7fc0c8", False),
                (280, 100, 0.8, "#f0a878", False),
                (240, 230, 1.1, "#b0d0a8", True),
                (60, 270, 0.6, "#e8c08a", True),
                (340, 210, 0.6, "#a8b0e0", False),
            )
        ),
        at(150, 310, whale("#8a9ac0", "#d9dcea"), size=0.6, opacity=0.5),
        at(280, 480, group(ship("#4a3028", "#c9b090")), size=1.15, turn=16),
        path("M160 490C240 460 340 470 430 500V640H140Z", "#d99a58>#8a5038"),
        stroke("M90 640C80 590 90 560 70 530M60 560Q80 550 96 556M70 590Q90 580 110 590", "#e8d8b8", 5),
        at(110, 520, well("#8a7468", "#7a3f34"), size=0.75),
        at(196, 570, person("#f0e0c0", legs="walk", scarf="#3f7a7a", skin="#8a5a3c", hair="#1f1418"), size=0.95),
        at(346, 600, shell("#e8c8b0"), size=0.6),
        at(50, 610, anchor("#5a4a44"), size=0.5, turn=50),
    )


@page("Fins cross the sea of clouds", "clouds whale summit umbrella vast")
def cloud_fins(luck: Random) -> tuple[str, ...]:
    return (
        sky("#35506a>#c98f88>#f6c890"),
        sun(290, 210, 56, "#ffe6b0"),
        mountains(luck, 330, 60, "#8a7a8a"),
        clouds([(40, 350), (150, 340), (260, 352), (360, 340)], "#f0cfc0", 160),
        path("M60 330C70 290 84 280 96 250C110 290 116 310 130 336Z", "#4a5a74>#2f3a50"),
        path(
            "M250 350C210 330 220 290 190 270C230 268 250 290 262 310C274 290 296 270 332 272C306 292 310 330 282 350Z",
            "#4a5a74>#2f3a50",
        ),
        clouds([(0, 390), (100, 400), (220, 392), (330, 404), (400, 388)], "#e8bcb4", 190),
        path("M130 640C150 560 180 520 196 470C210 480 226 470 236 480C250 540 280 590 310 640Z", "#4a4450>#26222e"),
        at(214, 474, person("#26303f", arms="up", hat="#1f2430"), size=1.1),
        at(240, 350, umbrella("#c8372d", "", 80), size=0.75),
        clouds([(40, 520), (360, 510), (90, 600), (330, 600)], "#d9a8a8", 190, 0.95),
        gulls([(60, 160), (100, 140), (130, 170)], "#35405a"),
    )
