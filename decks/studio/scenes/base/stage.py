"""Scenes of the deck `base`: masks, puppets and other people."""

from random import Random

from studio.beasts import elephant, fox
from studio.birds import flying
from studio.critters import frog, mouse
from studio.furniture import birdcage
from studio.houses import carousel, ladder, town
from studio.instruments import scissors, spool
from studio.lands import curtains, grass, hills, planks, road, swell
from studio.marks import at, circle, dark, disc, ellipse, group, inside, light, path, poly, rect, star, stroke
from studio.pages import Page
from studio.people import hand, mask, person, puppet, sleeper
from studio.plants import flower, tree
from studio.sealife import bubbles, coral, fish, octopus, school, seahorse, shell
from studio.skies import beam, clouds, crescent, glow, moon, rain, rays, sky, stars, sun
from studio.things import hat, heart, key, spark
from studio.toys import flag_line, ship, toy_balloon

page = Page()


@page("A puppet cuts its own strings", "puppet freedom strings scissors risk")
def free_puppet(luck: Random) -> tuple[str, ...]:
    return (
        sky("#241a30>#4a2a44>#7a3f4a"),
        beam(200, -60, [(40, 560), (360, 560)], "#ffeec0", 0.5),
        planks(500, "#8a5034"),
        ellipse(200, 545, 150, 26, "#ffe9b8", opacity=0.35),
        stroke("M90 60H310M200 20V100", "#8a5a34", 13),
        at(196, 545, puppet("#b8453a", strings=215), size=2.15),
        at(292, 346, scissors(), size=0.75, turn=-14),
        stroke("M258 70C262 130 280 180 262 246", "#f4efe0", 2),
        stroke("M268 300C290 320 276 350 258 376", "#f4efe0", 2),
        curtains("#a8323a", 62),
        at(70, 575, puppet("#3f6a8f", hat="#d9d2c8", strings=0), size=0.8, turn=80),
    )


@page("Masks ripen on the tree and one is picked", "masks faces tree choose pretend")
def mask_tree(luck: Random) -> tuple[str, ...]:
    hung = (
        (80, 160, "smile", "#f4ead6"),
        (160, 110, "sad", "#d9e3ea"),
        (250, 120, "smile", "#f6d0c0"),
        (330, 180, "sad", "#e9e0b8"),
        (120, 250, "sad", "#cfe0d0"),
        (290, 270, "smile", "#e6d0e8"),
    )
    return (
        sky("#c9dcd8>#f0e6d0>#f0cfa8"),
        circle(200, 220, 170, "#fff6e4", opacity=0.6),
        hills(luck, 490, 14, "#c9b07a"),
        stroke(
            (
                "M200 560C190 460 210 400 200 320C196 260 120 220 80 120M200 330"
                "C220 240 300 210 330 140M202 300C190 220 160 160 160 70M204 300"
                "C230 220 246 160 250 80M200 360C160 330 130 260 120 200M206 360"
                "C250 330 280 290 290 230"
            ),
            "#4a3438",
            13,
        ),
        *(
            stroke(f"M{x} {y - 70}V{y - 30}", "#c8372d", 2)
            + at(x, y, mask(c, mood=m), size=0.62, turn=(i * 7) % 16 - 8)
            for i, (x, y, m, c) in enumerate(hung)
        ),
        grass(luck, 560, "#a89454", 50, 20),
        rect(-20, 566, 440, 80, "#b89a5a>#7a6438"),
        at(130, 580, person("#2f5f6f", arms="up", skin="#c98d5f", hair="#1f1a20"), size=0.95),
        at(153, 470, mask("#fdf6e6"), size=0.42),
        at(
            320,
            576,
            path("M-40 0L-48 -34H48L40 0Z", "#a8743a>#6a4428"),
            at(-14, -36, mask(mood="sad"), size=0.4, turn=-20),
            at(16, -36, mask(), size=0.4, turn=24),
        ),
    )


