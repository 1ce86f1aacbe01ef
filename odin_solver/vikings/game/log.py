"""Games and their logs: options, then a line for each move; all of them are replayed by the rules.

::

    # odin vikings, format 1
    players human sampling random
    seed 7
    expert auction ferry
    value red 3 gold
    value yellow 2 vp
    ---
    round 1, player 1: take 3 tile G1 start K1 stand
    round 2, player 2: ferry all B each 1 to B1 B2 R3
    ---
    score 41 38 45

The part before the colon says where the game is; it is checked, and so is the score. A game that is
not finished has no score. Programs play by seed.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any

from odin_solver.errors import InputError, within
from odin_solver.support.language import say
from odin_solver.support.text import whole_number
from odin_solver.vikings.files import sail_of, ship_value_of
from odin_solver.vikings.game.moves import VikingsMove, read_move
from odin_solver.vikings.game.players import greedy_move, random_move
from odin_solver.vikings.game.sampling import sampling_move
from odin_solver.vikings.game.table import EXPERT_PARTS, ExpertPart, Table, new_table
from odin_solver.vikings.parts import SAILS, SETUP, Sail, ShipValue
from odin_solver.vikings.position import PRINTED_VALUES

FORMAT = "# odin vikings, format 1"
CUT = "---"
HUMAN = "human"

BOTS: Mapping[str, Callable[[Table, Random], VikingsMove]] = MappingProxyType(
    {"sampling": sampling_move, "greedy": greedy_move, "random": random_move}
)
SEATS = (HUMAN, *BOTS)


@dataclass(frozen=True)
class VikingsGame:
    """A game with its moves.

    Attributes
    ----------
    seats
        Who plays: a program, or a person.
    tables
        The table before each move, and after the last one.
    """

    seats: tuple[str, ...]
    seed: int
    tables: tuple[Table, ...]
    moves: tuple[VikingsMove, ...] = ()

    @property
    def table(self) -> Table:
        """The table now."""
        return self.tables[-1]

    @property
    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.table.over and self.seats[self.table.player] == HUMAN

    def after(self, move: VikingsMove) -> "VikingsGame":
        """Return the game after a move."""
        tables = (*self.tables, self.table.after(move))
        return replace(self, tables=tables, moves=(*self.moves, move))

    def played_on(self) -> "VikingsGame":
        """Return the game after the moves of programs: a person is to move, or it has ended."""
        game = self
        while not game.table.over and not game.waits:
            rng = Random(f"players {self.seed} {len(game.moves)}")
            game = game.after(BOTS[game.seats[game.table.player]](game.table, rng))
        return game

    def undone(self) -> "VikingsGame":
        """Return the game at a person's decision before.

        Raises
        ------
        InputError
            If there is none.
        """
        for count in range(len(self.moves) - 1, -1, -1):
            if self.seats[self.tables[count].player] == HUMAN:
                return replace(self, tables=self.tables[: count + 1], moves=self.moves[:count])
        raise InputError.said("there is nothing to undo")

    @property
    def text(self) -> str:
        """The log."""
        first = self.tables[0]
        lines = [FORMAT, f"players {' '.join(self.seats)}", f"seed {self.seed}"]
        if first.expert:
            lines.append(f"expert {' '.join(sorted(first.expert))}")
        values = first.players[0].ship_values
        lines += [f"value {sail} {values[sail]}".lower() for sail in SAILS]
        lines.append(CUT)
        lines += [
            f"{_place(at)}: {move}" for at, move in zip(self.tables, self.moves, strict=False)
        ]
        if self.table.over:
            lines += [CUT, _score(self.table)]
        return "\n".join(lines) + "\n"


def new_game(
    seats: Sequence[str],
    seed: int,
    ship_values: Mapping[Sail, ShipValue],
    expert: frozenset[ExpertPart] = frozenset(),
) -> VikingsGame:
    """Begin a game.

    Raises
    ------
    InputError
        If a player is unknown, their number is wrong, or the value of a ship is missing.
    """
    table = new_table(len(checked_seats(seats)), seed, ship_values, expert)
    return VikingsGame(tuple(seats), seed, (table,))


def checked_seats(seats: Sequence[str]) -> Sequence[str]:
    """Return who plays, unless one is unknown or their number is wrong."""
    InputError.unless_within("players", len(seats), *SETUP.players)
    for name in seats:
        if name not in SEATS:
            raise InputError.said(
                "players: expected {names}, got {got!r}",
                names=say(" or ").join(SEATS),
                got=name[:40],
            )
    return seats


def expert_parts(names: Sequence[str]) -> frozenset[ExpertPart]:
    """Return parts of the expert game by their names."""
    parts = [part for part in EXPERT_PARTS if part in names]
    for name in names:
        if name not in parts:
            expected = say(" or ").join(EXPERT_PARTS)
            raise InputError.said("expected {name}, got {got!r}", name=expected, got=name[:40])
    return frozenset(parts)


def _place(table: Table) -> str:
    return f"round {table.round}, player {table.player + 1}"


def _score(table: Table) -> str:
    return f"score {' '.join(str(player.vp) for player in table.players)}"


def replay(text: str, name: str = "log", *, unfinished: bool = False) -> VikingsGame:
    """Play the moves of a log again; errors begin with `name` and the line.

    Parameters
    ----------
    unfinished
        Whether the game may be in the middle.

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
    if len(parts) != 3 and not (unfinished and len(parts) == 2):
        raise InputError.said(
            "{name}: expected options, moves and score, with {text} between them",
            name=name,
            text=CUT,
        )
    game = _begun(parts[0], name)
    for number, line in parts[1]:
        with _at_line(name, number):
            game = _replayed(game, line)
    if len(parts) == 3 and not game.table.over:
        raise InputError.said(
            "{name}: expected more moves: the game ends in round {n}", name=name, n=game.table.round
        )
    for number, line in parts[-1][:1] if len(parts) == 3 else ():
        with _at_line(name, number):
            if line != (score := _score(game.table)):
                raise InputError.said("expected {name}, got {got!r}", name=repr(score), got=line)
    return game


