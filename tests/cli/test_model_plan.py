"""``odin plan --model``: a late game for real, all else with plans that are there at once."""

import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from odin_cli.planner import plan as plan_module
from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, Options
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.nodes import Decision
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.log import text
from odin_solver.game.serial import state_data
from odin_solver.game.turn import Turn
from odin_solver.planner import model
from odin_solver.planner.model import ChanceModel, CheckedPlan, Plan, RoundPlan
from odin_solver.planner.model.build import build
from odin_solver.planner.model.cuts import Cut
from odin_solver.planner.model.demands import BoardDemand
from odin_solver.planner.model.variables import Var
from odin_solver.rules.board_state import BoardState
from odin_solver.words.model_plan import steps_in_words
from odin_solver.words.moves import named
from tests.cli.process import COMMAND, environment, odin, one_line
from tests.planner import games
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]

KEYS = [
    *("schema", "value", "bound", "bound_without_cuts", "agreed", "plans", "cuts", "rounds"),
    *("points", "seconds"),
]

ROUND = RoundPlan(
    6,
    ("build_longship", "upgrade_2"),
    (
        (Var.PAID(6, "build_longship", "wood"), 2),
        (Var.UPGRADED(6, "grain"), 1),
        (Var.LAID(6, "oil", "home"), 2),
    ),
)

PLAN = Plan(
    71, 74, (ROUND,), {"ships": 11, "penalties": 0, "boards": -5}, ChanceModel.expected(), {}
)

AGREED = CheckedPlan(
    plan=PLAN,
    fits=True,
    iterations=3,
    cuts=(Cut(0, BoardState(BOARDS["home"]), BoardDemand()),),
    first_value=70,
    first_bound=74,
    bound=73,
)


VIKINGS = 2


@pytest.fixture
def late(tmp_path: Path) -> str:
    """A game near its end: two Vikings are left, and all spaces free."""
    state = games.turn(6, 4).state.copy()
    state.vikings, state.placed, state.blocked = VIKINGS, (), frozenset()
    path = tmp_path / "late.json"
    path.write_text(json.dumps(state_data(state)), encoding="utf-8")
    return str(path)


def finds(monkeypatch: pytest.MonkeyPatch, *found: CheckedPlan, stopped: bool = False) -> list[Any]:
    """Plans that are there at once, and then perhaps Ctrl-C; what was asked for."""
    asked: list[Any] = []

    def plans(state: object, **limits: object) -> Iterator[CheckedPlan]:
        asked.append(limits)
        yield from found
        if stopped:
            raise KeyboardInterrupt

    monkeypatch.setattr(model, "fitting_plans", plans)
    return asked


