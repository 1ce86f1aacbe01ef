"""Puzzles of other games: the pack, files, commands."""

import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_puzzles.booklet.make import booklet_pages, booklet_pdf
from odin_puzzles.files import puzzle_data, puzzle_from, puzzle_text, read_puzzle
from odin_puzzles.generate.spec import spec_of
from odin_puzzles.kinds import GAME_OF, OTHER_KINDS, kind_of
from odin_puzzles.kinds.games import GamePlay, ValueGoal
from odin_puzzles.play.progress import key_of
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share.codes import any_puzzle_from_code, puzzle_from_code, share_code
from odin_puzzles.share.games import unpacked_game_puzzle
from odin_puzzles.shipped import files_of_pack, puzzle_file
from odin_solver.errors import InputError
from odin_solver.vikings.parts import ROWS, cell_name
from tests.cli.process import odin
from tests.profiles import PROFILE
from tests.puzzles.samples import sample

Capsys = pytest.CaptureFixture[str]
FILES = files_of_pack("vikings")
PUZZLES = [read_puzzle(path, GAME_OF) for path in FILES]
OTHERS = [read_puzzle(path, GAME_OF) for path in files_of_pack("graenaland")]
LAST_ACTIONS = [read_puzzle(path, GAME_OF) for path in files_of_pack("last-actions")]
CODES = {
    "boatsmen": (
        "ODIN-220DX-DZH42-RVJH1-A500D-3RW2B-TWG05-T1Y2H-34C05-GNR0G-0B192-NHE84-5HQ"
        "H0-E0A2B-1B0J6-13815-GGPZA-035P7-E08BF-H0AF5-1J4CG-5Y98P-9K3T9-01R08-45GMY"
    ),
    "archipelago": (
        "ODIN-241QJ-7RRET-3E032-2MQY0-2BVQ1-K8240-VFVT0-8CATJ-XR00M-845ME-GHCYQ-R865H-132CW-65SC4"
        "-B0KS3-CP2QG-T841N-Z64CG-2J796-G6RK3-VD010-MCPRD"
    ),
    "win": (
        "ODIN-260Z6-TX0XW-Z1Q4A-RZJVG-CNP1R-S4AVX-NM0TX-CC383-AJ066-ASH66-TX07F-GPV83-VM8TW-Q7F1X"
        "-AE72D-6G7P3-7C0YX-K5N0T-FAQ3G-PN5X3-652T6-A14KM-X5E77-3TATG-7EP6G-TCRFA-PP230-WWB41-APT"
        "WD-3AMB6-7D747-VDQ67-VDQ27-BFQA6-BFQT6-BFPT6-BKQP9-CER0T-XV2QS"
    ),
    "actions": (
        "ODIN-22AV6-2BET1-K0325-PZ104-EG8K3-RF2QH-TD3W0-DEM5X-TYMY4-HPP86-JTEFD-1K422-CD"
        "HEK-FHBW6-XQGP5-5RFX3-6YZ8W-SVF5N-MTQJY-A7ZAD-F4QBM-V82AK-DFV4D-ZB9WP-KDHC5-ZS5"
        "B3-94JTB-1E401-KW7RZ-C5R2K-E0PNP-16P8C-VJB92-YJVBA-RHNKE-JTWSD-0HN2R-FT0X6-3NHN"
        "2-9BXCX-BH5SP-V73NF-247FP-2KZ6R-0EHVJ-EQAR3-JWFBG-ZHTXB-DZZDF-6VMN5-2J33P-V9JJ7"
        "-ZHYM8-0S3T2-FK0RV-G2CWC-XSRPD-EZ12Q-M8NEW-8K3P1-CG7DZ-QSTXW-NA0G2-R5ZZN-6YA3A-"
        "VY33T-B6DPP-12A94-P669R-KNNQ5-SGMFX-HB20J-56AW4-G47AR-AHE7D-TQTW8-ZPXP4-9XWH3-C"
        "VN5F-B5YMJ-7CD53-BCQES-7VS61-A4GN0-JEYMC-D6MB3-3AQ3N-84TRF-2QTJT-ZYNTZ-VW9ES-FF"
        "5S7-Y1H85-70CFX-4WVSB-0CQRD-N13C5-MMZK4-4AJE4-K5112-ZV26T-WMGYG-RKF2E-NGDGR-36W"
        "PK-A2G7A-MD6YY-VAGZB-FB98Z-FN026-1SSPW-C44NP-DZ5Q4-520JP-XHVZG-50J1F-XAEM7-CSTB"
        "X-19S3N-V9YED-DYFXX-QEM2N-R5656-HZY76-RCTK8-71M76-VTADZ-7FDX6-2D703-GEQ45-M67JH"
        "-P2830-4FSZ7-K7G9P-1W4QS-3J513-16275-V2YA2-VJ949-RVSM3-9A80Y-AZ51E-RTJMV-6HZ4N-"
        "QY7NZ-R6PEN-0E8"
    ),
}
STEP = 1 if PROFILE == "nightly" else 5


