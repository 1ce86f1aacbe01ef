"""Playing a puzzle: tiles are laid one by one, illegal placements refused with a reason, and hints.

For hints on a symmetric board the solution is turned or mirrored to fit the player's pieces.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odin_puzzles.grading.result import GradeStep
from odin_puzzles.kinds import faults, feast_kind
from odin_puzzles.kinds.answers import position_after
from odin_puzzles.kinds.base import PuzzleHint
from odin_puzzles.kinds.boards import board_states, command_text
from odin_puzzles.kinds.menus import TABLE_ROWS, banquet_pieces, menu_of
from odin_puzzles.puzzle import Puzzle
from odin_solver.components import TILES, Cell, Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.heard import plain, tiles_named
from odin_solver.errors import InputError
from odin_solver.names.printed import printed_name, tile_name
from odin_solver.notation.pieces import parse_piece, read_placing
from odin_solver.rules.banquet import Serving, banquet_violations, side_lengths
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement
from odin_solver.support.language import say, say_as, say_number
from odin_solver.support.text import whole_number

if TYPE_CHECKING:
    from rich.console import RenderableType

_MAX_NAMES = 8
"""The most cells that a refusal names."""

_MAX_REASON = 160
"""The most characters of a step that makes a good nudge."""

_MAX_TRIES = 2000
"""The most servings that are tried to complete the banquet table."""


class Refused(InputError):
    """A command that is impossible now; the message gives the reason."""


@dataclass(frozen=True)
class Play:
    """A puzzle with the pieces laid so far, in order."""

    puzzle: Puzzle
    pieces: tuple[Placement, ...] = ()

    @property
    def left(self) -> dict[str, int]:
        """The tiles left in the supply."""
        used = Counter(piece.tile.id for piece in self.pieces)
        counts = {name: count - used[name] for name, count in self.puzzle.position.supply.items()}
        return {name: count for name, count in counts.items() if count > 0}

    @property
    def solved(self) -> bool:
        """Whether the pieces solve the puzzle."""
        return not faults(self.puzzle, self.pieces)

    @property
    def fault(self) -> str:
        """What is wrong once all tiles are laid, or the goal is reached; empty otherwise."""
        if not self.pieces or self.solved:
            return ""
        if self.left and not feast_kind(self.puzzle).reached(self.puzzle, self.pieces):
            return ""
        return faults(self.puzzle, self.pieces)[0]

    @property
    def at_table(self) -> bool:
        """Whether the puzzle is a banquet."""
        return feast_kind(self.puzzle).at_table

    @property
    def in_order(self) -> bool:
        """Whether each tile has to be legal when it is laid, not only the final layout."""
        in_order = feast_kind(self.puzzle).in_order
        return in_order and not self.puzzle.position.rules.simultaneous

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that lay the pieces."""
        return tuple(command_text(self.puzzle, piece) for piece in self.pieces)

    @property
    def misplaced(self) -> list[Placement]:
        """The pieces that do not belong to the solution."""
        if self.at_table:
            wanted = menu_of(self.puzzle.solution)
            wrong = []
            for piece in self.pieces:
                (serving,) = menu_of([piece])
                wanted[serving] -= 1
                if wanted[serving] < 0:
                    wrong.append(piece)
            return wrong
        right = {_key(piece) for piece in solution_for(self)}
        return [piece for piece in self.pieces if _key(piece) not in right]

    @property
    def todo(self) -> str:
        """How many tiles are left."""
        return say("{n} left ", n=sum(self.left.values()))

    def after(self, text: str) -> "Play":
        """Lay a tile: ``robe a1:c3``, ``2 robe a1:c3`` on the second board, ``peas lengthwise``.

        Raises
        ------
        Refused
            If no such tile is left or the placement is illegal.
        """
        text = text.replace("=", " ")
        if self.at_table:
            return _with(self, [_serving(self, text.split())])
        ways = _ways(self, text)
        legal: list[Play] = []
        refusal = Refused.said("there is no board")
        for pieces in ways:
            try:
                legal.append(_with(self, pieces))
            except Refused as error:
                refusal = error
        if not legal:
            raise refusal
        if len(legal) > 1:
            raise _no_board(text.strip())
        return legal[0]

    def without(self, place: str) -> "Play":
        """Take back the piece on a cell: ``a1``, ``2 a1`` on the second board, ``3`` at the table.

        Raises
        ------
        Refused
            If no piece of the player lies there, or later pieces need it.
        """
        words = place.split()
        if self.at_table:
            return take_at(self, 0, (_column(self, words[-1:]) if words else 0, TABLE_ROWS - 1))
        number, words = _board_number(self, words)
        board = self.puzzle.position.boards[number].board
        try:
            (cell,) = parse_piece(f"silver {' '.join(words)}", board).cells
        except (InputError, ValueError):
            raise Refused.said("take what? Name one of its cells, such as: take a1") from None
        return take_at(self, number, cell)

    def hint(self, steps: Sequence[GradeStep] = ()) -> PuzzleHint:
        """Return what to do next: take a wrong piece back, or lay the next one of the solution."""
        wrong = self.misplaced
        if wrong:
            words = command_text(self.puzzle, wrong[-1])
            first_cell = re.sub(r"^(\d+ )?\S+ ([^\s:]+).*", r"\1\2", words)
            where = words.split()[-1] if self.at_table else first_cell
            return PuzzleHint(
                say_number(
                    "One of your pieces does not belong to the solution.",
                    "{n} of your pieces do not belong to the solution.",
                    len(wrong),
                ),
                say("{tile} does not belong where it is.", tile=tile_name(wrong[-1].tile)),
                f"take {where}",
                wrong[-1],
            )
        return _at_table(self) if self.at_table else _on_boards(self, steps)

    def drawing(self) -> "RenderableType":
        """Draw the boards and the tiles that are left."""
        from rich.console import Group

        from odin_puzzles.play.drawing import boards_text, tiles_text
        from odin_solver.render.terminal.summary import heading

        boards, kinds = boards_text(self.puzzle, self.pieces), self.puzzle.position.kinds
        left = [heading(say("Tiles left")), tiles_text(self.left, kinds)] if self.left else []
        return Group(boards, *left)


