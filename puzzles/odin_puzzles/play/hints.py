"""Hints for a player: which pieces are wrong, and which one comes next and why.

On a symmetric board the solution is turned or mirrored to fit the player's pieces.
"""

from collections import Counter
from collections.abc import Sequence

from odin_puzzles.grading.result import GradeStep
from odin_puzzles.kinds import feast_kind
from odin_puzzles.kinds.base import PuzzleHint
from odin_puzzles.kinds.menus import menu_of
from odin_puzzles.play.session import Play, Refused, command_text, lay
from odin_solver.components import TILES
from odin_solver.names.printed import printed_name, tile_name
from odin_solver.rules.position import Placement
from odin_solver.support.language import say, say_number

_MAX_REASON = 160
"""The most characters of a step that makes a good nudge."""

_MAX_TRIES = 2000
"""The most servings that are tried to complete the banquet table."""


def solution_for(play: Play) -> tuple[Placement, ...]:
    """Return the symmetric image of the solution that fits the player's pieces best."""
    player = set(map(_key, play.pieces))
    images = feast_kind(play.puzzle).images(play.puzzle, play.puzzle.solution)
    return max(images, key=lambda image: len(player & set(map(_key, image))))


def misplaced(play: Play) -> list[Placement]:
    """Return the player's pieces that do not belong to the solution."""
    if play.at_table:
        wanted = menu_of(play.puzzle.solution)
        wrong = []
        for piece in play.pieces:
            (serving,) = menu_of([piece])
            wanted[serving] -= 1
            if wanted[serving] < 0:
                wrong.append(piece)
        return wrong
    right = {_key(piece) for piece in solution_for(play)}
    return [piece for piece in play.pieces if _key(piece) not in right]


def hint(play: Play, steps: Sequence[GradeStep]) -> PuzzleHint:
    """Return what to do next: take a wrong piece back, or lay the next piece of the solution."""
    wrong = misplaced(play)
    if wrong:
        words = command_text(play, wrong[-1])
        where = words.split()[-1] if play.at_table else _first_cell(words)
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
    return _at_table(play) if play.at_table else _on_boards(play, steps)


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
            command = command_text(play, step.placement)
            return PuzzleHint(nudge, _sentence(step.text), command, step.placement)
        reason = ""
    first = next(iter(possible.values()))
    answer = say("There is only one place for it: {tile}.", tile=tile_name(first.tile))
    return PuzzleHint(_question(first), answer, command_text(play, first), first)


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
        command_text(play, order[0]),
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
            after = lay(play, f"{food} lengthwise" if lengthwise else food)
        except Refused:
            continue
        later = _completion(after, rest - Counter([(food, width)]), tries)
        if later is not None:
            return [after.pieces[-1], *later]
    return None


def _is_legal(play: Play, piece: Placement) -> bool:
    try:
        lay(play, command_text(play, piece))
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


def _first_cell(words: str) -> str:
    """Return the first cell in a piece's command, with the number of the board if any."""
    parts = words.split()
    number = f"{parts[0]} " if parts[0].isdecimal() else ""
    cell = parts[2 if number else 1].partition(":")[0]
    return f"{number}{cell}"


def _key(piece: Placement) -> tuple[int, str, frozenset[tuple[int, int]]]:
    return piece.board, piece.tile.id, frozenset(piece.cells)
