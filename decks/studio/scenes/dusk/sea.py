"""Scenes of the deck `dusk`: the sea at night."""

from random import Random

from studio.beasts import deer, fox
from studio.birds import crow
from studio.furniture import armchair, lantern
from studio.houses import door, lighthouse, town
from studio.instruments import anchor, book
from studio.lands import fir, floor, grass, hills, sea, swell, trunks
from studio.marks import at, circle, curve, ellipse, group, path, poly, rect, stroke
from studio.pages import Page
from studio.people import crown, person, rower, sitting
from studio.sealife import bubbles, coral, crab, fish, jellyfish, ray, school, seahorse, shell, weed, whale
from studio.skies import clouds, crescent, glow, gulls, moon, petals, rain, rays, sky, stars, sun
from studio.things import bottle
from studio.toys import knight, pawn, rook, ship

page = Page()


@page("Two children ride a ray above the harbour", "ray flight harbour children night")
def ray_flight(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0c2038>#1f4a62>#c9785a>#f0b070"),
        stars(luck, 60, 260),
        at(200, 210, group(ray("#3f5f86"), transform="rotate(-24)"), size=2.1),
        at(180, 190, person("#c8472f", arms="both", scarf="#e8b84a"), size=0.62, turn=-10),
        at(218, 186, person("#e8c070", arms="wide", dress=True), size=0.5, turn=-6),
        clouds([(60, 330), (340, 300)], "#8a6a72", 120, 0.6),
        hills(luck, 440, 20, "#2a3f4c"),
        town(luck, 490, ("#3f4a54", "#4a4048"), ("#222c38", "#2c2430"), 50, 0.7),
        sea(490, "#1f4a5c", waves=5),
        at(90, 530, ship("#3a2a30", "#c9b4a0"), size=0.42),
        at(340, 496, lighthouse("#8a3a34", 90), size=0.7),
    )


@page("The island is a whale with a campfire on it", "island whale fire unaware calm")
def whale_island(luck: Random) -> tuple[str, ...]:
    return (
        sky("#101a30>#2a4a60>#3f7478"),
        stars(luck, 70, 280),
        crescent(320, 90, 26),
        rect(-20, 290, 440, 350, "#1f6070>#0f3a52>#081a30"),
        at(180, 370, whale("#3a5a7a", "#a9bcc4"), size=1.75),
        path("M44 308C90 270 230 262 300 308C230 320 110 320 44 308Z", "#5f7a4a>#3a4f3a"),
        *(at(x, y, fir(0, 0, h, "#2f5044")) for x, y, h in ((90, 298, 60), (118, 290, 84), (146, 288, 56))),
        glow(206, 280, 80, "#ffae5a", 0.9),
        path("M206 288C192 272 204 266 202 250C218 262 222 272 214 288Z", "#ffe27a>#e8602a"),
        at(240, 290, sitting("#c8472f", hat="#26303a"), size=0.44),
        at(178, 290, sitting("#e8c070"), size=0.4, flip=True),
        stroke("M-20 306H60M300 308H420M20 318H100M280 322H380", "#bfe0e0", 2.2, opacity=0.6),
        school([(60, 540), (90, 520), (80, 560), (120, 545), (300, 560), (330, 545), (320, 580)], "#e8c890", 0.3),
        at(350, 470, jellyfish("#d8a0c0", 90), size=0.5),
        bubbles([(20, 430, 7), (40, 400, 5), (16, 370, 4)]),
    )


