"""Turns pictures into WebP with resvg and Pillow, which are needed for this only."""

import re
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

GRAIN = re.compile(r'<rect [^>]*filter="url\(#grain\)"[^>]*/>')
QUALITY = 80
COLUMNS = 12
THUMB = 180
GAP = 6


def webps(text: str, widths: tuple[int, ...]) -> list[bytes]:
    """A picture at these widths; without its grain, which would be most of the files."""
    png = resvg_py.svg_to_bytes(svg_string=GRAIN.sub("", text), width=max(widths))
    large = Image.open(BytesIO(bytes(png))).convert("RGB")
    sizes = [(width, width * large.height // large.width) for width in widths]
    return [encoded(large.resize(size, Image.Resampling.LANCZOS), QUALITY) for size in sizes]


def encoded(image: Image.Image, quality: int) -> bytes:
    out = BytesIO()
    image.save(out, "WEBP", quality=quality, method=6)
    return out.getvalue()


def contact_sheet(folder: Path) -> bytes:
    """Every card of a deck, from its smaller renditions, in rows of twelve."""
    files = sorted(folder.glob("*.400.webp"))
    high = THUMB * 3 // 2
    rows = -(-len(files) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (THUMB + GAP) + GAP, rows * (high + GAP) + GAP), "#1c1826")
    for place, file in enumerate(files):
        row, column = divmod(place, COLUMNS)
        card = Image.open(file).resize((THUMB, high), Image.Resampling.LANCZOS)
        sheet.paste(card, (GAP + column * (THUMB + GAP), GAP + row * (high + GAP)))
    return encoded(sheet, 80)
