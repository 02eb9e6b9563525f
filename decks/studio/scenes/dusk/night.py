"""Scenes of the deck `dusk`: deep night."""

from random import Random

from studio.beasts import bear, cat, deer, fox, horse, rabbit, wolf
from studio.birds import flying, owl
from studio.critters import butterfly, snail
from studio.furniture import bed, lantern, scales, telescope
from studio.houses import house, ladder, lamp, town
from studio.lands import fir, grass, hills, mountains, pines, road, trunks
from studio.marks import at, blob, circle, disc, ellipse, inside, path, poly, rect, ring, stroke
from studio.pages import Page
from studio.people import face, person
from studio.plants import bare_tree, tree
from studio.sealife import crab, fish, whale
from studio.skies import aurora, crescent, glow, moon, sky, snow, stars, sun
from studio.things import eye, key, spark
from studio.toys import train

page = Page()


@page("The bear has come down out of the stars", "bear constellation mountain visit star")
def star_bear(luck: Random) -> tuple[str, ...]:
    dots = (
        (110, 250),
        (90, 190),
        (130, 150),
        (180, 170),
        (240, 160),
        (310, 190),
        (340, 260),
        (330, 340),
        (300, 410),
        (270, 330),
        (200, 320),
        (170, 410),
        (140, 330),
        (60, 210),
    )
    return (
        sky("#081226>#12284a>#27506a"),
        stars(luck, 90, 420),
        glow(210, 270, 220, "#7fb0e0", 0.4),
        blob(
            [
                (60, 210),
                (90, 180),
                (130, 150),
                (180, 166),
                (240, 156),
                (310, 186),
                (344, 260),
                (334, 340),
                (316, 414),
                (290, 414),
                (270, 330),
                (200, 326),
                (184, 414),
                (154, 414),
                (138, 330),
                (110, 254),
                (66, 236),
            ],
            "#9fc8f0@.5>#9fc8f0@.18",
        ),
        stroke(
            (
                "M60 210L90 190L130 150L180 170L240 160L310 190L340 260L330 340L300 410M330 340"
                "L270 330L200 320L170 410M200 320L140 330L110 250L60 210M140 330L150 400"
            ),
            "#cfe4ff",
            1.6,
            opacity=0.8,
        ),
        *(at(x, y, spark(8 + i % 3 * 3, "#e8f4ff")) for i, (x, y) in enumerate(dots)),
        mountains(luck, 520, 130, "#16304a", "#cfe0f0"),
        rect(-20, 540, 440, 100, "#dfe9f4>#8fa9c4"),
        at(96, 570, person("#c8472f", arms="right", scarf="#e8c070"), size=0.8),
        at(140, 576, fox(), size=0.36),
        at(340, 560, house("#5a3f34", "#e8f0f8", 56, 40), size=0.9),
    )


@page("The night train runs along the milky way", "train stars owl travel sleep")
def night_train(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0a0f26>#1a2448>#3a3058"),
        path("M-30 100C120 160 260 330 430 380V520C260 450 120 300 -30 260Z", "#8f9ad8@.15>#d9c0f0@.4>#8f9ad8@.1"),
        stars(luck, 110, 600),
        stroke("M-30 190C120 240 250 380 430 440M-30 214C120 264 250 404 430 464", "#ffe9b0", 2.6),
        stroke(
            "".join(
                f"M{x} {190 + (x + 30) * 0.54 + 30 * ((x - 160) / 230) ** 2 - 26:.0f}l-6 34"
                for x in range(-20, 430, 20)
            ),
            "#c9b080",
            3,
            opacity=0.7,
        ),
        at(130, 306, train("#7a2f3a"), size=1.15, turn=30),
        at(
            258,
            386,
            rect(-66, -70, 132, 58, "#3a4f6a>#24344c"),
            rect(-72, -78, 144, 10, "#1a2438"),
            *(rect(x, -60, 24, 24, "#ffdf8a") for x in (-52, -12, 28)),
            circle(-40, -10, 12, "#14141f"),
            circle(40, -10, 12, "#14141f"),
            at(40, -38, circle(0, -4, 7, "#26202c")),
            at(-40, -36, cat("#26202c"), size=0.18),
            size=1.15,
            turn=30,
        ),
        *(
            circle(x, y, r, "#cfd4f0", opacity=o)
            for x, y, r, o in ((60, 170, 12, 0.6), (44, 140, 17, 0.5), (70, 104, 22, 0.4), (50, 60, 28, 0.3))
        ),
        crescent(310, 130, 44),
        at(306, 176, owl("#7a6450"), size=0.5),
        hills(luck, 560, 16, "#10142c"),
        town(luck, 600, ("#1a1f3a", "#20203c"), ("#10132a", "#15132a"), 60, 0.5),
    )