def _no_board(text: str) -> Refused:
    return Refused.said("on which board? Begin with its number, such as: 1 {text}", text=text)


def lay_piece(play: Play, piece: Placement) -> Play:
    """Lay a piece.

    Raises
    ------
    Refused
        If no such tile is left or the placement is illegal.
    """
    tile_named(play, piece.tile.id)
    return _with(play, [piece])


def why_not(play: Play, piece: Placement) -> str | None:
    """Return why a piece cannot be laid now, in few words; None if it can.

    It decides like `lay_piece` in a hundredth of the time.
    """
    if play.at_table:
        try:
            _with(play, [piece])
        except Refused as refusal:
            return str(refusal)
        return None
    state = board_states(play.puzzle, play.pieces)[piece.board]
    reason = None
    if play.in_order or not state.fits(piece.piece):
        reason = state.why_not(piece.tile, state.grid.mask(piece.cells))
    return reason or _off_goal(play.puzzle, piece)


def replayed(puzzle: Puzzle, commands: Iterable[str]) -> tuple[Play, ...]:
    """Return the play before the first of some commands that lay pieces, and after each.

    Raises
    ------
    Refused
        If one of them is impossible.
    """
    plays = [Play(puzzle)]
    for command in commands:
        plays.append(plays[-1].after(command))
    return tuple(plays)


def _with(play: Play, pieces: Iterable[Placement]) -> Play:
    for piece in pieces:
        play = replace(play, pieces=(*play.pieces, piece))
        if reason := _why_illegal(play) or _off_goal(play.puzzle, piece):
            raise Refused(reason)
    return play


def take_at(play: Play, board: int, cell: Cell) -> Play:
    """Take back the piece on a cell; it is refused like `Play.without`."""
    taken = [piece for piece in play.pieces if piece.board == board and cell in piece.cells]
    if not taken:
        raise Refused.said("none of your pieces lies there")
    after = replace(play, pieces=tuple(piece for piece in play.pieces if piece not in taken))
    if play.in_order and position_violations(
        position_after(play.puzzle, after.pieces), in_order=True
    ):
        raise Refused.said("pieces that you laid later need it: take those back first, or undo")
    return after


