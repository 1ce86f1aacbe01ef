"""What docs/game.md says holds."""

import re
from pathlib import Path

import pytest

from docs.generator.pages import site_pages
from odin_cli.game.play import Session
from odin_cli.groups import game as game_group
from odin_solver.game.kernel.rulings import RULINGS
from odin_solver.game.log import check_chance, parse, text

GUIDE = (Path(__file__).parents[2] / "docs" / "game.md").read_text(encoding="utf-8")


def blocks(kind: str = "") -> list[str]:
    """The code blocks of a kind."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    return [block for name, block in found if name == kind]


def test_the_log_of_the_guide_is_one() -> None:
    (log,) = [block for block in blocks() if block.startswith("# odin game")]
    game = parse(log)
    check_chance(game, log)
    assert text(game) == log


@pytest.mark.slow
def test_the_guide_names_all_commands() -> None:
    shown = "".join(blocks("sh"))
    for name in game_group.table:
        assert f"odin game {name}" in shown
    page = site_pages()["game.md"]
    for name in (*Session.commands, *RULINGS):
        assert f"| `{name}" in page, name


def test_the_program_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks("python")
    exec(compile(program, "docs/game.md", "exec"), {})
    assert re.search(r"^  Total +-?\d+\n\Z", capsys.readouterr().out, re.MULTILINE)
