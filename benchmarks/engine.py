"""The benchmark of the game engine: ``python -m benchmarks.engine``.

It measures random games and moves per second on one core, the time of a copy of a state and of
``odin game show``, the slowdown by occupations, and a profile of random games. With ``--games N``
it also plays N random games with all legal moves, and N more with all occupations, and checks the
invariants of the state after every move.
"""

import cProfile
import json
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.commands import errors_in_a_line
from benchmarks.measure import current_commit
from benchmarks.results import Machine, this_machine
from odin_cli.output import check_writable
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import OdinError
from odin_solver.game import Options, apply_legal, new_game
from odin_solver.game.kernel.moves import Move
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.state import State
from odin_solver.game.playing import play
from odin_solver.game.policies import random_policy
from odin_solver.planner.series import play_one
from odin_solver.support.files import write_file

DEFAULT_OUTPUT = Path(__file__).parent / "results" / "engine.json"

REPETITIONS = 3
"""Measurements per rate; the median counts."""

GAMES = 200
"""Games whose moves are repeated for the rate of moves."""

SHOWN = 7
"""Runs of ``odin game show``."""

PROFILED = 100
"""Games of the profile."""

DECKS: dict[str, frozenset[int]] = {
    "none": frozenset(),
    **{
        deck: frozenset(number for number, card in OCCUPATIONS.items() if card.deck == deck)
        for deck in "ABC"
    },
    "all": frozenset(OCCUPATIONS),
}
"""Occupations by name of the decks."""

DECK_GAMES = 60
DECK_ROUNDS = 5
"""Successive games with each choice of decks, and rounds over all choices."""

PROFILE_PARTS = {
    "which spaces are free (Turn.moves)": ("turn.py", "moves", "random_policy"),
    "other menus of decisions": ("actions", "moves", "random_policy"),
    "placing by rule of thumb": ("random_policy.py", "first_fit", "random_policy"),
    "the best feast": ("game/feast.py", "moves", "random_policy"),
    "copies and moves (apply_legal)": ("play.py", "apply_legal", "play_on"),
    "chance by seed": ("playing.py", "outcome", "__call__"),
    "outcomes of chance": ("kernel/chance.py", "outcomes", "__call__"),
}
"""Parts of the profile: part of the path of the file, function, caller."""


@dataclass(frozen=True)
class Result:
    """A measurement with its aim: a lower limit for rates, an upper one for times."""

    name: str
    value: float
    unit: str
    aim: float
    at_least: bool

    @property
    def reached(self) -> bool:
        return self.value >= self.aim if self.at_least else self.value <= self.aim


def games_a_second(seeds: Iterable[int]) -> float:
    """Return random games per second, with simple placing, setup and score."""
    count, began = 0, time.process_time()
    for seed in seeds:
        play_one("random", Options(), seed)
        count += 1
    return count / (time.process_time() - began)


@dataclass(frozen=True)
class DeckSpeed:
    """Speed of random games with some decks.

    Attributes
    ----------
    games
        Games per second.
    ratio
        Ratio to games without occupations, measured alternately.
    moves
        Moves and outcomes of chance per game.
    """

    games: float
    ratio: float
    moves: float


def speed_by_deck() -> dict[str, DeckSpeed]:
    """Measure random games with each choice of decks."""
    seconds: dict[str, list[float]] = {deck: [] for deck in DECKS}
    moves = dict.fromkeys(DECKS, 0)
    for turn in range(DECK_ROUNDS):
        for deck, cards in DECKS.items():
            began = time.process_time()
            for seed in range(turn * DECK_GAMES, (turn + 1) * DECK_GAMES):
                moves[deck] += sum(
                    1 for _ in play(new_game(Options(cards=cards)), random_policy, seed)
                )
            seconds[deck].append(time.process_time() - began)
    count = DECK_GAMES * DECK_ROUNDS
    return {
        deck: DeckSpeed(
            games=count / sum(taken),
            ratio=statistics.median(
                bare / each for bare, each in zip(seconds["none"], taken, strict=True)
            ),
            moves=moves[deck] / count,
        )
        for deck, taken in seconds.items()
    }


def known_moves(games: int) -> list[tuple[State, Move | Outcome]]:
    """Return states of random games, each with its move or outcome."""
    moves = []
    for seed in range(games):
        state = new_game()
        for move, after in play(state, random_policy, seed):
            moves.append((state, move))
            state = after
    return moves


def moves_a_second(moves: list[tuple[State, Move | Outcome]]) -> float:
    """Return legal moves per second, each on a copy of its state."""
    began = time.process_time()
    for state, move in moves:
        apply_legal(state, move)
    return len(moves) / (time.process_time() - began)


def copy_microseconds(states: list[State]) -> float:
    """Return the time of a copy of a state."""
    began = time.process_time()
    for state in states:
        state.copy()
    return 1e6 * (time.process_time() - began) / len(states)


def copies(moves: list[tuple[State, Move | Outcome]]) -> dict[int, float]:
    """Return microseconds per copy by number of boards."""
    by_boards: dict[int, list[State]] = {}
    for state, _ in moves:
        by_boards.setdefault(len(state.boards), []).append(state)
    return {
        count: statistics.median(copy_microseconds(states) for _ in range(REPETITIONS))
        for count, states in sorted(by_boards.items())
    }


