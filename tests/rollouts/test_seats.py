"""Games of several seats in both engines, and the search in which the other seats play."""

from random import Random
from typing import Any

import msgspec
import pytest

from benchmarks.checking import compare_menus, compare_states, encoded
from odin_solver.components import BOARDS, TILES
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, Options, State, apply, chance_outcomes, legal_moves, score_sheet
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import parse
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.seats import sit
from odin_solver.game.seats import alone, of_seat
from odin_solver.game.turn import Turn
from odin_solver.planner.advice import candidate_moves
from odin_solver.rollouts.encoding import NotCompiledError, decode, encode_table
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import compiled, greedy_move
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rollouts.structs import FlatPolicy, FlatState, FlatTable
from odin_solver.rollouts.tables import MOVE_KINDS
from odin_solver.rules.board_state import BoardState
from tests.game.perft import perft
from tests.game.test_harvest import PROFILE
from tests.game.test_seats import begun, options
from tests.profiles import cases

AGAIN = 0.03
"""How often the compiled table is taken anew from the other engine."""

KINDS: dict[str, dict[str, Any]] = {
    "short": {},
    "long": {"length": "long"},
    "with occupations": {"cards": frozenset(CARDS)},
    "with all expansions": {
        "cards": frozenset(CARDS),
        "harvest": True,
        "islands": True,
        "profile": PROFILE,
    },
}


def table(engine: Library, state: State) -> FlatTable:
    found = encode_table(state)
    engine.refresh(found)
    return found


def first_turn(given: Options, rng: Random) -> State:
    """The first turn of a game, after random choices before it."""
    state = Game(given, rng.randrange(1000)).state
    while not state.round or isinstance(current(state), Chance):
        luck = [outcome for outcome, _ in chance_outcomes(state)]
        state = apply(state, rng.choice(luck or [*map(str, legal_moves(state, placing=False))]))
    return state


def compare(engine: Library, state: State, flat: FlatTable, where: str) -> None:
    """Whose turn it is, what that seat has and sees, and its moves."""
    assert flat.seat == state.seat, where
    ours = FlatState.from_buffer_copy(flat.seats[flat.seat])
    ours.seated = ours.later_seats = 0
    compare_states(where, encoded(engine, of_seat(state, state.seat)), ours)
    compare_menus(where, engine, state, flat)


def play_both(engine: Library, state: State, seed: int) -> int:
    """Play a random game in both engines; return how many moves were alike up to its end.

    The order of cards ends the comparison: the compiled engine takes them by their numbers.
    """
    rng, flat, number = Random(seed), table(engine, state), 0
    while current(state) is not None:
        compare(engine, state, flat, f"seed {seed}, move {number}")
        if rng.random() < AGAIN:
            flat = table(engine, state)
        found = engine.outcomes(flat) or engine.moves(flat, placing=rng.random() < 0.1)
        uses = [each for each in found if MOVE_KINDS[each.kind] == "use"]
        move = rng.choice(uses if uses and rng.random() < 0.8 else found[-100:])
        state = apply(state, decode(move))
        engine.apply(flat, move)
        number += 1
        if flat.seats[flat.seat].cards.contested:
            return number
    for number_of_seat, seat in enumerate(state.seats):
        assert engine.score(flat.seats[number_of_seat]) == score_sheet(seat)
    return number


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(cases(2, 250)))
def test_random_games(engine: Library, players: int, kind: str, seed: int) -> None:
    start = first_turn(options(players, **KINDS[kind]), Random(seed))
    assert play_both(engine, start, seed) > 20


@pytest.mark.parametrize(
    ("players", "moves", "counts"),
    [
        (2, (), (25, 338, 3924)),
        (3, (), (25, 338, 3737)),
        (4, (), (25, 357, 4265)),
        (2, ("use mead", "pass"), (27, 354, 2921)),
        (3, ("pass", "pass"), (25, 333, 3504)),
        (4, ("use beans", "pass", "pass", "use mead"), (25, 380)),
    ],
)
def test_perft(
    engine: Library, players: int, moves: tuple[str, ...], counts: tuple[int, ...]
) -> None:
    state = begun(players, *moves).state
    flat = table(engine, state)
    for depth, expected in enumerate(counts, 1):
        assert perft(state, depth) == engine.perft(flat, depth) == expected, f"{depth} steps"


def test_a_card_takes_a_tile_from_the_board_of_another(engine: Library) -> None:
    state = begun(3, cards=frozenset(CARDS)).state
    sit(state, 2)
    state.specials -= {"cloakpin"}
    state.lay(0, "cloakpin", state.boards[0].legal_placements(TILES["cloakpin"])[0])
    sit(state, 0)
    state.hand, state.supply["ore"] = (70,), 1
    flat = table(engine, state)
    for move in ("use play_occupation_paid", "pay ore", "play 70", "take cloakpin", "pass"):
        compare(engine, state, flat, move)
        found = {str(decode(each)): each for each in engine.moves(flat)}
        if move in found:  # taking the tile may leave no choice
            state = apply(state, move)
            engine.apply(flat, found[move])
    assert flat.seat == 2
    compare(engine, state, flat, "the owner's turn")
    assert flat.seats[2].boards[0].pins == 0


