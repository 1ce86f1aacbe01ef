"""``odin bench``: agents over fixed seeds."""

import json
import math
import statistics
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra gym is not installed")

from odin_solver.bench import FIRST_SEED, PLAYERS, position_of_seed, references
from odin_solver.components import TILES
from odin_solver.game.kernel.play import current
from odin_solver.game.playing import SeededChance
from odin_solver.gym.solo import OdinSolo
from odin_solver.gym.table import Table
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.policy import Planner
from tests.cli.process import odin, one_line

Capsys = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
GREEDY = str(ROOT / "examples" / "greedy_agent.py")
SHORT = ("--kind", "short", "--games", "3", "--quiet")

PUBLISHED = [80, 81, 92]
"""Scores of the greedy policy in short games of the seeds 1 to 3, on every machine."""

LAST = """
seeds = []
def begin(seed):
    seeds.append(seed)
def act(observation):
    return observation["action_mask"].sum() - (len(seeds) > 1)
"""
"""Plays the last move of the list; in its first game what is beyond it, for ever."""


def file(folder: Path, text: str) -> str:
    (folder / "agent.py").write_text(text)
    return str(folder / "agent.py")


def test_the_example_is_the_greedy_policy(capsys: Capsys) -> None:
    done = odin(capsys, "bench", GREEDY, *SHORT, "--json")
    found = json.loads(done.out)
    (ours,), (greedy,) = found["results"][0]["series"], found["greedy"]
    assert (done.code, done.err) == (0, "")
    assert ours["scores"] == greedy["scores"] == PUBLISHED
    assert ours["illegal"] == 0
    env = OdinSolo("short")
    env.reset(seed=FIRST_SEED)
    moves, reward, ended = 0, 0.0, False
    while not ended:
        _, reward, ended, _, _ = env.step(0)  # type: ignore[arg-type]
        moves += 1
    assert reward == PUBLISHED[0]
    assert moves < ours["moves"]


def test_a_table_is_made_again_of_results(capsys: Capsys, tmp_path: Path) -> None:
    agent, kept = file(tmp_path, LAST), str(tmp_path / "kept.json")
    played = odin(capsys, "bench", agent, *SHORT, "-o", kept)
    assert played.code == 0
    assert odin(capsys, "bench", kept, *SHORT).out == played.out
    (series,) = json.loads(Path(kept).read_text())["series"]
    assert series["scores"][0] == 0
    assert series["illegal"] == 2000
    assert 2000 < series["moves"] < 4000
    more = [ours - theirs for ours, theirs in zip(series["scores"], PUBLISHED, strict=True)]
    error = statistics.stdev(more) / math.sqrt(3)
    assert f"{statistics.fmean(more):.1f} ± {error:.1f}" in played.out


def test_every_kind_has_the_same_numbers_everywhere(capsys: Capsys) -> None:
    """This is so in every version of Python: the quick tests run in two of them."""
    done = odin(capsys, "bench", GREEDY, "--games", "1", "--quiet", "--json")
    found = json.loads(done.out)
    assert done.code == 0
    for played in (found["results"][0]["series"], found["greedy"]):
        assert [(each["kind"], each["scores"], each["moves"]) for each in played] == [
            ("long", [117], 142),
            ("short", [80], 130),
            ("long-cards", [142], 163),
            ("short-cards", [88], 144),
            ("table", [59], 96),
            ("placing", [72], 66),
        ]
        assert not any(each["illegal"] for each in played)


def test_an_agent_plays_only_what_it_has_functions_for(capsys: Capsys, tmp_path: Path) -> None:
    agent = file(tmp_path, "def lay(seen): return len(seen['placements'])")
    done = odin(capsys, "bench", agent, "--games", "1", "--quiet", "--json")
    (ours,) = json.loads(done.out)["results"][0]["series"]
    assert (ours["kind"], ours["scores"], ours["moves"]) == ("placing", [0], 1)
    done = odin(capsys, "bench", agent, *SHORT)
    assert done.code == 2
    one_line(done.err, ["agent.py", "expected a function act(observation)"])


