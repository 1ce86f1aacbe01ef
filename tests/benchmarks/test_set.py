"""The packing set, and its checker against the rules of the library."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.set import check
from benchmarks.set.commands import main
from benchmarks.set.files import FOLDER, POSITIONS, read_best, read_positions, weights_of
from benchmarks.set.make import FAMILIES
from odin_solver.placement.gains import gains, value
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position

POSITION_OF = read_positions(FOLDER)
BEST = read_best(FOLDER)
PARTS = json.loads((FOLDER / "parts.json").read_text("utf-8"))
RAW = {
    each["name"]: each["position"]
    for each in map(json.loads, (FOLDER / POSITIONS).read_text("utf-8").splitlines())
}


def laid(position: Position, layout: list[Any]) -> Position:
    """The position with a layout, whatever the rules say."""
    boards = [list(state.pieces) for state in position.boards]
    supply = dict(position.supply)
    for at, name, cells in layout:
        ordered = tuple(sorted(map(tuple, cells), key=lambda cell: (cell[1], cell[0])))
        boards[at].append(Piece(position.kinds[name], ordered))
        supply[name] -= 1
    states = zip(position.boards, boards, strict=True)
    return replace(
        position,
        boards=tuple(BoardState(state.board, tuple(pieces)) for state, pieces in states),
        supply=supply,
    )


def checked(name: str, layout: list[Any]) -> int | None:
    """The value by the checker; None if it finds a fault."""
    try:
        return int(check.value_of(RAW[name], layout, PARTS))
    except check.Fault:
        return None


def counted(name: str, layout: list[Any]) -> int | None:
    """The value by the library; None if the layout is illegal in this order."""
    position = POSITION_OF[name]
    after = laid(position, layout)
    if position_violations(after, in_order=True) or min(after.supply.values(), default=0) < 0:
        return None
    return int(value(weights_of(position), gains(position, after)))


def test_there_are_as_many_as_promised_each_with_a_layout() -> None:
    assert len(POSITION_OF) == sum(FAMILIES.values()) == 200
    assert POSITION_OF.keys() == BEST.keys()
    assert all(row.value <= row.bound for row in BEST.values())
    assert all(bool(row.proved_by) == (row.value == row.bound) for row in BEST.values())
    assert check.main() == 0


@pytest.mark.slow
def test_values_are_those_of_the_rules() -> None:
    for name, row in BEST.items():
        assert counted(name, row.layout) == checked(name, row.layout) == row.value, name


def altered(layout: list[Any], choose: random.Random) -> Iterator[list[Any]]:
    """Layouts with something changed, most of them illegal."""
    pieces = [list(piece) for piece in layout]
    at = choose.randrange(len(pieces))
    yield [piece for piece in pieces if piece is not pieces[at]]
    yield pieces[::-1]
    board, name, cells = pieces[at]
    x, y = choose.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    moved = [board, name, [(max(0, i + x), max(0, j + y)) for i, j in cells]]
    yield [*pieces[:at], moved, *pieces[at + 1 :]]
    other = choose.choice(pieces)
    yield [*pieces[:at], [board, other[1], cells], *pieces[at + 1 :]]
    yield [*pieces, pieces[at]]


@pytest.mark.slow
def test_the_checker_and_the_rules_refuse_the_same_layouts() -> None:
    choose, refused, legal = random.Random(1), 0, 0
    for name, row in BEST.items():
        if not row.layout:
            continue
        for layout in altered(row.layout, choose):
            found = checked(name, layout)
            assert found == counted(name, layout), (name, layout)
            refused += found is None
            legal += found is not None
    assert refused > 300
    assert legal > 200


def test_submissions_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = BEST["exact-001"]
    good = {"name": row.name, "value": row.value, "layout": row.layout}
    rows = [good, good | {"value": row.value + 1}, good | {"name": "exact-999"}]
    file = tmp_path / "mine.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert check.main(file) == 2
    out, err = capsys.readouterr()
    assert "3 layouts: 2 faulty, 0 better, 1 as good as the best known" in out
    assert f"claims {row.value + 1}, the rules count {row.value}" in err
    assert "exact-999: there is no such position" in err


@pytest.mark.nightly
def test_the_seed_makes_the_published_positions(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["make", "--every", "9", "--folder", str(tmp_path)])
    assert done.output == "23 positions\n"
    published = (FOLDER / POSITIONS).read_text("utf-8").splitlines()
    assert (tmp_path / POSITIONS).read_text("utf-8").splitlines() == published[::9]


def test_our_search_adds_to_what_is_known(tmp_path: Path) -> None:
    (tmp_path / POSITIONS).write_text(
        "".join(line + "\n" for line in (FOLDER / POSITIONS).read_text().splitlines()[60:62]),
        encoding="utf-8",
    )
    done = CliRunner().invoke(main, ["solve", "--folder", str(tmp_path), "--limit", "20"])
    assert done.exit_code == 0
    assert {name: row.value for name, row in read_best(tmp_path).items()} == {
        name: BEST[name].value for name in ("exact-001", "exact-002")
    }
