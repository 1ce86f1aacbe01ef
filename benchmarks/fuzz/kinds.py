"""Kinds of inputs: what is mutated, and which commands read it."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz import seeds
from benchmarks.fuzz.cases import FuzzCase, printable
from benchmarks.fuzz.mutations import STRINGS, documents, json_text, lines, noisy, texts, trees
from odin_solver.components import TILES

Cases = st.SearchStrategy[FuzzCase]

SHORT = 0.3
"""Time limit of commands that search."""

LIMIT = ("--time-limit", str(SHORT), "--quiet")


def command(words: str, seconds: float = 0.0) -> tuple[tuple[str, ...], float]:
    """Return the words of a command with its time limit."""
    return tuple(words.split()), seconds


LOOKS = (
    command("check in.json"),
    command("check in.json --json"),
    command("check -"),
    command("check in.json --fix"),
    command("show in.json"),
    command("show in.json --svg out.svg"),
    command("feast in.json"),
)
SEARCHES = tuple(
    command(f"{words} in.json --time-limit {SHORT} --quiet", SHORT)
    for words in (
        "solve",
        "solve --json",
        "hint --level 4",
        "analyse --lines 2",
        "analyse --values",
    )
)


@st.composite
def reading(
    draw: st.DrawFn,
    kind: str,
    contents: st.SearchStrategy[bytes],
    commands: tuple[tuple[tuple[str, ...], float], ...],
    name: str = "in.json",
) -> FuzzCase:
    """Commands that read a file, or standard input if they name ``-``."""
    content = draw(contents)
    words, seconds = draw(st.sampled_from(commands))
    words = tuple(name if word == "in.json" else word for word in words)
    if "-" in words:
        return FuzzCase(kind, words, {}, content, seconds)
    return FuzzCase(kind, words, {name: content}, b"", seconds)


@st.composite
def command_lines(draw: st.DrawFn, kind: str, examples: tuple[str, ...]) -> FuzzCase:
    """Command lines of which some words are mutated; ``in.json`` is a small position."""
    words = draw(st.sampled_from(examples)).split("|")
    first = 2 if words[0] in ("puzzle", "game") else 1
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        at = draw(st.integers(first, len(words)))
        change = draw(st.sampled_from(("edit", "edit", "edit", "edit", "insert", "drop")))
        if at == len(words) or change == "insert":
            words.insert(at, draw(st.sampled_from((*STRINGS, "--json", "--quiet", "-h"))))
        elif change == "drop":
            del words[at]
        else:
            name, equals, value = words[at].rpartition("=")
            words[at] = f"{name}{equals}{draw(texts([value]))}"
    files = {"in.json": json_text(seeds.small_positions()[0]), "game.log": seeds.logs()[2].encode()}
    return FuzzCase(kind, tuple(map(passable, words)), files, b"", DEFAULT)


@st.composite
def moves(draw: st.DrawFn) -> FuzzCase:
    """Moves in the text forms that ``analyse`` and ``game do`` accept."""
    if draw(st.booleans()):
        piece = draw(texts(("corner: oil a2:a3", "oil a2:b2", "silver a2", "rune_stone c1:d1")))
        position = json_text(seeds.small_positions()[0])
        words = (*["analyse", "in.json", "--no-cache", "--move"], passable(piece))
        return FuzzCase("move", (*words, *LIMIT), {"in.json": position}, b"", SHORT)
    typed = [passable(draw(texts(seeds.moves()))) for _ in range(draw(st.integers(1, 3)))]
    log = draw(st.sampled_from(seeds.logs())).encode()
    return FuzzCase("move", ("game", "do", "game.log", "--", *typed), {"game.log": log})


@st.composite
def session(
    draw: st.DrawFn,
    kind: str,
    words: str,
    files: Mapping[str, bytes],
    typed: Any,
    seconds: float = 0.0,
) -> FuzzCase:
    """Lines that a player types in a session."""
    rows = draw(st.lists(typed, min_size=1, max_size=12))
    text = b"\n".join(row.encode("utf-8", "surrogatepass") for row in rows) + b"\n"
    text = text if draw(st.integers(0, 11)) else draw(noisy([text]))
    return FuzzCase(kind, tuple(words.split()), files, text, seconds)


@st.composite
def puzzle_sessions(draw: st.DrawFn) -> FuzzCase:
    """Sessions of ``puzzle play``."""
    puzzle = draw(st.sampled_from(seeds.easy_puzzles()))
    tiles = [*puzzle["position"]["supply"], *TILES]
    typed = texts([*PUZZLE_COMMANDS, *(f"{tile} a1:b2" for tile in tiles[:6])])
    files = {"in.json": json_text(puzzle)}
    return draw(session("typed in puzzle play", "puzzle play in.json", files, typed))


@st.composite
def game_sessions(draw: st.DrawFn) -> FuzzCase:
    """Sessions of ``game play``."""
    log = draw(st.sampled_from(seeds.logs())).encode()
    typed = texts([*GAME_COMMANDS, *seeds.moves(), *map(str, range(1, 20))])
    return draw(session("typed in game play", "game play game.log", {"game.log": log}, typed))


@st.composite
def answers(draw: st.DrawFn) -> FuzzCase:
    """Answers to puzzles."""
    puzzle = draw(st.sampled_from(seeds.puzzles()))
    answer = draw(documents([puzzle["solution"], {"solution": puzzle["solution"]}]))
    files = {"in.json": json_text(puzzle), "answer.json": answer}
    words = ("puzzle", "check", "in.json", "answer.json", "--time-limit", "5")
    return FuzzCase("answer to a puzzle", words, files, b"", 5.0)


@st.composite
def share_codes(draw: st.DrawFn) -> FuzzCase:
    """Share codes, as an argument or in a file."""
    code = draw(texts(seeds.codes()))
    at = draw(st.integers(0, len(code)))
    code = code[:at] + draw(st.sampled_from(("", "A", "z", "0", "-", "_", "=="))) + code[at + 1 :]
    words = draw(st.sampled_from((*CODE_COMMANDS, "puzzle share CODE -o out.json"))).split()
    if draw(st.booleans()):
        words = [word.replace("CODE", "in.json") for word in words]
        content = code.encode("utf-8", "surrogatepass")
        return FuzzCase("share code", tuple(words), {"in.json": content}, b"", WORK)
    return FuzzCase(
        "share code",
        tuple(passable(code) if word == "CODE" else word for word in words),
        {},
        b"",
        WORK,
    )


@st.composite
def runs(draw: st.DrawFn) -> FuzzCase:
    """Folders of runs of ``puzzle new``, of which a file was mutated."""
    files = dict(seeds.run_folder())
    name = draw(st.sampled_from(sorted(files)))
    rows = files[name].decode().splitlines()
    if draw(st.booleans()) and name.endswith("jsonl"):
        at = draw(st.integers(0, len(rows) - 1))
        changed = json.loads(json.dumps(draw(trees([json.loads(rows[at])]))))
        rows[at] = json_text(changed).decode().replace("\n", " ")
        files[name] = ("\n".join(rows) + "\n").encode()
    else:
        files[name] = draw(noisy([files[name]]))
    return FuzzCase("run of puzzle new", seeds.RUN.arguments, files, b"", WORK)


@st.composite
def environments(draw: st.DrawFn) -> FuzzCase:
    """Values of environment variables."""
    names = st.lists(st.sampled_from(VARIABLES), min_size=1, max_size=2, unique=True)
    values = texts(("80", "0", "-1", "1000", "9" * 20, "1e5", ".", "x", "/dev/null", "dumb", "C"))
    variables = {name: passable(draw(values)) for name in draw(names)}
    words, seconds = draw(st.sampled_from(VISIBLE))
    files = {"in.json": json_text(seeds.small_positions()[0])}
    return FuzzCase("environment", words, files, b"hint\n", seconds, variables)


@st.composite
def progress_files(draw: st.DrawFn) -> FuzzCase:
    """Files with the progress of a player."""
    files = {
        "in.json": json_text(draw(st.sampled_from(seeds.easy_puzzles()))),
        "data/puzzles.json": draw(documents([seeds.progress()])),
    }
    words = draw(st.sampled_from(PROGRESS)).split()
    return FuzzCase("progress of puzzles", tuple(words), files, b"hint\nundo\nquit\n", WORK)


@st.composite
def cache_entries(draw: st.DrawFn) -> FuzzCase:
    """Cache entries that were mutated, with a digest that fits in half of the cases."""
    files = dict(seeds.cached())
    names = st.lists(st.sampled_from(sorted(files)), min_size=1, max_size=3, unique=True)
    for name in draw(names):
        entry = draw(trees([json.loads(files[name])]))
        if isinstance(entry, dict) and draw(st.booleans()):
            seeds.seal(entry)
        files[name] = json_text(entry)
    files |= seeds.HINT.files
    return FuzzCase("cache entry", (*seeds.HINT.arguments, *LIMIT[:2]), files, b"", SHORT)


def passable(argument: str) -> str:
    """Return an argument that an operating system accepts."""
    argument = argument.replace("\0", "")[:100_000]
    return argument if printable(argument) else argument.encode("ascii", "replace").decode()


WORK = 5.0
"""Seconds for commands that compute without a time limit."""

DEFAULT = 12.0
"""Seconds for command lines whose time limit a mutation may remove."""

PUZZLE_COMMANDS = (
    *("take a1", "take 1 a1", "undo", "hint", "check", "show", "restart", "solution", "help"),
    *("quit", "hint all", "place oil a1:a2", "2 oil a1:a2", "peas lengthwise", "peas 3"),
)

GAME_COMMANDS = (
    *("help", "show", "undo", "why use forge", "read 1", "moves", "fill", "sheet", "log", "hint"),
    *("review", "y", "n", "place oil a1:a2", "quit", "serve peas", "place silver home a1 a2"),
    *("table", "cards", "board home", "score", "supply", "read forge", "read card 12"),
)

VARIABLES = ("COLUMNS", "LINES", "TERM", "ODIN_CACHE_DIR", "ODIN_DATA_DIR", "NO_COLOR", "LANG")

VISIBLE = (
    command("show in.json"),
    command("feast in.json"),
    command("boards iceland"),
    command("puzzle packs first-steps", WORK),
    command("puzzle play first-steps/1", WORK),
    command("game cards --deck a"),
    command("game new -o game.log"),
    command(f"hint in.json --time-limit {SHORT} --quiet", SHORT),
)

PROGRESS = ("puzzle packs --json", "puzzle packs first-steps", "puzzle play in.json")

CODE_COMMANDS = ("puzzle share CODE", "puzzle grade CODE", "puzzle check CODE --time-limit 5")

PUZZLES = (
    command("puzzle check in.json --time-limit 1", 1.0),
    command("puzzle solve in.json --time-limit 1", 1.0),
    command("puzzle solve - --json --time-limit 1", 1.0),
    command("puzzle share in.json"),
    command("puzzle grade in.json --steps", WORK),
    command("puzzle print in.json -o out.pdf", WORK),
    command("puzzle play in.json", WORK),
)

LOGS = (
    command("game show game.log"),
    command("game show game.log --json"),
    command("game moves game.log"),
    command("game replay game.log --check"),
    command("game replay game.log --until 5"),
    command("game position game.log"),
    command("game undo game.log"),
    command("show game.log"),
    command("check game.log"),
    command("game show -"),
    command("plan game.log --time 0.5 --quiet", 0.5),
)

STATES = (
    command("plan - --time 0.5 --quiet", 0.5),
    command("plan in.json --time 0.5 --json --quiet", 0.5),
)

SOLVED = f"solve|in.json|--time-limit|{SHORT}|--quiet"

OPTIONS = (
    f"{SOLVED}|--set|points=1|--set|bonus.oil=1/3|--set|keep.robe=2.5",
    f"{SOLVED}|--objective|engine|--rounds-left|3|--seed|7|--workers|2|--json",
    f"hint|in.json|--time-limit|{SHORT}|--quiet|--no-cache|--level|2|--objective|income",
    f"analyse|in.json|--time-limit|{SHORT}|--quiet|--no-cache|--lines|2|--next",
    "game|replay|game.log|--until|3",
    "game|undo|game.log|--times|2",
    f"game|place|game.log|--time-limit|{SHORT}",
    "game|auto|--policy|random|--seeds|1-2|--length|short|--quiet",
    "game|new|--length|short|--seed|7|--occupations|A,B|--starting-occupation|12|-o|new.log",
    f"plan|game.log|--time|{SHORT}|--lines|2|--quiet|--json",
    "puzzle|daily|--date|2026-11-22",
    "puzzle|print|first-steps/1|-o|out.pdf|--title|Mine|--paper|letter|--per-page|2",
    "puzzle|new|--kind|fill|--board|small|--difficulty|1|--tries|20|--seed|3|--quiet",
)

NAMES = (
    "boards|iceland",
    "boards|Stone House|--json",
    "tiles|rune_stone",
    "example|late-home",
    "game|cards|Orient Shipper",
    "game|cards|--search|silver|--deck|a",
    "puzzle|packs|first-steps|--json",
    "puzzle|grade|first-steps/3",
    "show|in.json|--svg|out.svg",
    "game|show|game.log",
)

FEASTS = (
    "feast|--cells|9|--food|peas=2,salt_meat=1,silver=3",
    "feast|--cells|12|--emigrated|2|--food|sheep=1,cattle=2,milk=3|--value|sheep=2.5|--value|milk=1/3",
    "feast|in.json|--emigrated|1|--json",
)


def _boards() -> Cases:
    custom = seeds.small_positions()
    return reading("custom board", documents(custom, seeds.BOARDS), (*LOOKS, *LOOKS, *SEARCHES))


def _logs() -> Cases:
    foreign = [*seeds.moves(), *seeds.logs()[5].splitlines(), *STRINGS]
    return reading("game log", lines(seeds.logs(), foreign), LOGS, name="game.log")


KINDS: Mapping[str, Callable[[], Cases]] = MappingProxyType(
    {
        "position": lambda: reading("position", documents(seeds.positions()), LOOKS),
        "toml": lambda: reading("toml", noisy(seeds.tomls()), LOOKS, name="in.toml"),
        "custom board": _boards,
        "solved position": lambda: reading(
            "solved position", documents(seeds.small_positions()), SEARCHES
        ),
        "option": lambda: command_lines("option", OPTIONS),
        "name": lambda: command_lines("name", NAMES),
        "feast": lambda: command_lines("feast", FEASTS),
        "move": moves,
        "puzzle": lambda: reading("puzzle", documents(seeds.puzzles()), PUZZLES),
        "answer to a puzzle": answers,
        "share code": share_codes,
        "run of puzzle new": runs,
        "typed in puzzle play": puzzle_sessions,
        "progress of puzzles": progress_files,
        "environment": environments,
        "game log": _logs,
        "state": lambda: reading("state", documents(seeds.states()), STATES),
        "typed in game play": game_sessions,
        "cache entry": cache_entries,
    }
)
"""Strategies by name of the kind."""
