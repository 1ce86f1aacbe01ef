"""Whole games of random moves: whatever is played, nothing of the table gets lost or made up."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from odin_solver.components import TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.spaces import SPACES
from odin_solver.game import (
    Game,
    IllegalMove,
    Options,
    SeededChance,
    State,
    apply,
    chance_outcomes,
    decision,
    score_sheet,
    why_not,
)
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import Place
from odin_solver.game.log import parse, text
from odin_solver.game.turn import Turn
from odin_solver.rules.board_state import spots
from tests.game import invariants, recount
from tests.game.test_anytime import REFUSED
from tests.game.texts import legal_moves, menu, texts
from tests.profiles import cases

GAMES = cases(40, 5000)

OPTIONS = [
    Options("long"),
    Options("short"),
    Options("long", islands=True),
    Options("short", harvest=True),
    Options("long", islands=True, harvest=True),
    Options("short", islands=True, cards=frozenset(OCCUPATIONS)),
    Options("long", harvest=True, cards=frozenset(OCCUPATIONS)),
]
"""The games that are played in turn."""

BARE = [agreed for agreed in OPTIONS if not agreed.cards]
"""Games without occupations."""

RICHES = {"silver": 40, "wood": 9, "stone": 9, "ore": 9, "sheep": 2, "cattle": 1} | {
    name: 2 for name, tile in TILES.items() if tile.kind == "good" and tile.expansion is None
}
"""What every second game begins with, so that all is tried that would cost too much else."""


def random_game(
    seed: int, agreed: Options, *, rich: bool = False, played: tuple[int, ...] = ()
) -> Game:
    """A game in which everything that is legal may happen, placing and buying ships too."""
    luck = Random(seed)
    game = Game(agreed, seed)
    game.state.played = played
    if rich:
        game.state.supply = RICHES | game.state.supply
        game.state.knarrs = 1
        game.state.longships = (0,)
        game.state.boats = (0,)
        deck = game.state.deck
        game.state.hand = tuple(luck.sample(deck, min(6, len(deck))))
        game.state.deck = tuple(number for number in deck if number not in game.state.hand)
    greed = luck.choice([0.1, 0.4, 0.7])
    while not game.state.is_over:
        game.let_chance_decide()
        if game.state.is_over:
            break
        game.do(_random_move(game.state, luck, greed))
    return game


def _random_move(state: State, luck: Random, greed: float) -> str:
    here = decision(state)
    assert here is not None
    own = menu(state)
    if luck.random() < greed and (free := _free_moves(state, luck)):
        return luck.choice(free)
    if own[-1] == "pass" and len(own) > 1 and luck.random() < 0.97:
        own = own[:-1]
    if own[0].startswith("serve") and luck.random() < 0.3:
        return "serve" + " -" * luck.randrange(3)
    return luck.choice(own)


def _free_moves(state: State, luck: Random) -> list[str]:
    """What can be done at any time; of the ways to place, those of one tile on one board."""
    here = decision(state)
    assert here is not None
    free = texts(anytime.listed(state, here))
    tiles = anytime.placeable(state)
    if not tiles or (free and luck.random() < 0.5):
        return free
    tile, at = luck.choice(tiles), luck.randrange(len(state.boards))
    name, board = anytime.board_names(state)[at], state.boards[at]
    ways = [str(Place(tile, name, each)) for each in board.legal_placements(TILES[tile])]
    return [move for move in luck.sample(ways, min(3, len(ways))) if not why_not(state, move)]


@pytest.mark.rule("1.2", "2.6", "5.3")
@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_random_games_keep_everything(block: int) -> None:
    """Every state of every game; the moves that are listed, and some that are not, in a few."""
    for seed in range(block, GAMES, 10):
        luck = Random(seed)
        game = random_game(seed, OPTIONS[seed % len(OPTIONS)], rich=luck.random() < 0.5)
        for state, move in zip(game.states, [*game.moves, ""], strict=True):
            invariants.check(state)
            if luck.random() < 0.02:
                _listed_moves_are_legal_and_others_are_not(state, luck)
            if move and not chance_outcomes(state):
                assert why_not(state, move) is None
        for before, after in pairwise(game.states):
            invariants.check_step(before, after)
        assert game.state.phase == "end"
        assert game.state.round == game.state.rounds
        assert isinstance(score_sheet(game.state).total, int)


@pytest.mark.rule("4.2")
@pytest.mark.slow
def test_spaces_are_those_of_a_plain_list() -> None:
    """Which spaces can be used, against a list of what each needs that was written by itself."""
    seen: set[str] = set()
    for seed in range(cases(15, 1000)):
        game = random_game(seed, BARE[seed % len(BARE)], rich=seed % 3 == 0)
        for state in game.states:
            if isinstance(decision(state), Turn):
                listed = {
                    move.removeprefix("use ") for move in menu(state) if move.startswith("use ")
                }
                assert listed == recount.spaces(state)
                seen |= listed
    assert seen == SPACES.keys() - {"play_occupations_1_2", "play_occupations_1_4"}


def _listed_moves_are_legal_and_others_are_not(state: State, luck: Random) -> None:
    if chance_outcomes(state):
        listed = [outcome for outcome, _ in chance_outcomes(state)]
        assert legal_moves(state) == []
    else:
        listed = legal_moves(state)
        assert chance_outcomes(state) == []
    assert len(set(listed)) == len(listed)
    for move in luck.sample(listed, min(8, len(listed))):
        assert why_not(state, move) is None
        invariants.check(apply(state, move))
    _places_are_those_that_are_listed(state, luck, set(listed))
    before = hash(state)
    pool = [*REFUSED, *(f"use {name}" for name in ("mead", "forge", "raiding", "explore_3"))]
    for move in luck.sample(pool, 8):
        if move in listed or _unlisted_but_legal(state, move):
            continue
        assert why_not(state, move)
        with pytest.raises(IllegalMove):
            apply(state, move)
    assert hash(state) == before


def _places_are_those_that_are_listed(state: State, luck: Random, listed: set[str]) -> None:
    tiles = anytime.placeable(state)
    if not tiles or chance_outcomes(state):
        return
    tile, at = luck.choice(tiles), luck.randrange(len(state.boards))
    name, board = anytime.board_names(state)[at], state.boards[at].board
    everywhere = spots(board, TILES[tile])
    for spot in luck.sample(everywhere, min(12, len(everywhere))):
        move = str(Place(tile, name, spot.mask))
        assert (why_not(state, move) is None) == (move in listed), move


def _unlisted_but_legal(state: State, move: str) -> bool:
    """Feasts are not all listed, and cells may be named in several ways."""
    here = decision(state)
    return here is not None and (not here.lists_all or move.startswith("place "))


@pytest.mark.parametrize("seed", range(cases(6, 300)))
def test_a_log_replays_to_the_same_game(seed: int) -> None:
    agreed = OPTIONS[seed % len(OPTIONS)]
    game = random_game(seed, agreed)
    again = parse(text(game))
    assert again.options == agreed
    assert again.moves == game.moves
    assert again.states == game.states
    assert [hash(state) for state in again.states] == [hash(state) for state in game.states]


def test_the_same_seed_is_the_same_luck() -> None:
    first, second = random_game(5, OPTIONS[0]), random_game(5, OPTIONS[0])
    assert first.moves == second.moves
    assert random_game(6, OPTIONS[0]).moves != first.moves


def test_every_kind_of_chance_is_a_stream_of_its_own() -> None:
    """The rolls of a game are those of its seed by their number, whatever else was drawn."""
    chance = SeededChance(3)
    die = [(str(roll), Fraction(1, 8)) for roll in range(1, 9)]
    rolls = [chance.outcome("die", number, die) for number in range(3)]
    for before in ([], ["use upgrade_3_weapons_4", "done"]):
        game = Game(Options(), 3)
        game.let_chance_decide()
        for move in [*before, "use hunting_game_1"]:
            game.do(move)
            came = game.let_chance_decide()
        assert came == rolls[:1]
        for number in (1, 2):
            if "reroll" in legal_moves(game.state):
                game.do("reroll")
                assert game.let_chance_decide() == [rolls[number]]


def test_luck_is_even() -> None:
    """Of 4,000 rolls of a die with 8 sides each side comes up about 500 times."""
    chance = SeededChance(11)
    die = [(str(roll), Fraction(1, 8)) for roll in range(1, 9)]
    came = Counter(chance.outcome("die", number, die) for number in range(4000))
    assert all(400 < count < 600 for count in came.values())
    assert len(came) == 8
    uneven = [("often", Fraction(3, 4)), ("seldom", Fraction(1, 4))]
    often = sum(chance.outcome("weapon", n, uneven) == "often" for n in range(4000))
    assert 2850 < often < 3150