@page("She paints the night herself", "paint night brush create evening")
def night_painter(luck: Random) -> tuple[str, ...]:
    wet = (
        "M-20 -20H420V210C380 250 360 190 330 230C300 290 280 220 250 250"
        "C220 330 190 240 160 270C130 300 110 230 80 270C50 330 10 260 -20 290Z"
    )
    return (
        sky("#f0b070>#f6d0a0>#f9e6c8"),
        sun(330, 440, 40, "#fff0c0"),
        path(wet, "#141c48>#2c3a80"),
        inside(wet, stars(luck, 70, 270), moon(320, 90, 32)),
        hills(luck, 500, 14, "#c9a060"),
        rect(-20, 540, 440, 100, "#a8784a>#5f4030"),
        ladder(176, 560, 250, 30, "#8a5a34", 10),
        at(186, 350, person("#c8472f", arms="up", hair="#2a1a14", dress=True), size=0.95),
        stroke("M208 250L232 190", "#8a5a34", 6),
        path("M222 204L244 196L252 160Q236 150 222 166Z", "#2c3a80"),
        *(
            at(
                x,
                566,
                path("M-24 0L-28 -44H28L24 0Z", "#8f959c>#5a6068"),
                ellipse(0, -44, 28, 7, c),
                path("M-20 -44Q-22 -20 -14 -26Q-10 -34 -8 -44Z", c),
            )
            for x, c in ((80, "#1f2a66"), (290, "#f6e6a8"))
        ),
        at(340, 580, cat("#1f2a66", "#f6e6a8", "#2c3a80"), size=0.6),
        stroke("M300 590q8 -4 14 0M330 596q8 -4 14 0", "#1f2a66", 4),
    )


@page("The hills are a sleeper who is breathing", "giant sleep hills breath earth")
def sleeping_giant(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1c1f3f>#4a3f66>#b0687a"),
        stars(luck, 60, 250),
        crescent(80, 80, 28),
        path(
            (
                "M-30 480C0 470 20 440 34 410C50 384 76 372 100 376C112 378 116 372 122 356C130 330 138 300 154 296"
                "C172 294 170 320 166 338C164 352 172 356 184 350C200 344 208 356 198 366C214 364 222 378 208 386"
                "C200 394 204 404 220 398C246 384 274 392 270 420"
                "C268 446 290 450 320 440C360 424 400 410 430 400V640H-30Z"
            ),
            "#94a080>#4a5f54>#2a3838",
        ),
        stroke("M92 402Q106 418 126 408M104 414l-4 9M114 414l1 9", "#1a2428", 4),
        stroke("M84 388Q100 380 116 388", "#2f4038", 6),
        stroke("M186 366Q196 370 206 368", "#a85a4f", 5),
        circle(170, 430, 18, "#c0806a", opacity=0.35),
        pines(luck, 440, 8, "#1f3034", 80, (-30, 50)),
        *(at(x, y, fir(0, 0, h, "#24383a")) for x, y, h in ((340, 446, 50), (366, 440, 60), (390, 430, 44))),
        *(
            circle(x, y, r, "#e8d9e0", opacity=o)
            for x, y, r, o in ((226, 350, 7, 0.6), (240, 326, 12, 0.5), (260, 296, 18, 0.4), (290, 256, 26, 0.3))
        ),
        path("M-30 520C80 480 200 530 430 500V640H-30Z", "#3f5048>#1a2426"),
        town(luck, 570, ("#4a4450", "#5a4a50"), ("#2a2634", "#30283a"), 28, 0.7, 60, 250),
        road([(300, 512, 4), (290, 540, 10), (320, 580, 26), (300, 640, 50)], "#b09a80"),
        at(318, 560, person("#c8472f", legs="walk"), size=0.4),
    )


