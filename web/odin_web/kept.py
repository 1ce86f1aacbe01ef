"""What the page keeps for the next time: positions, the language, where it was.

The browser keeps it too, but by port and name of the server: what it lacks, it takes from here.
"""

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Annotated

import msgspec
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.support.files import data_folder, locked, write_file, writing
from odin_solver.support.validating import UNREADABLE
from odin_web.replies import Done, Refusal, post, post_endpoint

FILE = "page.json"

VIEW = "view"
"""Key of the page that was shown last, with what stands behind its ``#``."""

ASIDE = "aside."
"""How names begin of what cannot be used and is kept all the same; the page knows it, too."""

MOST = 60
"""Keys at most."""

Key = Annotated[str, msgspec.Meta(max_length=60)]
Text = Annotated[str, msgspec.Meta(max_length=200_000)]


class KeptChanges(msgspec.Struct, forbid_unknown_fields=True):
    """Texts by their keys; None takes one away."""

    changes: Annotated[dict[Key, Text | None], msgspec.Meta(max_length=MOST)]


class TooManyKept(Refusal):
    """More keys than are kept."""

    status = 413


class KeptTexts:
    """Texts by keys, in a file of the user's data folder."""

    def __init__(self) -> None:
        self.path = data_folder() / FILE

    def read(self) -> Mapping[str, str]:
        """Return all texts; none if the file is missing or cannot be read.

        What is no text is one under another name (`ASIDE`). A damaged file is set aside.
        """
        try:
            return self._read()
        except OSError:
            return {}

    def _read(self) -> Mapping[str, str]:
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=dict[str, object])
        except FileNotFoundError:
            return {}
        except UNREADABLE:
            return {self._set_aside(): ""}
        return {
            key if isinstance(text, str) else ASIDE + key: text
            if isinstance(text, str)
            else msgspec.json.encode(text).decode()
            for key, text in found.items()
        }

    def _set_aside(self) -> str:
        """Rename the damaged file; return its name, which the next one keeps."""
        usual = ASIDE + self.path.name
        names = chain([usual], (f"{usual}.{n}" for n in count(2)))
        name = next(each for each in names if not self.path.with_name(each).exists())
        with suppress(OSError, InputError):  # another request may have done it
            self.path.rename(self.path.with_name(name))
            write_file(self.path, msgspec.json.encode({name: ""}))
        return name

    def change(self, changes: Mapping[str, str | None]) -> None:
        """Keep some texts, and take those away that are None."""
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with locked(self.path):
            with writing(self.path):
                kept = self._read()
            texts = {key: text for key, text in {**kept, **changes}.items() if text is not None}
            if len(texts) > MOST:
                raise TooManyKept.said("expected at most {most} kept texts", most=MOST)
            write_file(self.path, msgspec.json.encode(texts))


def routes() -> list[Route]:
    def change(asked: KeptChanges) -> Done:
        KeptTexts().change(asked.changes)
        return Done()

    return [post("/api/kept", post_endpoint(KeptChanges, change))]
