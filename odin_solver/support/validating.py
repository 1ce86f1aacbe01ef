"""All that is wrong with data from a file, each fault with the field where it stands."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache, partial
from threading import RLock
from types import MappingProxyType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from odin_solver.errors import InputError, UnknownName
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.text import did_you_mean

MOST_FAULTS = 1000
"""Most faults of a file that are kept; the others are counted."""

MOST_ADVISED = 20
"""Most unknown names of a file that are reported with what may be meant; the others are counted."""

LONGEST_KEY = 60
"""Most characters of an unknown key for which similar ones are looked for."""

Value = TypeVar("Value")

_LISTS = (list, tuple, frozenset)
_MAPS = (dict, Mapping)

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "int": mark("a whole number"),
        "int | null": mark("a whole number or null"),
        "float": mark("a number"),
        "float | str": mark("a number"),
        "str": mark("text"),
        "array": mark("a list"),
        "object": mark("an object"),
        "bool": mark("true or false"),
        "null": mark("nothing"),
        "object | str": mark("an object or text"),
        "str | object": mark("text or an object"),
    }
)


_FORMS: Mapping[str, str] = MappingProxyType(
    {
        r"expected (?P<kind>`.*`) of length (?P<limit>.*?), got (?P<got>.*)": mark(
            "expected {kind} of length {limit}, got {got}"
        ),
        r"expected (?P<kind>`.*`) of length (?P<limit>.*)": mark(
            "expected {kind} of length {limit}"
        ),
        r"expected `.*` matching regex .*": mark("nothing can have this name"),
        r"expected (?P<kind>`.*?`), got (?P<got>.*)": mark("expected {kind}, got {got}"),
        r"expected (?P<kind>`.*`) (?P<limit>[<>].*)": mark("expected {kind} {limit}"),
        r"invalid enum value (?P<got>.*)": mark("invalid enum value {got}"),
    }
)
"""Messages of msgspec in the reader's language."""

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


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are no JSON of a type."""


def decoded(text: bytes | str, kind: type[Value]) -> Value:
    """Decode JSON to a type; several threads may do so at once.

    Raises
    ------
    msgspec.DecodeError
        If the text is not JSON or has another type.
    """
    with _CONVERTING:
        return msgspec.json.decode(text, type=kind)


Check = Callable[[Any], Any]


def checked(check: Check, schema: Mapping[str, Any] | None = None, **limits: Any) -> msgspec.Meta:
    """Return a constraint that `Faults.read` keeps.

    Parameters
    ----------
    check
        Returns what to use instead of a value that has been read; raises `InputError` if it is bad.
        A message that begins with a dot begins with a field of the value.
    schema
        What the JSON Schema says of it.
    limits
        Limits that msgspec knows too.
    """
    return msgspec.Meta(
        extra={"check": check}, extra_json_schema=dict(schema) if schema else None, **limits
    )


def nonzero(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts above 0."""
    return {name: count for name, count in counts.items() if count}


def one_line(text: str) -> str:
    """Refuse text with control characters."""
    if not text.isprintable():
        raise InputError.said("expected one line without control characters")
    return text


def one_of(names: Iterable[str], *also: str) -> msgspec.Meta:
    """Return the constraint of text that is one of some names; a schema allows others `also`."""
    known = tuple(names)
    return msgspec.Meta(extra={"names": known}, extra_json_schema={"enum": [*known, *also]})


def plain_data(struct: msgspec.Struct, *always: str) -> dict[str, Any]:
    """Return a struct as data of JSON: the inverse of `converted`.

    What is None is left out, and in structs that omit defaults every default but fields of the
    whole that are named.
    """
    omits = struct.__struct_config__.omit_defaults
    data = {}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if value is not None and (
            field.name in always or not omits or field.required or value != _default(field)
        ):
            data[field.name] = _plain(value)
    return data


def same_fields(source: object, kind: type) -> dict[str, Any]:
    """Return the fields that a type has in common with a value, for a conversion between both."""
    return {name: getattr(source, name) for name in get_type_hints(kind) if hasattr(source, name)}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain_data(value)
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