def test_tiles_of_placing_are_those_of_a_game() -> None:
    position, env = position_of_seed(1), OdinSolo()
    env.reset(seed=1)
    while not env.step(np.int64(0))[2]:
        pass
    assert not any(board.pieces for board in position.boards)
    laid = [piece.tile for board in env.state.boards for piece in board.pieces]
    left = [
        TILES[name] for name, many in env.state.supply.items() if name in TILES for _ in range(many)
    ]
    there = [TILES[name] for name, many in position.supply.items() for _ in range(many)]
    assert sum(tile.area for tile in there) == sum(tile.area for tile in (*laid, *left))
    assert [each.id for each in position.boards] == [each.id for each in env.state.boards]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import nothing_of_this_name", "line 1: ModuleNotFoundError"),
        ("def act(:", "line 1: SyntaxError"),
        ("x = 1", "expected a function act(observation)"),
        ("def act(seen):\n    return seen['no such']", "line 2: KeyError: 'no such'"),
        ("act = str.split", "TypeError"),
        ("import sys\n\nsys.exit()", "line 3: SystemExit"),
        ("def act(seen): return None", "expected the number of a move, got None"),
        ("def begin(seed): 1 / 0\ndef act(seen): return 0", "line 1: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_an_agent_is_said_in_a_line(
    capsys: Capsys, tmp_path: Path, text: str, problem: str
) -> None:
    done = odin(capsys, "bench", file(tmp_path, text), *SHORT)
    assert done.code == 2
    one_line(done.err, ["agent.py", problem])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '{"agent": "a", "series": [{"kind": "long", "scores": [], "illegal": 0, "moves": 1,'
            ' "seconds": 0}]}',
            "series[0].scores: expected",
        ),
        (
            '{"agent": "a", "series": [{"kind": "tiny", "scores": [1], "illegal": 0, "moves": 1,'
            ' "seconds": 0}]}',
            "series[0].kind: expected long or short",
        ),
        ('{"agent": "a", "series": [], "more": 1}', "more"),
    ],
)
def test_what_is_wrong_with_a_result_is_said_in_a_line(
    capsys: Capsys, tmp_path: Path, text: str, problem: str
) -> None:
    (tmp_path / "kept.json").write_text(text)
    done = odin(capsys, "bench", str(tmp_path / "kept.json"), *SHORT)
    assert done.code == 2
    one_line(done.err, ["kept.json", problem])


def test_what_lies_beside_an_agent_replaces_no_module(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "colorsys.py").write_text("raise SystemExit(9)")
    (tmp_path / "beside_agents.py").write_text("MOVE = 0")
    file(tmp_path, "import colorsys\nfrom beside_agents import MOVE\ndef act(seen): return MOVE")
    assert odin(capsys, "bench", "agent.py", *SHORT).code == 0
    assert "." not in sys.path


def test_the_planner_beside_is_as_measured() -> None:
    kinds = {"none": "", "all": "-cards"}
    measured = {
        setting["length"] + kinds[setting["occupations"]]: row["scores"]
        for row in json.loads((ROOT / "benchmarks" / "results" / "planner.json").read_text())
        for setting in [row["setting"]]
        if setting["playouts"] == 200 and setting["starting"] == "random"
    }
    for each in references():
        if each.player == "planner" and each.kind != "table":
            scores = [*measured[each.kind].values()]
            assert (each.games, each.mean) == (len(scores), round(statistics.fmean(scores), 1))
            assert each.error == round(statistics.stdev(scores) / math.sqrt(len(scores)), 1)


@pytest.mark.nightly
def test_the_planner_at_a_table_reaches_what_is_told() -> None:
    (told,) = (each for each in references() if each.kind == "table")
    scores = []
    for seed in range(FIRST_SEED, FIRST_SEED + told.games):
        game, seat, luck = Table(PLAYERS, "short"), seed % PLAYERS, SeededChance(seed)
        planner, rng = Planner(SearchLimits(playouts=200)), Random(seed)
        game.draw(luck)
        while current(game.state) is not None:
            game.apply(planner(game.state, rng) if game.state.seat == seat else game.moves[0])
            game.draw(luck)
        scores.append(game.scores[seat])
    assert told.error is not None
    assert abs(statistics.fmean(scores) - told.mean) < 2 * told.error