@page("An anchor hangs down into the wheat", "anchor wheat ship sky stay")
def anchor_in_wheat(luck: Random) -> tuple[str, ...]:
    ears = "".join(
        f"M{x} 640Q{x + luck.uniform(-6, 6):.0f} 560 {x + luck.uniform(-12, 12):.0f} {luck.uniform(452, 500):.0f}"
        for x in range(-6, 410, 8)
    )
    return (
        sky("#e87a4a>#f6b468>#f9dc9a"),
        clouds([(60, 210), (200, 180), (330, 215), (120, 240), (270, 245)], "#f9d0a8", 170, 0.95),
        at(196, 170, ship("#4a2a28", "#fbe6c4", "#3f6a7a"), size=1.2),
        clouds([(90, 206), (250, 210), (340, 190)], "#fbe0c0", 120, 0.95),
        stroke("M210 200C216 260 190 340 204 420", "#4a3a3a", 4, stroke_dasharray="8 3"),
        hills(luck, 450, 12, "#c98a3a"),
        at(206, 488, anchor("#3f4a58"), size=1.5, turn=10),
        rect(-20, 520, 440, 120, "#d9a040>#8a5a24"),
        stroke(ears, "#e8b450", 3),
        stroke(ears, "#f9dc8a", 6, stroke_dasharray="22 400", transform="translate(0 4)"),
        at(96, 590, person("#3f5a7a", arms="up", hair="#2a1a14"), size=1.0),
        at(330, 590, crow(), size=0.7),
        grass(luck, 620, "#b07a2c", 40, 60),
    )


@page("Something deep keeps a light on for the reader", "lure light deep reader danger")
def angler(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0a2a3c>#06182a>#030a16"),
        glow(120, 320, 190, "#ffe69a", 0.7),
        path(
            (
                "M150 360C190 250 330 210 430 260V600C330 620 200 580 150 470C190 450 300 470 320 416"
                "C300 360 200 380 150 360Z"
            ),
            "#2a4a50>#12242e",
        ),
        path(
            "M160 366C220 386 300 366 318 416C300 466 200 446 160 464C240 480 330 470 350 416C330 366 240 350 160 366Z",
            "#5a1f2c",
        ),
        poly(
            [
                (170, 362),
                (182, 396),
                (194, 364),
                (208, 402),
                (222, 366),
                (238, 404),
                (252, 368),
                (268, 400),
                (282, 370),
                (296, 392),
                (306, 374),
            ],
            "#e8e6d0",
        ),
        poly(
            [
                (176, 468),
                (188, 430),
                (202, 466),
                (216, 424),
                (232, 464),
                (248, 426),
                (264, 462),
                (280, 432),
                (296, 456),
            ],
            "#e8e6d0",
        ),
        circle(282, 312, 24, "#f6e6a0*#c9a040") + circle(276, 314, 10, "#060c14"),
        stroke("M300 250C260 120 150 140 124 250", "#2a4a50", 6),
        at(124, 246, lantern("#fff0a8", "#1a2a30"), size=1.2),
        at(110, 430, armchair("#7a3a3f"), size=0.8),
        at(
            108,
            406,
            person("#c9a05a", arms="front", hair="#3a2418"),
            book("#8a2f3a", 24).join(('<g transform="translate(0 -46)">', "</g>")),
            size=0.62,
        ),
        path("M40 440Q110 420 176 440L150 470H70Z", "#2a3038>#12161e"),
        bubbles([(90, 200, 7), (76, 160, 5), (104, 120, 9), (330, 130, 5)]),
        school([(60, 560), (90, 580), (40, 590)], "#3f6a78", 0.3),
        weed(20, 640, 160, "#12343a"),
    )


