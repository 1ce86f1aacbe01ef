"""Valid inputs that are mutated: examples, puzzles, games, states, cached results."""

import functools
import json
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.fuzz.cases import FuzzCase
from odin_puzzles.files import puzzle_from
from odin_puzzles.kinds.boards import command_text
from odin_puzzles.play.progress import key_of
from odin_puzzles.share.codes import share_code
from odin_puzzles.shipped import packs
from odin_solver.analysis.cache import CacheEntry
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Game, Options
from odin_solver.game.log import text
from odin_solver.game.playing import play
from odin_solver.game.serial import state_data
from odin_solver.notation.examples import ORDER, example_file
from odin_solver.planner.players import player

CORPUS = Path(__file__).parent / "corpus"
"""Cases that failed once."""

GAMES = (
    (Options("short"), "greedy", 1),
    (Options("long", islands=True, harvest=True), "random", 2),
    (Options("short", cards=frozenset(OCCUPATIONS)), "greedy", 3),
    (Options("long", cards=frozenset(OCCUPATIONS), starting="choose"), "random", 4),
)
"""Options, policy and seed of games."""

CUT_AFTER = (0, 3, 12, 40, 90, 10_000)
"""Numbers of moves after which games are looked at."""

BOARDS: tuple[dict[str, Any], ...] = (
    {
        "name": "Corner",
        "map": ["....", "..B.", "--..", "I..."],
        "income": [{"cells": "a1", "values": [0, 3]}],
        "bonuses": [{"cells": "c3", "gives": {"ore": 1}}],
    },
    {
        "name": "Stairs",
        "kind": "exploration",
        "map": ["~.=I", "-.I#", "BI..", "I.-="],
        "income": [{"cells": "a1 b2 c3 d4", "values": [0, 1, 1, 3, 4]}],
        "bonuses": [{"cells": "a2", "gives": {"ore": 1, "mead": 2}}],
    },
    {"name": "Hut", "kind": "building", "map": ["----", "..--"]},
)


@functools.cache
def positions() -> list[Any]:
    """Return the example positions, and some with custom boards."""
    examples = []
    for name in ORDER:
        file = example_file(name)
        is_toml = file.file_name.endswith("toml")
        examples.append(tomllib.loads(file.text) if is_toml else json.loads(file.text))
    objective = {"preset": "score", "bonus.oil": 5, "keep.robe": "1/3"}
    return [*examples, *small_positions(), {**examples[3], "objective": objective}]


@functools.cache
def small_positions() -> list[Any]:
    """Return positions with custom boards, which are solved quickly."""
    supply = {"oil": 1, "rune_stone": 1, "silver": 2, "peas": 1, "wood": 1}
    return [
        {
            "schema": 1,
            "supply": supply,
            "boards": [{"board": board}],
            "rules": {"simultaneous": at > 1},
        }
        for at, board in enumerate(BOARDS)
    ]


def tomls() -> list[bytes]:
    """Return example positions in TOML."""
    files = [example_file(name) for name in ORDER]
    return [file.text.encode() for file in files if file.file_name.endswith("toml")]


@functools.cache
def puzzles() -> list[Any]:
    """Return one puzzle of each kind and difficulty of the packs."""
    chosen: dict[tuple[str, int], Any] = {}
    for files in packs().values():
        for path in files:
            data = json.loads(path.read_text())
            chosen.setdefault((data["kind"], data["difficulty"]), data)
    return list(chosen.values())


def easy_puzzles() -> list[Any]:
    """Return puzzles of difficulty 1 and 2, for which hints are quick."""
    return [puzzle for puzzle in puzzles() if puzzle["difficulty"] <= 2]


@functools.cache
def progress() -> Any:
    """Return the progress of a player with all puzzles."""
    chosen = [puzzle_from(data, "puzzle") for data in puzzles()]
    begun = [command_text(puzzle, puzzle.solution[0]) for puzzle in chosen]
    records = {
        key_of(puzzle): {"solved": 1, "best": 7.5, "stars": 2, "begun": {"pieces": [command]}}
        for puzzle, command in zip(chosen, begun, strict=True)
    }
    return {"schema": 1, "puzzles": records}


@functools.cache
def codes() -> list[str]:
    """Return share codes of the puzzles."""
    return [share_code(puzzle_from(data, "puzzle")) for data in puzzles()]


@functools.cache
def games() -> list[Game]:
    """Return whole games."""
    played = []
    for options, policy, seed in GAMES:
        game = Game(options, seed)
        for move, state in play(game.state, player(policy), seed):
            game.moves.append(move)
            game.states.append(state)
        played.append(game)
    return played


@functools.cache
def logs() -> list[str]:
    """Return logs of games, finished and unfinished."""
    return [text(_cut(game, moves)) for game in games() for moves in CUT_AFTER]


@functools.cache
def states() -> list[Any]:
    """Return states of games, as ``odin game show --json`` prints them."""
    cut = [_cut(game, moves) for game in games() for moves in CUT_AFTER]
    return [{"schema": 1, "state": json.loads(json.dumps(state_data(each.state)))} for each in cut]


@functools.cache
def moves() -> list[str]:
    """Return moves of games, as they are typed."""
    return sorted({str(move) for game in games() for move in game.moves})


def _cut(game: Game, moves: int) -> Game:
    return Game(game.options, game.seed, game.moves[:moves], game.states[: moves + 1])


@functools.cache
def cached() -> dict[str, bytes]:
    """Return the cache entries of a small position, by file name."""
    from benchmarks.fuzz.runner import produced

    return produced(HINT, "cache")


HINT = FuzzCase(
    "cache entry",
    ("hint", "in.json", "--level", "4", "--quiet", "--time-limit", "300"),
    {"in.json": json.dumps(small_positions()[0]).encode()},
    seconds=60,
)
"""A command that reads and writes the cache."""


@functools.cache
def run_folder() -> dict[str, bytes]:
    """Return the folder of a run of ``puzzle new``, by file name."""
    from benchmarks.fuzz.runner import produced

    return produced(RUN, "made")


RUN = FuzzCase(
    "run of puzzle new",
    (
        *("puzzle", "new", "--kind", "fill", "--board", "small", "--count", "2"),
        *("--seed", "1", "--quiet", "-o", "made"),
    ),
    seconds=60,
)
"""A command that resumes a run."""


def seal(entry: dict[str, Any]) -> None:
    """Give a cache entry the digest that belongs to it, if it has the right shape and text."""
    with suppress(msgspec.ValidationError, UnicodeEncodeError):
        entry["digest"] = msgspec.convert(entry, CacheEntry).content_digest()
