"""``odin graenaland``: answers, forms, pictures, errors."""

import io
import json
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from odin_solver.graenaland.examples import ORDER, example_text
from odin_solver.graenaland.files import PROFILES
from odin_solver.graenaland.horizon import HorizonPlan, plan_ahead
from odin_solver.graenaland.model.solve import Limits
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.linear.levels import LevelsJob, LevelsProcess, LevelsResult
from tests.cli.process import Result, odin

Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `odin graenaland` with arguments."""
    return lambda *arguments: odin(capsys, "graenaland", *arguments)


def written(folder: Path, name: str, **changes: str) -> str:
    """Write an example into a folder, with text replaced."""
    text = example_text(name)
    for old, new in changes.items():
        text = text.replace(old, new)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return str(path)


def test_the_list_of_examples(run: Run) -> None:
    shown = run("example")
    assert shown.code == 0
    assert all(name in shown.out for name in ORDER)


@pytest.mark.parametrize("name", ORDER)
def test_show_and_check(run: Run, name: str, tmp_path: Path) -> None:
    path = written(tmp_path, name)
    shown = run("show", path)
    assert shown.code == 0
    assert "made-up (no real copy)" in shown.out
    checked = run("check", path)
    assert checked.code == 0
    assert checked.out.startswith("legal")


def test_pictures(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "points")
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    shown = run("show", path, "--svg", str(svg), "--png", str(png))
    assert shown.code == 0
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_win(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "one-village")
    answer = run("win", path)
    assert answer.code == 0
    assert answer.out.startswith("You can win now: 3 goals (3 cards, proven fewest)")
    assert "costs: profile made-up" in answer.out
    data = json.loads(run("win", path, "--json").out)
    assert data["possible"] is True
    assert data["plan"]["measures"]["settlements"] == 8


@pytest.mark.slow
def test_what_is_missing(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "one-village")
    text = Path(path).read_text().replace("wood = 2, livestock = 1", "grain = 1")
    Path(path).write_text(text)
    answer = run("win", path, "--json")
    data = json.loads(answer.out)
    assert answer.code == 1
    assert data["possible"] is False
    assert data["proven"] is True
    assert data["missing"]["proven_least"] is True
    assert sum(data["missing"]["cards"].values()) >= 1
    assert "missing at least: " in run("win", path).out


@pytest.mark.slow
def test_build_reach_and_supply(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "market-first")
    svg = tmp_path / "plan.svg"
    built = run("build", path, "--keep", "gold=1", "--json", "--svg", str(svg))
    data = json.loads(built.out)
    assert built.code == 0
    assert data["plan"]["hand_after"]["gold"] == 1
    assert svg.exists()
    reached = run("reach", path, "--goal", "army=3", "--goal", "road@B", "--json")
    assert reached.code == 0
    assert json.loads(reached.out)["plan"]["built"] == {"road@B": 1, "army": 1}
    nothing = run("reach", path, "--goal", "army=3", "--from-nothing")
    assert nothing.code == 0
    assert "needed in all: 3 cards" in nothing.out


@pytest.mark.slow
def test_supply(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "one-village")
    offers = json.loads(run("supply", path, "--json").out)
    assert offers["cards"][0]["score"] == 3
    assert len(offers["cards"]) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["win", "palisade"], "mode: expected main or claim"),
        (["build", "points", "--keep", "iron=1"], "--keep: expected one of grain"),
        (["build", "points", "--keep", "gold"], "--keep: gold: expected gold=N"),
        (["reach", "points", "--goal", "goals=3"], "--goal: expected settlements=N"),
        (["reach", "points", "--goal", "tower@A"], "--goal: expected one of village"),
        (["reach", "points", "--goal", "hall@Z"], "--goal: hall@: expected a tile"),
        (["reach", "points", "--goal", "?"], "--goal: expected a goal such as"),
        (["supply", "points"], "offered: expected supply cards and mode main"),
        (["win", "points", "--time-limit", "0"], "--time-limit: expected more than 0"),
        (["show", "points", "--profile", "none.toml"], "none.toml: No such file"),
    ],
)
def test_bad_input(run: Run, arguments: list[str], message: str, tmp_path: Path) -> None:
    command, name, *more = arguments
    answer = run(command, written(tmp_path, name), *more)
    assert answer.code == 2
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert len(answer.err) <= 200


def test_without_a_profile(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROFILES, "own_path", lambda: tmp_path / "none.toml")
    path = written(tmp_path, "one-village", **{'profile = "made-up"': "#"})
    answer = run("win", path)
    assert answer.code == 2
    assert "profile --new" in answer.err
    assert "from tiles A, B, C" in answer.err


ANSWERS = """my copy
2 wood, 2 ore
1 wood, iron
1 wood and 1 grain
3 wood

