"""Scenes of the deck `dusk`: the town in the evening."""

from random import Random

from studio.beasts import bear, cat, fox, giraffe, rabbit
from studio.birds import crow, flying, owl, songbird
from studio.critters import hedgehog
from studio.furniture import armchair, birdcage, candle, frame, lantern, teacup
from studio.houses import house, ladder, lamp, tower, town, well, window_pane
from studio.instruments import gramophone, letter, note, piano, violin
from studio.lands import grass, hills, pines, planks
from studio.marks import at, box, circle, dark, ellipse, group, inside, path, poly, rect, soft, stroke
from studio.pages import Page
from studio.people import person, reaching, sitting
from studio.plants import bare_tree, pumpkin, tree
from studio.sealife import bubbles, fish, weed
from studio.skies import crescent, glow, gulls, mist, moon, rays, sky, stars
from studio.toys import bicycle

page = Page()


@page("The lamplighter goes on into the sky", "lamp light work stars upward")
def lamplighter(luck: Random) -> tuple[str, ...]:
    posts = (
        (60, 560, 170, 1.0),
        (150, 500, 150, 0.85),
        (230, 440, 130, 0.72),
        (290, 370, 120, 0.6),
        (334, 300, 110, 0.48),
        (358, 236, 100, 0.36),
        (366, 180, 100, 0.26),
    )
    return (
        sky("#0e2a3f>#2f5f6f>#d98a5a>#f2b56a"),
        stars(luck, 40, 220),
        town(luck, 520, ("#2f3f52", "#3a4a5a"), ("#1f2c3c", "#24303f"), 74, 0.4),
        path(
            (
                "M-30 640V560C100 540 220 480 300 380C340 330 366 250 372 170C380 260 372 380 300 470"
                "C240 550 160 600 130 640Z"
            ),
            "#f0c88a@.2>#e8b070@.9",
        ),
        *(at(x, y, lamp(h, "#ffe29a" if i < 4 else "#5f6a70"), size=s) for i, (x, y, h, s) in enumerate(posts)),
        at(306, 372, person("#1f2430", arms="up", legs="walk", hat="#1f2430"), size=0.5),
        stroke("M318 322L302 296", "#5b4030", 2),
        glow(302, 296, 12, "#ffd27a"),
        at(110, 600, cat("#141a24"), size=0.6),
    )


@page("A giraffe puts out the chimneys", "giraffe chimney smoke tall gentle")
def giraffe_chimney(luck: Random) -> tuple[str, ...]:
    return (
        sky("#4a2f4a>#b85a4f>#f0a05a>#f9d49a"),
        circle(130, 260, 90, "#f9c06a", opacity=0.8),
        town(luck, 480, ("#6a3f44", "#7a4a48"), ("#3f2834", "#4a2f38"), 110, 0.5),
        *(
            circle(x, y, r, "#3a2a3a", opacity=o)
            for x, y, r, o in (
                (76, 250, 9, 0.6),
                (66, 226, 13, 0.5),
                (84, 196, 17, 0.4),
                (64, 160, 22, 0.28),
                (300, 300, 8, 0.6),
                (312, 280, 11, 0.5),
            )
        ),
        at(250, 590, giraffe("#d99a48", "#8a4a24"), size=2.45),
        town(luck, 610, ("#3f2834", "#4f3038", "#35222f"), ("#1f1622", "#2a1c28"), 72, 0.6),
        at(96, 270, ellipse(0, 0, 14, 5, "#2a1c28"), path("M-10 0L-8 30H8L10 0Z", "#5a3238")),
    )


@page("He pedals home along the telegraph wire", "bicycle wire home balance dusk")
def wire_cyclist(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1f3a5a>#5f7f8f>#e8b890>#f0945a"),
        circle(200, 440, 130, "#f6c08a", opacity=0.7),
        hills(luck, 500, 20, "#3a4a4f"),
        hills(luck, 550, 14, "#26343c"),
        *(
            stroke(f"M{x} 640V{y}M{x - 34} {y + 22}H{x + 34}M{x - 26} {y + 44}H{x + 26}", "#1a2028", 8)
            for x, y in ((40, 270), (360, 210))
        ),
        stroke("M-20 320Q10 300 40 292Q200 350 360 232Q390 226 420 230M40 314Q200 372 360 254", "#1a2028", 2.4),
        at(
            206,
            322,
            bicycle("#c8472f"),
            at(-18, -66, sitting("#26303f", hat="#1a1f2a"), size=0.8, flip=True),
            size=1.25,
            turn=-14,
        ),
        stroke("M256 238q30 -20 60 -8", "#c8472f", 5),
        *(
            at(x, y, crow("#1a2028"), size=0.55, flip=f)
            for x, y, f in ((110, 328, False), (86, 318, True), (320, 258, False))
        ),
        house("#2f3a44", "#1f2830", 50, 46).join(('<g transform="translate(330 560)">', "</g>")),
        gulls([(120, 130), (150, 110), (180, 134)], "#1f3040"),
    )


