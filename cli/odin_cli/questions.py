"""Commands of questions: their options, and their reports in the terminal."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click
import msgspec

from odin_cli.commands import OptionGroup, SpokenCommand, argument, choice, number, option, seconds
from odin_cli.graenaland.inputs import PROFILE, read_profiled
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, MORE_PICTURES, QUIET, Pictures, output_option
from odin_cli.output import (
    naming,
    print_json,
    refuse_illegal,
    stdout_console,
    tell_doubts,
    tell_stopped,
)
from odin_cli.progress import Progress, shown_if_slow
from odin_solver.errors import InputError, OdinError
from odin_solver.questions import QUESTIONS, question_of
from odin_solver.questions.fields import FormField, fields_of
from odin_solver.questions.question import Asker, Illegal, Question, WrongField
from odin_solver.questions.report import Board
from odin_solver.questions.terminal import report_drawing
from odin_solver.support.decoding import decode
from odin_solver.support.files import lines_into, write_file
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name


@dataclass(frozen=True)
class Beside:
    """What the command of a question does beside asking it.

    Attributes
    ----------
    options
        Options for that.
    instead
        Does something else: it is given the question, whose file is not read yet, the path of that,
        files of pictures and these options. It returns the exit code, or None if the question is
        asked.
    then
        Does something with the answer: it is given that, the path of the file, whether Ctrl-C
        ended it, and these options, and returns the answer to print.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    instead: Callable[..., int | None] = lambda *_, **__: None
    then: Callable[..., Any] = lambda found, *_, **__: found


BESIDE = {
    "solve": "odin_cli.solving",
    "game place": "odin_cli.game.place",
    "game review": "odin_cli.game.coach",
}
"""Modules with what commands of questions do besides, as `BESIDE`."""


def command_of(name: str) -> click.Command:
    """Return the command of a question."""
    beside: Beside = import_module(BESIDE[name]).BESIDE if name in BESIDE else Beside()
    kind = question_of(name)
    fields = {each.name: each for each in fields_of(kind)}
    file = next((each for each in fields.values() if each.kind in ("data", "file")), None)
    params = [_spec(each).parameter(each.name) for each in fields.values()]
    params.append(JSON.parameter("as_json"))
    if kind.searches:
        params.append(QUIET.parameter("quiet"))
    if profiled := name.startswith("graenaland "):
        params.append(PROFILE.parameter("profile_path"))
    if kind.draws:
        params += MORE_PICTURES.parameters().values()
    if kind.writes:
        params.append(output_option(kind.writes).parameter("output"))
    params += [spec.parameter(each) for each, spec in beside.options.items()]
    if kind.lists:
        params.append(option(kind.lists, "--all", metavar="OUT").parameter("listed"))

    def call(
        as_json: bool,
        quiet: bool = False,
        svg: str | None = None,
        png: str | None = None,
        output: str | None = None,
        listed: str | None = None,
        profile_path: str | None = None,
        **given: Any,
    ) -> None:
        pictures, path = Pictures(svg, png), given[file.name] if file else ""
        pictures.check(path, output, listed)
        others = {each: given.pop(each) for each in beside.options}
        if file and file.kind == "file":
            with _explained(path, fields):
                asked = kind(**given)  # what cannot be asked is found before the file is read
                code = beside.instead(asked, path, pictures, as_json=as_json, quiet=quiet, **others)
            if code is not None:
                click.get_current_context().exit(code)
        named = given.copy()
        for each in fields.values():
            if each.kind == "file" and each is not file and given[each.name] is not None:
                given[each.name] = read_text(given[each.name])
        with naming(path), _explained(path, fields, named), ExitStack() as stack:
            if file and file.kind == "file":
                given[file.name] = None if path is None else read_text(path)
            elif profiled:
                given["position"] = read_profiled(path, profile_path)
            elif file:
                given[file.name] = decode(read_text(path), source_name(path))
            question = kind(**given)
            subject = question.subject(source_name(path or ""))
            tell_doubts(path, question.doubts(subject))
            if not as_json and (heard := question.heard(subject)):
                click.echo(heard, err=True)
            printed = 0

            def tell(note: Progress, found: Any) -> None:
                nonlocal printed
                if kind.grows and found is not None and not as_json:
                    parts = list(question.report(found))
                    with note.hidden():
                        stdout_console().print(report_drawing(parts[printed:]))
                    printed = len(parts)

            more: dict[str, Any] = {}
            if listed:
                more["write"] = stack.enter_context(lines_into(listed))
            found, stopped = searched(question, subject, quiet=quiet, tell=tell, **more)
            if found is None:
                click.get_current_context().exit(tell_stopped(say("nothing was known yet")))
            found = beside.then(found, path, stopped, **others)
        report = list(question.report(found))
        if as_json:
            print_json({"schema": 1, **question.data(found)})
        else:
            stdout_console().print(report_drawing(report[printed:]))
        boards = (each.file or each.svg for each in report if isinstance(each, Board))
        if pictures and (drawn := next(filter(None, boards), None)):
            pictures.write(drawn())
        if output:
            write_file(output, question.text(found))
        code = tell_stopped(say(kind.kept)) if stopped else question.code(found)
        click.get_current_context().exit(code)

    return SpokenCommand(
        name.rpartition(" ")[2],
        callback=call,
        params=params,
        help=kind.__doc__,
        epilog=kind.example,
    )