@page("He takes the moon for a walk", "moon walk leash friend dog")
def moon_walk(luck: Random) -> tuple[str, ...]:
    return (
        sky("#12303f>#1f5058>#6f8a78"),
        stars(luck, 40, 300),
        hills(luck, 430, 18, "#24484a"),
        path("M-30 520C80 440 280 440 430 500V640H-30Z", "#3f5a48>#18282a"),
        road([(430, 500, 14), (330, 520, 18), (200, 540, 26), (60, 590, 44), (-40, 640, 60)], "#8a8a68"),
        moon(110, 300, 84, "#f6e8b8"),
        stroke("M300 420C260 440 220 380 180 346", "#c8372d", 4),
        stroke("M176 350Q150 370 110 384", "#c8372d", 6),
        path("M92 400Q110 380 128 400Q126 414 110 414Q94 414 92 400Z", "#e8b84a"),
        at(320, 530, person("#26303f", legs="walk", arms="left", hat="#26303f", scarf="#c8372d"), size=1.6),
        at(214, 548, cat("#101820"), size=0.62),
        at(60, 560, bare_tree(luck, "#18242a", 150)),
        ellipse(110, 566, 70, 10, "#0c1618", opacity=0.35),
    )


@page("Light falls through the keyhole in the night", "keyhole secret light key beyond")
def night_keyhole(luck: Random) -> tuple[str, ...]:
    outline = "M200 96A66 66 0 0 1 240 216L274 400H126L160 216A66 66 0 0 1 200 96Z"
    return (
        sky("#0c0f1f>#1a1c34>#242440"),
        stars(luck, 80, 560),
        glow(200, 240, 260, "#ffd98a", 0.5),
        path(outline, "#bfe6f0>#f6f0c8>#8fbf6a"),
        inside(
            outline,
            sun(226, 150, 20),
            mountains(Random(2), 320, 90, "#8fb0b8"),
            hills(Random(5), 360, 8, "#8fc06a"),
            at(184, 396, tree(Random(7), "#5fa04f", high=70)),
            at(224, 392, deer("#b8743a"), size=0.34),
        ),
        stroke(outline, "#d9a850", 7),
        poly([(126, 406), (274, 406), (390, 640), (10, 640)], "#fff0b8@.75>#fff0b8@.05"),
        at(196, 560, person("#8a2f34", hair="#1f1418", skin="#8a5a3c"), size=1.15),
        at(262, 510, key("#e0b045"), size=0.75, turn=24),
        at(120, 576, cat("#0c0f1f"), size=0.6),
    )


@page("The wolf's howl becomes the northern lights", "wolf howl aurora snow song")
def aurora_wolf(luck: Random) -> tuple[str, ...]:
    return (
        sky("#071420>#0f2f3c>#1f4f54"),
        stars(luck, 80, 380),
        path(
            (
                "M120 330C60 250 200 220 120 130C80 70 200 60 260 -20H430V120C330 100 300 170 240 190"
                "C170 220 200 290 140 334Z"
            ),
            "#6ff0c0@.8>#5fb0f0@.5>#8f6ae0@.15",
        ),
        path(
            (
                "M124 336C90 280 250 260 190 170C170 110 300 120 340 20L430 60V190"
                "C330 170 290 240 230 260C180 280 190 310 144 340Z"
            ),
            "#b0ffd8@.6>#7fd0ff@.3>#b08fff@.1",
        ),
        aurora("#6ff0c0", 40, 0.3),
        mountains(luck, 440, 110, "#16343f", "#bfe0e8"),
        path("M-30 480C80 430 200 500 430 450V640H-30Z", "#e4f2f4>#8fb4c0"),
        pines(luck, 480, 6, "#123038", 120, (250, 410)),
        at(190, 560, wolf("#3f5060"), size=2.0),
        at(322, 580, wolf("#2f3f4c"), size=0.8, flip=True),
        at(280, 590, wolf("#2f3f4c"), size=0.6, flip=True),
        snow(luck, 50),
    )


