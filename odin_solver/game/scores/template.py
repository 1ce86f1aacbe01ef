"""A score file to fill in by hand."""

from collections.abc import Sequence

from odin_solver.game.scores.file import CATEGORIES
from odin_solver.rules.position import GameLength

_COMMENTS = {
    "ships": "whaling boats 3, knarrs 5, longships 8",
    "emigration": "knarrs 18, longships 21",
    "houses": "sheds 8, stone houses 10, long houses 17",
    "animals": "sheep 2, cattle 3, one more if pregnant",
    "occupations": "those in play",
    "final_income": "the income of the last round",
    "english_crown": "2 for its owner",
    "home_board": "lost: uncovered cells",
    "exploration_cells": "lost: uncovered cells",
    "house_cells": "lost: uncovered cells and empty slots",
    "penalties": "lost: 3 for each Thing penalty",
}


def score_template(date: str, game: GameLength, cards: str, names: Sequence[str]) -> str:
    """Return a score file in TOML, with comments, for players of these names."""
    lines = [
        "# A finished game; categories that count 0 can be left out.",
        "schema = 1",
        f"date = {date}",
        f'game = "{game}"',
        f'cards = "{cards}"  # or none, or decks such as A,B',
        'note = ""',
    ]
    for number, name in enumerate(names):
        lines += ["", "[[players]]", f'name = "{name}"']
        if not number:
            lines += ["# total = 98  # instead of the categories, if no more is known"]
            lines += ['# file = "boards.toml"  # a position, table or game: counted by the rules']
        width = max(map(len, CATEGORIES)) + len(" = 0")
        for category in CATEGORIES:
            entry = f"{category} = 0"
            comment = _COMMENTS.get(category, "") if not number else ""
            lines.append(f"{entry.ljust(width)}  # {comment}" if comment else entry)
    return "\n".join(lines) + "\n"