def first_of(kind: str) -> Puzzle:
    return next(puzzle for puzzle in PUZZLES if puzzle.kind == kind)


def test_the_pack_has_both_kinds_from_easy_to_hard() -> None:
    assert len(PUZZLES) == 24
    assert set(Counter(puzzle.kind for puzzle in PUZZLES)) == {"archipelago", "boatsmen"}
    grades = [puzzle.difficulty for puzzle in PUZZLES]
    assert grades == sorted(grades, key=lambda grade: grade or 0)
    assert set(grades) == {1, 2, 3, 4, 5}
    assert len({puzzle_text(puzzle_data(puzzle)) for puzzle in PUZZLES}) == len(PUZZLES)


def test_questions_name_what_decides_the_score() -> None:
    for puzzle in PUZZLES:
        question, position = kind_of(puzzle).question(puzzle), puzzle.position
        for sail in {*position.area.ships.values(), *position.free.ships}:
            assert f"{sail} {position.ship_values[sail]}" in question
        assert f"{position.rivals.longest} tiles in a closed island" in question


def test_files_are_read_as_written() -> None:
    for path, puzzle in zip(FILES, PUZZLES, strict=True):
        assert puzzle_text(puzzle_data(puzzle)) == path.read_text(encoding="utf-8")
        assert puzzle.solution
        assert kind_of(puzzle).faults(puzzle, puzzle.solution) == []


def more_or_less(puzzle: Puzzle, by: int) -> tuple[Any, ...]:
    """Solutions of a puzzle with another goal."""
    other = replace(puzzle, goal=ValueGoal(puzzle.goal.value + by))
    return kind_of(puzzle).find(other, 1).solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", PUZZLES[::STEP], ids=lambda puzzle: f"{puzzle.kind}-{puzzle.seed}"
)
def test_puzzles_are_unique_graded_and_best(puzzle: Puzzle) -> None:
    kind = kind_of(puzzle)
    assert kind.find(puzzle, 1).unique
    assert kind.grade(puzzle).difficulty == puzzle.difficulty
    assert not more_or_less(puzzle, 1)
    assert len(more_or_less(puzzle, -40)) == 2


def test_wrong_answers() -> None:
    ferry, build = first_of("boatsmen"), first_of("archipelago")
    for puzzle, answer, message in (
        (ferry, {"cells": ["K9"], "boatsmen": 1}, "no free tile on K9"),
        (ferry, {"cells": ["X1"], "boatsmen": 1}, "expected a cell such as G1, got 'X1'"),
        (ferry, {"cells": [], "boatsmen": 9}, "cannot carry exactly these figures: 9"),
        (ferry, {"cells": "K1"}, "solution.cells: expected a list"),
        (ferry, {"cells": [], "boatsmen": {}}, "solution.boatsmen: expected a whole number"),
        (ferry, {"cells": [], "boatsmen": True}, "solution.boatsmen: expected a whole number"),
        (build, {}, "expected all free tiles and ships to be laid"),
        (
            build,
            {**(build.solution or {}), "figures": (build.solution or {})["figures"][1:]},
            "can stand on islands",
        ),
        (build, {"tiles": ["S K1", "S K1", "S K1", "S K1"]}, "cannot lie on K1"),
    ):
        faults = kind_of(puzzle).faults(puzzle, answer)
        assert len(faults) == 1
        assert message in faults[0]


def test_bad_files_name_file_and_field(tmp_path: Path) -> None:
    data: dict[str, Any] = json.loads(puzzle_text(puzzle_data(first_of("boatsmen"))))
    for change, message in (
        ({"kind": "x"}, "kind: expected one of fill, income"),
        ({"goal": {}}, "goal: value: missing"),
        ({"difficulty": 9}, "difficulty: expected a whole number <= 5"),
        ({"position": {}}, 'position: game: expected "game": "vikings"'),
        ({"extra": 1}, "unknown key 'extra'"),
    ):
        with pytest.raises(InputError) as caught:
            puzzle_from({**data, **change}, "x.json", kinds=GAME_OF)
        assert str(caught.value).startswith(f"x.json: {message}")
    with pytest.raises(InputError, match="pack vikings: expected a puzzle from 1 to"):
        puzzle_file("vikings", 999)


