"""The names of the game in all languages, from the catalogues."""

from collections.abc import Iterable, Iterator

from docs.generator.markdown import table
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.support.language import languages, say_as, speaking
from tests.words.languages import texts_of_data


def glossary() -> str:
    """Return a table for each kind of name."""
    return "\n".join(_sections())


def _sections() -> Iterator[str]:
    yield _table("Goods and special tiles", "good", (each.name for each in TILES.values()))
    yield _table("Weapons", "weapon", (each.name for each in WEAPONS.values()))
    yield _table("Ships", "ship", (each.name for each in SHIPS.values()))
    yield _table("Boards and buildings", "board", (each.name for each in BOARDS.values()))
    with speaking("en"):
        data = list(texts_of_data())
    for title, context in (
        ("Phases", "phase"),
        ("Groups of action spaces", "group"),
        ("Kinds of occupations", "card kind"),
        ("Mini expansions", "expansion"),
    ):
        yield _table(title, context, (text for kind, text in data if kind == context))
    yield _table("Action spaces", "space", (each.name for each in SPACES.values()))
    yield _table("Occupations", "card", (each.name for each in OCCUPATIONS.values()))


def _table(title: str, context: str, names: Iterable[str]) -> str:
    rows = []
    for name in dict.fromkeys(names):
        cells = []
        for language in languages():
            with speaking(language):
                cells.append(say_as(context, name))
        rows.append(cells)
    return f"### {title}\n\n{table(languages(), rows)}"
