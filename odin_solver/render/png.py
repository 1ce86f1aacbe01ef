"""PNG pictures, converted from SVG."""

import re
import struct
from contextlib import ExitStack
from functools import cache
from importlib.resources import as_file, files

from odin_solver.render.svg.font import FONT
from odin_solver.support.language import say

FONT_FILES = ("RedHatDisplay-Bold.ttf", "RedHatDisplay-Medium.ttf")
"""Red Hat Display, under the SIL Open Font License; the package contains these fonts."""

CYRILLIC_FILES = ("Montserrat-Bold.ttf", "Montserrat-Medium.ttf")
"""Montserrat, under the same licence, for text with Cyrillic letters."""

FONT_FOLDER = files("odin_solver.render") / "fonts"

ZOOM = 1.5
"""Pixels per unit of the SVG picture if no width is given."""


def missing_letters(svg: str) -> str:
    """Return the letters of a picture, each once, that the fonts lack: they are drawn as boxes."""
    drawn = re.sub(r"<title>[^<]*</title>", "", svg)  # of tooltips
    return "".join(dict.fromkeys(char for char in drawn if ord(char) not in _letters()))


def lacking(letters: str) -> str:
    """Say which letters a picture or a booklet does not show."""
    return say(
        "the fonts lack these letters, a box or a question mark stands for each: {letters}",
        letters=letters,
    )


@cache
def _letters() -> frozenset[int]:
    found = set(b"\n")
    for name in (FONT_FILES[0], CYRILLIC_FILES[0]):
        font = (FONT_FOLDER / name).read_bytes()
        table = 12 + 16 * [font[at : at + 4] for at in range(12, 400, 16)].index(b"cmap")
        (cmap,) = struct.unpack_from(">L", font, table + 8)
        (first,) = struct.unpack_from(">L", font, cmap + 8)  # a table in format 4
        (double,) = struct.unpack_from(">H", font, cmap + first + 6)
        number = f">{double // 2}H"
        ends = struct.unpack_from(number, font, cmap + first + 14)
        starts = struct.unpack_from(number, font, cmap + first + 16 + double)
        found.update(*(range(start, end + 1) for start, end in zip(starts, ends, strict=True)))
    return frozenset(found)


def png_from(svg: str, width: int | None = None) -> bytes:
    """Convert an SVG picture of this package to PNG, alike on all machines: the fonts are here.

    Parameters
    ----------
    width
        Width in pixels; the height follows.
    """
    import resvg_py

    with ExitStack() as stack:
        fonts = [
            str(stack.enter_context(as_file(FONT_FOLDER / name)))
            for name in (*FONT_FILES, *CYRILLIC_FILES)
        ]
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            zoom=None if width else ZOOM,
            skip_system_fonts=True,
            font_files=fonts,
            font_family=FONT,
            sans_serif_family=FONT,
        )