@pytest.mark.parametrize("kind", [[], ["win"], {}, 1, None, True])
def test_a_kind_that_is_no_text_is_refused(capsys: Capsys, tmp_path: Path, kind: object) -> None:
    data = json.loads(puzzle_text(puzzle_data(PUZZLES[0]))) | {"kind": kind}
    path = tmp_path / "in.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    for command in ("check", "play", "share"):
        result = odin(capsys, "puzzle", command, str(path))
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"odin: {path}: kind: expected one of")


@pytest.mark.slow
def test_booklets_are_reproducible() -> None:
    pages = booklet_pdf(PUZZLES[:3])
    assert pages.startswith(b"%PDF")
    assert booklet_pdf(PUZZLES[:3]) == pages


def test_parts_to_be_placed_can_be_cut_out() -> None:
    puzzle = first_of("archipelago")
    free = puzzle.position.free
    parts = [count for parts in (free.tiles, free.ships, free.figures) for count in parts.values()]
    pages = [page.content for page in booklet_pages([puzzle])]
    assert [page.count('stroke-dasharray="7 5"') for page in pages] == [0, 0, sum(parts), 0]


def test_puzzles_of_all_games_stand_in_one_booklet() -> None:
    vikings, feast = first_of("archipelago"), sample("skerry")
    cover, puzzles, *_, solutions = booklet_pages([vikings, feast])
    assert "The rules in short" in cover.content
    for page in (puzzles, solutions):
        assert page.content.count("<circle") >= 2
    assert "The rules in short" not in booklet_pages([vikings])[0].content


def test_generation_is_reproducible() -> None:
    puzzle = first_of("boatsmen")
    assert puzzle.seed is not None
    assert (
        kind_of(puzzle).attempt(spec_of(puzzle.kind, None, puzzle.difficulty), puzzle.seed)
        == puzzle
    )


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.seed}")
def test_solutions_are_played_step_by_step(puzzle: Puzzle) -> None:
    assert puzzle.solution
    play = GamePlay(puzzle)
    steps = play.kind.steps(puzzle.solution)
    while play.faults:
        play = play.after(play.hint().command.lower())
        assert not play.misplaced
        play.kind.drawing(puzzle, play.answer)
    assert sorted(play.steps) == sorted(play.nearest)
    assert len(play.steps) == len(steps)
    assert play.without(steps[-1]).faults
    assert all(play.kind.nudge(step) for step in steps)


def test_hints_take_wrong_steps_back() -> None:
    puzzle = first_of("boatsmen")
    play = GamePlay(puzzle)
    right = {step for step in play.nearest if " " not in step}
    area, waiting = puzzle.position.area, puzzle.position.mainland
    free = {
        cell_name(c)
        for row, code in enumerate(ROWS)
        if waiting.get(code)
        for c in area.free_cells(row)
    }
    wrong = min(free - right)
    play = play.after(wrong)
    assert play.misplaced == [wrong]
    assert play.hint()[2] == f"take {wrong}"
    assert play.without(wrong).steps == ()
    for text, message in (
        (wrong, f"a figure goes to {wrong} already"),
        ("K40", "no free tile on K40"),
        ("99 boatsman", "expected a number of boatsmen such as 2 boatsmen"),
        ("13 boatsmen", "you have "),
        ("nonsense", "expected a cell such as G1"),
    ):
        with pytest.raises(InputError, match=message):
            play.after(text)
    with pytest.raises(InputError, match="is not among your steps"):
        play.without("K40")


@pytest.mark.parametrize("puzzle", [*PUZZLES[::4], *OTHERS[::8]], ids=lambda puzzle: puzzle.title)
def test_share_codes(puzzle: Puzzle) -> None:
    code = share_code(puzzle)
    shared = any_puzzle_from_code(code.lower())
    assert shared == replace(puzzle, solution=(), seed=None)
    assert key_of(shared) == key_of(puzzle)
    assert len(code) < 400
    with pytest.raises(InputError, match="share code: "):
        any_puzzle_from_code(code[:-1])
    with pytest.raises(InputError, match="expected a puzzle of A Feast for Odin"):
        puzzle_from_code(code)


