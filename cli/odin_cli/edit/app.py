"""The screen of the editor."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from odin_cli.edit import dialogs
from odin_cli.edit.files import Document, objections, rescued, saved
from odin_cli.edit.solving import HintDialog, SearchPanel
from odin_cli.edit.widgets import BoardView, CountList, Finder, Row
from odin_cli.output import check_writable
from odin_solver.components import board
from odin_solver.components.signs import sign_of
from odin_solver.editing.editor import Editor
from odin_solver.editing.finding import matching, name_in
from odin_solver.errors import OdinError
from odin_solver.names.printed import printed_list, tile_name
from odin_solver.notation.labels import board_labels, violation_line
from odin_solver.placement.solution import Limits, Solution
from odin_solver.render import palette
from odin_solver.rules.position import Placement, Position
from odin_solver.rules.scoring import board_facts, score
from odin_solver.support.files import write_file
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.platform import HANG_UP

HELD = mark("arrows move · r turn · f flip · n next place · Enter lays · Esc drops")
FREE = mark("Enter or click lifts a piece · Delete: into the supply · Tab tiles · [ ] boards")
FINDING = mark("type ro · + - count · Enter takes in hand · robe a1:c3 Enter lays · Tab board")
SEARCHING = mark("Enter accepts a piece · a accepts all · s stops, keeps the best · Esc closes")


Result = TypeVar("Result")


class BoardTabs(Static):
    """Names of the boards on one line; a click shows one."""

    def show(self, editor: Editor) -> None:
        """Show the names, the shown board marked; it is always within the width."""
        labels = board_labels(editor.position)
        text = Text(no_wrap=True, overflow="ellipsis")
        first = 0
        while (
            first < editor.board
            and sum(len(label) + 3 for label in labels[first : editor.board + 1]) > self.size.width
        ):
            first += 1
        if first:
            text.append("‹ ", Style(meta={"@click": "app.show(-1)"}))
        for number, label in list(enumerate(labels))[first:]:
            style = Style(reverse=number == editor.board, bold=number == editor.board)
            text.append(f" {label} ", style + Style(meta={"@click": f"app.board({number})"}))
            text.append(" ")
        text.append(" + " + say("board") + " ", Style(dim=True, meta={"@click": "app.boards"}))
        self.update(text, layout=False)


class EditApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = """
    #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #tabs { height: 1; padding: 0 1; link-style: none; }
    #main { height: 1fr; }
    #left { width: 1fr; }
    #board { height: 1fr; width: 1fr; scrollbar-size: 1 1; }
    #facts { height: auto; max-height: 3; padding: 0 1; color: $text-muted; }
    #side, #search { width: 24; }
    .roomy #side, .roomy #search { width: 36; }
    #finder { height: 1; border: none; padding: 0; background: $surface; }
    #tiles, #boards { height: 1fr; scrollbar-size: 1 1; overflow-x: hidden; }
    #search { display: none; }
    #status { height: auto; }
    #placements { height: 1fr; border: none; padding: 0; }
    #search Button { width: 100%; }
    #message { height: 2; padding: 0 1; }
    #message.bad { color: $text-error; text-style: bold; }
    #keys { height: 1; padding: 0 1; color: $text-muted; }
    Dialog { align: center middle; }
    .dialog { width: 60; max-width: 96%; height: auto; max-height: 96%; border: round $primary;
              background: $surface; padding: 0 1; }
    .dialog > Label { width: 100%; }
    .wide { width: 100; }
    .tall { height: 20; }
    .buttons { height: auto; margin-top: 1; }
    .buttons Button { margin-right: 2; }
    .facts Horizontal { height: auto; }
    .facts Label { width: 11; }
    .facts #refusal { width: 100%; color: $text-error; }
    .facts Input, .facts Select { width: 1fr; }
    #scroll { height: auto; max-height: 14; }
    #hint { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", mark("Help")),
        Binding("ctrl+s", "save", mark("Save")),
        Binding("f2", "save_as", show=False),
        Binding("ctrl+z", "undo", mark("Undo")),
        Binding("ctrl+y,ctrl+shift+z", "redo", show=False),
        Binding("f3", "boards", mark("Boards")),
        Binding("f4", "facts", mark("Position")),
        Binding("f5", "solve", mark("Solve")),
        Binding("f6", "hint", mark("Hint")),
        Binding("f7", "picture", show=False),
        Binding("f8", "light", show=False),
        Binding("ctrl+q", "quit", mark("Quit")),
        Binding("ctrl+c", "quit", priority=True, show=False),
    ]

    def __init__(self, document: Document, limits: Limits) -> None:
        super().__init__()
        self.document = document
        self.limits = limits
        self.editor = Editor.of(document.position)
        self._bindings.key_to_bindings = {
            key: [replace(each, description=say(each.description)) for each in bindings]
            for key, bindings in self._bindings.key_to_bindings.items()
        }
        self._message, self._bad = "", False
        self._discarded = False
        is_light = os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
        self.theme = "textual-light" if is_light else "textual-dark"

    # --- the screen ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield BoardTabs(id="tabs")
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield BoardView(id="board")
                yield Static(id="facts", markup=False)
            with Vertical(id="side"):
                yield Finder(placeholder=say("tile"), id="finder", compact=True)
                yield CountList(id="tiles")
            yield SearchPanel(id="search")
        yield Static(id="message", markup=False)
        yield Static(id="keys", markup=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        violations = self.editor.violations
        if violations:
            self._say(_not_legal(self.editor), bad=True)
        elif self.document.path is not None and self.document.text is None:
            self._say(say("{file} is a new file", file=self.document.path))
        for number in HANG_UP:  # leave, so that the position is rescued
            signal.signal(number, lambda *_: self.exit())
        self.query_one(Finder).focus()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Give the list more room in a wide terminal."""
        self.screen.set_class(event.size.width >= 110, "roomy")
        self.call_after_refresh(self.show)

    def on_descendant_focus(self) -> None:
        self.show()

    def show(self) -> None:
        if not self.is_running:
            return
        screen = self.screen_stack[0]
        editor = self.editor
        position = editor.position
        broken = len(editor.violations)
        legal = say("not legal ({n})", n=broken) if broken else say("legal")
        name = self.document.name + "*" * editor.history.changed
        points = say("score {n}", n=score(position))
        self._write_line("#title", "   ".join((name, position.when, points, legal)))
        screen.query_one(BoardTabs).show(editor)
        self._show_board()
        self._show_tiles()
        self._show_message()

    def _show_board(self) -> None:
        screen, editor = self.screen_stack[0], self.editor
        view = screen.query_one(BoardView)
        found = screen.query_one(SearchPanel).placements if self._searching else ()
        state = editor.state
        if state is not None and found:
            new = [placement.piece for placement in found if placement.board == editor.board]
            start, state = len(state.pieces), replace(state, pieces=(*state.pieces, *new))
            view.show(editor, (state, start))
        else:
            view.show(editor)
        lines = []
        if state is not None:
            facts = board_facts(state)
            points = say_number("{n} point", "{n} points", facts.points) if facts.points else ""
            income = say("income {n}", n=facts.income) if state.board.income else ""
            uncovered = say("uncovered {n}", n=-facts.uncovered)
            lines.append(", ".join(filter(None, (points, income, uncovered))))
            if state.board.bonuses:
                bonuses = printed_list(facts.bonuses.items()) or say("none")
                lines.append(say("bonuses won: {items}", items=bonuses))
        if editor.violations:
            lines.append(_not_legal(editor))
        self._write_line("#facts", "\n".join(lines[-3:]))

    def _show_tiles(self) -> None:
        screen = self.screen_stack[0]
        found = matching(name_in(screen.query_one(Finder).value), self.editor.position.tiles)
        tiles = screen.query_one("#tiles", CountList)
        supply = self.editor.position.supply
        rows = []
        for each in found:
            paint = palette.paint_of(each)
            sign, count = sign_of(each), supply.get(each.id, 0)
            rows.append(Row(each.id, sign, tile_name(each), count, paint.ink, paint.fill))
        tiles.show(rows, tiles.at)

    def _show_message(self) -> None:
        screen, editor = self.screen_stack[0], self.editor
        line = screen.query_one("#message", Static)
        verdict = editor.verdict
        if verdict is not None and not self._message:
            mark = "×" if verdict.refused else "!" if verdict.waits else "✓"
            self._write_line("#message", f"{mark} {verdict.text}")
            line.set_class(verdict.refused, "bad")
        else:
            self._write_line("#message", self._message)
            line.set_class(self._bad, "bad")
        if self._searching:
            keys = SEARCHING
        elif editor.ghost is not None:
            keys = HELD
        else:
            keys = FINDING if screen.query_one(Finder).has_focus else FREE
        self._write_line("#keys", say(keys))

    def _write_line(self, selector: str, text: str) -> None:
        line = self.screen_stack[0].query_one(selector, Static)
        if text != line.content:
            line.update(text, layout=selector == "#facts")

    def _say(self, text: str, *, bad: bool = False) -> None:
        self._message, self._bad = text, bad

    # --- commands of the model -------------------------------------------------------------------

    def change(self, command: Callable[[Editor], Editor], *, accepts: bool = False) -> bool:
        """Carry out a command; a refusal is shown. Returns whether it was carried out.

        A search ends when the position changes, unless pieces of it are accepted.
        """
        before = self.editor
        try:
            self.editor = command(before)
        except OdinError as refusal:
            self._say(f"× {refusal}", bad=True)
            self.show()
            return False
        done = self.editor.history.done
        if self.editor.position != before.position and len(done) > len(before.history.done):
            self._say(done[-1].description)
        elif self.editor != before:
            self._say("")
        if self.editor.position != before.position and self._searching and not accepts:
            self.on_search_panel_closed()
        self.show()
        return True

    def lay(self, *, keep: bool = False) -> None:
        if self.change(lambda editor: editor.lay(keep)) and not keep:
            self._to_finder()

    def take(self, name: str) -> None:
        if self.change(lambda editor: editor.take(editor.position.kinds[name])):
            self.query_one(Finder).done()
            self.query_one(BoardView).focus()

    def count(self, name: str, more: int) -> None:
        self.change(lambda editor: editor.add_count(editor.position.kinds[name], more))
        self.query_one(Finder).done()

    def action_board(self, number: int) -> None:
        self.change(lambda editor: editor.show(number))

    def action_show(self, step: int) -> None:
        self.action_board(self.editor.board + step)

    def action_undo(self) -> None:
        description = self.editor.history.done[-1].description if self.editor.history.done else ""
        if self.change(Editor.undo):
            self._say(say("undone: {change}", change=description))
            self.show()

    def action_redo(self) -> None:
        self.change(Editor.redo)

    # --- keys and mouse --------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys of dialogs to them."""
        commands = ("undo", "redo", "boards", "facts", "solve", "hint", "help", "save", "save_as")
        return self._free or action not in (*commands, "picture", "quit")

    def on_key(self, event: events.Key) -> None:
        if not self._free or not self.query_one(BoardView).has_focus:
            return
        holds = self.editor.ghost is not None
        arrows = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        commands: dict[str, Callable[[Editor], Editor]] = {
            "r": Editor.turn,
            "f": Editor.flip,
            "n": lambda editor: editor.next_place(1),
            "p": lambda editor: editor.next_place(-1),
            "b": Editor.toggle_box,
        }
        key = event.key
        if key in arrows:
            self.change(lambda editor: editor.move(*arrows[key]))
        elif key == "enter" and holds:
            self.lay()
        elif key == "space" and holds:
            self.lay(keep=True)
        elif key == "enter" and self.editor.piece is not None:
            self.change(lambda editor: editor.lift(take=True))
        elif key == "enter" and (name := self.query_one("#tiles", CountList).chosen):
            self.take(name)
        elif key in ("delete", "backspace"):
            self.change(Editor.drop if holds else Editor.lift)
        elif key == "escape":
            self.change(Editor.drop)
            self._to_finder()
        elif event.character in ("[", "]"):
            self.action_show(1 if event.character == "]" else -1)
        elif holds and key in commands:
            self.change(commands[key])
        elif not holds and event.character and event.character.isalnum():
            finder = self.query_one(Finder)
            finder.value = event.character
            finder.focus()
            finder.cursor_position = 1
        elif event.character in ("+", "-") and (name := self.query_one("#tiles", CountList).chosen):
            self.count(name, 1 if event.character == "+" else -1)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_finder_key(self, event: Finder.Key) -> None:
        tiles = self.query_one("#tiles", CountList)
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
        if event.key in steps:
            tiles.move(steps[event.key])
        elif event.key in "+-" and tiles.chosen:
            self.count(tiles.chosen, 1 if event.key == "+" else -1)
        elif event.key in "[]":
            self.action_show(1 if event.key == "]" else -1)
        elif event.key == "escape":
            self.query_one(Finder).value = ""

    def on_input_changed(self, event: Finder.Changed) -> None:
        if event.input.id == "finder":
            self.query_one("#tiles", CountList).at = 0
            self._say("")
            self.show()

    def on_input_submitted(self, event: Finder.Submitted) -> None:
        if event.input.id != "finder":
            return
        finder, chosen = self.query_one(Finder), self.query_one("#tiles", CountList).chosen
        if name_in(event.value) == event.value.lower().strip() and chosen:
            self.take(chosen)
        elif self.change(lambda editor: editor.enter(event.value)):
            finder.done()

    def on_count_list_chosen(self, event: CountList.Chosen) -> None:
        if event.key in self.editor.position.kinds:
            self.take(event.key)

    def on_count_list_counted(self, event: CountList.Counted) -> None:
        if event.key in self.editor.position.kinds:
            self.count(event.key, event.more)
            return
        if event.more > 0:
            self.change(lambda editor: editor.add_board(board(event.key)))
        else:
            owned = [state.id for state in self.editor.position.boards]
            if event.key in owned:
                last = len(owned) - 1 - owned[::-1].index(event.key)
                self.change(lambda editor: editor.remove_board(last))
        if isinstance(self.screen, dialogs.BoardsDialog):
            self.screen.refresh_rows(self._message if self._bad else "")

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        if self.editor.ghost is not None and self._free:
            self.change(lambda editor: editor.point(event.cell))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        if not self._free:
            return
        self.query_one(BoardView).focus()
        if self.editor.ghost is not None and event.button == 3:
            self.change(Editor.flip if event.flips else Editor.turn)
        elif self.editor.ghost is not None:
            self.change(lambda editor: editor.point(event.cell))
            self.lay()
        else:
            self.change(lambda editor: editor.point(event.cell))
            if self.editor.piece is not None and event.button == 1:
                self.change(lambda editor: editor.lift(take=True))

    def on_board_view_turned(self, event: BoardView.Turned) -> None:
        self.change(Editor.flip if event.flips else Editor.turn)

    # --- files -----------------------------------------------------------------------------------

    def action_save(self) -> None:
        if self.document.path is None:
            self.action_save_as()
        else:
            self._save(self.document.path)

    def action_save_as(self) -> None:
        path = str(self.document.path or "position.json")
        text = say("File, ending in .json or .toml")
        self._ask(dialogs.PathDialog(say("Save as"), text, path), self._save)

    def _save(self, path: Path, then: Callable[[], None] | None = None) -> None:
        if questions := objections(self.document, path):
            write = partial(self._write, path, then)
            self._confirm(say("Save"), "\n".join(questions), say("Yes, save"), write)
        else:
            self._write(path, then)

    def _write(self, path: Path, then: Callable[[], None] | None) -> None:
        try:
            self.document = saved(self.document, self.editor.position, path)
        except OdinError as error:
            self._say(say("× not saved: {error}", error=error), bad=True)
        else:
            self.editor = self.editor.marked_saved()
            count = len(self.editor.violations)
            done = say("saved into {path}", path=path)
            if count:
                done = say_number(
                    "{done}; not legal yet: {n} violation",
                    "{done}; not legal yet: {n} violations",
                    count,
                    done=done,
                )
            self._say(done, bad=bool(count))
            if then is not None:
                then()
        self.show()

    async def action_quit(self) -> None:
        if not self.editor.history.changed:
            self._leave()
            return

        def answered(answer: str) -> None:
            if answer == "discard":
                self._discarded = True
                self._leave()
            elif answer == "save" and self.document.path is not None:
                self._save(self.document.path, self._leave)
            elif answer == "save":
                self.action_save_as()

        choices = [
            ("save", say("Save")),
            ("discard", say("Quit without saving")),
            ("cancel", say("Cancel")),
        ]
        text = say("{file} has unsaved changes.", file=self.document.name)
        self._ask(dialogs.ChoiceDialog(say("Quit"), text, choices), answered)

    def _leave(self) -> None:
        self.screen_stack[0].query_one(SearchPanel).end(2)
        self.exit()

    def rescue(self) -> Path | None:
        """Write unsaved changes beside the file if the editor ended without asking."""
        if self._discarded or not self.editor.history.changed:
            return None
        return rescued(self.document, self.editor.position)

    def action_picture(self) -> None:
        base = self.document.path or Path("position.json")

        def chosen(path: Path) -> None:
            if path.exists():
                text = say("{file} exists. Replace it?", file=path.name)
                self._confirm(say("Picture"), text, say("Yes"), partial(self._draw, path))
            else:
                self._draw(path)

        text = say("File, ending in .png or .svg")
        self._ask(dialogs.PathDialog(say("Picture"), text, str(base.with_suffix(".png"))), chosen)

    def _ask(self, dialog: dialogs.Dialog[Result], then: Callable[[Result], object]) -> None:
        def answered(result: Result | None) -> None:
            if result is not None:
                then(result)

        self.push_screen(dialog, answered)

    def _confirm(self, title: str, text: str, yes: str, then: Callable[[], None]) -> None:
        dialog = dialogs.ChoiceDialog(title, text, [("no", say("No")), ("yes", yes)])
        self._ask(dialog, lambda answer: then() if answer == "yes" else None)

    def _draw(self, path: Path) -> None:
        from odin_solver.render.png import lacking, missing_letters, png_from
        from odin_solver.render.svg.position import position_svg

        svg, is_svg = position_svg(self.editor.position), path.suffix.lower() == ".svg"
        try:
            check_writable(path)
            write_file(path, svg if is_svg else png_from(svg))
            drawn, missing = say("picture in {path}", path=path), missing_letters(svg)
            told = say("{field}: {problem}", field=drawn, problem=lacking(missing))
            bad = bool(missing) and not is_svg
            self._say(told if bad else drawn, bad=bad)
        except OdinError as error:
            self._say(f"× {error}", bad=True)
        self.show()

    # --- dialogs and searches --------------------------------------------------------------------

    def action_help(self) -> None:
        self.push_screen(dialogs.HelpDialog())

    def action_boards(self) -> None:
        self.push_screen(dialogs.BoardsDialog(), lambda _: self.show())

    def action_facts(self) -> None:
        def accepted(after: Position) -> None:
            self.change(lambda editor: editor.set_facts(after))

        self._ask(dialogs.FactsDialog(self.editor.position), accepted)

    def action_light(self) -> None:
        self.theme = "textual-light" if self.theme == "textual-dark" else "textual-dark"

    def action_solve(self) -> None:
        if self._is_legal():
            self.change(Editor.drop)
            self._open_search()
            self._say(self.query_one(SearchPanel).start(self.editor.position, self.limits))
            self.show()

    def action_hint(self) -> None:
        def closed(result: Placement | Solution) -> None:
            if isinstance(result, Solution):
                self._open_search()
                self.query_one(SearchPanel).show_solution(result)
            else:
                self.change(lambda editor: editor.accept([result]))

        if self._is_legal():
            self._ask(HintDialog(self.editor.position, self.limits), closed)

    def on_search_panel_found(self) -> None:
        self.show()

    def on_search_panel_accepted(self, event: SearchPanel.Accepted) -> None:
        panel = self.query_one(SearchPanel)
        panel.end()
        if self.change(lambda editor: editor.accept(event.placements), accepts=True):
            panel.taken(event.placements, self.editor.position)
            self.show()

    def _is_legal(self) -> bool:
        violations = self.editor.violations
        if violations:
            self._say(f"× {violation_line(violations[0], self.editor.position)}", bad=True)
            self.show()
        return not violations

    @property
    def _free(self) -> bool:
        return len(self.screen_stack) == 1

    @property
    def _searching(self) -> bool:
        return bool(self.screen_stack[0].query_one(SearchPanel).display)

    def _open_search(self) -> None:
        self.query_one("#side").display = False
        self.query_one(SearchPanel).display = True
        self._say("")
        self.show()

    def on_search_panel_closed(self) -> None:
        panel = self.query_one(SearchPanel)
        panel.end()
        panel.display = False
        self.query_one("#side").display = True
        self._to_finder()

    def _to_finder(self) -> None:
        finder = self.query_one(Finder)
        finder.focus()
        finder.done()
        self.show()


def _not_legal(editor: Editor) -> str:
    violation = violation_line(editor.violations[0], editor.position)
    return say("not legal: {violation}", violation=violation)
