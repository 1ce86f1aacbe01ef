"""The errors of this library."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Self

from odin_solver.support.language import mark, say


class OdinError(Exception):
    """Base of all errors of this library."""

    @classmethod
    def said(cls, text: str, /, **arguments: object) -> Self:
        """Return the error with a message: see `odin_solver.support.language.say`."""
        return cls(say(text, **arguments))

    @classmethod
    def unless_within(cls, field: str, got: float, least: int, most: int) -> None:
        """Raise the error unless a number is from `least` to `most`."""
        if not least <= got <= most:
            text = mark("{field}: expected {least} to {most}, got {got}")
            raise cls.said(text, field=field, least=least, most=most, got=got)

    @classmethod
    def unless_among(cls, field: str, got: object, names: Iterable[str]) -> None:
        """Raise the error unless a value is one of some names."""
        known = list(names)
        if got not in known:
            text = mark("{field}: expected one of {names}, got {got!r}")
            raise cls.said(text, field=field, names=", ".join(known), got=got)


class NotBuiltError(OdinError):
    """A compiled library that is needed is missing, or cannot be used."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(what, reason)
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        return say(
            "{what} cannot be used ({reason}): run python hatch_build.py, or install again with a "
            "C compiler",
            what=say(self.what),
            reason=self.reason,
        )


class InputError(OdinError):
    """Unusable input; the message says where, and what was expected.

    Parameters
    ----------
    problems
        All messages, if a file has several errors; the first one is the message.
    more
        Number of further errors, which are only counted.
    """

    def __init__(self, *problems: str, more: int = 0) -> None:
        super().__init__(*problems)
        self.more = more

    @property
    def problems(self) -> tuple[str, ...]:
        """All messages."""
        return self.args

    def within(self, where: str) -> "InputError":
        """Return the error with the field or file in which it is."""
        return InputError(*(f"{where}: {problem}" for problem in self.problems), more=self.more)

    def __str__(self) -> str:
        return self.problems[0] if self.problems else ""


class UnknownName(InputError):
    """A name of nothing; what may be meant takes time to find, so the message is made when read."""

    def __init__(self, message: Callable[[], str]) -> None:
        super().__init__()
        self._message = cache(message)

    @property
    def problems(self) -> tuple[str, ...]:
        """The message."""
        return (self._message(),)

    def within(self, where: str) -> "UnknownName":
        """Return the error with the field or file in which it is."""
        return UnknownName(lambda: f"{where}: {self._message()}")

    def __reduce__(self) -> tuple[Any, ...]:
        return InputError, self.problems


@contextmanager
def within(where: str) -> Iterator[None]:
    """Let errors of input be about a field or file."""
    try:
        yield
    except InputError as error:
        raise error.within(where) from None
