"""Sentences in the language of the reader.

A message is written in English where it is made: ``say("Lay the {tile} at {cells}", tile=...)``.
The English text is its id; other languages have it in their catalogues, which are gettext files
(``odin_solver/locales/<language>/*.po``; `hatch_build` compiles them). A message is rendered at
once, in the language of the context: of the command, or of the request to the server.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, ParamSpec, Self, TypeVar

ENGLISH = "en"
LOCALES = Path(__file__).parent.parent / "locales"
"""One folder for each language; that of English has the texts of the page only."""

PAGE = "page"
"""Catalogue of the page, whose ids are keys."""

VARIABLE = "ODIN_LANGUAGE"
"""Variable of the environment with the language; child processes inherit it."""

P = ParamSpec("P")
T = TypeVar("T")

NOTHING: Mapping[str, object] = MappingProxyType({})


class Message(str):
    """A sentence in the language of the reader, with what it was made of.

    Attributes
    ----------
    id
        English text with the names of its arguments in braces.
    arguments
        Arguments by name; messages among them are rendered already.
    """

    __slots__ = ("arguments", "id")

    id: str
    arguments: Mapping[str, object]

    def __new__(cls, text: str, id: str, arguments: Mapping[str, object] = NOTHING) -> Self:
        """Make a message of its text, id and arguments."""
        message = super().__new__(cls, text)
        message.id = id
        message.arguments = arguments
        return message

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, dict[str, object]]]:
        return type(self), (str(self), self.id, dict(self.arguments))


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are, English first."""
    found = {each.name for each in LOCALES.iterdir() if each.is_dir()}
    return (ENGLISH, *sorted(found - {ENGLISH}))


def known_language(wishes: Iterable[str | None]) -> str | None:
    """Return the first wish that is a language here: ``pl`` for ``pl_PL.UTF-8``."""
    known = languages()
    return next((wish[:2].lower() for wish in wishes if wish and wish[:2].lower() in known), None)


def language_of_system() -> str:
    """Return the language that the system's user has chosen; English if there is no catalogue."""
    import locale  # only few ask the system

    names = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = [next(filter(None, names), None) or locale.getlocale()[0]]
    return known_language(chosen) or ENGLISH


_current: ContextVar[str] = ContextVar("language", default="")
_at_shell: ContextVar[bool] = ContextVar("at_shell", default=True)


def language() -> str:
    """Return the language of the context; that of the environment if none was chosen."""
    if not (name := _current.get()):
        name = known_language([os.environ.get(VARIABLE)]) or ENGLISH
        _current.set(name)
    return name


def use_language(name: str) -> None:
    """Use a language from now on in this context, and in processes that are started later."""
    _current.set(name)
    os.environ[VARIABLE] = name


@contextmanager
def speaking(name: str, *, at_shell: bool | None = None) -> Iterator[None]:
    """Use a language for a while; readers who are not at a shell hear of no commands."""
    token = _current.set(name)
    before = _at_shell.set(_at_shell.get() if at_shell is None else at_shell)
    try:
        yield
    finally:
        _current.reset(token)
        _at_shell.reset(before)