class Faults:
    """Faults of a file, collected so that one run reports all of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._all: list[str] = []
        self._more = 0
        self._unknown = 0
        self.wrong: set[str] = set()
        """Places of the wrong entries of lists and objects."""

    def add(self, faults: Iterable[str]) -> None:
        """Add messages that begin with the field."""
        new = [f"{self.name}: {fault}" if self.name else fault for fault in faults]
        room = max(0, MOST_FAULTS - len(self._all))
        self._all += new[:room]
        self._more += len(new[room:])

    def said(self, text: str, /, **arguments: object) -> None:
        """Add a message that begins with the field: see `odin_solver.support.language.say`."""
        self.add([say(text, **arguments)])

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
            self.add(_at(where, each) for each in error.problems)
            return None

    def expect(self, where: str, got: object, names: Iterable[object]) -> bool:
        """Return whether something is one of some names; add what was expected otherwise."""
        known = list(names)
        if got in known:
            return True
        some = ", ".join(map(str, known))
        if len(known) > 1:
            fault = say("expected one of {names}, got {got!r}", names=some, got=got)
        else:
            fault = say("expected {name}, got {got!r}", name=some, got=got)
        self.add([_at(where, fault)])
        return False

    @property
    def count(self) -> int:
        """Number of faults."""
        return len(self._all) + self._more

    @property
    def messages(self) -> list[str]:
        """The faults that are kept."""
        return list(self._all)

    def raise_any(self) -> None:
        """Raise one error with all faults, if there are any."""
        if self._all:
            raise InputError(*self._all, more=self._more)

    def read(self, data: object, kind: Any, where: str = "", whole: str = "") -> Any:
        """Return data as a type, with the checks of `checked` and `one_of`; add what is wrong.

        A field that is wrong gets its default, and wrong entries of objects are left out. In lists
        of structs they stay, as far as they can be read, or are None. `wrong` has the places.

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
        shape = _shape(kind)
        if not shape.is_checked:
            with suppress(msgspec.ValidationError):
                return converted(data, kind)
        before, bare, most = self.count, shape.bare, shape.most
        if most is not None and isinstance(data, list | dict) and len(data) > most:
            fault = say("expected at most {most} entries, got {got}", most=most, got=len(data))
            self.add([_at(where or whole, fault)])
            return None
        if isinstance(data, str):
            if shape.names and not self.expect(where, data, shape.names):
                return None
            if shape.checks and get_origin(bare) is Literal:  # a name in any spelling
                return self.attempt(where, partial(shape.checks[0], data))
        arm = _arm(data, shape)
        if arm is not bare:
            value = self.read(data, arm, where, whole)
        elif _is_struct(bare) and isinstance(data, dict):
            value = self._struct(data, bare, where, whole)
        elif get_origin(bare) in _LISTS and isinstance(data, list):
            value = self._list(data, bare, where)
            if self.count > before and not any(map(_is_struct, _shape(get_args(bare)[0]).arms)):
                return None
        elif get_origin(bare) in _MAPS and isinstance(data, dict):
            value = self._map(data, bare, where)
        else:
            value = self._whole(data, kind, where, whole)
        if self.count == before and not shape.is_checked:  # a limit of the whole
            value = self._whole(data, kind, where, whole)
        for check in shape.checks if self.count == before else ():
            value = self.attempt(where, partial(check, value))
        return value

    def _whole(self, data: object, kind: Any, where: str, whole: str) -> Any:
        try:
            return converted(data, kind)
        except msgspec.ValidationError as error:
            bare = _shape(kind).bare
            if get_origin(bare) is Literal and where:
                self.expect(where, data, [say(" or ").join(map(str, get_args(bare)))])
            else:
                self.add([problem_of(error, where, whole)])
            return None

    def _struct(
        self, data: Mapping[str, Any], struct: type[msgspec.Struct], where: str, whole: str
    ) -> Any:
        values: dict[str, Any] = {}
        for field, type_ in _fields(struct).items():
            if field in data:
                before = self.count
                value = self.read(data[field], type_, _joined(where, f".{field}"))
                if self.count == before or value is not None:
                    values[field] = value
        self.add(_keys(data, struct, where))
        fields = msgspec.structs.fields(struct)
        if any(field.required and field.name not in values for field in fields):
            return None
        return struct(**values)

    def _list(self, data: list[Any], kind: Any, where: str) -> Any:
        types = get_args(kind)
        if get_origin(kind) is tuple and types[-1] is not ...:
            if len(types) != len(data):
                return self._whole(data, kind, where, "")
        else:
            types = (types[0],) * len(data)
        items = []
        for at, (item, type_) in enumerate(zip(data, types, strict=True)):
            before = self.count
            items.append(self.read(item, type_, _place(type_, where, f"[{at}]")))
            if self.count > before:
                self.wrong.add(f"{where}[{at}]")
        make = get_origin(kind)
        return make(items)

    def _map(self, data: Mapping[str, Any], kind: Any, where: str) -> dict[Any, Any]:
        key_type, type_ = get_args(kind)
        read: dict[Any, Any] = {}
        for key, item in data.items():
            before = self.count
            name = self.read(key, key_type, where)
            value = self.read(item, type_, _place(type_, where, f".{key}"))
            if self.count > before:
                self.wrong.add(f"{where}.{key}")
            if self.count == before:
                if name in read:
                    self.add([_at(where, say("{name} twice: expected each once", name=name))])
                read[name] = value
        return read


def faults(data: object, kind: Any, where: str = "", whole: str = "") -> list[str]:
    """Return what keeps data from having a type, each message with its field.

    See `Faults.read` for the arguments.
    """
    found = Faults("")
    found.read(data, kind, where, whole)
    return found.messages


