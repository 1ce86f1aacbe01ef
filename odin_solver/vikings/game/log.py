"""Logs of games: options, then a line for each move; all of them are replayed by the rules.

::

    # odin vikings, format 1
    players greedy greedy random
    seed 7
    value red 3 gold
    value yellow 2 vp
    ---
    round 1, player 1: take 3 tile G1 start K1 stand
    round 2, player 2: ferry all B each 1 to B1 B2 R3
    ---
    score 41 38 45

The part before the colon says where the game is; it is checked, and so is the score.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from odin_solver.errors import InputError
from odin_solver.support.language import say
from odin_solver.support.text import whole_number
from odin_solver.vikings.files import sail_of, ship_value_of
from odin_solver.vikings.game.players import POLICIES
from odin_solver.vikings.game.table import RowFerry, Table, TakePair, VikingsMove, new_table
from odin_solver.vikings.parts import ROWS, SAILS, SETUP, Cell, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES
from odin_solver.vikings.rules.ferrying import FerryPlan

FORMAT = "# odin vikings, format 1"
CUT = "---"

_TAKE = re.compile(
    r"take (?P<at>\d{1,2})(?: tile (?P<cell>\w+))?(?: ship (?P<ship>\d{1,2}))?"
    r"(?: start (?P<start>\w+))?(?P<stand> stand)?"
)
_FERRY = re.compile(
    r"ferry(?: all (?P<all>[KRGYB]+))?(?: each (?P<each>\d{1,2}))?(?: single (?P<single>\d{5}))?"
    r"(?: to (?P<cells>[\w ]+))?"
)
_CELL = re.compile(r"([KRGYB])(\d{1,2})")


@dataclass(frozen=True)
class PlayedGame:
    """A game with its log."""

    policies: tuple[str, ...]
    seed: int
    table: Table
    text: str


def play_game(
    policies: tuple[str, ...], seed: int, ship_values: Mapping[Sail, ShipValue]
) -> PlayedGame:
    """Play a whole game by policies.

    Raises
    ------
    InputError
        If a policy is unknown, the number of players is wrong, or the value of a ship is missing.
    """
    table = new_table(len(_checked(policies)), seed, ship_values)
    rng = Random(f"players {seed}")
    lines = [FORMAT, f"players {' '.join(policies)}", f"seed {seed}"]
    lines += [f"value {sail} {value}".lower() for sail, value in ship_values.items()]
    lines.append(CUT)
    while not table.over:
        move = POLICIES[policies[table.player]](table, rng)
        lines.append(f"{_place(table)}: {move}")
        table.apply(move)
    lines += [CUT, _score(table)]
    return PlayedGame(policies, seed, table, "\n".join(lines) + "\n")


def _checked(policies: tuple[str, ...]) -> tuple[str, ...]:
    least, most = SETUP.players
    if not least <= len(policies) <= most:
        raise InputError.said(
            "expected {fewest} to {most}, got {got}", fewest=least, most=most, got=len(policies)
        ).within("players")
    for policy in policies:
        if policy not in POLICIES:
            raise InputError.said(
                "players: expected {names}, got {got!r}",
                names=say(" or ").join(POLICIES),
                got=policy[:40],
            )
    return policies


def _place(table: Table) -> str:
    return f"round {table.round}, player {table.player + 1}"


def _score(table: Table) -> str:
    return f"score {' '.join(str(player.vp) for player in table.players)}"


def replay(
    text: str, name: str = "log", watch: Callable[[str, Table], None] = lambda line, table: None
) -> PlayedGame:
    """Play the moves of a log again; errors begin with `name` and the line.

    Parameters
    ----------
    watch
        Called before the first move with an empty line, and after every move with its line.

    Raises
    ------
    InputError
        If it is not a log, a move is illegal, or the score is another.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and (number == 1 or not line.startswith("#"))
    ]
    if not lines or lines[0][1] != FORMAT:
        raise InputError.said(
            "{name}: expected a log that begins with {text!r}", name=name, text=FORMAT
        )
    parts: list[list[tuple[int, str]]] = [[]]
    for entry in lines[1:]:
        if entry[1] == CUT:
            parts.append([])
        else:
            parts[-1].append(entry)
    if len(parts) != 3:
        raise InputError.said(
            "{name}: expected options, moves and score, with {text} between them",
            name=name,
            text=CUT,
        )
    policies, seed, values = _options(parts[0], name)
    table = new_table(len(policies), seed, values)
    watch("", table)
    for number, line in parts[1]:
        with _at_line(name, number):
            _replay_line(table, line)
        watch(line, table)
    if not table.over:
        raise InputError.said(
            "{name}: expected more moves: the game ends in round {n}", name=name, n=table.round
        )
    for number, line in parts[2][:1]:
        with _at_line(name, number):
            if line != (score := _score(table)):
                raise InputError.said("expected {name}, got {got!r}", name=repr(score), got=line)
    return PlayedGame(policies, seed, table, text)


