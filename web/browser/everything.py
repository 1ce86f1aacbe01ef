"""Everything that is kept in the browser, as one file, and from one.

What is loaded is written aside, which the browser keeps whole or not at all, and used from the
next start on. Until then nothing of what was kept before is touched.
"""

import asyncio
import os
import shutil
import time
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from odin_solver.errors import InputError
from odin_solver.support.files import LOCK, TEMPORARY
from odin_solver.support.text import reason_of
from odin_solver.support.validating import UNREADABLE
from odin_web.games.index import FILE as INDEX
from odin_web.games.store import LOG, PUZZLE_GAMES, UNDONE
from odin_web.replies import Done, answer, body, get_endpoint

ADDRESS = "/api/everything"

MOST_VALUES = 2_000_000
"""Values of a file at most: five for each file in it."""

MOST_BYTES = 255, 1000
"""Bytes of a name between slashes, and of a whole name."""

LOADED = "loaded-"
"""How the name of the folder of what was loaded begins."""

DAILY = "daily"
"""The folder of puzzles of days, which are made again."""

LONGEST_ID = 60
"""Characters of the name of a game."""

MERGED = ("page.json", "puzzles.json")
"""Files of independent entries by keys; those that end in ``.jsonl`` have one a line."""


class KeptFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of the user, and when it was changed in seconds since 1970."""

    name: str
    content: bytes
    changed: Annotated[float, msgspec.Meta(ge=0, le=1e11)] | None = None


class Everything(msgspec.Struct, forbid_unknown_fields=True):
    """The version of this format, the files of the user, and what the scripts of the page keep."""

    odin_browser: Literal[1]
    files: list[KeptFile]
    page: dict[str, str] = {}


class Holding(msgspec.Struct):
    """How many games there are, and when the newest was changed, if that is known."""

    games: int
    newest: float | None


class Comparison(msgspec.Struct):
    """What is here and what a file has; `only_here` counts files that would be lost."""

    here: Holding
    file: Holding
    only_here: int


class KeptStore:
    """The folder of the user's files, which the browser keeps."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._loaded = root / f"{LOADED}1"

    def begin(self) -> None:
        """Use what was loaded last, in the place of all else."""
        for loaded in [*self.root.glob(f"{LOADED}*")][:1]:
            files = _files(loaded)
            for path in self.root.iterdir():
                _remove(path)
            _write(files, self.root)

    def files(self) -> list[KeptFile]:
        """Return the files of the user, without what is made again."""
        left_out = (LOADED, f"{DAILY}/")
        return [file for file in _files(self.root) if not file.name.startswith(left_out)]

    def load(self, files: Sequence[KeptFile]) -> None:
        """Write files aside, which are used from the next start on."""
        self.withdraw()
        try:
            _write(files, self._loaded)
        except OSError as error:
            self.withdraw()
            raise InputError.said(
                "{field}: {problem}", field="files", problem=reason_of(error)
            ) from None

    def withdraw(self) -> None:
        """Forget what was loaded since the start."""
        _remove(self._loaded)


def _files(folder: Path) -> list[KeptFile]:
    return [
        KeptFile(path.relative_to(folder).as_posix(), path.read_bytes(), path.stat().st_mtime)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith((LOCK, TEMPORARY, INDEX))
    ]