def kept_by_language(work: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function returns, as `functools.lru_cache` does, for each language."""

    @lru_cache(maxsize=2000)
    def kept(_: str, *args: P.args, **named: P.kwargs) -> T:
        return work(*args, **named)

    @wraps(work)
    def answer(*args: P.args, **named: P.kwargs) -> T:
        return kept(language(), *args, **named)  # type: ignore[arg-type]

    return answer


@cache
def _catalogue(name: str) -> NullTranslations:
    together = NullTranslations()
    for path in sorted((LOCALES / name).glob("*.mo")):
        if path.stem == PAGE:
            continue
        with path.open("rb") as file:
            translations = GNUTranslations(file)
        translations.add_fallback(together)
        together = translations
    return together


@cache
def page_texts(name: str) -> Mapping[str, str | list[str]]:
    """Return the texts of the page by their keys; plural forms are lists, what lacks is English."""
    found: dict[str, str | list[str]] = {}
    for path in (LOCALES / each / f"{PAGE}.mo" for each in dict.fromkeys((ENGLISH, name))):
        if not path.exists():
            continue  # of a language that is being added
        with path.open("rb") as file:
            messages = vars(GNUTranslations(file))["_catalog"]
        forms: dict[str, list[str]] = {}
        for key, text in messages.items():
            if isinstance(key, tuple):
                forms.setdefault(key[0], []).append(text)
            elif key:
                found[key] = text
        found |= forms
    return found


def say_decimal(value: float, tenths: str = ".1f") -> str:
    """Return a number as the language writes it: ``4.3`` or ``4,3``, ``5%`` or ``5 %``."""
    text = format(value, tenths)
    return text if language() == ENGLISH else text.replace(".", ",").replace("%", " %")


class _Decimals(Formatter):
    """Writes numbers with a fixed count of decimals as `say_decimal` does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.endswith(("f", "%")):
            return say_decimal(value, format_spec)
        return str(super().format_field(value, format_spec))


_decimals = _Decimals()


def _filled(text: str, arguments: Mapping[str, object]) -> str:
    return (
        _decimals.vformat(text, (), arguments)
        if "f}" in text or "%}" in text
        else text.format(**arguments)
    )


def say(text: str, /, **arguments: object) -> Message:
    """Return a message.

    Parameters
    ----------
    text
        English text; ``{name}`` stands for an argument.
    arguments
        Numbers, names and other messages.
    """
    translated = text if language() == ENGLISH else _catalogue(language()).gettext(text)
    return Message(_filled(translated, arguments) if arguments else translated, text, arguments)


def say_at_shell(text: str, /, **arguments: object) -> str:
    """Return a message about commands; nothing for a reader who is not at a shell."""
    return say(text, **arguments) if _at_shell.get() else ""


def say_number(one: str, many: str, n: int, /, **arguments: object) -> Message:
    """Return a message whose words depend on a number, which is the argument ``n``.

    Parameters
    ----------
    one, many
        English text for one, which is the id, and for other numbers.
    """
    if language() == ENGLISH:
        translated = one if n == 1 else many
    else:
        translated = _catalogue(language()).ngettext(one, many, n)
    filled = {"n": n, **arguments}
    return Message(_filled(translated, filled), one, filled)


def say_as(context: str, text: str, /, **arguments: object) -> Message:
    """Return a message whose English text means different things in different places.

    Parameters
    ----------
    context
        What it is here, such as ``good`` or ``card``.
    text
        English text, also of a data file.
    """
    translated = text if language() == ENGLISH else _catalogue(language()).pgettext(context, text)
    return Message(_filled(translated, arguments) if arguments else translated, text, arguments)


def say_number_as(context: str, one: str, many: str, n: int, /) -> Message:
    """Return a message as `say_as`, whose words depend on a number."""
    if language() == ENGLISH:
        return Message(one if n == 1 else many, one)
    return Message(_catalogue(language()).npgettext(context, one, many, n), one)


def mark(text: str) -> str:
    """Return the text; it is a message that is said elsewhere, by its value."""
    return text


def with_message(field: str, text: str) -> dict[str, object]:
    """Return a field of JSON for machines: the text, and beside it the id and the arguments."""
    if not isinstance(text, Message):
        return {field: text}
    arguments = {name: _plain(value) for name, value in text.arguments.items()}
    return {field: str(text), f"{field}_message": {"id": text.id, "arguments": arguments}}


def json_bytes(data: object) -> bytes:
    """Return data as JSON, messages as their texts."""
    import msgspec  # takes a fifth of the time in which ``odin --version`` starts

    return msgspec.json.encode(data, enc_hook=_as_text)


def _as_text(value: object) -> str:
    if isinstance(value, Message):
        return str(value)
    raise NotImplementedError(f"cannot encode {type(value).__name__}")


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return {"id": value.id, "arguments": {k: _plain(v) for k, v in value.arguments.items()}}
    return value if isinstance(value, int | float | bool) else str(value)