@page("The tide leaves doors on the beach", "tide doors beach choice flotsam")
def beach_doors(luck: Random) -> tuple[str, ...]:
    return (
        sky("#6a5a7a>#d08a80>#f6c090"),
        sun(120, 290, 46, "#ffd9a0"),
        sea(300, "#6a7f90", low=450, waves=4),
        path("M-30 400C60 420 160 390 240 420S380 410 430 400V640H-30Z", "#c9a888>#8a6a5a"),
        stroke("M-30 404C60 424 160 394 240 424S380 414 430 404", "#fdf0e0", 5, opacity=0.8),
        rect(92, 300, 56, 110, "#ffe0b0@.5>#ffe0b0@0"),
        at(290, 500, door("#3f6a6f", "#d9c4a0", "#ffe9a0>#f6b060", ajar=True), size=1.9, turn=6),
        at(90, 470, door("#8a3f3a"), size=0.8, turn=-30),
        at(200, 452, door("#c98a3a"), size=0.55, turn=70),
        at(60, 580, door("#5a4a6a"), size=1.1, turn=86),
        path("M244 506L336 512L260 600L150 590Z", "#ffe0a0@.8>#ffe0a0@0"),
        at(170, 570, person("#2f3f54", dress=True, hair="#1f1418", arms="right"), size=0.95),
        at(350, 590, crab("#b8503a"), size=0.5),
        at(130, 600, shell("#e8c0a8"), size=0.4),
        gulls([(250, 150), (290, 130), (330, 170), (60, 120)], "#5a3f4a"),
    )


@page("He walks out along the lighthouse beam", "lighthouse beam path faith sea")
def beam_walker(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0a1628>#16304a>#2a5064"),
        stars(luck, 50, 250),
        poly([(70, 222), (430, 250), (430, 400), (70, 240)], "#fff0b0@.9>>#fff0b0@.25"),
        glow(70, 230, 100, "#fff0b0", 0.9),
        sea(420, "#143a50", waves=7),
        path("M-30 640V470C20 440 110 440 150 500C170 560 190 600 200 640Z", "#26262e>#101018"),
        at(70, 470, lighthouse("#7a2f34", 220, "#fff6c8"), size=1.0),
        at(280, 296, person("#c8472f", legs="walk", scarf="#e8c070"), size=0.9, turn=4),
        at(222, 276, fox(), size=0.36, turn=4),
        at(340, 520, whale("#24485c"), size=0.5),
        swell(560, "#0f2f44", 14, 110, 20),
        gulls([(180, 150), (220, 130)], "#8fa9b8"),
    )


@page("A small sun was found in a bottle", "bottle sun hope shore found")
def bottled_sun(luck: Random) -> tuple[str, ...]:
    glowing = group(
        rect(-44, -120, 90, 130, "#f6a860>#ffe0a0"),
        circle(0, -44, 24, "#fffbe0*#ffd25a"),
        rays(0, -44, "#fffbe0", 12, 90, 0.6),
    )
    return (
        sky("#26303f>#46505a>#6a6a66"),
        clouds([(60, 60), (200, 40), (340, 70), (120, 100), (290, 110)], "#343c48", 180),
        sea(330, "#3a4a54", low=470, waves=4),
        path("M-30 440C100 420 300 450 430 430V640H-30Z", "#6a6258>#3a3634"),
        glow(200, 430, 280, "#ffc860", 0.85),
        at(200, 530, group(bottle("#e8d8a0", glowing), transform="rotate(8)"), size=1.9),
        path("M110 540Q200 510 300 540V560H110Z", "#7a6a54"),
        at(70, 570, person("#4a5560", arms="right", dress=True, hair="#2a1f1a"), size=1.15),
        at(112, 576, person("#8a4a3a", arms="both"), size=0.7),
        at(344, 570, crab("#a8503a"), size=0.6),
        at(300, 590, shell("#d9b8a0"), size=0.5),
        rain(luck, 40, "#aab4bc", -10, 0.35),
    )


