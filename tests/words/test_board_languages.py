"""Hints, values and puzzles in each language."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from odin_puzzles.generate.titles import shown_title, title_of
from odin_puzzles.kinds import question
from odin_puzzles.shipped import pack
from odin_solver.analysis.analyst import Analyst
from odin_solver.analysis.hints import hint
from odin_solver.names.printed import plain_name
from odin_solver.names.values import change_in_words
from odin_solver.notation.positions import read_position
from odin_solver.placement.solution import Limits
from odin_solver.render.svg.position import position_svg
from odin_solver.support.language import Message, say_number, speaking
from tests.render.positions import POSITION

EXAMPLES = Path(__file__).parent.parent.parent / "odin_solver" / "notation" / "examples"


@pytest.mark.parametrize(
    ("language", "one", "two", "five"),
    [
        ("en", "1 tile", "2 tiles", "5 tiles"),
        ("cs", "1 dílek", "2 dílky", "5 dílků"),
        ("pl", "1 żeton", "2 żetony", "5 żetonów"),
        ("uk", "1 жетон", "2 жетони", "5 жетонів"),
    ],
)
def test_numbers_of_tiles(language: str, one: str, two: str, five: str) -> None:
    with speaking(language):
        assert [say_number("{n} tile", "{n} tiles", n) for n in (1, 2, 5)] == [one, two, five]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "−86 teď, −25 potom (+61)"),
        ("pl", "−86 teraz, −25 potem (+61)"),
        ("uk", "−86 зараз, −25 потім (+61)"),
    ],
)
def test_values(language: str, text: str) -> None:
    with speaking(language):
        assert change_in_words(Fraction(-86), Fraction(-25)) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "Wszystkimi żetonami zakryj dokładnie zaznaczone pola."),
        ("uk", "Усіма жетонами точно закрийте позначені клітинки."),
    ],
)
def test_question_of_a_puzzle(language: str, text: str) -> None:
    with speaking(language):
        assert question(pack("the-longhouse")[0]) == text


def test_only_generated_titles_give_way_to_names() -> None:
    puzzle = pack("the-longhouse")[1]
    assert puzzle.title == "Three tiles on a long house (2)"
    assert title_of(puzzle) == "Three tiles on a long house"
    assert shown_title(replace(puzzle, title="Mine")) == "Mine"
    tile = {plain_name(piece.tile.id) for _, piece in puzzle.solution}
    assert shown_title(puzzle).partition(" and ")[2] in tile
    with speaking("pl"):
        assert " i " in shown_title(puzzle)


def test_pictures_follow_the_language() -> None:
    english = position_svg(POSITION)
    with speaking("uk"):
        assert "дохід" in position_svg(POSITION)
    assert position_svg(POSITION) == english


@pytest.mark.slow
def test_a_hint_keeps_its_sentences_for_machines() -> None:
    position = read_position(EXAMPLES / "harvest.toml")
    with speaking("pl"):
        given = hint(Analyst(position, limits=Limits(5, 1)), 1)
    assert isinstance(given.text, Message)
    assert given.text.startswith("W zasięgu jest ") or "Najlepsze" in given.text
    sentences = [each.id for each in given.text.arguments.values() if isinstance(each, Message)]
    assert len(sentences) == len(given.text.arguments)
