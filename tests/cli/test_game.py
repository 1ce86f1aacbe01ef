"""The commands ``odin game ...`` but for the interactive one."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_cli.groups import game as game_group
from odin_solver.components.occupations import OCCUPATIONS, occupation
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, score_sheet
from odin_solver.game.actions.dice import PayDice
from odin_solver.game.files import load
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import PASS
from odin_solver.game.kernel.play import IllegalMove, chance_outcomes, decision
from odin_solver.game.log import check_chance, parse, text
from odin_solver.game.playing import SeededChance
from odin_solver.game.positions import placed, position_of
from odin_solver.game.serial import state_from
from odin_solver.game.typed import moves_of
from odin_solver.notation.positions import read_position
from odin_solver.words.changes import _steps
from tests.cli.process import environment, odin, odin_process, one_line, relative_time
from tests.game.texts import texts
from tests.profiles import cases
from tests.timing import HANGING

Capsys = pytest.CaptureFixture[str]

NEW = ("--seed", "7", "--occupations", "none", "--length", "short")


@pytest.fixture
def log(capsys: Capsys, tmp_path: Path) -> str:
    """The file of a short game with seed 7 and no cards, at its first turn."""
    path = str(tmp_path / "game.log")
    assert odin(capsys, "game", "new", *NEW, "-o", path).code == 0
    return path


def content(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def data(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    result = odin(capsys, "game", *arguments, "--json")
    assert result.code == 0, result.err
    found: dict[str, Any] = json.loads(result.out)
    return found


@pytest.mark.parametrize("name", game_group.table)
def test_every_command_has_help_with_an_example(capsys: Capsys, name: str) -> None:
    assert f"\n  {name}" in odin(capsys, "game", "--help").out
    assert f"Example: odin game {name}" in odin(capsys, "game", name, "--help").out


def test_without_a_command_help_goes_to_stderr(capsys: Capsys) -> None:
    result = odin(capsys, "game")
    assert (result.code, result.out) == (2, "")
    assert "Usage: odin game" in result.err


# --- new ---


def test_a_new_game_waits_for_the_player(capsys: Capsys, log: str) -> None:
    state = data(capsys, "show", log)
    assert (state["round"], state["phase"], state["decides"]) == (1, "actions", "player")
    assert state["state"]["vikings"] == 7
    assert len(state["state"]["strips"]) == 2
    assert content(log).startswith("# odin game, format 1\nlength short\nseed 7\n")


def test_the_seed_decides_and_is_printed(capsys: Capsys, log: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.log")
    odin(capsys, "game", "new", *NEW, "-o", other)
    assert content(other) == content(log)
    result = odin(capsys, "game", "new", "-o", other, "--force")
    seed = re.search(r"seed (\d+)", result.err)
    assert seed is not None
    assert f"\nseed {seed[1]}\n" in content(other)


def test_options_of_a_new_game(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "x.log")
    arguments = ["--islands", "--harvest", "--occupations", "a,B", "--starting-occupation", "34a"]
    assert odin(capsys, "game", "new", *arguments, "--seed", "1", "-o", path).code == 0
    state = data(capsys, "show", path)["state"]
    assert state["hand"] == [34]
    assert "lofoten" in [each["board"] for each in state["exploration"]]
    assert "mull" in [each["board"] for each in state["exploration"]]
    decks = {occupation(number).deck for number in state["options"]["cards"]}
    assert decks == {"A", "B"}
    again = ["--starting-occupation", "choose", "--seed", "1", "--force"]
    odin(capsys, "game", "new", *again, "-o", path)
    assert data(capsys, "moves", path)["moves"][0].startswith("keep ")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--occupations", "Z"], ["--occupations", "none, all", "'Z'"]),
        (["--starting-occupation", "soon"], ["--starting-occupation", "'soon'"]),
        (["--starting-occupation", "200"], ["starting occupation", "200"]),
        (["--seed", "1", "--ask-chance"], ["--seed", "--ask-chance"]),
    ],
)
def test_wrong_options_of_a_new_game(
    capsys: Capsys, tmp_path: Path, arguments: list[str], parts: list[str]
) -> None:
    result = odin(capsys, "game", "new", *arguments, "-o", str(tmp_path / "x.log"))
    assert (result.code, result.out) == (2, "")
    one_line(result.err, parts)
    assert not list(tmp_path.iterdir())


# --- show and moves ---


def test_the_whole_table_is_shown(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use mountain_3_and_2", "strip 2 take 3", "strip 1 take 2")
    result = odin(capsys, "game", "show", log)
    assert (result.code, result.err) == (0, "")
    for part in (
        "Round 1 of 6, actions: 4 Vikings",
        "Home board",
        "Peas, Flax, Beans",
        "1 bow",
        "Stables",
        "free berths: 3 small, 4 large",
        "6 still hidden",
        "Shetland (6 points): Explore nearby",
        "turned in round 2",
        "Mountain 3 and 2 (3)",
        "7 cells to fill",
        "Home board -86",
        "Place some of 4 Vikings on a space",
    ):
        assert part in " ".join(result.out.split()), part


def test_cards_are_shown_with_their_text(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "x.log")
    odin(capsys, "game", "new", "--starting-occupation", "52", "--seed", "1", "-o", path)
    out = " ".join(odin(capsys, "game", "show", path).out.split())
    assert "Hand 52a Tutor (anytime, 0 points): At any time" in out


@pytest.mark.slow
def test_show_is_quick(log: str) -> None:
    assert relative_time("game", "show", log) < 6


@pytest.mark.slow
def test_show_needs_no_solver(log: str) -> None:
    program = (
        "import sys; from odin_cli.main import run; run(['game', 'show', sys.argv[1]]); "
        "sys.exit(any(name in sys.modules for name in ('ortools', 'highspy', 'numpy')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, log],
        env=environment(),
        capture_output=True,
        check=False,
        timeout=HANGING,
    )
    assert done.returncode == 0


def test_moves_are_grouped_and_explained(capsys: Capsys, log: str) -> None:
    out = odin(capsys, "game", "moves", log).out
    assert out.index("Hunting") < out.index("use take_stockfish  Fish: Take 1 stockfish.")
    assert out.index("Crafting") < out.index("use craft_linen  Weave linen: Pay 1 flax")
    assert "place" not in out


def test_placements_only_when_asked_for(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use beans")
    assert not [move for move in data(capsys, "moves", log)["moves"] if move.startswith("place")]
    placing = data(capsys, "moves", log, "--placing")["moves"]
    assert "place silver home a1" in placing
    assert "place silver home a1" in odin(capsys, "game", "moves", log, "--placing").out


# --- do and undo ---


def test_moves_are_made_and_told(capsys: Capsys, log: str) -> None:
    result = odin(capsys, "game", "do", log, "use beans", "place silver a1")
    assert (result.code, result.err) == (0, "")
    assert "round 1, actions: use beans\n    actions: +1 beans, +1 silver\n" in result.out
    assert content(log).endswith("use beans\nround 1, actions: place silver home a1\n")


def test_either_all_moves_or_none(capsys: Capsys, log: str) -> None:
    before = content(log)
    result = odin(capsys, "game", "do", log, "use beans", "use beans")
    assert (result.code, result.out) == (2, "")
    one_line(result.err, ["use beans", "it has been used in this round"])
    assert content(log) == before


def test_chance_is_decided_after_a_move(capsys: Capsys, log: str) -> None:
    made = data(capsys, "do", log, "use hunting_game_1")
    assert made["moves"][0] == "use hunting_game_1"
    assert made["moves"][1] in map(str, range(1, 9))
    assert made["decides"] == "player"


def test_undo_takes_chance_back_too(capsys: Capsys, log: str) -> None:
    before = content(log)
    odin(capsys, "game", "do", log, "use hunting_game_1", "fail")
    assert "taken back: fail" in odin(capsys, "game", "undo", log).out
    assert data(capsys, "undo", log)["undone"] == ["use hunting_game_1"]
    assert content(log) == before
    result = odin(capsys, "game", "undo", log)
    assert result.code == 2
    one_line(result.err, ["there is no move to take back"])
    assert content(log) == before


def test_undo_several_or_none(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use beans", "pass")
    before = content(log)
    assert odin(capsys, "game", "undo", log, "--times", "3").code == 2
    assert content(log) == before
    assert odin(capsys, "game", "undo", log, "--times", "2").code == 0


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("USE  Beans", "use beans"),
        ("use Fazole", "use beans"),
        ("pa", "pass"),
        ("use craft-linen", "use craft_linen"),
        ("place oi a1:a2", "place oil home a1,a2"),
        ("place oil home a2 a1", "place oil home a1,a2"),
        ("Oil A1-A2", "place oil home a1,a2"),
        ("oil home a1 r3", "place oil home a1,a2"),
        ("home: oil a1:a2", "place oil home a1,a2"),
        ("Place Oil on Home at a1:a2", "place oil home a1,a2"),
    ],
)
def test_moves_may_be_typed_in_several_ways(
    capsys: Capsys, log: str, typed: str, move: str
) -> None:
    odin(capsys, "game", "do", log, "use upgrade_2", "upgrade mead", "done")
    assert data(capsys, "do", log, typed)["moves"][0] == move


def test_a_word_that_may_mean_two_spaces(capsys: Capsys, log: str) -> None:
    result = odin(capsys, "game", "do", log, "use mountain_3")
    assert result.code == 2
    one_line(result.err, ["'mountain_3'", "t5 Mountain 3, upgrade 1 or t7 Mountain 3 and 2"])
    result = odin(capsys, "game", "do", log, "use mountain_3_up")
    one_line(result.err, ["'mountain_3_up'", "t5 Mountain 3, upgrade 1"])


def test_moves_of_the_menu_may_be_shortened(capsys: Capsys, log: str) -> None:
    made = data(capsys, "do", log, "use Hory 3, vylepšení 1", "st 2 take 2", "up mead")["moves"]
    assert made == ["use mountain_3_upgrade_1", "strip 2 take 2", "upgrade mead"]
    odin(capsys, "game", "do", log, "use upgrade_2")
    result = odin(capsys, "game", "do", log, "up")  # of what?
    one_line(result.err, ["up:", "expected one of: upgrade"])


def test_feasts_and_payments_are_never_completed(capsys: Capsys, log: str) -> None:
    """What is typed is what is meant: an upright tile is not turned, one wood not made twelve."""
    odin(capsys, "game", "do", log, "use mead", "pass")
    state = load(log).state
    (best,) = data(capsys, "moves", log)["moves"][:1]
    assert "+" in best
    assert moves_of(state, best.replace("+", "")) == [best.replace("+", "")]
    paying = state.copy()
    paying.supply |= {"wood": 12, "bow": 0}
    paying.stack = (PayDice("hunting", 12, ()),)
    assert texts(PayDice("hunting", 12, ()).moves(paying)) == ["pay wood=12"]
    assert moves_of(paying, "pay wood=1") == ["pay wood=1"]
    assert moves_of(paying, "pay wood") == ["pay wood=12"]


def test_several_cells_of_silver_are_several_moves(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use mead")
    made = data(capsys, "do", log, "place silver a1 a2")["moves"]
    assert made == ["place silver home a1", "place silver home a2"]
    odin(capsys, "game", "do", log, "use beans")
    before = content(log)
    assert odin(capsys, "game", "do", log, "place silver a3 a3:a4").code == 2  # only one is left
    assert content(log) == before


# --- ask-chance ---


def test_the_player_enters_what_chance_brings(capsys: Capsys, tmp_path: Path) -> None:
    path = str(tmp_path / "x.log")
    arguments = ["--ask-chance", "--starting-occupation", "52", "-o", path]
    assert "you enter the outcomes of chance" in odin(capsys, "game", "new", *arguments).err
    asked = data(capsys, "moves", path)
    assert (asked["decides"], asked["moves"]) == ("chance", [])
    assert [each["outcome"] for each in asked["chance"]] == list("12345678")
    assert "wood wood stone" in odin(capsys, "game", "moves", path).out
    made = data(
        capsys, "do", path, "3", "chance strip: 5", "long sword", "use draw occupation", "27A"
    )
    assert made["moves"] == ["3", "5", "long_sword", "use draw_occupation", "27"]
    assert made["state"]["hand"] == [52, 27]
    result = odin(capsys, "game", "do", path, "use hunting_game_1", "9")
    one_line(result.err, ["9", "the d8 shows 1 to 8"])
    assert data(capsys, "undo", path)["undone"] == ["27"]
    assert odin(capsys, "game", "replay", path, "--check").code == 0


# --- replay ---


def played(seed: int, **options: Any) -> Game:
    """A whole game of random moves that places tiles and passes only when it has to."""
    chosen = Random(seed)
    game = Game(Options(length="short", **options), seed)
    game.let_chance_decide()
    while not game.state.is_over:
        node = decision(game.state)
        assert node is not None
        moves = node.moves(game.state)
        if len(moves) > 1 and PASS in moves:
            moves.remove(PASS)
        game.do(chosen.choice([*moves, *anytime.placing_moves(game.state)]))
        game.let_chance_decide()
    return game


@cache
def whole_game() -> Game:
    return played(3, cards=frozenset(OCCUPATIONS))


@pytest.fixture
def whole() -> Game:
    return whole_game()


@pytest.mark.slow
def test_replay_reaches_the_same_end(capsys: Capsys, tmp_path: Path, whole: Game) -> None:
    path = tmp_path / "x.log"
    path.write_text(text(whole), encoding="utf-8")
    score = score_sheet(whole.state).total
    result = odin(capsys, "game", "replay", str(path), "--check")
    assert (result.code, result.err) == (0, "")
    assert result.out == f"OK: {len(whole.moves)} moves, the game is over, score {score}\n"
    found = data(capsys, "replay", str(path))
    assert (found["ok"], found["over"], found["score"]) == (True, True, score)
    assert state_from(found["state"]) == whole.state
    words = odin(capsys, "game", "replay", str(path)).out.split()
    assert words[words.index("Total") + 1] == str(score)
    shown = odin_process("game", "show", "-", stdin=text(whole))
    assert f"The game is over: {score} points." in shown.out


def test_replay_until(capsys: Capsys, tmp_path: Path, whole: Game) -> None:
    path = tmp_path / "x.log"
    path.write_text(text(whole), encoding="utf-8")
    for number in (0, 11, len(whole.moves)):
        found = data(capsys, "replay", str(path), "--until", str(number))
        assert state_from(found["state"]) == whole.states[number]


def test_an_edited_log_is_refused_with_its_line(
    capsys: Capsys, tmp_path: Path, whole: Game
) -> None:
    lines = text(whole).splitlines()
    path = tmp_path / "x.log"
    at = next(i for i, line in enumerate(lines) if "chance weapon" in line)
    place, _, came = lines[at].rpartition(" ")
    other = "bow" if came != "bow" else "spear"
    no_space = next(i for i, line in enumerate(lines) if ": use " in line)
    edits = [
        (at, f"{place} {other}", [f"line {at + 1}", "with seed 3", came, other]),
        (at, f"{place} cannon", [f"line {at + 1}", "cannon", "chance decides"]),
        (at, lines[at].replace("round 1", "round 2"), [f"line {at + 1}", "the game is in round 1"]),
        (no_space, "round 1, actions: use nothing", [f"line {no_space + 1}", "no action space"]),
        (0, "# odin game, format 9", ["line 1", "another version"]),
        (2, "seed x", ["line 3", "seed"]),
        (2, f"seed {'9' * 5000}", ["line 3", "seed"]),
        (1, "", ["length"]),
    ]
    for number, line, parts in edits:
        edited = [*lines[:number], line, *lines[number + 1 :]]
        path.write_text("\n".join(edited) + "\n", encoding="utf-8")
        result = odin(capsys, "game", "replay", str(path), "--check")
        assert (result.code, result.out) == (2, ""), line
        one_line(result.err, [str(path), *parts])


@settings(max_examples=cases(25), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_edit_breaks_the_reader(seed: int) -> None:
    """Whatever is done to a log, it is read or refused with a line."""
    chosen = Random(seed)
    game = whole_game()
    lines = text(game).splitlines()
    for _ in range(chosen.randint(1, 3)):
        at = chosen.randrange(len(lines))
        words = lines[at].split() or [""]
        words[chosen.randrange(len(words))] = chosen.choice(
            [
                "",
                "-1",
                "9" * 30,
                "²",
                "peas",
                "ore=x",
                "home#2",
                "a1:z9",
                *chosen.choice(lines).split(),
            ]
        )
        lines[at : at + chosen.randrange(2)] = [" ".join(words)] * chosen.randrange(3)
    content = "\n".join(lines)
    try:
        check_chance(parse(content), content)
    except InputError as error:
        assert str(error).startswith("log: ")  # noqa: PT017  (an edit may also be legal)


@pytest.mark.parametrize("raw", [b"", b"\xff\x00", b"{}", b"# odin game, format 1\n"])
def test_files_that_are_no_games(capsys: Capsys, tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(raw)
    for command in (["show"], ["moves"], ["do", "pass"], ["undo"], ["play"], ["position"]):
        name, *moves = command
        result = odin(capsys, "game", name, str(path), *moves)
        assert (result.code, result.out) == (2, "")
        one_line(result.err, [str(path)])
    assert path.read_bytes() == raw


def test_files_that_cannot_be_read_or_changed(capsys: Capsys, tmp_path: Path) -> None:
    for arguments in (["show", str(tmp_path / "no.log")], ["show", str(tmp_path)]):
        one_line(odin(capsys, "game", *arguments).err, [arguments[1]])
    for arguments in (["do", "-", "pass"], ["undo", "-"], ["play", "-"], ["new", "-o", "-"]):
        result = odin(capsys, "game", *arguments)
        assert result.code == 2
        one_line(result.err, ["expected the file of a game"])


# --- position, place, news ---


def test_the_position_of_a_game(capsys: Capsys, log: str, tmp_path: Path) -> None:
    odin(capsys, "game", "do", log, "use mead", "place silver a1")
    path = str(tmp_path / "position.json")
    assert odin(capsys, "game", "position", log, "-o", path) == (0, "", "")
    position = read_position(path)
    assert dict(position.supply) == {"peas": 1, "flax": 1, "beans": 1, "mead": 3, "silver": 1}
    assert (position.game, position.round) == ("short", 1)
    assert [piece.tile.id for piece in position.boards[0].pieces] == ["silver"]
    assert odin(capsys, "check", path).code == 0
    printed = json.loads(odin(capsys, "game", "position", log).out)
    assert printed["round"] == 1
    assert printed["boards"] == [{"board": "home", "placed": ["silver a1"]}]
    toml = str(tmp_path / "position.toml")
    assert odin(capsys, "game", "position", log, "-o", toml) == (0, "", "")
    assert read_position(toml) == position
    before = content(log)
    assert odin(capsys, "game", "position", log, "-o", log).code == 2
    assert content(log) == before


def test_animals_and_weapons_in_a_position(whole: Game) -> None:
    for state in whole.states:
        supply = position_of(state).supply
        assert not {"bow", "pregnant_sheep", "pregnant_cattle"} & supply.keys()
        assert all(state.has(name) == count for name, count in supply.items())


@pytest.mark.slow
def test_no_value_stands_beside_nothing(capsys: Capsys, log: str) -> None:
    result = odin(capsys, "game", "place", log)
    assert result.code == 0
    assert result.out.startswith("Nothing is worth placing.\nExpected final score: ")
    assert len(result.out.splitlines()) == 2


@pytest.mark.slow
def test_the_best_placement_is_made_if_wanted(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use upgrade_2", "upgrade mead", "done", "use mead")
    arguments = ["place", log, "--time-limit", str(HANGING)]
    found = data(capsys, *arguments)
    assert found["moves"] == found["compared"][0]["moves"]
    assert found["solution"]["status"] == "OPTIMAL"
    kept = data(capsys, *arguments, "--keep", "oil")
    assert not any("oil" in move for move in kept["moves"])
    assert kept["compared"] == []
    with_silver = data(capsys, *arguments, "--silver", "1", "--do")
    laid = sum("silver" in move for move in with_silver["moves"])
    assert laid <= 1
    assert content(log).count("place silver") == laid
    assert odin(capsys, "game", *arguments).code == 0
    one_line(odin(capsys, "game", *arguments, "--keep", "gold").err, ["gold"])


def test_news_end_where_the_game_goes_on(whole: Game) -> None:
    """The steps that are told are those of the game, to the last one."""
    pairs = zip(whole.states, whole.moves, strict=False)
    for number, (state, move) in enumerate(pairs):
        *_, (_, after) = _steps(state, move)
        assert after == whole.states[number + 1]


def test_check_chance_knows_the_seed(whole: Game) -> None:
    again = parse(text(whole))
    chance = SeededChance(3)
    first = next(n for n, state in enumerate(again.states) if chance_outcomes(state))
    outcomes = chance_outcomes(again.states[first])
    assert chance.outcome("starting occupation", 0, outcomes) == again.moves[first]


def test_tiles_laid_without_the_rest_of_the_game(capsys: Capsys, log: str) -> None:
    odin(capsys, "game", "do", log, "use mead")
    state = load(log).state
    after = placed(state, ["place silver home a1", "place silver home a2"])
    assert (state.has("silver"), after.has("silver")) == (2, 0)
    assert [piece.tile.id for piece in after.boards[0].pieces] == ["silver", "silver"]
    with pytest.raises(IllegalMove, match="covered already"):
        placed(state, ["place silver home a1", "place silver home a1"])


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("other draw bow, 45 Occupation", "other draw bow 45 occupation"),
        ("other draw luk a šíp 70b", "other draw bow 70"),
        ("other draw Courier spear", "other draw 70 spear"),
        ("other weapon 2 bows, spear", "other weapon bow bow spear"),
        ("other pay bow=2 spear", "other pay bow=2 spear=1"),
        ("other play Courier", "other play 70"),
        ("other strip 1 take 2", "other strip 1 take 2"),
        ("other Forge", "other use forge"),
    ],
)
def test_what_others_do_is_typed_by_names(typed: str, move: str) -> None:
    game = Game(Options(players=2), 3)
    game.let_chance_decide()
    assert moves_of(game.state, typed) == [move]
