"""Fields of questions and of files, as forms and options show them: drawn from their types."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import inspect

from odin_solver.support.language import say


def asks(
    label: str,
    help: str,
    *,
    option: str = "",
    metavar: str = "",
    names: Sequence[str] = (),
    begins: Sequence[str] = (),
    more: bool = False,
    usual: int = 0,
    **limits: Any,
) -> msgspec.Meta:
    """Return what is said of a field of a question.

    Parameters
    ----------
    label, help
        What forms call it, if there are any, and what it means.
    option
        Name of the option, by default that of the field.
    metavar
        What is typed behind the option.
    names
        Names of the values of a choice.
    begins
        What a text may begin with, to complete it.
    more
        Whether forms hide it at first.
    usual
        What a number stands for that is not in a table.
    limits
        Limits, as for `msgspec.Meta`.
    """
    extra = {"label": label, "option": option, "metavar": metavar, "called": names, "more": more}
    extra |= {"begins": begins, "usual": usual}
    return msgspec.Meta(description=help, extra=extra, **limits)


option = partial(asks, "")
"""What is said of a field that no form shows."""


Kind = Literal[
    "data", "file", "group", "table", "list", "whole", "number", "check", "choice", "text"
]


class FormField(msgspec.Struct, kw_only=True):
    """A field of a question or of a file.

    Attributes
    ----------
    option, metavar
        Name of the option, and what is typed behind it.
    kind
        ``data`` are those of a file, ``file`` may also be its text.
    label
        What it is called; if it is empty, as its name.
    required
        Whether it has no default.
    least, most
        Ends of a number; a ``number`` is above its least one.
    choices
        Names of the values that it, or a name in a table, may have.
    begins
        What a text may begin with.
    among
        Which names, known from the rest of the data, it or a name in a table may be.
    entries
        Fields of a group; what a table or list holds.
    room, whole
        Most entries of a list, and whether it has always so many.
    unique
        Whether a list has each entry once.
    usual
        What a number stands for that is not in a table.
    more
        Whether forms hide it at first.
    """

    name: str
    option: str
    metavar: str
    kind: Kind
    label: str
    help: str
    required: bool
    default: Any
    least: float | None
    most: float | None
    choices: dict[str, str]
    begins: Sequence[str]
    among: str
    entries: "list[FormField]"
    room: int | None
    whole: bool
    unique: bool
    usual: int
    more: bool


def fields_of(struct: type[msgspec.Struct]) -> Iterator[FormField]:
    """Yield the fields of a question or a file; nothing is translated.

    What is hidden, or can have one value only, is left out.
    """
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    for each in info.fields:
        has_default = each.default is not msgspec.NODEFAULT
        default = each.default if has_default else None
        if isinstance(default, msgspec.Struct | tuple):
            default = msgspec.to_builtins(default)
        if field := _field(each.name, each.type, default, required=each.required):
            yield field


def _field(
    name: str, kind: inspect.Type, default: Any = None, *, required: bool = True
) -> FormField | None:
    extra: dict[str, Any] = {}
    schema: dict[str, Any] = {}
    is_file = False
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.Metadata):
            extra, schema = (kind.extra or {}) | extra, (kind.extra_json_schema or {}) | schema
            kind = kind.type
        else:  # with None, or with what only a file can hold
            arms = [arm for arm in kind.types if not isinstance(arm, inspect.NoneType)]
            is_file = {type(arm) for arm in arms} == {inspect.DictType, inspect.StrType}
            kind = arms[0]
    values: Sequence[Any] = extra.get("names", ())
    if isinstance(kind, inspect.LiteralType):
        values = kind.values
    elif isinstance(kind, inspect.BoolType) and extra.get("called"):
        values = ("false", "true")
    if extra.get("hidden") or (isinstance(kind, inspect.LiteralType) and len(values) == 1):
        return None
    called = extra.get("called") or [f"{value}" for value in values]
    choices = dict(zip(map(str, values), called, strict=True)) if values else {}
    among, entries, singular = extra.get("among", ""), [], name.removesuffix("s")
    match kind:
        case inspect.StructType():
            entries = list(fields_of(kind.cls))
        case inspect.DictType(value_type=inspect.AnyType()):
            pass
        case inspect.DictType():
            key = _field(name, kind.key_type)
            assert key is not None
            choices, among = key.choices, key.among
            entry = _field(name if choices or among else singular, kind.value_type)
            entries = [entry] if entry else []
        case inspect.ListType() | inspect.VarTupleType():
            entry = _field(singular, kind.item_type)
            if entry and entry.kind == "choice":  # which is never named
                entry.name = name
            entries = [entry] if entry else []
    room = getattr(kind, "max_length", None) or schema.get("maxLength")
    bounds = [getattr(kind, at, None) for at in ("ge", "gt")]
    return FormField(
        name=name,
        option=extra.get("option") or f"--{name.replace('_', '-')}",
        metavar=extra.get("metavar", ""),
        kind="file" if is_file else _kind(kind, is_one_of=bool(values)),
        label=extra.get("label", ""),
        help=schema.get("description", ""),
        required=required,
        default=default,
        least=next((each for each in bounds if each is not None), None),
        most=getattr(kind, "le", None),
        choices=choices,
        begins=extra.get("begins", ()),
        among=among,
        entries=entries,
        room=room,
        whole=room is not None and schema.get("minItems") == room,
        unique=schema.get("uniqueItems", False),
        usual=extra.get("usual", 0),
        more=extra.get("more", False),
    )


def _kind(of: inspect.Type, *, is_one_of: bool) -> Kind:
    match of:
        case inspect.DictType(value_type=inspect.AnyType()):
            return "data"
        case inspect.StructType():
            return "group"
        case inspect.LiteralType():
            return "choice"
        case inspect.DictType():
            return "table"
        case inspect.ListType() | inspect.VarTupleType():
            return "list"
        case inspect.IntType():
            return "whole"
        case inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "check"
        case inspect.StrType():
            return "choice" if is_one_of else "text"
    raise NotImplementedError(of)


def spoken(field: FormField, name_of: Callable[[str], str]) -> FormField:
    """Return a field in the reader's language; `name_of` calls what has no label, and values."""
    return msgspec.structs.replace(
        field,
        label=say(field.label) if field.label else name_of(field.name),
        help=field.help and say(field.help),
        choices={value: name_of(called) for value, called in field.choices.items()},
        entries=[spoken(each, name_of) for each in field.entries],
    )
