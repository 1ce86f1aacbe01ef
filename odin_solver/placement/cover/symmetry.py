"""Symmetries of a board, and layouts that they leave as they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from odin_solver.components import Cell
from odin_solver.errors import InputError
from odin_solver.placement.cover.problem import HOLE, Cover, CoverPlace

CellMove = Callable[[Cell], Cell]

Symmetry = Mapping[CoverPlace, CoverPlace]
"""Where each place is moved."""


def symmetries(cover: Cover) -> list[Symmetry]:
    """Return the turns and reflections of the board that change nothing, the identity first.

    They keep what is printed, what lies on the board, and the places of all pieces: a tile that may
    not be mirrored excludes reflections, unless it has as many twins.
    """
    if len(cover.problem.areas) != 1:
        raise InputError.said(
            "symmetries: expected a position with one board, got {n}", n=len(cover.problem.areas)
        )
    (area,) = cover.problem.areas
    grid, board = area.grid, area.state.board
    printed: dict[Cell, object] = {
        (x, y): mark for y, row in enumerate(board.rows) for x, mark in enumerate(row)
    }
    for diagonal in board.income:
        printed |= {cell: (diagonal, cell) for cell in diagonal.cells}
    for bonus in board.bonuses:
        printed |= dict.fromkeys(bonus.cells, bonus.gives)
    lying = {(piece.tile.id, frozenset(piece.cells)) for piece in area.state.pieces}
    by_cells = {(place.kind, place.laid[0].cells): place for place in cover.places}
    tiles = cover.problem.position.tiles.values()
    twins = {tile.id: tile.twin for tile in tiles if tile.twin}
    twins |= {twin: name for name, twin in twins.items()}
    at = {
        cover.problem.tile(each.kind).id: (number, each.least, each.copies)
        for number, each in enumerate(cover.kinds)
        if each.kind != HOLE
    }
    others = {
        at[name][0]: at[twin][0]
        for name, twin in twins.items()
        if name in at and twin in at and at[name][1:] == at[twin][1:]
    }
    found: list[Symmetry] = []
    for move in board_moves(grid.width, grid.height):
        if any(printed.get(move(cell)) != mark for cell, mark in printed.items()):
            continue
        named, kind_of = (twins, others) if _mirrors(move) else ({}, {})
        if {(named.get(name, name), frozenset(map(move, cells))) for name, cells in lying} != lying:
            continue
        image = {
            place: by_cells.get(
                (
                    kind_of.get(place.kind, place.kind),
                    grid.mask(map(move, grid.cells(place.laid[0].cells))),
                )
            )
            for place in cover.places
        }
        moved = {place: other for place, other in image.items() if other is not None}
        if len(moved) == len(image):
            found.append(moved)
    return found


def places_together(cover: Cover, symmetry: Symmetry) -> Cover:
    """Return a cover with the places that a symmetry takes to each other, each set as one.

    Its covers are the layouts that the symmetry leaves as they are. As many twins are used of both
    kinds: they count as one kind.
    """
    kinds = list(cover.kinds)
    for one, other in {(each.kind, symmetry[each].kind) for each in cover.places}:
        if one < other:
            both, none = kinds[one], kinds[other]
            kinds[one] = both._replace(least=2 * both.least, copies=2 * both.copies)
            kinds[other] = none._replace(least=0, copies=0)
    sets: dict[frozenset[CoverPlace], None] = {}
    for place in cover.places:
        orbit = [place]
        while (after := symmetry[orbit[-1]]) != place:
            orbit.append(after)
        sets[frozenset(orbit)] = None
    joined = []
    for each in sets:
        members = sorted(each, key=lambda place: (place.kind, place.cells))
        cells = reduce(or_, (place.cells for place in members))
        beside = reduce(or_, (place.beside for place in members))
        first = members[0]
        apart = not beside & cells
        if sum(place.cells.bit_count() for place in members) == cells.bit_count() and apart:
            laid = tuple(laid for place in members for laid in place.laid)
            joined.append(CoverPlace(first.kind, laid, cells, beside, first.color))
    ordered = sorted(joined, key=lambda place: place.kind)
    return replace(cover, kinds=tuple(kinds), places=tuple(ordered))


def first_places(cover: Cover, group: Sequence[Symmetry]) -> Iterator[tuple[int, Cover]]:
    """Split the search by the place of one piece that has to be used, up to symmetry.

    Yields
    ------
    tuple of int and Cover
        How many layouts each cover stands for, and what to search.
    """
    twins = {
        each.kind for symmetry in group for each in cover.places if each.kind != symmetry[each].kind
    }
    alone = [at for at, kind in enumerate(cover.kinds) if kind.copies == 1 and at not in twins]
    best: dict[int, list[CoverPlace]] = {}
    if cover.uses_all and len(group) > 1:
        ways = [_orbits([p for p in cover.places if p.kind == at], group) for at in alone]
        best = min(ways, key=lambda by_size: sum(map(len, by_size.values())), default={})
    if not best:
        yield 1, cover
        return
    kind = next(iter(best.values()))[0].kind
    for size, chosen in best.items():
        kept = set(chosen)
        places = (place for place in cover.places if place.kind != kind or place in kept)
        yield size, replace(cover, places=tuple(places))


def _mirrors(move: CellMove) -> bool:
    (x, y), (i, j), (u, v) = move((0, 0)), move((1, 0)), move((0, 1))
    return (i - x) * (v - y) < (u - x) * (j - y)


def _orbits(places: Sequence[CoverPlace], group: Sequence[Symmetry]) -> dict[int, list[CoverPlace]]:
    """Return one place of each set that the group takes to each other, by the set's size."""
    by_size: dict[int, list[CoverPlace]] = {}
    left = dict.fromkeys(places)
    while left:
        first = next(iter(left))
        orbit = {symmetry[first] for symmetry in group}
        for place in orbit:
            del left[place]
        by_size.setdefault(len(orbit), []).append(first)
    return by_size


def board_moves(width: int, height: int) -> Iterator[CellMove]:
    """Yield the maps of a rectangle's cells onto themselves, the identity first."""
    for swapped in (False, True) if width == height else (False,):
        for left in (False, True):
            for up in (False, True):

                def move(
                    cell: Cell, swapped: bool = swapped, left: bool = left, up: bool = up
                ) -> Cell:
                    x, y = cell[::-1] if swapped else cell
                    return (width - 1 - x if left else x, height - 1 - y if up else y)

                yield move
