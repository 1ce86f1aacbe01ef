"""Pictures of the whole table of a game."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, new_game
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.render.svg.table import table_svg
from tests.cli.process import odin
from tests.planner import games

Capsys = pytest.CaptureFixture[str]


def words(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def reached() -> list[State]:
    state = new_game(Options(length="short", cards=frozenset(OCCUPATIONS)))
    return [state, *(after for _, after in play(state, random_policy, seed=4))]


def test_the_whole_table_is_drawn() -> None:
    state = games.turn(6, 4).state
    shown = words(table_svg(state))
    for part in ("Home board", "Supply", "Bay", "Mountains", "Exploration boards to take", "Total"):
        assert part in shown
    assert any(re.match(r"Round 6 of 6, actions: \d+ Viking", each) for each in shown)


def test_every_state_of_a_game_can_be_drawn() -> None:
    states = reached()
    for state in (states[0], *states[5::9], states[-1]):
        svg = table_svg(state)
        assert ET.fromstring(svg).attrib["width"]
        assert svg == table_svg(state.copy())
    assert "The game is over" in words(table_svg(states[-1]))


def test_ships_are_drawn_with_their_ore() -> None:
    state = games.turn(6, 4).state.copy()
    before = table_svg(state)
    state.boats, state.knarrs, state.longships = (1,), 1, (2,)
    after = words(table_svg(state))
    for ship in ("Whaling boat", "Knarr", "Longship"):
        assert after.count(ship) == words(before).count(ship) + 1


@pytest.mark.slow
def test_show_draws_games(capsys: Capsys, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(games.late_log(), encoding="utf-8")
    shown = odin(capsys, "show", str(log)).out
    assert "Score if the game ended now" in shown
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    assert odin(capsys, "show", str(log), "--svg", str(svg), "--png", str(png)) == (0, "", "")
    assert "Bay" in words(svg.read_text(encoding="utf-8"))
    assert png.read_bytes().startswith(b"\x89PNG")
