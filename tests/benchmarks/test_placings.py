"""The states of recorded games that `benchmarks.placings` solves."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.placings import Solved, main, row, states
from odin_solver.game.files import load
from odin_solver.game.kernel.play import apply

RECORDED = Path(__file__).parents[1] / "web" / "data" / "game.log"


def test_states_are_those_before_the_first_tile_of_a_round() -> None:
    game = load(str(RECORDED))
    found = list(states(game))
    lines = [line for line in RECORDED.read_text(encoding="utf-8").splitlines() if "place " in line]
    firsts = {line.partition(",")[0]: line for line in reversed(lines)}
    assert [f"round {name}" for name, _ in found if name != "last"] == [
        name for name in reversed(firsts) if name.startswith("round")
    ]
    for _, state in found:
        after = apply(state, game.moves[game.states.index(state)])
        assert sum(after.supply.values()) < sum(state.supply.values())


def test_rows_count_proofs_and_seconds() -> None:
    found = [Solved(2, 5, True, 1.0), Solved(4, 7, False, 3.0), Solved(3, 6, True, 2.0)]
    assert row("4", found) == ["4", "2 of 3", "3", "6", "2.0", "2.8", "3.0"]
    assert row("4", found[:1])[-3:] == ["1.0", "1.0", "1.0"]


@pytest.mark.slow
def test_a_game_is_solved(tmp_path: Path) -> None:
    lines = RECORDED.read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if "place " in line)
    log = tmp_path / "begun.log"
    log.write_text("".join(lines[: first + 1]), encoding="utf-8")
    done = CliRunner().invoke(main, [str(log)])
    assert done.exit_code == 0, done.output
    assert "1 of 1" in done.stdout
    log.write_text("nothing", encoding="utf-8")
    failed = CliRunner().invoke(main, [str(log)])
    assert failed.exit_code == 2
    assert "line 1" in failed.stderr
