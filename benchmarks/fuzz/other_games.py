"""Kinds of inputs of Vikings and Graenaland: positions, profiles, logs, puzzles, answers."""

import functools
import json
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz.cases import FuzzCase
from benchmarks.fuzz.kinds import PUZZLES, SHORT, WORK, Cases, command, reading, session
from benchmarks.fuzz.mutations import STRINGS, documents, json_text, lines, texts
from odin_puzzles.shipped import files_of_pack
from odin_solver.graenaland.examples import ORDER as GRAENALAND
from odin_solver.graenaland.examples import example_text
from odin_solver.graenaland.files import PROFILES, made_up_profile
from odin_solver.vikings.examples import ORDER as VIKINGS
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.files import vikings_data
from odin_solver.vikings.game.log import play_game
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.parts import SAILS, ShipValue

LIMIT = f"--time-limit {SHORT}"


def _timed(*words: str) -> tuple[tuple[tuple[str, ...], float], ...]:
    return tuple(command(each, WORK) for each in words)


VIKINGS_COMMANDS = (
    *_timed("vikings show in.json", "vikings show in.json --svg out.svg", "vikings check in.json"),
    *_timed("vikings check - --json", "vikings show in.json --json", "vikings score in.json"),
    *_timed("vikings score in.json --round 3 --json", f"vikings ferry in.json {LIMIT}"),
    *_timed(f"vikings build in.json {LIMIT}", f"vikings build in.json --hindsight {LIMIT}"),
    *_timed("vikings buy in.json --samples 2", "vikings simulate in.json --games 2 --json"),
)

GRAENALAND_COMMANDS = (
    *_timed("graenaland show in.json", "graenaland show in.json --svg out.svg"),
    *_timed("graenaland check in.json", "graenaland check - --json", "graenaland votes in.json"),
    *_timed(f"graenaland win in.json {LIMIT}", f"graenaland build in.json {LIMIT} --most army"),
    *_timed(f"graenaland reach in.json --goal army=3 {LIMIT}"),
    *_timed(f"graenaland supply in.json {LIMIT}", f"graenaland plan in.json {LIMIT} --json"),
)

PROFILE_COMMANDS = (
    *_timed("graenaland profile in.json", "graenaland profile in.json --json"),
    *_timed("graenaland show map.json --profile in.json", f"graenaland win map.json {LIMIT}"),
)

FORM = ("yes", "no", "A", "coast", "inland", "hills", "forest", "wood=2 ore=1", "fort, church", "")


@functools.cache
def vikings_positions() -> list[Any]:
    """Return the example positions of Vikings."""
    return [json.loads(json.dumps(vikings_data(vikings_example(name)))) for name in VIKINGS]


@functools.cache
def vikings_logs() -> list[str]:
    """Return logs of games of Vikings."""
    values = {sail: ShipValue("gold", 3) for sail in SAILS}
    policies = list(POLICIES)
    players = [(policies[0], policies[-1]), (policies[0],) * 3, (policies[-1],) * 4]
    return [play_game(names, seed, values).text for seed, names in enumerate(players)]


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
    for game in ("vikings", "graenaland"):
        for path in files_of_pack(game):
            data = json.loads(path.read_text(encoding="utf-8"))
            chosen.setdefault((data["kind"], data["difficulty"]), []).append(data)
    return [each for alike in chosen.values() for each in alike[:3]]


@st.composite
def profiles(draw: st.DrawFn) -> FuzzCase:
    """Profiles of Graenaland, as files of their own."""
    case = draw(reading("profile", documents([profile()]), PROFILE_COMMANDS))
    shown = {key: value for key, value in maps()[0].items() if key != "profile"}
    files = {**case.files, "map.json": json_text({**shown, "profile": "in.json"})}
    return FuzzCase(case.kind, case.arguments, files, case.typed, case.seconds)


@st.composite
def game_answers(draw: st.DrawFn) -> FuzzCase:
    """Answers to puzzles of other games."""
    puzzle = draw(st.sampled_from(game_puzzles()))
    solutions = [each["solution"] for each in game_puzzles() if each["kind"] == puzzle["kind"]]
    files = {"in.json": json_text(puzzle), "answer.json": draw(documents(solutions))}
    words = ("puzzle", "check", "in.json", "answer.json")
    return FuzzCase("answer to a puzzle of another game", words, files, b"", WORK)


@st.composite
def game_puzzle_sessions(draw: st.DrawFn) -> FuzzCase:
    """Sessions of ``puzzle play`` with puzzles of other games."""
    puzzle = draw(st.sampled_from(game_puzzles()))
    words = [str(word) for value in puzzle["solution"].values() for word in _listed(value)]
    typed = texts([*words, "hint", "check", "undo", "show", "solution", "restart", "help", "quit"])
    files = {"in.json": json_text(puzzle)}
    kind = "typed in a puzzle of another game"
    return draw(session(kind, "puzzle play in.json", files, typed, WORK))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _logs() -> Cases:
    foreign = [*vikings_logs()[0].splitlines(), *STRINGS]
    replays = _timed("vikings play --replay game.log", "vikings play --replay game.log --json")
    return reading("vikings log", lines(vikings_logs(), foreign), replays, name="game.log")


OTHER_GAMES: Mapping[str, Callable[[], Cases]] = MappingProxyType(
    {
        "vikings": lambda: reading("vikings", documents(vikings_positions()), VIKINGS_COMMANDS),
        "vikings log": _logs,
        "graenaland": lambda: reading("graenaland", documents(maps()), GRAENALAND_COMMANDS),
        "profile": profiles,
        "typed profile": lambda: session(
            "typed profile", "graenaland profile --new own.toml", {}, texts(FORM), WORK
        ),
        "puzzle of another game": lambda: reading(
            "puzzle of another game", documents(game_puzzles()), PUZZLES
        ),
        "answer to a puzzle of another game": game_answers,
        "typed in a puzzle of another game": game_puzzle_sessions,
    }
)
"""Strategies by name of the kind."""
