"""Scenes of the deck `base`: up in the air."""

from random import Random

from studio.beasts import cat, elephant
from studio.birds import goose
from studio.furniture import clock, teacup
from studio.houses import house, ladder, steps, town
from studio.instruments import book
from studio.lands import grass, hills, mountains, pines
from studio.marks import at, box, circle, disc, ellipse, group, light, path, rect, stroke
from studio.pages import Page
from studio.people import acrobat, person, reaching, rower, sitting
from studio.plants import flower, tree
from studio.sealife import fish, whale
from studio.skies import beam, clouds, crescent, glow, gulls, mist, moon, rain, rays, sky, stars, sun
from studio.things import spark
from studio.toys import paper_plane, ship, toy_balloon, umbrella

page = Page()


@page("A whale swims above a sleeping town", "whale town night sleep wonder")
def whale_above_town(luck: Random) -> tuple[str, ...]:
    return (
        sky("#10214d>#39538f>#d99a86"),
        stars(luck, 60, 300),
        crescent(325, 85, 30),
        hills(luck, 430, 20, "#2c3f6a"),
        town(luck, 520, ("#7d7fae", "#a58aa8", "#6a7aa8"), ("#3c3a6a", "#5a3f62"), 70, 0.35),
        at(190, 250, whale("#3d6aa0"), size=1.45, turn=-8),
        beam(190, 330, [(60, 560), (320, 560)], "#bfe0ff", 0.28),
        town(luck, 600, ("#4a4d80", "#5d4f78", "#3f4a78"), ("#26284e", "#37294c"), 100, 0.25),
    )


@page("A staircase climbs out of a teacup to the moon", "tea stairs moon climb breakfast")
def teacup_stairs(luck: Random) -> tuple[str, ...]:
    return (
        sky("#1e2f66>#6a6fb4>#f0b7a4>#f6dcb4"),
        stars(luck, 36, 240),
        moon(300, 100, 56),
        clouds([(70, 240), (350, 300)], "#f3d5d2", 100, 0.7),
        rect(-20, 520, 440, 120, "#a4533f>#6a2f34"),
        ellipse(200, 548, 190, 26, "#3a1a2a", opacity=0.35),
        steps(190, 440, 24, 74, 20, 5.6, "#f6e7cc", 0.953),
        at(186, 548, teacup("#fbf3e4", "#3f7fa8"), size=2.1),
        path(
            "M160 400q-22 -30 0 -60t-6 -60M120 404q-16 -26 2 -50t-4 -40", stroke="#ffffff", stroke_width=5, opacity=0.35
        ),
        at(243, 268, person("#c8372d", legs="walk", arms="up"), size=0.34),
        at(318, 536, book("#3f6a5a", 90, open_at=False), size=1),
    )


@page("A house floats off with its roots", "house roots farewell flight home")
def uprooted_house(luck: Random) -> tuple[str, ...]:
    roots = (
        "M-46 0C-60 40 -30 60 -50 110M-24 0C-30 50 0 70 -16 150M4 0C0 50 24 60 14 120M30 0"
        "C50 40 24 70 44 104M50 0C74 20 60 50 80 70"
    )
    return (
        sky("#79c0c4>#bfe0cf>#fbe9b8"),
        sun(70, 100, 32, "#ffe29a"),
        clouds([(320, 90), (60, 260), (360, 330)], "#fffaf0", 120),
        hills(luck, 480, 18, "#8fb069"),
        hills(luck, 530, 14, "#6a9450"),
        ellipse(200, 560, 92, 24, "#3b2a26"),
        ellipse(200, 556, 80, 17, "#1f1618"),
        *(
            at(x, y, toy_balloon(c, 110), size=1.1)
            for x, y, c in (
                (150, 130, "#d8553c"),
                (205, 100, "#e8b84a"),
                (250, 138, "#3f8fae"),
                (182, 160, "#7f5aa0"),
                (228, 166, "#5f9a5a"),
            )
        ),
        at(
            200,
            340,
            house("#f2e2c4", "#b8453a", 130, 92),
            path(roots, stroke="#5b4030", stroke_width=6, stroke_linecap="round"),
            path("M-80 0Q-70 34 0 38Q70 34 80 0Z", "#7a5a3c>#4a3428"),
        ),
        at(92, 566, person("#3f5f8f", arms="up"), size=0.62),
        at(330, 560, tree(luck, "#5f8f4f", high=90)),
    )


