"""Entering a table by answers to short questions."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from odin_solver.components.heard import names_of, tile
from odin_solver.errors import InputError
from odin_solver.game.harvest import HARVEST_PROFILES
from odin_solver.game.tables.offers import silver_names, what_goes
from odin_solver.game.tables.reading import table_from
from odin_solver.support.language import mark, say, say_number

NOTHING = "-"
"""The answer that empties a field."""

Table = dict[str, Any]


class Question(NamedTuple):
    """A question about a field of a table.

    Attributes
    ----------
    field
        The field; that of ships and boards is read and written with others.
    words
        The question, with an example.
    read
        Reads an answer.
    asked
        Whether it is asked of a table.
    """

    field: str
    words: str
    read: Callable[[str], Any]
    asked: Callable[[Table], bool] = lambda _: True


def _spaces(text: str) -> list[str]:
    """Return spaces, each with the Vikings left on it if that is told: ``k2, snare 1``."""
    entries = names_of("space").entries(text, "after")
    return [name if left is None else f"{name} {left}" for name, left in entries]


def _cards(text: str) -> list[str]:
    return names_of("card").listed(text)


def _gone(text: str) -> list[str]:
    return what_goes().listed(text)


def _counts(text: str) -> dict[str, int]:
    """Return items with their numbers: ``7 silver, ore, 2 peas``."""
    return names_of("item").counts(text)


def _numbers(text: str) -> list[int]:
    return list(map(int, text.replace(",", " ").split()))


def _silver(text: str) -> dict[str, int]:
    """Return boards with the silver on them: ``iceland 4, greenland 2``."""
    entries = silver_names().entries(text)
    if any(count is None for _, count in entries):
        raise InputError(say("expected a number, got {got!r}", got=text))
    return {name: count or 0 for name, count in entries}


def _strips(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _ships(text: str) -> dict[str, Any]:
    """Return ships with the ore on each: ``whaling boat 1, longship, knarr``."""
    found: dict[str, Any] = {}
    for name, ore in names_of("ship").entries(text, "after"):
        if name == "knarr":
            found["knarrs"] = found.get("knarrs", 0) + 1
        else:
            found.setdefault(f"{name}s", []).append(ore or 0)
    return found


def _emigrated(text: str) -> list[str]:
    return names_of("ship").listed(text)


def _board(text: str) -> dict[str, Any]:
    """Return a board with its pieces: ``home: wool a1:b2, silver a5 d3``."""
    name, _, pieces = text.partition(":")
    placed: list[str] = []
    for each in filter(None, map(str.strip, pieces.split(","))):
        word, *cells = each.split()
        single = tile(word).area == 1
        placed += [f"{word} {cell}" for cell in cells] if single and cells else [each]
    return {"board": name.strip(), "placed": placed}


def _yes(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise InputError(say("expected yes or no, got {got!r}", got=text))
    return text.lower() == "yes"


def _is_alone(table: Table) -> bool:
    return bool(table.get("players", 1) == 1)


def _has_markers(table: Table) -> bool:
    """Whether it is known what is printed on the markers of a table."""
    own = "harvest_profile" in table or HARVEST_PROFILES.own_path().is_file()
    return bool(table.get("harvest")) and own


def _has_a_marker(table: Table) -> bool:
    return _has_markers(table) and "marker" in table


def _leaves_a_card(table: Table) -> bool:
    """Whether the player has put away one of two dark occupations."""
    return bool(table.get("harvest")) and table.get("game") == "short" and _is_alone(table)


QUESTIONS = (
    Question("game", mark("length: long or short"), str),
    Question(mark("round"), mark("round"), int),
    Question("phase", mark("phase that comes next: actions, feast ..."), str),
    Question(mark("players"), mark("players"), int),
    Question("harvest", mark("with Harvest: yes or no"), _yes),
    Question("marker", mark("number of the harvest marker that is face up"), int, _has_markers),
    Question(
        "markers_gone", mark("harvest markers of earlier rounds: 1 5"), _numbers, _has_a_marker
    ),
    Question("tokens", mark("your resource tokens: 3 7"), _numbers, _has_a_marker),
    Question(
        "tokens_gone",
        mark("resource tokens of the others: 1 10"),
        _numbers,
        lambda table: _has_a_marker(table) and not _is_alone(table),
    ),
    Question(
        "copy_tiles",
        mark("columns of the copy tiles: 1 4"),
        _numbers,
        lambda t: t.get("players") == 4,
    ),
    Question("used", mark("spaces that you used in this round: k2 t1 g1"), _spaces),
    Question(
        "blocked",
        mark("spaces that you used in the round before: k2 t1"),
        _spaces,
        lambda table: _is_alone(table) and table.get("round", 1) > 1,
    ),
    Question(
        "blocked",
        mark("spaces that others used in this round: k2 t1"),
        _spaces,
        lambda table: not _is_alone(table),
    ),
    Question(
        "copied",
        mark("columns whose copy tile was used"),
        _numbers,
        lambda t: bool(t.get("copy_tiles")),
    ),
    Question("others", mark("Vikings that the others have left"), int, lambda t: not _is_alone(t)),
    Question("strips", mark("items left on each strip: 2 wo st 2 si, 3 st 2 si"), _strips),
    Question("hand", mark("cards in hand: 91, Ironsmith"), _cards),
    Question("played", mark("cards in play"), _cards),
    Question("cards_gone", mark("cards that others have"), _cards, lambda t: not _is_alone(t)),
    Question("cards_gone", mark("the dark card that you did not keep"), _cards, _leaves_a_card),
    Question("ships", mark("ships with the ore on them: whaling boat 1, longship, knarr"), _ships),
    Question("emigrated", mark("ships that emigrated: knarr, longship"), _emigrated),
    Question("supply", mark("supply: 7 silver, ore, 2 peas, spear"), _counts),
    Question("discards", mark("weapons in the discard pile: bow, 2 spears"), _counts),
    Question("gone", mark("boards, special tiles and buildings of others: iceland, helmet"), _gone),
    Question("exploration", mark("silver on boards on offer: iceland 4, greenland 2"), _silver),
    Question("penalties", mark("Thing penalties"), int),
)
BOARD = Question("boards", mark("board: home: wool a1:b2, si a5 d3"), _board)
"""It is asked once for each board, and once more."""


def shown(table: Table, question: Question, at: int = 0) -> str:
    """Return the present value of a field in words; empty if there is none."""
    if question is BOARD:
        boards = table.get("boards", [])
        if at >= len(boards):
            return ""
        placed = len(boards[at].get("placed", []))
        return say_number(
            "{board}: {n} piece", "{board}: {n} pieces", placed, board=boards[at].get("board")
        )
    value = _fields(table, question).get(question.field)
    if question.field == "ships" and value:
        return say_number("{n} ship", "{n} ships", sum(map(_number, value.values())))
    if isinstance(value, dict):
        return " ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return (", " if question.field == "strips" else " ").join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _number(ships: Any) -> int:
    return ships if isinstance(ships, int) else len(ships)


def _fields(table: Table, question: Question) -> Table:
    """Return the object that has the field of a question."""
    if question.field == "emigrated":
        ships: Table = table.get("ships", {})
        return ships
    if question.field == "ships":
        return {"ships": {k: v for k, v in table.get("ships", {}).items() if k != "emigrated"}}
    return table


def answered(table: Table, question: Question, text: str, at: int = 0) -> Table:
    """Return the table with an answer.

    Parameters
    ----------
    table
        The data of a table, which stay as they are.
    question, text
        The question and what was typed; `NOTHING` empties the field.
    at
        Number of the board, from 0.

    Raises
    ------
    InputError
        If the answer cannot be read or makes the field wrong.
    """
    field = question.field
    try:
        value = None if text == NOTHING else question.read(text)
    except ValueError:
        raise InputError(say("expected a number, got {got!r}", got=text)) from None
    new = dict(table)
    if question is BOARD:
        boards = list(table.get("boards", []))
        boards[at : at + 1] = [] if value is None else [value]
        new["boards"] = boards
    elif field in ("ships", "emigrated"):
        ships = dict(table.get("ships", {}))
        kept = {k: v for k, v in ships.items() if (k == "emigrated") != (field == "emigrated")}
        mine = {field: value or []} if field == "emigrated" else value or {}
        new["ships"] = {**kept, **mine}
    elif value is None and field not in ("blocked", "used", "strips", "gone"):
        new.pop(field, None)
    else:
        new[field] = [] if value is None else value
    if field in ("hand", "played", "cards_gone") and value:
        new.setdefault("occupations", "implemented")
    wrong = faults_of(new, [question])
    if wrong:
        raise InputError(*wrong)
    return new


def faults_of(table: Table, questions: Iterable[Question] | None = None) -> list[str]:
    """Return what is wrong with a table; of some questions only what is not just missing."""
    try:
        table_from(table, "table")
    except InputError as error:
        problems = [each.removeprefix("table: ") for each in error.problems]
    else:
        return []
    if questions is None:
        return problems
    return [
        each
        for each in problems
        if ": missing: " not in each and any(_is_about(each, question) for question in questions)
    ]


def _is_about(fault: str, question: Question) -> bool:
    fields = (
        each.partition(".")[0].partition("[")[0] for each in fault.partition(": ")[0].split(", ")
    )
    mine = "ships" if question.field == "emigrated" else question.field
    return mine in fields


def asked(table: Table, faults: Iterable[str]) -> list[Question]:
    """Return the questions whose fields are wrong or missing."""
    several = [*faults]
    return [
        each
        for each in (*QUESTIONS, BOARD)
        if each.asked(table) and any(_is_about(fault, each) for fault in several)
    ]
