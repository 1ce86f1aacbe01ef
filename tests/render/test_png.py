import struct
import sys

import pytest

from odin_solver.render.png import (
    CYRILLIC_FILES,
    FONT_FILES,
    FONT_FOLDER,
    ZOOM,
    missing_letters,
    png_from,
)
from odin_solver.render.svg.position import position_svg
from odin_solver.rules.position import Position
from tests.render.positions import NEW_FROM, POSITION, SHED


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert png[12:16] == b"IHDR"
    assert png.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_width_is_as_asked() -> None:
    width, height = size_of(png_from(position_svg(POSITION, NEW_FROM), 900))
    assert width == 900
    assert height > 300


def test_size_follows_the_svg() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>'
    assert size_of(png_from(svg)) == (40 * ZOOM, 20 * ZOOM)


def test_text_is_really_drawn_with_our_font() -> None:
    svg = position_svg(Position((SHED,), title="Řeka"))
    without_text = svg.replace("<text", "<desc").replace("</text", "</desc")
    assert png_from(svg, 300) != png_from(without_text, 300)


@pytest.mark.parametrize("weight", [500, 700])
@pytest.mark.parametrize("word", ["a", "Ř", "ł", "ї", "−", "×"])
def test_every_letter_we_use_is_in_the_font(word: str, weight: int) -> None:
    def drawn(content: str) -> bytes:
        return png_from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
            f'<text x="5" y="30" font-size="30" font-weight="{weight}">{content}</text></svg>'
        )

    assert drawn(word) not in (drawn(""), drawn("\ue123"))


def test_same_position_same_picture() -> None:
    svg = position_svg(Position((SHED,)))
    assert png_from(svg, 300) == png_from(svg, 300)


@pytest.mark.slow
def test_converter_is_loaded_only_when_needed() -> None:
    import subprocess

    code = "import odin_solver.render.png, sys; sys.exit('resvg_py' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_letters_that_the_fonts_lack() -> None:
    font = pytest.importorskip("fontTools.ttLib").TTFont

    known: set[int] = set()
    for name in (*FONT_FILES, *CYRILLIC_FILES):
        known |= font(str(FONT_FOLDER / name)).getBestCmap().keys()
    text = "".join(chr(each) for each in range(32, 0x3000))
    assert missing_letters(text) == "".join(char for char in text if ord(char) not in known)
    assert missing_letters("<text>Řeřicha, Жук 中☃中</text>\n<title>日</title>") == "中☃"
