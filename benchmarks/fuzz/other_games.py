"""Kinds of inputs of Vikings and Graenaland: positions, profiles, logs, puzzles, answers."""

import functools
import json
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz.cases import WORK, FuzzCase
from benchmarks.fuzz.kinds import FORM, Cases, session
from benchmarks.fuzz.mutations import documents, json_text, texts
from odin_puzzles.kinds import GAME_OF
from odin_puzzles.shipped import files_of_pack
from odin_solver.graenaland.examples import ORDER as GRAENALAND
from odin_solver.graenaland.examples import example_text
from odin_solver.graenaland.files import PROFILES, made_up_profile
from odin_solver.vikings.examples import ORDER as VIKINGS
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.files import vikings_data
from odin_solver.vikings.game.log import new_game
from odin_solver.vikings.game.table import EXPERT_PARTS
from odin_solver.vikings.parts import SAILS, ShipValue

GAMES = ("vikings", "graenaland")


@functools.cache
def vikings_positions() -> list[Any]:
    """Return the example positions of Vikings."""
    return [json.loads(json.dumps(vikings_data(vikings_example(name)))) for name in VIKINGS]


@functools.cache
def vikings_logs() -> list[str]:
    """Return logs of games of Vikings."""
    values = {sail: ShipValue("gold", 3) for sail in SAILS}
    return [
        new_game(seats, seed, values, expert).played_on().text
        for seed, seats in enumerate([("greedy", "random"), ("human", *("greedy",) * 2)])
        for expert in (frozenset(), frozenset(EXPERT_PARTS))
    ]


@functools.cache
def maps() -> list[Any]:
    """Return the example positions of Graenaland, some with their profile inside."""
    found = [tomllib.loads(example_text(name)) for name in GRAENALAND]
    return [*found, *({**each, "profile": profile()} for each in found[:2])]


def profile() -> Any:
    """Return the made-up profile."""
    return PROFILES.data(made_up_profile())


@functools.cache
def game_puzzles() -> list[Any]:
    """Return puzzles of other games, three of each kind and difficulty."""
    chosen: dict[tuple[str, int], list[Any]] = {}
    for game in GAMES:
        for path in files_of_pack(game):
            data = json.loads(path.read_text(encoding="utf-8"))
            chosen.setdefault((data["kind"], data["difficulty"]), []).append(data)
    return [each for alike in chosen.values() for each in alike[:3]]


@st.composite
def game_answers(draw: st.DrawFn) -> FuzzCase:
    """Answers to puzzles of other games."""
    puzzle = draw(st.sampled_from(game_puzzles()))
    solutions = [each["solution"] for each in game_puzzles() if each["kind"] == puzzle["kind"]]
    files = {"in.json": json_text(puzzle), "answer.json": draw(documents(solutions))}
    words = ("puzzle", "check", "in.json", "answer.json")
    return FuzzCase("answer to a puzzle of another game", words, files, b"", WORK)


@st.composite
def game_puzzle_sessions(draw: st.DrawFn, game: str) -> FuzzCase:
    """Sessions of ``puzzle play`` with puzzles of another game."""
    of_game = [each for each in game_puzzles() if GAME_OF[each["kind"]] == game]
    puzzle = draw(st.sampled_from(of_game))
    words = [str(word) for value in puzzle["solution"].values() for word in _listed(value)]
    typed = texts([*words, "hint", "check", "undo", "show", "solution", "restart", "help", "quit"])
    files = {"in.json": json_text(puzzle)}
    return draw(session(f"typed in a puzzle of {game}", "puzzle play in.json", files, typed, WORK))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


OTHER_GAMES: Mapping[str, Callable[[], Cases]] = MappingProxyType(
    {
        "typed profile": lambda: session(
            "typed profile", "graenaland profile --new own.toml", {}, texts(FORM), WORK
        ),
        "answer to a puzzle of another game": game_answers,
        **{
            f"typed in a puzzle of {game}": functools.partial(game_puzzle_sessions, game)
            for game in GAMES
        },
    }
)
"""Strategies by name of the surface."""
