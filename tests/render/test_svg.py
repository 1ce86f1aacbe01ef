import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from odin_solver.components import BOARDS
from odin_solver.render.svg.font import fit, text_width, wrapped
from odin_solver.render.svg.markup import element, text
from odin_solver.render.svg.outline import loops, rounded_path
from odin_solver.render.svg.page import arrange
from odin_solver.render.svg.position import position_svg
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.language import speaking
from tests.render.baselines import check_against_baseline
from tests.render.positions import HOME, NEW_FROM, POSITION, state_of

SVG = "{http://www.w3.org/2000/svg}"


def parsed(position: Position, new_from: tuple[int, ...] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(position_svg(position, new_from))


def of_class(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    return (each for each in root.iter() if each.get("class") == name)


def test_the_position_of_these_tests_is_legal() -> None:
    assert position_violations(POSITION) == []


def test_position_looks_as_it_did() -> None:
    check_against_baseline("position.svg", position_svg(POSITION, NEW_FROM).replace("><", ">\n<"))


def test_same_position_same_bytes() -> None:
    assert position_svg(POSITION, NEW_FROM) == position_svg(POSITION, NEW_FROM)


def test_one_outline_for_every_piece() -> None:
    pieces = [piece for state in POSITION.boards for piece in state.pieces]
    assert len(list(of_class(parsed(POSITION), "piece"))) == len(pieces)
    assert {each.tag for each in of_class(parsed(POSITION), "piece")} == {f"{SVG}path"}


def test_tooltips_name_every_piece_and_its_cells() -> None:
    titles = [each.text for each in parsed(POSITION, NEW_FROM).iter(f"{SVG}title")]
    assert "Robe: a1 a2 a3 b1 b2 b3 c1 c2 c3" in titles
    assert "Rune stone: d1 d2" in titles
    assert "Rune stone: e1 e2" in titles
    assert "Ore: e4 (new)" in titles
    assert "bonus: Rune stone, Ore, won" in titles


def test_new_pieces_are_marked_and_numbered() -> None:
    marks = list(of_class(parsed(POSITION, NEW_FROM), "new"))
    assert len(marks) == 2
    assert ["".join(mark.itertext()) for mark in marks] == ["1", "2"]
    assert not list(of_class(parsed(POSITION), "new"))


def test_title_is_escaped() -> None:
    root = parsed(POSITION)
    assert POSITION.title in [each.text for each in root.iter(f"{SVG}text")]


def test_odd_characters_do_not_break_the_xml() -> None:
    parsed(Position((HOME,), title="\x00 ]]> \x1b &amp; <a b='c'>"))


@pytest.mark.parametrize("board_id", BOARDS)
def test_every_board_is_drawn_within_the_page(board_id: str) -> None:
    root = parsed(Position((BoardState(BOARDS[board_id]),)))
    words = [each.text for each in root.iter(f"{SVG}text")]
    assert BOARDS[board_id].name in words
    negatives = sum(int((word or "0")[1:]) for word in words if re.fullmatch("−[12]", word or ""))
    assert negatives == BOARDS[board_id].printed_negative
    references = set(re.findall(r"url\(#(\w+)\)", ElementTree.tostring(root, "unicode")))
    assert references <= {each.get("id") for each in root.iter()}


def test_elements_escape_attributes() -> None:
    written = element("a", text("1 < 2 & 3"), class_='"<', stroke_width=1.0, x=-0.001)
    found = ElementTree.fromstring(written)
    assert found.attrib == {"class": '"<', "stroke-width": "1", "x": "0"}
    assert found.text == "1 < 2 & 3"


def test_outline_of_a_bend() -> None:
    assert loops([(0, 0), (0, 1), (1, 1)]) == [[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]]


def test_outline_with_a_hole() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, inner = loops(ring)
    assert outer == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert inner == [(1, 1), (1, 2), (2, 2), (2, 1)]


def test_cells_that_touch_in_a_corner_stay_apart() -> None:
    assert loops([(0, 0), (1, 1)]) == [
        [(0, 0), (1, 0), (1, 1), (0, 1)],
        [(1, 1), (2, 1), (2, 2), (1, 2)],
    ]


def test_inset_moves_every_side_inwards() -> None:
    assert rounded_path([(0, 0)], 10, inset=1) == "M1 1L9 1L9 9L1 9Z"
    assert rounded_path([(0, 0)], 10, inset=-1, at=(5, 0)) == "M4 -1L16 -1L16 11L4 11Z"


def test_names_are_fitted() -> None:
    assert fit("Oil", 100, 40, 18, 9) == (("Oil",), 18)
    assert fit("Skin and bones", 80, 60, 18, 9) == (("Skin and", "bones"), 18)
    assert fit("Treasure chest", 20, 20, 18, 9) is None
    fitted = fit("Drinking horn", 60, 60, 18, 9)
    assert fitted is not None
    lines, size = fitted
    assert all(text_width(line, size) <= 60 for line in lines)


def test_words_are_wrapped() -> None:
    assert wrapped(["one", "two", "three"], 60, 14) == ["one two", "three"]


def test_boxes_do_not_overlap_and_stay_on_the_page() -> None:
    sizes = [(400, 300), (200, 100), (250, 150), (300, 320), (380, 100), (100, 100)]
    places, width, height = arrange(sizes, 700, 10)
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(places, sizes, strict=True)]
    assert width <= 700
    assert height == max(box[3] for box in boxes)
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] + 10 <= b[0] or b[2] + 10 <= a[0] or a[3] + 10 <= b[1] or b[3] + 10 <= a[1]


def test_illegal_positions_are_drawn_too() -> None:
    state = state_of("stone_house", "beans a4 b4 a3 b3", "oil b3 b2", "silver z9")
    assert len(list(of_class(parsed(Position((state,))), "piece"))) == 3


@pytest.mark.parametrize(("language", "name"), [("cs", "Domovská deska"), ("uk", "Накидка")])
def test_pictures_have_names_in_the_language_of_the_reader(language: str, name: str) -> None:
    position = Position((HOME,))
    english = position_svg(position)
    with speaking(language):
        drawn = position_svg(position)
    assert name in drawn
    assert name not in english
    assert position_svg(position) == english
