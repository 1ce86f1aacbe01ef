"""Command lines of all commands, as the tree of click names them: words, options, files."""

import functools
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import click
from hypothesis import strategies as st

from benchmarks.fuzz import other_games, seeds
from benchmarks.fuzz.cases import WORK, FuzzCase
from benchmarks.fuzz.kinds import FORM, GAME_COMMANDS, PUZZLE_COMMANDS, Cases, passable
from benchmarks.fuzz.mutations import STRINGS, documents, json_text, lines, noisy, texts
from benchmarks.fuzz.stores import SCORES, kept, mutated_store
from odin_cli.main import odin
from odin_solver.challenges.library import par_log
from odin_solver.game.scores import csv_text, finished_game
from odin_solver.notation.examples import TABLES, example_file
from tests.cli.test_every_command import BOX, COMMANDS, leaves

MORE = {
    "solve": ("SOME --time-limit 0.2 --quiet --set points=1 --set bonus.oil=1/3",),
    "hint": ("SOME --time-limit 0.2 --quiet --no-cache --objective income",),
    "feast": (
        "--cells 9 --food peas=2,salt_meat=1,silver=3",
        "--cells 12 --emigrated 2 --food sheep=1,milk=3 --value sheep=2.5 --value milk=1/3",
    ),
    "edit": ("FEAST",),
    "web": ("FEAST", "PUZZLE --no-browser", "LOG"),
    "boards": ("'Stone House'",),
    "plan": ("STATE --time 0.2 --quiet",),
    "puzzle check": ("PUZZLE ANSWER --time-limit 1",),
    "puzzle print": ("first-steps/1 -o out.pdf --title Mine --paper letter --per-page 2",),
    "game auto": ("--policy random --seeds 1-2 --length short --quiet",),
    "game new": ("--length short --seed 7 --occupations A,B --starting-occupation 12 -o new.log",),
    "graenaland show": ("GRAENALAND --profile made-up", "GRAENALAND --profile profile.json"),
    "graenaland profile": ("FEAST", "--new own.toml"),
    "vikings play": ("--replay VIKINGSLOG", "--replay VIKINGSLOG --json"),
}
"""Lines besides those of `tests.cli.test_every_command`; words in capitals are `contents`."""

LIMITS = ("--time-limit", "--time")

PATHS = ("in.json", "game.log", "profile.json", "nothing", ".", "-", "out.json", "data")


class Content(NamedTuple):
    """A file that a command reads: its name, good contents, mutated ones."""

    name: str
    good: list[bytes]
    mutated: st.SearchStrategy[bytes]


@functools.cache
def contents() -> Mapping[str, Content]:
    """Return the files that words in capitals stand for."""

    def json_files(name: str, good: list[Any], foreign: list[Any]) -> Content:
        return Content(name, [*map(json_text, good)], documents(good, foreign))

    def logs(name: str, good: list[str]) -> Content:
        foreign = [*good[0].splitlines(), *seeds.moves(), *STRINGS]
        return Content(name, [each.encode() for each in good], lines(good, foreign))

    def plain(name: str, *good: str) -> Content:
        return Content(name, [*map(str.encode, good)], noisy([*map(str.encode, good)]))

    boards = list(seeds.BOARDS)
    small = seeds.small_positions()
    puzzles = [*seeds.puzzles(), *other_games.game_puzzles()]
    game = finished_game(SCORES, "score.toml")
    return {
        "FEAST": json_files("in.json", seeds.positions(), boards),
        "SOME": json_files("in.json", small, boards),
        "TOML": plain("in.toml", *(each.decode() for each in seeds.tomls())),
        "STATE": json_files("in.json", seeds.states(), []),
        "TABLE": plain("table.toml", *(example_file(name).text for name in TABLES)),
        "LOG": logs("game.log", seeds.logs()),
        "BEGUN": logs("game.log", [seeds.logs()[2], seeds.logs()[14]]),
        "PARGAME": logs("game.log", [par_log("first-voyage", "gold")]),
        "VIKINGSLOG": logs("game.log", other_games.vikings_logs()),
        "VIKINGS": json_files("in.json", other_games.vikings_positions(), []),
        "SEA": json_files("in.json", other_games.vikings_positions(), []),
        "GRAENALAND": json_files("in.json", other_games.maps(), []),
        "PROFILE": json_files("profile.json", [other_games.profile()], []),
        "BOX": plain("box.toml", BOX.read_text(encoding="utf-8")),
        "SCORE": plain("score.toml", SCORES),
        "CSV": plain("scores.csv", csv_text([game])),
        "PUZZLE": json_files("in.json", puzzles, []),
        "ANSWER": json_files("answer.json", [each["solution"] for each in puzzles], []),
    }


