"""Solving and hints within the editor."""

import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Button, Label, OptionList, Static
from textual.widgets.option_list import Option

from odin_cli.edit.dialogs import Dialog
from odin_solver.analysis.hint_parts import Hint
from odin_solver.analysis.hints import LEVELS
from odin_solver.components.signs import sign_of
from odin_solver.editing.changes import described
from odin_solver.errors import OdinError
from odin_solver.names.printed import amount
from odin_solver.notation.labels import board_labels
from odin_solver.placement.solution import Limits, Solution, Status, placing_steps
from odin_solver.questions.placement import PositionHint, PositionSearch, PositionSolve
from odin_solver.questions.question import Asker
from odin_solver.rules.position import Placement, Position
from odin_solver.support.language import say


class Search:
    """A question about a position, answered in a thread of its own; the engines run in processes.

    Attributes
    ----------
    cancel
        Set it to end the search with the best so far.
    now, found
        How far it is, and the latest answer.
    ended, error
        Whether that is the last one, or why there is none.
    """

    def __init__(self, question: PositionSearch[Any], position: Position) -> None:
        self.cancel = threading.Event()
        self.began, self.now = time.monotonic(), ""
        self.found: Any = None
        self.ended, self.error = False, ""
        self.task = question.task(position)
        self._question = question
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def stop(self, seconds: float = 0) -> None:
        self.cancel.set()
        self._thread.join(seconds)

    def _tell(self, now: str, found: Any) -> None:
        self.now, self.found = now, found or self.found

    def _run(self) -> None:
        try:
            self.found = self._question.answer(self.task, Asker(self._tell, self.cancel))
            self.ended = True
        except OdinError as error:
            self.error = str(error)
        except Exception as error:  # shown on the screen, which must not die of it
            self.error = say(
                "internal error: {kind}: {error}", kind=type(error).__name__, error=error
            )


REFRESH = 0.15
"""Seconds between two looks at a search."""