@page("The town is packed for the journey", "suitcase town move memory leave")
def suitcase_town(luck: Random) -> tuple[str, ...]:
    return (
        sky("#c8744a>#e8a868>#f0cfa0"),
        planks(430, "#6a3f2c"),
        glow(200, 300, 210, "#ffe0a0", 0.7),
        path("M70 120H330Q344 120 344 136V300H56V136Q56 120 70 120Z", "#7a4430>#5a3024"),
        path("M78 136H322V300H78Z", "#20324f>#3f5a7a>#c98a6a"),
        inside("M78 136H322V300H78Z", stars(luck, 26, 240), crescent(280, 172, 18)),
        at(0, 0, town(luck, 330, ("#d9a878", "#e8c49a", "#c98f6a"), ("#8a3f34", "#5f3a4a"), 66, 0.7, 74, 316)),
        at(200, 330, tower("#c9a888", "#6a3f5a", 30, 130), size=1),
        path("M40 330H360L352 470Q350 484 336 484H64Q50 484 48 470Z", "#96563a>#6a3826"),
        stroke("M48 356H352", "#4a2418", 4),
        *(rect(x, 330, 26, 154, "#5a3022") + rect(x + 4, 376, 18, 24, "#d0a050") for x in (96, 278)),
        stroke("M168 398q0 -24 32 -24t32 24", "#4a2418", 10),
        at(320, 566, person("#2f4a5f", arms="left", scarf="#c8472f", hat="#26303f"), size=0.95),
        at(76, 570, fox(), size=0.6),
        *(at(x, y, letter(), size=s, turn=t) for x, y, s, t in ((140, 560, 0.5, 12), (190, 580, 0.5, -20))),
    )


@page("Twelve windows, twelve evenings", "windows neighbours stories alone together", tremble=2.4)
def twelve_windows(luck: Random) -> tuple[str, ...]:
    insides = (
        at(0, 40, cat("#1f1a2c"), size=0.6),
        at(0, 40, person("#c8472f", arms="both", dress=True), size=0.7),
        group(rect(-50, -60, 100, 130, "#3f9ab0"), at(0, 0, fish(), size=0.7)),
        at(0, 44, candle(36), size=0.8),
        at(0, 46, piano(), at(0, 4, person("#3f6f6a"), size=0.9), size=0.5),
        group(rect(-50, -60, 100, 130, "#10183a"), crescent(0, 0, 22)),
        at(0, 46, armchair("#7a3f4f"), size=0.65),
        at(0, 44, bear(), size=0.62),
        group(rect(-50, -60, 100, 130, "#8fae9a"), at(0, 50, tree(luck, "#5f8f54", high=90))),
        at(
            0,
            44,
            person("#e8b84a", arms="right"),
            person("#3f4f7a", arms="left", hair="#1a1420").join(('<g transform="translate(36 0)">', "</g>")),
            size=0.62,
        ),
        at(0, -6, birdcage(inside=at(0, 40, songbird(), size=0.8)), size=0.5),
        at(4, 40, owl(), size=0.6),
    )
    panes = []
    for i, view in enumerate(insides):
        x, y = 78 + i % 3 * 122, 92 + i // 3 * 138
        hole = box(x - 42, y - 52, 84, 104)
        lit = ("#ffd98a>#e8a050", "#f6c07a>#d98048", "#ffe6b0>#f0b868")[i % 3]
        panes += [
            rect(x - 50, y - 60, 100, 122, "#2a1a24"),
            path(hole, lit),
            inside(hole, at(x, y, view)),
            stroke(f"M{x} {y - 52}V{y + 52}M{x - 42} {y}H{x + 42}", "#2a1a24", 3, opacity=0.55),
            rect(x - 54, y + 54, 108, 9, "#8a5a48"),
        ]
    bricks = "".join(f"M{(row % 2) * 30 - 10 + i * 60} {row * 26}h34" for row in range(24) for i in range(7))
    return (sky("#6a3438>#4a2430>#2c1626"), stroke(bricks, "#8f5048", 3, opacity=0.4), *panes)


