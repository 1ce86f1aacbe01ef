"""All that is wrong with data from a file, each fault with the field where it stands."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import islice
from threading import RLock
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from odin_solver.errors import InputError, UnknownName

MOST_FAULTS = 1000
"""Most faults of a file that are kept, and that are looked for in one part."""

MOST_ADVISED = 20
"""Most unknown names of a file that are reported with what may be meant; the others are counted."""

LONGEST_KEY = 60
"""Most characters of an unknown key for which similar ones are looked for."""

Value = TypeVar("Value")

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "int": "a whole number",
        "int | null": "a whole number or null",
        "float": "a number",
        "float | str": "a number",
        "str": "text",
        "array": "a list",
        "object": "an object",
        "bool": "true or false",
        "null": "nothing",
        "object | str": "an object or text",
        "str | object": "text or an object",
    }
)


_CONVERTING = RLock()
"""msgspec prepares a type when it first meets it; two threads that do so at once crash Python."""


def converted(data: object, kind: type[Value], *, strict: bool = True) -> Value:
    """Convert plain data to a type; several threads may do so at once.

    Raises
    ------
    msgspec.ValidationError
        If the data have another type.
    """
    with _CONVERTING:
        return msgspec.convert(data, kind, strict=strict)


def decoded(text: bytes | str, kind: type[Value]) -> Value:
    """Decode JSON to a type; several threads may do so at once.

    Raises
    ------
    msgspec.DecodeError
        If the text is not JSON or has another type.
    """
    with _CONVERTING:
        return msgspec.json.decode(text, type=kind)


class Faults:
    """Faults of a file, collected so that one run reports all of them.

    Parameters
    ----------
    name
        Name of the file in messages.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._all: list[str] = []
        self._more = 0
        self._unknown = 0

    def add(self, faults: Iterable[str]) -> None:
        """Add messages that begin with the field."""
        new = [f"{self.name}: {fault}" for fault in faults]
        room = max(0, MOST_FAULTS - len(self._all))
        self._all += new[:room]
        self._more += len(new[room:])

    def attempt(self, where: str, read: Callable[[], Value]) -> Value | None:
        """Return what a function reads; None, and its errors are kept, if it cannot."""
        try:
            return read()
        except InputError as error:
            if isinstance(error, UnknownName):
                self._unknown += 1
                if self._unknown > MOST_ADVISED:
                    self._more += 1
                    return None
            self.add(f"{where}: {each}" if where else each for each in error.problems)
            return None

    def raise_any(self) -> None:
        """Raise one error with all faults, if there are any."""
        if self._all:
            raise InputError(*self._all, more=self._more)


def sound(data: object, kind: Any) -> bool:
    """Whether data have a type."""
    try:
        converted(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def faults(data: object, kind: Any, where: str = "", whole: str = "") -> list[str]:
    """Return what keeps data from having a type, each message with its field.

    Parameters
    ----------
    data
        Plain data.
    kind
        A type that msgspec converts to.
    where
        Field of the data.
    whole
        Name of the data in messages about no field.
    """
    most = _most_entries(kind)
    if most is not None and isinstance(data, list | dict) and len(data) > most:
        place = where or whole
        begin = f"{place}: " if place else ""
        return [f"{begin}expected at most {most} entries, got {len(data)}"]
    try:
        converted(data, kind)
    except msgspec.ValidationError as error:
        found = (
            fault
            for part, type_, field in _parts(data, kind)
            for fault in faults(part, type_, _joined(where, field))
        )
        inner = list(islice(found, MOST_FAULTS))
        if isinstance(struct := _struct_for(data, kind), type) and isinstance(data, dict):
            inner += _keys(data, struct, where, whole)
        if get_origin(kind) is Literal and not inner and where:
            return [f"{where}: expected {' or '.join(map(str, get_args(kind)))}, got {data!r}"]
        return inner or [_message(error, where, whole)]
    return []


def _most_entries(kind: Any) -> int | None:
    """Return how many entries a list or object of a type may have; None for any number."""
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((note.max_length for note in notes if isinstance(note, msgspec.Meta)), None)


def _parts(data: object, kind: Any) -> Iterator[tuple[object, Any, str]]:
    """Yield the parts of data with their types and fields."""
    struct = _struct_for(data, kind)
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if struct is not None and isinstance(data, dict):
        for field, type_ in _fields(struct).items():
            if field in data:
                yield data[field], type_, f".{field}"
    elif get_origin(kind) is list and isinstance(data, list):
        for at, item in enumerate(data):
            yield item, get_args(kind)[0], f"[{at}]"
    elif get_origin(kind) is dict and isinstance(data, dict):
        for key, item in data.items():
            yield item, get_args(kind)[1], f".{key}"


def _struct_for(data: object, kind: Any) -> type[msgspec.Struct] | None:
    """Return the struct among the types that data may have."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    return next((each for each in kinds if _is_struct(each)), None)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


@cache
def _fields(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    return get_type_hints(struct, include_extras=True)


def _keys(
    data: Mapping[str, object], struct: type[msgspec.Struct], where: str, whole: str
) -> Iterator[str]:
    """Yield unknown and missing keys of an object."""
    known = _fields(struct)
    begin = f"{where}: " if where else ""
    unknown = [key for key in data if key not in known]
    for key in unknown[:MOST_ADVISED]:
        close = get_close_matches(key, known, n=2) if len(key) <= LONGEST_KEY else []
        advice = f": did you mean {' or '.join(close)}?" if close else ""
        yield f"{begin}unknown key {key!r}{advice}"
    if len(unknown) > MOST_ADVISED:
        yield f"{begin}{len(unknown) - MOST_ADVISED} more unknown keys"
    begin = begin or (f"{whole}: " if whole else "")
    for field in msgspec.structs.fields(struct):
        if field.required and field.name not in data:
            yield f"{begin}object missing required field {field.name!r}"


def _joined(where: str, field: str) -> str:
    return f"{where}{field}".lstrip(".")


def _message(error: msgspec.ValidationError, where: str, whole: str) -> str:
    """Rephrase an error as ``field: what was expected``."""
    message, _, path = str(error).partition(" - at ")
    message = message[:1].lower() + message[1:]
    for kind, words in _WORDS.items():
        message = message.replace(f"`{kind}`", words)
    message = re.sub("`", "'", message)
    place = _joined(where, path.strip("`").removeprefix("$")) or whole
    return f"{place}: {message}" if place else message
