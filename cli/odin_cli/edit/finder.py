"""The line in which a tile is named."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input
from textual.widgets.input import Selection

from odin_solver.editing.finding import name_in


class Finder(Input):
    """A line for names, counts and cells; keys that are no text belong to the list below."""

    @dataclass
    class Key(Message):
        """A key for the list or the boards."""

        key: str

    async def _on_key(self, event: events.Key) -> None:
        names_tile = name_in(self.value) == self.value.lower().strip()
        if (
            event.key in ("up", "down", "pageup", "pagedown", "escape")
            or event.character in ("[", "]")
            or (event.character in ("+", "-") and names_tile)
        ):
            event.stop()
            event.prevent_default()
            self.post_message(self.Key(event.character or event.key))
            return
        await super()._on_key(event)

    def done(self) -> None:
        self.selection = Selection(0, len(self.value))
