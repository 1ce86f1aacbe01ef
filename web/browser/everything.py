"""Everything that is kept in the browser, as one file."""

from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.support.files import data_folder
from odin_solver.support.language import say
from odin_web.replies import Done, get_endpoint, post, post_endpoint

ADDRESS = "/api/everything"


class KeptFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of the user."""

    name: str
    content: bytes


class Everything(msgspec.Struct, forbid_unknown_fields=True):
    """All that is kept.

    Attributes
    ----------
    odin_browser
        The version of this format.
    files
        The files of the user's data folder.
    page
        What the scripts of the page keep.
    """

    odin_browser: Literal[1]
    files: list[KeptFile]
    page: dict[str, str] = {}


def routes() -> list[Route]:
    """Return the routes that give and take everything."""

    def load(everything: Everything) -> Done:
        replace(data_folder(), everything.files)
        return Done()

    return [
        Route(ADDRESS, get_endpoint(lambda: Everything(1, files_in(data_folder())))),
        post(ADDRESS, post_endpoint(Everything, load)),
    ]


def files_in(folder: Path) -> list[KeptFile]:
    """Return the files of a folder."""
    return [
        KeptFile(path.relative_to(folder).as_posix(), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    ]


def replace(folder: Path, files: list[KeptFile]) -> None:
    """Put files in the place of all in a folder.

    Raises
    ------
    InputError
        If a name leads elsewhere; then nothing has changed.
    """
    for file in files:
        parts = PurePosixPath(file.name).parts
        if not parts or ".." in parts or parts[0] == "/" or file.name.endswith("/"):
            raise InputError(
                say("files: expected names within the folder, found {name}", name=file.name)
            )
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
