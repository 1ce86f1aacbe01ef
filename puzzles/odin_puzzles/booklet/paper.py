"""Elements of all pages of a booklet: paper sizes, margins, text, stars, numbers, footers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from types import MappingProxyType

from odin_solver.render import palette
from odin_solver.render.svg.font import FONT, LINE, MIDDLE, text_width, wrapped
from odin_solver.render.svg.icons import gradients
from odin_solver.render.svg.markup import element, line_of_text, number

MILLIMETRE = 72 / 25.4
"""Points in a millimetre; all lengths of a page are points."""

MARGIN = 16 * MILLIMETRE
FOOTER = 9 * MILLIMETRE
"""Height of the line with title and page number, within the lower margin."""

INK = palette.PAGE.ink
MUTED = palette.MUTED_INK
ACCENT = palette.SEA.dark
RULE = palette.PAGE.dark
GOLD = "#d99a1c"

STARS = 5

PALE = 0.3
"""How much of a colour is left where ink is saved."""

MOST_LINES = 4
"""The most lines of a title."""


@dataclass(frozen=True)
class Paper:
    """A size of paper in points."""

    name: str
    width: float
    height: float

    @property
    def inner_width(self) -> float:
        """Width between the margins."""
        return self.width - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """Lower end of the contents."""
        return self.height - MARGIN


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {"a4": Paper("a4", 210 * MILLIMETRE, 297 * MILLIMETRE), "letter": Paper("letter", 612, 792)}
)


@dataclass(frozen=True)
class Box:
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Page:
    """A page as SVG elements, its bookmark in the PDF, and whether it saves ink."""

    content: str
    bookmark: str = ""
    light: bool = False


def page_svg(page: Page, paper: Paper) -> str:
    """Return a page as an SVG document with points as units; light ones have pale areas."""
    return _pale(_page_svg(page, paper)) if page.light else _page_svg(page, paper)


def _pale(svg: str) -> str:
    """Mix the colours of areas with white; white text becomes dark."""

    def mixed(found: re.Match[str]) -> str:
        parts = (int(found[2][at : at + 2], 16) for at in (0, 2, 4))
        return found[1] + "".join(f"{round(255 - (255 - part) * PALE):02x}" for part in parts)

    def drawn(found: re.Match[str]) -> str:
        if found[0].startswith("<text"):
            return found[0].replace('fill="#ffffff"', f'fill="{INK}"')
        return re.sub(r'((?:fill|stop-color)="#)([0-9a-f]{6})', mixed, found[0])

    return re.sub("<[^>]+>", drawn, svg)


def _page_svg(page: Page, paper: Paper) -> str:
    return element(
        "svg",
        element("defs", *gradients()),
        page.content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(paper.width)} {number(paper.height)}",
        width=paper.width,
        height=paper.height,
        font_family=FONT,
    )


def footer(paper: Paper, title: str, page_number: int) -> str:
    """Draw the foot of a page: title and number."""
    y = paper.height - MARGIN + FOOTER
    right = paper.width - MARGIN
    return (
        line(MARGIN, y - 13, right, y - 13)
        + line_of_text(MARGIN, y, title, 8, MUTED, bold=False)
        + line_of_text(right, y, str(page_number), 9, INK, anchor="end")
    )


def page_title(paper: Paper, title: str, remark: str = "") -> tuple[str, float]:
    """Draw the heading of a page; return also where the contents begin."""
    parts = [line_of_text(MARGIN, MARGIN + 14, title, 19, INK)]
    y = MARGIN + 14
    if remark:
        drawn, y = paragraph(MARGIN, y + 17, remark, 9.5, paper.inner_width, MUTED)
        parts.append(drawn)
    return "".join(parts), y + 16


def line(x: float, y: float, right: float, bottom: float, ink: str = RULE) -> str:
    """Draw a thin line."""
    return element(
        "path",
        d=f"M{number(x)} {number(y)}L{number(right)} {number(bottom)}",
        fill="none",
        stroke=ink,
        stroke_width=0.7,
    )


def paragraph(
    x: float, y: float, content: str, size: float, width: float, ink: str = INK
) -> tuple[str, float]:
    """Draw wrapped text; return also the base line of the last line."""
    lines = wrapped(content.split(), width * 1.03, size)
    step = size * LINE * 1.18
    drawn = [
        line_of_text(x, y + step * i, text, size, ink, bold=False) for i, text in enumerate(lines)
    ]
    return "".join(drawn), y + step * max(0, len(lines) - 1)


def shortened(content: str, size: float, width: float) -> str:
    """Return a line of bold text, cut off with three dots if it is too long."""
    if text_width(content, size) <= width:
        return content
    while content and text_width(f"{content}...", size) > width:
        content = content[:-1]
    return f"{content.rstrip()}..."


def fitted(content: str, size: float, smallest: float, width: float) -> tuple[str, float]:
    """Return a line of bold text and the size at which it fits, cut off if none does."""
    size = max(smallest, min(size, width / max(text_width(content, 1), 0.1)))
    return shortened(content, size, width + 0.01), size


def heading(
    x: float, y: float, content: str, sizes: tuple[float, float], width: float
) -> tuple[str, float]:
    """Draw a title in bold at the largest of two sizes that fits, at the smaller one wrapped.

    Return also the base line of its last line; what needs more than `MOST_LINES` is cut off.
    """
    smallest, largest = sizes
    size = max(smallest, min(largest, width / max(text_width(content, 1), 0.1)))
    lines = wrapped(content.split(), width + 0.01, size)
    shown = [*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :])] if lines else []
    drawn = [
        line_of_text(x, y + size * LINE * i, shortened(each, size, width + 0.01), size, INK)
        for i, each in enumerate(filter(None, shown))
    ]
    return "".join(drawn), y + size * LINE * max(0, len(drawn) - 1)


def badge(x: float, y: float, radius: float, label: str) -> str:
    """Draw a puzzle's number on a disc."""
    size = radius * (1.05 if len(label) < 3 else 0.8)
    return element("circle", cx=x, cy=y, r=radius, fill=ACCENT) + line_of_text(
        x, y + MIDDLE * size, label, size, "#ffffff", anchor="middle"
    )


def stars(x: float, y: float, difficulty: int | None, size: float = 9) -> str:
    """Draw a difficulty as a row of stars that ends at `x`; nothing if it is None."""
    if difficulty is None:
        return ""
    return "".join(
        _star(x - (STARS - i - 0.5) * size * 1.12, y, size / 2, i < difficulty)
        for i in range(STARS)
    )


def stars_width(size: float = 9) -> float:
    """Return the width of a row of stars."""
    return STARS * size * 1.12


def placed(content: str, x: float, y: float, scale: float = 1) -> str:
    """Move and scale a drawing."""
    return element("g", content, transform=f"translate({number(x)} {number(y)}) scale({scale:.5f})")


def _star(x: float, y: float, radius: float, full: bool) -> str:
    points: Sequence[tuple[float, float]] = [
        (
            x + radius * (1 if i % 2 == 0 else 0.45) * sin(pi * i / 5),
            y - radius * (1 if i % 2 == 0 else 0.45) * cos(pi * i / 5),
        )
        for i in range(10)
    ]
    d = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in points) + "Z"
    return element(
        "path",
        d=d,
        fill=GOLD if full else "#ffffff",
        stroke=GOLD,
        stroke_width=0.6,
        stroke_linejoin="round",
    )