def _at_line(name: str, number: int) -> AbstractContextManager[None]:
    return within(say("{name}: line {n}", name=name, n=number))


def _begun(lines: list[tuple[int, str]], name: str) -> VikingsGame:
    seats: Sequence[str] = ()
    seed: int | None = None
    expert: frozenset[ExpertPart] = frozenset()
    values = dict(PRINTED_VALUES)
    for number, line in lines:
        key, *words = line.split()
        with _at_line(name, number):
            if key == "players":
                seats = checked_seats(words)
            elif key == "seed" and len(words) == 1:
                seed = whole_number(words[0])
            elif key == "expert":
                expert = expert_parts(words)
            elif key == "value" and len(words) == 3:
                values[sail_of(words[0])] = ship_value_of(" ".join(words[1:]))
            else:
                raise InputError.said("expected players, seed or value of a ship")
    if not seats or seed is None:
        raise InputError.said("{name}: expected the lines players and seed", name=name)
    for sail in SAILS:
        if sail not in values:
            raise InputError.said(
                "{name}: expected the value of {sail} ships", name=name, sail=sail
            )
    return new_game(seats, seed, values, expert)


def _replayed(game: VikingsGame, line: str) -> VikingsGame:
    place, _, words = line.partition(": ")
    if game.table.over:
        raise InputError.said("the game has ended")
    if place != (expected := _place(game.table)):
        raise InputError.said("expected {name}, got {got!r}", name=repr(expected), got=place)
    return game.after(read_move(words))


def game_data(game: VikingsGame) -> dict[str, Any]:
    """Return a game as plain data."""
    return {
        "seed": game.seed,
        "players": list(game.seats),
        "scores": [player.vp for player in game.table.players],
        "gold": [player.gold for player in game.table.players],
        "winners": [number + 1 for number in game.table.winners()],
    }