def tile_named(play: Play, name: str) -> Tile:
    """Return the tile of the supply with a name: its id, a part of it, or its sign.

    Raises
    ------
    Refused
        If no tile or several match, or none is left.
    """
    position = play.puzzle.position
    supply = position.supply
    own = [each for each in position.tiles if plain(each) == plain(name)]
    matching = own or tiles_named(name, supply)
    if len(matching) > 1:
        raise Refused.said("{name} may be {tiles}", name=name, tiles=say(" or ").join(matching))
    if not matching:
        raise Refused.said("{name} is not a tile or command (help)", name=name)
    if matching[0] not in supply:
        raise Refused.said("{name} is not among the tiles of this puzzle", name=name)
    if matching[0] not in play.left:
        raise Refused.said("no {tile} is left", tile=matching[0])
    kinds: Mapping[str, Tile] = position.kinds
    return kinds[matching[0]]


def _ways(play: Play, text: str) -> list[list[Placement]]:
    position = play.puzzle.position
    boards = [state.board for state in position.boards]
    try:
        placing = read_placing(text, boards, position.supply, position.tiles)
    except InputError as error:
        words = text.split()
        if words and words[0][0].isalpha():
            tile_named(play, words[0])
        raise Refused(str(error)) from None
    kind = tile_named(play, placing.tile.id)
    if not placing.words:
        raise Refused(
            say_number(
                "{tile} covers one cell: name them, such as a1:c2 or a1 a2 b1",
                "{tile} covers {n} cells: name them, such as a1:c2 or a1 a2 b1",
                kind.area,
                tile=kind.id,
            )
        )
    try:
        return [
            [Placement(at, piece) for piece in placing.pieces(boards[at])] for at in placing.boards
        ]
    except InputError as error:
        raise Refused(str(error)) from None


def _board_number(play: Play, words: list[str]) -> tuple[int, list[str]]:
    count = len(play.puzzle.position.boards)
    if not words or not words[0].isdecimal():
        if count > 1 and words:
            raise _no_board(" ".join(words))
        return 0, words
    number = whole_number(words[0])
    if number is None or not 1 <= number <= count:
        raise Refused(
            say("there are boards 1 to {n}", n=count)
            if count > 1
            else say("there is only one board")
        )
    return number - 1, words[1:]


def _serving(play: Play, words: list[str]) -> Placement:
    lengthwise = False
    for way in ("lengthwise", "upright"):
        matching = [word for word in words[1:] if way.startswith(word.lower())]
        words = [word for word in words if word not in matching]
        lengthwise = lengthwise or (way == "lengthwise" and bool(matching))
    numbers = [word for word in words if word.isdecimal()]
    names = [word for word in words if not word.isdecimal()]
    if not names or len(numbers) > 1:
        raise Refused.said("serve what? Such as: peas, peas lengthwise, peas 5")
    food = tile_named(play, "_".join(names))
    taken = {x for piece in play.pieces for x, _ in piece.cells}
    first_free = next(x for x in range(len(taken) + 1) if x not in taken)
    start = _column(play, numbers) if numbers else first_free
    return banquet_pieces([Serving(food, start, lengthwise)])[0]


def _column(play: Play, words: list[str]) -> int:
    cells = play.puzzle.goal.cells
    number = whole_number(words[0]) if words else None
    if number is None or not 1 <= number <= cells:
        raise Refused.said("the table's cells are 1 to {n}", n=cells)
    return number - 1


def _why_illegal(after: Play) -> str | None:
    piece = after.pieces[-1]
    if after.at_table:
        servings = []
        for each in after.pieces:
            sides, columns = side_lengths(each.tile), {x for x, _ in each.cells}
            lengthwise = len(columns) == max(sides) > min(sides)
            servings.append(Serving(each.tile, min(columns), lengthwise))
        return next(iter(banquet_violations(after.puzzle.goal.cells, servings)), None)
    position = position_after(after.puzzle, after.pieces)
    for violation in position_violations(position, in_order=after.in_order):
        if violation.rule != "income order":
            return violation.message
        if after.in_order:
            board = after.puzzle.position.boards[piece.board].board
            names = cell_names(violation.cells, board.height).split()
            listed = " ".join(names[:_MAX_NAMES])
            if len(names) > _MAX_NAMES:
                listed = say("{names} and {n} more", names=listed, n=len(names) - _MAX_NAMES)
            # If the goal forbids the cells, that is the better reason.
            return _off_goal(after.puzzle, piece) or say(
                "{tile} would cover an income cell, but everything to its lower left has to be "
                "covered first: still open {cells}",
                tile=piece.tile.id,
                cells=listed,
            )
    return None


