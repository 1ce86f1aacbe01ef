"""Dialogs of the editor."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from odin_cli.edit.widgets import CountList, Row
from odin_solver.components import BOARDS
from odin_solver.editing.changes import ChangeRefused, with_facts
from odin_solver.placement.objective import PRESETS
from odin_solver.render import palette
from odin_solver.rules.position import ROUNDS, GameLength, Position
from odin_solver.support.language import mark, say, say_as, say_number

Result = TypeVar("Result")

KEYS = (
    (
        mark("Tiles"),
        (mark("a name or two letters"), mark("finds a tile: [b]ro[/b] is the robe")),
        ("+ -", mark("number in the supply: [b]ro+[/b]  [b]si+++++[/b]  [b]oil-[/b]")),
        ("Enter", mark("takes the tile in hand")),
        (mark("[b]oil 3[/b] Enter"), mark("three oil in the supply")),
        (mark("[b]robe a1:c3[/b] Enter"), mark("lays it; [b]silver a1 b4[/b] lays two")),
        (mark("Up, Down"), mark("choose in the list")),
    ),
    (
        mark("Tile in hand"),
        (mark("arrows, mouse"), mark("move it")),
        (mark("r, right button"), mark("turn it; so does the wheel")),
        (mark("f, Shift-right button"), mark("flip it")),
        ("n p", mark("next and previous legal place")),
        (mark("Enter, click"), mark("lay it")),
        (mark("Space"), mark("lay it and take another one")),
        ("b", mark("from the box, although the supply has it")),
        ("Escape", mark("drop it")),
    ),
    (
        mark("Board (Tab)"),
        (mark("arrows"), mark("move the cursor")),
        (mark("Enter, click"), mark("lift the piece into the hand")),
        ("Delete, Backspace", mark("lift it into the supply; wood and stone too")),
        (r"\[ ]", mark("other boards")),
    ),
    (
        mark("Everywhere"),
        ("F1", mark("Help")),
        ("F2", mark("Save as")),
        ("F3", mark("Boards")),
        ("F4", mark("Position")),
        ("F5", mark("Solve")),
        ("F6", mark("Hint")),
        ("F7", mark("Picture")),
        ("F8", mark("Light or dark")),
        ("Ctrl+S", mark("Save")),
        ("Ctrl+Z  Ctrl+Y", mark("Undo and redo")),
        ("Ctrl+Q", mark("Quit")),
    ),
    (
        mark("Signs"),
        ("×", mark("may not lie there")),
        ("!", mark("the cells that are the reason")),
        ("*", mark("new")),
        ("$", mark("income now")),
        ("+ ?", mark("bonus won, bonus open")),
        ("·", mark("open cell")),
        ("-1 -2", mark("points lost while open")),
    ),
)
"""Headings, and below them keys or signs with their meaning."""


class Dialog(ModalScreen[Result]):
    """A dialog that Escape closes without a result."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, title: str = "", text: str = "") -> None:
        super().__init__()
        self._title, self._text = title, text

    def action_cancel(self) -> None:
        self.dismiss(None)


class HelpDialog(Dialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1,enter,q", "cancel", show=False)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide") as box:
            box.border_title = say("Keys")
            box.border_subtitle = say("Escape closes")
            table = Table.grid(padding=(0, 2))
            for heading, *rows in KEYS:
                table.add_row(Text(say(heading), style="bold"))
                for key, meaning in rows:
                    table.add_row(f"  {say(key)}", say(meaning))
                table.add_row()
            yield Static(table)


