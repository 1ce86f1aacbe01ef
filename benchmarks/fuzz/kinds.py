"""Kinds of inputs: what is mutated, and which commands read it."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from benchmarks.fuzz import seeds
from benchmarks.fuzz.cases import WORK, FuzzCase, printable
from benchmarks.fuzz.mutations import documents, json_text, noisy, texts, trees
from odin_solver.components import TILES
from odin_solver.notation.examples import TABLES, example_file
from tests.cli.test_table_form import ROUND_4

Cases = st.SearchStrategy[FuzzCase]

SHORT = 0.3
"""Time limit of commands that search."""

LIMIT = ("--time-limit", str(SHORT), "--quiet")


def command(words: str, seconds: float = 0.0) -> tuple[tuple[str, ...], float]:
    """Return the words of a command with its time limit."""
    return tuple(words.split()), seconds


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
def training(draw: st.DrawFn) -> FuzzCase:
    """Sessions of ``game train``."""
    words = "game train game.log --playouts 2 --quiet"
    typed = texts([*map(str, range(1, 9)), "q", "quit", "", "help", "why"])
    files = {"game.log": seeds.logs()[2].encode()}
    return draw(session("typed in game train", words, files, typed, WORK))


@st.composite
def table_forms(draw: st.DrawFn) -> FuzzCase:
    """Answers of ``table edit``, mostly to the questions that they belong to."""
    name = draw(st.sampled_from(TABLES))
    good = ROUND_4["en"].splitlines()
    rows = [row if draw(st.integers(0, 3)) else draw(texts(good)) for row in good]
    files = {"in.toml": example_file(name).text.encode()}
    typed = "\n".join(rows + draw(st.lists(texts([*good, "supply: ;0005", "-"]), max_size=4)))
    content = typed.encode("utf-8", "surrogatepass") + b"\n"
    return FuzzCase("typed in table edit", ("table", "edit", "in.toml"), files, content, WORK)


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


FORM = ("yes", "no", "A", "coast", "inland", "hills", "forest", "wood=2 ore=1", "fort, church", "")
"""Answers of forms."""

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

KINDS: Mapping[str, Callable[[], Cases]] = MappingProxyType(
    {
        "move": moves,
        "answer to a puzzle": answers,
        "share code": share_codes,
        "run of puzzle new": runs,
        "typed in puzzle play": puzzle_sessions,
        "typed in game play": game_sessions,
        "typed in game train": training,
        "typed in table edit": table_forms,
        "progress of puzzles": progress_files,
        "environment": environments,
        "cache entry": cache_entries,
    }
)
"""Strategies by name of the surface."""
