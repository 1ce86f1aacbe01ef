"""Logs: a line for each option, then a line for each move and outcome of chance.

::

    # odin game, format 1
    length long
    seed 7
    islands no
    harvest no
    occupations none
    starting random
    rulings boatman-keeps-ore
    ---
    setup: chance strip 2
    round 1, weapon: chance weapon spear
    round 1, actions: use build_shed

The line of rulings is left out if there are none; a line ``players 3`` says that there are others
at the table, ``seats Anna, Ben, Eva`` that all of them play here: then the name of the player whose
turn it is stands before the colon too; ``bots 0 3 3`` that bots of strength 3 play the last two.
``without raiding greenland`` says that a space is closed
and a board is not in the game,
``profile {...}`` what is printed on the markers and tokens of Harvest.
A game that began with a table (`odin_solver.game.tables`) has it as JSON in a line ``table {...}``.
The part before the colon says where the game is; it is checked.
Empty lines and lines that begin with ``#`` are skipped.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any, Literal

from odin_solver.errors import InputError, within
from odin_solver.game.harvest import HARVEST_PROFILES, harvest_data, harvest_profile_from
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import IllegalMove, apply, current, read_move
from odin_solver.game.kernel.rulings import FORMER_RULINGS, ruling
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.playing import SeededChance
from odin_solver.game.seats import persons, seat_name
from odin_solver.game.setup import new_game, seat_names, strengths, without
from odin_solver.game.tables import parse_table, table_data
from odin_solver.notation.kinds import FileKind, refuse
from odin_solver.rules.position import GameLength
from odin_solver.support.decoding import decode
from odin_solver.support.display import Displayed
from odin_solver.support.language import say, say_number
from odin_solver.support.text import whole_number
from odin_solver.support.validating import Faults

FORMAT = "# odin game, format 1"
CUT = "---"
NO_SEED = "none"

MOST_CARDS = 999
"""Upper bound of the numbers of cards."""


@dataclass(repr=False)
class Game(Displayed):
    """A game with its history.

    Attributes
    ----------
    seed
        Seed of chance; None if outcomes are entered, as with real dice.
    moves
        Moves and outcomes so far.
    states
        The state before each of them, and the present one.
    start
        The state with which it began, if not with a new game.
    """

    options: Options
    seed: int | None = None
    moves: list[Move | Outcome] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    start: State | None = None

    def __post_init__(self) -> None:
        if not self.states:
            self.states = [self.start or new_game(self.options)]

    def __repr__(self) -> str:
        return f"<Game: {len(self.moves)} moves, round {self.state.round} of {self.state.rounds}>"

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def do(self, move: Move | str) -> State:
        """Make a move, given as a value or text, or let an outcome of chance happen.

        Raises
        ------
        IllegalMove
            If it is not legal; nothing changes then.
        """
        made = read_move(self.state, move)
        self.states.append(apply(self.state, made))
        self.moves.append(made)
        return self.state

    def let_chance_decide(self) -> list[Outcome]:
        """Let the seed decide up to the next decision; return the outcomes."""
        came: list[Outcome] = []
        if self.seed is None:
            return came
        kinds = filter(None, map(_kind, self.states[:-1]))
        chance = SeededChance(self.seed, Counter(kinds))
        while isinstance(node := current(self.state), Chance):
            came.append(chance(self.state, node))
            self.do(came[-1])
        return came

    def undo(self) -> Move | Outcome:
        """Take back the last move of a person, and the moves of bots and outcomes of chance since.

        Without a seed outcomes are entered and taken back like moves.

        Raises
        ------
        InputError
            If there is none.
        """
        at = len(self.moves) - 1
        while at >= 0 and self.came_by_itself(self.states[at]):
            at -= 1
        if at < 0:
            raise InputError.said("there is no move to take back")
        move = self.moves[at]
        del self.moves[at:], self.states[at + 1 :]
        return move

    def take_back(self, times: int) -> list[Move | Outcome]:
        """Take back so many moves, the last one first, as `undo` does; none if there are fewer."""
        moves, states = self.moves.copy(), self.states.copy()
        taken: list[Move | Outcome] = []
        try:
            while len(taken) < times:
                taken.append(self.undo())
        except InputError:
            self.moves[:], self.states[:] = moves, states
            if not taken:
                raise
            fewer = say_number(
                "there is only {n} move to take back",
                "there are only {n} moves to take back",
                len(taken),
            )
            raise InputError(fewer) from None
        return taken

    def came_by_itself(self, state: State) -> bool:
        """Whether what came in a state was no decision of a person."""
        if _kind(state) is not None:
            return self.seed is not None
        return state.seat not in persons(state)


def _kind(state: State) -> str | None:
    node = current(state)
    return node.kind if isinstance(node, Chance) else None


def where(state: State) -> str:
    """Return round, phase and, of several seats, the name, as before the colon of a line."""
    place = f"round {state.round}, {state.phase}" if state.round else state.phase
    return f"{place}, {name}" if (name := seat_name(state)) else place


def lines(game: Game) -> Iterator[str]:
    """Yield the lines of a game."""
    options = game.options
    yield FORMAT
    yield f"length {options.length}"
    yield f"seed {NO_SEED if game.seed is None else game.seed}"
    yield f"islands {_yes(options.islands)}"
    yield f"harvest {_yes(options.harvest)}"
    yield f"occupations {_card_words(options.cards) or 'none'}"
    yield f"starting {options.starting}"
    if options.players > 1:
        yield f"players {options.players}"
    if options.seats:
        yield f"seats {', '.join(options.seats)}"
    if options.bots:
        yield f"bots {' '.join(map(str, options.bots))}"
    if options.rulings:
        yield f"rulings {' '.join(sorted(options.rulings))}"
    if options.without:
        yield f"without {' '.join(sorted(options.without))}"
    if options.profile is not None and game.start is None:
        yield f"profile {json.dumps(harvest_data(options.profile))}"
    if game.start is not None:
        yield f"table {json.dumps(table_data(game.start), ensure_ascii=False)}"
    yield CUT
    for state, move in zip(game.states, game.moves, strict=False):
        yield line(state, move)


def line(state: State, move: Move | Outcome) -> str:
    """Return the line of a move or outcome."""
    kind = _kind(state)
    return f"{where(state)}: {move if kind is None else f'chance {kind}: {move}'}"


def text(game: Game) -> str:
    """Return the log of a game."""
    return "\n".join(lines(game)) + "\n"


def extends(game: Game, earlier: Game) -> bool:
    """Whether a game has the options, the seed and all the moves of an earlier one."""
    return (
        game.options == earlier.options
        and game.seed == earlier.seed
        and game.start == earlier.start
        and game.moves[: len(earlier.moves)] == earlier.moves
    )


def up_to(game: Game, number: int) -> Game:
    """Return a game with the first moves and outcomes of another one, at most all."""
    moves, states = game.moves[:number], game.states[: number + 1]
    return Game(game.options, game.seed, moves, states, game.start)


def updated(content: str, game: Game) -> str:
    """Return the log of a game as a change of an older log of it.

    Parameters
    ----------
    content
        The older log. Its comments stay, except after the first move that is another one now.
    game
        The game, with the same options and seed.
    """
    numbered = _numbered(content)
    cut = [words for _, words in numbered].index(CUT)
    known = numbered[cut + 1 :]
    moves = list(map(line, game.states, game.moves))
    pairs = zip(known, moves, strict=False)
    same = next((at for at, ((_, old), new) in enumerate(pairs) if old != new), None)
    if same is None:
        same = min(len(known), len(moves))
    kept = content.splitlines()
    if same < len(known):
        del kept[known[same][0] - 1 :]
    return "\n".join([*kept, *moves[same:]]) + "\n"


def parse(content: str, name: str = "log", until: int | None = None) -> Game:
    """Replay a game from its log; every line is checked against the rules.

    Parameters
    ----------
    name
        What to call it in errors.
    until
        Stop after so many moves and outcomes.

    Raises
    ------
    InputError
        If a line cannot be read or breaks a rule; the message has its number.
    """
    numbered = _numbered(content)
    if not content.startswith(FORMAT.rpartition(" ")[0]):
        refuse(content, name, expected=FileKind.LOG)
        raise InputError.said(
            "{name}: line 1: expected {text!r}: not an odin game log", name=name, text=FORMAT
        )
    if content.splitlines()[0].strip() != FORMAT:
        raise InputError.said(
            "{name}: line 1: expected {text!r}: a log of another version", name=name, text=FORMAT
        )
    cut = next((at for at, (_, each) in enumerate(numbered) if each == CUT), None)
    if cut is None:
        raise InputError.said(
            "{name}: expected a line {text!r} between options and moves", name=name, text=CUT
        )
    game = _header(numbered[:cut], name)
    for number, each in numbered[cut + 1 :]:
        if until is not None and len(game.moves) >= until:
            break
        _replay(game, each, say("{name}: line {n}", name=name, n=number))
    return game


def check_chance(game: Game, content: str, name: str = "log") -> None:
    """Check the outcomes of chance against the seed.

    Parameters
    ----------
    game, content
        A game, and the text that it was read from with `parse`.
    name
        What to call it in errors.

    Raises
    ------
    InputError
        If something else came; the message has the line's number.
    """
    if game.seed is None:
        return
    numbered = _numbered(content)
    cut = [each for _, each in numbered].index(CUT)
    chance = SeededChance(game.seed)
    for state, move, (number, _) in zip(game.states, game.moves, numbered[cut + 1 :], strict=False):
        node = current(state)
        if isinstance(node, Chance) and move != (came := chance(state, node)):
            raise InputError.said(
                "{name}: line {n}: with seed {seed} the {kind} is {came}, not {move}",
                name=name,
                n=number,
                seed=game.seed,
                kind=node.kind,
                came=came,
                move=move,
            )


def _numbered(content: str) -> list[tuple[int, str]]:
    return [
        (number, each.strip())
        for number, each in enumerate(content.splitlines(), 1)
        if each.strip() and not each.startswith("#")
    ]


def _replay(game: Game, written: str, at: str) -> None:
    place, colon, move = written.partition(": ")
    here = where(game.state)
    if not colon:
        raise InputError.said(
            "{at}: expected 'round N, PHASE: MOVE', got {got!r}", at=at, got=written
        )
    if place != here:
        raise InputError.said(
            "{at}: the game is in {here}, not in {place}", at=at, here=here, place=place
        )
    kind = _kind(game.state)
    if kind is not None:
        wanted = f"chance {kind}: "
        if not move.startswith(wanted):
            raise InputError.said(
                "{at}: chance decides here: expected {text!r} and what came",
                at=at,
                text=wanted.strip(),
            )
        move = move.removeprefix(wanted)
    elif move.startswith("chance "):
        raise InputError.said("{at}: the player decides here, not chance", at=at)
    try:
        game.do(move)
    except IllegalMove as error:
        raise InputError(f"{at}: {error}") from None


def _header(numbered: Sequence[tuple[int, str]], name: str) -> Game:
    faults, found = Faults(name), dict[str, Any]()
    for number, each in numbered:
        key, _, value = each.partition(" ")
        if key in _READERS:
            line = say("line {n}", n=number)
            where = line if key in ("table", "profile") else f"{line}: {key}"
            found[key] = faults.attempt(where, partial(_READERS[key], value.strip()))
        else:
            faults.said("line {n}: unknown option {name!r}", n=number, name=key)
    missing = [key for key in _READERS if key not in (*found, *_OPTIONAL)]
    faults.add(say("expected an option '{name} ...'", name=key) for key in missing)
    faults.raise_any()
    seed, start, cards = found.pop("seed"), found.pop("table", None), found.pop("occupations")
    with within(name):
        return Game(start.options if start else Options(cards=cards, **found), seed, start=start)


def _length(value: str) -> GameLength:
    if value not in ("long", "short"):
        raise InputError.said("expected long or short, got {got!r}", got=value)
    return "short" if value == "short" else "long"


def _seed(value: str) -> int | None:
    number = whole_number(value)
    if number is None and value != NO_SEED:
        raise InputError.said("expected a number or {none}, got {got!r}", none=NO_SEED, got=value)
    return number


def _players(value: str) -> int:
    number = whole_number(value)
    if number is None:
        raise InputError.said("expected the number of players, got {got!r}", got=value)
    return number


def _card_words(cards: Iterable[int]) -> str:
    words = []
    for _, row in groupby(enumerate(sorted(cards)), key=lambda each: each[1] - each[0]):
        numbers = [number for _, number in row]
        words.append(str(numbers[0]) + (f"-{numbers[-1]}" if len(numbers) > 1 else ""))
    return " ".join(words)


def _cards(words: str) -> frozenset[int]:
    numbers: set[int] = set()
    for word in [] if words == "none" else words.split():
        first, dash, last = word.partition("-")
        low, high = whole_number(first), whole_number(last if dash else first)
        if low is None or high is None or high > MOST_CARDS:
            raise InputError.said(
                "expected numbers of cards such as 1-15 27, or none, got {got!r}", got=words
            )
        numbers.update(range(low, high + 1))
    return frozenset(numbers)


def _yes(value: bool) -> Literal["yes", "no"]:
    return "yes" if value else "no"


def _is_yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise InputError.said("expected yes or no, got {got!r}", got=value)
    return value == "yes"


_OPTIONAL = ("rulings", "players", "seats", "bots", "without", "profile", "table")
_READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "length": _length,
        "seed": _seed,
        "islands": _is_yes,
        "harvest": _is_yes,
        "occupations": _cards,
        "starting": lambda value: value if (card := whole_number(value)) is None else card,
        "rulings": lambda value: frozenset(
            ruling(each) for each in value.split() if each not in FORMER_RULINGS
        ),
        "players": _players,
        "seats": seat_names,
        "bots": strengths,
        "without": lambda value: without(value.split()),
        "profile": lambda value: harvest_profile_from(
            HARVEST_PROFILES.from_data(decode(value, "profile"), "profile")
        ),
        "table": parse_table,
    }
)
"""How the value of each option is read; faults of a profile and a table begin with these words."""
