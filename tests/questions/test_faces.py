"""Defaults and bounds of questions are one in the terminal, on the page and in Python."""

import subprocess
import sys
from typing import Any

import click
import msgspec
import pytest

from odin_cli.commands import LazyGroup
from odin_cli.main import odin
from odin_cli.questions import command_of
from odin_puzzles.questions import BookletStyle, NewPuzzles
from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.fields import FormField, fields_of
from odin_solver.questions.games import Filling, Reviewing, Thinking
from odin_web.games.coaching import CoachAsked, FillAsked, ReviewAsked
from odin_web.games.tables import TableAsked
from odin_web.puzzles.making import BookletRequest, NewPuzzlesRequest
from odin_web.questions import forms
from tests.cli.process import odin as run
from tests.web.requests import client

Options = dict[str, tuple[Any, float | None, float | None]]
DAY, SEEDS = 86_400.0, 2**31 - 1
EXACT: Options = {
    "--objective": ("final", None, None),
    "--time-limit": (60.0, 0, DAY),
    "--workers": (2, 1, 256),
    "--seed": (0, 0, SEEDS),
}
PHASE: Options = {"--time-limit": (20.0, 0, DAY), "--workers": (1, 1, 256), "--seed": (0, 0, SEEDS)}
NONE = (None, None, None)
FILES = ("data", "file")
POSITION: Options = {
    "--objective": NONE,
    "--set": NONE,
    "--rounds-left": (None, 1, 7),
    "--time-limit": (60.0, 0, DAY),
    "--workers": (2, 1, 256),
    "--seed": (0, 0, SEEDS),
    "--verbose": (False, None, None),
}
ADVICE: Options = {**POSITION, "--no-cache": (False, None, None)}
LISTED: dict[str, Options] = {
    "solve": POSITION,
    "hint": {**ADVICE, "--level": (1, 1, 4), "--time-limit": (5.0, 0, DAY)},
    "analyse": {
        **ADVICE,
        "--lines": (None, 1, 100),
        "--move": NONE,
        "--values": (False, None, None),
        "--next": (False, None, None),
        "--time-limit": (10.0, 0, DAY),
    },
    "feast": {
        "--cells": (None, 0, 12),
        "--food": NONE,
        "--emigrated": (0, 0, None),
        "--value": NONE,
    },
    "count": {
        "--up-to-symmetry": (False, None, None),
        "--time-limit": (60.0, 0, DAY),
        "--workers": (2, 1, 256),
    },
    "plan": {
        "--time": (None, 0, DAY),
        "--games/--playouts": (None, 1, 10**9),
        "--workers": (1, 1, 256),
        "--lines": (3, 1, 100),
        "--seed": (0, 0, SEEDS),
        "--move": NONE,
        "--details": (False, None, None),
    },
    "game review": {
        "--time-per-move": (None, 0, DAY),
        "--playouts": (None, 4, 10**9),
        "--workers": (1, 1, 256),
        "--seed": (0, 0, SEEDS),
    },
    "game place": {
        "--objective": NONE,
        "--silver": (None, 0, None),
        "--ore": (None, 0, None),
        "--keep": ("", None, None),
        "--time-limit": (10.0, 0, DAY),
        "--workers": (2, 1, 256),
        "--seed": (0, 0, SEEDS),
        "--verbose": (False, None, None),
    },
    "game start": {
        "--length": ("long", None, None),
        "--occupations": ("all", None, None),
        "--ruling": NONE,
        "--time": (None, 0, DAY),
        "--games/--playouts": (None, 1, 10**9),
        "--workers": (1, 1, 256),
    },
    "graenaland win": PHASE,
    "graenaland build": {**PHASE, "--most": NONE, "--keep": NONE},
    "graenaland reach": {**PHASE, "--goal": NONE, "--from-nothing": (False, None, None)},
    "graenaland supply": PHASE,
    "graenaland plan": {**PHASE, "-r/--rounds": (6, 1, 20), "--scenarios": (4, 1, 12)},
    "graenaland votes": dict.fromkeys(("--tile", "--proposer", "--reserve", "--value"), NONE),
    "puzzle solve": {"--time-limit": (60.0, 0, DAY), "--verbose": (False, None, None)},
    "puzzle check": {"--time-limit": (60.0, 0, DAY)},
    "puzzle grade": {"--steps": (False, None, None), "--near": (False, None, None)},
    "puzzle change": {"--to": NONE, "--seed": (0, 0, SEEDS)},
    "puzzle family": {"--free": NONE},
    "graenaland move": {"--samples": (20, 2, 1000), "--seed": (0, 0, SEEDS)},
    "graenaland propose": {},
    "graenaland keep": {**PHASE, "--card": NONE},
    "score stats": {"--length": NONE, "--cards": ("", None, None), "--player": ("", None, None)},
    "vikings score": {"--round": (None, 1, 6)},
    "vikings ferry": {**EXACT, "--ways": (3, 1, 50)},
    "vikings build": {**EXACT, "--hindsight": (False, None, None)},
    "vikings buy": {"--seed": (0, 0, SEEDS), "--samples": (60, 2, 10_000), "--bid": (0, 0, 10_000)},
    "vikings simulate": {"--seed": (0, 0, SEEDS), "--games": (50, 2, 100_000)},
    "vikings advise": {"--samples": (20, 2, 10_000), "--seed": (0, 0, SEEDS)},
}
"""Default, least and most of every option; a time is above its least."""

