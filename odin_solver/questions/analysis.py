"""Which layouts are best, and what moves and tiles are worth."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from odin_solver.components import TILES
from odin_solver.components.cells import cell_names
from odin_solver.names import printed
from odin_solver.names.values import changes_in_words, quantity, range_in_words, values_in_words
from odin_solver.notation.labels import board_labels
from odin_solver.notation.pieces import piece_text
from odin_solver.placement.solution import Solution, Status
from odin_solver.questions.fields import option
from odin_solver.questions.placement import PositionAdvice, Task, layout
from odin_solver.questions.question import UNPROVEN, Asker, Seconds
from odin_solver.questions.report import Chip, Column, Fold, Layout, Line, Part, Style, Table
from odin_solver.rules.position import Position, new_placements
from odin_solver.support.language import mark, say, say_as
from odin_solver.words.proofs import proof_in_words, technical_text

if TYPE_CHECKING:
    from odin_solver.analysis.analyst import Analyst
    from odin_solver.analysis.lines import Line as FoundLine
    from odin_solver.analysis.loss import Loss
    from odin_solver.analysis.moves import MoveResult
    from odin_solver.analysis.reporting import Analysis
    from odin_solver.analysis.values import TileValue
    from odin_solver.components import Board
    from odin_solver.rules.board_state import Piece

DEFAULT_LINES = 3


class PositionAnalysis(PositionAdvice["Analysis"]):
    """Compare the best placement with others: lines, a move, more or fewer tiles.

    POSITION is a position, puzzle or game, or - for standard input. Without --lines, --move,
    --values or --next, the best lines and both tables are printed, each part as soon as it is
    ready. The time limit covers everything; unproven results are marked, and the exit code is 3.
    """

    example: ClassVar[str] = 'odin analyse position.json --move "robe a1:c3"'
    grows: ClassVar[bool] = True

    lines: (
        Annotated[
            int,
            option(
                "Show the K best lines that differ in tiles, income or bonuses. [default: "
                f"{DEFAULT_LINES}, unless another option asks for something else]",
                metavar="K",
                ge=1,
                le=100,
            ),
        ]
        | None
    ) = None
    move: Annotated[
        str | None,
        option(
            mark(
                "Assess a move such as 'robe a1:c3' or 'iceland: oil b3:b4': its legality, its "
                "loss, and the best answer."
            ),
            metavar="MOVE",
            begins=tuple(TILES),
        ),
    ] = None
    values: Annotated[bool, option(mark("Show the value of each tile in the supply."))] = False
    next: Annotated[
        bool,
        option(
            mark(
                "Show what one more of each tile would gain, and which action gives it; of a game "
                "those that the next action can give."
            )
        ),
    ] = False
    seconds: Seconds = 10.0

    @property
    def parts(self) -> list[str]:
        """The parts that are wanted, in their order."""
        everything = self.lines is None and self.move is None and not self.values | self.next
        wanted = {
            "move": self.move is not None,
            "lines": self.lines is not None or everything,
            "values": self.values or everything,
            "gains": self.next or everything,
        }
        return [part for part, is_wanted in wanted.items() if is_wanted]

    def subject(self, name: str) -> Task:
        from odin_solver.analysis.moves import parse_move

        task = super().subject(name)
        if self.move is not None:
            parse_move(task.position, self.move)
        return task

    def answer(self, subject: Task, asker: "Asker[Analysis]") -> "Analysis":
        """Return all parts; each is sent when it is ready."""
        from odin_solver.analysis import (
            assess_move,
            best_lines,
            next_values,
            parse_move,
            tile_values,
        )
        from odin_solver.analysis.reporting import Analysis
        from odin_solver.words.sources import ways_to_get

        parts = self.parts
        wanted = None if self.move is None else parse_move(subject.position, self.move)
        alone = parts == ["move"]
        with self.analyst(subject, asker, estimate=alone) as analyst:
            found = Analysis(analyst, subject.state is not None)

            def show() -> None:
                asker.send("", found)

            def add(line: "FoundLine") -> None:
                found.lines.append(line)
                show()

            show()
            if wanted is not None:
                analyst.begin("move", parts)
                move = found.move = assess_move(analyst, *wanted)
                if subject.analysts and move.answer is not None:
                    subject.analysts.remember(move.answer)
                show()
            if "lines" in parts:
                analyst.begin("lines", parts)
                found.other_lines = best_lines(analyst, self.lines or DEFAULT_LINES, add)
                show()
            if "values" in parts:
                analyst.begin("values", parts)
                found.values = tile_values(analyst)
                show()
            if "gains" in parts:
                analyst.begin("gains", parts)
                found.ways = ways_to_get(subject.state)
                found.gains = list(next_values(analyst, found.ways.keys()))
            found.ended = True
        return found

    def data(self, found: "Analysis") -> dict[str, Any]:
        from odin_solver.analysis.reporting import analysis_data

        return analysis_data(found)

    def code(self, found: "Analysis") -> int:
        from odin_solver.analysis.reporting import analysis_proven

        return 0 if analysis_proven(found) else UNPROVEN

    def report(self, found: "Analysis") -> Iterator[Part]:
        objective = found.analyst.objective
        yield Line(f"{objective.question} {objective.advice}".rstrip())
        if found.move is not None:
            yield Line("")
            yield from _move(found.analyst, found.move)
        for number, line in enumerate(found.lines, 1):
            yield Line("")
            yield from _line(number, line, found.analyst)
        if found.other_lines is not None:
            others = ""
            if found.other_lines.complete:
                others = say("No other lines exist: every other layout has one of these outcomes.")
            elif found.other_lines.missing:
                others = say("No further lines were found in time.")
            if others:
                yield Line("")
                yield Line(others, "" if found.other_lines.complete else "unsure")
        if found.values:
            yield Line("")
            yield _values(found.values)
        if found.gains:
            yield Line("")
            yield _gains(found.gains, found.ways)
        elif found.gains is not None and found.in_game:
            yield Line("")
            yield Line(say("The next action gives no tile to lay."))
        if found.ended and found.analyst.known_best is not None:
            yield Line("")
            yield from _best(found.analyst, verbose=self.verbose)


def _best(analyst: "Analyst", *, verbose: bool) -> Iterator[Line]:
    best, objective = analyst.best, analyst.objective
    values = say("Best: ") + values_in_words(best)
    yield Line(f"{values} ({proof_in_words(best)})", "strong")
    if verbose:
        yield Line(technical_text(best), "dim")
    if len(objective.levels) > 1:
        words = ", ".join(
            say("level {n}: {what}", n=number + 1, what=quantity(objective, number))
            for number in range(len(objective.levels))
        )
        yield Line(words, "dim")


def _drawn(solution: Solution, *, in_terminal: bool = True) -> Layout:
    def terminal() -> Any:
        from odin_solver.render.terminal.boards import position_text
        from odin_solver.render.terminal.summary import new_from

        return position_text(solution.after, new_from(solution))

    drawing = terminal if in_terminal else None
    return layout(solution.before, solution.after, solution.steps, drawing)


def _line(number: int, line: "FoundLine", analyst: "Analyst") -> Iterator[Part]:
    best, solution = analyst.best, line.solution
    yield _drawn(solution, in_terminal=number == 1)
    values = say(", then ").join(
        f"{printed.below_zero(level.value)} ({printed.signed(level.value - before)})"
        for level, before in zip(solution.levels, analyst.values_before, strict=True)
    )
    title = say("Line {n}: {values}", n=number, values=values)
    if number == 1:
        how = Line(say("the best") if line.loss.proven else say("best found, not proven"))
    elif solution.status is not Status.OPTIMAL:
        how = Line(say("{loss}; not proven next best", loss=_loss_words(line.loss)), "unsure")
    else:
        how = Line(_loss_words(line.loss))
    parts: list[Line | Table] = [how, _placed(solution)]
    if number > 1:
        swapped = tiles_swapped(best.before, best.after, solution.after)
        changes = how_it_differs(analyst, solution, line.loss)
        words = "; ".join(filter(None, [swapped, changes]))
        parts.append(Line(say("against line 1: {changes}", changes=words), "dim"))
    yield Fold(title, parts, open=True)


def how_it_differs(analyst: "Analyst", other: Solution, loss: "Loss") -> str:
    """Return by which parts a layout differs from the best one, at the level where it loses.

    Layouts of the same value differ at a level whose parts make up for each other.
    """
    best, objective = analyst.best, analyst.objective
    found = (
        changes_in_words(objective, best.before, best.after, other.after, level)
        for level in range(loss.level, len(objective.levels))
    )
    return next(filter(None, found), "")


def tiles_swapped(before: Position, better: Position, other: Position) -> str:
    """Return which tiles another layout places instead of which: ``Silk instead of Hide``."""
    left, kept = (
        Counter({name: n for name, n in each.supply.items() if name not in ("silver", "ore")})
        for each in (better, other)
    )
    more, fewer = (
        printed.printed_list((left - kept).items()),
        printed.printed_list((kept - left).items()),
    )
    if more and fewer:
        return say("{more} instead of {fewer}", more=more, fewer=fewer)
    if more:
        return say("also {items}", items=more)
    return say("without {items}", items=fewer) if fewer else ""


def _loss_words(loss: "Loss") -> str:
    if loss.is_zero:
        return say("as good as the best")
    if loss.decisive < 0:
        return say("better than line 1")
    lost = printed.amount(loss.decisive)
    if loss.level == 0:
        return say("loses {amount}", amount=lost)
    return say("loses {amount} at level {level}", amount=lost, level=loss.level + 1)


def _placed(solution: Solution) -> Table:
    rows = []
    states = zip(solution.before.boards, solution.after.boards, strict=True)
    for label, (old, new) in zip(board_labels(solution.after), states, strict=True):
        pieces = new.pieces[len(old.pieces) :]
        words = [_named(piece, new.board) for piece in pieces if len(piece.cells) > 1]
        for name in ("ore", "silver"):
            cells = [piece.cells[0] for piece in pieces if piece.tile.id == name]
            if cells:
                words.append(f"{printed.printed_name(name)} {cell_names(cells, new.grid.height)}")
        counts = (
            (name, sum(piece.tile.id == name for piece in pieces)) for name in ("wood", "stone")
        )
        if counted := printed.printed_list(each for each in counts if each[1]):
            words.append(counted)
        rows.append([label, ", ".join(words) or say("nothing")])
    return Table([], ["whole", "left"], rows)


def _named(piece: "Piece", board: "Board") -> str:
    """Return a piece with its printed name and cells."""
    return printed.tile_name(piece.tile) + piece_text(piece, board).removeprefix(piece.tile.id)


def _move(analyst: "Analyst", move: "MoveResult") -> Iterator[Part]:
    from odin_solver.analysis.moves import reason

    board = analyst.position.boards[move.board].board
    label = board_labels(analyst.position)[move.board]
    name = say("{piece} on {board}", piece=_named(move.piece, board), board=label)
    if move.answer is None or move.loss is None:
        yield Line(say("{move} is not legal:", move=name), "bad")
        for each in move.violations:
            yield Line(f"  {reason(move, each)} ({say(each.rule)})", "bad")
        best = analyst.known_best
        if best is not None and (move.board, move.piece) in new_placements(best.before, best.after):
            yield Line(
                say("It becomes legal later: a best placement has it there.")
                if best.status is Status.OPTIMAL
                else say("It becomes legal later: the best one found has it there.")
            )
        return
    loss, answer = move.loss, move.answer
    unit = quantity(analyst.objective, loss.level if loss.proven else 0)
    if loss.is_zero and loss.proven:
        text = say("{move} is legal and loses nothing: it is part of a best placement.", move=name)
    elif loss.is_zero:
        text = say(
            "{move} is legal and loses nothing against the best placement found, "
            "which is not proven.",
            move=name,
        )
    elif loss.proven:
        lost = printed.amount(loss.decisive)
        text = say("{move} is legal and loses {amount} {unit}.", move=name, amount=lost, unit=unit)
    else:
        text = say(
            "{move} is legal and loses {amount} {unit} (not proven in time).",
            move=name,
            amount=range_in_words(loss.at_least, loss.at_most),
            unit=unit,
        )
    yield Line(text, "unsure" if not loss.proven else "strong" if loss.is_zero else "bad")
    changes = how_it_differs(analyst, answer, loss)
    if changes and not loss.is_zero:
        yield Line(say("Its best answer: {changes}.", changes=changes))
    yield Line("")
    yield _drawn(answer)
    proven = answer.status is Status.OPTIMAL or (loss.is_zero and loss.proven)
    title = say("Best answer") if proven else say("Best answer found, not proven")
    yield Fold(title, [_placed(answer)], open=True)
    if left := printed.printed_list((name, n) for name, n in answer.after.supply.items() if n):
        yield Fold(say("Left in the supply"), [Line(left)])


def _values(values: "Sequence[TileValue]") -> Fold:
    """Return what is lost without one of each tile."""
    rows: list[list[str | Chip]] = []
    styles = []
    for value in values:
        limits = range_in_words(value.loss.at_least, value.loss.at_most)
        change = _change(value, say("loses {amount}", amount=limits))
        rows.append([*_tile(value), f"{value.count}", change])
        styles.append(_style(value))
    heads = ["", say("tile"), say("in supply"), say("without one")]
    kinds: list[Column] = ["left", "whole", "right", "right"]
    return Fold(say("Value of each tile in the supply"), [Table(heads, kinds, rows, styles)])


def _gains(gains: "Sequence[TileValue]", ways: Mapping[str, str]) -> Fold:
    """Return what one more of each tile gains by being placed, and its worth if it is kept."""
    priced = any(any(each.kept) for each in gains)
    none, unknown = [], []
    rows: list[list[str | Chip]] = []
    styles = []
    for value in sorted(gains, key=lambda each: (not each.proven, each.loss.levels)):
        loss = value.loss
        least = Fraction(0) if loss.at_most is None else max(-loss.at_most, Fraction(0))
        most = None if loss.at_least is None else -loss.at_least
        if value.proven and loss.is_zero:
            none.append(say_as("good", value.tile.name))
        elif not value.proven and most is None and not least:
            unknown.append(say_as("good", value.tile.name))
        else:
            kept = [printed.signed(value.kept[0])] * priced
            change = _change(value, say("gains {amount}", amount=range_in_words(least, most)))
            how = ways.get(value.tile.id, "")
            rows.append([*_tile(value), f"{value.count}", change, *kept, how])
            styles.append(_style(value))
    parts: list[Line | Table] = []
    if rows:
        heads = [say("tile"), say("in supply"), say("one more"), *[say("if kept")] * priced]
        numbers: list[Column] = ["right"] * (2 + priced)
        kinds: list[Column] = ["left", "whole", *numbers, "left"]
        parts.append(Table(["", *heads, say("from")], kinds, rows, styles))
    if none:
        parts.append(Line(say("No gain: {tiles}.", tiles=", ".join(none)), "dim"))
    if unknown:
        parts.append(
            Line(say("No gain found in time: {tiles}.", tiles=", ".join(unknown)), "unsure")
        )
    if priced and rows:
        words = say("What one more is worth if it is only kept is not part of the gain.")
        parts.append(Line(words, "dim"))
    if not all(value.proven for value in gains):
        parts.append(Line(say("For more, ask again or allow more time."), "dim"))
    return Fold(say("Gain from one more of each tile"), parts, open=True)


def _tile(value: "TileValue") -> tuple[Chip, str]:
    return Chip.of(value.tile), say_as("good", value.tile.name)


def _style(value: "TileValue") -> Style:
    return "unsure" if not value.proven else "dim" if value.loss.is_zero else ""


def _change(value: "TileValue", limits: str) -> str:
    loss = value.loss
    if not value.proven:
        return limits
    if loss.is_zero:
        return "0"
    size = printed.amount(abs(loss.decisive))
    if loss.level:
        size = say("{text} (level {number})", text=size, number=loss.level + 1)
    return f"{'−' if loss.decisive > 0 else '+'}{size}"