def searched(
    question: Question[Any, Any],
    subject: Any,
    *,
    quiet: bool = False,
    tell: Callable[[Progress, Any], None] = lambda note, found: None,
    **more: Any,
) -> tuple[Any, bool]:
    """Answer a question, with its progress on standard error.

    Parameters
    ----------
    tell
        Receives what shows the progress, and answers so far.

    Returns
    -------
    tuple
        The answer, None if nothing was known yet; and whether Ctrl-C ended it.
    """
    news: object = None
    with stopped_by_interrupt() as cancel, shown_if_slow(_ending(question), quiet, cancel) as note:

        def send(now: str, found: Any) -> None:
            nonlocal news
            latest = None if found is None else question.news(found)
            if now:
                note(now, stays=bool(latest) and latest != news)
            news = latest or news
            tell(note, found)

        try:
            return question.answer(subject, Asker(send, cancel), **more), cancel.is_set()
        except OdinError as error:
            if isinstance(error, InputError) or not cancel.is_set():
                raise
            return None, True


def _ending(question: Question[Any, Any]) -> str:
    keeps = say(question.keeps)
    limit = None if question.shares else getattr(question, "seconds", None)
    return keeps if limit is None else say("of {limit:g} s; {keeps}", limit=limit, keeps=keeps)


def option_of(question: type[Question[Any, Any]], field: str) -> Any:
    """Return the option of a field of a question, for another command."""
    return _spec(next(each for each in fields_of(question) if each.name == field))


def asked(kind: type[msgspec.Struct], **changes: Mapping[str, Any]) -> Any:
    """Return the options for the fields of a struct, some with other settings, by field."""
    fields = fields_of(kind)
    return OptionGroup(kind, {e.name: _spec(e).changed(**changes.get(e.name, {})) for e in fields})


def _spec(of: FormField) -> Any:
    names, typed = of.option.split("/"), {"metavar": of.metavar or "TEXT", "among": of.begins}
    match of.kind:
        case "data" | "file" if of.label:
            spec = argument(of.label)
        case "whole":
            least, most = (None if end is None else int(end) for end in (of.least, of.most))
            metavar = of.metavar or "N"
            spec = number(of.help, least or 0, most, *names, default=of.default, metavar=metavar)
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
    return spec


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
def _explained(
    path: str, fields: Mapping[str, FormField], given: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[None]:
    """End with a list of violations, or with the option that cannot be answered."""
    try:
        yield
    except Illegal as error:
        refuse_illegal(path, error.problems)
    except WrongField as error:
        field, problem = fields[error.field], error.problem
        if field.kind == "file" and (file := given.get(error.field)):
            problem = f"{source_name(file)}: {problem.removeprefix(f'{field.metavar}: ')}"
        wrong = field.option.rpartition("/")[2]
        raise click.ClickException(
            say("{field}: {problem}", field=wrong, problem=problem)
        ) from None


def __getattr__(name: str) -> click.Command:
    """Return the command of a question as an attribute of this module, as groups name it."""
    if name in QUESTIONS:
        return command_of(name)
    raise AttributeError(name)
