"""Cards that work once, as soon as something is the case."""

from odin_solver.components import BOARDS
from odin_solver.game.cards import Card, Effect, register
from odin_solver.game.effects.blocks import (
    always,
    as_soon_as,
    for_each_gained,
    houses,
    large_ships,
    offers,
    reached,
    take,
)
from odin_solver.game.effects.deals import deal
from odin_solver.game.phases import income
from odin_solver.game.state import State


def for_low_income(good: str, numbers: dict[int, int]) -> Effect:
    """The effect: take so many of a good if the income is at most so much."""

    def effect(state: State) -> None:
        now = income(state)
        most = min((limit for limit in numbers if now <= limit), default=0)
        take(state, **{good: numbers.get(most, 0)})

    return effect


def next_knarr(state: State, count: int) -> None:
    """179: stockfish and silver per knarr when the next knarr comes."""
    if not state.remembers("179 done"):
        state.remember("179 done", 1)
        take(state, stockfish=state.knarrs, silver=state.knarrs)


def boards_scored(state: State) -> None:
    """189: 4, 9 or 16 silver for 2, 3 or 4 exploration boards."""
    boards = sum(BOARDS[each.id].kind == "exploration" for each in state.boards)
    take(state, silver=reached(boards, {2: 4, 3: 9, 4: 16}, 0))


register(
    as_soon_as(
        178,
        lambda state: large_ships(state) == 4,
        lambda state: take(state, whaling_boat=min(2, state.free_berths("whaling_boat"))),
    )
)
register(Card(179, on=for_each_gained(("knarr",), next_knarr)))
register(
    as_soon_as(
        180,
        lambda state: len(state.longships) >= 3,
        for_low_income("silverware", {5: 4, 11: 3, 30: 2}),
    )
)
register(
    as_soon_as(
        181,
        lambda state: large_ships(state) >= 3,
        for_low_income("wool", {4: 3, 9: 2, 30: 1}),
    )
)
register(
    as_soon_as(
        182,
        lambda state: houses(state) >= 2,
        offers(deal("wood=2", "spices=1"), deal("wood=5", "spices=2")),
    )
)
register(Card(189, on={"scoring": always(boards_scored)}))