@page("The sun is a clock and sinks into a sea of books", "sun clock books evening time")
def clock_sun(luck: Random) -> tuple[str, ...]:
    covers = ("#a8483a", "#3f6a7f", "#c79a4a", "#5a4a7a", "#4f7d5f", "#8a3f55")
    rows = [
        at(
            -20 + (i * 95 + row * 45) % 450,
            384 + row * 50 + (i % 3) * 8,
            book(covers[(i + row) % 6], 62 + row * 9),
            turn=(i * 47 + row * 13) % 24 - 12,
        )
        for row in range(5)
        for i in range(5)
    ]
    return (
        sky("#5a2a5f>#c8506a>#f79a5a>#ffd98a"),
        rays(200, 330, "#fff0b8", 14, 500, 0.3),
        glow(200, 330, 260, "#ffe9a8", 0.8),
        at(200, 318, clock(118, 262, 60, "#fff0bc", "#e8953a")),
        gulls([(70, 120), (110, 95), (330, 150)], "#4a1f48"),
        rect(-20, 372, 440, 260, "#4a2a4a"),
        *rows,
        at(88, 398, ship("#5a2f34", "#fbe6c0"), size=0.5, turn=-6),
    )


@page("A boy flies a fish for a kite", "kite fish wind childhood string")
def fish_kite(luck: Random) -> tuple[str, ...]:
    return (
        sky("#5fb0d0>#a9dbe0>#f7f0cf"),
        clouds([(80, 110), (330, 60), (370, 260), (40, 330)], "#ffffff", 130),
        path("M150 190C230 300 150 380 268 470", stroke="#fffdf0", stroke_width=2),
        at(170, 180, fish("#f0703a", "#f6b63a", "#fff0d0"), size=2.6, turn=18),
        *(
            at(x, y, fish(c), size=0.6, turn=10)
            for x, y, c in ((330, 150, "#e8b84a"), (300, 215, "#d8607a"), (60, 60, "#4f9a9a"))
        ),
        path("M-30 470C90 400 190 540 430 440V640H-30Z", "#8fbf5a>#4f8a4a"),
        grass(luck, 560, "#3f7440", 70, 34),
        at(276, 520, person("#d8453a", arms="up", legs="run", scarf="#f6d34a"), size=0.95, flip=True),
        at(120, 540, flower("#f6f0e0", "#f2b632", 46, 9, 14)),
        at(80, 560, flower("#e86a8a", "#f6d34a", 60, 7, 15)),
        at(360, 570, flower("#e8a03a", "#6a4326", 52, 10, 15)),
    )


@page("Someone hangs the stars, one by one", "stars ladder work night patience")
def star_hanger(luck: Random) -> tuple[str, ...]:
    hung = [(60, 120, 130), (120, 80, 90), (330, 140, 150), (280, 70, 76), (180, 150, 150), (370, 60, 64), (30, 50, 50)]
    return (
        sky("#0b1440>#27306e>#58549a"),
        stars(luck, 30, 500, "#8f9ad0"),
        *(stroke(f"M{x} -20V{long}", "#c9c4e8", 1) + at(x, long + 14, spark(15)) for x, _, long in hung),
        hills(luck, 520, 10, "#2f3a6a"),
        ladder(214, 560, 330, 30, "#d8b07a", 12),
        at(226, 262, person("#e8b84a", arms="up", hair="#5b2f24"), size=0.9),
        at(247, 150, spark(20), size=1),
        at(
            96,
            560,
            path("M-40 0L-50 -46H50L40 0Z", "#a9743f>#6a4428"),
            *(at(x, y, spark(13)) for x, y in ((-24, -52), (4, -58), (28, -50), (-4, -44))),
        ),
        at(318, 562, cat("#151636"), size=0.7),
    )


