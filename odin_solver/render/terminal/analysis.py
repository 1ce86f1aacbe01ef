"""Hints and analyses in a terminal."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from odin_solver.analysis.differences import differences, tiles_swapped
from odin_solver.analysis.moves import reason
from odin_solver.components import Tile
from odin_solver.components.cells import cell_names
from odin_solver.components.signs import sign_of
from odin_solver.names.printed import amount, below_zero, signed
from odin_solver.names.values import change_in_words, quantity, range_in_words
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.solution import Status
from odin_solver.render import palette
from odin_solver.render.terminal.boards import position_text
from odin_solver.render.terminal.summary import (
    heading,
    new_from,
    question_text,
    report_text,
    supply_text,
)
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.rules.position import new_placements
from odin_solver.support.language import say, say_as
from odin_solver.words.proofs import proof_in_words, technical_text

if TYPE_CHECKING:
    from rich.console import JustifyMethod, RenderableType

    from odin_solver.analysis.analyst import Analyst
    from odin_solver.analysis.hint_parts import Hint
    from odin_solver.analysis.lines import Line, Lines
    from odin_solver.analysis.loss import Loss
    from odin_solver.analysis.moves import MoveResult
    from odin_solver.analysis.values import TileValue
    from odin_solver.placement.solution import Solution


def hint_text(hint: "Hint", *, verbose: bool = False) -> "RenderableType":
    """Draw a hint; at level 4 with the whole placement. If `verbose`, add the technical line."""
    style = "" if hint.proven else "yellow"
    parts: list[RenderableType] = [
        question_text(hint.solution.objective),
        Text(hint.text, style=style),
    ]
    if hint.level == 4:
        parts += [Text(), report_text(hint.solution, verbose=verbose)]
    elif verbose:
        parts.append(Text(technical_text(hint.solution), style="dim"))
    return Group(*parts)


def best_text(analyst: "Analyst", *, verbose: bool = False) -> "RenderableType":
    """Draw the best value and how good it is. If `verbose`, add the technical line."""
    parts: list[RenderableType] = [_verdict(analyst)]
    if verbose:
        parts.append(Text(technical_text(analyst.best), style="dim"))
    if len(analyst.objective.levels) > 1:
        words = ", ".join(
            say("level {n}: {what}", n=number + 1, what=quantity(analyst.objective, number))
            for number in range(len(analyst.objective.levels))
        )
        parts.append(Text(words, style="dim"))
    return Group(*parts)


def _verdict(analyst: "Analyst") -> Text:
    best = analyst.best
    proven = best.status is Status.OPTIMAL
    text = Text()
    text.append(say("Best: "), style="bold")
    levels = [
        f"{quantity(analyst.objective, number)}: {change_in_words(before, level.value)}"
        for number, (before, level) in enumerate(
            zip(analyst.values_before, best.levels, strict=True)
        )
    ]
    values = say(", then ").join(levels)
    text.append(f"{say(analyst.objective.name)}: {values} ")
    text.append(f"({proof_in_words(best)})", style="green" if proven else "yellow")
    return text


def line_text(number: int, line: "Line", analyst: "Analyst") -> "RenderableType":
    """Draw a line; the first with the whole position, others with what differs from it."""
    best = analyst.best
    parts: list[RenderableType] = []
    if number == 1:
        parts.append(position_text(best.after, new_from(best)))
    parts.append(_line_heading(number, line, analyst))
    parts.append(Padding(_placed(line.solution), (0, 0, 0, 2)))
    if number > 1:
        swapped = tiles_swapped(best.before, best.after, line.solution.after)
        texts = differences(best.before, best.after, line.solution.after, analyst.objective)
        words = "; ".join(filter(None, [swapped, *texts]))
        against = say("against line 1: {changes}", changes=words)
        parts.append(Padding(Text(against, style="dim"), (0, 0, 0, 2)))
    return Group(*parts)


def other_lines_text(lines: "Lines") -> "RenderableType | None":
    """Draw whether there are other lines; None if nothing is known."""
    if lines.complete:
        return Text(say("No other lines exist: every other layout has one of these outcomes."))
    if lines.missing:
        return _warning(say("No further lines were found in time."))
    return None


def _line_heading(number: int, line: "Line", analyst: "Analyst") -> Text:
    text = Text()
    values = say(", then ").join(
        f"{below_zero(level.value)} ({signed(level.value - before)})"
        for level, before in zip(line.solution.levels, analyst.values_before, strict=True)
    )
    text.append(say("Line {n}: {values}", n=number, values=values), style="bold")
    if number == 1:
        best = say("the best") if line.loss.proven else say("best found, not proven")
        text.append(f"  {best}")
    elif line.solution.status is not Status.OPTIMAL:
        words = say("{loss}; not proven next best", loss=_loss_words(line.loss))
        text.append(f"  {words}", style="yellow")
    else:
        text.append(f"  {_loss_words(line.loss)}")
    return text


def _loss_words(loss: "Loss") -> str:
    if loss.is_zero:
        return say("as good as the best")
    if loss.decisive < 0:
        return say("better than line 1")
    lost = amount(loss.decisive)
    if loss.level == 0:
        return say("loses {amount}", amount=lost)
    return say("loses {amount} at level {level}", amount=lost, level=loss.level + 1)


def _placed(solution: "Solution") -> Table:
    table = labelled_table()
    states = zip(solution.before.boards, solution.after.boards, strict=True)
    for label, (old, new) in zip(board_labels(solution.after), states, strict=True):
        pieces = new.pieces[len(old.pieces) :]
        words = [piece_text(piece, new.board) for piece in pieces if len(piece.cells) > 1]
        grid = new.grid
        for name in ("ore", "silver"):
            cells = [piece.cells[0] for piece in pieces if piece.tile.id == name]
            if cells:
                words.append(f"{name} {cell_names(cells, grid.height)}")
        for name in ("wood", "stone"):
            count = sum(piece.tile.id == name for piece in pieces)
            if count:
                words.append(f"{count} {name}")
        table.add_row(label, ", ".join(words) or say("nothing"))
    return table


def move_text(analyst: "Analyst", move: "MoveResult") -> "RenderableType":
    """Draw the assessment of a move."""
    return Group(*_move(analyst, move))


def _move(analyst: "Analyst", move: "MoveResult") -> "list[RenderableType]":
    state = analyst.position.boards[move.board]
    label = board_labels(analyst.position)[move.board]
    name = say("{piece} on {board}", piece=piece_text(move.piece, state.board), board=label)
    if move.answer is None or move.loss is None:
        illegal = Text(say("{move} is not legal:", move=name), style="bold red")
        parts: list[RenderableType] = [illegal]
        parts += [
            Text(f"  {reason(move, each)} ({say(each.rule)})", style="red")
            for each in move.violations
        ]
        best = analyst.known_best
        if best is not None and (move.board, move.piece) in new_placements(best.before, best.after):
            later = (
                say("It becomes legal later: a best placement has it there.")
                if best.status is Status.OPTIMAL
                else say("It becomes legal later: the best one found has it there.")
            )
            parts.append(Text(later))
        return parts
    loss = move.loss
    if loss.is_zero and loss.proven:
        text = say("{move} is legal and loses nothing: it is part of a best placement.", move=name)
    elif loss.is_zero:
        text = say(
            "{move} is legal and loses nothing against the best placement found, "
            "which is not proven.",
            move=name,
        )
    elif loss.proven:
        text = say(
            "{move} is legal and loses {amount} {unit}.",
            move=name,
            amount=amount(loss.decisive),
            unit=quantity(analyst.objective, loss.level),
        )
    else:
        text = say(
            "{move} is legal and loses {amount} {unit} (not proven in time).",
            move=name,
            amount=range_in_words(loss.at_least, loss.at_most),
            unit=quantity(analyst.objective, 0),
        )
    color = "yellow" if not loss.proven else "bold green" if loss.is_zero else "bold red"
    parts = [Text(text, style=color)]
    texts = differences(analyst.position, analyst.best.after, move.answer.after, analyst.objective)
    if texts and not loss.is_zero:
        parts.append(Text(say("Its best answer: {changes}.", changes=", ".join(texts))))
    parts += [Text(), position_text(move.answer.after, new_from(move.answer))]
    proven = move.answer.status is Status.OPTIMAL or (loss.is_zero and loss.proven)
    parts.append(heading(say("Best answer") if proven else say("Best answer found, not proven")))
    parts.append(Padding(_placed(move.answer), (0, 0, 0, 2)))
    if any(move.answer.after.supply.values()):
        parts += [
            heading(say("Left in the supply")),
            supply_text(move.answer.after.supply, move.answer.after.kinds),
        ]
    return parts


def values_text(values: "Sequence[TileValue]") -> "RenderableType":
    """Draw what is lost without one of each tile."""
    table = _table(say("tile"), say("in supply"), say("without one"), "")
    for value in values:
        loss = value.loss
        limits = range_in_words(loss.at_least, loss.at_most)
        note = "" if value.proven else say("loses {amount}", amount=limits)
        table.add_row(_tile(value.tile), str(value.count), _change(value), _warning(note))
    return Group(heading(say("Value of each tile in the supply")), Padding(table, (0, 0, 0, 2)))


def gains_text(gains: "Sequence[TileValue]", ways: Mapping[str, str]) -> "RenderableType":
    """Draw what one more of each tile gains by being placed, and its worth if it is kept.

    Parameters
    ----------
    ways
        How to get the tiles.
    """
    priced = any(any(each.kept) for each in gains)
    kept_column = [say("if kept")] * priced
    table = _table(say("tile"), say("in supply"), say("one more"), *kept_column, say("from"))
    none: list[str] = []
    unknown: list[str] = []
    for value in sorted(gains, key=lambda each: (not each.proven, each.loss.levels)):
        least, most = _gain_limits(value.loss)
        if value.proven and value.loss.is_zero:
            none.append(say_as("good", value.tile.name))
        elif not value.proven and most is None and not least:
            unknown.append(say_as("good", value.tile.name))
        else:
            limits = range_in_words(least, most)
            note = "" if value.proven else say("gains {amount}", amount=limits)
            kept = [signed(value.kept[0])] * priced
            how = Text.assemble((note, "yellow"), "; " if note else "", ways.get(value.tile.id, ""))
            row: list[RenderableType] = [str(value.count), _change(value), *kept, how]
            table.add_row(_tile(value.tile), *row)
    parts: list[RenderableType] = [table] if table.row_count else []
    if none:
        parts.append(Text(say("No gain: {tiles}.", tiles=", ".join(none)), style="dim"))
    if unknown:
        parts.append(_warning(say("No gain found in time: {tiles}.", tiles=", ".join(unknown))))
    if priced and table.row_count:
        words = say("What one more is worth if it is only kept is not part of the gain.")
        parts.append(Text(words, style="dim"))
    if not all(value.proven for value in gains):
        advice = say("For more, repeat the command or allow more time with --time-limit.")
        parts.append(Text(advice, style="dim"))
    title = heading(say("Gain from one more of each tile"))
    return Group(title, Padding(Group(*parts), (0, 0, 0, 2)))


def _gain_limits(loss: "Loss") -> tuple[Fraction, Fraction | None]:
    """Return bounds of a gain, which is not negative."""
    least = Fraction(0) if loss.at_most is None else max(-loss.at_most, Fraction(0))
    return least, None if loss.at_least is None else -loss.at_least


def _warning(text: str) -> Text:
    return Text(text, style="yellow")


def _size(loss: "Loss") -> str:
    """Return the size of a loss, with its objective level if that is not the first."""
    size = amount(abs(loss.decisive))
    return say("{text} (level {number})", text=size, number=loss.level + 1) if loss.level else size


def _table(*names: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    last = len(names) - 1
    for number, name in enumerate(names):
        justify: JustifyMethod = "left" if number in (0, last) else "right"
        table.add_column(name, justify=justify, no_wrap=number < last, overflow="fold")
    return table


def _tile(tile: Tile) -> Text:
    paint = palette.paint_of(tile)
    name = say_as("good", tile.name)
    return Text.assemble((sign_of(tile), f"{paint.ink} on {paint.fill}"), f" {name}")


def _change(value: "TileValue") -> Text:
    loss = value.loss
    if not value.proven:
        return Text("?", style="yellow")
    if loss.is_zero:
        return Text("0", style="dim")
    sign = "−" if loss.decisive > 0 else "+"
    return Text(f"{sign}{_size(loss)}", style="bold")