PLANNED: Options = {"--playouts": (None, 1, 10**9), "--workers": (1, 1, 256)}
SHARED: dict[type[msgspec.Struct], tuple[Options, list[str], list[type[msgspec.Struct]]]] = {
    Thinking: ({"--time": (None, 0, DAY), **PLANNED}, ["plan"], [CoachAsked, TableAsked]),
    Reviewing: (
        {"--time-per-move": (None, 0, DAY), **PLANNED, "--playouts": (None, 4, 10**9)},
        ["game review", "game train"],
        [ReviewAsked],
    ),
    Filling: (
        {
            "--objective": NONE,
            "--silver": (None, 0, None),
            "--ore": (None, 0, None),
            "--keep": ("", None, None),
            "--time-limit": (10.0, 0, DAY),
            "--workers": (2, 1, 256),
            "--seed": (0, 0, SEEDS),
        },
        ["game place"],
        [FillAsked],
    ),
    NewPuzzles: (
        {
            "--kind": ("fill", None, None),
            "--difficulty": (None, 1, 5),
            "--board": NONE,
            "--minimal": (False, None, None),
            "--pieces": (None, 1, 60),
            "--cells": (None, 1, 400),
            "--symmetric": (False, None, None),
            "--needs": (None, None, None),
            "--count": (1, 1, 100_000),
            "--seed": (0, 0, SEEDS),
            "--tries": (None, 1, 10**6),
        },
        ["puzzle new"],
        [NewPuzzlesRequest],
    ),
    BookletStyle: (
        {
            "--title": ("", None, None),
            "--paper": ("a4", None, None),
            "--per-page": NONE,
            "--author": ("", None, None),
            "--foreword": ("", None, None),
            "--light": (False, None, None),
        },
        ["puzzle print"],
        [BookletRequest],
    ),
}
"""What commands and requests share: options, commands, requests."""

NEEDED = {
    "puzzle new": (),
    "puzzle print": ("x", "-o", "y"),
    "puzzle change": ("x", "--to", "harder"),
}
"""What commands have to be given that need something else than a file."""


def listed(fields: list[FormField]) -> Options:
    """Return defaults and bounds as in `LISTED`."""
    return {e.option: (e.default, e.least, e.most) for e in fields if e.kind not in FILES}


def chosen(name: str, wanted: Options, *arguments: str) -> set[str]:
    """Check defaults and bounds of a command; returns its options."""
    options = {each.opts[-1]: each for each in command(name).params}
    given = command(name).make_context(name, [*arguments], **odin.context_settings).params
    for names, (default, least, most) in wanted.items():
        option = options[names.rpartition("/")[2]]
        assert option.required or (given[option.name or ""] or None) == (default or None)
        if isinstance(option.type, click.IntRange):
            assert (option.type.min, option.type.max) == (least, most)
    return set(options)


def command(name: str) -> click.Command:
    """Return a command as a user finds it."""
    found: click.Command = odin
    for word in name.split():
        assert isinstance(found, LazyGroup)
        below = found.get_command(click.Context(found), word)
        assert below is not None
        found = below
    return found


def test_every_question_is_listed() -> None:
    assert list(LISTED) == list(QUESTIONS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_terminal_page_and_python_agree(name: str) -> None:
    wanted = LISTED[name]
    kind = question_of(name)
    assert listed(list(fields_of(kind))) == wanted
    for form in forms().questions:
        if form.command == name:
            assert listed(form.fields) == wanted
    file = any(each.kind in FILES for each in fields_of(kind))
    options = chosen(name, wanted, *NEEDED.get(name, ["x"] * file))
    assert {each.opts[-1] for each in command_of(name).params} <= options
    bounded(kind)


@pytest.mark.parametrize("kind", SHARED)
def test_commands_and_requests_agree(kind: type[msgspec.Struct]) -> None:
    wanted, commands, requests = SHARED[kind]
    fields = listed([*fields_of(kind)])
    assert {option.rpartition("/")[2]: limits for option, limits in fields.items()} == wanted
    for name in commands:
        chosen(name, wanted, *NEEDED.get(name, ("x",)))
    for request in requests:
        assert issubclass(request, kind)
        assert not {each.name for each in fields_of(kind)} & {*request.__annotations__}
    bounded(kind)


def bounded(kind: type[msgspec.Struct]) -> None:
    """Check that a schema has the bounds of the fields."""
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    for each in fields_of(kind):
        entry = schema[each.name]
        bounds = entry.get("anyOf", [entry])[0]
        least = bounds.get("minimum", bounds.get("exclusiveMinimum"))
        assert (least, bounds.get("maximum")) == (each.least, each.most)


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_out_of_bounds_is_refused_by_route_and_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with client() as page:
        fields = list(fields_of(question_of(name)))
        about: dict[str, Any] = {each.name: {} for each in fields if each.kind in FILES}
        for each in fields:
            if each.most is None:
                continue
            beyond = each.most + 1
            body = {**about, each.name: beyond}
            option = each.option.rpartition("/")[2]
            path = f"/api/questions/{name.replace(' ', '/')}"
            answer = page.post(path, json=body)
            assert answer.status_code == 422
            assert each.name in answer.json()["error"]
            refused = run(capsys, *name.split(), "x", option, f"{beyond}")
            assert (refused.code, refused.out) == (2, "")
            assert option in refused.err


def test_labels_and_helps_are_said() -> None:
    for form in forms().questions:
        assert form.title
        assert form.about.endswith((".", "?"))
        for each in form.fields:
            assert each.label[0].isupper() or each.kind == "check"
            assert each.help.endswith((".", "?", "]"))


@pytest.mark.slow
def test_declarations_import_no_solver() -> None:
    modules = {where.partition(":")[0] for where in QUESTIONS.values()}
    code = f"import sys, {', '.join(sorted(modules))}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert modules <= set(loaded)
    placement = (f"odin_solver.placement.{name}" for name in ("solve", "levels", "model", "cover"))
    solvers = ("highspy", "ortools", "numpy", "odin_solver.linear.levels", *placement)
    assert [each for each in loaded if each.startswith(solvers)] == []
