"""Networks that correct the evaluation, learned from games: ``python -m benchmarks.values``.

A greedy policy with the present network, or a tree search with a few simulations at each turn,
plays games with some noise in the compiled engine. The network learns what turns are worth beyond
the evaluation, by TD(lambda): a ridge regression for each round, then a small network by Adam. This
is repeated with the games of the last iterations. Of greedy games the network that plays best is
kept, of games by tree search the last one.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ctypes import addressof
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, cast

import click
import msgspec
import numpy as np
from numpy.typing import NDArray

import odin_solver.rollouts.networks
from benchmarks.checking import encoded
from benchmarks.harness import errors_in_a_line, mean
from odin_cli.output import check_writable
from odin_solver.errors import InputError
from odin_solver.game import Options, new_game
from odin_solver.game.setup import chosen_cards
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import RolloutPolicy
from odin_solver.rollouts.policies.strategies import learned_strategies
from odin_solver.rollouts.structs import HIDDEN, FlatNetwork, FlatPolicy
from odin_solver.rollouts.tables import INPUTS
from odin_solver.rollouts.weights import CARDS, flat_policy, network_of
from odin_solver.rules.position import ROUNDS, GameLength
from odin_solver.support.files import write_file

FIRST_SEED = 30_000_000
"""Seeds in the compiled engine, whose luck is not that of the committed seeds."""

TESTED = 1500
"""Games, of seeds that are not learned from, that compare the networks."""

TURNS = {"long": 28, "short": 24}
"""Turns at which the noise may begin."""

MOST_TURNS = 40
NOISE = 6.0
"""Standard deviation of the noise, in points."""

KEPT = 6
"""Iterations whose games are learned from."""

TRACE = {"greedy": 0.9, "search": 0.5}
"""How much of a turn's worth comes from the turns after the next one: lambda."""

MOST_REGRESSED = 200_000
RIDGE, DECAY, BATCH, RATE = 300.0, 1e-4, 4096, 1e-3

LONG = ROUNDS["long"]

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]


class Games(NamedTuple):
    """Rows to learn from; `target` is what their worth has over the evaluation."""

    inputs: Halves | Floats
    rounds: NDArray[np.uint8]
    target: Floats

    def part(self, rows: "NDArray[np.int64] | slice") -> "Games":
        """Return some of the rows."""
        return Games(self.inputs[rows], self.rounds[rows], self.target[rows])


def batches(parts: list[Games], rng: np.random.Generator) -> Iterator[Games]:
    """Yield the rows in random order; what is left of a part, less than a batch, is left out."""
    chosen = []
    for games in parts:
        order = rng.permutation(len(games.target))
        size = max(1, min(BATCH, len(order)))
        starts = range(0, len(order) - size + 1, size)
        chosen += [(games, order[start : start + size]) for start in starts]
    for at in rng.permutation(len(chosen)):
        games, rows = chosen[at]
        batch = games.part(rows)
        yield batch._replace(inputs=batch.inputs.astype("f4"))


class NetworkWeights(NamedTuple):
    """The arrays of a `FlatNetwork`."""

    linear: Floats
    constant: Floats
    first: Floats
    bias: Floats
    last: Floats

    def flat(self) -> FlatNetwork:
        """Return them as a struct."""
        return FlatNetwork.from_buffer_copy(b"".join(each.astype("f4").tobytes() for each in self))


def weights_of(flat: FlatNetwork) -> NetworkWeights:
    """Return the arrays of a network."""
    found = np.frombuffer(bytes(flat), "f4")
    shapes = [(LONG, len(INPUTS)), (LONG,), (len(INPUTS), HIDDEN), (LONG, HIDDEN), (LONG, HIDDEN)]
    arrays = []
    for shape in shapes:
        size = int(np.prod(shape))
        arrays.append(found[:size].reshape(shape).copy())
        found = found[size:]
    return NetworkWeights(*arrays)


def regression(games: Games, rng: np.random.Generator) -> NetworkWeights:
    """Return the linear part by ridge regression, with hidden units that add nothing yet."""
    linear, constant = np.zeros((LONG, len(INPUTS)), "f4"), np.zeros(LONG, "f4")
    for number in np.unique(games.rounds):
        of_round = games.rounds == number
        inputs, target = games.inputs[of_round].astype("f4"), games.target[of_round]
        middle, mean = inputs.mean(0), target.mean()
        centred = inputs - middle
        square = (centred.T @ centred).astype("f8") + RIDGE * np.eye(len(INPUTS))
        linear[number] = np.linalg.solve(square, centred.T @ (target - mean))
        constant[number] = mean - middle @ linear[number]
    first = 0.15 * rng.standard_normal((len(INPUTS), HIDDEN))
    bias = 0.1 * rng.standard_normal((LONG, HIDDEN))
    return NetworkWeights(
        linear, constant, first.astype("f4"), bias.astype("f4"), np.zeros((LONG, HIDDEN), "f4")
    )


