"""Dialogs of the editor."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from odin_cli.edit.count_list import CountList, Row
from odin_solver.components import BOARDS
from odin_solver.editing.changes import ChangeRefused, with_facts
from odin_solver.placement.objective import PRESETS
from odin_solver.render import palette
from odin_solver.rules.position import ROUNDS, GameLength, Position
from odin_solver.support.language import say_as

Result = TypeVar("Result")

KEYS = """\
[b]Tiles[/b]
  a name or two letters   finds a tile: [b]ro[/b] is the robe
  + -                     number in the supply: [b]ro+[/b]  [b]si+++++[/b]  [b]oil-[/b]
  Enter                   takes the tile in hand
  [b]oil 3[/b] Enter             three oil in the supply
  [b]robe a1:c3[/b] Enter        lays it; [b]silver a1 b4[/b] lays two
  Up, Down                choose in the list

[b]Tile in hand[/b]
  arrows, mouse           move it
  r, right button         turn it; so does the wheel
  f, Shift-right button   flip it
  n p                     next and previous legal place
  Enter, click            lay it
  Space                   lay it and take another one
  b                       from the box, although the supply has it
  Escape                  drop it

[b]Board[/b] (Tab)
  arrows                  move the cursor
  Enter, click            lift the piece into the hand
  Delete, Backspace       lift it into the supply; wood and stone too
  \\[ ]                     other boards

[b]Everywhere[/b]
  F1 help      F2 save as   F3 boards    F4 position
  F5 solve     F6 hint      F7 picture   F8 light or dark
  Ctrl+S save  Ctrl+Z undo  Ctrl+Y redo  Ctrl+Q quit

[b]Signs[/b]
  × may not lie there     ! the cells that are the reason
  * new                   $ income now
  + bonus won             ? bonus open
  · open cell             -1 -2 points lost while open
"""


class Dialog(ModalScreen[Result]):
    """A dialog that Escape closes without a result."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel", show=False)]

    def action_cancel(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class HelpDialog(Dialog[None]):
    """All keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1,enter,q", "cancel", "Close", show=False)]

    def compose(self) -> ComposeResult:
        """Show the keys."""
        with VerticalScroll(classes="dialog wide") as box:
            box.border_title = "Keys"
            box.border_subtitle = "Escape closes"
            yield Static(KEYS)


class ChoiceDialog(Dialog[str]):
    """A question with buttons; the result is the id of the pressed one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, text: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._text, self._choices = title, text, choices

    def compose(self) -> ComposeResult:
        """Show text and buttons."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            yield Label(self._text, markup=False)
            with Horizontal(classes="buttons"):
                for name, label in self._choices:
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the chosen answer."""
        self.dismiss(event.button.id)


class PathDialog(Dialog[Path]):
    """Ask for a file."""

    def __init__(self, title: str, text: str, path: str) -> None:
        super().__init__()
        self._title, self._text, self._path = title, text, path

    def compose(self) -> ComposeResult:
        """Show a line for the path."""
        with Vertical(classes="dialog") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter accepts, Escape cancels"
            yield Label(self._text, markup=False)
            yield Input(self._path, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the path."""
        if event.value.strip():
            self.dismiss(Path(event.value.strip()).expanduser())


class BoardsDialog(Dialog[None]):
    """Add and remove boards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3,enter", "cancel", "Close", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("plus,right", "count(1)", show=False),
        Binding("minus,left", "count(-1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Show all boards with their numbers."""
        with Vertical(classes="dialog tall") as box:
            box.border_title = "Boards and buildings"
            box.border_subtitle = "+ adds, - removes, Enter closes"
            yield CountList(id="boards")
            yield Label("", id="refusal", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self.refresh_rows()

    def refresh_rows(self, refusal: str = "") -> None:
        """Show the numbers of the position, and why the last change was refused."""
        self.query_one("#refusal", Label).update(refusal)
        rows = self.query_one(CountList)
        position = self.app.editor.position  # type: ignore[attr-defined]  # the editor's app
        rows.show(board_rows(position), rows.at)

    def action_move(self, step: int) -> None:
        """Choose another board."""
        self.query_one(CountList).move(step)

    def action_count(self, more: int) -> None:
        """Add or remove the chosen board."""
        rows = self.query_one(CountList)
        rows.post_message(CountList.Counted(rows.chosen or "", more))


def board_rows(position: Position) -> list[Row]:
    """Return a line for each printed board, those of the position first counted."""
    owned = [state.id for state in position.boards]
    rows = []
    for each in BOARDS.values():
        points = f"{each.points} points, " if each.points else ""
        paint = palette.FRAME if each.kind != "exploration" else palette.SEA
        sign = f"{each.letter or '':2}"
        note = f"{points}-{each.printed_negative} open"
        name, count = say_as("board", each.name), owned.count(each.id)
        rows.append(Row(each.id, sign, name, count, paint.ink, paint.fill, note))
    return rows


class FactsDialog(Dialog[Position]):
    """Title, round, objective and rules of a position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,ctrl+s", "accept", "Accept", priority=True, show=False)
    ]

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position

    def compose(self) -> ComposeResult:
        """Show one control for each fact."""
        position = self._position
        numbers = [(str(number), number) for number in range(1, 1 + max(ROUNDS.values()))]
        choices: tuple[tuple[str, list[tuple[str, Any]], object], ...] = (
            ("game", [(f"{name} ({n} rounds)", name) for name, n in ROUNDS.items()], position.game),
            ("round", [("not known", 0), *numbers], position.round or 0),
            (
                "objective",
                [("by the round", ""), *((name, name) for name in PRESETS)],
                position.objective.preset or "",
            ),
            (
                "placing",
                [("one tile in a step", False), ("several tiles in a step", True)],
                position.rules.simultaneous,
            ),
        )
        with Vertical(classes="dialog facts") as box:
            box.border_title = "Position"
            box.border_subtitle = "F4 accepts, Escape cancels"
            with Horizontal():
                yield Label("Title")
                yield Input(position.title, id="title", compact=True)
            for name, options, value in choices:
                with Horizontal():
                    yield Label(name.capitalize())
                    yield Select(options, value=value, allow_blank=False, id=name, compact=True)
            yield Label("", id="refusal")
            with Horizontal(classes="buttons"):
                yield Button("Accept", id="accept", compact=True)

    def on_button_pressed(self) -> None:
        """Accept."""
        self.action_accept()

    def on_input_submitted(self) -> None:
        """Accept."""
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
