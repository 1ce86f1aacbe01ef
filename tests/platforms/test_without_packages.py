"""The commands do without packages that not everyone has."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.process import one_line
from tests.platforms.commands import HiddenFrom

OPTIMA = {"late-home": 73, "buildings": 28}
"""Best values of examples, proven by both solvers."""

WITHOUT_CP_SAT = """
solve buildings.json --workers 1 --time-limit 60 --quiet
hint buildings.json --level 2 --time-limit 60
analyse buildings.json --lines 2 --time-limit 60 --quiet
feast --cells 9 --food "peas=2,salt_meat=1,silver=3"
solve buildings.json --export model.mps
puzzle solve best.json
puzzle new --kind boatsmen --seed 5 --quiet -o boatsmen.json
puzzle new --kind win --seed 5 --quiet -o win.json
puzzle solve win.json
game new --seed 7 -o game.log
game place game.log --time-limit 2
vikings example late-build -o vikings.toml
vikings build vikings.toml --time-limit 2
graenaland example late-game -o late.toml
graenaland win late.toml --time-limit 20
"""


@pytest.mark.slow
def test_highs_and_the_local_search_do_without_cp_sat(tmp_path: Path) -> None:
    there = HiddenFrom(tmp_path, ODIN_WITHOUT="ortools")
    code = "from odin_solver.linear.solvers import versions; print(*versions())"
    assert there.run(sys.executable, "-c", code).out == "highspy\n"
    for name, best in OPTIMA.items():
        assert not there.odin(f"example {name} -o {name}.json").code
        done = there.odin(f"solve {name}.json --time-limit 60 --workers 2 --quiet --json")
        found = json.loads(done.out)
        assert (found["status"], found["objective"]["value"]) == ("OPTIMAL", best)
    # HiGHS would print its name when it is made.
    made = there.odin("puzzle new --kind best --tries 40 --seed 5 --quiet -o best.json")
    assert (made.code, made.out) == (0, "best.json\n")
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
