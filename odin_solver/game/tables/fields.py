"""The fields of a table file, and what is wrong with them."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from functools import partial
from typing import Any

from msgspec import UNSET

from odin_solver.components.heard import Names
from odin_solver.game.tables.file import TableFile
from odin_solver.notation.positions import SCHEMA
from odin_solver.support.validating import Faults


class TableFields:
    """The data of a table file, the file as far as it can be read, and what is wrong."""

    def __init__(self, data: Mapping[str, Any], faults: Faults) -> None:
        self.data, self.faults = data, faults
        file = faults.read(data, TableFile, whole="table")
        if file is None:  # it says nothing of its schema, or something wrong, which is told
            file = Faults("").read({**data, "schema": SCHEMA}, TableFile)
        self.file: TableFile = file

    def part(self, key: str, default: Any) -> Any:
        """Return a field that has no default in files; `default` if it is missing or wrong."""
        value = getattr(self.file, key)
        return default if value is UNSET else value

    def fault(self, message: str) -> None:
        """Add a fault."""
        self.faults.add([message])

    def missing(self, key: str, what: str, example: str) -> None:
        """Ask for a field that no rule gives a default; a wrong one is reported elsewhere."""
        if key not in self.data:
            words = {"key": key, "what": what, "example": example}
            self.faults.said("{key}: missing: {what}, such as {example}", **words)

    def at_most(self, where: str, got: int, most: int, of: str) -> None:
        """Report a number that is too high, and of what there are no more."""
        if got > most:
            words = {"where": where, "most": most, "of": of, "got": got}
            self.faults.said("{where}: expected at most {most} ({of}), got {got}", **words)

    def meant(self, where: str, written: object, names: Names) -> str | None:
        """Return what a name means; None if nothing is called so."""
        return self.faults.attempt(where, partial(names.one, str(written)))

    def listed(
        self, where: str, written: Iterable[object], names: Names, several: Container[str] = ()
    ) -> list[str]:
        """Return what names mean; those of `several` may be named more than once."""
        read = (self.meant(f"{where}[{at}]", each, names) for at, each in enumerate(written))
        counts = Counter(each for each in read if each is not None)
        for each, count in counts.items():
            if count > 1 and each not in several:
                self.faults.said("{where}: {name} is named twice", where=where, name=each)
        return [each for each in counts for _ in range(counts[each] if each in several else 1)]

    def named(self, key: str, names: Names) -> list[str]:
        """Return what a field with a list of names means."""
        return self.listed(key, self.part(key, ()), names)

    def counts(self, key: str, names: Names) -> dict[str, int]:
        """Return a field with numbers by name."""
        written = self.part(key, {}).items()
        read = ((self.meant(key, each, names), count) for each, count in written)
        return {each: count for each, count in read if each is not None}
