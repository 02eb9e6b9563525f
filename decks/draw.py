"""Draw the decks `base` and `dusk`: SVG pictures, their renditions in WebP, a manifest and a contact sheet.

The pictures are the same bytes on every run. A rendition is rendered again only if its picture has changed, so a second
run changes nothing. Renditions and contact sheets need the packages of the group `dev`.
"""

import argparse
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from studio.pages import Scene
from studio.scenes import base, dusk

HERE = Path(__file__).resolve().parent
DECKS: dict[str, tuple[str, list[Scene]]] = {
    "base": ("A first dream", base.SCENES),
    "dusk": ("Dusk: evening, autumn and sea", dusk.SCENES),
}
WIDTHS = (400, 800)
Json = dict[str, Any]
Say = Callable[[str], None]


class Written(NamedTuple):
    files: int
    changed: int


def pictures(deck: str) -> dict[str, str]:
    """Return the SVG text of every card, by the card's id."""
    ids = [f"{deck}-{number:03}" for number in range(1, len(DECKS[deck][1]) + 1)]
    return {card: scene.picture(card) for card, scene in zip(ids, DECKS[deck][1], strict=True)}


def draw(deck: str, folder: Path, *, renditions: bool, say: Say) -> Written:
    """Write a deck's files, except those that are up to date."""
    folder.mkdir(parents=True, exist_ok=True)
    before = known(folder / "manifest.json")
    files: dict[str, bytes] = {}
    cards: list[Json] = []
    for (card, text), scene in zip(pictures(deck).items(), DECKS[deck][1], strict=True):
        name = f"{card}.svg"
        files[name] = text.encode()
        entry: Json = {"id": card, "words": list(scene.words), "picture": name, "sha256": digest(files[name])}
        if renditions:
            existing = existing_renditions(folder, entry, before.get(card))
            renditions_by_name = existing or render(card, text)
            say(f"{card}  {scene.title}" + "  (unchanged)" * bool(existing))
            files |= renditions_by_name
            entry["renditions"] = [
                {"width": width, "picture": name, "sha256": digest(image)}
                for width, (name, image) in zip(WIDTHS, renditions_by_name.items(), strict=True)
            ]
        cards.append(entry)
    manifest = {"name": deck, "title": DECKS[deck][0], "licence": "MIT", "cards": cards}
    files["manifest.json"] = (json.dumps(manifest, indent=1) + "\n").encode()
    changed = [name for name, content in files.items() if put(folder / name, content)]
    return Written(files=len(files), changed=len(changed))


def known(manifest: Path) -> dict[str, Json]:
    """Return the cards of an existing manifest, by id."""
    if not manifest.exists():
        return {}
    return {card["id"]: card for card in json.loads(manifest.read_bytes())["cards"]}


def existing_renditions(folder: Path, entry: Json, before: Json | None) -> dict[str, bytes]:
    """Return the existing renditions by file name, if all were made from this very picture; else nothing."""
    if before is None or before["sha256"] != entry["sha256"]:
        return {}
    found: dict[str, bytes] = {}
    for rendition in before.get("renditions", []):
        file = folder / rendition["picture"]
        if not file.exists() or digest(file.read_bytes()) != rendition["sha256"]:
            return {}
        found[rendition["picture"]] = file.read_bytes()
    return found if len(found) == len(WIDTHS) else {}


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def put(file: Path, content: bytes) -> bool:
    """Write a file unless it has this content already; return whether it was written."""
    if file.exists() and file.read_bytes() == content:
        return False
    file.write_bytes(content)
    return True


def render(card: str, text: str) -> dict[str, bytes]:
    from studio.raster import webps  # noqa: PLC0415 - its packages are only needed for renditions

    return {f"{card}.{width}.webp": image for width, image in zip(WIDTHS, webps(text, WIDTHS), strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", choices=[*DECKS], action="append", help="draw only this deck (default: all)")
    parser.add_argument("--into", type=Path, default=HERE, metavar="FOLDER", help="folder with the decks' folders")
    parser.add_argument("--svg-only", action="store_true", help="draw no renditions, which needs nothing but Python")
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="also draw a contact sheet of the deck, as WebP (with one --deck)"
    )
    parser.add_argument("--quiet", action="store_true", help="don't print a line for each card")
    options = parser.parse_args()
    decks = options.deck or [*DECKS]
    if options.sheet and len(decks) != 1:
        parser.error("--sheet needs one --deck")
    for deck in decks:
        say: Say = (lambda line: None) if options.quiet else (lambda line: print(line, flush=True))
        written = draw(deck, options.into / deck, renditions=not options.svg_only, say=say)
        print(f"{deck}: {written.changed} of {written.files} files changed")
    if options.sheet:
        from studio.raster import contact_sheet  # noqa: PLC0415 - as above

        options.sheet.write_bytes(contact_sheet(options.into / decks[0]))
        print(f"{options.sheet}: {options.sheet.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
