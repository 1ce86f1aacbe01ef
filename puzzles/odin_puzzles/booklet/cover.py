"""The cover of a booklet: picture, contents, and a summary of the rules."""

from collections.abc import Sequence

from odin_puzzles.booklet.paper import (
    ACCENT,
    INK,
    MARGIN,
    MILLIMETRE,
    MUTED,
    RULE,
    Paper,
    badge,
    fitted,
    page_title,
    paragraph,
    placed,
    shortened,
    stars,
    stars_width,
)
from odin_puzzles.booklet.puzzle_pages import BookletEntry, kind_name, title_of
from odin_puzzles.kinds import KINDS
from odin_solver.components import Board
from odin_solver.notation.pieces import parse_piece
from odin_solver.render import palette
from odin_solver.render.svg.font import LINE, text_width, wrapped
from odin_solver.render.svg.markup import element, line_of_text, number
from odin_solver.render.svg.parts import CELL
from odin_solver.render.svg.pieces import piece_picture
from odin_solver.support.language import mark, say, say_number

LEAST_BAND = 0.44
"""Least share of the cover's height for the picture."""

LARGEST_TITLE, SMALLEST_TITLE = 40.0, 16.0
CONTENTS_HEAD = 52.0
"""Height of the heading of the contents."""

RULES_HEIGHT = 40 * MILLIMETRE
WAVES_APART = 38.0

LINE_HEIGHT = 17.0
"""Distance of two lines of the contents."""

COLUMN_GAP = 10 * MILLIMETRE
RULES_SIZE, FOREWORD_SIZE = 8.8, 11.0

ART = (
    "cloakpin d2 a1 b1 c1 d1",
    "drinking_horn d3 e3 e2 f2 e1 f1",
    "english_crown g5 h5 i5 h4 i4 g3 h3 i3 h2 i2 g1 h1 i1",
    "horseshoe j3 k3 l3 j2 j1 k1 l1",
    "crucifix m4 m3 l2 m2 n2 m1",
    "oil n1 o1",
    "throwing_axe p5 o4 p4 n3 o3 p3 o2 p2 p1",
    "helmet a4 a3 b3 a2 b2",
    "belt c6 c5 c4 c3 c2",
    "ore g2",
    "silver k2",
    "glass_beads f5 e4 f4 g4 f3",
    "hide b6 b5 b4",
    "oil d5 d4",
    "hide j4 k4 l4",
    "amber_figure m6 n6 o6 m5 n5 o5 n4",
)
"""Interlocking tiles on `ART_BOARD`, as in position files."""

ART_BOARD = Board("cover", "", "exploration", 0, ("." * 16,) * 6)

RULES = (
    mark("Tiles| may be turned, and special tiles turned over. They do not overlap."),
    mark("Green| tiles never share an edge with a green tile on a board; corners may touch."),
    mark(
        "Income| cells are covered only when every cell to their lower left is covered too, by "
        "the same tile at the latest."
    ),
    mark("Bonus| cells are won by covering all cells around them, and lost by covering them."),
    mark(
        "Banquet:| no orange beside orange, no red beside red; one tile of each kind may lie "
        "lengthwise, the others stand upright."
    ),
    mark("Every puzzle| has exactly one solution, up to turning a symmetrical board."),
)
"""Each begins with words that stand out, up to the bar."""


def contents_capacity(paper: Paper) -> int:
    """Return the number of puzzles that fit into the contents on the cover."""
    return 2 * _lines_on_cover(paper)