@pytest.mark.slow
def test_a_late_game(capsys: Capsys, late: str) -> None:
    result = odin(capsys, "plan", late, "--model", "--time", "2", "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert list(found) == KEYS
    assert found["schema"] == 1
    assert found["plans"] >= 1
    assert found["value"] == sum(found["points"].values())
    assert found["value"] <= found["bound"] <= found["bound_without_cuts"]
    (only,) = found["rounds"]
    assert only["round"] == 6
    assert sum(SPACES[name].vikings for name in only["spaces"]) <= VIKINGS
    assert all(each["times"] > 0 and each["words"] for each in only["details"])


def test_what_is_asked_for(capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = finds(monkeypatch, AGREED)
    assert odin(capsys, "plan", late, "--model").code == 0
    options = ("--time", "9", "--seed", "4", "--workers", "2")
    assert odin(capsys, "plan", late, "--model", *options).code == 0
    usual, chosen = asked
    chance = ChanceModel.expected()
    assert usual == {
        "seconds": plan_module.MODEL_SECONDS,
        "chance": chance,
        "workers": 1,
        "seed": 0,
    }
    assert chosen == {"seconds": 9, "chance": chance, "workers": 2, "seed": 4}


def test_json(capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch, AGREED)
    found = json.loads(odin(capsys, "plan", late, "--model", "--json").out)
    assert found.pop("seconds") < 60
    assert found == {
        "schema": 1,
        "value": 71,
        "bound": 73,
        "bound_without_cuts": 74,
        "agreed": True,
        "plans": 3,
        "cuts": 1,
        "rounds": [
            {
                "round": 6,
                "spaces": ["build_longship", "upgrade_2"],
                "details": [
                    {"words": "build_longship: pay wood", "times": 2},
                    {"words": "upgrade grain", "times": 1},
                    {"words": "lay oil on home", "times": 2},
                ],
            }
        ],
        "points": {"ships": 11, "penalties": 0, "boards": -5},
    }


def shown(capsys: Capsys, late: str) -> str:
    """What people get, on one line."""
    result = odin(capsys, "plan", late, "--model")
    assert (result.code, result.err) == (0, "")
    return " ".join(result.out.split())


@pytest.mark.parametrize("columns", ["80", "120"])
def test_for_people(
    capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    finds(monkeypatch, AGREED)
    monkeypatch.setenv("COLUMNS", columns)
    out = odin(capsys, "plan", late, "--model").out
    assert max(map(len, out.splitlines())) <= int(columns)
    assert "\x1b" not in out
    words = " ".join(out.split())
    for part in (
        "Round 6 of 6, actions: 2 Vikings",
        # A longship takes three Vikings; only two are left.
        "First: m3 Upgrade 2 planned score 71",
        "Round 6 b7 Build a longship: pay 2 wood m3 Upgrade 2 upgrade: 1 grain",
        "place on home: 2 oil",
        "Planned score 71: ships 11, boards -5.",
        "Upper bound with this luck: 73.",
        "agree: the tiles planned until round 6 fit",
        "idealised",
        "Real play scores less (odin plan without --model)",
    ):
        assert part in words
    assert "cut" not in words
    verbose = odin(capsys, "plan", late, "--model", "--verbose").out
    assert re.search(r"^3 plans, 1 cut in .* s; upper bound without cuts 74$", verbose, re.M)


def test_what_is_not_known(capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch, replace(AGREED, fits=False, bound=None))
    assert "do not agree" in shown(capsys, late)
    assert "luck: 74." in shown(capsys, late)
    finds(monkeypatch, replace(AGREED, fits=False, iterations=0, cuts=(), bound=74))
    assert "Not checked yet" in shown(capsys, late)
    assert "luck: 74." in shown(capsys, late)
    finds(monkeypatch, replace(AGREED, first_bound=None, bound=None))
    assert "bound with this luck: unknown" in shown(capsys, late)


def test_nothing_to_do(capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch, replace(AGREED, plan=replace(PLAN, rounds=(RoundPlan(6, (), ()),))))
    words = shown(capsys, late)
    assert "First: pass" in words
    assert "Round 6 nothing" in words


def test_details_in_words() -> None:
    spaces = ("raiding", "whaling_3", "explore_2", "whaling_boat_to_knarr_emigrate", "mountain_2")
    details = (
        (Var.PAID(3, "raiding", "stone"), 3),
        (Var.CHOSEN(3, "raiding", "english_crown"), 1),
        (Var.CHOSEN(3, "whaling_3", "fail"), 1),
        (Var.BOATS(3, "whaling_3"), 2),
        (Var.CHOSEN(3, "whaling_boat_to_knarr_emigrate", "exchange whaling_boat"), 1),
        (Var.CHOSEN(3, "whaling_boat_to_knarr_emigrate", "knarr"), 1),
        (Var.EXPLORED(3, "bear_island"), 1),
        (Var.UPGRADED(3, "peas"), 2),
        (Var.UPGRADED_TWICE(3, "pregnant_sheep"), 1),
        (Var.TRADED(3, "silk"), 1),
        (Var.SHIP(3, "knarr"), 1),
        (Var.ARMED(3, "longship"), 2),
        (Var.STRIP_TAKEN(3, "strip 2", 0, 1), 1),
        (Var.STRIP_TAKEN(3, "strip to come 1", 0, 3), 1),
        (Var.LAID(3, "skin_and_bones", "home"), 2),
        (Var.LAID_IN_EVENING(3, "silver", "home"), 1),
        (Var.LAID_CELLS(3, "green", "new long_house"), 6),
        (Var.LAID_ELSEWHERE(3, "oil"), 1),
        (Var.SERVED(3, "mead"), 2),
        (Var.LEFT_EMPTY(3), 1),
    )
    assert list(steps_in_words(RoundPlan(3, spaces, details))) == [
        "s4 Raiding: pay 3 stone, take english crown",
        "h5 Whaling: declare failure, with 2 boats",
        "s9 Explore further: Bear Island",
        "e3 Boat for knarr, emigrate: exchange whaling boat, with a knarr",
        "m1 Mountain 2",
        "mountain strips: 1 item of strip 2, 3 items of strip to come 1",
        "upgrade: 2 peas, 1 pregnant sheep twice",
        "trade overseas: 1 silk",
        "buy: 1 knarr",
        "add ore to: 2 longship",
        "place on home: 2 skin and bones",
        "place on home in the evening: 1 silver",
        "place on new long_house: 6 green cells",
        "place on a board or house to come: 1 oil",
        "feast: 2 mead, 1 empty cells",
    ]


@pytest.mark.slow
def test_all_details_are_put_into_words() -> None:
    """The model has no detail that is lost or unknown."""
    # Ships, boards, houses: all that there is to do in a whole game.
    builder = build(games.turn(1, 9, "long").state, ChanceModel.expected(), fine=False).builder
    kinds = {re.sub(r".*: |\d+", "", each.words).split()[0] for each, _ in builder.details}
    assert {"explore", "lay", "eat", "leave", "ship", "arm", "strip", "upgrade", "trade"} <= kinds
    for each, _ in builder.details:
        space = each.words.partition(": ")[0] if ": " in each.words else ""
        spaces = (space,) if space else ("explore_1", "explore_2", "explore_3")
        assert not space or space in SPACES
        steps = list(steps_in_words(RoundPlan(each.round or 0, spaces, ((each, 2),))))
        bare = {named(Use(name)) for name in spaces}
        assert len([step for step in steps if step not in bare]) == 1, each.words


def test_occupations_are_told_to_be_ignored(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, AGREED)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(state_data(games.turn(6, 4).state) | {"hand": [1]}))
    result = odin(capsys, "plan", str(path), "--model")
    assert result.code == 0
    one_line(result.err, ["occupations", "ignores"])


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--lines", "3"], ["--lines", "--model"]),
        (["--playouts", "9"], ["--playouts", "--model"]),
        (["--clairvoyant"], ["--clairvoyant", "--model"]),
        (["--choose-starting-occupation"], ["--choose-starting-occupation", "--model"]),
        (["--log", "x.log"], ["--log", "--clairvoyant"]),
        (["--length", "short"], ["--length", "--model"]),
        (["--occupations", "A"], ["--occupations", "--model"]),
        (["--time", "0"], ["--time", "more than 0"]),
        (["--time", "nan"], ["--time", "nan"]),
        (["--workers", "0"], ["--workers"]),
    ],
)
def test_bad_options(capsys: Capsys, late: str, arguments: list[str], parts: list[str]) -> None:
    result = odin(capsys, "plan", late, "--model", *arguments)
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)


