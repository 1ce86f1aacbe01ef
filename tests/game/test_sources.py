"""Where tiles come from, against what actions give in games."""

from collections import Counter

import pytest

from odin_solver.components import TILES
from odin_solver.game import State, apply, decision, new_game
from odin_solver.game.kernel.moves import Use
from odin_solver.game.kernel.play import why_not
from odin_solver.game.kernel.state import Options
from odin_solver.game.log import Game, parse
from odin_solver.game.sources import Source, sources, sources_now
from odin_solver.game.turn import Turn
from odin_solver.words.sources import ways_to_get
from tests.game.building import turn
from tests.planner import games


def gained_by_actions(game: Game) -> list[tuple[State, str]]:
    """The states in which Vikings were placed, and the tiles that the actions gave."""
    found = []
    before, space, gained = game.states[0], "", Counter[str]()
    for state, move, after in zip(game.states, game.moves, game.states[1:], strict=False):
        if isinstance(move, Use):
            before, space, gained = state, move.space, Counter()
        if state.phase != "actions" or not space:
            continue
        gained.update({name: max(0, after.has(name) - state.has(name)) for name in TILES})
        if isinstance(decision(after), Turn) or after.phase != "actions":
            found += [(before, name) for name, count in gained.items() if count]
            space = ""
    return found


@pytest.mark.parametrize("length", ["long", "short"])
def test_whatever_an_action_gave_was_to_be_had(length: str) -> None:
    got = gained_by_actions(parse(games.log(length)))
    assert len({name for _, name in got}) > 8
    for state, name in got:
        assert name in {each.tile for each in sources_now(state)}, (state.round, name)


def test_what_is_named_is_given_at_its_price() -> None:
    """Spaces without decisions: the tile is there after the action, and the price is paid."""
    state = turn(have={"flax": 1, "stone": 2, "silver": 3, "wood": 2})
    checked = set()
    for tile, space, pays, _, _ in sources_now(state):
        after = apply(state, Use(space))
        if not isinstance(decision(after), Turn):
            continue
        checked.add(space)
        assert after.has(tile) > state.has(tile)
        assert all(after.has(name) == state.has(name) - count for name, count in pays)
    assert {"craft_linen", "buy_salt_meat", "beans", "take_stockfish"} <= checked


def test_prices_and_conditions() -> None:
    assert Source("linen", "craft_linen", (("flax", 1),)) in sources()
    words = ways_to_get()
    assert words["linen"].startswith("c1 for 1 flax; ")
    assert words["peas"] == "harvest"
    assert "s4 s5 s6 with sword 16" in words["english_crown"]
    assert words["oil"] == "g5 g6 k3; upgrade of mead; double upgrade of peas"
    assert words["altar"] == ""


def test_only_what_the_next_action_can_give() -> None:
    start = turn(have={"flax": 1, "knarr": 1, "silver": 1})
    words = ways_to_get(start)
    assert words["linen"] == "c1 for 1 flax"
    assert "helmet" in words
    assert "belt" not in words
    gone = start.copy()
    gone.specials = start.specials - {"helmet"}
    assert "helmet" not in ways_to_get(gone)
    used = apply(start, "use craft_linen")
    assert why_not(used, "use craft_linen")
    assert "linen" not in ways_to_get(used)
    assert not ways_to_get(new_game(Options()))