@page("It rains umbrellas", "rain umbrella city colour fall")
def raining_umbrellas(luck: Random) -> tuple[str, ...]:
    falling = (
        (70, 90, 0.75, -14, "#d8453a"),
        (250, 70, 0.6, 20, "#e8b03a"),
        (340, 190, 0.8, 10, "#3f8fae"),
        (160, 220, 1.0, -6, "#7a4f9a"),
        (50, 320, 0.62, 16, "#4f9a6a"),
        (290, 340, 0.95, -18, "#d8607a"),
        (190, 20, 0.4, 30, "#f0ead8"),
    )
    return (
        sky("#8a95a8>#b9bfc8>#dcd8cf"),
        clouds([(60, 40), (200, 10), (340, 50)], "#76808f", 170),
        rain(luck, 60, "#eef3f8", -6),
        town(luck, 560, ("#8d93a3", "#a5a4a8", "#7b8496"), ("#5a6274", "#4d5566"), 86, 0.1, shut="#5a6274"),
        *(at(x, y, umbrella(c, light(c, 0.3)), size=s, turn=t) for x, y, s, t, c in falling),
        rect(-20, 556, 440, 80, "#6a7080>#8f95a2"),
        at(120, 585, person("#3a3f52", arms="both", hat="#2c2e40"), size=0.8),
        at(245, 590, person("#545a70", arms="wide", dress=True), size=0.8),
        ellipse(182, 590, 26, 5, "#dfe6ee", opacity=0.6),
    )


@page("Paper planes turn into geese", "paper letters birds change migration")
def planes_to_geese(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f2d9b4>#f0b79a>#b98aa0>#6a6f9a"),
        sun(290, 420, 60, "#ffdf9a"),
        *(
            at(400 - i * 46, 560 - i * 55 + (i % 2) * 26, paper_plane(), size=0.5 + i * 0.07, turn=-14)
            for i in range(5)
        ),
        at(215, 262, group(paper_plane(), transform="rotate(-10)"), size=0.9),
        *(at(180 - i * 44, 196 - i * 44 + (i % 2) * 30, goose("#f6efe2"), size=0.75 + i * 0.08) for i in range(3)),
        at(282, 190, goose("#efe3d0"), size=0.5),
        at(240, 108, goose("#efe3d0"), size=0.42),
        mountains(luck, 590, 110, "#5a5f8a"),
        at(
            352,
            572,
            rect(-30, -16, 60, 6, "#6a4434"),
            rect(-26, -10, 5, 24, "#4a3028"),
            rect(21, -10, 5, 24, "#4a3028"),
            at(6, -14, sitting("#b8453a"), size=0.6),
        ),
    )


@page("An elephant drifts over the peaks on toy balloons", "elephant balloons light mountains trust")
def floating_elephant(luck: Random) -> tuple[str, ...]:
    bunch = (
        (130, 120, "#d8553c"),
        (170, 84, "#f2b632"),
        (215, 70, "#e87a9a"),
        (262, 92, "#4f9fc0"),
        (150, 160, "#7fae5a"),
        (196, 132, "#8a63ae"),
        (240, 140, "#f0ead8"),
        (286, 150, "#e8883a"),
    )
    return (
        sky("#f7d6c8>#f6e6cf>#cfe3df"),
        mountains(luck, 500, 210, "#9fb6c4", "#ffffff"),
        mist(440, "#ffffff", 160, 0.8),
        *(stroke(f"M{x} {y + 40}L210 300", "#8a6a5a", 1.2) for x, y, _ in bunch),
        *(at(x, y + 50, toy_balloon(c, 0), size=1.15) for x, y, c in bunch),
        at(225, 402, elephant("#8f93ad", "#b8453a"), size=1.15, turn=4),
        mountains(luck, 610, 110, "#6f8a9a", "#f6f8f4"),
        gulls([(60, 330), (90, 312), (340, 380)], "#5a6a7a"),
    )


