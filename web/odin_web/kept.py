"""What the page keeps for the next time: positions, the language, where it was.

The browser keeps it too, but by port and name of the server: what it lacks, it takes from here.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.support.files import data_folder, locked, write_file
from odin_solver.support.language import say
from odin_solver.support.text import reason_of
from odin_web.replies import Done, Refusal, post, post_endpoint

FILE = "page.json"

VIEW = "view"
"""Key of the page that was shown last, with what stands behind its ``#``."""

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
    """Texts by keys, in a file.

    Parameters
    ----------
    path
        The file; by default in the user's data folder.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / FILE

    def read(self) -> Mapping[str, str]:
        """Return all texts; none if the file is missing or damaged."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}

    def change(self, changes: Mapping[str, str | None]) -> None:
        """Keep some texts, and take those away that are None.

        Raises
        ------
        TooManyKept
            If there are more than `MOST`.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                say("{field}: {problem}", field=self.path, problem=reason_of(error))
            ) from None
        with locked(self.path):
            texts = {
                key: text for key, text in {**self.read(), **changes}.items() if text is not None
            }
            if len(texts) > MOST:
                raise TooManyKept(say("expected at most {most} kept texts", most=MOST))
            write_file(self.path, msgspec.json.encode(texts))


def routes() -> list[Route]:
    """Return the route that keeps texts."""

    def change(asked: KeptChanges) -> Done:
        KeptTexts().change(asked.changes)
        return Done()

    return [post("/api/kept", post_endpoint(KeptChanges, change))]
