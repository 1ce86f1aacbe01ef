"""Every command on every shipped example; `COMMANDS` has to name all commands."""

import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import click
import pytest

from odin_cli.main import odin, run
from odin_cli.web import beginning_of
from odin_puzzles.shipped import all_packs, heads, packs
from odin_solver.challenges.library import par_log
from odin_solver.game.scores import csv_text, default_archive, finished_game
from odin_solver.game.scores.template import score_template
from odin_solver.graenaland.examples import ORDER as GRAENALAND
from odin_solver.graenaland.examples import example_text as graenaland_example_text
from odin_solver.notation.examples import ORDER as FEAST
from odin_solver.notation.examples import TABLES, example_file
from odin_solver.vikings.examples import ORDER as VIKINGS
from odin_solver.vikings.examples import vikings_example_text
from odin_solver.vikings.game.log import new_game
from odin_solver.vikings.parts import SAILS, ShipValue
from tests.cli.edit.screens import Screen, edit
from tests.cli.process import odin_typed, one_line, small_files
from tests.profiles import cases

LOG = Path(__file__).parent.parent / "web" / "data" / "game.log"
BOX = Path(__file__).parent.parent / "game" / "data" / "harvest-profile.toml"
BEGUN_LINES = 38

SCORES = score_template("2026-11-27", "long", "A", ["Anna", "Ben"])

SHORT = "--time-limit 0.2 --seed 1"
QUICK = f"{SHORT} --quiet"
COUNTED = "--time-limit 0.2 --quiet"
PICTURES = "--svg out.svg --png out.png"

COMMANDS = {
    "solve": (f"SOME {QUICK} {PICTURES} --objective score",),
    "hint": (f"SOME {QUICK} --level 4",),
    "analyse": (f"SOME {QUICK} --lines 2", f"SOME {QUICK} --values", f"SOME {QUICK} --next"),
    "feast": ("FEAST", "FEAST --json"),
    "count": (f"SOME {COUNTED}", f"SOME {COUNTED} --json --all out.jsonl"),
    "edit": (),  # needs a terminal: below
    "check": ("FEAST", "FEAST --json", "FEAST --fix", "LOG"),
    "show": ("FEAST --ascii", f"SOME {PICTURES}", "LOG"),
    "import": ("PIECES", "PIECES -o made.toml"),
    "web": (),  # serves until it is interrupted: below
    "example": ("", *FEAST, *TABLES),
    "boards": ("", "--json", "iceland", "stone_house --json"),
    "tiles": ("", "--json", "rune_stone"),
    "puzzle packs": ("", "--json", *all_packs()),
    "puzzle new": ("--kind fill --board small --difficulty 1 --tries 20 --seed 3 --quiet",),
    "puzzle daily": ("--date 2026-11-22",),
    "puzzle play": ("PUZZLE",),
    "puzzle solve": ("PUZZLE",),
    "puzzle check": ("PUZZLE",),
    "puzzle grade": ("PUZZLE",),
    "puzzle change": ("first-steps/13 --to fewest-clues",),
    "puzzle family": ("PIECES --quiet", "PIECES --quiet --json"),
    "puzzle print": ("PUZZLE -o out.pdf", "first-steps/1 -o out.pdf --light --solutions back.pdf"),
    "puzzle share": ("PUZZLE", "PUZZLE --link https://example.org/"),
    "puzzle export": ("PUZZLE", "PUZZLE -o out.svg", "PUZZLE -o out.pdf"),
    "game new": ("--seed 1 -o new.log",),
    "game play": ("LOG", "BEGUN --coach"),
    "game show": ("LOG", "LOG --json"),
    "game moves": ("LOG", "BEGUN --placing", "BEGUN --json"),
    "game do": ("BEGUN pass", "BEGUN pass --json"),
    "game undo": ("LOG", "LOG --json"),
    "game place": (f"BEGUN {SHORT}",),
    "game replay": ("LOG", "LOG --check --json"),
    "game position": ("LOG",),
    "game cards": ("", "--json", "1"),
    "game rulings": ("", "--json"),
    "game harvest-profile": ("BOX", "BOX --json"),
    "game start": ("--games 4 --length short --quiet",),
    "game best": ("--length short --time 0.5 --quiet",),
    "game table": ("BEGUN",),
    "game from-table": ("TABLE -o new.log --force",),
    "game auto": ("--seeds 1-2 --policy greedy --quiet",),
    "game review": ("BEGUN --playouts 4 --quiet",),
    "game train": ("BEGUN --playouts 4 --quiet",),
    "plan": (
        "BEGUN --playouts 8 --quiet",
        "TABLE --playouts 8 --quiet",
        "BEGUN --time 0.2 --quiet --json",
    ),
    "challenge list": ("", "--json"),
    "challenge show": ("first-voyage", "first-voyage --json"),
    "challenge start": ("first-voyage -o new.log",),
    "challenge result": (f"PARGAME {PICTURES}", "PARGAME --json"),
    "challenge par": ("first-voyage --medal silver",),
    "challenge make": ("--from LOG --until 172 --seed 1 --goal 'emigrate 1' --playouts 1 --quiet",),
    "table new": ("", "FEAST", "--length short --round 3 --players 4"),
    "table edit": ("TABLE",),
    "score show": ("SCORE", "SCORE --json", "KEPT", "LOG --player Anna"),
    "score new": ("", "--players 4 --length short --cards A,B"),
    "score add": ("SCORE", "LOG"),
    "score list": ("", "--json"),
    "score stats": ("", "--length short --cards none --player Anna --json"),
    "score remove": ("KEPT",),
    "score export": ("", "-o out.csv"),
    "score import": ("CSV",),
    "bench": ("AGENT --kind short --games 2 --quiet", "AGENT --kind short --games 1 --json"),
    "vikings show": ("VIKINGS", f"VIKINGS {PICTURES}", "VIKINGS --json"),
    "vikings check": ("VIKINGS", "VIKINGS --json"),
    "vikings example": ("", *VIKINGS),
    "vikings score": ("VIKINGS", "VIKINGS --json"),
    "vikings ferry": (f"VIKINGS {SHORT}",),
    "vikings build": (
        f"SEA {SHORT} {PICTURES}",
        f"SEA {SHORT} --hindsight",
        f"SEA {SHORT} --hindsight --objective income -o out.toml",
    ),
    "vikings buy": ("VIKINGS --samples 4", "VIKINGS --samples 4 --json"),
    "vikings simulate": ("VIKINGS --games 4", "VIKINGS --games 4 --json"),
    "vikings advise": ("MATCH --samples 2", "MATCH --samples 2 --json"),
    "vikings play": ("--games 1 --value 'red 3 gold' --value 'yellow 2 vp'",),
    "vikings profile": ("SHIPS", "SHIPS --json"),
    "graenaland win": (f"GRAENALAND {SHORT} {PICTURES}",),
    "graenaland build": (f"GRAENALAND {SHORT} --most buildings --json",),
    "graenaland reach": (f"GRAENALAND {SHORT} --from-nothing --goal army=2",),
    "graenaland supply": (f"GRAENALAND {SHORT} --json",),
    "graenaland plan": ("GRAENALAND --rounds 4 --time-limit 30 --json",),
    "graenaland votes": ("GRAENALAND", "GRAENALAND --json"),
    "graenaland show": (f"GRAENALAND {PICTURES}", "GRAENALAND --json"),
    "graenaland check": ("GRAENALAND", "GRAENALAND --json"),
    "graenaland example": ("", "--json", *GRAENALAND),
    "graenaland profile": ("PROFILE", "PROFILE --json"),
    "help": ("", "silver", "game place"),
}
"""Command lines; a word in capitals stands for the files of that name, one after another.

SOME and SEA stand for every third file of FEAST and VIKINGS, in a nightly run for all.
"""

