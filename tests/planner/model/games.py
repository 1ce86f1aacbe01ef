"""Games to play against the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from odin_solver.components import TILES
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import PASS, Move, parse
from odin_solver.game.kernel.play import current, decision
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.phases import FinalPlacing
from odin_solver.game.policies import Policy, greedy, play, random_policy
from odin_solver.game.scoring import score_sheet
from odin_solver.game.setup import new_game
from odin_solver.game.turn import Turn
from odin_solver.planner.model.build import PlanModel
from odin_solver.planner.model.embedding import embedded_values
from odin_solver.planner.model.variables import VariableKey


def wild(state: State, rng: Random) -> Move:
    """Like the random policy, but it also does what can be done at any time, wherever it can.

    It places anything anywhere (silver and ore too), buys and arms ships, also at the feast and
    at the end, and serves odd feasts.
    """
    node = decision(state)
    assert node is not None
    if isinstance(node, Turn | ServeFeast | FinalPlacing) and rng.random() < 0.6:
        listed = anytime.listed(state, node)
        if listed and rng.random() < 0.3:
            return rng.choice(listed)
        places = list(anytime.placing_moves(state))
        if places:
            # Near the corner, where the income begins.
            some = rng.sample(places, min(len(places), 12))
            return min(some, key=_far)
    if isinstance(node, ServeFeast) and rng.random() < 0.4:
        words = str(node.moves(state)[0]).split()
        return parse(" ".join(words) if len(words) < 3 else _thinned(words, rng))
    moves = node.moves(state)
    if isinstance(node, Turn) and len(moves) > 1:
        moves.remove(PASS)
    return rng.choice(moves)


def _far(move: Move) -> int:
    cell = str(move).split()[3].partition(",")[0]
    return ord(cell[0]) - ord("a") + int(cell[1:])


def _thinned(words: list[str], rng: Random) -> str:
    """A feast with one dish less."""
    at = rng.randrange(1, len(words))
    kind, along = words[at].rstrip("+"), words[at].endswith("+")
    if kind == "-":
        return " ".join(words)
    sides = TILES[kind.removeprefix("pregnant_")].shape
    width = (max if along else min)(len(sides), len(sides[0]))
    return " ".join([*words[:at], *["-"] * width, *words[at + 1 :]])


POLICIES: Mapping[str, Policy] = {"random": random_policy, "greedy": greedy, "wild": wild}


@dataclass
class Played:
    """A finished game.

    Attributes
    ----------
    states
        All states, the last one finished.
    moves
        The move or outcome that each state but the last was followed by.
    """

    states: list[State] = field(default_factory=list)
    moves: list[Move | str] = field(default_factory=list)

    @property
    def turns(self) -> Sequence[int]:
        """The numbers of the states in which the player had a turn."""
        return [n for n, state in enumerate(self.states) if isinstance(current(state), Turn)]

    @property
    def score(self) -> int:
        """What it scored."""
        return score_sheet(self.states[-1]).total


def play_game(policy: str, seed: int, options: Options) -> Played:
    """Let a policy play a game."""
    state = new_game(options)
    game = Played([state])
    for move, after in play(state, POLICIES[policy], seed):
        game.moves.append(move)
        game.states.append(after)
    return game


def embedded(model: PlanModel, game: Played, start: int) -> dict[VariableKey, int]:
    """The values of variables of the model for what a game did from a state on."""
    steps = list(zip(game.states[start:], game.moves[start:], strict=False))
    return embedded_values(model, steps)
