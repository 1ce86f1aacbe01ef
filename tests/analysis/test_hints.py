"""What hints say holds of every best layout, as enumeration knows them."""

import random
import re
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from odin_solver.analysis import Hint, hint
from odin_solver.analysis.hint_parts import standing
from odin_solver.analysis.reporting import hint_data
from odin_solver.analysis.tile_hints import _first
from odin_solver.components import board
from odin_solver.errors import InputError
from odin_solver.names.printed import printed_name
from odin_solver.notation.pieces import parse_piece
from odin_solver.placement.gains import gains
from odin_solver.placement.objective import Objective, choose_objective
from odin_solver.placement.solution import LevelResult, Status
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import speaking
from tests import reference
from tests.analysis import oracle
from tests.analysis.here import analyst
from tests.placement.model import random_positions
from tests.profiles import cases

pytestmark = pytest.mark.usefixtures("here")


def best_layouts(position: Position, objective: Objective) -> list[Position]:
    everything = [
        (oracle.values(position, each, objective), each) for each in oracle.layouts(position)
    ]
    best = max(values for values, _ in everything)
    return [each for values, each in everything if values == best]


@pytest.mark.slow
@settings(max_examples=cases(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random_positions.generators)
def test_hints_never_contradict_a_best_layout(choose: random.Random) -> None:
    position, objective = oracle.small_position(choose), oracle.small_objective(choose)
    best = best_layouts(position, objective)
    hints = {level: hint(analyst(position, objective), level) for level in (1, 2, 3, 4)}
    for level, found in hints.items():
        assert found.proven
        assert found.level == level
        assert oracle.values(position, found.solution.after, objective) == oracle.values(
            position, best[0], objective
        )
        assert found.before == oracle.values(position, position, objective)
        data = hint_data(found)
        assert data["value_best"] == float(oracle.values(position, best[0], objective)[0])
        if not found.solution.placements:
            assert "Nothing can be gained" in found.text
            assert oracle.values(position, position, objective) == oracle.values(
                position, best[0], objective
            )
            return
    check_stake(position, hints[1], best)
    check_tile(position, hints[2], best)
    check_place(position, hints[3], best)


def check_stake(position: Position, found: Hint, best: list[Position]) -> None:
    income = re.search(r"An income of (\d+) \(now (\d+)\)", found.text)
    bonus = re.search(r"with(?:out| fewer than (\d+)) ([^,]*) from bonuses", found.text)
    every = "Every best placement" in found.text
    if income:
        assert gains(position, position).income == int(income[2])
        reaches = [gains(position, each).income >= int(income[1]) for each in best]
        assert every == all(reaches)
        assert any(reaches)
        check_missing(position, found.text, int(income[1]))
    elif bonus:
        count = [
            sum(
                number
                for gives in gains(position, each).bonuses
                for thing, number in gives
                if printed_name(thing) == bonus[2]
            )
            for each in best
        ]
        assert every == all(each >= int(bonus[1] or 1) for each in count)
        assert any(each >= int(bonus[1] or 1) for each in count)


def check_missing(position: Position, text: str, wanted: int) -> None:
    """Cells that must be covered for an income are covered wherever it is reached."""
    listed = re.search(r"still open: ([a-z0-9 ]+)\. All of that must be covered", text)
    if not listed:
        return
    (at,) = (n for n, state in enumerate(position.boards) if state.board.income)
    cells = set(reference.cells_named(position.boards[at].board, listed[1]))
    for each in oracle.layouts(position):
        if gains(position, each).income >= wanted:
            assert cells <= reference.covered_by(each.boards[at].pieces)


def check_tile(position: Position, found: Hint, best: list[Position]) -> None:
    assert found.tile is not None
    name = found.tile.id
    if "every best placement has" in found.text:
        assert not any(each.supply.get(name) for each in best)
    assert "a best placement has it" not in found.text or any(
        piece.tile.id == name for each in best for state in each.boards for piece in state.pieces
    )
    if "nothing is lost" in found.text:
        assert any(each.supply.get(name) for each in best)
    if some := re.search(r"a best placement has (\d+) of (\d+)", found.text):
        laid, owned = map(int, some.groups())
        assert owned == position.supply[name] > 1
        assert any(each.supply.get(name, 0) == owned - laid for each in best)


def check_place(position: Position, found: Hint, best: list[Position]) -> None:
    assert found.placement is not None
    at, piece = found.placement
    assert f"Place {piece.tile.name} " in found.text
    alike = [n for n, each in enumerate(position.boards) if each == position.boards[at]]

    def there(after: Position) -> bool:
        return any(piece in after.boards[n].pieces[len(position.boards[n].pieces) :] for n in alike)

    assert any(there(each) for each in best)
    if "Every best placement has" in found.text:
        assert all(there(each) for each in best)


@pytest.mark.slow
def test_the_words() -> None:
    position = Position((BoardState(board("home")),), {"robe": 1, "oil": 1}, round=7)
    asked = analyst(position, choose_objective(position, "income"))
    one = hint(asked, 1)
    for part in (
        "An income of 2 (now 0) is within reach.",
        "4 cells at the lower left of Home board are still open: a1 a2 b1 b2.",
        "Every best placement gets it: with an income of 1 or less, "
        "income: at most 1 instead of 2 (−1).",
        "Best possible: income: 0 now, 2 after (+2), proven.",
    ):
        assert part in one.text
    two = hint(asked, 2)
    assert two.tile is not None
    assert two.text.startswith(
        "Place Robe: every best placement has it. "
        "If it is kept, income: at most 1 instead of 2 (−1)."
    )
    three = hint(asked, 3)
    assert three.tile == two.tile
    assert three.text.startswith(
        "Place Robe at a1:c3 on Home board. Every best placement has it there: otherwise income: "
        "at most 1 instead of 2 (−1)."
    )
    assert "(income order)" in three.text
    four = hint(asked, 4)
    assert four.text.endswith("The placement:")
    assert hint_data(four)["solution"]["status"] == "OPTIMAL"


def test_what_comes_first_is_named_as_the_reader_names_it() -> None:
    state = BoardState(board("home"))
    pieces = [("silver", "a1"), ("ore", "b1"), ("silver", "a2"), ("oil", "b2:c2")]
    laid = [Placement(0, parse_piece(f"{name} {cells}", state.board)) for name, cells in pieces]
    asked: Any = SimpleNamespace(
        position=Position((state,), {}), best=SimpleNamespace(placements=laid)
    )
    with speaking("uk"):
        (text,) = _first(asked, laid[-1])
    assert re.findall(r"[A-Za-z]{2,}", text) == []
    assert "Срібло a1" in text


def test_a_value_is_compared_with_the_bound_of_its_own_level() -> None:
    position = Position((BoardState(board("home")),), {"robe": 1, "oil": 1}, round=7)
    asked = analyst(position, choose_objective(position, "income"))
    first, second = asked.best.levels
    levels = (LevelResult(Fraction(0), Fraction(22)), LevelResult(second.value, None))
    asked.best = replace(asked.best, status=Status.FEASIBLE, levels=levels)
    words = standing(asked)
    assert words.startswith(
        "Best so far: income: 0 now, 0 after (0), not proven: at most 22 is possible"
    )
    assert "points" not in words
    later = LevelResult(second.value, second.value + 4)
    asked.best = replace(asked.best, levels=(first, later))
    words = standing(asked)
    assert "income: 0 now, 2 after (+2), proven; points + income − silver: " in words
    assert f"at most {second.value + 4} is possible" in words


def test_levels() -> None:
    asked = analyst(Position(), choose_objective(Position(), "final"))
    for level in (0, 5):
        with pytest.raises(InputError, match="level: expected 1 to 4"):
            hint(asked, level)
    assert "the supply is empty" in hint(asked, 2).text
