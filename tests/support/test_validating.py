"""Types of data: what they may hold, and what several threads may do at once."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest

from odin_puzzles.kinds import KINDS, kind_named
from odin_puzzles.schema.structs import PuzzleFile
from odin_solver.errors import InputError
from odin_solver.graenaland.files import GraenalandFile
from odin_solver.graenaland.profile import GraenalandProfile
from odin_solver.notation.positions import PositionFile
from odin_solver.support.validating import MOST_ADVISED, Faults, checked, faults, one_of
from odin_solver.vikings.files import VikingsFile
from tests.cli.process import environment
from tests.timing import HANGING

FIRST_USES = """
import sys, threading
import msgspec
from odin_solver.support.validating import converted

sys.setswitchinterval(1e-6)
data = {f"g{k}": {f"f{j}": {"a": [1]} for j in range(20)} for k in range(20)}
for n in range(100):
    inner = msgspec.defstruct("Inner", [(f"f{k}", dict[str, list[int]] | None) for k in range(20)])
    outer = msgspec.defstruct("Outer", [(f"g{k}", inner | None) for k in range(20)])
    threads = [threading.Thread(target=converted, args=(data, outer)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    count: int = 0
    inner: dict[str, int] = {}


FORMATS = [
    PositionFile,
    GraenalandFile,
    GraenalandProfile,
    VikingsFile,
    PuzzleFile,
    *dict.fromkeys(kind_named(kind).goal for kind in KINDS),
]


def parts(kind: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Yield all types within a type, and where they are."""
    yield where, kind
    if isinstance(kind, msgspec.inspect.StructType):
        for field in kind.fields:
            yield from parts(field.type, f"{where}.{field.name}")
    for name in ("item_type", "value_type", "type"):
        if hasattr(kind, name):
            yield from parts(getattr(kind, name), f"{where}[]")
    for each in getattr(kind, "types", ()):
        yield from parts(each, where)


@pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.__name__)
def test_every_list_and_object_of_a_format_is_limited(format_: type[msgspec.Struct]) -> None:
    kinds = (
        msgspec.inspect.ListType,
        msgspec.inspect.VarTupleType,
        msgspec.inspect.FrozenSetType,
        msgspec.inspect.DictType,
    )
    found = list(parts(msgspec.inspect.type_info(format_), format_.__name__))
    assert not [where for where, kind in found if isinstance(kind, kinds) and not kind.max_length]


def test_unknown_keys_are_counted_after_the_first_twenty() -> None:
    told = faults({f"cuont{n}": 1 for n in range(100_000)}, Entry)
    assert len(told) == MOST_ADVISED + 1
    assert told[0] == "unknown key 'cuont0': did you mean count?"
    assert told[-1] == f"{100_000 - MOST_ADVISED} more unknown keys"


def test_what_is_no_name_is_not_compared() -> None:
    (told,) = faults({"count" * 100_000: 1}, Entry)
    assert "did you mean" not in told


def test_a_file_keeps_a_thousand_faults() -> None:
    collected = Faults("file")
    collected.add(f"x{n}: wrong" for n in range(1500))
    with pytest.raises(InputError) as caught:
        collected.raise_any()
    assert (len(caught.value.problems), caught.value.more) == (1000, 500)


def _even(number: int) -> int:
    if number % 2:
        raise InputError(f"expected an even number, got {number}")
    return number // 2


def _lower(text: str) -> str:
    if text.lower() not in ("red", "blue"):
        raise InputError(f"unknown colour {text!r}")
    return text.lower()


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    half: Annotated[int, checked(_even, ge=0)] = 0
    kinds: list[Annotated[str, one_of(("a", "b"), "c")]] = []


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    parts: list[Part] = []
    colours: dict[Annotated[Literal["red", "blue"], checked(_lower)], int] = {}
    numbers: tuple[int, ...] = (7,)


def test_checks_of_types_are_kept_and_change_values() -> None:
    collected = Faults("file")
    data = {"parts": [{"half": 4, "kinds": ["a"]}], "colours": {"RED": 1}}
    read = collected.read(data, Whole)
    collected.raise_any()
    assert (read.parts, read.colours) == ([Part(2, ["a"])], {"red": 1})


def test_all_faults_of_checked_types_are_told_with_their_fields() -> None:
    collected = Faults("")
    data = {
        "parts": [{"half": 3}, {"half": -2, "kinds": ["a", "c"]}, 5, {"kind": []}],
        "colours": {"green": 1, "Red": 2, "red": 3},
        "numbers": [1, "x"],
    }
    read = collected.read(data, Whole)
    assert collected.messages == [
        "parts[0].half: expected an even number, got 3",
        "parts[1].half: expected a whole number >= 0",
        "parts[1].kinds: expected one of a, b, got 'c'",
        "parts[2]: expected an object, got a whole number",
        "parts[3]: unknown key 'kind': did you mean kinds?",
        "colours: unknown colour 'green'",
        "colours: red twice: expected each once",
        "numbers[1]: expected a whole number, got text",
    ]
    assert read.parts == [Part(), Part(), None, Part()]
    assert (read.colours, read.numbers) == ({"red": 3}, (7,))
    assert collected.wrong >= {"parts[0]", "parts[1]", "parts[2]", "parts[3]"}


@pytest.mark.slow
def test_threads_may_meet_a_type_at_once() -> None:
    """Without the lock Python crashes."""
    command = [sys.executable, "-c", FIRST_USES]
    assert subprocess.run(command, env=environment(), timeout=HANGING, check=False).returncode == 0
