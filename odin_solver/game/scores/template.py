"""A score file to fill in by hand."""

from collections.abc import Sequence

from odin_solver.game.scores.file import CATEGORIES
from odin_solver.rules.position import GameLength
from odin_solver.support.language import mark, say

_COMMENTS = {
    "ships": mark("whaling boats 3, knarrs 5, longships 8"),
    "emigration": mark("knarrs 18, longships 21"),
    "houses": mark("sheds 8, stone houses 10, long houses 17"),
    "animals": mark("sheep 2, cattle 3, one more if pregnant"),
    "occupations": mark("those in play"),
    "final_income": mark("the income of the last round"),
    "english_crown": mark("2 for its owner"),
    "home_board": mark("lost: uncovered cells"),
    "exploration_cells": mark("lost: uncovered cells"),
    "house_cells": mark("lost: uncovered cells and empty slots"),
    "penalties": mark("lost: 3 for each Thing penalty"),
}


def score_template(date: str, game: GameLength, cards: str, names: Sequence[str]) -> str:
    """Return a score file in TOML, with comments, for players of these names."""
    lines = [
        "# " + say("A finished game; categories that count 0 can be left out."),
        "schema = 1",
        f"date = {date}",
        f'game = "{game}"',
        f'cards = "{cards}"  # ' + say("or none, or decks such as A,B"),
        'note = ""',
    ]
    for number, name in enumerate(names):
        lines += ["", "[[players]]", f'name = "{name}"']
        if not number:
            lines += ["# total = 98  # " + say("instead of the categories, if no more is known")]
            counted = say("a position, table or game: counted by the rules")
            lines.append(f'# file = "boards.toml"  # {counted}')
        width = max(map(len, CATEGORIES)) + len(" = 0")
        for category in CATEGORIES:
            entry = f"{category} = 0"
            comment = say(_COMMENTS[category]) if category in _COMMENTS and not number else ""
            lines.append(f"{entry.ljust(width)}  # {comment}" if comment else entry)
    return "\n".join(lines) + "\n"