@page("The gardener of the night waters her stars", "garden stars water grow care")
def star_garden(luck: Random) -> tuple[str, ...]:
    beds = (
        (60, 560, 90, 13),
        (110, 580, 130, 17),
        (240, 586, 80, 12),
        (300, 570, 150, 18),
        (350, 590, 100, 14),
        (26, 596, 60, 10),
        (200, 560, 40, 8),
    )
    return (
        sky("#1a1438>#3a2c5a>#6a4a6a"),
        stars(luck, 70, 300),
        *(at(x, y, spark(r)) for x, y, r in ((120, 90, 10), (300, 70, 13), (340, 180, 8))),
        hills(luck, 480, 14, "#2a2440"),
        path("M-30 540Q200 500 430 540V640H-30Z", "#3a2c30>#1a1420"),
        *(
            stroke(
                (
                    f"M{x} {y}q{h * 0.08:.0f} {-h / 2:.0f} 0 {-h}M{x} {y - h * 0.4:.0f}q-16 -4 -20 -18M{x}"
                    f" {y - h * 0.5:.0f}q16 -4 20 -18"
                ),
                "#5f8f6a",
                3.4,
            )
            + at(x, y - h, spark(r))
            for x, y, h, r in beds
        ),
        at(170, 552, person("#3f7f6a", arms="right", dress=True, hair="#d9c8b8"), size=1.5),
        at(
            228,
            456,
            path("M-20 -14H20V16H-20Z", "#6a8f9a>#3f6070"),
            path("M20 4L46 -14L50 -8L22 14Z", "#4f7484"),
            stroke("M-20 -6q-16 -4 -10 14", "#4f7484", 4),
            turn=14,
        ),
        *(
            stroke(f"M{276 + i * 6} {452 + i % 3 * 4}l{6 + i} {60 + i * 8}", "#bfe0f6", 1.6, stroke_dasharray="5 7")
            for i in range(5)
        ),
        at(80, 596, rabbit("#5a5070"), size=0.36),
        moon(80, 190, 24),
    )


@page("The telescope looks back", "telescope eye look star wonder")
def looking_back(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0c1226>#1c2444>#3f3a5f"),
        stars(luck, 90, 500),
        circle(200, 190, 156, "#b08038>#5a3a1c"),
        circle(200, 190, 138, "#1a1424"),
        circle(200, 190, 130, "#24406a*#141c3c*#0a0f22"),
        inside(disc(200, 190, 130), stars(Random(3), 60, 330), at(200, 194, eye("#7a9f4a", "#5a4a7a"), size=1.5)),
        stroke("M110 120A118 118 0 0 1 190 76", "#ffffff", 7, opacity=0.4),
        hills(luck, 500, 12, "#1a1a30"),
        path("M-30 560Q200 510 430 560V640H-30Z", "#12121f"),
        at(214, 556, telescope("#c9923a"), size=1.4),
        at(290, 556, person("#8a3a3f", arms="left", hair="#2a1a1a", scarf="#e8c070"), size=0.9),
        poly([(132, 432), (146, 412), (310, 262), (96, 278)], "#bfd0f0@.25>#bfd0f0@.02"),
        at(90, 560, owl("#3a3040"), size=0.6),
    )


@page("There is a bed high up in the wood", "bed forest height ladder dream")
def bed_in_wood(luck: Random) -> tuple[str, ...]:
    return (
        sky("#182c2c>#34584a>#a8a068"),
        moon(90, 100, 34, "#f6f0c0"),
        trunks(luck, 8, "#16241f", "#5a7a58"),
        *(rect(x, 290, 9, 350, "#5a3c28>>#2f1f18") for x in (120, 280)),
        *(
            ellipse(x, y, rx, 30, c)
            for x, y, rx, c in ((40, 20, 110, "#1f3a2c"), (200, -6, 140, "#284a34"), (370, 30, 110, "#1f3a2c"))
        ),
        at(200, 300, bed("#7a5034", "#a8503f", 190), size=1.1),
        at(140, 254, circle(0, 0, 13, "#e0ac82"), path("M-12 -2C-14 -20 14 -20 12 -2Q0 -10 -12 -2Z", "#2a1a14")),
        at(262, 246, owl(), size=0.4),
        ladder(200, 600, 310, 28, "#8a6440", 0),
        at(200, 496, bear("#5a4034"), size=0.62),
        at(110, 600, fox(), size=0.6),
        at(306, 600, deer("#8a5a3c"), size=0.8),
        at(300, 250, lantern(), size=0.7),
        rect(-20, 592, 440, 50, "#1a2a20"),
        grass(luck, 606, "#3f5f3f", 60, 26),
        *(circle(luck.uniform(20, 380), luck.uniform(120, 560), 2.2, "#f6f0a0", opacity=0.85) for _ in range(24)),
    )


