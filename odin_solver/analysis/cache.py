"""Cache of results on disk: proven ones, and the best placement found so far.

An entry is checked by the rules before it is used: the layout must be legal, follow from the
position, and have the claimed values, and no bound may be below them. Whether the bounds hold
cannot be checked without another search, so an entry is used only by the program that wrote it: the
same code with the same solvers.
"""

import hashlib
import json
import os
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from platformdirs import user_cache_path

from odin_solver.linear.solvers import versions
from odin_solver.notation.positions import position_data
from odin_solver.placement.gains import gains, value
from odin_solver.placement.objective import Weights
from odin_solver.placement.solution import LevelResult, Request, Solution, Status, placing_steps
from odin_solver.rules.board_state import Piece
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Placement, new_placements
from odin_solver.support.files import write_whole
from odin_solver.support.validating import decoded

PACKAGES = ("components", "linear", "rules", "notation", "placement", "analysis")
"""Packages whose code decides about results."""

LARGEST = 1_000_000
"""Bytes that an entry may have."""

Name = Annotated[str, msgspec.Meta(pattern=r"\A[\w .+-]{0,40}\Z")]
Number = Annotated[str, msgspec.Meta(pattern=r"\A-?\d{1,20}(/\d{1,20})?\Z")]


class CacheEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A result.

    Attributes
    ----------
    pieces
        New pieces: board number, tile and cells.
    values, bounds
        Value and upper bound of each objective level; None for a bound that is not known.
    solver, version
        Solver that searched last.
    """

    pieces: list[tuple[Annotated[int, msgspec.Meta(ge=0)], str, list[tuple[int, int]]]]
    values: list[Number]
    bounds: list[Number | None]
    ties: bool
    solver: Name
    version: Name
    digest: str = ""

    @property
    def levels(self) -> tuple[LevelResult, ...]:
        """Values and bounds as numbers."""
        return tuple(
            LevelResult(Fraction(reached), None if bound is None else Fraction(bound))
            for reached, bound in zip(self.values, self.bounds, strict=True)
        )

    def content_digest(self) -> str:
        """Return the digest of all other fields."""
        content = msgspec.json.encode(msgspec.structs.replace(self, digest=""))
        return hashlib.sha256(content).hexdigest()


def default_folder() -> Path:
    """Return ``ODIN_CACHE_DIR``, or the user's cache directory."""
    named = os.environ.get("ODIN_CACHE_DIR")
    return Path(named) if named else user_cache_path("odin_solver", appauthor=False)


@cache
def program() -> str:
    """Return a digest of the code that computes results, and of the solvers' versions."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(root)} {content}\n".encode())
    for package, version in versions().items():
        digest.update(f"{package} {version}\n".encode())
    return digest.hexdigest()


class Cache:
    """Folder with one file per question; file errors never stop a search."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def path(self, request: Request) -> Path:
        """Return the file of a question."""
        text = json.dumps({**_key(request), "program": program()}, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"

    def get(self, request: Request) -> Solution | None:
        """Return the answer to a question; None if there is no valid entry."""
        path, position = self.path(request), request.position
        try:
            if not path.is_file() or path.stat().st_size > LARGEST:
                return None
            entry = decoded(path.read_bytes(), CacheEntry)
            if entry.digest != entry.content_digest():
                return None
            after = position.laid(
                Placement(at, Piece(position.kinds[name], tuple(cells)))
                for at, name, cells in entry.pieces
            )
            if min(after.supply.values(), default=0) < 0 or position_violations(after):
                return None
            levels = entry.levels
            if any(each.bound is not None and each.bound < each.value for each in levels):
                return None
        except Exception:  # a file may hold anything at all
            return None
        gained = gains(position, after)
        if entry.values != [str(value(weights, gained)) for weights in request.objective.levels]:
            return None
        return Solution(
            status=Status.OPTIMAL if all(level.proven for level in levels) else Status.FEASIBLE,
            before=position,
            after=after,
            steps=placing_steps(position, after),
            objective=request.objective,
            levels=levels,
            ties_settled=entry.ties,
            seconds=0.0,
            solver=entry.solver,
            version=entry.version,
            limits=request.limits,
        )

    def put(self, request: Request, solution: Solution) -> None:
        """Keep an answer: its layout, and value and bound of each level."""
        placed = new_placements(request.position, solution.after)
        entry = CacheEntry(
            pieces=[(at, *_piece_data(piece)) for at, piece in placed],
            values=[str(level.value) for level in solution.levels],
            bounds=[None if level.bound is None else str(level.bound) for level in solution.levels],
            ties=solution.ties_settled,
            solver=solution.solver,
            version=solution.version,
        )
        entry.digest = entry.content_digest()
        path = self.path(request)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            if path.is_file() or not path.exists():  # writing to a pipe would wait for a reader
                write_whole(path, msgspec.json.encode(entry))


def _key(request: Request) -> dict[str, Any]:
    """Return all of a request on which a proven answer depends, as plain data."""
    data = position_data(request.position)
    data.pop("title", None)
    data.pop("objective", None)
    data["supply"] = dict(sorted(data["supply"].items()))
    data["printed"] = [repr(state.board) for state in request.position.boards]
    return {
        "position": data,
        "levels": [_weights_data(weights) for weights in request.objective.levels],
        "excluded": sorted(map(repr, request.excluded)),
        "barred": [[at, _piece_data(piece)] for at, piece in request.forbidden],
        "conditions": [
            [_weights_data(each.weights), str(each.value)] for each in request.conditions
        ],
        "ties": request.ties,
        "seed": request.limits.seed,
    }


def _weights_data(weights: Weights) -> dict[str, str]:
    return {key: str(weight) for key, weight in weights.as_keys().items()}


def _piece_data(piece: Piece) -> tuple[str, list[tuple[int, int]]]:
    return piece.tile.id, list(piece.cells)