@page("The ship has run into the autumn wood", "ship wood leaves strange harbour")
def ship_in_wood(luck: Random) -> tuple[str, ...]:
    colours = ("#c8502f", "#e8953a", "#f0c050", "#a83a2a")
    return (
        sky("#d9b07a>#e8c890>#b08a5a"),
        trunks(luck, 9, "#6a4a34", "#d9b480"),
        *(
            circle(luck.uniform(0, 400), luck.uniform(-10, 120), luck.uniform(30, 60), colours[i % 4], opacity=0.85)
            for i in range(14)
        ),
        at(210, 430, ship("#6a3a2c", "#f0d9b0", "#3f6a7a"), size=2.35, turn=-7),
        *(
            path(
                curve(
                    [
                        (x, 440 + row * 44 + (i % 3) * 10),
                        (x + 30, 426 + row * 44),
                        (x + 60, 440 + row * 44),
                        (x + 60, 660),
                        (x, 660),
                    ],
                    closed=True,
                ),
                colours[(i + row) % 4],
                opacity=0.95,
            )
            for row in range(4)
            for i, x in enumerate(range(-30 - row * 14, 420, 56))
        ),
        stroke(
            "M-10 470q30 -16 60 0t60 0t60 0t60 0t60 0t60 0t60 0M-30 530q30 -16 60 0t60 0t60 0t60 0t60 0t60 0t60 0",
            "#f9e0a0",
            3,
            opacity=0.5,
        ),
        at(330, 590, deer("#8a5a3c"), size=0.9),
        at(66, 586, person("#2f4a5a", arms="up", scarf="#e8c070"), size=0.8),
        petals(luck, 40, colours),
    )


@page("Sea horse and crab play for the seabed", "chess sea duel patience kingdom")
def seabed_chess(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1f5a6a>#123f58>#0a2438"),
        rays(200, -80, "#a8e0d8", 16, 520, 0.18),
        floor(400, "#c9b48a", "#3a4a54", 6),
        path("M-20 400C60 384 150 404 220 392S360 386 420 400V412H-20Z", "#7a7a68"),
        at(90, 500, seahorse("#e8a63c"), size=2.0, flip=True),
        at(96, 384, crown(), size=0.45, turn=12),
        at(320, 500, crab("#d0503a"), size=1.5),
        *(
            at(x, y, piece(c), size=s)
            for x, y, piece, c, s in (
                (190, 500, knight, "#f0e0c0", 0.7),
                (240, 520, rook, "#3a2a34", 0.8),
                (160, 560, pawn, "#f0e0c0", 0.8),
                (280, 580, pawn, "#3a2a34", 0.95),
                (214, 440, pawn, "#3a2a34", 0.5),
                (170, 450, pawn, "#f0e0c0", 0.5),
            )
        ),
        coral("#c85a6a").join(('<g transform="translate(40 420)scale(1.2)">', "</g>")),
        coral("#d9884a").join(('<g transform="translate(366 400)scale(1.3)">', "</g>")),
        at(200, 130, jellyfish("#e8b0c8", 80), size=1.0),
        school([(300, 200), (330, 180), (320, 220), (350, 210), (80, 240), (60, 220)], "#e8d08a", 0.28),
        bubbles([(120, 330, 6), (110, 300, 9), (130, 270, 5), (280, 330, 5)]),
    )


@page("The moon lies on the sea floor", "moon drowned fish lost light")
def sunken_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1a2440>#16384f"),
        rect(-20, 100, 440, 540, "#2a6a78>#14445c>#0a1f38"),
        swell(100, "#2f6f80", 7, 80, 0, 130),
        at(280, 96, rower("#c8472f", "#6a4030"), size=0.7),
        stroke("M270 108C256 220 250 260 236 318", "#d9c8a0", 1.6),
        glow(190, 430, 260, "#fff0c0", 0.8),
        circle(190, 430, 112, "#fffbe8*#f3e2b0*#c9b078"),
        *(
            circle(x, y, r, "#a89468", opacity=0.35)
            for x, y, r in ((150, 390, 22), (230, 410, 16), (170, 470, 18), (230, 480, 12), (200, 370, 10))
        ),
        path("M-30 520C80 490 160 530 240 514S380 500 430 520V640H-30Z", "#8a8068>#3a3c40"),
        at(238, 330, path("M-16 0Q0 -20 16 0L12 10H-12Z", "#5a6478"), stroke("M-12 10q12 12 24 0", "#5a6478", 4)),
        school([(90, 300), (120, 280), (110, 320), (60, 320), (320, 360), (350, 380), (330, 400)], "#24505f", 0.4),
        at(320, 480, fish("#24404f"), size=0.9, flip=True),
        at(70, 540, coral("#a85a60"), size=0.9),
        at(340, 550, shell("#c9a898"), size=0.7),
        weed(30, 600, 150, "#1f4a4a"),
        weed(380, 600, 190, "#1f4a4a"),
        at(120, 570, crab("#a8503c"), size=0.45),
    )


