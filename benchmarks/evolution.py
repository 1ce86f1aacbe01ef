"""Weights of greedy policies by evolution: ``python -m benchmarks.evolution``.

CMA-ES changes the weights of the evaluation and corrections to it: a level and a slope over the
rounds for each feature. The score to raise is the mean of greedy games of the compiled engine, on
other seeds in each generation. Every beginning prefers another way to play, and evolution makes it
good in its own way; the policies are kept in `odin_solver.rollouts.policies.strategies`.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple, cast

import click
import msgspec

import odin_solver.rollouts.policies
from benchmarks.commands import errors_in_a_line
from odin_cli.output import check_writable
from odin_solver.components import BOARDS, TILES, Color
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Options, new_game
from odin_solver.rollouts.checking import encoded
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import WEIGHTS, EvaluationWeights, RolloutPolicy
from odin_solver.rollouts.policies.strategies import FILE, Strategy
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

FIRST_SEED = 10_000_000
"""Seeds of evolution, in the compiled engine, whose luck is not that of the committed seeds."""

TESTED = 2000
"""Games, on further seeds, by which the result is judged."""

DEFAULT_OUTPUT = Path(odin_solver.rollouts.policies.__file__).parent / FILE

SCALARS = (
    *("viking", "cells_of_a_viking", "blue", "green", "ore_cell", "bend", "income_of_a_cell"),
    *("later_food", "young", "emigration", "silver", "wood", "stone", "ore", "weapon"),
    *("last_resource", "sword", "orange", "red"),
)
"""Weights of the evaluation that evolve."""


def features() -> dict[str, tuple[float, dict[str, float]]]:
    """Return for each feature its scale in points, and the corrections that one point adds."""
    found: dict[str, tuple[float, dict[str, float]]] = {}
    for color in (Color.ORANGE, Color.RED, Color.GREEN, Color.BLUE):
        tiles = [tile for tile in TILES.values() if tile.color == color and tile.expansion is None]
        areas = {tile.id: float(tile.area) for tile in tiles if tile.kind in ("good", "special")}
        found[str(color)] = (0.15, areas)
    for name in (*WEAPONS, "silver", "wood", "stone", "ore"):
        found[name] = (0.4, {name: 1.0})
    for name in ("sheep", "cattle"):
        found[name] = (1.0, {name: 1.0, f"pregnant_{name}": 1.0})
    for name in ("vikings", "ore_aboard", "home_income", "other_income"):
        found[name] = (0.5, {name: 1.0})
    for name in ("home_open", "other_open"):
        found[name] = (0.1, {name: 1.0})
    for name in ("whaling_boats", "knarrs", "longships", "emigrated_knarr", "emigrated_longship"):
        found[name] = (2.0, {name: 1.0})
    for board in BOARDS.values():
        if board.kind != "home" and board.expansion is None:
            found[f"board_{board.id}"] = (3.0, {f"board_{board.id}": 1.0})
    return found


FEATURES = features()
EXPLORATION = tuple(name for name in FEATURES if BOARDS.get(name[6:], BOARDS["home"]).letter)
HOUSES = ("board_shed", "board_stone_house", "board_long_house")
EMIGRATED = ("emigrated_knarr", "emigrated_longship")

BEGINNINGS: Mapping[str, Mapping[str, float]] = {
    "plain": {},
    "boards": dict.fromkeys(EXPLORATION, 4.0)
    | dict.fromkeys(HOUSES, 2.0)
    | dict.fromkeys(EMIGRATED, -3.0),
    "raids": {"longships": 3.0, "ore_aboard": 0.5, "long_sword": 0.5}
    | dict.fromkeys(EXPLORATION, 2.0)
    | dict.fromkeys(EMIGRATED, -4.0),
    "whaling": {"whaling_boats": 4.0, "spear": 1.0, "ore_aboard": 1.0}
    | dict.fromkeys(EMIGRATED, -3.0),
    "farm": {"sheep": 2.0, "cattle": 2.5} | dict.fromkeys(HOUSES, 3.0),
    "emigration": {"knarrs": 2.0, "longships": 1.5} | dict.fromkeys(EMIGRATED, 2.0),
    "crafts": {"stone": 0.5, "wood": 0.3, "ore": 0.3, "blue": 0.1}
    | dict.fromkeys(HOUSES, 2.0)
    | dict.fromkeys(EMIGRATED, -4.0),
}
"""Corrections, in points, with which evolution begins: plays that differ."""


class Evolved(NamedTuple):
    """The weights and corrections of a point of the search."""

    weights: EvaluationWeights
    corrections: dict[int, dict[str, float]]


def scales() -> list[float]:
    """Return the scale of each coordinate: scalars, then levels and slopes of the features."""
    of_scalars = [0.05 + 0.25 * abs(getattr(WEIGHTS, name)) for name in SCALARS]
    of_features = [scale for scale, _ in FEATURES.values()]
    return [*of_scalars, *of_features, *of_features]


def start(name: str) -> list[float]:
    """Return a beginning in units of the scales."""
    wanted = BEGINNINGS[name]
    levels = [wanted.get(each, 0.0) / scale for each, (scale, _) in FEATURES.items()]
    return [*[0.0] * len(SCALARS), *levels, *[0.0] * len(FEATURES)]


def evolved(point: Sequence[float], length: GameLength) -> Evolved:
    """Return the weights and corrections of a point."""
    steps = [float(at) * scale for at, scale in zip(point, scales(), strict=True)]  # no NumPy
    count, many = len(SCALARS), len(FEATURES)
    changed = {
        name: getattr(WEIGHTS, name) + step for name, step in zip(SCALARS, steps, strict=False)
    }
    changed["bend"] = max(0.5, changed["bend"])
    changed["cells_of_a_viking"] = max(0.0, changed["cells_of_a_viking"])
    rounds = ROUNDS[length]
    corrections: dict[int, dict[str, float]] = {}
    for number in range(1, rounds + 1):
        late = 2 * (number - 1) / (rounds - 1) - 1  # from -1 in the first round to 1 in the last
        found = corrections[number] = {}
        for at, (_, adds) in enumerate(FEATURES.values()):
            points = steps[count + at] + late * steps[count + many + at]
            for name, times in adds.items():
                found[name] = round(points * times, 3)
    weights = msgspec.structs.replace(
        WEIGHTS, **{name: round(value, 4) for name, value in changed.items()}
    )
    return Evolved(weights, corrections)


def scores(found: Evolved, length: GameLength, first_seed: int, games: int) -> list[int]:
    """Return the scores of greedy games."""
    policy = RolloutPolicy(found.weights, {length: found.corrections})
    flat = encoded(library(), new_game(Options(length)))
    return library().play_many(flat, flat_policy(policy, length), first_seed, games)


def evolve(
    name: str, length: GameLength, *, games: int, seed: int, sigma: float
) -> Iterator[tuple[int, float, Evolved]]:
    """Evolve a policy; yields the generation, and score and weights of the middle of the search."""
    import cma

    search = cma.CMAEvolutionStrategy(
        start(name), sigma, {"seed": seed + 1, "verbose": -9, "popsize": 20, "CMA_diagonal": True}
    )
    generation = 0
    while True:
        points = search.ask()
        first = FIRST_SEED + generation * games
        means = [fmean(scores(evolved(each, length), length, first, games)) for each in points]
        search.tell(points, [-mean for mean in means])
        generation += 1
        middle = evolved(list(search.result.xfavorite), length)
        yield generation, fmean(scores(middle, length, first, games)), middle


def with_strategy(known: bytes, found: Strategy) -> bytes:
    """Return the content of a file of strategies with one more, instead of its namesake."""
    others = [
        each
        for each in msgspec.json.decode(known, type=list[Strategy])
        if (each.name, each.length) != (found.name, found.length)
    ]
    whole = msgspec.json.encode(sorted([*others, found], key=lambda each: (each.length, each.name)))
    return msgspec.json.format(whole, indent=1) + b"\n"


@click.command()
@click.option("--length", type=click.Choice(["long", "short"]), default="long", show_default=True)
@click.option("--beginning", type=click.Choice([*BEGINNINGS]), default="boards", show_default=True)
@click.option("--minutes", type=float, default=20.0, show_default=True, help="Time limit.")
@click.option("--generations", type=click.IntRange(1), help="With the seed they decide the result.")
@click.option("--games", type=click.IntRange(1), default=40, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--sigma", type=float, default=0.08, show_default=True, help="First step size.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=DEFAULT_OUTPUT,
    help="File of strategies to extend; by default the one that comes with the program.",
)
def main(
    length: str,
    beginning: str,
    minutes: float,
    generations: int | None,
    games: int,
    seed: int,
    sigma: float,
    out: Path,
) -> None:
    """Evolve a policy and write it."""
    with errors_in_a_line():
        check_writable(str(out))
        length_ = cast(GameLength, length)
        end = time.monotonic() + 60 * minutes
        for generation, mean, middle in evolve(  # noqa: B007  (the last ones are used below)
            beginning, length_, games=games, seed=seed, sigma=sigma
        ):
            if not generation % 10:
                click.echo(f"generation {generation}: {mean:.1f}", err=True)
            if time.monotonic() >= end or generation == generations:
                break
        tested = scores(middle, length_, FIRST_SEED * 2, TESTED)
        error = stdev(tested) / len(tested) ** 0.5
        click.echo(f"{beginning}, {length}: {fmean(tested):.1f} ± {error:.1f} in {TESTED} games")
        made = (
            f"python -m benchmarks.evolution --length {length} --beginning {beginning} "
            f"--games {games} --seed {seed} --sigma {sigma} --generations {generation}"
        )
        weights, corrections = middle
        found = Strategy(beginning, length_, weights, corrections, made, fmean(tested))
        write_file(out, with_strategy(out.read_bytes() if out.exists() else b"[]", found))


if __name__ == "__main__":
    main()
