"""What a search has found helps with the next decision of the same game."""

import pytest

from odin_solver.game import Game, Options
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import decision
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import SearchLimits, advise
from odin_solver.planner.candidates import Advice
from odin_solver.planner.memory import MOST_VISITS, SearchMemory
from tests.planner import games

LIMITS = SearchLimits(None, 400)


def searched(game: Game, memory: SearchMemory, name: str = "game") -> Advice:
    """Search for the best move of a game that has the given name."""
    memory.at(name, game.moves)
    *_, last = advise(game.state, LIMITS, every=True, memory=memory)
    return last


@pytest.fixture
def memory() -> SearchMemory:
    return SearchMemory()


@pytest.fixture
def game(memory: SearchMemory) -> Game:
    """A game whose present turn has been searched."""
    known = games.turn(3, 5)
    game = Game(known.options, known.seed, list(known.moves), list(known.states))
    searched(game, memory)
    return game


def to_next_turn(game: Game, memory: SearchMemory) -> None:
    """Use the best space, and answer what it asks, as the search says."""
    while True:
        best = searched(game, memory).best.move
        game.do(best)
        game.let_chance_decide()
        if isinstance(decision(game.state), Turn):
            return


def test_a_decision_is_searched_on_where_its_search_ended(game: Game, memory: SearchMemory) -> None:
    assert searched(game, SearchMemory()).searched == 360
    assert searched(game, memory).searched == 2 * 360
    assert memory.adopted == 0


def test_the_next_turn_begins_with_what_is_known(game: Game, memory: SearchMemory) -> None:
    to_next_turn(game, memory)
    taught, alone = searched(game, memory), searched(game, SearchMemory())
    assert 0 < memory.adopted <= MOST_VISITS
    assert taught.searched == alone.searched + memory.adopted
    expected = {each.move: each.raw_expected for each in alone.candidates if each.samples >= 20}
    for each in taught.candidates:
        if each.move in expected and each.samples >= 20:
            assert abs(each.raw_expected - expected[each.move]) < 6


def test_nothing_is_known_of_another_game_or_way(game: Game, memory: SearchMemory) -> None:
    to_next_turn(game, memory)
    searched(game, memory, "another")
    assert not memory.adopted
    assert searched(game, memory, "another").searched == 720
    unlikely = SearchMemory()
    unlikely.at("game", game.moves[:-1])
    searched(game, unlikely)
    assert not unlikely.adopted


def test_taken_over_values_follow_what_has_changed() -> None:
    """With goods come by in between, the moves are worth as much more as a search alone says."""
    memory, known = SearchMemory(), games.turn(3, 5)
    before = Game(known.options, known.seed, list(known.moves), list(known.states))
    first = searched(before, memory)
    assert isinstance(first.best.move, Use)
    to_next_turn(before, memory)
    poorer = searched(before, SearchMemory())
    richer = before.state.copy()
    richer.add("robe", 3)
    memory.at("game", before.moves)
    found = next(iter(advise(richer, SearchLimits(None, 8), every=True, memory=memory)))
    *_, alone = advise(richer, LIMITS, every=True)
    assert memory.adopted
    assert alone.best.raw_expected - poorer.best.raw_expected > 10
    assert abs(found.best.raw_expected - alone.best.raw_expected) < 6


@pytest.mark.slow
def test_at_a_table_each_seat_has_its_own(memory: SearchMemory) -> None:
    game = Game(Options("short", players=2, seats=("Anna", "Ben")), 3)
    game.let_chance_decide()
    adopted: dict[int, list[int]] = {0: [], 1: []}
    while min(map(len, adopted.values())) < 2:
        best = searched(game, memory).best.move
        if isinstance(decision(game.state), Turn):
            adopted[game.state.seat].append(memory.adopted)
        game.do(best)
        game.let_chance_decide()
    for first, *later in adopted.values():
        assert first == 0
        assert max(later) > 0
