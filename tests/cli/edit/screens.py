"""Running the editor without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

from odin_cli.edit.app import EditApp
from odin_cli.edit.files import opened
from odin_cli.edit.widgets import MARGIN
from odin_solver.components import parse_cell
from odin_solver.placement.solution import Limits
from odin_solver.render.terminal.canvas import ACROSS
from tests.timing import HANGING

SMALL, LARGE = (80, 24), (120, 40)

Scenario = Callable[["Screen"], Awaitable[None]]


class Screen:
    """A running editor and its keys."""

    def __init__(self, app: EditApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.pressed = 0

    async def press(self, *keys: str) -> None:
        self.pressed += len(keys)
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Press the key of each character; a line break is Enter."""
        names = {" ": "space", "\n": "enter", "+": "plus", "-": "minus", ":": "colon"}
        self.pressed += len(text)
        for line in text.splitlines(keepends=True):
            await self.pilot.press(*(names.get(char, char) for char in line))
            await self.pilot.pause()

    def fill(self, text: str) -> None:
        """Replace the text of the focused line."""
        assert isinstance(self.app.focused, Input)
        self.app.focused.value = text

    async def click(self, selector: str, x: int, y: int, button: int = 1) -> None:
        await self.pilot.click(selector, offset=(x, y), button=button)
        await self.pilot.pause()

    async def click_cell(self, name: str, button: int = 1) -> None:
        """Click a cell of a compact board."""
        await self.click("#board", *self.place(name), button=button)

    async def hover_cell(self, name: str) -> None:
        await self.pilot.hover("#board", offset=self.place(name))
        await self.pilot.pause()

    def place(self, name: str) -> tuple[int, int]:
        state = self.app.editor.state
        assert state is not None
        x, y = parse_cell(name, state.board.height)
        return MARGIN + ACROSS * x + 2, y

    async def shows(self, text: str) -> None:
        """Wait until the screen shows a text."""
        await self.until(lambda: text in self.text)

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(int(20 * HANGING)):
            if condition():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"never happened:\n{self.text}")

    @property
    def text(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)

    @property
    def message(self) -> str:
        return str(self.app.screen_stack[0].query_one("#message", Static).content)

    @property
    def pieces(self) -> list[str]:
        state = self.app.editor.state
        assert state is not None
        return [piece.tile.id for piece in state.pieces]


def edit(
    scenario: Scenario, path: Path | None = None, size: tuple[int, int] = SMALL, seconds: float = 20
) -> EditApp:
    """Run a scenario in an editor of a file."""

    async def run() -> EditApp:
        app = EditApp(opened(None if path is None else str(path)), Limits(seconds, 1, 0))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scenario(Screen(app, pilot))
        return app

    return asyncio.run(run())
