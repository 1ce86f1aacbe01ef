"""Commands of questions: their options, and their reports in the terminal."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from odin_cli.commands import SpokenCommand, argument, choice, number, option, seconds
from odin_cli.graenaland.inputs import PROFILE, read_profiled
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, MORE_PICTURES, Pictures, output_option
from odin_cli.output import (
    naming,
    print_json,
    refuse_illegal,
    stdout_console,
    tell_doubts,
    tell_stopped,
)
from odin_cli.progress import shown_if_slow
from odin_solver.errors import InputError
from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.fields import FormField, fields_of
from odin_solver.questions.question import Illegal, WrongField
from odin_solver.questions.report import Board
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.decoding import decode
from odin_solver.support.files import write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name


def command_of(name: str) -> click.Command:
    """Return the command of a question."""
    kind = question_of(name)
    fields = {each.name: each for each in fields_of(kind)}
    file = next(each.name for each in fields.values() if each.kind == "data")
    params = [_parameter(each) for each in fields.values()]
    params.append(JSON.parameter("as_json"))
    if profiled := name.startswith("graenaland "):
        params.append(PROFILE.parameter("profile_path"))
    if kind.draws:
        params += MORE_PICTURES.parameters()
    if kind.writes:
        params.append(output_option(kind.writes).parameter("output"))

    def call(
        as_json: bool,
        svg: str | None = None,
        png: str | None = None,
        output: str | None = None,
        profile_path: str | None = None,
        **given: Any,
    ) -> None:
        pictures, path = Pictures(svg, png), given[file]
        pictures.check(path, output)
        given[file] = (
            read_profiled(path, profile_path)
            if profiled
            else decode(read_text(path), source_name(path))
        )
        question = kind(**given)
        with naming(path), _explained(path, fields):
            subject = question.subject(source_name(path))
            tell_doubts(path, question.doubts(subject))
            with stopped_by_interrupt() as cancel, shown_if_slow(say(kind.keeps)) as note:
                found = question.answer(subject, lambda now, _: note(now), cancel)
        report = list(question.report(found))
        if as_json:
            print_json({"schema": 1, **question.data(found)})
        else:
            stdout_console().print(report_drawing(report))
        board = next((each for each in report if isinstance(each, Board)), None)
        if pictures and board is not None:
            pictures.write(board.file())
        if output:
            write_file(output, question.text(found))
        code = tell_stopped(say(kind.kept)) if cancel.is_set() else question.code(found)
        click.get_current_context().exit(code)

    return SpokenCommand(
        name.rpartition(" ")[2],
        callback=call,
        params=params,
        help=kind.__doc__,
        epilog=kind.example,
    )


def _parameter(of: FormField) -> click.Parameter:
    names, typed = of.option.split("/"), {"metavar": of.metavar}
    match of.kind:
        case "data":
            spec = argument(of.label)
        case "whole":
            least, most = (None if end is None else int(end) for end in (of.least, of.most))
            spec = number(of.help, least or 0, most, *names, default=of.default)
        case "number":
            spec = seconds(of.help, *names, most=of.most or math.inf, default=of.default)
        case "check":
            spec = option(of.help, *names)
        case "choice":
            spec = choice(of.help, *names, among=of.choices, default=of.default)
        case "list":
            spec = option(of.help, *names, multiple=True, parse=list, **typed)
        case "table":
            spec = option(of.help, *names, multiple=True, parse=_counts, **typed)
        case _:
            spec = option(of.help, *names, default=of.default, **typed)
    parameter: click.Parameter = spec.parameter(of.name)
    return parameter


def _counts(texts: Iterable[str]) -> dict[str, int]:
    """Read ``NAME=N`` once or more often."""
    found = {}
    for text in texts:
        name, _, count = text.partition("=")
        if not re.fullmatch(r"\d{1,2}", count):
            raise InputError(
                say("{name}: expected {name}=N, 0 to 99, got {got!r}", name=name, got=text)
            )
        found[name] = int(count)
    return found


@contextmanager
def _explained(path: str, fields: Mapping[str, FormField]) -> Iterator[None]:
    """End with a list of violations, or with the option that cannot be answered."""
    try:
        yield
    except Illegal as error:
        refuse_illegal(path, error.problems)
    except WrongField as error:
        wrong = fields[error.field].option.rpartition("/")[2]
        raise click.ClickException(
            say("{field}: {problem}", field=wrong, problem=error.problem)
        ) from None


def __getattr__(name: str) -> click.Command:
    """Return the command of a question as an attribute of this module, as groups name it."""
    if name in QUESTIONS:
        return command_of(name)
    raise AttributeError(name)