@page("An octopus carries eight lanterns", "octopus lanterns many guide deep")
def octopus_lanterns(luck: Random) -> tuple[str, ...]:
    hung = ((30, 330), (78, 420), (130, 480), (172, 540), (228, 540), (270, 480), (322, 420), (370, 330))
    arms_ = "".join(
        (
            f"M{200 + (x - 200) * 0.15:.0f} 230C{200 + (x - 200) * 0.4:.0f} {y - 40} "
            f"{x + (-14 if x < 200 else 14)} {y - 120} {x} {y - 4}"
        )
        for x, y in hung
    )
    return (
        sky("#0f1a2c>#14303f>#1f4a48"),
        *(glow(x, y + 28, 70, "#ffb85a", 0.6) for x, y in hung),
        stroke(arms_, "#3a3470", 18),
        stroke(arms_, "#a8a0e0", 4, stroke_dasharray="1 11", transform="translate(0 4)"),
        path(
            "M130 250C120 200 90 170 110 110C130 40 270 40 290 110C310 170 280 200 270 250Q200 290 130 250Z",
            "#7a70c0>#403a78",
        ),
        *(circle(x, 190, 24, "#fff0d0") + ellipse(x, 190, 15, 6, "#1a1420") for x in (164, 236)),
        *(
            circle(x, y, r, "#b0a8e8", opacity=0.6)
            for x, y, r in ((150, 110, 13), (210, 86, 9), (250, 120, 14), (190, 130, 7))
        ),
        *(at(x, y, lantern("#ffc860", "#2a1f2c"), size=0.95) for x, y in hung),
        path("M-30 590Q200 560 430 590V640H-30Z", "#2c2f30"),
        *(
            at(x, 592, person(c, legs="walk"), size=0.4)
            for x, c in ((90, "#d9a050"), (120, "#5f8f8a"), (150, "#b8584a"))
        ),
        bubbles([(60, 120, 8), (340, 90, 10), (350, 140, 5), (50, 70, 5)]),
    )


@page("The pearl in the shell is the moon", "pearl shell moon treasure tide")
def pearl_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1f2a4f>#4a4a72>#a87a80>#e8b498"),
        stars(luck, 50, 240),
        sea(300, "#3a5a74", waves=6),
        rect(160, 300, 80, 300, "#fdf0d8@.5>#fdf0d8@0"),
        path(
            (
                "M60 400C40 300 70 180 110 200C120 140 170 130 182 170Q200 130 222 170"
                "C236 130 284 140 292 200C330 180 362 300 340 400Z"
            ),
            "#d9a8a0>#8a5a6a",
        ),
        stroke(
            (
                "M200 400L100 210M200 400L150 160M200 400V156M200 400L252 160M200 400L302 210M200 400"
                "L66 320M200 400L334 320"
            ),
            "#f6d9cc",
            4,
            opacity=0.6,
        ),
        glow(200, 350, 190, "#fff6e0", 0.8),
        moon(200, 350, 64, "#fdf3e4"),
        path("M50 400C90 380 310 380 350 400C350 480 290 520 200 520C110 520 50 480 50 400Z", "#e8bcae>#9a6a72"),
        path("M50 400C90 420 310 420 350 400C330 384 70 384 50 400Z", "#fdeee4"),
        stroke(
            "M200 516L90 420M200 518L150 414M200 518V412M200 518L250 414M200 516L310 420", "#8a5a68", 3, opacity=0.5
        ),
        swell(500, "#2c4a66", 12, 100, 10),
        swell(556, "#1f3850", 14, 130, 50),
        at(90, 540, rower("#c8472f", "#5a3a2c"), size=0.5),
    )
