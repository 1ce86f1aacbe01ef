"""Proven results on disk, so that the next question about a position is answered at once.

What is read is checked by the plain rules before it is used: the layout must be legal, be one of
the position and have the values that the entry claims, and the entry must be whole (it carries a
digest of itself). That nothing better exists cannot be checked without searching again; for that
the entry of a version of this program is trusted by the same version only.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from odin_solver.components import TILES
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Objective
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position
from odin_solver.support.files import write_whole
from odin_solver.version import __version__

FORMAT = 1
"""Counts up when entries of old can no longer be trusted or read."""


def default_folder() -> Path:
    """Where results are kept: ``ODIN_CACHE_DIR``, or the user's cache directory."""
    named = os.environ.get("ODIN_CACHE_DIR")
    return Path(named) if named else user_cache_path("odin_solver", appauthor=False)


class Cache:
    """A folder with one file a question; whatever goes wrong with files, solving goes on.

    Parameters
    ----------
    folder
        Where the files are; made when the first result is kept.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def path(self, key: Mapping[str, Any]) -> Path:
        """The file of a question."""
        text = json.dumps({**key, "version": __version__, "format": FORMAT}, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"

    def get(
        self, key: Mapping[str, Any], position: Position, objective: Objective
    ) -> tuple[Position, Mapping[str, Any]] | None:
        """The layout that is kept for a question, and notes about it; None if there is none.

        Parameters
        ----------
        key
            The question, as plain data.
        position, objective
            What it was about: the layout has to be one of this position, and legal, and worth
            what the entry says.
        """
        try:
            entry = json.loads(self.path(key).read_text(encoding="utf-8"))
            if entry["digest"] != _digest(entry):
                return None
            boards = [list(state.pieces) for state in position.boards]
            for at, name, cells in entry["pieces"]:
                boards[at].append(Piece(TILES[name], tuple((x, y) for x, y in cells)))
            values = [Fraction(each) for each in entry["values"]]
        except Exception:  # a file may hold anything at all
            return None
        found = _follow_up(position, boards)
        if found is None or position_violations(found):
            return None
        counted = gains(position, found)
        if values != [value(weights, counted) for weights in objective.levels]:
            return None
        return found, entry["notes"]

    def choice(self, key: Mapping[str, Any]) -> str | None:
        """What was chosen before among things that are equally true; None if nothing is kept."""
        try:
            entry = json.loads(self.path({**key, "choice": True}).read_text(encoding="utf-8"))
            whole = entry["digest"] == _digest({"notes": entry["choice"]})
        except Exception:  # a file may hold anything at all
            return None
        return str(entry["choice"]) if whole else None

    def choose(self, key: Mapping[str, Any], chosen: str) -> None:
        """Keep a choice, so that the next answer speaks of the same thing."""
        digest = _digest({"notes": chosen})
        self._write(self.path({**key, "choice": True}), {"choice": chosen, "digest": digest})

    def put(
        self,
        key: Mapping[str, Any],
        position: Position,
        after: Position,
        values: list[Fraction],
        notes: Mapping[str, Any],
    ) -> None:
        """Keep a proven result; the file is whole or not there."""
        entry: dict[str, Any] = {
            "pieces": [
                [at, *piece_data(piece)]
                for at, (old, new) in enumerate(zip(position.boards, after.boards, strict=True))
                for piece in new.pieces[len(old.pieces) :]
            ],
            "values": [str(each) for each in values],
            "notes": dict(notes),
        }
        entry["digest"] = _digest(entry)
        self._write(self.path(key), entry)

    def _write(self, path: Path, entry: Mapping[str, Any]) -> None:
        """Write a whole file or none; a folder that cannot be written is no harm."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(entry))


def _follow_up(position: Position, boards: Sequence[Sequence[Piece]]) -> Position | None:
    """The position with these pieces on its boards; None if the supply does not hold them."""
    supply = Counter(position.supply)
    for old, pieces in zip(position.boards, boards, strict=True):
        supply.subtract(piece.tile.id for piece in pieces[len(old.pieces) :])
    if min(supply.values(), default=0) < 0:
        return None
    return replace(
        position,
        boards=tuple(
            replace(state, pieces=tuple(pieces))
            for state, pieces in zip(position.boards, boards, strict=True)
        ),
        supply={name: count for name, count in supply.items() if count},
    )


def piece_data(piece: Piece) -> list[Any]:
    """A piece as part of a question."""
    return [piece.tile.id, [list(cell) for cell in piece.cells]]


def _digest(entry: Mapping[str, Any]) -> str:
    body = {name: entry[name] for name in ("pieces", "values", "notes") if name in entry}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
