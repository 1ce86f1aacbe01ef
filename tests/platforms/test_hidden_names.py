"""The commands do without what Windows or macOS lack."""

import sys
from pathlib import Path

import pytest

from tests.platforms.commands import HiddenFrom

LINES = """
example buildings -o position.json
check position.json
show position.json --svg out.svg --png out.png
solve position.json --time-limit 60 --workers 2 --quiet
solve --batch . --jobs 2 --time-limit 5 --out ../lines.jsonl --quiet
hint position.json --level 2 --time-limit 60
analyse position.json --lines 2 --time-limit 60 --quiet
feast --cells 9 --food "peas=2,salt_meat=1,silver=3"
example pentominoes-3x20 -o tiles.json
count tiles.json --quiet
boards iceland
tiles rune_stone
puzzle new --kind fill --board small --difficulty 1 --tries 20 --seed 3 --quiet -o puzzle.json
puzzle new --kind fill --board small --difficulty 1 --count 2 --jobs 2 --seed 3 --quiet -o pack
puzzle solve puzzle.json
puzzle share puzzle.json
puzzle print puzzle.json -o booklet.pdf
game new --seed 7 -o game.log
game do game.log "use beans"
game show game.log
game place game.log --time-limit 1
game auto --seeds 1-2 --jobs 2 --quiet
plan game.log --playouts 8 --quiet
game table game.log -o table.toml
game best --length short --time 0.5 --quiet
vikings example empty-sea -o vikings.toml
vikings check vikings.toml
graenaland example late-game -o late.toml
graenaland win late.toml --time-limit 20
"""


@pytest.mark.slow
@pytest.mark.parametrize("system", ["win32", pytest.param("darwin", marks=pytest.mark.nightly)])
def test_commands_run_elsewhere(system: str, tmp_path: Path) -> None:
    there = HiddenFrom(tmp_path, ODIN_SYSTEM=system)
    code = "import odin_solver.support.platform as p; print(p.LINUX, hasattr(p.os, 'fork'))"
    assert there.run(sys.executable, "-c", code).out == f"False {system == 'darwin'}\n"
    there.odin_each(LINES)
