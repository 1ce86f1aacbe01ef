"""Games of the greedy policy to plan from."""

from functools import cache

from odin_solver.game import Game, Options
from odin_solver.game.log import parse, text
from odin_solver.game.turn import Turn
from odin_solver.planner.series import play_one

SEED = 7


@cache
def log(length: str = "short", cards: frozenset[int] = frozenset()) -> str:
    """A whole game as text."""
    options = Options(length=length, cards=cards)  # type: ignore[arg-type]  # callers pass lengths
    found = play_one("greedy", options, SEED, with_log=True).log
    assert found is not None
    return found


@cache
def turn(round_: int, vikings: int, length: str = "short") -> Game:
    """The same game up to the first turn of a round with at most so many Vikings; not to change."""
    return until_turn(parse(log(length)), round_, vikings)


def until_turn(whole: Game, round_: int, vikings: int) -> Game:
    """A game up to the first turn of a round with at most so many Vikings."""
    at = next(
        at
        for at, state in enumerate(whole.states)
        if state.round == round_
        and state.stack
        and isinstance(state.stack[-1], Turn)
        and state.vikings <= vikings
    )
    return Game(whole.options, whole.seed, whole.moves[:at], whole.states[: at + 1])


def late_log(round_: int = 6, vikings: int = 4) -> str:
    """A game near its end, as text: its playouts take little time."""
    return text(turn(round_, vikings))