def gradient(weights: NetworkWeights, games: Games) -> tuple[NetworkWeights, float]:
    """Return the gradient of half the mean square error, and the sum of the squares."""
    inputs, rounds, target = games
    of_round = (rounds[:, None] == np.arange(LONG)).astype("f4")
    before = inputs @ weights.first + weights.bias[rounds]
    hidden = np.maximum(before, 0)
    found = (hidden * weights.last[rounds]).sum(1) + weights.constant[rounds]
    for number in range(LONG):
        rows = rounds == number
        found[rows] += inputs[rows] @ weights.linear[number]
    error = found - target
    share = (error / len(target)).astype("f4")
    to_hidden = share[:, None] * weights.last[rounds] * (before > 0)
    linear = [inputs[rounds == at].T @ share[rounds == at] for at in range(LONG)]
    slope = NetworkWeights(
        linear=np.stack(linear),
        constant=of_round.T @ share,
        first=inputs.T @ to_hidden,
        bias=of_round.T @ to_hidden,
        last=of_round.T @ (share[:, None] * hidden),
    )
    return slope, float((error**2).sum())


def learn(
    weights: NetworkWeights, parts: list[Games], epochs: int, rng: np.random.Generator
) -> float:
    """Change the weights by Adam; return the last root of the mean square error."""
    step, squares, count = 0, 0.0, 0
    steps = epochs * sum(max(1, len(games.target) // BATCH) for games in parts)
    mean = [np.zeros_like(each) for each in weights]
    power = [np.zeros_like(each) for each in weights]
    for _ in range(epochs):
        squares, count = 0.0, 0
        for batch in batches(parts, rng):
            slope, more = gradient(weights, batch)
            squares += more
            count += len(batch.target)
            step += 1
            rate = RATE * min(1.0, step / 50) * (1 - 0.95 * step / steps)
            for weight, each, first, second in zip(weights, slope, mean, power, strict=True):
                first += 0.1 * (each - first)
                second += 0.001 * (each**2 - second)
                scaled = first / (1 - 0.9**step)
                scaled /= np.sqrt(second / (1 - 0.999**step)) + 1e-6
                weight -= rate * (scaled + DECAY * weight)
    return float(np.sqrt(squares / max(count, 1)))


class Learner:
    """Plays and learns.

    Parameters
    ----------
    strategy, length
        The policy whose evaluation is corrected.
    jobs
        Threads.
    cards
        Whether the games have all occupations.
    """

    def __init__(
        self, strategy: str, length: GameLength, jobs: int, *, cards: bool = False
    ) -> None:
        of_length = {each.name: each for each in learned_strategies() if each.length == length}
        if strategy not in of_length:
            raise InputError(f"--strategy: expected one of {', '.join(of_length)}, got {strategy}")
        found = of_length[strategy]
        policy = RolloutPolicy(found.weights, {length: found.corrections})
        decks = chosen_cards("A,B,C") if cards else frozenset[int]()
        self._policy = flat_policy(policy, length, cards)
        self._start = encoded(library(), new_game(Options(length, cards=decks)))
        self._length = length
        self._jobs = jobs
        self._networks: list[FlatNetwork] = []

    def policy(self, flat: FlatNetwork | None) -> FlatPolicy:
        """Return the policy with a network.

        The engine knows networks by their addresses, so all are kept.
        """
        policy = FlatPolicy.from_buffer_copy(self._policy)
        if flat is not None:
            self._networks.append(flat)
        policy.network_address = 0 if flat is None else addressof(flat)
        return policy

    def scores(self, flat: FlatNetwork | None) -> list[int]:
        """Return the scores of greedy games."""
        policy, part = self.policy(flat), TESTED // self._jobs
        seeds = [FIRST_SEED - (number + 1) * part for number in range(self._jobs)]
        with ThreadPoolExecutor(self._jobs) as threads:
            found = threads.map(
                lambda seed: library().play_many(self._start, policy, seed, part), seeds
            )
            return [score for scores in found for score in scores]

    def record(
        self, flat: FlatNetwork | None, first_seed: int, games: int, simulations: int = 0
    ) -> Games:
        """Play games to learn from."""
        policy, part = self.policy(flat), games // self._jobs
        turns = TURNS[self._length]

        def play(number: int) -> Games:
            most = part * MOST_TURNS
            rows = library().record(
                self._start,
                policy,
                first_seed + number * part,
                part,
                simulations=simulations,
                turns=turns,
                noise=NOISE,
                most=most,
                trace=TRACE["search" if simulations else "greedy"],
            )
            inputs, values, targets = (
                np.ctypeslib.as_array(each) for each in (rows.inputs, rows.values, rows.targets)
            )
            numbers = np.ctypeslib.as_array(rows.rounds)
            of_rows = slice(rows.many)
            return Games(
                inputs.reshape(most, len(INPUTS))[of_rows].astype("f2"),
                numbers[of_rows].copy(),
                targets[of_rows] - values[of_rows],
            )

        with ThreadPoolExecutor(self._jobs) as threads:
            return joined(list(threads.map(play, range(self._jobs))))


def joined(parts: list[Games]) -> Games:
    """Return the rows of several parts."""
    return Games(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def without_unseen(weights: NetworkWeights, parts: list[Games]) -> NetworkWeights:
    """Return the weights without those of inputs that were never seen: they are still random."""
    seen = np.any([(games.inputs != 0).any(axis=0) for games in parts], axis=0)
    return weights._replace(
        first=weights.first * seen[:, None], linear=weights.linear * seen.astype("f4")
    )


def iterations(
    learner: Learner, games: int, seed: int, known: NetworkWeights | None, simulations: int = 0
) -> Iterator[tuple[NetworkWeights, float]]:
    """Learn; yields the weights after each iteration, and the error of their predictions."""
    rng = np.random.default_rng(seed)
    weights, flat = known, None if known is None else known.flat()
    parts: list[Games] = []
    number = 0
    while True:
        first = FIRST_SEED + (1000 * seed + number) * 1_000_000
        parts = [*parts, learner.record(flat, first, games, simulations)][-KEPT:]
        weights = weights or regression(parts[0].part(slice(MOST_REGRESSED)), rng)
        error = learn(weights, parts, 4 if number < 2 or simulations else 2, rng)
        weights = without_unseen(weights, parts)
        flat = weights.flat()
        yield weights, error
        number += 1


def content_of(network: FlatNetwork) -> bytes:
    """Return the content of a network's file."""
    return bytes(network) + b"\n" + msgspec.json.encode(INPUTS)


@click.command()
@click.option("--length", type=click.Choice(["long", "short"]), default="long", show_default=True)
@click.option("--strategy", default="boards", show_default=True, help="Policy to be corrected.")
@click.option("--iterations", "number", type=click.IntRange(1), default=16, show_default=True)
@click.option("--games", type=click.IntRange(2), default=10_000, show_default=True)
@click.option(
    "--simulations",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Of a tree search at each turn; with 0 the games are greedy.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Threads.")
@click.option("--cards", is_flag=True, help="Games with all occupations.")
@click.option(
    "--begin", type=click.Path(path_type=Path, exists=True), help="File of a network to begin with."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="File; by default the one of the program."
)
def main(
    length: str,
    strategy: str,
    number: int,
    games: int,
    simulations: int,
    seed: int,
    jobs: int,
    cards: bool,
    begin: Path | None,
    out: Path | None,
) -> None:
    """Learn a network and write the best one.

    Example: python -m benchmarks.values --length short --out short.bin
    """
    with errors_in_a_line():
        folder = Path(odin_solver.rollouts.networks.__file__).parent
        out = out or folder / f"{length}{CARDS * cards}.bin"
        check_writable(str(out))
        known = None if begin is None else weights_of(network_of(begin))
        learner = Learner(strategy, cast(GameLength, length), jobs, cards=cards)
        best = fmean(learner.scores(None))
        click.echo(f"without a network: {best:.1f}", err=True)
        found = iterations(learner, games, seed, known, simulations)
        for at, (weights, error) in zip(range(1, number + 1), found, strict=False):
            scores = learner.scores(weights.flat())
            found_mean = mean(scores)
            click.echo(f"iteration {at}: {found_mean.text()}, error {error:.2f}", err=True)
            best = max(best, found_mean.mean)
            if found_mean.mean == best or simulations:
                write_file(out, content_of(weights.flat()))
        click.echo(f"{strategy}, {length}: {best:.1f}, the best of {number} iterations")


if __name__ == "__main__":
    main()
