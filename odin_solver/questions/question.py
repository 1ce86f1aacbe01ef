"""A question: what is asked, how it is answered, and how the answer reads."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import inspect

from odin_solver.errors import InputError
from odin_solver.questions.report import Part
from odin_solver.support.language import mark, say

MAX_SECONDS = 86_400.0
MAX_WORKERS = 256
LARGEST_SEED = 2**31 - 1

IMPOSSIBLE, BAD_INPUT, UNPROVEN = 1, 2, 3
"""Exit codes."""

Subject = TypeVar("Subject")
Found = TypeVar("Found")

Send = Callable[[str, Found | None], None]
"""Receives how far a search is, in words, and what it has found so far, if that is an answer."""


def asks(
    label: str,
    help: str,
    *,
    option: str = "",
    metavar: str = "TEXT",
    names: Sequence[str] = (),
    more: bool = False,
    **limits: Any,
) -> msgspec.Meta:
    """Return what is said of a field of a question.

    Parameters
    ----------
    label, help
        What forms call it, and what it means.
    option
        Name of the option, by default that of the field.
    metavar
        What is typed behind the option.
    names
        Names of the values of a choice.
    more
        Whether forms hide it at first.
    limits
        Limits, as for `msgspec.Meta`.
    """
    extra = {"label": label, "option": option, "metavar": metavar, "names": names, "more": more}
    return msgspec.Meta(description=help, extra=extra, **limits)


Seconds = Annotated[
    float,
    asks(
        mark("Seconds at most"),
        mark("Time limit in seconds; then the best so far is printed."),
        option="--time-limit",
        gt=0,
        le=MAX_SECONDS,
    ),
]
Workers = Annotated[
    int,
    asks(
        mark("Threads"), mark("Threads of all engines together."), more=True, ge=1, le=MAX_WORKERS
    ),
]
Seed = Annotated[
    int, asks(mark("Seed"), mark("Seed of all random choices."), more=True, ge=0, le=LARGEST_SEED)
]


class WrongField(InputError):
    """A field of a question that cannot be answered."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field, self.problem = field, problem


class Illegal(InputError):
    """A position that is not legal; the problems are its violations."""

    def __str__(self) -> str:
        return say("the position is not legal: {fault}", fault=self.problems[0])


@contextmanager
def about_field(name: str) -> Iterator[None]:
    """Let errors be about a field of the question."""
    try:
        yield
    except InputError as error:
        raise WrongField(name, str(error)) from None


class Question(msgspec.Struct, Generic[Subject, Found], forbid_unknown_fields=True, kw_only=True):
    """What is asked; a subclass is a question, its fields are what can be chosen.

    The docstring of a subclass is its help.

    Attributes
    ----------
    title, example
        Its name in forms, and an example of the command.
    keeps, kept
        What is said of stopping a search, before and after.
    draws
        Whether the board of its report can be drawn into files.
    writes
        Help of the option for a file with the `text` of the answer; none without.
    searches
        Whether an answer may take long; others come with the request.
    """

    title: ClassVar[str] = ""
    example: ClassVar[str]
    keeps: ClassVar[str] = mark("Ctrl-C keeps the best")
    kept: ClassVar[str] = mark("this is the best so far")
    draws: ClassVar[bool] = False
    writes: ClassVar[str] = ""
    searches: ClassVar[bool] = True

    def subject(self, name: str) -> Subject:
        """Return what it is asked about; `name` is for error messages.

        Raises
        ------
        InputError
            If it cannot be asked about that.
        """
        raise NotImplementedError

    def doubts(self, subject: Subject) -> Sequence[str]:
        """Return what may be wrong about the subject."""
        return ()

    def answer(self, subject: Subject, send: Send[Found], cancel: threading.Event) -> Found:
        """Return the answer; the best so far if `cancel` is set."""
        raise NotImplementedError

    def data(self, found: Found) -> dict[str, Any]:
        """Return an answer as plain data."""
        raise NotImplementedError

    def report(self, found: Found) -> Iterator[Part]:
        """Yield what an answer says."""
        raise NotImplementedError

    def text(self, found: Found) -> str:
        """Return the content of a file with the answer."""
        raise NotImplementedError

    def code(self, found: Found) -> int:
        """Return the exit code; 0 says that an answer is proven, as far as it claims to be."""
        return 0


Kind = Literal["data", "whole", "number", "check", "choice", "text", "texts", "counts"]


class AskedField(msgspec.Struct, kw_only=True):
    """A field of a question, as options and forms show it.

    Attributes
    ----------
    option, metavar
        Name of the option, and what is typed behind it.
    kind
        ``data`` are those of a file, ``counts`` numbers by name, ``texts`` several.
    least, most
        Ends of a number; a ``number`` is above its least one.
    choices
        Names of the values of a choice.
    more
        Whether forms hide it at first.
    """

    name: str
    option: str
    metavar: str
    kind: Kind
    label: str
    help: str
    default: Any
    least: float | None
    most: float | None
    choices: dict[str, str]
    more: bool


def fields_of(question: type[Question[Any, Any]]) -> Iterator[AskedField]:
    """Yield the fields of a question; labels, helps and names of values are not translated."""
    info = inspect.type_info(question)
    assert isinstance(info, inspect.StructType)
    for each in info.fields:
        kind = each.type
        if isinstance(kind, inspect.UnionType):  # with None
            kind = next(arm for arm in kind.types if not isinstance(arm, inspect.NoneType))
        assert isinstance(kind, inspect.Metadata)
        extra, schema = kind.extra or {}, kind.extra_json_schema or {}
        inner = kind.type
        values = inner.values if isinstance(inner, inspect.LiteralType) else ()
        yield AskedField(
            name=each.name,
            option=extra["option"] or f"--{each.name.replace('_', '-')}",
            metavar=extra["metavar"],
            kind=_kind(inner),
            label=extra["label"],
            help=schema["description"],
            default=None if each.default is msgspec.NODEFAULT else each.default,
            least=next(filter(_is_number, (getattr(inner, at, None) for at in ("ge", "gt"))), None),
            most=getattr(inner, "le", None),
            choices={str(v): n for v, n in zip(values, extra["names"] or values, strict=True)},
            more=extra["more"],
        )


def _is_number(value: object) -> bool:
    return value is not None


def _kind(of: inspect.Type) -> Kind:
    match of:
        case inspect.DictType(value_type=inspect.AnyType()):
            return "data"
        case inspect.DictType():
            return "counts"
        case inspect.ListType():
            return "texts"
        case inspect.IntType():
            return "whole"
        case inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "check"
        case inspect.LiteralType():
            return "choice"
        case inspect.StrType():
            return "text"
    raise NotImplementedError(of)
