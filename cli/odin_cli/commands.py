"""Commands made of functions: the default of a parameter is its option or argument."""

import importlib
import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from gettext import gettext
from importlib.util import find_spec
from types import CodeType
from typing import Any

import click
from click.shell_completion import CompletionItem, FishComplete, add_completion_class

from odin_solver.errors import InputError, within
from odin_solver.questions import QUESTIONS
from odin_solver.support.language import mark, say
from odin_solver.support.text import did_you_mean

BAD_INPUT, UNPROVEN = 2, 3
FILES = frozenset(
    ["CHALLENGE", "CSV", "FILE", "GAME", "LOG", "OUT", "POSITION", "PREFIX", "SOLUTION", "TABLE"]
)
"""Words of metavars for which files are completed."""

MANY_NAMES = 200
"""More names than this are only listed when one has begun."""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

Function = Callable[..., int | None]


def help_paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.split("\n\n")]


@add_completion_class
class WholeFish(FishComplete):
    """Completion in fish of values with commas, which that of click cuts at the first one."""

    source_template = FishComplete.source_template.replace('split ","', 'split --max 1 ","')


class SpokenOption(click.Option):
    """An option whose help is in the reader's language."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        spoken = copy(self)
        spoken.help = say(self.help) if self.help else None
        if isinstance(self.show_default, str):
            spoken.show_default = say(self.show_default)
        return super(SpokenOption, spoken).get_help_record(ctx)


class SpokenCommand(click.Command):
    """A command whose help is in the reader's language; its epilog is an example."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line; those of click itself in the reader's language."""
        return [gettext(each) for each in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option ``--help``, which click makes once, in the language of now."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = gettext("Show this message and exit.")
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        return _short(self.help)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for paragraph in help_paragraphs(self.help or ""):
            _write_indented(formatter, say(paragraph))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_indented(formatter, say("Example: {example}", example=self.epilog))


def _short(help: str | None) -> str:
    return say(help_paragraphs(help or "")[0]).rstrip(".")


def _write_indented(formatter: click.HelpFormatter, text: str) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)


@dataclass(frozen=True)
class ParameterSpec:
    """An option or argument without the name of its parameter."""

    kind: type[click.Parameter]
    names: tuple[str, ...]
    settings: Mapping[str, Any]

    def changed(self, **settings: Any) -> "ParameterSpec":
        """Return it with other settings, as of `option`."""
        return replace(self, settings={**self.settings, **_for_click(settings)})

    def parameter(self, name: str) -> click.Parameter:
        settings = {**self.settings}
        if self.kind is click.Argument:
            return click.Argument([name], **settings)
        names = self.names or (f"--{name.replace('_', '-')}",)
        settings.setdefault("show_default", settings.get("default") not in (None, ""))
        return SpokenOption([name, *names], **settings)


@dataclass(frozen=True)
class OptionGroup:
    """Options that are the fields of something."""

    kind: type[Any]
    specs: Mapping[str, ParameterSpec]

    def parameters(self) -> dict[str, click.Parameter]:
        """Return the options by the fields that they give."""
        return {name: spec.parameter(name) for name, spec in self.specs.items()}


def option(help: str, *names: str, **settings: Any) -> Any:
    """Return an option, by default named as its parameter; a default is shown.

    Parameters
    ----------
    settings
        As for `click.Option`; also `parse`, which reads what is given, and `among`: names to
        complete, or a function of the context that returns them. The metavar says whether it is a
        file or a folder, and by a comma that it is a list. Without type and metavar the option is a
        flag.
    """
    if "metavar" not in settings and "type" not in settings:
        settings["is_flag"] = True
    return ParameterSpec(click.Option, names, _for_click({**settings, "help": help}))


def argument(metavar: str, **settings: Any) -> Any:
    """Return an argument, shown as `metavar`; in brackets it may be left out."""
    settings.setdefault("required", not metavar.startswith("["))
    return ParameterSpec(click.Argument, (), _for_click({**settings, "metavar": metavar}))


def number(help: str, least: int, most: int | None = None, *names: str, **settings: Any) -> Any:
    return option(help, *names, **{"metavar": "N", "type": click.IntRange(least, most), **settings})


def seconds(help: str, *names: str, most: float = math.inf, **settings: Any) -> Any:
    """Return an option for a time limit in seconds, above 0 and at most `most`."""

    def limit(given: float) -> float:
        if 0 < given <= most:
            return given
        if given > most:
            range_ = say("expected more than 0 and at most {most:g} seconds", most=most)
        else:
            range_ = say("expected more than 0 seconds")
        raise InputError.said("{expected}, got {got:g}", expected=range_, got=given)

    return option(help, *names, type=float, metavar="S", parse=limit, **settings)


def choice(help: str, *names: str, among: Iterable[str], **settings: Any) -> Any:
    return option(help, *names, type=click.Choice(list(among), case_sensitive=False), **settings)


def _for_click(settings: dict[str, Any]) -> dict[str, Any]:
    """Replace `parse` and `among` by what click knows."""
    parse, among = settings.pop("parse", None), settings.pop("among", None)
    if parse is not None:

        def read(ctx: click.Context, param: click.Parameter, given: Any) -> Any:
            with within(param.opts[-1]):
                return given if given is None else parse(given)

        settings["callback"] = read
    metavar = settings.get("metavar", "")
    words = set(re.findall("[A-Z]+", metavar))
    kinds = [kind for kind, names in (("dir", {"DIR"}), ("file", FILES)) if words & names]
    if among is not None or kinds:

        def complete(
            ctx: click.Context, param: click.Parameter, begun: str
        ) -> list[CompletionItem]:
            names = list(among(ctx) if callable(among) else among or ())
            before, comma, last = begun.rpartition(",") if "," in metavar else ("", "", begun)
            if not begun and len(names) > MANY_NAMES:
                names = []
            # Bash takes the names as an answer, and files only where no name fits.
            return [CompletionItem(begun, type=kind) for kind in kinds] + [
                CompletionItem(before + comma + name) for name in names if name.startswith(last)
            ]

        settings["shell_complete"] = complete
    return settings


def command(example: str, name: str | None = None) -> Callable[[Function], click.Command]:
    """Return a decorator that makes a command of a function, which returns the exit code."""

    def decorate(function: Function) -> click.Command:
        specs = {
            each.name: each.default for each in inspect.signature(function).parameters.values()
        }
        groups = {
            name: (spec.kind, spec.parameters())
            for name, spec in specs.items()
            if isinstance(spec, OptionGroup)
        }

        def call(**given: Any) -> None:
            made = {
                name: kind(**{each: given.pop(each) for each in fields})
                for name, (kind, fields) in groups.items()
            }
            if code := function(**given, **made):
                click.get_current_context().exit(code)

        params: list[click.Parameter] = []
        for parameter, spec in specs.items():
            if parameter in groups:
                params += groups[parameter][1].values()
            else:
                params.append(spec.parameter(parameter))
        return SpokenCommand(
            name or function.__name__.rstrip("_"),
            callback=call,
            params=params,
            help=function.__doc__,
            epilog=example,
        )

    return decorate


class LazyGroup(SpokenCommand, click.Group):
    """A group of commands that are loaded on demand.

    Parameters
    ----------
    table
        Modules and functions by command, the most important first.
    headings
        Headings of the list of commands, by the command that follows.
    """

    def __init__(
        self,
        name: str,
        table: Mapping[str, str],
        help: str,
        example: str,
        headings: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(name, help=help, epilog=example, context_settings=SETTINGS)
        self.table = table
        self.headings = headings or {next(iter(table)): mark("Commands")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        module, _, name = self.table[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def sentence_of(self, name: str) -> str:
        """Return the first sentence of a command; of a function it is read, not imported.

        So is that of a question.
        """
        module, _, function = self.table[name].partition(":")
        if module == "odin_cli.questions":
            module, _, function = QUESTIONS[function].partition(":")
        spec: Any = find_spec(module)
        for code in spec.loader.get_code(module).co_consts:
            if isinstance(code, CodeType) and code.co_name == function:
                texts = (each for each in code.co_consts if isinstance(each, str))
                return _short(next(each for each in texts if each != function))
        command: click.Command = getattr(importlib.import_module(module), function)
        return command.get_short_help_str()

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [
            CompletionItem(name, help=self.sentence_of(name))
            for name in self.table
            if name.startswith(incomplete)
        ]
        return found + super(click.Group, self).shell_complete(ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.table and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, self.table, n=2)
            known = say("expected one of {names}", names=", ".join(self.table))
            advice = did_you_mean(close) if close else known
            ctx.fail(say("no command {name!r}: {advice}", name=name, advice=advice))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with its whole first sentence."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name in self.table:
            heading = self.headings.get(name, next(reversed(sections), ""))
            row = name.ljust(max(map(len, self.table))), self.sentence_of(name)
            sections.setdefault(heading, []).append(row)
        for heading, rows in sections.items():
            with formatter.section(say(heading)):
                formatter.write_dl(rows)
