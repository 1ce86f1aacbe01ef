"""Profiles: what is printed in a box and in no rulebook, entered once by its owner."""

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from odin_solver.errors import InputError
from odin_solver.support.decoding import decode, read_text
from odin_solver.support.files import writing
from odin_solver.support.language import mark
from odin_solver.support.validating import Faults, plain_data

Printed = TypeVar("Printed", bound=msgspec.Struct)

A_PROFILE = mark("a profile")


class Profiles(Generic[Printed]):
    """Files of one kind of profile, and the one that is saved for the user's own box.

    Parameters
    ----------
    name
        Name of the saved file, without its ending.
    kind
        The data of a file.
    command
        The command that enters a profile.
    always
        Fields that are written even where they have their default.
    """

    def __init__(self, name: str, kind: type[Printed], command: str, *always: str) -> None:
        self._name, self._kind, self._command, self._always = name, kind, command, always

    def own_path(self) -> Path:
        """Return where the profile of the user's box is kept."""
        from platformdirs import user_config_path  # the engine is generated without it

        return user_config_path("odin") / f"{self._name}.toml"

    def make_folder(self) -> None:
        """Make the folder of the saved profile."""
        path = self.own_path()
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)

    def own(self) -> Printed | None:
        """Return the profile of the user's box, which need not be complete; None without one."""
        path = self.own_path()
        return self.read(path) if path.is_file() else None

    def named(self, path: str | None) -> Printed:
        """Return the profile of a file, by default that of the user's box.

        Raises
        ------
        InputError
            If the file is no profile, or none is saved.
        """
        found = self.own() if path is None else self.read(path)
        if found is None:
            raise InputError.said(
                "no profile is saved in {path}: {command} --new asks for it",
                path=self.own_path(),
                command=self._command,
            )
        return found

    def read(self, path: str | Path) -> Printed:
        """Read a profile file, which need not be complete.

        Raises
        ------
        InputError
            If the file is no profile; the message names file and field.
        """
        name, text = read_text(path)
        return self.from_data(decode(text, name, A_PROFILE), name)

    def from_data(self, data: object, name: str = "profile") -> Printed:
        """Build a profile from the data of a file; errors begin with `name`."""
        collected = Faults(name)
        profile: Printed | None = collected.read(data, self._kind, whole="profile")
        collected.raise_any()
        assert profile is not None
        return profile

    def data(self, profile: Printed) -> dict[str, Any]:
        """Return the data of a profile file; the inverse of `from_data`."""
        return plain_data(profile, *self._always)