@page("The cats hold a concert on the roof", "cats roof music moon night")
def roof_concert(luck: Random) -> tuple[str, ...]:
    return (
        sky("#10203a>#27506a>#5f8a8a"),
        stars(luck, 40, 260),
        moon(200, 230, 150, "#f6d898"),
        path("M-20 470L110 330L200 420L300 300L430 440V640H-20Z", "#2a1f34>#120e1c"),
        stroke("M-20 470L110 330L200 420L300 300L430 440", "#4a3a52", 5),
        rect(268, 280, 36, 70, "#1f1828") + rect(262, 272, 48, 12, "#2f2438"),
        at(110, 334, cat("#120e1c", "#ffcf5a", "#1f1828"), size=0.95),
        at(150, 376, violin("#a8502c"), size=0.5, turn=34),
        at(200, 424, cat("#1a1424", "#9fe08a", "#26203a"), size=0.8),
        at(286, 274, cat("#120e1c", "#ffcf5a", "#1f1828"), size=0.8, flip=True),
        at(370, 380, gramophone("#c9923a", "#2f2030"), size=0.62),
        *(
            at(x, y, note("#120e1c"), size=s, turn=t)
            for x, y, s, t in (
                (170, 180, 1.3, -8),
                (220, 140, 1.0, 10),
                (250, 200, 1.2, 4),
                (140, 240, 0.9, 12),
                (310, 180, 1, -6),
            )
        ),
        *(
            window_pane(x, y, 36, 44, "#ffcf7a", "#0e0a16")
            for x, y in ((90, 450), (310, 420), (200, 500), (60, 560), (340, 540))
        ),
    )


@page("The well has caught the moon", "well moon bucket wish deep")
def moon_well(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1c2f3a>#3f5f5a>#8f9a70"),
        stars(luck, 34, 260),
        pines(luck, 400, 12, "#1f3a3c", 130),
        rect(-20, 396, 440, 250, "#4a5f3f>#1f2f2a"),
        glow(200, 440, 230, "#f6e6a8", 0.6),
        at(200, 560, well("#7f7a78", "#7a3f34"), size=2.7),
        moon(200, 398, 40),
        path("M160 410H240L232 452H168Z", "#8a6440>#5a3c28"),
        stroke("M160 410Q200 340 240 410M200 376V330", "#d9c8a8", 3),
        at(322, 566, person("#b8472f", arms="left", hair="#3a2418", scarf="#e8b84a"), size=1.15),
        stroke("M286 492L236 372", "#d9c8a8", 2),
        at(72, 570, rabbit("#cfc6b4"), size=0.62),
        at(110, 580, rabbit("#8a7a6a"), size=0.46),
        grass(luck, 596, "#5f7f4a", 50, 30),
    )


@page("The chimneys breathe birds", "chimneys smoke birds roofs release")
def chimney_birds(luck: Random) -> tuple[str, ...]:
    flock = [
        at(
            90 + 110 * (i % 3) + luck.uniform(-34, 34) + i * 2,
            330 - i * 22,
            flying("#26303a", "#3f4a54"),
            size=0.2 + i * 0.045,
            flip=bool(i % 2),
            turn=luck.uniform(-14, 14),
        )
        for i in range(14)
    ]
    return (
        sky("#d8d0b8>#e8b88a>#c8685a"),
        circle(300, 400, 76, "#f6dca0", opacity=0.8),
        mist(300, "#fff0d8", 120, 0.4),
        *flock,
        *(
            rect(x - w / 2, y, w, 300, f"{c}>>{dark(c, 0.4)}")
            + rect(x - w * 0.7, y - 10, w * 1.4, 16, dark(c, 0.3))
            + rect(x - w * 0.3, y - 30, w * 0.6, 22, "#a85a40")
            for x, y, w, c in ((90, 400, 56, "#8a4a40"), (206, 430, 48, "#7a4040"), (310, 390, 60, "#94503f"))
        ),
        path("M-20 540L90 480L200 540L310 470L430 540V640H-20Z", "#4a2c38>#26182a"),
        stroke("M10 560h60M40 580h60M150 560h40M230 570h50M300 540h60M330 570h60M120 600h80M240 604h60", "#6a4048", 3),
        at(206, 536, person("#e8c070", arms="both", hair="#2a1a1f"), size=0.62),
    )