@page("An acrobat walks a line between sun and moon", "balance day night rope choice")
def between_sun_and_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f2a44e>>#f6cf8a>>#8f86b4>>#1d2558"),
        at(0, 0, stars(luck, 40, 560), clip_path=box(250, -20, 170, 640)),
        rays(40, 200, "#fff3c4", 16, 300, 0.35),
        sun(40, 200, 78, "#ffcf5a"),
        moon(362, 200, 62, "#f4f1e4"),
        stroke("M40 330Q200 372 362 330", "#3a2a3a", 2.6),
        stroke("M40 330V274M362 330V258", "#3a2a3a", 2),
        at(212, 352, acrobat("#b8372d"), size=1.25),
        path("M-30 640V520Q40 470 110 520T250 520T430 510V640Z", "#c97a4a>>#7a5a6a>>#232a56"),
        town(luck, 590, ("#b06a4a", "#8f5f5f", "#5f5478"), ("#7a3f34", "#4a3a5a"), 44, 0.6),
        gulls([(120, 120), (150, 100)], "#8a4a2a"),
    )


@page("A boat is moored to an island in the sky", "island boat waterfall anchor elsewhere")
def sky_island(luck: Random) -> tuple[str, ...]:
    return (
        sky("#4f8fc0>#9fd0dc>#f3ecd0"),
        clouds([(60, 500), (200, 560), (350, 510), (120, 600), (300, 610)], "#ffffff", 190),
        clouds([(340, 70), (40, 130)], "#ffffff", 90),
        path(
            (
                "M70 300C110 280 290 276 340 300C330 350 290 372 262 420C240 450 232 486 212 520"
                "C196 480 180 462 160 430C130 390 84 360 70 300Z"
            ),
            "#8a6a50>#4a3a40",
        ),
        path("M70 302C110 276 290 272 340 302C300 322 110 326 70 302Z", "#7fb45a>#5a9048"),
        path("M236 306C240 360 236 430 246 560H268C262 440 262 370 268 306Z", "#ffffff@.9>#bfe3ee@.8>#ffffff@0"),
        at(150, 306, tree(luck, "#e08a5a", high=170)),
        at(222, 300, house("#f6ead0", "#4f6f8f", 46, 44)),
        stroke("M318 306Q350 330 352 372", "#6b4a2c", 2),
        at(352, 360, rower("#c8372d", "#7a4634"), size=0.62),
        at(304, 300, tree(luck, "#5f8f4f", high=60)),
        gulls([(80, 230), (110, 210), (300, 150)], "#3a4a6a"),
    )


@page("A hand puts the moon in its place", "hand moon order night gentle")
def hand_and_moon(luck: Random) -> tuple[str, ...]:
    return (
        sky("#0d1638>#223066>#3f4a86"),
        stars(luck, 70, 420),
        circle(196, 262, 84, "#0a1029", opacity=0.55),
        stroke(disc(196, 262, 84), "#c9c4e8", 1.6, stroke_dasharray="5 7"),
        moon(212, 276, 80),
        at(212, 204, reaching("#d9a888", "#6a2f4a"), size=1.25),
        hills(luck, 480, 16, "#1f2c58"),
        pines(luck, 545, 12, "#16224a", 90),
        hills(luck, 560, 8, "#121a3c"),
        at(110, 566, person("#d8a03a"), size=0.4),
        at(136, 566, person("#c8472f", dress=True), size=0.3),
    )
