"""PDF of pages: vector graphics with embedded fonts, the same bytes for the same pages."""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from importlib.resources import as_file
from importlib.util import find_spec
from io import BytesIO

from odin_puzzles.booklet.paper import Page, Paper, page_svg
from odin_solver.errors import InputError
from odin_solver.render.png import CYRILLIC_FILES, FONT_FILES, FONT_FOLDER
from odin_solver.render.svg.font import FONT

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TITLE = re.compile(r"<title>[^<]*</title>")
_CYRILLIC = re.compile("[\u0400-\u04ff]")


def need_writer() -> None:
    """Make sure that what writes PDF is installed."""
    if find_spec("fpdf") is None:
        advice = "pip install 'odin-solver[pdf]'"
        raise InputError.said(
            "a booklet needs fpdf2, which is not installed: {advice}", advice=advice
        )


def pdf_from(
    pages: Sequence[Page],
    paper: Paper,
    title: str,
    on_missing: Callable[[str], object] = lambda letters: None,
) -> bytes:
    """Convert pages to a PDF document.

    Parameters
    ----------
    on_missing
        Called with the letters, each once, that the fonts lack; question marks replace them.
    """
    need_writer()
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

    # Titles are tooltips of SVG pictures.
    drawn = [_TITLE.sub("", page_svg(page, paper)) for page in pages]
    files = CYRILLIC_FILES if any(map(_CYRILLIC.search, drawn)) else FONT_FILES
    document = FPDF(unit="pt", format=(paper.width, paper.height))
    document.set_creation_date(_EPOCH)
    document.set_title(title)
    document.set_margin(0)
    document.set_auto_page_break(False)
    with ExitStack() as stack:
        for style, name in zip(("B", ""), files, strict=True):
            path = stack.enter_context(as_file(FONT_FOLDER / name))
            document.add_font(FONT, style=style, fname=str(path))
    fonts = [font for font in document.fonts.values() if isinstance(font, TTFFont)]
    letters = frozenset.intersection(*(frozenset(font.cmap) for font in fonts))
    text = "".join([*drawn, *(page.bookmark for page in pages)])
    if missing := "".join(dict.fromkeys(c for c in text if not _has(letters, c))):
        on_missing(missing)
    for page, content in zip(pages, drawn, strict=True):
        document.add_page()
        if page.bookmark:
            document.start_section(_printable(page.bookmark, letters))
        svg = _printable(content, letters)
        document.image(BytesIO(svg.encode()), x=0, y=0, w=paper.width, h=paper.height)
    return bytes(document.output())


def _printable(text: str, letters: frozenset[int]) -> str:
    return "".join(char if _has(letters, char) else "?" for char in text)


def _has(letters: frozenset[int], char: str) -> bool:
    return char < "\x7f" or ord(char) in letters
