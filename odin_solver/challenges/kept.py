"""Results of the player that are kept in the data folder, a line of JSON each."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import msgspec

from odin_solver.challenges.challenge import medal_for
from odin_solver.challenges.library import INCLUDED, included
from odin_solver.challenges.results import ChallengeResult
from odin_solver.errors import InputError
from odin_solver.support.files import data_folder, extend_file, locked, writing
from odin_solver.support.reading import read_text
from odin_solver.support.validating import UNREADABLE

BESTS_FILE = "challenges.jsonl"

Line = TypeVar("Line", bound=msgspec.Struct)


class BestResult(msgspec.Struct, frozen=True):
    """A result of an included challenge; `reached` says whether all goals are."""

    challenge: str
    score: int
    reached: bool

    @property
    def medal(self) -> str | None:
        """The medal, as par is now."""
        return medal_for(self.score, included(self.challenge).par) if self.reached else None

    @property
    def worth(self) -> tuple[bool, int]:
        """What a better result has more of."""
        return self.medal is not None, self.score


def kept_bests() -> dict[str, BestResult]:
    """Return the best results that are kept, by the ids of challenges."""
    results = (each for each in kept_lines(BESTS_FILE, BestResult) if each.challenge in INCLUDED)
    return {each.challenge: each for each in sorted(results, key=lambda each: each.worth)}


def keep_best(name: str, result: ChallengeResult) -> None:
    """Keep the result of an included challenge if it is the best."""
    found = BestResult(name, result.score, not result.missed)

    def is_better() -> bool:
        kept = kept_bests().get(name)
        return kept is None or found.worth > kept.worth

    keep_line(BESTS_FILE, found, is_better)


def kept_lines(file: str, kind: type[Line]) -> list[Line]:
    """Return the lines of a file of the data folder; those that cannot be read are left out."""
    found: list[Line] = []
    with suppress(InputError):
        for line in read_text(data_folder() / file).splitlines():
            with suppress(*UNREADABLE):
                found.append(msgspec.json.decode(line, type=kind))
    return found


def keep_line(file: str, line: Line, is_new: Callable[[], bool]) -> None:
    """Add a line to a file of the data folder if a condition holds while the file is locked."""
    path = data_folder() / file
    if not is_new():
        return
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        if not is_new():
            return
        before = read_text(path) if path.exists() else ""
        begun = before if not before or before.endswith("\n") else f"{before}\n"
        extend_file(path, before, f"{begun}{msgspec.json.encode(line).decode()}\n")
