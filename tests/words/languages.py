"""Messages in the sources and in the catalogues: ``python -m tests.words.languages``.

It prints what a language lacks, and what its catalogues have that nothing says.
"""

import re
import string
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from odin_cli.commands import LazyGroup, help_paragraphs
from odin_cli.main import odin
from odin_puzzles.pack_list import PACKS
from odin_solver.challenges.library import INCLUDED, included
from odin_solver.components import BOARDS, TILES
from odin_solver.components.heard import one_and_several
from odin_solver.components.occupations import OCCUPATIONS, OccupationKind
from odin_solver.components.ships import SHIPS
from odin_solver.components.signs import OTHER_NAMES
from odin_solver.components.spaces import SPACES, Group
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.state import ANIMALS
from odin_solver.graenaland.examples import ORDER as GRAENALAND_EXAMPLES
from odin_solver.graenaland.examples import graenaland_example
from odin_solver.graenaland.files import GraenalandFile, made_up_profile
from odin_solver.graenaland.parts import (
    ARMY,
    BUILDINGS,
    GOALS,
    HEROES,
    RESOURCES,
    TERRAINS,
    VILLAGE,
    WORKS,
)
from odin_solver.graenaland.profile import MADE_UP, GraenalandProfile, to_copy
from odin_solver.graenaland.words import NAMES
from odin_solver.notation.examples import ORDER, TABLES, example, example_file
from odin_solver.questions.fields import FormField, fields_of
from odin_solver.support.language import ENGLISH, speaking
from odin_solver.vikings.examples import ORDER as VIKINGS_EXAMPLES
from odin_solver.vikings.examples import vikings_example
from odin_solver.vikings.parts import FIGURES, SAILS, SPECIALS
from odin_web.graenaland import COLOURS

ROOT = Path(__file__).parent.parent.parent
LOCALES = ROOT / "odin_solver" / "locales"
PACKAGES = (
    ROOT / "odin_solver",
    ROOT / "cli" / "odin_cli",
    ROOT / "puzzles" / "odin_puzzles",
    ROOT / "web" / "odin_web",
    ROOT / "web" / "browser",
)
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "say": None,
    "said": None,
    "mark": None,
    "say_at_shell": None,
    "say_number": (1, 2),
    "say_as": ((1, "c"), 2),
    "say_number_as": ((1, "c"), 2, 3),
}
TECHNIQUES = (
    *("area", "claimed tiles", "colour ban", "counting", "deep look-ahead", "few tiles"),
    *("forced cell", "forced tile", "income order", "intersection", "look-ahead", "parity"),
    *("lengthwise", "points", "search", "serving", "stranded", "symmetry"),
)
"""Techniques of grading."""

PAGE = "page.po"
"""Catalogue of the page's own texts, whose ids are keys; English has one too."""


class Key(NamedTuple):
    """Id of a message, with its context and its plural, empty if it has none."""

    context: str
    id: str
    plural: str = ""


def texts_of_data() -> Iterator[tuple[str, str]]:
    """Yield contexts and texts of data files and short lists, which are said by their values."""
    yield from (("good", tile.name) for tile in TILES.values())
    yield from (("good", name) for name in OTHER_NAMES.values())
    yield from (("board", board.name) for board in BOARDS.values())
    yield from (("board", name) for name in ("Small board", "Small house", "Banquet table"))
    yield from (("ship", ship.name) for ship in SHIPS.values())
    yield from (("weapon", weapon.name) for weapon in WEAPONS.values())
    others = [name for name, board in BOARDS.items() if board.kind != "exploration"]
    animals = [name for name in ANIMALS if name not in TILES]
    for name in [*WEAPONS, *SHIPS, *others, *animals, "weapon_card", "altar_once"]:
        yield "item", name.replace("_", " ")
    phases = (ROOT / "odin_solver" / "game" / "phases.py").read_text(encoding="utf-8")
    yield from (("phase", name) for name in re.findall(r'state\.phase = "(.+)"', phases))
    yield from (("group", group.label) for group in Group)
    for space in SPACES.values():
        yield from (("space", text) for text in (space.name, space.title, space.short, space.text))
    yield from (("card kind", kind.label) for kind in OccupationKind)
    for card in OCCUPATIONS.values():
        yield from (("card", text) for text in (card.name, card.text, card.note) if text)
    yield from (("title", included(name).title) for name in INCLUDED)
    yield from (("title", vikings_example(name).title) for name in VIKINGS_EXAMPLES)
    yield from (("length", length) for length in ("short", "long"))
    yield from (("sail", sail) for sail in SAILS)
    yield from (("special", special.text) for special in SPECIALS.values())
    yield from (("title", graenaland_example(name).title) for name in GRAENALAND_EXAMPLES)
    yield from (("graenaland", NAMES.get(name, name)) for name in graenaland_names())
    for file in (GraenalandFile, GraenalandProfile):
        yield from (("graenaland", NAMES.get(name, name)) for name in labels(fields_of(file)))
    yield from (("title", example(name).title) for name in ORDER)
    yield from (("title", tomllib.loads(example_file(name).text)["title"]) for name in TABLES)
    yield from (("theme", each.theme) for each in PACKS)
    yield from (("kind", board.kind) for board in BOARDS.values())
    yield from (("kind", board.side) for board in BOARDS.values() if board.side)
    yield from (("kind", tile.kind) for tile in TILES.values())
    yield from (("technique", technique) for technique in TECHNIQUES)
    yield from (("expansion", board.expansion) for board in BOARDS.values() if board.expansion)


