"""A question: what is asked, how it is answered, and how the answer reads."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec

from odin_solver.errors import InputError
from odin_solver.questions.fields import asks
from odin_solver.questions.report import Part
from odin_solver.support.language import mark, say
from odin_solver.support.reading import read_text, source_name

MAX_SECONDS = 86_400.0
MAX_WORKERS = 256
LARGEST_SEED = 2**31 - 1

IMPOSSIBLE, BAD_INPUT, UNPROVEN = 1, 2, 3
"""Exit codes."""

Subject = TypeVar("Subject")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Asker(Generic[Found]):
    """Who asks.

    Attributes
    ----------
    send
        Receives how far a search is, in words, and what it has found, if that is an answer so far.
    cancel
        Set to end with the best that is known.
    """

    send: Callable[[str, Found | None], None] = lambda now, found: None
    cancel: threading.Event = field(default_factory=threading.Event)


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
        Its name in forms, empty if a page asks it in its own way, and an example of the command.
    keeps, kept
        What is said of stopping a search, before and after.
    shares
        Whether progress says what share is done, instead of how long it may take.
    grows
        Whether the report of an answer so far is the beginning of the whole one.
    draws
        Whether the board of its report can be drawn into files.
    writes
        Help of the option for a file with the `text` of the answer; none without.
    lists
        Help of the option for a file with a line for each thing found; none without. The `answer`
        is then given what writes a line.
    fills
        Help of the option for a directory with the `files` of the answer; none without.
    prints
        Whether a terminal prints the `text` of the answer, by default to standard output, instead
        of its report.
    searches
        Whether an answer may take long; others come with the request.
    """

    title: ClassVar[str] = ""
    example: ClassVar[str]
    keeps: ClassVar[str] = mark("Ctrl-C keeps the best")
    kept: ClassVar[str] = mark("this is the best so far")
    shares: ClassVar[bool] = False
    grows: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    writes: ClassVar[str] = ""
    lists: ClassVar[str] = ""
    fills: ClassVar[str] = ""
    prints: ClassVar[bool] = False
    searches: ClassVar[bool] = True

    @staticmethod
    def name_of(value: str) -> str:
        """Return what a value that can be chosen is called."""
        return say(value)

    @staticmethod
    def source(given: str) -> tuple[str, str]:
        """Return what to call a file in errors, and its text."""
        return source_name(given), read_text(given)

    @staticmethod
    def path_of(given: str) -> str:
        """Return the path of a file, which no output may have."""
        return given

    @staticmethod
    def sources() -> Iterable[str]:
        """Return names that a file may be given by, to complete them."""
        return ()

    def subject(self, name: str) -> Subject:
        """Return what it is asked about; `name` is for error messages."""
        raise NotImplementedError

    def doubts(self, subject: Subject) -> Sequence[str]:
        """Return what may be wrong about the subject."""
        return ()

    def heard(self, subject: Subject) -> str:
        """Return what words of the question were understood to mean, if there are any."""
        return ""

    def news(self, found: Found) -> object:
        """Return what of an answer so far is told at once, whenever it is another."""
        return None

    def answer(self, subject: Subject, asker: Asker[Found]) -> Found:
        """Return the answer; the best so far if `asker` does not want to wait longer."""
        raise NotImplementedError

    def data(self, found: Found) -> dict[str, Any]:
        """Return an answer as plain data."""
        raise NotImplementedError

    def report(self, found: Found) -> Iterator[Part]:
        """Yield what an answer says."""
        raise NotImplementedError

    def lacks(self, found: Found) -> str:
        """Return what an answer lacks, if anything: a terminal says it beside the report."""
        return ""

    def text(self, found: Found) -> str:
        """Return the content of a file with the answer; nothing is written if it is empty."""
        raise NotImplementedError

    def files(self, found: Found) -> Iterator[tuple[str, str]]:
        """Yield the names and contents of files with the answer."""
        raise NotImplementedError

    def code(self, found: Found) -> int:
        """Return the exit code; 0 says that an answer is proven, as far as it claims to be."""
        return 0
