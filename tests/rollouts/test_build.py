"""The build of the compiled engine, and the contract between its library and the package."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from odin_solver.rollouts.digest import HEADERS, PACKAGE, digest
from odin_solver.rollouts.library import LIBRARY, Library
from tests.cli.process import COMMAND, environment
from tests.profiles import cases

ROOT = PACKAGE.parent
ENGINE = LIBRARY.relative_to(ROOT)
BUILT = (ENGINE, *(path.relative_to(ROOT) for path in HEADERS.values()))

pytestmark = pytest.mark.usefixtures("engine")


def copied(folder: Path) -> Path:
    """A copy of the package with what was built, the builder and the commands."""
    shutil.copytree(PACKAGE, folder / PACKAGE.name)  # with times of files: what is compiled counts
    shutil.copytree(ROOT / "cli" / "odin_cli", folder / "odin_cli")
    shutil.copy(ROOT / "hatch_build.py", folder)
    return folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copied(tmp_path)


def build(folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Build in a folder; by default there is no compiler."""
    return subprocess.run(
        [sys.executable, "-S", "hatch_build.py"],
        cwd=folder,
        env={"PATH": "", "CC": ""} | changes,
        capture_output=True,
        text=True,
        check=False,
    )


def odin(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a copied package."""
    env = environment()
    env["PYTHONPATH"] = f"{folder}:{env['PYTHONPATH']}"
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def edit(folder: Path, name: str, old: str, new: str) -> None:
    """Replace a text that a file of a copied package has once."""
    path = folder / PACKAGE.name / name
    content = path.read_text(encoding="utf-8")
    assert content.count(old) == 1, f"{name}: {old}"
    path.write_text(content.replace(old, new), encoding="utf-8")


def planned(folder: Path, *limits: str) -> subprocess.CompletedProcess[str]:
    """The advice at the beginning of a short game with all decks."""
    if not (folder / "game.log").exists():
        assert not odin(folder, *NEW_GAME, "-o", "game.log").returncode
    return odin(folder, "plan", "game.log", *limits, "--json", "--quiet")


NEW_GAME = ("game", "new", "--length", "short", "--seed", "1")
BUDGET = ("--playouts", "300")


def searched(folder: Path, *limits: str) -> int:
    """The number of simulations."""
    done = planned(folder, *limits)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)["searched"]
    assert isinstance(found, int)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("components/data/tiles.toml", "# Every piece that", "# Every piece which"),
        pytest.param(
            "components/data/occupations.toml",
            "[[occupation]]\nnumber = 1\n",
            "[[occupation]]\nnumber=1\n",
            marks=pytest.mark.nightly,
        ),
        (
            "game/cards/deck_a.py",
            "take(state, milk=kinds, silver=kinds)",
            "take(state, milk=kinds)",
        ),
        pytest.param(
            "rollouts/structs.h", "MOST_NODES = 48", "MOST_NODES = 47", marks=pytest.mark.nightly
        ),
        ("rollouts/source/effects.c", "take(state, I_MILK, kinds);", ""),
        pytest.param("version.py", '"""The', '"""A', marks=pytest.mark.nightly),
    ],
)
def test_other_sources(copy: Path, name: str, old: str, new: str) -> None:
    """One line that names the command, and no other engine; what needs none goes on."""
    edit(copy, name, old, new)
    done = planned(copy, *BUDGET)
    assert done.returncode == 1
    assert done.stderr == (
        "odin: the compiled engine cannot be used (it was built from other sources): run python "
        "hatch_build.py, or install again with a C compiler\n"
    )
    assert odin(copy, "game", "show", "game.log").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "what", "command"),
    [
        ("local", "the compiled local search", ("solve", "shed.json")),
        ("cover", "the compiled search for covers", ("count", "shed.json")),
    ],
)
def test_searches_of_other_sources(copy: Path, folder: str, what: str, command: list[str]) -> None:
    (copy / "shed.json").write_text('{"schema": 1, "boards": [{"board": "shed"}]}')
    edit(copy, f"placement/{folder}/search.c", "return SOURCE_DIGEST;", "return  SOURCE_DIGEST;")
    done = odin(copy, *command)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"odin: {what} cannot be used (it was built from other sources)")


def test_the_digest_is_that_of_the_sources(copy: Path) -> None:
    """It does not depend on the folder, on generated files or on other modules."""
    for path in BUILT:
        (copy / path).unlink()
    (copy / PACKAGE.name / "planner" / "tree.py").unlink()
    line = "from odin_solver.rollouts.digest import digest; print(digest())"
    done = subprocess.run(
        [sys.executable, "-c", line], cwd=copy, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == digest()


@pytest.mark.slow
def test_no_compiler(copy: Path) -> None:
    done = build(copy)
    assert done.returncode
    assert done.stderr == "the compiled engine was not built: no C compiler was found\n"
    assert not (copy / ENGINE).exists()


@pytest.mark.slow
def test_failed_build_removes_the_library(copy: Path) -> None:
    """A library of other sources would be worse than none."""
    done = build(copy, CC=shutil.which("false") or "/bin/false")
    assert "failed" in done.stderr
    assert not (copy / ENGINE).exists()


def test_failed_generation_removes_the_library(copy: Path) -> None:
    edit(copy, "game/cards/deck_a.py", "take(state, milk=kinds, silver=kinds)", "take(")
    done = build(copy)
    assert done.returncode
    assert "odin_solver.rollouts.generate failed" in done.stderr
    assert "deck_a.py" in done.stderr
    assert not (copy / ENGINE).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "struct"),
    [
        ('"int16_t": c_int16,', '"int16_t": c_int32,', "Cards.points"),
        pytest.param(
            '_NUMBERS["LONGEST_LOG"]\n',
            '_NUMBERS["LONGEST_LOG"] = 2047\n',
            "Log",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_other_layouts_do_not_compile(copy: Path, old: str, new: str, struct: str) -> None:
    edit(copy, "rollouts/structs.py", old, new)
    done = build(copy, CC=shutil.which("cc") or "", PATH="/usr/bin:/bin")
    assert f'"{struct}"' in done.stderr
    assert not (copy / ENGINE).exists()


def test_damaged_library(tmp_path: Path) -> None:
    damaged = tmp_path / "engine.so"
    damaged.write_bytes(b"")
    with pytest.raises(OSError, match=r"engine\.so"):
        Library(damaged)


# --- a larger catalogue ---

OCCUPATIONS = """
[[occupation]]
number = 191
deck = "B"
name = "Barn Builder"
points = 1
kind = "anytime"
text = "At any time, exchange 1 wood for 1 barn."

[[occupation]]
number = 192
deck = "B"
name = "Barn Owner"
points = 0
kind = "immediate"
text = "Take 2 silver."
"""
CARDS = """
BARN_BUILDER = exchanges(191, "Barn Builder", deal("wood=1", "barn=1"))
BARN_OWNER = Card(192, "Barn Owner", when_played=gives(silver=2))
"""
BOARDS = """
[[board]]
id = "skye"
name = "Skye"
kind = "exploration"
points = 4
letter = "E"
side = "front"
action = "explore_1"
ships = ["whaling_boat", "knarr", "longship"]
printed_negative = 8
map = \"\"\"
----
.B.I
----
\"\"\"
income = [
    { cells = "d2", values = [0, 1] },
]
bonuses = [
    { cells = "b2", gives = { beans = 1 } },
]

[[board]]
id = "barn"
name = "Barn"
kind = "building"
points = 5
copies = 2
printed_negative = 4
map = \"\"\"
--
--
\"\"\"
"""


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with another card, board and building, built."""
    folder = copied(tmp_path_factory.mktemp("larger"))
    for name, more in (
        ("components/data/occupations.toml", OCCUPATIONS),
        ("game/cards/deck_b.py", CARDS),
        ("components/data/boards.toml", BOARDS),
    ):
        with (folder / PACKAGE.name / name).open("a", encoding="utf-8") as file:
            file.write(more)
    done = build(folder, CC=shutil.which("cc") or "", PATH="/usr/bin:/bin")
    assert not done.returncode, done.stderr
    return folder


REPLAYS = """
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options
from odin_solver.rollouts.policies.strategies import rollout_policy
from benchmarks.checking import check_game, with_cards
from odin_solver.rollouts.library import library
from odin_solver.rollouts.playing import compiled

options = Options(cards=frozenset(OCCUPATIONS))
start = with_cards(options, [1, 192], [36, 191], [*range(40, 70)])
policy = compiled(rollout_policy("long")).weights(start)
for seed in range(SEEDS):
    for noise in (0.3, 1.0):
        game = check_game(library(), start, policy, seed, noise=noise, placing=40)
        assert game.moves > 20
print("alike")
"""


@pytest.mark.slow
def test_a_larger_catalogue_is_alike_in_both_engines(larger: Path) -> None:
    """Its 192 cards need another word of a set."""
    done = subprocess.run(
        [sys.executable, "-c", REPLAYS.replace("SEEDS", str(cases(1, 3)))],
        cwd=larger,  # of which the package is; the benchmarks are those of here
        env=environment() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("alike\n", "")


@pytest.mark.slow
def test_a_larger_catalogue_is_planned_with_the_same_networks(larger: Path, copy: Path) -> None:
    """By the compiled engine, and with as many simulations of a budget."""
    assert searched(larger, *BUDGET) == searched(copy, *BUDGET) > 200


SPEED = """
import time

from odin_solver.game import Options
from odin_solver.game.kernel.play import apply, chance_outcomes, decides
from odin_solver.game.setup import new_game
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.playing import compiled

state = new_game(Options("short", cards=frozenset(range(1, 191))))
while decides(state) == "chance":
    state = apply(state, chance_outcomes(state)[0][0])
engine = compiled(rollout_policy("short"))
best = 0.0
for _ in range(5):
    search = engine.begin_tree(state, engine.ranked(state, 20), 3, 9)
    began = time.process_time()
    search.improve(600)
    best = max(best, 600 / (time.process_time() - began))
print(best)
"""


def simulations_per_second(folder: Path) -> float:
    """Simulations of a search at the beginning of a game per second of processor time."""
    done = subprocess.run(
        [sys.executable, "-c", SPEED], cwd=folder, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


@pytest.mark.slow
@pytest.mark.alone
def test_a_larger_catalogue_is_planned_as_fast(larger: Path, copy: Path) -> None:
    found = [(simulations_per_second(larger), simulations_per_second(copy)) for _ in range(3)]
    assert max(here for here, _ in found) > 0.9 * max(there for _, there in found)


def test_generating_needs_no_more_than_the_build_has() -> None:
    """What is generated for the engine imports no library but those of ``build-system``."""
    code = (
        "import sys; before = {*sys.modules}; import odin_solver.rollouts.generate;"
        "print(*{getattr(module, '__file__', None) or '' for name, module in sys.modules.items()"
        " if name not in before}, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    libraries = set(re.findall(r"site-packages/(\w+)", done.stdout))
    assert libraries - {"typing_extensions"} == {"msgspec"}  # which msgspec uses where it is