NO_FREE = "free: expected tiles, ships or figures to place"
NO_PAIRS = "wheel.pairs: expected the pairs on the wheel"
NO_PLAYERS = "players: expected the number of players"
NO_RIVALS = "expected the best value of the other players"
FEW_PARTS = "too few parts are left"

REFUSED = {
    "vikings score": {"wheel.toml": NO_RIVALS},
    "vikings ferry": {"wheel.toml": NO_RIVALS},
    "vikings build for the final score": {"wheel.toml": NO_RIVALS},
    "vikings build without --hindsight": dict.fromkeys(
        ("rulebook.toml", "wheel.toml", "ferry.toml", "last-round.toml", "expert.toml"), NO_FREE
    ),
    "vikings buy": {
        **dict.fromkeys(("ferry.toml", "last-round.toml", "expert.toml"), NO_PAIRS),
        **dict.fromkeys(("rulebook.toml", "empty-sea.toml"), NO_PLAYERS),
        "late-build.toml": NO_PAIRS,
    },
    "vikings simulate": {
        **dict.fromkeys(("rulebook.toml", "empty-sea.toml"), NO_PLAYERS),
        **dict.fromkeys(("ferry.toml", "expert.toml"), FEW_PARTS),
    },
    "graenaland win": {"palisade.toml": "nobody wins as guest builder"},
    "graenaland supply": dict.fromkeys(
        ("palisade.toml", "points.toml"), "offered: expected supply cards and mode main"
    ),
    "graenaland plan": dict.fromkeys(("palisade.toml", "points.toml"), "mode: expected main"),
}
"""Examples that lack what a command needs, and what it says."""


