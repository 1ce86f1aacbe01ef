"""Commands of questions: their options, and their reports in the terminal."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
import msgspec

from odin_cli.commands import OptionGroup, SpokenCommand, argument, choice, number, option, seconds
from odin_cli.interrupts import stopped_by_interrupt
from odin_cli.options import JSON, MORE_PICTURES, PROFILE, QUIET, Pictures, output_option
from odin_cli.output import (
    naming,
    print_json,
    print_text,
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
from odin_solver.support.files import lines_into, write_file, writing
from odin_solver.support.language import say
from odin_solver.support.reading import STANDARD_INPUT, read_text, source_name
from odin_solver.support.text import shortened


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
    params = [_spec(each, kind.sources).parameter(each.name) for each in fields.values()]
    params.append(JSON.parameter("as_json"))
    if kind.searches:
        params.append(QUIET.parameter("quiet"))
    if profiled := name.startswith("graenaland "):
        params.append(PROFILE.parameter("profile_path"))
    if kind.draws:
        params += MORE_PICTURES.parameters().values()
    if kind.writes:
        params.append(output_option(kind.writes).parameter("output"))
    if kind.fills:
        params.append(output_option(kind.fills, metavar="DIR").parameter("folder"))
    params += [spec.parameter(each) for each, spec in beside.options.items()]
    if kind.lists:
        params.append(option(kind.lists, "--all", metavar="OUT").parameter("listed"))

    def call(
        as_json: bool,
        quiet: bool = False,
        svg: str | None = None,
        png: str | None = None,
        output: str | None = None,
        folder: str | None = None,
        listed: str | None = None,
        profile_path: str | None = None,
        **given: Any,
    ) -> None:
        pictures, path = Pictures(svg, png), given[file.name] if file else ""
        pictures.check(kind.path_of(path), None if output == STANDARD_INPUT else output, listed)
        texts = [each.name for each in fields.values() if each.kind == "file"]
        if [given[each] for each in texts].count(STANDARD_INPUT) > 1:
            raise InputError.said("only one of the files can be standard input")
        others = {each: given.pop(each) for each in beside.options}
        if file and file.kind == "file":
            with _explained(path, fields):
                asked = kind(**given)  # what cannot be asked is found before the file is read
                code = beside.instead(asked, path, pictures, as_json=as_json, quiet=quiet, **others)
            if code is not None:
                click.get_current_context().exit(code)
        named, name = given.copy(), source_name(path or "")
        for each in texts:
            if given[each] is not None:
                called, given[each] = kind.source(given[each])
                name = called if file and each == file.name else name
        if folder is not None:
            with writing(folder):
                Path(folder).mkdir(parents=True, exist_ok=True)
        with naming(name or None), _explained(name, fields, named), ExitStack() as stack:
            if profiled:
                from odin_solver.graenaland.files import read_profiled

                given["position"] = read_profiled(path, profile_path)
            elif file and not texts:
                given[file.name] = decode(read_text(path), source_name(path))
            question = kind(**given)
            subject = question.subject(name)
            tell_doubts(name, question.doubts(subject))
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
        elif not kind.prints:
            stdout_console().print(report_drawing(report[printed:]))
        boards = (each.file or each.svg for each in report if isinstance(each, Board))
        if pictures and (drawn := next(filter(None, boards), None)):
            pictures.write(drawn())
        if (output or (kind.prints and not as_json)) and (text := question.text(found)):
            print_text(text, output)
        if folder is not None:
            for called, content in question.files(found):
                write_file(str(Path(folder) / called), content)
        if not stopped and (lacks := question.lacks(found)):
            told = say("{field}: {problem}", field=name, problem=lacks) if name else lacks
            click.echo(shortened(say("{field}: {problem}", field="odin", problem=told)), err=True)
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


def _spec(of: FormField, sources: Callable[[], Iterable[str]] = tuple) -> Any:
    names, typed = of.option.split("/"), {"metavar": of.metavar or "TEXT", "among": of.begins}
    match of.kind:
        case "data" | "file" if of.label:
            spec = argument(of.label, among=lambda ctx: sources())
        case "whole":
            least, most = (None if end is None else int(end) for end in (of.least, of.most))
            metavar = of.metavar or "N"
            spec = number(of.help, least or 0, most, *names, default=of.default, metavar=metavar)
        case "number":
            spec = seconds(of.help, *names, most=of.most or math.inf, default=of.default)
        case "check":
            spec = option(of.help, *names)
        case "choice":
            given: dict[str, Any] = {"required": True} if of.required else {"default": of.default}
            spec = choice(of.help, *names, among=of.choices, **given)
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
            for named in (field.metavar, error.field):
                problem = problem.removeprefix(f"{named}: ")
            problem = f"{source_name(file)}: {problem}"
        is_argument = field.kind == "file" and field.label
        wrong = field.label.strip("[]") if is_argument else field.option.rpartition("/")[2]
        raise click.ClickException(
            say("{field}: {problem}", field=wrong, problem=problem)
        ) from None


def __getattr__(name: str) -> click.Command:
    """Return the command of a question as an attribute of this module, as groups name it."""
    if name in QUESTIONS:
        return command_of(name)
    raise AttributeError(name)