@page("The mouse has taught the elephant to balance", "circus elephant mouse power trick")
def circus_mouse(luck: Random) -> tuple[str, ...]:
    stripes = [
        poly([(200, -60), (200 + (i - 6) * 90, 430), (200 + (i - 5) * 90, 430)], "#c8473f" if i % 2 else "#f6e6c8")
        for i in range(12)
    ]
    return (
        sky("#f6e6c8"),
        *stripes,
        rect(-20, 420, 440, 220, "#d9a860>#8a5a34"),
        ellipse(200, 540, 190, 56, "#e8c07a>#b98448"),
        flag_line(-10, 60, 420, 40, ("#3f8fae", "#e8b84a", "#5f9a5a")),
        at(206, 470, circle(0, 0, 70, "#4f8fae*#2f6a8f"), path(star(5, 46, 20), "#f6d34a")),
        at(222, 402, elephant("#8b8ea8", "#b8453a"), size=1.35, turn=-8),
        at(150, 226, hat("#2c2638", "#e8b84a"), size=0.55, turn=-10),
        at(70, 560, mouse("#b8aaa4"), size=1.0, flip=True),
        at(84, 520, hat("#2c2638", "#c8372d"), size=0.34),
        stroke("M110 540C140 480 180 520 168 440", "#3a2a2a", 2.6),
        *(
            circle(14 + i * 40, 436 - (i % 2) * 8, 12, c)
            for i, c in enumerate(
                (
                    "#5a3a34",
                    "#e0b48a",
                    "#7a4a34",
                    "#f0c8a4",
                    "#4a3030",
                    "#c98d5f",
                    "#e0ac82",
                    "#6a4434",
                    "#f0c8a4",
                    "#5a3a34",
                )
            )
        ),
    )


@page("A juggler keeps the planets in the air", "planets juggle balance god play")
def planet_juggler(luck: Random) -> tuple[str, ...]:
    def planet(x: float, y: float, r: float, one: str, other: str, hoop: str = "") -> str:
        belt = (
            stroke(
                f"M{x - r * 1.7:.0f} {y + r * 0.3:.0f}Q{x} {y + r * 1.1:.0f} {x + r * 1.7:.0f} {y - r * 0.3:.0f}",
                hoop,
                5,
            )
            if hoop
            else ""
        )
        return (
            circle(x, y, r, f"{light(one, 0.4)}*{one}*{dark(other, 0.2)}")
            + inside(
                disc(x, y, r),
                stroke(
                    (
                        f"M{x - r} {y - r * 0.3:.0f}Q{x} {y} {x + r} {y - r * 0.4:.0f}M{x - r} "
                        f"{y + r * 0.4:.0f}Q{x} {y + r * 0.7:.0f} {x + r} {y + r * 0.2:.0f}"
                    ),
                    other,
                    r * 0.2,
                    opacity=0.7,
                ),
            )
            + belt
        )

    return (
        sky("#0d0f2e>#2a1f55>#5f2f66"),
        stars(luck, 90, 600),
        stroke("M70 360C70 60 330 60 330 360", "#c9b0f0", 1.6, stroke_dasharray="3 9"),
        planet(72, 300, 34, "#e0793a", "#a8452a"),
        planet(104, 170, 26, "#7fc0d8", "#3f7fae"),
        planet(190, 100, 48, "#e8c07a", "#b87a4a", "#f6e6c0"),
        planet(290, 160, 30, "#7fae6a", "#3f6a8a"),
        planet(334, 290, 22, "#d88fb0", "#8f4a7a"),
        sun(204, 236, 20, "#ffe08a"),
        at(200, 560, person("#e8b84a", arms="both", hat="#b8372d", hair="#2a1f24"), size=2.1),
        path("M-30 640V590C80 550 320 550 430 590V640Z", "#3a2a5f>#1a1434"),
    )