class SearchPanel(Vertical):
    """A running or finished search: its value and its placements, to be accepted."""

    @dataclass
    class Accepted(Message):
        placements: Sequence[Placement]

    class Closed(Message):
        """The panel is to be closed."""

    class Found(Message):
        """There is another layout to show: see `placements`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept_all", show=False),
        Binding("s", "stop", show=False),
        Binding("escape", "close", show=False),
    ]

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._search: Search | None = None
        self._before = Position()
        self._after: Position | None = None
        self.placements: tuple[Placement, ...] = ()
        self._limit = 0.0

    def compose(self) -> ComposeResult:
        yield Static(id="status", markup=False)
        yield OptionList(id="placements", compact=True)
        yield Button(say("Accept all (a)"), id="accept", compact=True)
        yield Button(say("Stop (s)"), id="stop", compact=True)
        yield Button(say("Close (Esc)"), id="close", compact=True)

    def on_mount(self) -> None:
        self.set_interval(REFRESH, self._look)

    def start(self, position: Position, limits: Limits) -> str:
        """Begin to solve; returns what is asked."""
        self._reset(position)
        self._limit = limits.seconds
        self._search = Search(PositionSolve(position={}, **asdict(limits)), position)
        self._look()
        self.query_one(OptionList).focus()
        return self._search.task.objective.question

    def show_solution(self, solution: Solution) -> None:
        self._reset(solution.before)
        self._finish(solution)
        self.query_one(OptionList).focus()

    def end(self, seconds: float = 0) -> None:
        if self._search is not None:
            self._search.stop(seconds)
            self._search = None

    def taken(self, placements: Sequence[Placement], position: Position) -> None:
        left = list(self.placements)
        for placement in placements:
            left.remove(placement)
        self._before = position
        self._list(left)
        if not left:
            self.action_close()

    def action_accept_all(self) -> None:
        self.post_message(self.Accepted(self.placements))

    def action_stop(self) -> None:
        if self._search is not None:
            self._search.cancel.set()

    def action_close(self) -> None:
        self.post_message(self.Closed())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        {"accept": self.action_accept_all, "stop": self.action_stop, "close": self.action_close}[
            event.button.id or "close"
        ]()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Accepted([self.placements[event.option_index]]))

    def _reset(self, before: Position) -> None:
        self.end()
        self._before, self._after = before, None
        self._list([])

    def _look(self) -> None:
        search = self._search
        if search is None:
            return
        if search.ended:
            self._search = None
            self._finish(search.found.solution)
            return
        if search.error:
            self._search = None
            self._status(search.error)
            return
        lines: list[str] = [say("starting")]
        if search.found is not None:
            if (after := search.found.progress.after) is not None:
                self._show(after)
            lines = [
                say("{n:.0f} of {limit:g} s", n=search.seconds, limit=self._limit),
                *search.now.split("  "),
                *([say("stopping")] if search.cancel.is_set() else []),
            ]
        self._status("\n".join([say("Solving"), *lines]))

    def _finish(self, solution: Solution) -> None:
        self._show(solution.after)
        proven = solution.status is Status.OPTIMAL
        verdict = say("Proven best") if proven else say("Best found, not proven")
        value = f"{say(solution.objective.name)} {amount(solution.value)}"
        scores = say("score {n}", n=f"{solution.score_before} → {solution.score_after}")
        self._status(f"{verdict}\n{value}\n{scores}")
        self.query_one("#stop", Button).display = False

    def _show(self, after: Position) -> None:
        if after == self._after:
            return
        self._after = after
        self._list([each for step in placing_steps(self._before, after) for each in step])
        self.post_message(self.Found())

    def _list(self, placements: Sequence[Placement]) -> None:
        self.placements = tuple(placements)
        options = self.query_one(OptionList)
        chosen = options.highlighted or 0
        options.clear_options()
        options.add_options(
            Option(placement_line(placement, self._before)) for placement in placements
        )
        options.highlighted = min(chosen, len(placements) - 1) if placements else None
        self.query_one("#accept", Button).display = bool(placements)
        self.query_one("#stop", Button).display = self._search is not None

    def _status(self, text: str) -> None:
        self.query_one("#status", Static).update(text)


def placement_line(placement: Placement, position: Position) -> Text:
    state = position.boards[placement.board]
    line = f"{sign_of(placement.tile)} {described(state, placement.piece)}"
    if len(position.boards) > 1:
        line += f" ({board_labels(position)[placement.board]})"
    return Text(line, no_wrap=True, overflow="ellipsis")


class HintDialog(Dialog["Placement | Solution"]):
    """A hint, as little or as much as wanted; the result is what to lay or to show."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(level), f"ask({level})", show=False) for level in LEVELS),
        Binding("f6", "more", show=False),
        Binding("l", "lay", show=False),
    ]

    def __init__(self, position: Position, limits: Limits) -> None:
        super().__init__()
        self._position, self._limits = position, limits
        self._level = 1
        self._search: Search | None = None
        self._hint: Hint | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide") as box:
            box.border_title = say("Hint")
            box.border_subtitle = say("1 to 4: how much to give away; Escape closes")
            with VerticalScroll(id="scroll", can_focus=False):
                yield Label("", id="hint", markup=False)
            with Horizontal(classes="buttons"):
                names = say("stakes"), say("tile"), say("where"), say("all")
                for level, name in zip(LEVELS, names, strict=True):
                    yield Button(f"{level} {name}", id=f"level-{level}", compact=True)
                yield Button(say("Lay it (l)"), id="lay", compact=True)

    def on_mount(self) -> None:
        self.set_interval(REFRESH, self._look)
        self.action_ask(1)

    def on_unmount(self) -> None:
        if self._search is not None:
            self._search.cancel.set()

    def action_ask(self, level: int) -> None:
        """Ask for a hint of a level, after the one being sought: they share their searches."""
        self._level, self._hint = level, None
        if self._search is not None:
            return

        question = PositionHint(position={}, level=level, **asdict(self._limits))
        self._search = Search(question, self._position)
        self._look()

    def action_more(self) -> None:
        self.action_ask(min(self._level + 1, LEVELS[-1]))

    def action_lay(self) -> None:
        if self._hint is not None and self._hint.level == LEVELS[-1]:
            self.dismiss(self._hint.solution)
        elif self._hint is not None and self._hint.placement is not None:
            self.dismiss(self._hint.placement)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        name = event.button.id or ""
        if name == "lay":
            self.action_lay()
        else:
            self.action_ask(int(name[-1]))

    def _look(self) -> None:
        search = self._search
        if search is None:
            return
        if search.ended:
            self._search, found = None, search.found
            if found.level != self._level:
                self.action_ask(self._level)
                return
            self._hint, text = found, found.text
            if found.level == LEVELS[-1]:
                placements = found.solution.placements
                lines = (placement_line(each, self._position).plain for each in placements)
                text = "\n".join([text, *lines])
        elif search.error:
            self._search, text = None, search.error
        else:
            what = search.now or say("starting")
            text = say("Thinking: {what} ({seconds:.0f} s)", what=what, seconds=search.seconds)
        self.query_one("#hint", Label).update(text)
        hint_ = self._hint
        self.query_one("#lay", Button).display = hint_ is not None and (
            hint_.placement is not None or hint_.level == LEVELS[-1]
        )
