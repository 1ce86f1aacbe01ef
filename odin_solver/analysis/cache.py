"""Cache of proven results on disk.

An entry is checked by the rules before it is used: its digest must fit, and the layout must be
legal, follow from the position and have the claimed values. Its optimality cannot be checked
without another search, so only the same version of the program trusts it.
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
"""Version of the format; a new one makes old entries unknown."""


def default_folder() -> Path:
    """Return ``ODIN_CACHE_DIR``, or the user's cache directory."""
    named = os.environ.get("ODIN_CACHE_DIR")
    return Path(named) if named else user_cache_path("odin_solver", appauthor=False)


class Cache:
    """Folder with one file per question; file errors never stop a search.

    Parameters
    ----------
    folder
        Folder of the files, created with the first entry.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def path(self, key: Mapping[str, Any]) -> Path:
        """Return the file of a question."""
        text = json.dumps({**key, "version": __version__, "format": FORMAT}, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"

    def get(
        self, key: Mapping[str, Any], position: Position, objective: Objective
    ) -> tuple[Position, Mapping[str, Any]] | None:
        """Return the layout and notes of a question; None if there is no valid entry.

        Parameters
        ----------
        key
            Question as plain data.
        position, objective
            Position and objective against which the entry is checked.
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
        after = _follow_up(position, boards)
        if after is None or position_violations(after):
            return None
        gained = gains(position, after)
        if values != [value(weights, gained) for weights in objective.levels]:
            return None
        return after, entry["notes"]

    def choice(self, key: Mapping[str, Any]) -> str | None:
        """Return an earlier choice among equally true answers, if there is one."""
        try:
            entry = json.loads(self.path({**key, "choice": True}).read_text(encoding="utf-8"))
            whole = entry["digest"] == _digest({"notes": entry["choice"]})
        except Exception:  # a file may hold anything at all
            return None
        return str(entry["choice"]) if whole else None

    def choose(self, key: Mapping[str, Any], chosen: str) -> None:
        """Keep a choice, so that later answers agree with it."""
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
        """Keep a proven result."""
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
        """Write a file completely or not at all; ignore a folder that cannot be written."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(entry))


def _follow_up(position: Position, boards: Sequence[Sequence[Piece]]) -> Position | None:
    """Return the position with these pieces; None if the supply does not hold them."""
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
    """Return a piece as plain data."""
    return [piece.tile.id, [list(cell) for cell in piece.cells]]


def _digest(entry: Mapping[str, Any]) -> str:
    body = {name: entry[name] for name in ("pieces", "values", "notes") if name in entry}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