@page("Letters flutter to the lamp like moths", "letters moths lamp longing words")
def letter_moths(luck: Random) -> tuple[str, ...]:
    spots = (
        (90, 150, 0.9, -20),
        (150, 100, 0.6, 14),
        (300, 130, 0.8, 24),
        (330, 230, 1.0, -12),
        (70, 270, 0.7, 30),
        (260, 70, 0.5, -30),
        (120, 330, 0.55, -8),
        (290, 320, 0.6, 18),
    )
    return (
        sky("#151a2c>#2c3648>#4f4a50"),
        glow(200, 210, 230, "#ffcf7a", 0.75),
        at(200, 590, lamp(340, "#ffe6a8", "#15141f"), size=1.0),
        at(
            200,
            226,
            path("M-26 22L-40 -40H40L26 22Z", "#fff3cc>#ffc860"),
            path("M-48 -38L0 -80L48 -38Z", "#15141f"),
            stroke("M-26 22L-40 -40M26 22L40 -40M0 22V-40", "#15141f", 4),
        ),
        *(
            at(
                x,
                y,
                path("M-6 -8C-40 -44 -60 -30 -44 -4Z", "#fbf0d8>#c9b48a"),
                path("M6 -8C40 -44 60 -30 44 -4Z", "#fbf0d8>#c9b48a"),
                letter(),
                size=s,
                turn=t,
            )
            for x, y, s, t in spots
        ),
        rect(-20, 580, 440, 50, "#1a1c28"),
        at(
            310,
            586,
            rect(-40, -40, 80, 8, "#4a3028"),
            rect(-34, -32, 7, 32, "#33211c"),
            rect(27, -32, 7, 32, "#33211c"),
            at(10, -40, sitting("#7a2f3a", hair="#d9cfc8"), size=0.95),
        ),
        at(90, 586, path("M-18 0V-70H18V0ZM-18 -70Q0 -96 18 -70", "#a8372f>#6a1f24"), rect(-11, -58, 22, 5, "#1a1218")),
    )


@page("Lantern fish swim through the flooded street", "fish street flood lantern quiet")
def flooded_street(luck: Random) -> tuple[str, ...]:
    lit = (
        (120, 210, 1.1, False),
        (270, 300, 1.4, True),
        (90, 390, 0.9, False),
        (320, 150, 0.7, True),
        (200, 110, 0.55, False),
    )
    return (
        sky("#0f3a44>#1f5f66>#2c7a70"),
        poly([(-20, -20), (130, 120), (130, 500), (-20, 640)], "#3f5a5a>>#24403f"),
        poly([(420, -20), (270, 120), (270, 500), (420, 640)], "#24403f>>#3f5a5a"),
        poly([(130, 500), (270, 500), (420, 640), (-20, 640)], "#5f6a58>#2c3a38"),
        *(
            poly([(x, y), (x + 26, y + 16 * s), (x + 26, y + 66), (x, y + 62)], "#ffcf7a")
            for x, y, s in (
                (20, 120, 1),
                (70, 160, 1),
                (20, 280, 0.4),
                (74, 300, 0.4),
                (310, 170, -1),
                (356, 130, -1),
                (312, 320, -0.4),
                (360, 290, -0.4),
            )
        ),
        rect(150, 150, 100, 350, "#1a3f44", opacity=0.6),
        rays(200, -90, "#c8f0dc", 18, 560, 0.16),
        *(
            at(
                x,
                y,
                glow(-56, -40, 44, "#ffe08a", 0.9),
                stroke("M-20 -20Q-40 -56 -56 -42", "#1f2f3a", 2.6),
                circle(-56, -40, 7, "#fff3b8"),
                fish("#d8784a" if f else "#8a5a8f", stripe="#f0c890"),
                size=s,
                flip=f,
            )
            for x, y, s, f in lit
        ),
        at(200, 560, person("#e8b84a", arms="up", hat="#26303a"), size=0.9),
        stroke("M222 462V430", "#26303a", 2) + at(222, 430, lantern("#ffe08a"), size=0.5),
        bubbles([(196, 440, 5), (190, 410, 8), (60, 200, 6), (350, 420, 7)]),
        weed(30, 620, 120, "#2f6a54"),
        weed(376, 620, 150, "#2f6a54"),
    )