@page("The sea pours out of a magician's hat", "magic hat sea surprise wish")
def hat_sea(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3a1f44>#6a3458>#a8566a"),
        curtains("#6a1f3a", 50),
        planks(500, "#6a3f34"),
        path(
            (
                "M150 380C120 330 60 330 10 380C-20 430 -10 560 -30 640H430C420 560 440 470 396 400"
                "C350 330 290 340 258 380Z"
            ),
            "#6fc8d0>#2f86a8>#1f5a84",
        ),
        stroke(
            (
                "M160 396C120 400 60 420 40 520M250 396C300 410 350 440 372 540M200 560"
                "C150 550 100 580 60 600M240 560C300 560 320 590 360 596"
            ),
            "#d6f6f6",
            3,
            opacity=0.7,
        ),
        group(at(0, 0, hat("#221c30", "#c8372d"), size=2.0), transform="translate(204 390)scale(1 -1)"),
        at(204, 300, ship(), size=1.25, turn=-6),
        at(204, 306, ellipse(0, 80, 104, 17, "#14101f")),
        path("M112 386C140 350 280 346 298 384C250 376 160 376 112 386Z", "#8fdce0"),
        at(84, 470, fish("#f0703a"), size=0.8, turn=60),
        at(330, 460, fish("#f6c84a"), size=0.6, turn=-70, flip=True),
        at(360, 560, octopus("#c85a78"), size=0.45),
        stroke("M40 180L120 250", "#1a1424", 8) + stroke("M40 180L54 192M108 240L120 250", "#fdf6e6", 8),
        *(at(x, y, spark(r)) for x, y, r in ((140, 150, 9), (270, 120, 12), (200, 90, 8), (310, 220, 7), (92, 280, 6))),
    )


@page("The heart is locked up, the key hangs too high", "heart locked longing key reach")
def locked_heart(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f2b8a8>#e08a88>#8a4a6a"),
        glow(210, 370, 220, "#ffd0b0", 0.7),
        stroke("M320 -20V80", "#fbe6d0", 2),
        at(320, 100, key(), size=0.85),
        hills(luck, 510, 8, "#6a3a5a"),
        at(200, 436, birdcage("#f0d090", at(0, 0, heart(), size=0.9)), size=2.1),
        stroke("M200 270V-20", "#fbe6d0", 2),
        *(
            stroke(f"M{x} {y}q8 -6 0 -14", "#fff0e6", 2.4, opacity=0.8)
            for x, y in ((140, 330), (262, 320), (130, 400), (276, 400))
        ),
        ladder(330, 560, 270, 24, "#5a2f44", -4),
        at(325, 300, person("#2f3f6f", arms="up", hair="#1f1420"), size=0.85),
        path("M-30 560Q200 530 430 560V640H-30Z", "#5a2f54>#2f1a38"),
        at(80, 570, flower("#f6d0c8", "#e8a04a", 50, 8, 14)),
        at(110, 580, flower("#e86a7a", "#f6d34a", 40, 8, 12)),
    )


@page("Two faces or one vase", "two secret faces between illusion", tremble=2.4)
def two_faces(luck: Random) -> tuple[str, ...]:
    left = (
        "M-20 -20H150C140 40 150 70 166 100C172 130 166 142 152 166C146 182 176 214 186 232"
        "C188 244 176 248 166 250C176 258 180 264 172 272C180 280 178 288 168 296"
        "C166 316 160 330 140 334C120 340 116 380 122 420C126 480 60 520 40 640H-20Z"
    )
    return (
        sky("#f6d99a>#f0a86a>#d8605a"),
        sun(200, 150, 30, "#fff3c4"),
        at(200, 470, tree(luck, "#5f9a6a", high=120)),
        at(200, 345, path("M-20 0Q0 -30 20 0", stroke="#f6f0e0", stroke_width=2)),
        rect(-20, 470, 440, 170, "#8fae6a>#4f7a54"),
        road([(200, 470, 5), (206, 520, 16), (196, 640, 60)], "#f0dcb0"),
        at(201, 505, person("#c8372d"), size=0.3),
        path(left, "#1f2a4f>#3a2a5a"),
        path(left, "#3a2a5a>#1f2a4f", transform="translate(400 0)scale(-1 1)"),
        group(
            *(
                circle(x, y, r, "#fff3d0", opacity=0.8)
                for x, y, r in (
                    (40, 60, 1.6),
                    (100, 120, 1.2),
                    (60, 200, 1.8),
                    (110, 260, 1.3),
                    (30, 330, 1.6),
                    (80, 400, 1.2),
                    (20, 480, 1.6),
                )
            )
        ),
        *(
            at(x, y, flower("#e8a06a", "#f6e0a0", 40, 7, 10), opacity=0.8)
            for x, y in ((340, 110), (370, 240), (330, 330), (360, 440))
        ),
        ellipse(140, 168, 5, 3, "#f6d99a") + ellipse(260, 168, 5, 3, "#f6d99a"),
    )


