"""Prints a scene: the short hands of `marks.py` become SVG, with a hand's tremble, a wash, grain and a vignette."""

import re
from dataclasses import dataclass, field

from studio.marks import Value, attributes

PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600" role="img">
<title>{title}</title>
<defs>
<filter id="hand" x="-20" y="-20" width="440" height="640" filterUnits="userSpaceOnUse">\
<feTurbulence type="fractalNoise" baseFrequency=".018" numOctaves="2" seed="{seed}"/>\
<feDisplacementMap in="SourceGraphic" scale="{tremble}" xChannelSelector="R" yChannelSelector="G"/></filter>
<filter id="wash" x="0" y="0" width="400" height="600" filterUnits="userSpaceOnUse">\
<feTurbulence type="fractalNoise" baseFrequency=".006 .009" numOctaves="3" seed="{seed}"/>\
<feColorMatrix values="0 0 0 0 1 0 0 0 0 .95 0 0 0 0 .85 2.6 0 0 0 -1.15"/></filter>
<filter id="grain" x="0" y="0" width="400" height="600" filterUnits="userSpaceOnUse">\
<feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="{seed}"/>\
<feColorMatrix values="0 0 0 0 .1 0 0 0 0 .05 0 0 0 0 .15 0 2.4 0 0 -1.1"/></filter>
<radialGradient id="edge" cy=".48" r=".78"><stop offset=".55" stop-color="{edge}" stop-opacity="0"/>\
<stop offset="1" stop-color="{edge}" stop-opacity=".5"/></radialGradient>
{defs}</defs>
<g filter="url(#hand)">
{parts}
</g>
<rect width="400" height="600" filter="url(#wash)" opacity=".2"/>
<rect width="400" height="600" filter="url(#grain)" opacity=".16"/>
<rect width="400" height="600" fill="url(#edge)"/>
</svg>
"""
BLEND = re.compile(r'"(#[0-9a-f]{6}[^"]*[>*][^"]*)"')
BLUR = re.compile(r'"blur:([0-9.]+)"')
CLIP = re.compile(r'clip-path="(M[^"]*)"')


@dataclass
class Defs:
    """What a picture's parts refer to, each once."""

    known: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def refer(self, kind: str, key: str, text: str) -> str:
        name = self.known.get(kind + key)
        if name is None:
            name = self.known[kind + key] = f"{kind}{len(self.known)}"
            self.texts.append(text.replace("ID", name))
        return f"url(#{name})"

    def blend(self, found: re.Match[str]) -> str:
        return f'"{self.refer("g", found[1], gradient(found[1]))}"'

    def blur(self, found: re.Match[str]) -> str:
        text = (
            f'<filter id="ID" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="{found[1]}"/>'
        )
        return f'"{self.refer("b", found[1], text + "</filter>")}"'

    def clip(self, found: re.Match[str]) -> str:
        text = f'<clipPath id="ID"><path d="{found[1]}"/></clipPath>'
        return f'clip-path="{self.refer("c", found[1], text)}"'


def gradient(blend: str) -> str:
    """The element for a blend of colours."""
    if "*" in blend:
        return f'<radialGradient id="ID">{stops(blend.split("*"))}</radialGradient>'
    if ">>" in blend:
        return f'<linearGradient id="ID">{stops(blend.split(">>"))}</linearGradient>'
    return f'<linearGradient id="ID" x2="0" y2="1">{stops(blend.split(">"))}</linearGradient>'


def stops(colours: list[str]) -> str:
    texts = []
    for step, part in enumerate(colours):
        colour, _, alpha = part.partition("@")
        values: dict[str, Value] = {"offset": step / (len(colours) - 1), "stop-color": colour}
        if alpha:
            values["stop-opacity"] = float(alpha)
        texts.append(f"<stop{attributes(values)}/>")
    return "".join(texts)


def printed(title: str, parts: tuple[str, ...], *, seed: int, edge: str, tremble: float) -> str:
    """The SVG file of a scene."""
    defs = Defs()
    text = "\n".join(parts)
    text = CLIP.sub(defs.clip, BLUR.sub(defs.blur, BLEND.sub(defs.blend, text)))
    made = "\n".join(defs.texts) + "\n" * bool(defs.texts)
    return PICTURE.format(title=title, parts=text, defs=made, seed=seed, edge=edge, tremble=f"{tremble:g}")