def midway() -> Game:
    """A game in the midst of an action, where the player decides."""
    game = games.turn(6, 4)
    asked = current(game.state)
    assert isinstance(asked, Turn)
    for move in asked.moves(game.state):
        after = apply_legal(game.state, move)
        if isinstance(current(after), Decision) and not isinstance(current(after), Turn):
            return Game(game.options, game.seed, [*game.moves, move], [*game.states, after])
    raise AssertionError("every move is done at once")


def test_games_in_which_nothing_is_to_be_planned(capsys: Capsys, tmp_path: Path) -> None:
    def refused(content: str) -> str:
        path = tmp_path / "bad.log"
        path.write_text(content, encoding="utf-8")
        result = odin(capsys, "plan", str(path), "--model")
        assert (result.code, result.out) == (2, "")
        one_line(result.err, ["bad.log", "nothing to plan"])
        return result.err

    assert "the game is over" in refused(games.log())
    assert "chance decides" in refused(text(Game(Options(), None)))
    harvest = Game(Options(harvest=True), 7)
    harvest.let_chance_decide()
    assert "Harvest" in refused(text(harvest))
    assert "turn of the action phase" in refused(text(midway()))
    result = odin(capsys, "plan", "--model")
    assert result.code == 2
    one_line(result.err, ["expected a game"])


def test_no_plan(capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    finds(monkeypatch)
    result = odin(capsys, "plan", late, "--model")
    assert (result.code, result.out) == (1, "")
    one_line(result.err, ["no plan found"])


def test_ctrl_c_shows_the_best_so_far(
    capsys: Capsys, late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worse = replace(AGREED, plan=replace(PLAN, value=60))
    finds(monkeypatch, worse, AGREED, stopped=True)
    result = odin(capsys, "plan", late, "--model", "--json")
    assert result.code == 130
    assert json.loads(result.out)["value"] == 71
    one_line(result.err, ["stopped", "best so far"])
    finds(monkeypatch, stopped=True)
    result = odin(capsys, "plan", late, "--model")
    assert (result.code, result.out) == (130, "")
    one_line(result.err, ["stopped", "nothing was known"])


SEARCHING = """
import sys
from odin_solver.planner.model import neighbourhood
from odin_cli.main import main

solve = neighbourhood.solve

def tell(*arguments, **options):
    print("searching", file=sys.stderr, flush=True)
    return solve(*arguments, **options)

neighbourhood.solve = tell
main()
"""


@pytest.mark.slow
def test_ctrl_c_reaches_python_through_the_solver(late: str) -> None:
    """CP-SAT would take it for itself, and the planning go on."""
    process = subprocess.Popen(
        [COMMAND[0], "-c", SEARCHING, "plan", late, "--model", "--json", "--time", "50"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "searching\n"
    time.sleep(0.2)  # it is just about to begin
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    assert json.loads(out)["rounds"][0]["round"] == 6
    assert err.endswith("odin: stopped; this is the best so far\n")
    assert "Traceback" not in err
