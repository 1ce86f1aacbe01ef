"""The names of the game in all languages, for docs/glossary.md: ``python -m tests.words.glossary``.

It writes the end of that page, from its heading on.
"""

from collections.abc import Iterable, Iterator

from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.weapons import WEAPONS
from odin_solver.support.language import languages, say_as, speaking
from tests.words.languages import ROOT, texts_of_data

PAGE = ROOT / "docs" / "glossary.md"
HEADING = "## Names in all languages\n"


def page(now: str) -> str:
    """Return the page as it should be, given what it is now."""
    return now.partition(HEADING)[0] + HEADING + "".join(_sections())


def _sections() -> Iterator[str]:
    yield "\nWritten from the catalogues by `python -m tests.words.glossary`.\n"
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
    lines = [f"\n### {title}\n", f"| {' | '.join(languages())} |", "|---" * len(languages()) + "|"]
    for name in dict.fromkeys(names):
        cells = []
        for language in languages():
            with speaking(language):
                cells.append(say_as(context, name))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