@page("Beneath the bare tree someone has supper", "underground roots home supper hidden")
def root_room(luck: Random) -> tuple[str, ...]:
    roots = (
        "M200 262C180 300 120 310 90 350M200 262C190 320 170 330 150 344M204 262"
        "C220 310 260 330 330 346M200 262C210 300 240 300 250 342M196 262"
        "C140 280 80 280 40 330M206 262C260 280 330 280 370 320"
    )
    cave = "M40 560C20 470 60 360 200 350C340 360 380 470 360 560Z"
    return (
        sky("#b8c0b8>#d9c8a8>#e8b47a"),
        at(200, 264, bare_tree(luck, "#2f2428", 240, depth=5)),
        gulls([(70, 80), (100, 60), (330, 110)], "#3a3038"),
        path("M-30 264Q100 250 200 258T430 262V640H-30Z", "#6a4a34>#3f2a24>#1f1618"),
        stroke(roots, "#4a3228", 9),
        path(cave, "#f0c070>#c8803f>#7a4428"),
        stroke(cave, "#2f1f1c", 8),
        at(200, 356, lantern(), size=1.0),
        at(
            200,
            548,
            rect(-70, -60, 140, 10, "#6a3f24"),
            rect(-58, -50, 9, 50, "#4f2c18"),
            rect(49, -50, 9, 50, "#4f2c18"),
            at(-30, -60, teacup(), size=0.34),
            at(30, -60, candle(16), size=0.6),
            at(4, -66, pumpkin(), size=0.34),
        ),
        at(112, 548, fox(), size=0.85),
        at(292, 548, hedgehog(), size=0.75),
        at(76, 460, frame(36, 44, at(0, 18, person(), size=0.38), fill="#e8d0a0")),
        ladder(326, 548, 120, 18, "#6a3f24", 6),
        *(ellipse(x, y, 12, 7, "#4a3430") for x, y in ((30, 600), (380, 420), (20, 420), (390, 600))),
    )


@page("The hills are tucked in for the night", "quilt hills sleep care bedtime")
def tucked_hills(luck: Random) -> tuple[str, ...]:
    patches = ("#a8503f", "#c98a4a", "#5f6f5a", "#8a5a6a", "#d9a860", "#4a5f6f", "#b8684a")
    quilt = "M-30 640V420C40 350 130 400 200 366C270 330 340 370 430 330V640Z"
    cells = [
        rect(
            x * 62 - 20,
            320 + y * 62,
            60,
            60,
            soft(patches[(x * 3 + y * 5) % 7]),
            transform=f"rotate({(x * 7 + y * 3) % 5 - 2} 200 450)",
        )
        for x in range(8)
        for y in range(6)
    ]
    return (
        sky("#2a3f5f>#7a6f8a>#e09a78"),
        stars(luck, 30, 200),
        hills(luck, 360, 26, "#46505a"),
        house("#c9a078", "#7a3f3a", 44, 40).join(('<g transform="translate(96 360)">', "</g>")),
        at(290, 336, tree(luck, "#5a6a54", high=70)),
        at(326, 336, tree(luck, "#4f5f50", high=50)),
        path(quilt, "#8a5a4a"),
        inside(
            quilt,
            *cells,
            stroke(
                "".join(f"M{x * 62 - 20} 320V700" for x in range(8))
                + "".join(f"M-20 {320 + y * 62}H440" for y in range(6)),
                "#f0dcc0",
                2,
                stroke_dasharray="6 6",
                opacity=0.7,
            ),
        ),
        stroke("M-30 420C40 350 130 400 200 366C270 330 340 370 430 330", "#f6ead6", 12),
        at(250, 352, reaching("#d9a07a", "#3a3f6a"), size=1.0, turn=14),
        crescent(80, 100, 30),
    )
