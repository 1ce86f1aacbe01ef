"""An independent statement of the rules of Vikings, cell by cell: slow, and sharing no code."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from odin_solver.vikings.position import VikingsPosition

LETTERS = "KRGYB"
ENDS = {"red": "R", "green": "G", "yellow": "Y", "blue": "B"}


def plain(position: VikingsPosition) -> dict[str, Any]:
    """A position as dictionaries by names such as ``("R", 3)``."""
    return {
        "tiles": {(LETTERS[r], c): str(t) for (r, c), t in position.area.tiles.items()},
        "figures": {(LETTERS[r], c) for r, c in position.area.figures},
        "ships": dict(position.area.ships),
        "paid": set(position.area.paid),
        "mainland": dict(position.mainland),
    }


def threatened(sea: Mapping[str, Any], letter: str, column: int) -> bool:
    if column not in sea["ships"]:
        return False
    if ("K", column) in sea["figures"]:
        return False
    return LETTERS.find(letter) <= LETTERS.find(ENDS[sea["ships"][column]])


def small(position: VikingsPosition) -> int:
    """Gold of a small scoring."""
    sea = plain(position)
    each = 3
    for name, count in position.specials.items():
        each += {"goldsmith_plus1": 1, "goldsmith_plus2": 2}.get(name, 0) * count
    return sum(
        each
        for letter, column in sea["figures"]
        if letter == "Y" and not threatened(sea, letter, column)
    )


def large(position: VikingsPosition) -> tuple[int, int]:
    """VP and gold of a large scoring after its ferrying."""
    sea = plain(position)
    vp, gold = 0, small(position)
    for column, sail in sea["ships"].items():
        if ("K", column) in sea["figures"]:
            if column in sea["paid"] and not position.rules.ship_repeat:
                continue
            value = position.ship_values[sail]
            if value.unit == "gold":
                gold += value.amount
            else:
                vp += value.amount
    for letter, column in sea["figures"]:
        if threatened(sea, letter, column):
            continue
        if letter == "R":
            vp += 2 + position.specials.get("noble_plus1", 0)
        if letter == "G":
            vp += 1 + position.specials.get("scout_plus1", 0)
            vp += ("Y", column) in sea["figures"]
            vp += ("B", column) in sea["figures"]
        if letter == "B":
            vp += position.specials.get("fisherman_1", 0)
    return vp, gold


def islands(sea: Mapping[str, Any]) -> list[int]:
    """Lengths of the closed islands."""
    lengths = []
    for letter in LETTERS:
        drawn = "".join(sea["tiles"].get((letter, c), ".")[0] for c in range(1, 30))
        for start, end in product(range(30), repeat=2):
            piece = drawn[start:end]
            if len(piece) > 1 and piece == f"S{'M' * (len(piece) - 2)}E":
                lengths.append(len(piece))
    return lengths


def final(position: VikingsPosition) -> tuple[int, int]:
    """Final VP and gold left of a position after its last large scoring."""
    sea = plain(position)
    vp, gold = position.vp, position.gold
    for column, sail in sea["ships"].items():
        if ("K", column) not in sea["figures"]:
            value = position.ship_values[sail]
            for _ in range(value.amount):
                if value.unit == "vp":
                    vp -= 1
                elif gold > 0:
                    gold -= 1
                else:
                    vp -= 1
    rate = 3 if position.specials.get("gold3") else 5
    while gold >= rate:
        gold -= rate
        vp += 1
    least = position.rules.majority_min
    lengths = islands(sea)
    boatsmen = sea["mainland"].get("N", 0) + position.specials.get("boatsman_final", 0)
    for mine, theirs, points in (
        (boatsmen, position.rivals.boatsmen, 10),
        (len(lengths), position.rivals.islands, 7),
        (max([0, *lengths]), position.rivals.longest, 5),
    ):
        assert theirs is not None
        if mine >= least and mine >= theirs:
            vp += points
    eaters = len(sea["figures"]) + sum(sea["mainland"].values())
    fed = sum(5 for letter, c in sea["figures"] if letter == "B" and not threatened(sea, letter, c))
    if fed > eaters:
        vp += (fed - eaters) * (3 if position.specials.get("food3") else 2)
    else:
        vp -= eaters - fed
    for (letter, column), tile in sea["tiles"].items():
        if tile.endswith("!") and not threatened(sea, letter, column):
            at = LETTERS.find(letter)
            vp += sum(
                abs(LETTERS.find(other) - at) <= 1 and abs(c - column) <= 1
                for other, c in sea["figures"]
            )
    if position.rules.final_vp_floor:
        vp = max(vp, 0)
    return vp, gold


def is_legal_layout(position: VikingsPosition) -> bool:
    """Whether the tiles lie as the rules want, by laying them one after the other."""
    sea = plain(position)
    tiles = {cell: name[0] for cell, name in sea["tiles"].items()}
    left = {"S": "sea", "M": "land", "E": "land"}
    right = {"S": "land", "M": "land", "E": "sea"}
    for (letter, column), kind in tiles.items():
        if column == 1 and position.rules.mainland_edge not in ("any", left[kind]):
            return False
        beside = tiles.get((letter, column + 1))
        if beside is not None and right[kind] != left[beside]:
            return False
        if not position.rules.gaps and column > 1 and (letter, column - 1) not in tiles:
            return False
    laid: set[tuple[str, int]] = set()
    while len(laid) < len(tiles):
        for letter, column in tiles.keys() - laid:
            at = LETTERS.find(letter)
            beside_laid = any(
                abs(LETTERS.find(other) - at) + abs(c - column) == 1 for other, c in laid
            )
            arm = position.rules.arm_is_mainland and letter == "K" and column <= 3
            if column == 1 or beside_laid or arm:
                laid.add((letter, column))
                break
        else:
            return False
    if not sea["figures"] <= tiles.keys():
        return False
    columns = set(sea["ships"])
    return columns <= {1, 2, 3} if len(columns) <= 3 else columns == set(range(1, len(columns) + 1))
