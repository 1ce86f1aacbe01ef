import re

import pytest

from odin_solver.render.terminal.tables import plain_text
from odin_solver.support.language import speaking
from odin_solver.vikings.examples import vikings_example, vikings_example_text
from odin_solver.vikings.pictures.terminal import position_drawing
from odin_solver.vikings.rules.scoring import outlook
from odin_solver.vikings.words import figures_text, sail_name
from tests.cli.process import odin_typed


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("1 scout", "2 scouts", "5 scouts")),
        ("cs", ("1 zvěd", "2 zvědi", "5 zvědů")),
        ("pl", ("1 zwiadowca", "2 zwiadowcy", "5 zwiadowców")),
        ("uk", ("1 розвідник", "2 розвідники", "5 розвідників")),
    ],
)
def test_numbers_of_figures(language: str, texts: tuple[str, ...]) -> None:
    with speaking(language):
        assert tuple(figures_text("G", n) for n in (1, 2, 5)) == texts


@pytest.mark.parametrize(
    ("language", "name", "island"),
    [
        ("cs", "závěrečné vyhodnocení", "nejdelší uzavřený ostrov: "),
        ("pl", "punktowanie końcowe", "najdłuższa zamknięta wyspa: "),
        ("uk", "кінцевий підрахунок", "найдовший замкнений острів: "),
    ],
)
def test_scoring_is_told_in_the_language(language: str, name: str, island: str) -> None:
    with speaking(language):
        last = outlook(vikings_example("ferry")).parts[-1]
    assert last.name == name
    assert any(item.what.startswith(island) for item in last.items)


def test_the_command_speaks_polish() -> None:
    text = vikings_example_text("ferry")
    result = odin_typed("--language", "pl", "vikings", "score", "-", stdin=text)
    assert result.code == 0
    assert "Punkty na końcu: " in result.out
    assert "VP" not in result.out


@pytest.mark.parametrize("language", ["en", "cs", "pl", "uk"])
def test_names_of_ships_are_whole_and_do_not_touch(language: str) -> None:
    with speaking(language):
        position = vikings_example("ferry")
        drawn = plain_text(position_drawing(position), 80).split("\n R")[0]
        for sail in ("blue", "green", "red"):
            assert re.search(rf"(?<!\w){sail_name(sail)}(?!\w)", drawn)
