"""Untrusted text: its numbers, and how it is quoted in messages."""

import unicodedata
from collections.abc import Iterable

from odin_solver.support.language import Message, mark, say

LONGEST = 199
"""Most characters of a message on one line."""

GAP = " ... "

LONGEST_NUMBER = 18
"""Most digits of a number; `int` refuses more than 4300."""


_FOLDED = str.maketrans("łґ", "lг", "'’ʼ")


def fold(text: str) -> str:
    """Return a text without capitals, accents and apostrophes."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_FOLDED))
    return "".join(char for char in parts if not unicodedata.combining(char))


def whole_number(text: str) -> int | None:
    """Return the number that text of ASCII digits stands for; None for other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def printable(text: str) -> str:
    """Return text on one line that no terminal takes for a command.

    White space becomes single spaces. Control characters, lone surrogates and marks that change the
    direction of writing become escapes such as ``\\x1b``.
    """
    one_line = " ".join(text.split())
    if one_line.isprintable():
        return one_line
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in one_line
    )


def shortened(text: str, most: int = LONGEST) -> str:
    """Return printable text of at most so many characters; what is too long loses its middle."""
    if len(text) > 20 * most:  # reading it all would take long
        text = text[: 10 * most] + GAP + text[-10 * most :]
    line = printable(text)
    if len(line) <= most:
        return line
    end = (most - len(GAP)) // 3
    return line[: most - len(GAP) - end] + GAP + line[-end:]


def did_you_mean(names: Iterable[str]) -> Message:
    """Return the question whether one of some names is meant."""
    return say("did you mean {names}?", names=say(" or ").join(names))


SYSTEM_ERRORS = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("No space left on device"),
    mark("File name too long"),
    mark("Read-only file system"),
)
"""What systems say of files, in Linux's words."""


def reason_of(error: Exception) -> Message:
    """Return why something failed, as far as the system's words are known."""
    return say(getattr(error, "strerror", None) or str(error))