def _write(files: Iterable[KeptFile], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        if file.changed is not None:
            os.utime(path, (file.changed, file.changed))


def routes(store: KeptStore) -> list[Route]:
    def take(content: bytes, how: str | None) -> object:
        files = read(content).files
        if how is None:
            return compared(store.files(), files)
        store.load(added(store.files(), files) if how == "add" else files)
        return Done()

    async def taken(request: Request) -> Response:
        content, how = await request.body(), request.query_params.get("how")
        return answer(await asyncio.to_thread(take, content, how))

    async def withdraw(_: Request) -> Response:
        store.withdraw()
        return answer(Done())

    return [
        Route(ADDRESS, get_endpoint(lambda: Everything(1, store.files()))),
        Route(ADDRESS, taken, methods=["POST"]),
        Route(ADDRESS, withdraw, methods=["DELETE"]),
    ]


def read(content: bytes) -> Everything:
    """Read a file with everything."""
    everything = body(content, Everything, MOST_VALUES)
    names = {file.name for file in everything.files}
    part, whole = MOST_BYTES
    for name in names:
        path = PurePosixPath(name)
        longest = max((len(each.encode()) for each in path.parts), default=0)
        leads = path.is_absolute() or ".." in path.parts or not path.parts
        if leads or name.startswith(LOADED) or str(path) != name or "\0" in name:
            raise InputError.said(
                "files: expected names within the folder, found {name!r}", name=name
            )
        if longest > part or len(name.encode()) > whole:
            raise InputError.said(
                "files: expected names of {n} bytes at most, found {name!r}", n=part, name=name
            )
        if any(str(each) in names for each in path.parents):
            raise InputError.said("files: {name!r} is within a file, not a folder", name=name)
    if len(names) < len(everything.files):
        raise InputError.said("files: a name is there twice")
    return everything


def compared(mine: Sequence[KeptFile], others: Sequence[KeptFile]) -> Comparison:
    known = {(file.name, file.content) for file in others}
    only = sum((file.name, file.content) not in known for file in mine)
    return Comparison(_holding(mine), _holding(others), only)


def _holding(files: Sequence[KeptFile]) -> Holding:
    games = [each for each in files if _is_game(each) and f"/{PUZZLE_GAMES}" not in each.name]
    times = (each.changed for each in games if each.changed is not None)
    return Holding(len(games), max(times, default=None))


def _is_game(file: KeptFile) -> bool:
    path = PurePosixPath(file.name)
    return str(path.parent) == "games" and path.suffix == LOG


def added(mine: Sequence[KeptFile], others: Sequence[KeptFile]) -> list[KeptFile]:
    """Return the files that are here, with what others have besides.

    Another game of the same name gets a new one. Of other files that are here too, lines and
    entries are added which are not here.
    """
    found = {file.name: file for file in mine}
    folders = {str(each) for name in found for each in PurePosixPath(name).parents}
    known = {file.content for file in mine if _is_game(file)}
    renamed: dict[str, str] = {}
    # The moves that were taken back of a game follow its log.
    for file in sorted(others, key=lambda each: (each.name.endswith(UNDONE), each.name)):
        name, here = file.name, found.get(file.name)
        if _is_game(file):
            if file.content in known:
                continue
            if here:
                name = _free_name(file.name, found)
                renamed[file.name.removesuffix(LOG) + UNDONE] = name.removesuffix(LOG) + UNDONE
        name = renamed.get(name, name)
        if name in found:
            content = _merged(name, found[name].content, file.content)
            if content != found[name].content:
                found[name] = KeptFile(name, content, time.time())
        elif name not in folders and not any(
            str(at) in found for at in PurePosixPath(name).parents
        ):
            found[name] = msgspec.structs.replace(file, name=name)
    return list(found.values())


def _free_name(name: str, taken: Container[str]) -> str:
    stem = name.removesuffix(LOG)[: len("games/") + LONGEST_ID - 5].rstrip("-")
    return next(new for n in count(2) if (new := f"{stem}-{n}{LOG}") not in taken)


def _merged(name: str, mine: bytes, other: bytes) -> bytes:
    if name.endswith(".jsonl"):
        lines = mine.splitlines()
        known = set(lines)
        more = [each for each in other.splitlines() if each not in known]
        return b"".join(line + b"\n" for line in [*lines, *more]) if more else mine
    if name not in MERGED:
        return mine
    with suppress(TypeError, *UNREADABLE):
        entries = msgspec.json.decode(mine, type=dict[str, object])
        more_entries = msgspec.json.decode(other, type=dict[str, object])
        for key, value in more_entries.items():
            former = entries.setdefault(key, value)
            if isinstance(former, dict) and isinstance(value, dict):
                entries[key] = {**value, **former}
        return msgspec.json.encode(entries)
    return mine


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