def cover_page(entries: Sequence[BookletEntry], title: str, author: str, paper: Paper) -> str:
    """Draw the cover: title, author, picture, first puzzles of the contents, and rules."""
    shown = entries[: contents_capacity(paper)]
    lines = -(-len(shown) // _columns(len(shown), _lines_on_cover(paper)))
    # The picture takes the space that the contents leave.
    band = _rules_top(paper) - CONTENTS_HEAD - LINE_HEIGHT * lines - 6
    drawn_title, below = _title(title, author, len(entries), paper)
    return "".join(
        [
            element("rect", x=0, y=0, width=paper.width, height=band, fill="url(#sea)"),
            drawn_title,
            _waves(paper, below + 14, band),
            _art(paper, band),
            line_of_text(MARGIN, band + 30, say("Contents"), 15, INK),
            _contents(shown, paper, band + CONTENTS_HEAD, _lines_on_cover(paper)),
            _rules(paper) if any(each.puzzle.kind in KINDS for each in entries) else "",
        ]
    )


def _title(title: str, author: str, count: int, paper: Paper) -> tuple[str, float]:
    size = LARGEST_TITLE
    lines = wrapped(title.split(), paper.inner_width, size)
    while len(lines) > 2 and size > SMALLEST_TITLE:
        size -= 2
        lines = wrapped(title.split(), paper.inner_width, size)
    y = MARGIN + size * 0.8
    parts = []
    for each in lines[:2]:
        shown = shortened(each, size, paper.inner_width)
        parts.append(line_of_text(MARGIN, y, shown, size, "#ffffff"))
        y += size * LINE
    y -= size * LINE - 26
    words = say_number("{n} puzzle", "{n} puzzles", count)
    for each in (words, shortened(author, 13, paper.inner_width)):
        parts.append(line_of_text(MARGIN, y, each, 13, "#ffffff", bold=False, opacity=0.92))
        y += 18 * bool(author)
    return "".join(parts), y


def foreword_pages(foreword: str, paper: Paper) -> list[str]:
    """Draw the pages of a foreword, whose paragraphs stand between empty lines."""
    heading, top = page_title(paper, say("Foreword"))
    lines = [
        line
        for each in foreword.split("\n\n")
        for line in (*wrapped(each.split(), paper.inner_width, FOREWORD_SIZE), "")
    ]
    step = FOREWORD_SIZE * LINE * 1.25
    most = int((paper.bottom - top) // step)
    return [
        heading
        + "".join(
            line_of_text(MARGIN, top + step * (at + 1), line, FOREWORD_SIZE, INK, bold=False)
            for at, line in enumerate(lines[start : start + most])
        )
        for start in range(0, len(lines), most)
        if any(lines)
    ]


def contents_pages(entries: Sequence[BookletEntry], paper: Paper) -> list[str]:
    """Draw pages with the contents that do not fit on the cover."""
    capacity = contents_page_capacity(paper)
    heading, top = page_title(paper, say("Contents"))
    return [
        heading + _contents(entries[start : start + capacity], paper, top + 10, capacity // 2)
        for start in range(contents_capacity(paper), len(entries), capacity)
    ]


def contents_page_capacity(paper: Paper) -> int:
    """Return the number of puzzles that fit on a page of contents."""
    _, top = page_title(paper, say("Contents"))
    return 2 * int((paper.bottom - top - 10) // LINE_HEIGHT)


def _rules_top(paper: Paper) -> float:
    return paper.height - MARGIN - RULES_HEIGHT


def _lines_on_cover(paper: Paper) -> int:
    return int(
        (_rules_top(paper) - 14 - paper.height * LEAST_BAND - CONTENTS_HEAD + 10) // LINE_HEIGHT
    )


def _contents(entries: Sequence[BookletEntry], paper: Paper, top: float, lines: int) -> str:
    columns = _columns(len(entries), lines)
    per_column = -(-len(entries) // columns)
    width = (paper.inner_width - COLUMN_GAP * (columns - 1)) / columns
    parts = []
    for i, entry in enumerate(entries):
        column, row = divmod(i, per_column)
        x, y = MARGIN + column * (width + COLUMN_GAP), top + row * LINE_HEIGHT
        parts.append(_contents_line(entry, x, y, width, columns == 1))
    return "".join(parts)


def _columns(count: int, lines: int) -> int:
    return 2 if count > lines else 1


def _contents_line(entry: BookletEntry, x: float, y: float, width: float, with_kind: bool) -> str:
    right = x + width
    stars_right = right - 24
    end = stars_right - stars_width(7.5) - 8
    kind = kind_name(entry.puzzle) if with_kind else ""
    kind_right = end
    end -= text_width(kind, 8) + 5
    title, size = fitted(title_of(entry.puzzle), 10, 8, end - x - 22)
    start = x + 20 + text_width(title, size) + 5
    parts = [
        badge(x + 7, y - 3.5, 6.8, str(entry.number)),
        line_of_text(x + 20, y, title, size, INK),
        line_of_text(kind_right, y, kind, 8, MUTED, anchor="end", bold=False),
        stars(stars_right, y - 3.2, entry.puzzle.difficulty, 7.5),
        line_of_text(right, y, str(entry.page), 10, INK, anchor="end", bold=False),
    ]
    if end - start > 8:
        parts.append(
            element(
                "path",
                d=f"M{number(start)} {number(y)}H{number(end)}",
                fill="none",
                stroke=RULE,
                stroke_width=0.8,
                stroke_dasharray="0.8 3",
            )
        )
    return "".join(parts)


def _rules(paper: Paper) -> str:
    top = _rules_top(paper)
    height = paper.height - MARGIN + 4 * MILLIMETRE - top
    parts = [
        element(
            "rect",
            x=MARGIN - 8,
            y=top,
            width=paper.inner_width + 16,
            height=height,
            rx=8,
            fill=palette.PAGE.light,
            stroke=RULE,
            stroke_width=0.8,
        ),
        line_of_text(MARGIN + 4, top + 18, say("The rules in short"), 10.5, INK),
    ]
    width = (paper.inner_width - 8 - COLUMN_GAP) / 2
    half = (len(RULES) + 1) // 2
    for column in range(2):
        x, y = MARGIN + 4 + column * (width + COLUMN_GAP), top + 34
        for rule in RULES[column * half : (column + 1) * half]:
            name, _, words = say(rule).partition("| ")
            indent = text_width(name, RULES_SIZE) + 3
            parts.append(line_of_text(x, y, name, RULES_SIZE, ACCENT))
            first = wrapped(words.split(), width - indent, RULES_SIZE)[0]
            parts.append(line_of_text(x + indent, y, first, RULES_SIZE, INK, bold=False))
            rest = words[len(first) :].strip()
            if rest:
                drawn, y = paragraph(x, y + RULES_SIZE * LINE * 1.18, rest, RULES_SIZE, width)
                parts.append(drawn)
            y += RULES_SIZE * LINE * 1.55
    return "".join(parts)


def _art(paper: Paper, bottom: float) -> str:
    scale = paper.width / (CELL * ART_BOARD.width)
    pieces = (parse_piece(each, ART_BOARD) for each in ART)
    drawn = "".join(piece_picture(piece, ART_BOARD.height) for piece in pieces)
    return placed(drawn, 0, bottom - CELL * ART_BOARD.height * scale, scale)


def _waves(paper: Paper, top: float, bottom: float) -> str:
    waves = []
    for row in range(int((bottom - top) // WAVES_APART)):
        for column in range(8):
            if (column * 5 + row * 3) % 7 > 1:
                continue
            x, y = paper.width * (column + 0.35) / 8, top + WAVES_APART * (row + 0.5)
            waves.append(f"M{number(x)} {number(y)}q6 -6 12 0t12 0")
    return element(
        "path",
        d="".join(waves),
        fill="none",
        stroke=palette.SEA.light,
        stroke_width=1.6,
        stroke_linecap="round",
        opacity=0.4,
    )