def leaves(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield all commands that are no groups."""
    if not isinstance(command, click.Group):
        yield " ".join(words)
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from leaves(inner, (*words, name))


def test_all_commands_are_tried() -> None:
    assert list(COMMANDS) == list(leaves(odin))


def shipped(word: str) -> list[str]:
    """Return the files that a word in capitals stands for, written here if they are none yet."""
    texts: dict[str, str] = {}
    if word == "SOME":
        return shipped("FEAST")[:: cases(3, 1)]
    if word == "FEAST":
        texts = {example_file(name).file_name: example_file(name).text for name in FEAST}
    elif word == "TABLE":
        texts = {example_file(name).file_name: example_file(name).text for name in TABLES}
    elif word in ("VIKINGS", "SEA"):
        names = VIKINGS if word == "VIKINGS" else VIKINGS[:: cases(3, 1)]
        texts = {f"{name}.toml": vikings_example_text(name) for name in names}
    elif word == "MATCH":
        values = {sail: ShipValue("gold", 3) for sail in SAILS}
        texts = {"match.log": new_game(("human", "greedy"), 1, values).text}
    elif word == "SHIPS":
        texts = {"ships.toml": '[ship_values]\nred = "3 gold"\n'}
    elif word == "GRAENALAND":
        texts = {f"{name}.toml": graenaland_example_text(name) for name in GRAENALAND}
    elif word == "PIECES":
        texts = {"pieces.txt": "AA\nA\n\nB\n\n..\n..\n"}
    elif word == "BOX":
        texts = {"box.toml": BOX.read_text(encoding="utf-8")}
    elif word == "LOG":
        texts = {"game.log": LOG.read_text(encoding="utf-8")}
    elif word == "BEGUN":
        begun = LOG.read_text(encoding="utf-8").splitlines(keepends=True)[:BEGUN_LINES]
        texts = {"begun.log": "".join(begun)}
    elif word == "PARGAME":
        texts = {"par.log": par_log("first-voyage", "gold")}
    elif word == "SCORE":
        texts = {"score.toml": SCORES}
    elif word == "CSV":
        texts = {"scores.csv": csv_text([finished_game(SCORES, "score.toml")])}
    elif word == "KEPT":
        game = finished_game(SCORES, "score.toml")
        default_archive().add([game])
        return [game.id]
    elif word == "AGENT":
        texts = {"agent.py": "def act(observation):\n    return 0\n"}
    elif word == "PUZZLE":
        return puzzles()
    elif word == "PROFILE":
        return ["made-up"]
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    return list(texts)


def puzzles() -> list[str]:
    """Return the first puzzle of each kind."""
    chosen: dict[str, str] = {}
    for pack, paths in all_packs().items():
        for number, head in enumerate(heads(paths), 1):
            chosen.setdefault(head.kind, f"{pack}/{number}")
    return list(chosen.values())


def runs_of(command: str) -> Iterator[tuple[list[str], str]]:
    """Yield the arguments of every run of a command, and the file that it reads."""
    for line in COMMANDS[command]:
        words = shlex.split(line)
        placeholder = next((word for word in words if word.isupper()), None)
        for name in [""] if placeholder is None else shipped(placeholder):
            yield [name if word == placeholder else word for word in words], name


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ODIN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path / "data"))


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("command", [name for name in COMMANDS if COMMANDS[name]])
def test_a_command_runs_on_every_example(command: str) -> None:
    for words, file in runs_of(command):
        # ODIN_DEBUG lets an internal error through.
        result = odin_typed(*command.split(), *words, stdin="quit\n", ODIN_DEBUG="1")
        shown = command, words, result
        refused = REFUSED.get(command, {})
        if command == "vikings build" and "--hindsight" not in words:
            refused = REFUSED["vikings build without --hindsight"]
        elif command == "vikings build" and "income" not in words:
            refused = REFUSED["vikings build for the final score"]
        message = refused.get(file)
        if command == "table edit":  # a form that is left
            assert result.code == 2, shown
            assert "nothing is saved" in result.err, shown
        elif message is None:
            assert result.code in (0, 1, 3), shown
            assert result.out or "-o" in words or "--svg" in words, shown
        else:
            assert (result.code, result.out) == (2, ""), shown
            one_line(result.err, [message])


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(
    "command",
    [
        *("graenaland reach", "vikings build", "vikings play", "score add", "score import"),
        *(f"challenge {name}" for name in ("list", "show", "start", "result", "par")),
    ],
)
def test_a_full_disk_is_one_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, _ = next(runs_of(command))
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    with open("/dev/full", "w") as full, small_files(0), redirect_stdout(full):
        code = run([*command.split(), *words])
    *_, last = capsys.readouterr().err.splitlines()
    assert (code, last.startswith("odin: cannot write ")) == (2, True), last
    assert all(path.read_bytes() == content for path, content in before.items())


@pytest.mark.slow
@pytest.mark.usefixtures("folders")
def test_the_editor_opens_every_example() -> None:
    async def scenario(screen: Screen) -> None:
        assert screen.app.editor.position.boards
        await screen.press("f1", "escape", "ctrl+q")

    for name in shipped("SOME"):
        edit(scenario, Path(name))


@pytest.mark.usefixtures("folders")
def test_the_page_opens_every_example() -> None:
    for name in shipped("FEAST"):
        text = Path(name).read_text(encoding="utf-8")
        assert beginning_of(name) == ((text, name), "position")
    for paths in packs().values():
        _, page = beginning_of(str(paths[0]))
        assert page.startswith("puzzles#ODIN")
    for name in ("LOG", "BEGUN"):
        _, page = beginning_of(*shipped(name))
        assert page.startswith("games#")