class ChoiceDialog(Dialog[str]):
    """A question with buttons; the result is the id of the pressed one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, text: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, text)
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield Label(self._text, markup=False)
            with Horizontal(classes="buttons"):
                for name, label in self._choices:
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)


class PathDialog(Dialog[Path]):
    def __init__(self, title: str, text: str, path: str) -> None:
        super().__init__(title, text)
        self._path = path

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = say("Enter accepts, Escape cancels")
            yield Label(self._text, markup=False)
            yield Input(self._path, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(Path(event.value.strip()).expanduser())


class BoardsDialog(Dialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3,enter", "cancel", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("plus,right", "count(1)", show=False),
        Binding("minus,left", "count(-1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall") as box:
            box.border_title = say("Boards and buildings")
            box.border_subtitle = say("+ adds, - removes, Enter closes")
            yield CountList(id="boards")
            yield Label("", id="refusal", markup=False)

    def on_mount(self) -> None:
        self.refresh_rows()

    def refresh_rows(self, refusal: str = "") -> None:
        self.query_one("#refusal", Label).update(refusal)
        rows = self.query_one(CountList)
        position = self.app.editor.position  # type: ignore[attr-defined]  # the editor's app
        rows.show(board_rows(position), rows.at)

    def action_move(self, step: int) -> None:
        self.query_one(CountList).move(step)

    def action_count(self, more: int) -> None:
        rows = self.query_one(CountList)
        rows.post_message(CountList.Counted(rows.chosen or "", more))


def board_rows(position: Position) -> list[Row]:
    """Return a line for each printed board, those of the position first counted."""
    owned = [state.id for state in position.boards]
    rows = []
    for each in BOARDS.values():
        note: str = say("-{n} open", n=each.printed_negative)
        if each.points:
            points = say_number("{n} point", "{n} points", each.points)
            note = f"{points}, {note}"
        paint = palette.FRAME if each.kind != "exploration" else palette.SEA
        sign = f"{each.letter or '':2}"
        name, count = say_as("board", each.name), owned.count(each.id)
        rows.append(Row(each.id, sign, name, count, paint.ink, paint.fill, note))
    return rows


class FactsDialog(Dialog[Position]):
    """Title, round, objective and rules of a position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "accept", priority=True, show=False)
    ]

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position

    def compose(self) -> ComposeResult:
        position = self._position
        numbers = [(str(number), number) for number in range(1, 1 + max(ROUNDS.values()))]
        games = [
            (say("short game ({n} rounds)", n=ROUNDS["short"]), "short"),
            (say("long game ({n} rounds)", n=ROUNDS["long"]), "long"),
        ]
        objectives = [(say("by the round"), ""), *((say(name), name) for name in PRESETS)]
        steps = [(say("one tile in a step"), False), (say("several tiles in a step"), True)]
        choices: tuple[tuple[str, str, Sequence[tuple[str, Any]], object], ...] = (
            ("game", say("Game"), games, position.game),
            ("round", say("Round"), [(say("not known"), 0), *numbers], position.round or 0),
            ("objective", say("Objective"), objectives, position.objective.preset or ""),
            ("placing", say("Placing"), steps, position.rules.simultaneous),
        )
        with Vertical(classes="dialog facts") as box:
            box.border_title = say("Position")
            box.border_subtitle = say("F4 accepts, Escape cancels")
            with Horizontal():
                yield Label(say("Title"))
                yield Input(position.title, id="title", compact=True)
            for name, label, options, value in choices:
                with Horizontal():
                    yield Label(label)
                    yield Select(options, value=value, allow_blank=False, id=name, compact=True)
            yield Label("", id="refusal")
            with Horizontal(classes="buttons"):
                yield Button(say("Accept"), id="accept", compact=True)

    def on_button_pressed(self) -> None:
        self.action_accept()

    def on_input_submitted(self) -> None:
        self.action_accept()

    def action_accept(self) -> None:
        """Close with the changed position, or say why it cannot be."""
        game: GameLength = "short" if self.query_one("#game", Select).value == "short" else "long"
        round_ = self.query_one("#round", Select).value
        try:
            after = with_facts(
                self._position,
                title=self.query_one("#title", Input).value,
                game=game,
                round=int(str(round_)),
                objective=str(self.query_one("#objective", Select).value),
                simultaneous=self.query_one("#placing", Select).value is True,
            )
        except ChangeRefused as refusal:
            self.query_one("#refusal", Label).update(str(refusal))
            return
        self.dismiss(after)