@contextmanager
def _at_line(name: str, number: int) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise error.within(say("{name}: line {n}", name=name, n=number)) from None


def _options(
    lines: list[tuple[int, str]], name: str
) -> tuple[tuple[str, ...], int, dict[Sail, ShipValue]]:
    policies: tuple[str, ...] = ()
    seed: int | None = None
    values = dict(PRINTED_VALUES)
    for number, line in lines:
        key, *words = line.split()
        with _at_line(name, number):
            if key == "players":
                policies = _checked(tuple(words))
            elif key == "seed" and len(words) == 1:
                seed = whole_number(words[0])
            elif key == "value" and len(words) == 3:
                values[sail_of(words[0])] = ship_value_of(" ".join(words[1:]))
            else:
                raise InputError.said("expected players, seed or value of a ship")
    if not policies or seed is None:
        raise InputError.said("{name}: expected the lines players and seed", name=name)
    for sail in SAILS:
        if sail not in values:
            raise InputError.said(
                "{name}: expected the value of {sail} ships", name=name, sail=sail
            )
    return policies, seed, values


def _replay_line(table: Table, line: str) -> None:
    place, _, words = line.partition(": ")
    if table.over:
        raise InputError.said("the game has ended")
    if place != _place(table):
        raise InputError.said("expected {name}, got {got!r}", name=repr(_place(table)), got=place)
    table.apply(read_move(words))


def read_move(words: str) -> VikingsMove:
    """Read a move as it is written in logs."""
    if take := _TAKE.fullmatch(words):
        return TakePair(
            int(take["at"]),
            _cell(take["cell"]),
            int(take["ship"]) if take["ship"] else None,
            bool(take["stand"]),
            _cell(take["start"]),
        )
    if row := _FERRY.fullmatch(words):
        singles = tuple(map(int, row["single"] or "00000"))
        whole = tuple(sorted(ROWS.index(code) for code in row["all"] or ""))
        cells = frozenset(
            cell for word in (row["cells"] or "").split() if (cell := _cell(word)) is not None
        )
        return RowFerry(FerryPlan(whole, int(row["each"] or 0), singles), cells)
    raise InputError.said("expected a move such as 'take 3 tile G1 stand', got {got!r}", got=words)


def _cell(word: str | None) -> Cell | None:
    if word is None:
        return None
    match = _CELL.fullmatch(word)
    if match is None:
        raise InputError.said("expected a cell such as G1, got {got!r}", got=word)
    return ROWS.index(match[1]), int(match[2])


def game_data(game: PlayedGame) -> dict[str, Any]:
    """Return a game as plain data."""
    return {
        "seed": game.seed,
        "players": list(game.policies),
        "scores": [player.vp for player in game.table.players],
        "gold": [player.gold for player in game.table.players],
        "winners": [number + 1 for number in game.table.winners()],
    }