@page("One yellow balloon in the grey crowd", "crowd alone balloon different grey")
def yellow_balloon(luck: Random) -> tuple[str, ...]:
    rows = [
        at(
            10 + i * 76 + (row % 2) * 30 + luck.uniform(-6, 6),
            330 + row * 84,
            person(light("#4a505f", 0.06 * (5 - row)), hat="#2c303c", hair="#24262e", skin="#a9a49c"),
            size=0.8 + row * 0.28,
        )
        for row in range(4)
        for i in range(6 - row % 2)
        if not (row == 2 and i in (2, 3))
    ]
    return (
        sky("#a9b0b8>#c9cccc>#b4b6ba"),
        town(luck, 300, ("#98a0aa", "#8a929e", "#a4aab0"), ("#6a7280", "#747c88"), 150, 0.04, shut="#7a828e"),
        rect(-20, 298, 440, 340, "#8f949c>#5f636c"),
        *rows[:11],
        glow(226, 330, 120, "#fff0b0", 0.5),
        at(226, 500, person("#f2b632", arms="up", dress=True, hair="#a8522a"), size=1.3),
        at(257, 290, toy_balloon("#f6c52a", 50), size=1.5),
        *rows[11:],
        rain(luck, 30, "#e6eaf0", -5, 0.35),
    )


@page("She conducts the waves and the birds", "conductor waves command music wind")
def conductor(luck: Random) -> tuple[str, ...]:
    return (
        sky("#f9e0b8>#f6b89a>#d88fa0"),
        sun(200, 220, 70, "#fff0c4"),
        *(
            at(x, y, flying("#fdf8f0", "#8a6a8a"), size=s, flip=f, turn=t)
            for x, y, s, f, t in (
                (80, 110, 0.7, False, 10),
                (130, 190, 0.5, False, 14),
                (60, 220, 0.4, False, 6),
                (320, 100, 0.7, True, -10),
                (280, 180, 0.5, True, -12),
                (350, 210, 0.4, True, -6),
                (200, 70, 0.5, False, 0),
            )
        ),
        path("M-30 640V330C0 250 70 250 96 310C104 340 80 350 66 336C80 380 140 420 190 440V640Z", "#4fa0a8>#1f5a7a"),
        path(
            "M430 640V300C400 220 330 220 304 290C296 320 320 330 334 316C320 370 260 420 210 440V640Z",
            "#4fa0a8>#1f5a7a",
        ),
        stroke(
            (
                "M-10 340C10 280 64 276 84 316M-20 420C40 380 90 430 160 460M410 320"
                "C390 260 336 256 316 298M420 400C350 380 310 420 240 460"
            ),
            "#e8fbf6",
            4,
            opacity=0.7,
        ),
        swell(500, "#2f7890", 14, 100, 10),
        poly([(120, 600), (150, 540), (250, 540), (280, 600)], "#5a4450>#2a2030"),
        at(200, 542, person("#1f1c30", arms="both", dress=True, hair="#b8522a"), size=1.5),
        stroke("M238 382L262 346", "#fdf6e6", 3.4),
        swell(580, "#1f5a78", 14, 120, 50),
    )


