"""What all kinds of A Feast for Odin share: files, share codes, generator, play, drawings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from odin_puzzles.generate.pipeline import generated
from odin_puzzles.generate.titles import title_of
from odin_puzzles.kinds.base import FeastKind
from odin_puzzles.play.session import Play
from odin_puzzles.puzzle import Puzzle, Spec
from odin_puzzles.schema.structs import PieceEntries
from odin_solver.components import BOARDS
from odin_solver.errors import InputError
from odin_solver.notation.positions import named_tile, position_data, position_from
from odin_solver.rules.board_state import Piece
from odin_solver.rules.order import in_legal_order
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say, say_number
from odin_solver.support.validating import Faults, converted, faults
from odin_solver.version import __version__

if TYPE_CHECKING:
    from rich.console import RenderableType


class TileKind(FeastKind):
    """A kind of puzzle of A Feast for Odin."""

    solution = PieceEntries

    def pieces_in_words(self, count: int) -> str:
        return say_number("{n} tile", "{n} tiles", count)

    def position_from(self, data: object, name: str) -> Position:
        position = in_legal_order(position_from(data, name))
        # No kind depends on the round.
        return position if position.round is not None else replace(position, round=1)

    def position_data(self, position: Position) -> Mapping[str, Any]:
        return position_data(position)

    def solution_from(self, solution: PieceEntries, position: Position) -> tuple[Placement, ...]:
        pieces = []
        for at, each in enumerate(solution):
            try:
                piece = Piece(named_tile(each.tile, position.tiles), tuple(each.cells))
            except InputError as error:
                raise InputError.said("solution[{at}].tile: {error}", at=at, error=error) from None
            pieces.append(Placement(each.board, piece))
        return tuple(pieces)

    def answer_from(self, data: object, name: str, position: Position) -> tuple[Placement, ...]:
        solution = data.get("solution") if isinstance(data, dict) else data
        collected = Faults(name)
        collected.add(f"solution: {fault}" for fault in faults(solution, PieceEntries))
        collected.raise_any()
        try:
            return self.solution_from(converted(solution, PieceEntries), position)
        except InputError as error:
            raise error.within(name) from None

    def solution_data(self, solution: Sequence[Placement]) -> list[dict[str, Any]]:
        return [
            {
                "board": each.board,
                "tile": each.tile.id,
                "cells": [list(cell) for cell in each.cells],
            }
            for each in solution
        ]

    def identity(self, puzzle: Puzzle) -> list[Any]:
        """Return kind, position and goal without what only a drawing shows."""
        position = {k: v for k, v in position_data(puzzle.position).items() if k != "title"}
        goal = msgspec.to_builtins(puzzle.goal)
        plain = {name: part for name, part in goal.items() if isinstance(part, int)}
        marked = self.marked(puzzle)
        cells = [sorted(marked.get(number, ())) for number in range(len(self.empty_boards(puzzle)))]
        return [puzzle.kind, position, plain, cells]

    def attempt(self, spec: Spec, number: int) -> Puzzle | None:
        *_, nearest = (None, *self.nearing(spec, number))
        return nearest

    def nearing(self, spec: Spec, number: int) -> Iterator[Puzzle]:
        return generated(spec, number)

    def traits(self, puzzle: Puzzle, spec: Spec) -> Iterable[tuple[str, object, object]]:
        boards = puzzle.position.boards
        yield "position.boards", len(boards), int(not self.at_table)
        yield "generator", puzzle.generator, f"odin_solver {__version__}"
        yield "title", puzzle.title, title_of(puzzle)
        if spec.board in BOARDS:
            yield "board", boards[0].board.id, spec.board
        if spec.start is not None:
            yield "board", boards[0].board, spec.start.board

    def play(self, puzzle: Puzzle) -> Play:
        return Play(puzzle)

    def how(self, puzzle: Puzzle) -> str:
        example = "peas lengthwise" if self.at_table else "robe a1:c3"
        return say("Lay a tile with its name and cells ({example})", example=example)

    def size(self, puzzle: Puzzle) -> int:
        return len(puzzle.solution)

    def help(self, puzzle: Puzzle) -> Mapping[str, str]:
        several = {"2 robe a1:c3": say("lay a tile on the second board")}
        return {
            "robe a1:c3": say("lay a tile on a rectangle of cells"),
            "helmet a1 b1 b2 ...": say("lay a tile on named cells"),
            **(several if len(puzzle.position.boards) > 1 else {}),
            "": say("names may be abbreviated, or be the two letters of the picture"),
        }

    def drawing(
        self, puzzle: Puzzle, answer: Sequence[Placement] | None = None
    ) -> "RenderableType":
        from rich.console import Group

        from odin_puzzles.play.drawing import boards_text, tiles_text

        if answer is None:
            return Group(
                boards_text(puzzle), tiles_text(puzzle.position.supply, puzzle.position.kinds)
            )
        return boards_text(puzzle, answer)

    def solution_drawing(self, puzzle: Puzzle, answer: Sequence[Placement]) -> "RenderableType":
        from odin_puzzles.play.drawing import solution_text

        return solution_text(puzzle, answer)
