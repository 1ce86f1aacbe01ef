"""JSON and TOML text as plain data, with one clear error where it is invalid."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from odin_solver.errors import InputError
from odin_solver.support import reading
from odin_solver.support.language import mark, say
from odin_solver.support.text import LONGEST_NUMBER

MAX_DEPTH = 50
"""Most lists and objects within each other; no format of ours has more than ten."""

A_POSITION = mark("a position")

_COMMA_TOO_MANY = mark("a comma too many")
_CAUSES: tuple[tuple[str, str, str], ...] = (
    ("Expecting", r"'", mark("expected double quotes, got single ones")),
    ("Expecting", r"//|/\*|#", mark("expected no comments in JSON (TOML has them)")),
    ("Expecting", r"[“”„«»]", mark('expected straight quotes (")')),
    ("Expecting property", r"[}\],]", _COMMA_TOO_MANY),
    ("Expecting property", r"[\w-]", mark("expected a key in double quotes")),
    ("Expecting property", r"$", mark("expected more: a brace is missing")),
    ("Illegal trailing comma", r"", _COMMA_TOO_MANY),
    ("Expecting value", r"[\]},]", mark("expected a value (a comma too many?)")),
    ("Expecting value", r"True|False|None", mark("expected true, false or null")),
    ("Expecting value", r"[+.]\d", mark("expected a number such as 0.5")),
    ("Expecting value", r"\w", mark("expected a value; text needs double quotes")),
    ("Expecting value", r"$", mark("expected more: a bracket or value is missing")),
    ("Expecting ','", r"$", mark("expected more: a brace or bracket is missing")),
    ("Expecting ','", r"[\]}]", mark("expected the other kind of bracket")),
    ("Expecting ','", r"\d", mark("expected a number without leading zeros")),
    ("Expecting ','", r"", mark("a comma is missing before this")),
    ("Expecting ':'", r"", mark("expected a colon after the key")),
    ("Extra data", r"", mark("expected nothing after the end of the object")),
    ("Unterminated string", r"", mark("the text that begins here lacks its end quote")),
    ("Invalid control character", r"", mark("the text on this line lacks its end quote")),
    ("Invalid \\escape", r"", mark("expected \\\\ for a backslash")),
)
"""Causes of syntax errors in JSON: how the decoder's message begins, text there, and cause."""

_TOML_CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "Illegal character '\\n'": mark("the text on this line lacks its end quote"),
        "Invalid value": mark("expected a value; text needs quotes"),
        "Cannot overwrite a value": mark("duplicate key: expected each key once"),
    }
)


def read_text(path: str | Path) -> tuple[str, str]:
    """Return the name of a file in messages and its text (`odin_solver.support.reading`)."""
    return reading.source_name(path), reading.read_text(path)


def decode(text: str, name: str, what: str = A_POSITION) -> object:
    """Decode JSON or TOML text.

    Parameters
    ----------
    text
        The text: JSON if it begins like JSON and the name does not end in ``.toml``.
    name
        What to call it in errors.
    what
        What was expected, for errors: a marked message.

    Raises
    ------
    InputError
        If the text is neither, an object has a duplicate key, or the data are not sensible: nested
        too deeply, numbers too long or not finite, half characters.
    """
    if not text.strip():
        raise InputError.said(
            "{name}: expected {what}, got an empty file", name=name, what=say(what)
        )
    is_json = text.lstrip().startswith(("{", "[", '"', "//", "/*")) and not name.endswith(".toml")
    begin = say("{name}: invalid {format}", name=name, format="JSON" if is_json else "TOML")
    try:
        data = _from_json(text) if is_json else tomllib.loads(text)
        checked_values(data)
    except json.JSONDecodeError as error:
        where = say("line {line} column {column}", line=error.lineno, column=error.colno)
        raise InputError(f"{begin}: {where}: {_json_cause(error)}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: {_toml_cause(text, error, what)}") from None
    except RecursionError:
        raise InputError(f"{begin}: {_too_deep()}") from None
    except InputError as error:
        raise InputError(f"{begin}: {error}") from None
    except ValueError:  # Python refuses to read more than some thousand digits
        raise InputError(f"{begin}: {_too_long()}") from None
    return data


def _from_json(text: str) -> object:
    data: object = json.loads(
        text, object_pairs_hook=_unique_keys, parse_int=_whole_number, parse_constant=_no_constant
    )
    return data


def _too_long() -> str:
    return say("expected numbers of at most {most} digits", most=LONGEST_NUMBER)


def _too_deep() -> str:
    return say("expected at most {most} lists and objects within each other", most=MAX_DEPTH)


def _json_cause(error: json.JSONDecodeError) -> str:
    there = error.doc[error.pos :].lstrip()
    for begin, pattern, cause in _CAUSES:
        if error.msg.startswith(begin) and re.match(pattern, there):
            return say(cause)
    return error.msg[:1].lower() + error.msg[1:]


def _toml_cause(text: str, error: tomllib.TOMLDecodeError, what: str) -> str:
    if "=" not in text:
        return say(
            "neither valid JSON nor TOML: expected {what}, got {got!r}",
            what=say(what),
            got=text.strip()[:30],
        )
    message, _, place = str(error).partition(" (at ")
    cause = _TOML_CAUSES.get(message)
    numbers = re.search(r"line (\d+), column (\d+)", place)
    at = say("line {line} column {column}", line=numbers[1], column=numbers[2]) if numbers else ""
    return say(
        "neither valid JSON nor TOML: {place}: {cause}",
        place=at or place.rstrip(")"),
        cause=say(cause) if cause else message[:1].lower() + message[1:],
    )


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, item in pairs:
        if key in data:
            raise InputError.said(
                "duplicate key {key!r}: expected each key once in an object", key=key
            )
        data[key] = item
    return data


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER + 1:
        raise InputError(_too_long())
    return int(digits)


def _no_constant(constant: str) -> float:
    raise InputError.said("expected a number, got {got}", got=constant)


def checked_values(data: object) -> int:
    """Refuse what no format of ours holds, before recursive functions see it; count the values.

    Keys of objects are values too.

    Raises
    ------
    InputError
        If plain data are nested too deeply, or a number or text in them is not sensible.
    """
    level: list[object] = [data]
    count = 0
    for _ in range(MAX_DEPTH):
        count += len(level)
        within: list[object] = []
        for item in level:
            if isinstance(item, dict):
                within += item.keys()
                within += item.values()
            elif isinstance(item, list):
                within += item
            elif isinstance(item, str) and not _is_whole(item):
                raise InputError.said(
                    "expected whole characters, got half of one in {text!r}", text=item
                )
            elif isinstance(item, int) and abs(item) >= 10**LONGEST_NUMBER:
                raise InputError(_too_long())
        if not within:
            return count
        level = within
    raise InputError(_too_deep())


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