@page("Someone sleeps in an open hand", "hand sleep safe giant trust")
def sleeper_in_hand(luck: Random) -> tuple[str, ...]:
    return (
        sky("#2f3a6f>#6f6fa8>#e8b8b0"),
        stars(luck, 44, 300),
        moon(90, 110, 36),
        clouds([(320, 150), (40, 300), (360, 280)], "#c9b0d0", 130, 0.6),
        group(hand("#d9a07a", "#3f4f8a"), transform="translate(190 430)rotate(-12)scale(2.0)"),
        at(176, 402, sleeper("#b8453a"), size=1.5, turn=-10),
        at(260, 366, fox(), size=0.36),
        *(
            stroke(f"M{120 - i * 22} {330 - i * 34}h{12 + i * 4}l{-12 - i * 4} {12 + i * 4}h{12 + i * 4}", "#fdf0e4", 3)
            for i in range(3)
        ),
        clouds([(60, 560), (200, 590), (340, 560)], "#f0d4d4", 190, 0.95),
    )


@page("The sea horses have a carousel", "carousel sea play turning bright")
def sea_carousel(luck: Random) -> tuple[str, ...]:
    return (
        sky("#3fa0b8>#2f7aa8>#24508a"),
        rays(200, -80, "#d8fbf4", 18, 640, 0.3),
        path("M-30 530Q200 500 430 530V640H-30Z", "#f0d8a0>#b09a80"),
        at(200, 540, carousel("#e8607a", "#f9e09a"), size=1.85),
        *(
            at(x, y, seahorse(c), size=1.15, flip=f)
            for x, y, c, f in (
                (100, 420, "#f2b24a", False),
                (166, 450, "#8fd0a8", False),
                (240, 430, "#f08a6a", False),
                (312, 450, "#c9a0e0", False),
            )
        ),
        at(170, 424, frog(), size=0.3),
        at(98, 380, mouse(), size=0.4),
        school([(60, 120), (90, 100), (50, 90), (100, 140), (330, 160), (352, 140), (360, 180)], "#f6d35a", 0.28),
        bubbles([(40, 300, 8), (370, 280, 9), (356, 250, 5), (200, 60, 7), (230, 40, 4)]),
        at(40, 570, coral("#e8655a"), size=0.9),
        at(360, 580, coral("#f0a04a"), size=0.9),
        at(310, 590, shell(), size=0.4),
    )


@page("A seamstress sews the night to the day", "needle night day mend seam")
def sewing_night(luck: Random) -> tuple[str, ...]:
    edge = "M-20 360C60 320 120 400 200 350S340 300 420 350"
    return (
        sky("#f9d98a>#f6c08a>#f0a080"),
        sun(310, 500, 50, "#fff0b0"),
        clouds([(90, 470), (200, 540)], "#fff0dc", 120, 0.8),
        path(f"{edge}V-20H-20Z", "#0f1740>#2c3a80>#4f5aa0"),
        inside(f"{edge}V-20H-20Z", stars(luck, 70, 360), crescent(90, 110, 34)),
        stroke(edge, "#1a1f4a", 5),
        stroke("M20 326l-8 36M60 326l-2 40M100 342l6 38M140 354l8 34M180 344l10 30", "#fdf6e6", 4),
        stroke("M190 350C230 300 250 420 300 330C330 280 300 240 290 220", "#fdf6e6", 2.4),
        path("M196 420L330 236C344 216 362 224 352 244L206 428Q196 432 196 420Z", "#f4f6fa>#8f9ab0"),
        ellipse(342, 236, 4, 11, "#3f4a80", transform="rotate(36 342 236)"),
        at(262, 330, person("#b8372d", arms="right", dress=True, hair="#2a1f24"), size=0.9),
        at(70, 580, spool("#fdf6e6"), size=1.1),
        at(130, 586, scissors(), size=0.5, turn=80),
    )
