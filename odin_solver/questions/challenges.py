"""What is said of results of challenges, side by side."""

from collections.abc import Iterable

import msgspec

from odin_solver.challenges.challenge import MEDALS
from odin_solver.challenges.results import ChallengeResult
from odin_solver.questions.report import Column, Signs, Style, Table
from odin_solver.support.language import say
from odin_solver.support.text import printable
from odin_solver.words.game import category_name


def comparison(results: Iterable[tuple[str, ChallengeResult]]) -> Table:
    """Return score sheets by players, the best first; the reader has no name."""
    names, found = zip(*sorted(results, key=lambda each: each[1].worth, reverse=True), strict=True)
    sheets = [msgspec.structs.asdict(each.sheet) for each in found]
    rows: list[list[str | Signs]] = [[say("Total"), *map(_with_medal, found)]]
    for category in sheets[0]:
        rows.append([category_name(category), *(str(sheet[category]) for sheet in sheets)])
    kinds: list[Column] = ["right"] * (1 + len(sheets))
    kinds[0] = "whole"
    styles: list[Style] = [""] * len(rows)
    styles[0] = "strong"
    heads = ["", *(printable(name) or say("You") for name in names)]
    return Table(heads, kinds, rows, styles)


def _with_medal(result: ChallengeResult) -> str | Signs:
    if result.medal is None:
        return str(result.score)
    words = f"{say(MEDALS[result.medal])} {result.score}"
    return Signs(words, [[result.medal, str(result.score)]])