def test_before_the_first_round_nothing_is_compiled() -> None:
    with pytest.raises(NotCompiledError):
        encode_table(Game(options(2), 1).state)


# --- the search ---


def greedily(engine: Library, flat: FlatTable, seat: int, policy: FlatPolicy) -> int | None:
    """Play greedily to the end; return the score of a seat, None if chance has to decide."""
    while flat.seats[seat].n_nodes:
        if engine.outcomes(flat):
            return None
        alone = FlatState.from_buffer_copy(flat.seats[flat.seat])
        alone.seated = alone.later_seats = 0
        engine.apply(flat, engine.ranked(alone, policy, 1)[0])
    return engine.score(flat.seats[seat]).total


def last_turns(players: int, seed: int) -> State:
    """A turn of the last round, after greedy moves."""
    policy, rng = rollout_policy("short"), Random(seed)
    state = first_turn(options(players), rng)
    while not (state.is_last_round and 0 < state.vikings < 4 and isinstance(current(state), Turn)):
        luck = [outcome for outcome, _ in chance_outcomes(state)]
        state = apply(state, rng.choice(luck) if luck else greedy_move(state, policy))
    return state


@pytest.mark.slow
def test_the_others_play_in_a_simulation(engine: Library) -> None:
    """The first one is the greedy game of all seats, where chance has no part in it."""
    differences = []
    for seed in range(12):
        state = last_turns(2 + seed % 3, seed)
        greedy = compiled(rollout_policy("short"))
        for move in candidate_moves(alone(state))[:3]:
            flat = table(engine, apply(state, move))
            expected = greedily(engine, flat, state.seat, greedy.weights(state))
            if expected is not None:
                tree = greedy.begin_tree(state, [move], 1, seed)
                tree.improve(1)
                differences.append(tree.read()[0][1] - expected)
    # It does not look for the best layout in every turn, and others do not always move best.
    assert differences.count(0) > 0.8 * len(differences) > 15
    assert max(map(abs, differences)) <= 2


def test_the_search_does_not_see_what_others_hold(engine: Library) -> None:
    state = first_turn(options(3, cards=frozenset(CARDS)), Random(4)).copy()
    one, other = state.away
    deck = [*state.deck]
    hands = [(*each.hand, deck.pop()) for each in (one, other)]
    state.deck = tuple(deck)
    found = []
    for number in range(2):
        if number:  # the others exchange their hands, and one draws another card
            state.deck = tuple(sorted((*deck[1:], hands[0][-1])))
            hands = [hands[1], (*hands[0][:-1], deck[0])]
        state.away = tuple(
            msgspec.structs.replace(each, hand=tuple(sorted(hand)))
            for each, hand in zip((one, other), hands, strict=True)
        )
        moves = candidate_moves(alone(state))[:6]
        tree = compiled(rollout_policy("short")).begin_tree(state, moves, 0, 1)
        tree.improve(300)
        found.append(tree.read())
    assert found[0] == found[1]


def taken(state: State, move: str) -> tuple[int, dict[str, int]]:
    """What others take after a move, in simulations of that move alone."""
    tree = compiled(rollout_policy("short")).begin_tree(state, [parse(move)], 1, 3)
    tree.improve(80)
    return tree.taken(0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_others_take_before_the_next_turn(players: int) -> None:
    turns, gone = taken(begun(players).state, "use beans")
    assert turns == 80
    assert "beans" not in gone
    spaces = [count for name, count in gone.items() if name in SPACES]
    used = turns * (players - 1)  # each of the others uses one space
    if players < 4:
        assert sum(spaces) == used
    else:
        assert 0.3 * used < sum(spaces) < used, "a space with a free copy tile is not gone"
    assert len(spaces) > players, "not always the same ones"


def test_a_ship_does_not_end_a_turn() -> None:
    state = begun(3).state
    state.supply["silver"] = 3
    turns, gone = taken(state, "ship whaling_boat")
    assert turns > 70, "but those that end before it"
    assert sum(count for name, count in gone.items() if name in SPACES) > turns


def test_who_has_passed_takes_nothing() -> None:
    assert taken(begun(2, "use beans", "pass").state, "use mead") == (80, {})
    assert taken(begun(2).state, "pass")[0] == 0, "the next turn is in another round"


def test_others_whose_boards_nobody_knows_move_before_the_next_turn() -> None:
    turns, gone = taken(alone(begun(3).state), "use beans")
    assert turns == 80
    assert sum(gone.values()) == 2 * turns
    assert taken(first_turn(Options("short"), Random(1)), "use beans") == (80, {})


def test_a_board_is_gone_with_the_space_that_brings_it() -> None:
    state, house = begun(2).state, BoardState(BOARDS["stone_house"])
    free = {"beans", "build_stone_house", "explore_1"}
    state.placed = tuple((name, 1) for name in SPACES if name not in free)
    state.boards = (*state.boards, house)
    other = state.away[0]
    mine = {"boats": (0,), "boards": (*other.boards, house), "supply": other.supply | {"stone": 1}}
    state.away = (msgspec.structs.replace(other, **mine),)
    sit(state, 0)
    _, gone = taken(state, "use beans")
    assert gone["build_stone_house"] == gone["stone_house"] > 0
    assert gone["explore_1"] == sum(gone.get(each.board, 0) for each in state.exploration) > 0
