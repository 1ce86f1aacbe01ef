"""Exact covers of items in Knuth's format."""

import json
import random
from pathlib import Path

import pytest

from odin_solver.errors import InputError
from odin_solver.notation.dlx import ItemCounter, is_dlx
from odin_solver.notation.examples import example
from odin_solver.notation.writing import position_text
from tests.cli.process import odin
from tests.profiles import cases
from tests.timing import HANGING

KNUTH = "| a comment\nA B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"


def queens(n: int) -> str:
    """Queens on a board of n by n: rows and columns, and diagonals at most once."""
    items = [f"{line}{i}" for line in "rc" for i in range(n)]
    diagonals = [f"{line}{i}" for line in "ab" for i in range(2 * n - 1)]
    options = [f"r{i} c{j} a{i + j} b{i - j + n - 1}" for i in range(n) for j in range(n)]
    return "\n".join([f"{' '.join(items)} | {' '.join(diagonals)}", *options])


@pytest.mark.parametrize(
    ("text", "count"),
    [(KNUTH, 1), ("a b\na\nb\na b\n", 2), ("a | b\na b\na\n", 2), ("a b | c\na c\nb c\n", 0)]
    + [(queens(n), count) for n, count in ((1, 1), (3, 0), (4, 2), (6, 4), (8, 92))],
)
def test_counts(text: str, count: int) -> None:
    assert is_dlx(text)
    counted = ItemCounter(text).count(HANGING)
    assert (counted.count, counted.exact) == (count, True)
    listed: list[list[str]] = []
    assert ItemCounter(text).each(listed.append, HANGING).count == len(listed) == count


@pytest.mark.parametrize("seed", range(cases(20, 200)))
def test_random_ones_against_all_choices(seed: int) -> None:
    choose = random.Random(seed)
    items = [f"x{i}" for i in range(6)]
    primary = set(items[: choose.randint(2, 5)])
    options = [choose.sample(items, choose.randint(1, 3)) for _ in range(9)]
    kept = [set(each) for each in options if primary & set(each)]
    expected = 0
    for chosen in range(1 << len(kept)):
        taken = [each for at, each in enumerate(kept) if chosen >> at & 1]
        used = set().union(*taken)
        expected += len(used) == sum(map(len, taken)) and primary <= used
    first = [name if name in primary else "|" if name == "|" else name for name in items]
    first.insert(len(primary), "|")
    lines = "\n".join(" ".join(each) for each in (first, *options))
    assert ItemCounter(lines).count(HANGING).count == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a b | c\na c:1\nb\n", "line 2: 'c:1': items with colours are not read"),
        ("a a\na\n", "line 1: 'a': expected each item once"),
        ("a b\na\nb a b\n", "line 3: 'b': expected items of the first line, each once"),
        ("a b\na\nc\n", "line 3: 'c': expected items of the first line"),
        (" ".join(f"i{n}" for n in range(4097)) + "\ni1\n", "line 1: expected at most 4096 items"),
    ],
)
def test_bad_ones(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        ItemCounter(text)


def test_positions_are_none() -> None:
    for form in ("json", "toml", "drawn"):
        assert not is_dlx(position_text(example("opening"), form))
    assert not is_dlx("")


def test_the_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, out = tmp_path / "queens.dlx", tmp_path / "covers.jsonl"
    file.write_text(queens(4))
    assert odin(capsys, "count", str(file)).out == "2 exact covers\n"
    assert odin(capsys, "count", str(file), "--all", str(out)).code == 0
    (first, second) = map(json.loads, out.read_text().splitlines())
    assert len(first["options"]) == len(second["options"]) == 4
    assert first["options"] != second["options"]
    counted = json.loads(odin(capsys, "count", str(file), "--json").out)
    assert (counted["count"], counted["of"]) == (2, "all items")
    refused = odin(capsys, "count", str(file), "--up-to-symmetry")
    assert refused.code == 2
    assert "items have no symmetries" in refused.err
    refused = odin(capsys, "import", str(file))
    assert refused.code == 2
    assert "odin count counts them" in refused.err
