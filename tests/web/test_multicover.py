"""The search for exact covers of the page without a server, against miniexact."""

import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import miniexact
import pytest

from odin_puzzles.uniqueness.exact_cover import SATISFIABLE

SOURCE = Path(__file__).parents[2] / "web" / "browser" / "multicover.py"
spec = spec_from_file_location("multicover", SOURCE)
assert spec is not None
assert spec.loader is not None
multicover = module_from_spec(spec)
spec.loader.exec_module(multicover)

MOST = 100


def solutions(search: Any, seed: int) -> list[list[int]]:
    """Return the solutions of a random problem, in the order in which they are found."""
    chance = random.Random(seed)
    primary = []
    for number in range(chance.randint(1, 6)):
        least = chance.randint(0, 2)
        most = max(1, least + chance.randint(0, 2))
        primary.append(search.primary(f"primary {number}", least, most))
    secondary = [search.secondary(f"secondary {each}") for each in range(chance.randint(0, 4))]
    for _ in range(chance.randint(1, 14)):
        items = [each for each in primary if chance.random() < 0.4] or [chance.choice(primary)]
        search.add(items + [each for each in secondary if chance.random() < 0.3])
    found: list[list[int]] = []
    while len(found) < MOST and search.solve() == SATISFIABLE:
        found.append(list(search.selected_options()))
    return found


@pytest.mark.parametrize("part", range(5))
def test_solutions_come_in_the_same_order(part: int) -> None:
    several = 0
    for seed in range(40 * part, 40 * part + 40):
        expected = solutions(miniexact.miniexacts_m(), seed)
        assert solutions(multicover.Multicover(), seed) == expected, seed
        several += len(expected) > 1
    assert several > 5


def test_others_compute_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    breaths: list[None] = []
    monkeypatch.setattr(multicover, "ROUNDS", 2)
    search = multicover.Multicover(lambda: breaths.append(None))
    solutions(search, 3)
    assert breaths
