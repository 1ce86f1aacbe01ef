"""Moves and their texts."""

from random import Random

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game import Options, new_game, why_not
from odin_solver.game.actions.dice import DiceAction
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.moves import (
    PASS,
    Arm,
    BuyShip,
    EmigrateWith,
    FreeCell,
    GiveShip,
    Labelled,
    Lay,
    MakeDeal,
    Malformed,
    Move,
    Pay,
    Place,
    PlayCard,
    Serve,
    Take,
    TakeItems,
    TakeLoot,
    UpgradeGood,
    Use,
    UseCard,
    parse,
)
from odin_solver.game.kernel.play import decision
from tests.game.building import turn
from tests.game.test_random_games import random_game

EXAMPLES: dict[str, Move] = {
    "use beans": Use("beans"),
    "pass": PASS,
    "play 12": PlayCard(12),
    "ship knarr": BuyShip("knarr"),
    "arm longship ore=1": Arm("longship", 1),
    "card 49": UseCard(49),
    "card 52 play 7": UseCard(52, PlayCard(7)),
    "card 47 salt_meat=1 for hide=1": UseCard(47, MakeDeal((("salt_meat", 1),), (("hide", 1),))),
    "exchange salt_meat=1 for hide=1": MakeDeal((("salt_meat", 1),), (("hide", 1),)),
    "exchange longship ore=2": GiveShip("longship", 2),
    "take silver=3": MakeDeal((), (("silver", 3),)),
    "take wood": Take("wood"),
    "pay": Pay(()),
    "pay bow=1 wood=2": Pay((("bow", 1), ("wood", 2))),
    "pay wood": Labelled("pay wood"),
    "lay a snare": Labelled("lay a snare"),
    "emigrate": Labelled("emigrate"),
    "emigrate knarr": EmigrateWith("knarr"),
    "emigrate longship ore=0": EmigrateWith("longship", 0),
    "loot oil+hide": TakeLoot(("oil", "hide")),
    "strip 2 take 3": TakeItems(2, 3),
    "upgrade peas twice": UpgradeGood("peas", True),
    "serve peas mead+ -": Serve((("peas", False), ("mead", True), None)),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_texts(text: str) -> None:
    move = parse(text)
    assert str(move) == text
    assert move == EXAMPLES[text]


def test_cells_of_a_tile() -> None:
    move = parse("place robe home a1:c3")
    assert isinstance(move, Place)
    assert str(move) == "place robe home a1:c3"
    assert parse(str(Place("robe", "home", move.cells))) == Place("robe", "home", move.cells)
    assert isinstance(parse("lay ore home a1"), Lay)
    cell = parse("long_house#2 a1")
    assert isinstance(cell, FreeCell)
    assert cell.board == "long_house#2"


def test_spaces_around_a_move_do_not_matter() -> None:
    assert parse("serve silver ") == Serve((("silver", False),))
    assert parse(" use beans") == Use("beans")
    assert parse("pass ") == PASS


@pytest.mark.parametrize("text", ["use  beans", "play 07", "upgrade peas three"])
def test_other_spellings_are_not_moves(text: str) -> None:
    assert parse(text) == Labelled(text)
    assert why_not(turn(), text)


@pytest.mark.parametrize(
    "text", ["place robe", "place robe nowhere a1", "ship a b", "card x", "arm"]
)
def test_malformed(text: str) -> None:
    assert isinstance(parse(text), Malformed)
    assert str(parse(text)) == text
    assert why_not(turn(), text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_move_of_a_game_is_what_its_text_means(seed: int) -> None:
    cards = frozenset(OCCUPATIONS) if seed % 2 else frozenset[int]()
    game = random_game(seed, Options("short", islands=True, cards=cards), rich=True)
    chosen = Random(seed)
    for state, made in zip(game.states, game.moves, strict=False):
        node = decision(state)
        if node is None:
            continue
        places = list(anytime.placing_moves(state))
        some = chosen.sample(places, min(len(places), 20))
        for move in (made, *node.moves(state), *anytime.listed(state, node), *some):
            assert isinstance(move, Move)
            assert parse(str(move)) == move
            assert hash(parse(str(move))) == hash(move)


def test_a_die_says_what_it_shows() -> None:
    state = new_game(Options(cards=frozenset()))
    for action, die, sides in (("hunting", "d8", 8), ("whaling", "d12", 12)):
        state.stack = (DiceAction(action), Roll(die))
        assert why_not(state, str(sides)) is None
        assert why_not(state, str(sides + 1)) == f"the {die} shows 1 to {sides}"