1 ore

2 ore
ore
wood ore
three
grain grain

1 2 3 1 2 3 1 2 3 1 2 3 1 2 3

A
plains
coast
2 grain, 1 wood
2 grain, 1 wood, livestock
live


H
mountains
inland
2 ore, 2 wood, 1 grain, 1 livestock
gold


"""


def test_the_form_of_a_profile(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(ANSWERS.splitlines(keepends=True))
    monkeypatch.setattr("odin_cli.forms.read_line", lambda: next(lines, ""))
    path = tmp_path / "mine.toml"
    answer = run("profile", "--new", str(path))
    assert answer.code == 0, answer.err
    entered = PROFILES.read(path)
    assert entered.buildings["church"] == {"wood": 1, "grain": 1}
    assert "palisade" not in entered.works
    assert entered.works["yield"] == {"ore": 2}
    assert entered.tiles["A"].village == {"grain": 2, "wood": 1, "livestock": 1}
    assert entered.tiles["H"].symbol == "gold"
    assert entered.supply_cards == (("wood", "ore"), ("grain", "grain"))
    assert len(entered.point_cards) == 1
    shown = run("profile", str(path))
    assert "palisade: ?" in shown.out
    assert "still to be copied: overview card 2" in shown.out


def test_a_form_goes_on_where_it_stopped(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"

    def answering(*lines: str | type[BaseException]) -> None:
        left = iter(lines)

        def read_line() -> str:
            line = next(left, "")
            if isinstance(line, str):
                return line
            raise line

        monkeypatch.setattr("odin_cli.forms.read_line", read_line)

    answering()
    answer = run("profile", "--new", str(path))
    assert answer.code == 2
    assert "not finished: nothing kept" in answer.err
    assert not path.exists()

    answering("mine\n", "2 wood\n", "much\n", "\n", KeyboardInterrupt)
    answer = run("profile", "--new", str(path))
    assert answer.code == 130
    assert "expected a cost such as" in answer.err
    assert f"kept in {path}" in answer.err
    assert PROFILES.read(path).buildings == {"fort": {"wood": 2}}

    church = "1 ore\n"
    answering(church, *["\n"] * 8, "A\n", "hills\n", "coast\n", "3 ore, wood\n")
    answer = run("profile", "--new", str(path))
    assert answer.code == 2
    assert "Going on with" in answer.err
    assert "cost of a fort" not in answer.err
    assert "cost of a church" in answer.err
    kept = PROFILES.read(path)
    assert kept.buildings["church"] == {"ore": 1}
    assert kept.tiles["A"].village == {"ore": 3, "wood": 1}

    path.write_text("name = 3")
    answer = run("profile", "--new", str(path))
    assert "mine.toml: name: expected text" in answer.err
    assert path.read_text() == "name = 3"


def test_the_made_up_profile_is_named_so(run: Run) -> None:
    data: dict[str, Any] = json.loads(run("profile", "made-up", "--json").out)
    assert data["made_up"] is True


def test_votes(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "palisade")
    shown = run("votes", path, "--tile", "A", "--reserve", "purple=2")
    assert shown.code == 0
    assert shown.out.startswith("A: 5 of 8 votes pass")
    assert "red may propose" in shown.out
    data = json.loads(run("votes", path, "--json").out)
    assert data["tiles"][0]["votes"] == {"yellow": 1, "red": 2, "white": 2, "purple": 3}
    assert run("votes", path, "--tile", "Z").code == 2
    assert "--reserve: expected one of yellow" in run("votes", path, "--reserve", "x=1").err


@pytest.mark.slow
def test_a_plan_that_is_stopped_before_there_is_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C comes when the search begins."""

    def stopped(position: GraenalandPosition, rounds: int, limits: Limits, **_: Any) -> HorizonPlan:
        signal.raise_signal(signal.SIGINT)
        nothing = Limits(search=lambda job, what: LevelsResult(None, (), proven=False))
        return plan_ahead(position, rounds, nothing)

    monkeypatch.setattr("odin_solver.graenaland.horizon.plan_ahead", stopped)
    result = run("plan", written(tmp_path, "late-game"))
    assert (result.code, result.out) == (130, "")
    assert result.err.endswith("odin: stopped; nothing was known yet\n")