@page("Moths carry off the street lamp", "moths lamp theft light wings")
def lamp_thieves(luck: Random) -> tuple[str, ...]:
    wing = ("#c9a878", "#b08a68", "#d9c0a0")
    spots = ((130, 100, 1.1, -24), (270, 96, 1.1, 24), (200, 56, 1.2, 0), (90, 190, 0.8, -40), (316, 186, 0.8, 38))
    return (
        sky("#26323c>#5a6264>#c09060"),
        town(luck, 560, ("#26282e", "#2e2a2c"), ("#15171c", "#1c1819"), 90, 0.12),
        stroke("M200 190L130 110M200 190L270 106M200 190V70M196 200L96 200M204 200L310 196", "#e0cfa8", 1.4),
        at(200, 470, lamp(260, "#ffe29a", "#14151a"), size=1.0, turn=8),
        at(200, 474, path("M-20 0Q-10 14 -14 26Q0 10 4 30Q8 10 20 20Q14 8 18 -2Z", "#4a3a2c")),
        *(
            at(x, y, butterfly(wing[i % 3], "#5a4030", "#2a2020"), size=s, turn=t)
            for i, (x, y, s, t) in enumerate(spots)
        ),
        rect(-20, 556, 440, 90, "#1c1c20"),
        ellipse(206, 576, 26, 8, "#0c0c10"),
        at(96, 590, person("#3a4450", arms="both", hat="#22262c"), size=0.95),
        at(330, 590, cat("#101014"), size=0.7),
    )


@page("The sky is a clock of creatures", "zodiac clock stars fate wheel", tremble=2.4)
def star_clock(luck: Random) -> tuple[str, ...]:
    beasts_ = (
        fish("#d9c890"),
        at(0, 18, crab("#d9c890")),
        at(0, 26, rabbit("#d9c890", "#a8905a")),
        at(10, 24, horse("#d9c890", "#a8905a"), size=0.6),
        at(0, 30, scales("#d9c890"), size=0.4),
        flying("#d9c890"),
        at(0, 26, owl("#b8a468", "#d9c890"), size=0.6),
        at(6, 24, deer("#d9c890", "#d9c890"), size=0.5),
        at(0, 20, snail("#b8a468", "#d9c890"), size=0.6),
        at(0, 26, cat("#b8a468"), size=0.6),
        whale("#b8a468", "#d9c890"),
        at(0, 24, wolf("#d9c890"), size=0.6),
    )
    sizes = (0.5, 0.5, 0.52, 0.62, 0.9, 0.46, 0.85, 0.75, 0.62, 0.85, 0.26, 0.85)
    return (
        sky("#0a1c2c>#14364a>#2a5a60"),
        stars(luck, 60, 600),
        circle(200, 270, 186, "#0c2438", stroke="#c9a85a", stroke_width=5),
        circle(200, 270, 122, "#f0d890*#c9963f*#8a5a24", stroke="#c9a85a", stroke_width=5, opacity=0.95),
        stroke(
            "".join(
                f"M{200 + 124 * x:.0f} {270 + 124 * y:.0f}L{200 + 184 * x:.0f} {270 + 184 * y:.0f}"
                for x, y in ring(12, 1, 0.2618)
            ),
            "#c9a85a",
            2,
        ),
        *(at(200 + x, 270 + y, beast, size=s) for beast, s, (x, y) in zip(beasts_, sizes, ring(12, 153), strict=True)),
        at(200, 270, face("#f6dca0"), size=1.35),
        stroke("M200 270L286 200", "#2a1c14", 7) + stroke("M200 270L130 330", "#2a1c14", 5),
        circle(200, 270, 8, "#2a1c14"),
        hills(luck, 520, 12, "#0c1c28"),
        at(140, 556, person("#c8472f", arms="up"), size=0.7),
        at(176, 560, person("#e8c070", arms="right", dress=True), size=0.6),
        rect(-20, 556, 440, 90, "#08131c"),
    )
