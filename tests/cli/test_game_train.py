"""``odin game train``, ``odin game review --play-on``, and the graph of a review."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from odin_solver.game import Game
from odin_solver.game.files import load
from odin_solver.game.kernel.moves import Move, parse
from odin_solver.game.log import text, up_to
from odin_solver.planner import review as review_module
from odin_solver.planner.advice import SearchLimits
from odin_solver.planner.review import PastDecision, ReviewedMove, past_decisions
from odin_solver.render.terminal.review import CURVE_HEIGHT, CURVE_WIDTH, curve_text
from odin_solver.words.plan import decision_named
from tests.cli.process import odin, odin_typed, one_line
from tests.planner import games

Capsys = pytest.CaptureFixture[str]

BEST, OTHER = parse("use beans"), parse("use mead")


def reviewed(past: PastDecision, loss: float = 0.0, expected: float = 100.0) -> ReviewedMove:
    """A decision that lost some points, or nothing."""
    best: tuple[Move, ...] = (BEST,) if loss else past.moves
    return ReviewedMove(
        number=past.at + 1,
        round=6,
        kind=past.kind,
        moves=past.moves,
        best=best,
        expected=expected,
        loss=loss,
        loss_stderr=loss / 4 if loss else None,
        scenarios=20,
        playouts=80,
        others=((OTHER,),),
    )


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A game at its last turns."""
    path = tmp_path / "late.log"
    path.write_text(games.late_log(6, 2), encoding="utf-8")
    return str(path)


def vikings(game: Game) -> list[PastDecision]:
    return [each for each in past_decisions(game) if each.kind == "vikings"]


def find(monkeypatch: pytest.MonkeyPatch, *losses: float) -> None:
    """Let the review find that the last placements of Vikings lost so many points."""

    def found(
        game: Game, limits: SearchLimits, *, seed: int, stopped: Callable[[], bool]
    ) -> Iterator[ReviewedMove]:
        yield from map(reviewed, vikings(game)[-len(losses) :], losses)

    monkeypatch.setattr(review_module, "review", found)


def train(log: str, stdin: str) -> str:
    done = odin_typed("game", "train", log, "--playouts", "4", "--quiet", stdin=stdin)
    assert (done.code, done.err) == (0, "")
    return done.out


def number_of(words: str, out: str) -> str:
    return next(line for line in out.splitlines() if line.endswith(words)).partition(".")[0]


@pytest.mark.slow
def test_training_asks_the_mistakes_worst_first(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find(monkeypatch, 4.0, 0.5, 8.0)
    out = train(log, "\n\n")
    first, _, second = vikings(load(log))[-3:]
    best = decision_named((BEST,))
    worst, less = out.split("What is best?")[:2]
    for words in (best, decision_named((OTHER,)), decision_named(second.moves)):
        assert number_of(words, worst)
    assert number_of(decision_named(first.moves), less)
    assert out.count(f"Best found: {best}.") == 2
    assert out.endswith("Right answers: 0 of 2.\n")


@pytest.mark.slow
def test_only_the_best_move_is_right(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find(monkeypatch, 9.0, 8.0, 7.0, 6.0, 5.0)
    answers = ("1", "2", "3", "0", "x")
    *asked, end = train(log, "\n".join(answers) + "\n").split("What is best?")
    right = [
        number_of(decision_named((BEST,)), each) == answers[at] for at, each in enumerate(asked)
    ]
    for is_right, told in zip(right, [*asked[1:], end], strict=True):
        assert told.splitlines()[0].strip() == (
            "Right." if is_right else f"Best found: {decision_named((BEST,))}."
        )
    assert end.endswith(f"Right answers: {sum(right)} of 5.\n")
    assert sum(right)


@pytest.mark.slow
def test_nothing_to_train(log: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    find(monkeypatch, 0.5)
    assert train(log, "").startswith("No certain mistake")
    new = tmp_path / "new.log"
    new.write_text(text(games.turn(1, 7)))
    for path, part in ((str(new), "no person has made a move yet"), ("-", "standard input")):
        done = odin_typed("game", "train", path)
        assert done.code == 2
        one_line(done.err, [part])


@pytest.mark.slow
def test_training_ends_with_its_input(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find(monkeypatch, 4.0, 8.0)
    done = odin_typed("game", "train", log, "--playouts", "4", "--quiet", stdin="0\n")
    assert done.code == 130
    one_line(done.err, ["stopped; results so far"])
    assert done.out.endswith("Right answers: 0 of 1.\n")


@pytest.mark.slow
def test_playing_on_from_the_costliest_mistake(
    capsys: Capsys, log: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    again = tmp_path / "again.log"
    options = ("game", "review", log, "--playouts", "4", "--quiet", "--play-on", str(again))
    find(monkeypatch, 0.5)
    done = odin(capsys, *options)
    assert (done.code, again.exists()) == (0, False)
    assert done.err == f"no mistake is certain: {again} is not written\n"
    find(monkeypatch, 4.0, 8.0, 2.0)
    done = odin(capsys, *options)
    assert (done.code, done.err) == (0, "")
    whole, begun = load(log), load(str(again))
    worst = vikings(whole)[-2]
    assert text(begun) == text(up_to(whole, worst.at))
    assert begun.state == whole.states[worst.at]
    shown = odin(capsys, "game", "do", str(again), str(BEST))
    assert shown.code == 0
    same = odin(capsys, *options[:-1], log)
    assert same.code == 2
    one_line(same.err, ["it is the input"])


def curve(expected: Sequence[float], losses: Sequence[float] = ()) -> list[str]:
    past = PastDecision(0, "vikings", (OTHER,))
    padded = [*losses, *[0.0] * (len(expected) - len(losses))]
    return curve_text(
        [reviewed(past, *each) for each in zip(padded, expected, strict=True)]
    ).plain.split("\n")[1:-1]


def test_the_graph_shows_every_decision_at_its_height() -> None:
    assert curve([100.4, 102.6, 101.0], [0.0, 0.0, 5.0]) == [
        "  103  · ",
        "  102    ",
        "  101   ?",
        "  100 ·  ",
        "round 6  ",
    ]
    assert curve([-3.0, 17.0]) == [
        *("   15  ·", "   10   ", "    5   ", "    0   ", "   -5 · ", "round 6 ")
    ]


@pytest.mark.parametrize("count", [2, 54, 55, 200])
def test_the_graph_fits_60_columns(count: int) -> None:
    lines = curve([100 + 40 * (at % 3) / 2 for at in range(count)], [9.0])
    assert len({*map(len, lines)}) == 1
    assert len(lines[0]) <= min(60, CURVE_WIDTH + 6)
    assert len(lines) <= CURVE_HEIGHT + 1
    assert sum(line.count("?") for line in lines) == 1
    assert sum(line.count("·") for line in lines) == len(lines[0]) - 7
