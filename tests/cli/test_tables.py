"""``odin table``, ``odin game table`` and ``from-table``, and plans of tables."""

import json
from pathlib import Path
from random import Random

import pytest

from odin_solver.challenges.library import par_log
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, Options, decision
from odin_solver.game.files import load
from odin_solver.game.kernel.play import why_not
from odin_solver.game.log import parse, text
from odin_solver.game.tables import table_from
from odin_solver.game.turn import Turn
from odin_solver.notation.examples import example_file
from odin_solver.planner.reading import read_state
from odin_solver.rollouts.playing import greedy_move
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rules.position import GameLength
from odin_solver.words.plan import OTHERS
from odin_web.games.tables import TableText, opened
from tests.cli.process import odin
from tests.planner import games
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]
FEW = ("--playouts", "20", "--quiet", "--json")


def _without_times(data: dict[str, object]) -> dict[str, object]:
    return {name: each for name, each in data.items() if name != "seconds"}


def test_a_game_from_a_table(capsys: Capsys, tmp_path: Path) -> None:
    table, log = tmp_path / "t.toml", tmp_path / "game.log"
    table.write_text(example_file("table-round-2").text, encoding="utf-8")
    made = odin(capsys, "game", "from-table", str(table), "-o", str(log))
    assert made.code == 0
    assert "you enter the outcomes" in made.err
    assert odin(capsys, "game", "do", str(log), "use spices_milk_wool").code == 0
    assert load(str(log)).state.has("spices") == 1
    assert odin(capsys, "game", "undo", str(log)).code == 0
    assert not load(str(log)).state.has("spices")
    assert odin(capsys, "game", "replay", str(log)).code == 0


def test_a_position_lacks_something(capsys: Capsys, tmp_path: Path) -> None:
    position = tmp_path / "p.json"
    position.write_text(example_file("mid-home").text, encoding="utf-8")
    result = odin(capsys, "plan", str(position))
    assert result.code == 2
    lines = result.err.splitlines()
    assert len(lines) == 3
    for word, line in zip(
        ("blocked: missing", "strips: missing", "odin table new"), lines, strict=True
    ):
        assert word in line
    made = odin(capsys, "table", "new", str(position))
    assert made.code == 0
    assert "[[boards]]" in made.out or "boards = [" in made.out


def test_rounds_of_new_tables(capsys: Capsys) -> None:
    assert odin(capsys, "table", "new", "--length", "short", "--round", "7").code == 2
    assert "round = 6" in odin(capsys, "table", "new", "--length", "short", "--round", "6").out


def test_advice_for_one_of_three(capsys: Capsys, tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    written = example_file("table-three-players").text
    table.write_text(written, encoding="utf-8")
    advice = json.loads(odin(capsys, "plan", str(table), *FEW).out)
    assert advice["others"] == OTHERS
    alone = written.replace("players = 3", "players = 1").replace('"b7", ', "")
    table.write_text(alone, encoding="utf-8")
    assert "others" not in json.loads(odin(capsys, "plan", str(table), *FEW).out)


GAMES = {
    "first-voyage-gold": (2, 5),
    "iceland-gold": (3, 4),
    "cards-a-silver": (4, 6),
    "no-forge-gold": (5, 3),
    "stay-home-gold": (2, 3),
    "no-whales-gold": (4, 5),
    "all-cards-silver": (5, 6),
    "cards-c-silver": (6, 4),
}
"""Games of the planner; round and Vikings left when they become tables."""

OF_THREE: dict[str, tuple[GameLength, int, int]] = {
    "three-short": ("short", 3, 4),
    "three-long": ("long", 5, 4),
}


def game_of_three(length: GameLength) -> Game:
    """Return a game of the greedy policy in which the others take spaces by chance."""
    rng = Random(1)
    game = Game(Options(length, players=3), 1)
    game.let_chance_decide()
    while not game.state.is_over:
        state = game.state
        free = [f"other use {name}" for name in SPACES] if isinstance(decision(state), Turn) else []
        able = [each for each in free if why_not(state, each) is None]
        if able and rng.random() < 0.6:
            game.do(rng.choice(able))
        else:
            game.do(greedy_move(state, GREEDY))
        game.let_chance_decide()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES, *OF_THREE])
def test_tables_of_games_get_the_advice_of_their_logs(
    capsys: Capsys, tmp_path: Path, name: str
) -> None:
    """Also on the page, which reads the same data."""
    if name in GAMES:
        challenge, medal = name.rsplit("-", 1)
        whole, (round_, vikings) = parse(par_log(challenge, medal)), GAMES[name]
    else:
        length, round_, vikings = OF_THREE[name]
        whole = game_of_three(length)
    log, table = tmp_path / "game.log", tmp_path / "table.toml"
    log.write_text(text(games.until_turn(whole, round_, vikings)), encoding="utf-8")
    assert odin(capsys, "game", "table", str(log), "-o", str(table)).code == 0
    assert "under_way" not in table.read_text(encoding="utf-8")
    state = read_state(table.read_text(encoding="utf-8"), str(table))
    assert state == load(str(log)).state
    found = [
        _without_times(json.loads(odin(capsys, "plan", str(path), *FEW).out))
        for path in (log, table)
    ]
    assert found[0] == found[1]
    assert found[0]["lines"]
    assert ("others" in found[0]) == (name in OF_THREE)
    page = opened(TableText(table.read_text(encoding="utf-8"), "t.toml")).table
    assert table_from(page) == state


@pytest.mark.slow
def test_tiles_are_laid_and_reviewed_at_a_table_of_three(capsys: Capsys, tmp_path: Path) -> None:
    log = str(tmp_path / "game.log")
    new = ("--players", "3", "--length", "short", "--seed", "3", "-o", log)
    assert odin(capsys, "game", "new", *new).code == 0
    moves = (
        "other use mountain_2",
        "use beans",
        "other take helmet",
        "use mead",
        "other use forge",
    )
    assert odin(capsys, "game", "do", log, *moves).code == 0
    proven = ("--time-limit", str(HANGING))
    placed = odin(capsys, "game", "place", log, "--do", "--json", *proven)
    laid = json.loads(placed.out)["moves"]
    assert placed.code == 0
    assert laid
    assert [str(move) for move in load(log).moves][-len(laid) :] == laid
    effort = ("--playouts", "100", "--quiet", "--json")
    reviewed = json.loads(odin(capsys, "game", "review", log, *effort).out)["moves"]
    assert [each["move"] for each in reviewed] == ["use beans", "use mead", laid[0]]
    assert reviewed[-1]["moves"] == laid