def commands() -> dict[str, click.Command]:
    """Return all commands that are no groups, by their words."""
    found = {}
    for words in leaves(odin):
        command: click.Command | None = odin
        for word in words.split():
            assert isinstance(command, click.Group)
            command = command.get_command(click.Context(command), word)
        assert command is not None
        found[words] = command
    return found


@st.composite
def command_lines(draw: st.DrawFn, name: str, command: click.Command) -> FuzzCase:
    """Lines of a command: a file, some words or options, or what is kept are mutated."""
    words = shlex.split(draw(st.sampled_from((*COMMANDS.get(name, ()), *MORE.get(name, ("",))))))
    files, typed, seconds = dict(kept()), b"", _limit(words)
    files["profile.json"] = json_text(other_games.profile())
    mutated = draw(st.sampled_from(("file", "file", "words", "words", "both", "store")))
    named = [at for at, word in enumerate(words) if word in contents()]
    for at in named:
        word = words[at]
        if word in ("FEAST", "SOME") and draw(st.integers(0, 4)) == 0:
            word = "TOML"
        content = contents()[word]
        in_file = mutated in ("file", "both")
        files[content.name] = draw(content.mutated if in_file else st.sampled_from(content.good))
        words[at] = content.name
        if len(named) == 1 and draw(st.integers(0, 9)) == 0:
            words[at], typed = "-", files.pop(content.name)
    words = [finished_game(SCORES, "score.toml").id if word == "KEPT" else word for word in words]
    if mutated == "store":
        files |= draw(mutated_store())
    if mutated in ("words", "both") or not named:
        seconds = WORK
        for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
            words = draw(_changed(words, command))
    if not typed:
        sayings = (*FORM, *PUZZLE_COMMANDS, *GAME_COMMANDS)
        rows = draw(st.lists(texts(sayings), max_size=4))
        typed = "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")
    return FuzzCase(
        f"odin {name}", (*name.split(), *map(passable, words)), files, typed, seconds or WORK
    )


def _limit(words: list[str]) -> float:
    """Return the time limit in a command line; 0 if there is none."""
    return sum(float(words[at + 1]) for at, word in enumerate(words[:-1]) if word in LIMITS)


@st.composite
def _changed(draw: st.DrawFn, words: list[str], command: click.Command) -> list[str]:
    """Change a word, or add an option of the command."""
    at = draw(st.integers(0, len(words)))
    change = draw(st.sampled_from(("edit", "edit", "option", "option", "insert", "drop")))
    if change == "option" or (change != "insert" and at == len(words)):
        return [*words[:at], *draw(st.sampled_from([*_options(command)])), *words[at:]]
    if change == "insert":
        return [*words[:at], draw(st.sampled_from((*STRINGS, "--json", "-h"))), *words[at:]]
    if change == "drop":
        return words[:at] + words[at + 1 :]
    name, equals, value = words[at].rpartition("=")
    return [*words[:at], f"{name}{equals}{draw(texts([value]))}", *words[at + 1 :]]


def _options(command: click.Command) -> Iterator[tuple[str, ...]]:
    """Yield options of a command, with values at the limits and others."""
    yield ("--help",)
    for each in command.params:
        if not isinstance(each, click.Option):
            continue
        values: tuple[str, ...] = (*PATHS, *STRINGS)
        if isinstance(each.type, click.Choice):
            values = (*map(str, each.type.choices), "x")
        elif isinstance(each.type, click.IntRange):
            least = each.type.min or 0
            values = (str(least), str(least), str(least + 1), str(least - 1), "9" * 5000, "x", "²")
        elif each.type == click.FLOAT:
            values = ("0.2", "0.3", "0", "-1", "nan", "inf", "1e-320", "1e400", "1_0", "x")
        name = max(each.opts, key=len)
        yield from [(name,)] * 3 if each.is_flag else ((name, value) for value in values[:20])
        if not each.is_flag:
            yield from ((name, value) for value in values[20::4])


def surfaces() -> dict[str, Cases]:
    """Return a strategy for each command."""
    return {f"odin {name}": command_lines(name, each) for name, each in commands().items()}