def counted_things() -> Iterator[str]:
    """Yield what is counted: tiles, weapons, ships, buildings and pregnant animals."""
    yield from (*TILES, *WEAPONS, *SHIPS)
    yield from (name for name, board in BOARDS.items() if board.is_building)
    yield from (name for name in ANIMALS if name not in TILES)


def graenaland_names() -> Iterator[str]:
    """Yield the names of parts, goals and players of Graenaland."""
    yield from (*RESOURCES, *TERRAINS, *HEROES, *BUILDINGS, *WORKS, *GOALS, *COLOURS, *NAMES)
    yield from (VILLAGE, ARMY, "goals", "points")
    yield from (MADE_UP, made_up_profile().name, *{item.where for item in to_copy({})})


def labels(fields: Iterable[FormField]) -> Iterator[str]:
    """Yield what fields are called that have no label, and their values."""
    for field in fields:
        yield from (each for each in (field.name, *field.choices.values()) if not field.label)
        yield from labels(field.entries)


@cache
def said() -> Mapping[Key, str]:
    """Return all messages of the sources, with the first place of each."""
    with speaking(ENGLISH):
        found = {Key(context, text): "data" for context, text in texts_of_data()}
        found |= {Key("counted", *one_and_several(thing)): "data" for thing in counted_things()}
        figures = FIGURES.values()
        found |= {Key("figure", each.name, each.plural): "data" for each in figures}
    for package in PACKAGES:
        for file, line, ids, _, context in extract_from_dir(
            str(package), [("**.py", "python")], keywords=KEYWORDS
        ):
            one, many = (ids, "") if isinstance(ids, str) else ids[:2]
            found.setdefault(Key(context or "", one, many), f"{package.name}/{file}:{line}")
    for place, text in help_texts(odin):
        found.setdefault(Key("", text), place)
    return found


def help_texts(command: click.Command, path: str = "odin") -> Iterator[tuple[str, str]]:
    """Yield the texts of the help of a command and of those below, each with its command."""
    for paragraph in help_paragraphs(command.help or ""):
        yield path, paragraph
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            yield f"{path} {option.opts[-1]}", option.help or ""
            if isinstance(option.show_default, str):
                yield f"{path} {option.opts[-1]}", option.show_default
    if isinstance(command, LazyGroup):
        for name in command.table:
            below = command.get_command(click.Context(command), name)
            assert below is not None
            yield from help_texts(below, f"{path} {name}")


def translated(language: str) -> dict[Key, tuple[str, ...]]:
    """Return the messages of a language, with all their forms."""
    found = {}
    for path in sorted((LOCALES / language).glob("*.po")):
        if path.name != PAGE:
            for key, forms in entries(path, language):
                found[key] = forms
    return found


def page(language: str) -> dict[Key, tuple[str, ...]]:
    """Return the texts of the page in a language, with all their forms."""
    path = LOCALES / language / PAGE
    return dict(entries(path, language)) if path.exists() else {}


def entries(path: Path, language: str) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the messages of a catalogue."""
    with path.open("rb") as file:
        for message in read_po(file, locale=language, abort_invalid=True):
            if message.id:
                one, many = (message.id, "") if isinstance(message.id, str) else message.id
                forms = (
                    [message.string]
                    if isinstance(message.string, str)
                    else [*(message.string or ())]
                )
                yield Key(message.context or "", one, many), tuple(forms)


def arguments(text: str) -> set[str]:
    """Return the names of the arguments of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def languages() -> list[str]:
    """Return all languages but English."""
    return sorted(each.name for each in LOCALES.iterdir() if each.is_dir() and each.name != "en")


def main() -> None:
    """Print what is missing, and what is too much."""
    for language in sys.argv[1:] or languages():
        have = translated(language)
        for key, place in said().items():
            if key not in have or not all(have[key]):
                print(f"{language}: missing {key} ({place})")
        for key in have.keys() - said().keys():
            print(f"{language}: not said {key}")
        texts = page(language)
        for key in page("en"):
            if not all(texts.get(key, ("",))):
                print(f"{language}: missing {key.id} ({PAGE})")


if __name__ == "__main__":
    main()
