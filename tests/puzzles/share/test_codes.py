import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from odin_puzzles.files import puzzle_data, puzzle_from
from odin_puzzles.puzzle import Puzzle
from odin_puzzles.share import codes
from odin_puzzles.share.codes import ALPHABET, looks_like_code, puzzle_from_code, share_code
from odin_puzzles.share.tables import BOARDS, GOODS, ITEMS, MARKS, TILES
from odin_solver import components
from odin_solver.errors import InputError
from odin_solver.notation.custom_boards import MARKS as ALL_MARKS
from odin_solver.placement.objective import BONUS_ITEMS
from tests.profiles import cases
from tests.puzzles.samples import NAMES, sample

# Codes that were given away: they have to be understood for ever.
CODES = {
    "fill": "ODIN-11CTY-9S28J-8FMST-YMYZ5-8KNS1-8WB9J-5XBQC-YKSDZ-J04YX-YV3",
    "skerry": "ODIN-1K5E7-4J5WR-C59X6-7TKFA-MS4AP-RKHWQ-BZ0WV-KX6S1-ZVERW-R49FD",
    "order": "ODIN-1818Y-YTJDE-300CQ-CCM3K-SX9X3-AX70Y-CRQ21-ZQAN4-13C2T-B",
    "income": "ODIN-154R9-QZ9AD-4B10E-K4TVR-SAGRW-PTZS3-D3BQG",
    "bonus": "ODIN-1KJEF-JA7GX-60WWB-HWA76-QHEAC-TM7SC",
    "best": "ODIN-1CPXW-HA6BH-KCVA9-6FHPK-4SEZY-BG1EF-Y0",
    "banquet": "ODIN-12SPR-HA65F-H36VF-HKPD0-859TY-Y8D",
}


def shared(puzzle: Puzzle) -> dict[str, Any]:
    """What a code holds of a puzzle, as plain data; bonuses in the order of the board."""
    data = puzzle_data(replace(puzzle, solution=(), grading={}, seed=None, generator=""))
    if "bonuses" in data["goal"]:
        data["goal"]["bonuses"].sort(key=lambda cell: cell[::-1])
    return data


def test_tables_are_complete() -> None:
    assert sorted(TILES) == sorted(components.TILES)
    assert sorted(BOARDS) == sorted(components.BOARDS)
    assert set(ITEMS) >= BONUS_ITEMS
    assert MARKS == ALL_MARKS


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(name: str) -> None:
    puzzle = sample(name)
    code = share_code(puzzle)
    assert len(code) <= 70
    assert code == CODES[name]
    assert shared(puzzle_from_code(code)) == shared(puzzle)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert puzzle_from_code(f" {typed}\n") == puzzle_from_code(code)
    assert puzzle_from_code(code.replace("-", "")) == puzzle_from_code(code)


OWN_BOARD = {
    "name": "Øya",
    "kind": "building",
    "map": ["..B=~", ".I.BB", "I.#-."],
    "income": [{"cells": "a1 b2", "values": [0, 3, 1000]}],
    "bonuses": [
        {"cells": "c3", "gives": {"oil": 1}},
        {"cells": "d2 e2", "gives": {"weapon_card": 2, "stone": 9}},
    ],
}


def test_everything_that_a_code_holds() -> None:
    position = {
        "schema": 1,
        "supply": {"silver": 8, "ore": 9, "robe": 2, "stone": 75, "horseshoe": 1},
        "boards": [
            {"board": "home", "placed": ["robe a1:c3", "ore e9", "silver e8", "chest d1:e2"]},
            {"board": OWN_BOARD, "placed": ["peas d1:e1"]},
            {"board": "stone_house", "placed": ["stone", "wood"]},
        ],
        "rules": {"simultaneous": True},
    }
    goals: dict[str, Any] = {
        "fill": {"board": 1, "cells": [[0, 0], [1, 0], [1, 1]]},
        "income": {"board": 0, "income": 18},
        "bonus": {"board": 1, "bonuses": [[3, 1]], "tiles": 1000},
        "best": {"value": 999, "tiles": 8},
    }
    for kind, goal in goals.items():
        puzzle = puzzle_from(
            {
                "schema": 1,
                "kind": kind,
                "title": 'Größer & 大 — "so"',
                "position": position,
                "goal": goal,
                "difficulty": 5,
            }
        )
        assert shared(puzzle_from_code(share_code(puzzle))) == shared(puzzle)


