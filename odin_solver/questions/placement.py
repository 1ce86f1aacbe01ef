"""What can be asked about the layout of a position."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from odin_solver.components.cells import cell_names
from odin_solver.errors import InputError
from odin_solver.names.printed import amount, printed_name
from odin_solver.names.values import quantity
from odin_solver.notation.kinds import position_in, shown_in
from odin_solver.notation.labels import board_labels, violation_line
from odin_solver.notation.pieces import piece_text
from odin_solver.notation.positions import position_from
from odin_solver.notation.results import solution_data
from odin_solver.placement.objective import (
    BONUS_ITEMS,
    PLAIN_KEYS,
    PRESETS,
    Objective,
    Weights,
    choose_objective,
    preset,
)
from odin_solver.placement.solution import Limits, Progress, Request, Solution, Status
from odin_solver.placement.weight_keys import parse_weight, weight_key
from odin_solver.questions import question
from odin_solver.questions.fields import asks, option
from odin_solver.questions.report import Fold, Layout, Line, Part, Table
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, Position, new_placements
from odin_solver.support.language import mark, say, say_number
from odin_solver.words.proofs import proof_in_words, technical_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from odin_solver.analysis.analyst import Analyst
    from odin_solver.analysis.hint_parts import Hint
    from odin_solver.analysis.pool import AnalystPool
    from odin_solver.editing.locking import Unlocked
    from odin_solver.game.kernel.state import State
    from odin_solver.notation.dlx import ItemCounter
    from odin_solver.placement.cover.counting import LayoutCount, LayoutCounter

Found = TypeVar("Found")

MAX_LIFTED = 2_000

MORE_LINES = mark(
    "Also show the technical line: status, bound, gap, solver; of a solution also the parts of its "
    "value."
)

File = str | dict[str, Any]
"""Data of a position, or the text of a file with a position, puzzle or game."""


def legal(position: Position) -> Position:
    """Return a position if it is legal."""
    if broken := position_violations(position):
        raise question.Illegal(*(violation_line(each, position) for each in broken))
    return position


def position_of(file: File, name: str) -> Position:
    """Read the position in a file."""
    return position_in(file, name) if isinstance(file, str) else position_from(file, name)


@dataclass
class Task:
    """A position to optimise, what to maximise, and the game that it is of, if any.

    Attributes
    ----------
    analysts
        Who knows about positions already.
    loose
        The position with pieces lifted, if some may move.
    start
        A layout that is known.
    """

    position: Position
    objective: Objective
    state: "State | None" = None
    analysts: "AnalystPool | None" = None
    loose: "Unlocked | None" = None
    start: Position | None = None


class PositionSearch(question.Question[Task, Found]):
    """A question about the best layout."""

    position: Annotated[File, asks("POSITION", "")]
    objective: Annotated[
        str | None,
        option(
            f"What to maximise: {', '.join(PRESETS)}. By default that of the position, else "
            "score if the round is known, otherwise final.",
            metavar="NAME",
            begins=PRESETS,
        ),
    ] = None
    weights: Annotated[
        list[str],
        option(
            "A weight of the objective, such as bonus.oil=5 or keep.robe=2; may be repeated. "
            f"Keys: {', '.join(PLAIN_KEYS)}, bonus.GOOD, keep.TILE.",
            option="--set",
            metavar="KEY=VALUE",
            begins=[f"{k}=" for k in (*PLAIN_KEYS, *(f"bonus.{e}" for e in sorted(BONUS_ITEMS)))],
        ),
    ] = msgspec.field(default_factory=list)
    rounds_left: (
        Annotated[
            int,
            option(
                mark(
                    "Rounds still to be played, this one included, for the objective score. By "
                    "default those of the position."
                ),
                ge=1,
                le=7,
            ),
        ]
        | None
    ) = None
    seconds: question.Seconds = 60.0
    workers: question.Workers = 2
    seed: question.Seed = 0
    verbose: Annotated[bool, option(MORE_LINES, more=True)] = False

    def __post_init__(self) -> None:
        dict(map(_weight, self.weights))
        if self.objective is not None and self.objective.lower() != "score":
            preset(self.objective.lower())

    @property
    def limits(self) -> Limits:
        return Limits(self.seconds, self.workers, self.seed)

    def subject(self, name: str) -> Task:
        task = self.read(name)
        legal(task.position)
        return task

    def read(self, name: str) -> Task:
        """Return the position, and what to maximise."""
        file = self.position
        return self.task(shown_in(file, name) if isinstance(file, str) else position_of(file, name))

    def task(self, shown: "Position | State") -> Task:
        """Return what is to be maximised of a position, or of a game."""
        if isinstance(shown, Position):
            return Task(shown, self._objective_of(shown))
        from odin_solver.game.filling import position_to_fill, score_weights_of

        position = position_to_fill(shown)
        score = score_weights_of(shown) if self.rounds_left is None else None
        return Task(position, self._objective_of(position, score), shown)

    def _objective_of(self, position: Position, score: Weights | None = None) -> Objective:
        weights = dict(map(_weight, self.weights))
        return choose_objective(position, self.objective, weights, self.rounds_left, score=score)


def _weight(text: str) -> tuple[str, Fraction]:
    key, equals, weight = text.partition("=")
    with question.about_field("weights"):
        if not equals:
            raise InputError.said("expected KEY=VALUE such as bonus.oil=5, got {got!r}", got=text)
        try:
            return weight_key(key), parse_weight(key, weight.strip())
        except InputError as error:
            raise InputError(str(error).removeprefix("objective: ")) from None


def progress_text(levels: int, now: Progress) -> str:
    """Return how far a search with so many objective levels is."""
    if now.level >= levels:
        return say("proven best; breaking ties")
    parts = []
    if levels > 1:
        parts.append(say("level {level} of {levels}", level=now.level + 1, levels=levels))
    value = "?" if now.value is None else amount(now.value)
    parts.append(say("best so far {value}", value=value))
    if now.bound is not None:
        parts.append(say("at most {value}", value=amount(now.bound)))
    return "  ".join(parts)


class Solved(NamedTuple):
    """What was asked, how far the search is, and its solution, if it has ended."""

    task: Task
    progress: Progress | None
    solution: Solution | None


class PositionSolve(PositionSearch[Solved]):
    """Find the provably optimal placement of a position's supply on its boards.

    POSITION is a position, puzzle or game, or - for standard input. The exit code is 0 if the
    result is proven optimal, 3 if it is only the best found, 2 for bad input, and 130 after
    Ctrl-C, which prints the best so far; a second Ctrl-C ends at once. With --batch it is 2 if a
    file has errors, and otherwise 3 if a result is not proven; Ctrl-C keeps all finished lines.
    --export and --check-solution do not solve.
    """

    example: ClassVar[str] = "odin solve position.json --set bonus.oil=5 --png best.png"
    draws: ClassVar[bool] = True

    position: Annotated[File, asks("[POSITION]", "")]
    start: Annotated[
        File | None,
        option(
            "Begin with the layout in this file: a position with more pieces, or a solution of "
            "the model that --export writes.",
            metavar="FILE",
        ),
    ] = None
    lift: Annotated[
        list[tuple[int, int]], msgspec.Meta(extra={"hidden": True}, max_length=MAX_LIFTED)
    ] = msgspec.field(default_factory=list)

    def subject(self, name: str) -> Task:
        """Return the position; the pieces that may move, by board and number, are lifted."""
        from odin_solver.editing.locking import unlocked

        if not self.lift:
            task = super().subject(name)
            with question.about_field("start"):
                task.start = None if self.start is None else _begun(task, self.start)
            return task
        task = self.read(name)
        task.loose = unlocked(task.position, frozenset(self.lift))
        legal(task.loose.position)
        return task

    def answer(self, subject: Task, asker: question.Asker[Solved]) -> Solved:
        """Return the best layout; better ones are sent."""
        from odin_solver.placement.solve import answer

        loose, levels = subject.loose, len(subject.objective.levels)
        request = Request(subject.position, subject.objective, self.limits, start=subject.start)
        if loose:
            start = (
                loose.start if loose.lifted and not position_violations(subject.position) else None
            )
            request = replace(
                request,
                position=loose.position,
                start=start,
                forbidden=tuple(loose.forbidden),
                conditions=tuple(loose.conditions),
            )

        def tell(now: Progress) -> None:
            asker.send(progress_text(levels, now), Solved(subject, now, None))

        solution = answer(request, on_progress=tell, cancel=asker.cancel)
        if subject.analysts and not (loose and loose.pinned):
            subject.analysts.remember(solution)
        return Solved(subject, None, solution)

    def data(self, found: Solved) -> dict[str, Any]:
        """Return the solution, or how far the search is."""
        if found.solution is not None:
            counts, proof = quantity(found.task.objective, 0), proof_in_words(found.solution)
            return {**solution_data(found.solution), "counts": counts, "proof": proof}
        now = found.progress
        assert now is not None
        value, bound = (None if e is None else float(e) for e in (now.value, now.bound))
        seconds = round(now.seconds, 3)
        return {
            "seconds": seconds,
            "level": now.level,
            "value": value,
            "bound": bound,
            "gap": now.gap,
        }

    def code(self, found: Solved) -> int:
        proven = found.solution is not None and found.solution.status is Status.OPTIMAL
        return 0 if proven else question.UNPROVEN

    def report(self, found: Solved) -> Iterator[Part]:
        objective, task = found.task.objective, found.task
        yield Line(f"{objective.question} {objective.advice}".rstrip())
        yield Line("")
        shown: Layout | None = None
        if found.solution is not None:
            shown = solution_layout(found.solution, self.verbose)
        elif found.progress is not None and found.progress.after is not None:
            before = task.loose.position if task.loose else task.position
            shown = layout(before, found.progress.after)
        if shown is not None and task.loose is not None and task.loose.lifted:
            shown = replace(shown, lifted=task.loose.lifted, whole=task.position)
        if shown is not None:
            yield shown
        if found.solution is not None and shown is not None and shown.whole is not None:
            yield _moved(shown.whole, found.solution.after, shown.lifted)


def _begun(task: Task, file: File) -> Position:
    from odin_solver.notation.models import named_model
    from odin_solver.notation.solution_files import is_of_a_solver

    before = task.position
    if isinstance(file, str) and is_of_a_solver(file):
        return named_model(before, task.objective).solution(file, "FILE").solution.after
    after = position_of(file, "FILE")
    if [each.board for each in after.boards] != [each.board for each in before.boards]:
        raise InputError.said("expected the boards of the position")
    boards = tuple(
        replace(old, pieces=(*old.pieces, *(e for e in new.pieces if e not in old.pieces)))
        for old, new in zip(before.boards, after.boards, strict=True)
    )
    return replace(before, boards=boards)


def _moved(whole: Position, after: Position, lifted: Sequence[Placement]) -> Fold:
    old, new = (
        Counter(Placement(at, each) for at, state in enumerate(of.boards) for each in state.pieces)
        for of in (whole, after)
    )
    gone, come = list((Counter(lifted) - new).elements()), list((new - old).elements())
    labels = board_labels(whole)

    def place(of: Placement | None) -> str:
        if of is None:
            return say("supply")
        cells = cell_names(of.piece.cells, whole.boards[of.board].grid.height)
        return f"{labels[of.board]} {cells}" if len(labels) > 1 else cells

    moves = []
    for each in gone:
        target = next((other for other in come if other.tile == each.tile), None)
        if target is not None:
            come.remove(target)
        moves.append((each.tile, place(each), place(target)))
    moves += [(each.tile, place(None), place(each)) for each in come]
    rows = [
        [printed_name(tile.id), f"{before} → {now}"]
        for tile, before, now in moves
        if tile.kind != "filler"
    ]
    parts: list[Line | Table] = [Table([], ["whole", "left"], rows)]
    if fillers := len(moves) - len(rows):
        parts.append(Line(say_number("{n} silver or ore", "{n} silver and ore", fillers)))
    title = say_number(
        "{n} tile lies elsewhere, {same} as before",
        "{n} tiles lie elsewhere, {same} as before",
        len(moves),
        same=len(lifted) - len(gone),
    )
    return Fold(title, parts, open=True)


class PositionAdvice(PositionSearch[Found]):
    """A question that an analyst answers."""

    kept: ClassVar[str] = mark("results so far")

    no_cache: Annotated[bool, option(mark("Neither read nor write cached results."), more=True)] = (
        False
    )

    @contextmanager
    def analyst(
        self, task: Task, asker: question.Asker[Found], *, estimate: bool = False
    ) -> "Iterator[Analyst]":
        """Yield an analyst of the position; parameters as of `AnalystPool.analyst`."""
        from odin_solver.analysis.pool import AnalystPool

        known = None if self.no_cache else task.analysts
        pool, levels = known or AnalystPool(not self.no_cache), len(task.objective.levels)

        def note(what: str, now: Progress) -> None:
            asker.send(f"{what}:  {progress_text(levels, now)}", None)

        asked = task.position, task.objective, self.limits, asker.cancel, note
        with pool.analyst(*asked, estimate=estimate) as analyst:
            yield analyst


class PositionHint(PositionAdvice["Hint"]):
    """Give a hint about the best placement, as little or as much as you like.

    POSITION is a position, puzzle or game, or - for standard input. A hint says only what is
    proven; if the time limit did not suffice for a proof, it says so, and the exit code is 3.
    Proven results are cached, so that the next question about the position is answered at once.
    """

    example: ClassVar[str] = "odin hint position.json --level 2"

    level: Annotated[
        int,
        option(
            mark(
                "How much to give away. 1: what is at stake; 2: which tile to place; 3: where; "
                "4: the whole best placement."
            ),
            ge=1,
            le=4,
        ),
    ] = 1
    seconds: question.Seconds = 5.0

    def answer(self, subject: Task, asker: question.Asker["Hint"]) -> "Hint":
        from odin_solver.analysis.hints import hint

        with self.analyst(subject, asker) as analyst:
            return hint(analyst, self.level)

    def data(self, found: "Hint") -> dict[str, Any]:
        from odin_solver.analysis.reporting import hint_data

        return hint_data(found)

    def code(self, found: "Hint") -> int:
        return 0 if found.proven else question.UNPROVEN

    def report(self, found: "Hint") -> Iterator[Part]:
        """Yield the hint; at level 4 with the whole placement."""
        objective = found.solution.objective
        yield Line(f"{objective.question} {objective.advice}".rstrip())
        yield Line(found.text, "" if found.proven else "unsure")
        if found.level == 4:
            yield Line("")
            yield solution_layout(found.solution, self.verbose)
        elif self.verbose:
            yield Line(technical_text(found.solution), "dim")


def solution_layout(solution: Solution, verbose: bool = False) -> Layout:
    """Return the layout of a solution, which a terminal reports at length."""

    def terminal() -> Any:
        from odin_solver.render.terminal.summary import report_text

        return report_text(solution, verbose=verbose)

    return layout(solution.before, solution.after, solution.steps, terminal)


def layout(
    before: Position,
    after: Position,
    steps: Sequence[Sequence[Placement]] = (),
    terminal: "Callable[[], RenderableType] | None" = None,
) -> Layout:
    """Return a layout of a position; parameters as of `Layout`."""

    def svg() -> str:
        from odin_solver.render.svg.position import position_svg

        return position_svg(after, [len(state.pieces) for state in before.boards])

    return Layout({}, svg, terminal, before=before, after=after, steps=steps)


class Counted(NamedTuple):
    """A position, and what counts its layouts; None for exact covers of items."""

    position: Position | None
    counter: "LayoutCounter | ItemCounter"


class PositionCount(question.Question[Counted, "LayoutCount"]):
    """Count the layouts that use all tiles of a position's supply.

    If the supply has more cells than the boards, those that cover all cells are counted. Wood and
    stone are left out. POSITION is a position, puzzle or game, or a problem of exact covers as
    Knuth's DLX1 and DLX2 read it, without colours; - is standard input. The exit code is 0 if the
    number is exact, 3 if it is a lower bound, 2 for bad input, and 130 after Ctrl-C, which prints
    the lower bound.
    """

    example: ClassVar[str] = "odin count position.json --up-to-symmetry"
    keeps: ClassVar[str] = mark("Ctrl-C prints a lower bound")
    kept: ClassVar[str] = mark("this is a lower bound")
    lists: ClassVar[str] = mark("Write every layout to a file, a line of JSON each.")

    position: Annotated[File, asks("POSITION", "")]
    up_to_symmetry: Annotated[
        bool,
        option(
            mark("Count layouts once that turns and reflections of the board take to each other.")
        ),
    ] = False
    seconds: Annotated[
        float,
        option(
            mark("Time limit in seconds; then a lower bound is printed."),
            option="--time-limit",
            gt=0,
            le=question.MAX_SECONDS,
        ),
    ] = 60.0
    workers: question.Workers = 2

    def subject(self, name: str) -> Counted:
        from odin_solver.notation.dlx import ItemCounter, is_dlx
        from odin_solver.placement.cover.counting import LayoutCounter

        if isinstance(self.position, str) and is_dlx(self.position):
            if self.up_to_symmetry:
                with question.about_field("up_to_symmetry"):
                    raise InputError.said("expected a position: items have no symmetries")
            return Counted(None, ItemCounter(self.position))
        position = legal(position_of(self.position, name))
        return Counted(position, LayoutCounter(position, up_to_symmetry=self.up_to_symmetry))

    def answer(
        self,
        subject: Counted,
        asker: question.Asker["LayoutCount"],
        write: Callable[[str], None] | None = None,
    ) -> "LayoutCount":
        """Return the number; every layout is written if `write` is given."""
        from odin_solver.notation.dlx import ItemCounter

        position, counter = subject

        def tell(found: int, share: float) -> None:
            so_far = say("layouts so far: {n}, {share:.1%} of the search", n=found, share=share)
            asker.send(so_far, None)

        if write is None:
            return counter.count(self.seconds, asker.cancel.is_set, tell, self.workers)

        def use_options(options: list[str]) -> None:
            write(msgspec.json.encode({"options": options}).decode())

        if isinstance(counter, ItemCounter):
            return counter.each(use_options, self.seconds, asker.cancel.is_set, tell)
        assert position is not None

        def use(after: Position) -> None:
            lines: list[list[str]] = [[] for _ in position.boards]
            for at, piece in new_placements(position, after):
                lines[at].append(piece_text(piece, position.boards[at].board))
            write(msgspec.json.encode({"placed": lines}).decode())

        return counter.each(use, self.seconds, asker.cancel.is_set, tell)

    def data(self, found: "LayoutCount") -> dict[str, Any]:
        return {
            "count": found.count,
            "exact": found.exact,
            "of": "all items" if found.items else "all tiles" if found.uses_all else "all cells",
            "open_cells": found.open_cells,
            "up_to_symmetry": self.up_to_symmetry,
            "share": round(found.share, 6),
            "seconds": round(found.seconds, 3),
        }

    def code(self, found: "LayoutCount") -> int:
        return 0 if found.exact else question.UNPROVEN

    def report(self, found: "LayoutCount") -> Iterator[Part]:
        digits = f"{found.count:,}"
        if found.items:
            text = say_number(
                "{digits} exact cover", "{digits} exact covers", found.count, digits=digits
            )
        elif found.uses_all:
            text = say_number(
                "{digits} layout uses all tiles",
                "{digits} layouts use all tiles",
                found.count,
                digits=digits,
            )
        else:
            text = say_number(
                "{digits} layout covers all cells",
                "{digits} layouts cover all cells",
                found.count,
                digits=digits,
            )
        if self.up_to_symmetry:
            text = say("{what}, up to symmetry", what=text)
        yield Line(text if found.exact else say("at least {what}", what=text), "strong")
        if not found.exact and found.count and found.share:
            some = float(f"{found.count / found.share:.1e}")
            searched = say("{share:.2%} of the search is done", share=found.share)
            yield Line(
                say("{what}: some {n:,.0f} in all if the rest is alike", what=searched, n=some)
            )
