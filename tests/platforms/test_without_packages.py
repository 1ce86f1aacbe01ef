"""The commands do without packages that not everyone has."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.process import odin_process, one_line
from tests.platforms.commands import HiddenFrom

WITHOUT_CP_SAT = """
solve ties.json --workers 1 --time-limit 60 --quiet
hint position.json --level 2 --time-limit 60
analyse position.json --lines 2 --time-limit 60 --quiet
feast --cells 9 --food "peas=2,salt_meat=1,silver=3"
solve position.json --export model.mps
puzzle new --kind best --tries 40 --seed 5 --quiet -o best.json
puzzle solve best.json
puzzle new --kind boatsmen --seed 5 --quiet -o boatsmen.json
puzzle new --kind win --seed 5 --quiet -o win.json
puzzle solve win.json
game new --seed 7 -o game.log
game place game.log --time-limit 5
vikings example late-build -o vikings.toml
vikings build vikings.toml --time-limit 30
graenaland example late-game -o late.toml
graenaland win late.toml --time-limit 20
"""


@pytest.mark.slow
def test_highs_and_the_local_search_do_without_cp_sat(tmp_path: Path) -> None:
    there = HiddenFrom(tmp_path, ODIN_WITHOUT="ortools")
    code = "from odin_solver.linear.solvers import versions; print(*versions())"
    assert there.run(sys.executable, "-c", code).out == "highspy\n"
    for name, file in (("late-home", "position.json"), ("buildings", "ties.json")):
        assert not there.odin(f"example {name} -o {file}").code
        path = str(there.work / file)
        found = [
            json.loads(each.out)
            for each in (
                there.odin(f"solve {file} --time-limit 60 --workers 2 --quiet --json"),
                odin_process("solve", path, "--time-limit", "60", "--quiet", "--json"),
            )
        ]
        assert [each["status"] for each in found] == ["OPTIMAL", "OPTIMAL"]
        here, usual = (each["objective"]["value"] for each in found)
        assert here == usual
        assert found[0]["solver"]["name"] in ("HiGHS", "")
    there.odin_each(WITHOUT_CP_SAT)


@pytest.mark.slow
def test_what_needs_cp_sat_says_so(tmp_path: Path) -> None:
    there = HiddenFrom(tmp_path, ODIN_WITHOUT="ortools")
    there.odin("example buildings -o position.json")
    for options in ("--export model.proto", "--set silver=0.372 --set cells=0.19283"):
        done = there.odin(f"solve position.json {options}")
        assert done.code == 2
        one_line(done.err, ["needs OR-Tools", "pip install ortools"])


def test_a_booklet_asks_for_the_extra(tmp_path: Path) -> None:
    there = HiddenFrom(tmp_path, ODIN_WITHOUT="fpdf")
    done = there.odin("puzzle print first-steps/1 -o booklet.pdf")
    assert done.code == 2
    one_line(done.err, ["needs fpdf2", "pip install 'odin-solver[pdf]'"])
    assert not list(there.work.iterdir())