def test_random_regions() -> None:
    choose = random.Random(1)
    for _ in range(30):
        cells = [[x, y] for x in range(7) for y in range(11) if choose.random() < 0.5]
        puzzle = puzzle_from(
            {
                "schema": 1,
                "kind": choose.choice(["fill", "order"]),
                "position": {
                    "schema": 1,
                    "supply": {choose.choice(GOODS): choose.randint(1, 12)},
                    "boards": [{"board": "home"}],
                },
                "goal": {"cells": cells or [[0, 0]]},
            }
        )
        assert shared(puzzle_from_code(share_code(puzzle))) == shared(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[: cases(3, len(NAMES))])
def test_every_wrong_character_is_recognised(name: str) -> None:
    code = share_code(sample(name)).replace("-", "")
    for at, right in enumerate(code):
        others = sorted(set(ALPHABET + "U*") - {right, *_alike(right)})
        for wrong in others[at % cases(5, 1) :: cases(5, 1)]:
            with pytest.raises(InputError) as caught:
                puzzle_from_code(code[:at] + wrong + code[at + 1 :])
            message = str(caught.value)
            assert message.startswith("share code: ")
            assert "a typo" in message
            if at >= 4:
                assert f"(group {(at - 4) // 5 + 1} of" in message


def _alike(char: str) -> set[str]:
    return {"O": {"0"}, "I": {"1"}}.get(char, set())


@pytest.mark.parametrize("name", NAMES)
def test_swapped_neighbours_are_recognised(name: str) -> None:
    code = share_code(sample(name)).replace("-", "")
    for at in range(4, len(code) - 1):
        swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
        if swapped != code:
            with pytest.raises(InputError, match="a typo near"):
                puzzle_from_code(swapped)


def cuts(code: str) -> Iterator[str]:
    for at in range(len(code)):
        yield code[:at]
        yield code[:at] + code[at + 1 :]
        yield code[:at] + "7" + code[at:]


def test_missing_and_additional_characters_are_recognised() -> None:
    for cut in cuts(share_code(sample("bonus"))):
        if cut.replace("-", "") != share_code(sample("bonus")).replace("-", ""):
            with pytest.raises(InputError, match="share code: "):
                puzzle_from_code(cut)


def test_other_texts_with_a_right_checksum_are_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    import odin_puzzles.share.codes

    choose = random.Random(7)
    for _ in range(300):
        number = choose.getrandbits(choose.choice([3, 40, 200]))
        with monkeypatch.context() as patch:
            patch.setattr(
                odin_puzzles.share.codes, "packed_puzzle", lambda _, number=number: number
            )
            code = share_code(sample("best"))
        with suppress(InputError):
            assert isinstance(puzzle_from_code(code), Puzzle)


def test_later_versions_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odin_puzzles.share.codes.VERSION", 5)
    code = share_code(sample("best"))
    monkeypatch.undo()
    with pytest.raises(InputError, match="version 1 to 4, got 5"):
        puzzle_from_code(code)


def test_positions_against_the_rules_have_no_code() -> None:
    puzzle = puzzle_from(
        {
            "schema": 1,
            "kind": "best",
            "position": {
                "schema": 1,
                "boards": [{"board": "home", "placed": ["ore a1", "ore a1"]}],
            },
            "goal": {"value": 1, "tiles": 1},
        }
    )
    with pytest.raises(InputError, match="covered twice"):
        share_code(puzzle)
    with pytest.raises(InputError, match="characters"):
        share_code(replace(sample("best"), title="x" * 1001))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ODIN-14K0C-YPD54", True),
        ("odin 14k0c ypd54", True),
        ("0D1N14K0CYPD54", True),
        ("ODJN-14K0C-YPD54-D88NQ-TRE02", True),
        ("puzzle.json", False),
        ("a/odin-1", False),
        ("my-first-puzzle", False),
        ("-", False),
        ("", False),
        ('{"schema": 1}', False),
    ],
)
def test_codes_and_paths_are_told_apart(text: str, meant: bool) -> None:
    assert looks_like_code(text) is meant


def test_a_code_of_a_megabyte_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="at most 20000 characters"):
        puzzle_from_code("ODIN" + "0" * 1_000_000)


def test_a_full_board_of_many_pieces_has_a_code() -> None:
    rows = ["." * 21] * 20
    silver = [f"silver {chr(97 + x)}{y}" for x in range(21) for y in range(1, 21)]
    board = {"board": {"map": rows}, "placed": silver[:-2]}
    position = {"schema": 1, "supply": {"silver": 2}, "boards": [board]}
    puzzle = puzzle_from({"schema": 1, "kind": "fill", "position": position, "goal": {}})
    assert shared(puzzle_from_code(share_code(puzzle))) == shared(puzzle)


def test_what_no_code_can_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "LONGEST", 20)
    with pytest.raises(InputError, match="too large for a code: share the file"):
        share_code(sample("fill"))