def interrupted_search(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Let Ctrl-C come when a search begins, the first or another one."""
    searched, begun = LevelsProcess.maximise, count()

    def maximise(process: LevelsProcess, job: LevelsJob, **how: Any) -> LevelsResult:
        if next(begun) == first:
            signal.raise_signal(signal.SIGINT)
        return searched(process, job, **how)

    monkeypatch.setattr(LevelsProcess, "maximise", maximise)


@pytest.mark.slow
@pytest.mark.parametrize("words", ["reach --goal army=3", "win", "build", "supply"])
def test_a_question_that_is_stopped_before_anything_is_known(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    interrupted_search(monkeypatch, 0)
    name, *options = words.split()
    result = run(name, written(tmp_path, "late-game"), *options)
    assert (result.code, result.out) == (130, "")
    assert result.err.endswith("odin: stopped; nothing was known yet\n")


@pytest.mark.slow
def test_a_question_that_is_stopped_shows_what_is_known(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second search looks for fewer cards."""
    interrupted_search(monkeypatch, 1)
    result = run("win", written(tmp_path, "late-game"))
    assert result.code == 130
    assert result.out.startswith("You can win now: ")
    assert result.err.endswith("odin: stopped; this is the best so far\n")


@pytest.mark.slow
def test_plan(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "one-village")
    text = Path(path).read_text().replace("hand =", "income = [{ wood = 1 }]\nhand =")
    Path(path).write_text(text)
    shown = run("plan", path, "--rounds", "5")
    assert shown.code == 0
    assert shown.out.startswith("Estimate: ")
    data = json.loads(run("plan", path, "--rounds", "5", "--json").out)
    assert data["estimate"] is True
    assert len(data["scenarios"]) == 1


def typed(run: Run, monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> Result:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    return run("play", *arguments)


@pytest.mark.slow
def test_a_person_plays_a_round_to_its_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "one-village", **{"livestock = 1": "livestock = 2"})
    kept = str(tmp_path / "round.toml")
    begin = ["draw grain", "draw wood", "draw wood", "send warrior left", "advice", "1"]
    first = typed(
        run, monkeypatch, [*begin, "pass", "pass", "advice", "pass", "log"], path, "-o", kept
    )
    assert first.code == 0
    assert first.err == ""
    assert "Turn up a card for C" in first.out
    assert "purple may make a proposal" in first.out
    assert "yellow builds" in first.out
    assert "propose on C: purple: wood" in first.out
    assert "send warrior left" in Path(kept).read_text()
    bad = ["99", "win", "build market@Z", "use", "save", "undo", "pass", "show", "help"]
    wrong = typed(run, monkeypatch, bad, kept)
    for reason in (
        "No: expected a number of the list, got 99.",
        "No: expected a legal take or build or joint, got win.",
        "No: expected a legal take or build or joint, got build market@Z.",
        "No: first ask for advice on building.",
        "No: expected a file.",
    ):
        assert reason in wrong.out.replace("\n", " ").replace("'", "")
    won = typed(run, monkeypatch, ["advice", "use", "win", "done", "done", "done"], kept)
    assert won.code == 0
    assert "yellow has won" in won.out
    now = run("check", kept, "--json")
    assert json.loads(now.out)["score"] == 3
    assert run("propose", kept).code == 2


def test_a_round_in_a_file(run: Run, tmp_path: Path) -> None:
    path = written(
        tmp_path, "palisade", **{'me = "red"': 'me = "red"\nround = ["draw wood", "yes"]'}
    )
    for name in ("show", "move", "play"):
        shown = run(name, path)
        assert shown.code == 2
        assert shown.err.startswith(f"odin: {path}: round[1]: expected a legal draw ore or ")


def test_moves_proposals_and_cards_in_json(run: Run, tmp_path: Path) -> None:
    path = written(
        tmp_path, "late-game", **{'me = "yellow"': 'me = "yellow"\nmain = "red"\nmode = "final"'}
    )
    move = json.loads(run("move", path, "--json", "--samples", "2").out)
    assert move["moves"][0].keys() == {"move", "tile", "if_still", "mean", "error"}
    proposed = json.loads(run("propose", path, "--json").out)
    assert proposed["player"] == "yellow"
    best = proposed["proposals"][0]
    assert best["moves"] == ["propose A", "give yellow", "give yellow"]
    assert best["gets"]["yellow"] > best["otherwise"]["yellow"]
    assert "yellow" in best["yes"]
    points = written(tmp_path, "points")
    kept = json.loads(run("keep", points, "--json", "--card", "1", "--card", "2").out)
    assert [each["card"] for each in kept["cards"]] == [2, 1]
    assert [each["points"] for each in kept["cards"]] == [6, 2]
    assert sum(kept["cards"][1]["cards"].values()) == 11
    assert run("keep", points).code == 2
    assert "(it has 2)" in run("keep", points, "--card", "3").err