def seconds_to_show() -> float:
    """Return the time of ``odin game show`` of a finished game, process start included."""
    log = play_one("random", Options(), 1, with_log=True).log
    assert log is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.log"
        file.write_text(log)
        command = [sys.executable, "-m", "odin_cli", "game", "show", str(file)]
        times = []
        for _ in range(SHOWN):
            began = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def where_time_goes() -> dict[str, float]:
    """Return shares of the time of random games, by profile."""
    profile = cProfile.Profile()
    profile.runcall(games_a_second, range(PROFILED))
    statistic: Any = pstats.Stats(profile)
    spent: Counter[str] = Counter()
    for (file, _, name), (*_, callers) in statistic.stats.items():
        for step, (part, function, asker) in PROFILE_PARTS.items():
            if name == function and "odin_solver" in file and part in file:
                spent[step] += sum(
                    cumulative
                    for (_, _, caller), (_, _, _, cumulative) in callers.items()
                    if caller == asker
                )
    return {step: spent[step] / statistic.total_tt for step in PROFILE_PARTS}


def checked_games(count: int) -> list[str]:
    """Play random games without and with occupations; returns violated invariants."""
    from tests.game import invariants
    from tests.game.cards import test_random as with_cards
    from tests.game.test_random_games import OPTIONS, random_game

    faults = []
    for seed in track(range(count), "games", console=Console(stderr=True), transient=True):
        try:
            game = random_game(seed, OPTIONS[seed % len(OPTIONS)])
            for before, after in pairwise(game.states):
                invariants.check_step(before, after)
            cards = with_cards.game_with_cards(seed, with_cards.OPTIONS[seed % 3])
            for state in (*game.states, *cards.states[1:]):  # the first one holds gifts
                invariants.check(state)
        except (AssertionError, OdinError) as error:
            faults.append(f"seed {seed}: {error}")
    return faults


def measure() -> tuple[list[Result], dict[int, float], dict[str, DeckSpeed]]:
    """Return figures with an aim, microseconds per copy by boards, and speed by deck."""
    games_a_second(range(20))  # fills the caches
    games = [games_a_second(range(i * GAMES, (i + 1) * GAMES)) for i in range(REPETITIONS)]
    moves = known_moves(GAMES)
    rates = [moves_a_second(moves) for _ in range(REPETITIONS)]
    cost = copies(moves)
    dearest = max(each / count for count, each in cost.items())
    decks = speed_by_deck()
    figures = [
        Result("random games, placing by rule of thumb", statistics.median(games), "/s", 100, True),
        Result("copies of a state + moves", statistics.median(rates), "/s", 20_000, True),
        Result("copy of a state, a board, at most", dearest, "µs", 3, False),
        Result("odin game show", seconds_to_show(), "s", 0.5, False),
        Result("games with all cards, of those without", decks["all"].ratio, "", 0.7, True),
    ]
    return figures, cost, decks


def report(
    console: Console, results: list[Result], cost: dict[int, float], decks: dict[str, DeckSpeed]
) -> None:
    table = Table("figure", "measured", "aim", "", box=None)
    for each in results:
        aim = f"{'at least' if each.at_least else 'at most'} {each.aim:g} {each.unit}"
        measured = f"{each.value:,.2f}" if each.value < 10 else f"{each.value:,.0f}"
        verdict = "[green]reached" if each.reached else "[red]missed"
        table.add_row(each.name, f"{measured} {each.unit}", aim, verdict)
    console.print(table)
    by_boards = ", ".join(f"{count}: {each:.2f}" for count, each in cost.items())
    console.print(f"microseconds of a copy by number of boards: {by_boards}", highlight=False)
    table = Table("decks", "games a second", "of those without cards", "moves a game", box=None)
    for deck, speed in decks.items():
        table.add_row(deck, f"{speed.games:.0f}", f"{speed.ratio:.0%}", f"{speed.moves:.0f}")
    console.print(table)


@click.command()
@click.option(
    "--games",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Random games checked after every move, and as many with all occupations.",
)
@click.option("--output", type=click.Path(path_type=Path), default=DEFAULT_OUTPUT)
@errors_in_a_line()
def main(games: int, output: Path) -> None:
    """Measure the game engine on one core."""
    check_writable(output)
    console = Console()
    results, cost, decks = measure()
    report(console, results, cost, decks)
    shares = where_time_goes()
    table = Table("where the time of random games goes", "share", box=None)
    for step, share in (*shares.items(), ("the rest", 1 - sum(shares.values()))):
        table.add_row(step, f"{share:.0%}")
    console.print(table)
    faults = checked_games(games)
    for fault in faults:
        console.print(fault, style="bold red", markup=False)
    if games:
        console.print(f"{2 * games} games checked after every move, {len(faults)} with faults")
    machine: Machine = this_machine()
    data = {
        "commit": current_commit(),
        "machine": {
            name: getattr(machine, name)
            for name in machine.__struct_fields__
            if name != "packages"  # no solver takes part
        },
        "figures": [asdict(each) | {"reached": each.reached} for each in results],
        "decks": {deck: asdict(speed) for deck, speed in decks.items()},
        "copy_microseconds_by_boards": {str(count): each for count, each in cost.items()},
        "shares": shares,
        "checked_games": {"games": games, "with_all_cards": games, "faults": faults},
    }
    write_file(output, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    sys.exit(1 if faults or not all(each.reached for each in results) else 0)


if __name__ == "__main__":
    main()
