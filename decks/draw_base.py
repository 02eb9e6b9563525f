"""Draws the placeholder deck `base`: 84 plain SVG cards and their manifest, the same bytes on every run."""

import argparse
import hashlib
import json
from pathlib import Path

COUNT = 84
COLOURS = {
    "red": ("#c8372d", "#fbe9e6"),
    "orange": ("#e08a1e", "#fdf1de"),
    "yellow": ("#d9b800", "#fdf8dc"),
    "green": ("#3f8f4f", "#e5f3e7"),
    "blue": ("#2f6fb5", "#e3eefa"),
    "violet": ("#7d4fa8", "#f0e8f7"),
    "grey": ("#5f666d", "#eceef0"),
}
SHAPES = {
    "circle": '<circle cx="100" cy="150" r="58"/>',
    "square": '<path d="M46 96h108v108H46z"/>',
    "triangle": '<path d="M100 86l66 116H34z"/>',
    "diamond": '<path d="M100 72l56 78-56 78-56-78z"/>',
    "star": '<path d="M100 82l18 48 52 2-41 32 15 50-44-29-44 29 15-50-41-32 52-2z"/>',
    "cross": '<path d="M80 88h40v42h42v40h-42v42H80v-42H38v-40h42z"/>',
    "heart": '<path d="M100 214C-10 140 62 62 100 116C138 62 210 140 100 214z"/>',
    "moon": '<path d="M124 88a62 62 0 1 0 0 124a74 74 0 0 1 0-124z"/>',
    "drop": '<path d="M100 74c70 84 62 140 0 140s-70-56 0-140z"/>',
    "arrow": '<path d="M100 78l60 66h-36v78H76v-78H40z"/>',
    "hexagon": '<path d="M100 84l57 33v66l-57 33-57-33v-66z"/>',
    "ring": '<path d="M100 90a60 60 0 1 0 .1 0zm0 30a30 30 0 1 1-.1 0z"/>',
}
PATTERNS = {
    "plain": "",
    "striped": '<path d="M0 4h24" stroke-width="5"/>',
    "dotted": '<circle cx="12" cy="12" r="3"/>',
    "chequered": '<path d="M0 0h12v24h12V12H0z" stroke="none"/>',
    "slanted": '<path d="M-6 6L6-6M-6 30L30-6M18 30L30 18" stroke-width="4"/>',
}
PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" role="img">
<title>{title}</title>
<defs><pattern id="{id}" width="24" height="24" patternUnits="userSpaceOnUse">\
<g fill="{ink}" stroke="{ink}" opacity=".35">{pattern}</g></pattern></defs>
<rect width="200" height="300" rx="10" fill="{paper}"/>
<rect width="200" height="300" rx="10" fill="url(#{id})"/>
<g fill="{ink}" stroke="{paper}" stroke-width="10" stroke-linejoin="round" paint-order="stroke">{shape}</g>
</svg>
"""


def words(number: int) -> list[str]:
    """Pattern, colour and shape of a card; 7 colours and 12 shapes share no divisor, so all 84 pairs come up once."""
    return [list(kinds)[number % len(kinds)] for kinds in (PATTERNS, COLOURS, SHAPES)]


def picture(number: int) -> str:
    """The SVG text of a card."""
    pattern, colour, shape = words(number)
    ink, paper = COLOURS[colour]
    return PICTURE.format(
        id=f"pattern-{number:03}",
        title=f"{pattern} {colour} {shape}",
        ink=ink,
        paper=paper,
        pattern=PATTERNS[pattern],
        shape=SHAPES[shape],
    )


def deck() -> dict[str, str]:
    """Every file of the deck, by name."""
    files = {f"base-{number:03}.svg": picture(number) for number in range(1, COUNT + 1)}
    cards = [
        {
            "id": name.removesuffix(".svg"),
            "words": words(number),
            "picture": name,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
        }
        for number, (name, text) in enumerate(files.items(), start=1)
    ]
    manifest = {"name": "base", "title": "Plain shapes (placeholders)", "licence": "MIT", "cards": cards}
    return {**files, "manifest.json": json.dumps(manifest, indent=1) + "\n"}


def draw(folder: Path) -> int:
    """Write the deck's files and say how many of them were new or different."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = 0
    for name, text in deck().items():
        file = folder / name
        if not file.exists() or file.read_bytes() != text.encode():
            file.write_bytes(text.encode())
            changed += 1
    return changed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=Path(__file__).resolve().parent / "base", metavar="FOLDER")
    print(f"{draw(parser.parse_args().into)} files changed")