def expect_one(where: str, got: object, names: Iterable[object]) -> None:
    """Refuse what is none of some names."""
    faults = Faults("")
    faults.expect(where, got, names)
    faults.raise_any()


def _at(where: str, message: str) -> str:
    return f"{where}{'' if message.startswith('.') or not where else ': '}{message}".lstrip(".")


class _Shape(NamedTuple):
    """What `Faults.read` needs of a type.

    Attributes
    ----------
    bare, arms
        The type without its constraints, and the types of which it is a union.
    most, names, checks
        Most entries, known names, and checks.
    is_checked, is_name
        Whether something in it has checks or names, and whether it is a name itself.
    """

    bare: Any
    arms: tuple[Any, ...]
    most: int | None
    names: tuple[str, ...]
    checks: tuple[Check, ...]
    is_checked: bool
    is_name: bool


_SHAPES: dict[int, tuple[Any, _Shape]] = {}
"""Shapes by the identity of types, which are kept with them: constraints have no hash."""


def _shape(kind: Any) -> _Shape:
    if id(kind) not in _SHAPES:
        _SHAPES[id(kind)] = kind, _new_shape(kind)
    return _SHAPES[id(kind)][1]


def _new_shape(kind: Any) -> _Shape:
    bare, *notes = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    metas = [note for note in notes if isinstance(note, msgspec.Meta)]
    extras = [meta.extra or {} for meta in metas]
    arms = get_args(bare) if get_origin(bare) in (UnionType, Union) else (bare,)
    names = tuple(name for extra in extras for name in extra.get("names", ()))
    checks = tuple(extra["check"] for extra in extras if "check" in extra)
    parts = _fields(bare).values() if _is_struct(bare) else get_args(bare)
    if get_origin(bare) is Literal:
        parts = ()
    return _Shape(
        bare,
        arms,
        next((meta.max_length for meta in metas if meta.max_length is not None), None),
        names,
        checks,
        bool(names or checks) or any(_shape(part).is_checked for part in parts),
        bool(names) or any(arm is not bare and _shape(arm).is_name for arm in arms),
    )


def _place(kind: Any, where: str, entry: str) -> str:
    """Return where an entry of a list or object is wrong: names are told of the whole."""
    return where if _shape(kind).is_name else _joined(where, entry)


def _arm(data: object, shape: _Shape) -> Any:
    """Return the type among several that data may have; without one, all of them."""
    if len(shape.arms) == 1:
        return shape.bare
    return next((arm for arm in shape.arms if _may_be(data, _shape(arm).bare)), shape.bare)


def _may_be(data: object, kind: Any) -> bool:
    match data:
        case dict():
            return _is_struct(kind) or get_origin(kind) in _MAPS
        case list():
            return get_origin(kind) in _LISTS
        case bool() | None:
            return kind is type(data)
        case int():
            return kind in (int, float)
    return kind is type(data)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


@cache
def _fields(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    return get_type_hints(struct, include_extras=True)


def _keys(data: Mapping[str, object], struct: type[msgspec.Struct], where: str) -> Iterator[str]:
    known = _fields(struct)
    begin = f"{where}: " if where else ""
    unknown = [key for key in data if key not in known]
    for key in unknown[:MOST_ADVISED]:
        close = get_close_matches(key, known, n=2) if len(key) <= LONGEST_KEY else []
        advice = f": {did_you_mean(close)}" if close else ""
        yield begin + say("unknown key {key!r}", key=key) + advice
    if len(unknown) > MOST_ADVISED:
        more = len(unknown) - MOST_ADVISED
        yield begin + say_number("{n} more unknown key", "{n} more unknown keys", more)
    for field in msgspec.structs.fields(struct):
        if field.required and field.name not in data:
            yield say("{field}: missing", field=_joined(where, f".{field.name}"))


def _joined(where: str, field: str) -> str:
    return f"{where}{field}".lstrip(".")


def problem_of(error: msgspec.ValidationError, where: str = "", whole: str = "") -> str:
    """Rephrase an error as ``field: what was expected``."""
    message, _, path = str(error).partition(" - at ")
    message = message[:1].lower() + message[1:]
    for form in _FORMS:
        if found := re.fullmatch(form, message):
            message = say(
                _FORMS[form], **{name: _kind(each) for name, each in found.groupdict().items()}
            )
            break
    place = _joined(where, path.strip("`").removeprefix("$")) or whole
    return f"{place}: {message}" if place else message


def _kind(text: str) -> str:
    words = _WORDS.get(text.strip("`"))
    return say(words) if words else text.replace("`", "'")


def schema_of(kind: Any, **more: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type of files, which is described by the first lines of it."""
    schema = msgspec.json.schema(kind)
    for part in schema["$defs"].values():
        part["description"] = part.get("description", "").partition("\n\n")[0]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, **more}
