"""Random games with all cards: items are conserved, and logs replay."""

from random import Random

import pytest

from odin_solver.game import Game, Options, State, decision
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.log import parse, text
from tests.game import invariants
from tests.game.texts import menu, texts
from tests.profiles import cases

RULED = frozenset(Ruling) - {Ruling.HARVEST_FEWER_CARDS}

OPTIONS = [
    Options("long", cards=frozenset(CARDS)),
    Options("short", cards=frozenset(CARDS), starting="choose"),
    Options("long", islands=True, harvest=True, cards=frozenset(CARDS)),
    Options("long", cards=frozenset(CARDS), rulings=RULED),
]


def game_with_cards(seed: int, options: Options) -> Game:
    """A random game in which occupations are drawn and played more often than other things."""
    luck = Random(seed)
    game = Game(options, seed)
    game.state.supply |= {"silver": 20, "stone": 3, "ore": 3}
    game.state.hand += tuple(luck.sample(game.state.deck, 3))
    game.state.deck = tuple(each for each in game.state.deck if each not in game.state.hand)
    while not game.state.is_over:
        game.let_chance_decide()
        if not game.state.is_over:
            game.do(_move(game.state, luck))
    return game


def _move(state: State, luck: Random) -> str:
    here = decision(state)
    assert here is not None
    own = menu(state)
    assert len(set(own)) == len(own)
    cards = [move for move in own if "occupation" in move or move.startswith("play ")]
    if cards and luck.random() < 0.4:
        return luck.choice(cards)
    if luck.random() < 0.25:
        free = texts(anytime.listed(state, here) or anytime.placing_moves(state))
        if free:
            return luck.choice(free)
    return luck.choice([move for move in own if move != "pass"] or own)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_random_games(block: int) -> None:
    """Every state of every game."""
    for seed in range(block, cases(12, 2000), 4):
        game = game_with_cards(seed, OPTIONS[seed // 4 % len(OPTIONS)])
        for state in game.states[1:]:
            invariants.check(state)
        assert game.state.phase == "end"


@pytest.mark.slow
def test_logs_replay() -> None:
    """A game with cards is the same after a journey through its text."""
    for seed in range(cases(6, 200)):
        options = OPTIONS[-1 - seed % 2]
        game = Game(options, seed)
        luck = Random(seed)
        while not game.state.is_over:
            game.let_chance_decide()
            if not game.state.is_over:
                game.do(_move(game.state, luck))
        assert parse(text(game)).states == game.states
