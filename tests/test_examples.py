"""The examples run."""

import ast
import json
from pathlib import Path

import pytest

from odin_solver import Position, Solution

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


@pytest.mark.slow
def test_all_cells_of_the_tour_run(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {}
    shown: list[object] = []
    for cell in json.loads(TOUR.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        code = ast.parse("".join(cell["source"]))
        last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
        exec(compile(code, TOUR.name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), TOUR.name, "eval"), namespace))
    assert isinstance(shown[0], Position)
    assert isinstance(shown[1], Solution)
    assert "legal moves" in capsys.readouterr().out