def _off_goal(puzzle: Puzzle, piece: Placement) -> str | None:
    region = feast_kind(puzzle).region(puzzle)
    if region is None:
        return None
    board = board_states(puzzle)[piece.board].board
    if piece.board != region[0]:
        return say("nothing goes onto {board} in this puzzle", board=say_as("board", board.name))
    outside = set(piece.cells) - set(region[1])
    if outside:
        cells = cell_names(outside, board.height)
        return say("nothing may cover {cells} in this puzzle", cells=cells)
    return None


def solution_for(play: Play) -> tuple[Placement, ...]:
    """Return the symmetric image of the solution that fits the player's pieces best."""
    player = set(map(_key, play.pieces))
    images = feast_kind(play.puzzle).images(play.puzzle, play.puzzle.solution)
    return max(images, key=lambda image: len(player & set(map(_key, image))))


def _on_boards(play: Play, steps: Sequence[GradeStep]) -> PuzzleHint:
    image = solution_for(play)
    laid = {_key(piece) for piece in play.pieces}
    remaining = [piece for piece in image if _key(piece) not in laid]
    possible = {_key(piece): piece for piece in remaining if _is_legal(play, piece)}
    reason = ""
    # Steps name cells: they do not fit a board that was turned.
    unturned = {_key(piece) for piece in image} == {_key(piece) for piece in play.puzzle.solution}
    for step in steps if unturned else ():
        if step.placement is None:
            reason = step.text if len(step.text) <= _MAX_REASON else ""
            continue
        if _key(step.placement) in possible:
            nudge = _sentence(reason) if reason else _question(step.placement)
            command = command_text(play.puzzle, step.placement)
            return PuzzleHint(nudge, _sentence(step.text), command, step.placement)
        reason = ""
    first = next(iter(possible.values()))
    answer = say("There is only one place for it: {tile}.", tile=tile_name(first.tile))
    return PuzzleHint(_question(first), answer, command_text(play.puzzle, first), first)


def _at_table(play: Play) -> PuzzleHint:
    rest = menu_of(play.puzzle.solution) - menu_of(play.pieces)
    order = _completion(play, rest, [_MAX_TRIES])
    if order is None:
        return PuzzleHint(
            say("What is served is right, but not the order along the table."),
            say("No order of the rest keeps the colours apart."),
            "undo",
        )
    food = order[0].tile
    return PuzzleHint(
        say("Think about {color} things: which of them are served at all?", color=say(food.color)),
        say("{food} is served like this.", food=printed_name(food.id)),
        command_text(play.puzzle, order[0]),
        order[0],
    )


def _completion(
    play: Play, rest: Counter[tuple[str, int]], tries: list[int]
) -> list[Placement] | None:
    if not rest:
        return []
    for food, width in rest:
        if not tries[0]:
            return None
        tries[0] -= 1
        lengthwise = width > min(len(TILES[food].shape), len(TILES[food].shape[0]))
        try:
            after = play.after(f"{food} lengthwise" if lengthwise else food)
        except Refused:
            continue
        later = _completion(after, rest - Counter([(food, width)]), tries)
        if later is not None:
            return [after.pieces[-1], *later]
    return None


def _is_legal(play: Play, piece: Placement) -> bool:
    try:
        play.after(command_text(play.puzzle, piece))
    except Refused:
        return False
    return True


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _question(piece: Placement) -> str:
    return say(
        "Where can {tile} go? Look for the cells that little else can cover.",
        tile=tile_name(piece.tile),
    )


def _key(piece: Placement) -> tuple[int, str, frozenset[tuple[int, int]]]:
    return piece.board, piece.tile.id, frozenset(piece.cells)