@pytest.mark.slow
def test_codes_of_this_version_stay_readable() -> None:
    """The words with which the compression begins must not change, nor the numbers of kinds."""
    assert set(CODES) == set(OTHER_KINDS)
    for kind, code in CODES.items():
        shared = any_puzzle_from_code(code)
        assert (shared.kind, shared.difficulty) == (kind, 1)
        if kind != "boatsmen":  # that one is in no pack
            known = (*PUZZLES, *OTHERS, *LAST_ACTIONS)
            (puzzle,) = (each for each in known if key_of(each) == key_of(shared))
            assert share_code(puzzle) == code
    assert any_puzzle_from_code(CODES["boatsmen"]).goal == ValueGoal(48)


def test_random_numbers_are_no_puzzles() -> None:
    rng = Random(5)
    for length in range(1, 60):
        with pytest.raises((ValueError, LookupError, InputError)):
            unpacked_game_puzzle(int.from_bytes(bytes([rng.randint(0, 4), *rng.randbytes(length)])))


@pytest.mark.slow
def test_play_in_the_terminal(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ODIN_DATA_DIR", str(tmp_path))
    number = 1 + PUZZLES.index(first_of("boatsmen"))
    source = f"vikings/{number}"
    steps = GamePlay(PUZZLES[number - 1]).nearest

    def played(*lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        return odin(capsys, "puzzle", "play", source).out

    shown = played(steps[0], "check", "hint", "hint", "K40", "help", "quit")
    assert "All right so far: 1 of" in shown
    assert f"  {steps[1]}" in shown
    assert "No: no free tile on K40." in shown
    again = played(*steps[1:])
    assert "with 1 piece laid" in again
    assert "Solved!" in again
    assert "solved in 0" in odin(capsys, "puzzle", "packs", "vikings").out
    data = json.loads(odin(capsys, "puzzle", "packs", "vikings", "--json").out)
    assert data["puzzles"][number - 1]["solved"]
    assert data["solved"] == 1
    assert "That is the solution" in played("solution")


def test_new_puzzles_in_a_folder_can_be_resumed(capsys: Capsys, tmp_path: Path) -> None:
    wanted = ("puzzle", "new", "--kind", "boatsmen", "--difficulty", "1", "-o", str(tmp_path))
    made = odin(capsys, *wanted, "--count", "1")
    assert made.code == 0
    path = Path(made.out.strip())
    assert path.name.startswith("boatsmen-vikings-0-")
    text = path.read_text()
    path.unlink()
    assert odin(capsys, *wanted, "--count", "1").out == made.out
    assert path.read_text() == text
    for option, message in (
        ("--board=home", "boatsmen is a puzzle of Vikings and has no boards"),
        ("--minimal", "boatsmen is a puzzle of Vikings and has no clues"),
        ("--difficulty=6", "difficulty: expected 1 to 5, got 6"),
    ):
        refused = odin(capsys, "puzzle", "new", "--kind", "boatsmen", option)
        assert refused.code == 2
        assert message in refused.err


@pytest.mark.slow
def test_commands(capsys: Capsys, tmp_path: Path) -> None:
    listed = odin(capsys, "puzzle", "packs", "vikings").out
    assert listed.count("vikings/") == len(PUZZLES)
    assert "vikings" in odin(capsys, "puzzle", "packs").out
    path = str(FILES[0])
    solved = json.loads(odin(capsys, "puzzle", "solve", path, "--json").out)
    assert solved["unique"]
    assert solved["solution"] == PUZZLES[0].solution
    assert odin(capsys, "puzzle", "check", "vikings/1").out.startswith("sound: it has one solution")
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({"cells": [], "boatsmen": 0}))
    assert odin(capsys, "puzzle", "check", path, str(answer)).code == 1
    assert odin(capsys, "puzzle", "check", path, path).out == "right\n"
    grade = json.loads(odin(capsys, "puzzle", "grade", path, "--json").out)
    assert grade["difficulty"] == PUZZLES[0].difficulty
    booklet = tmp_path / "x.pdf"
    assert odin(capsys, "puzzle", "print", "vikings/1", "vikings/2", "-o", str(booklet)).code == 0
    assert booklet.read_bytes().startswith(b"%PDF")
    mixed = odin(capsys, "puzzle", "print", "vikings/1", "first-steps/1", "-o", str(booklet))
    assert mixed == (0, "", "")

    code = odin(capsys, "puzzle", "share", "vikings/1").out.strip()
    shared = tmp_path / "shared.json"
    assert odin(capsys, "puzzle", "share", code, "-o", str(shared)).code == 0
    assert json.loads(shared.read_text())["solution"] == PUZZLES[0].solution
    copied = odin(capsys, "puzzle", "packs", "vikings", "-o", str(tmp_path / "copy")).out
    assert len(copied.split()) == len(PUZZLES)
