"""Games under rulings: both engines step by step, and each ruling where it makes a difference."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from benchmarks.checking import DisagreementError, check_game, compare_states, encoded, with_cards
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game import Options, State, apply, legal_moves
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.rulings import RULINGS, Ruling
from odin_solver.game.turn import Turn
from odin_solver.rollouts.encoding import decode
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.strategies import rollout_policy
from odin_solver.rules.position import GameLength
from tests.game.building import filled, turn
from tests.game.cards.helping import PLAY

EVERY_CARD = frozenset(OCCUPATIONS)
FULL_HOME = (filled("home", "a1:m12"),)
WOOD_WOOD_STONE = (MOUNTAIN_STRIPS[0],)


def follow(engine: Library, state: State, moves: tuple[str, ...], *, ruled: bool = True) -> None:
    """Make moves in both engines, then pass until the next round; they agree at each step."""
    rng = Random(1)
    flat = encoded(engine, state)
    if not ruled:
        flat.rulings = 0
    begun, left = state.round, list(moves)
    for number in range(80):
        node = current(state)
        if isinstance(node, Turn):
            compare_states(f"step {number}", encoded(engine, state), flat)
        if node is None or (isinstance(node, Turn) and state.round > begun):
            assert not left
            return
        ours = {str(decode(each)): each for each in engine.outcomes(flat) or engine.moves(flat)}
        if isinstance(node, Chance):
            theirs = [outcome for outcome, _ in node.outcomes(state)]
            move = rng.choice(theirs)
        else:
            theirs = list(map(str, legal_moves(state, placing=False)))
            move = left.pop(0) if left else "pass" if "pass" in theirs else theirs[0]
        if {*theirs} != {*ours}:
            raise DisagreementError(f"step {number}: {theirs}, {sorted(ours)}")
        engine.apply(flat, ours[move])
        state = apply(state, move)
    raise AssertionError("the round does not end")


PRESSER: dict[str, Any] = {"hand": (27, 83), "played": (53, 175)}
INSPECTOR: dict[str, Any] = {"hand": (60,), "played": (151,), "placed": (("upgrade_3", 2),)}
RETURNS = ("return upgrade_3", "return upgrade_3")
FOLLOWS: dict[str, Any] = {"hand": (77,), "blocked": frozenset({"mountain_3_upgrade_1"})}
FOLLOWED = (PLAY, "play 77", "follow mountain_3_upgrade_1", "strip 1 take 3")

Case = tuple[dict[str, int], dict[str, Any], tuple[str, ...]]

CASES: Mapping[Ruling, Sequence[Case]] = {
    Ruling.LONE_SILVER_REMOVED: [
        (
            {"silver": 9},
            {"played": (173,), "strips": tuple(each[-2:] for each in MOUNTAIN_STRIPS[:3])},
            (),
        )
    ],
    Ruling.CARD_BEFORE_ONLY: [
        ({"silver": 9}, {"hand": (183, 184)}, ("use master_crafting", "skip"))
    ],
    Ruling.BOATMAN_KEEPS_ORE: [({"longship": 2}, {"played": (9,), "boards": FULL_HOME}, ())],
    Ruling.INSPECTOR_TOGETHER: [({"silver": 3}, INSPECTOR, (PLAY, "play 60", *RETURNS))],
    Ruling.MERCHANT_TURNS_ANIMALS: [
        (
            {"knarr": 1, "sheep": 1, "cattle": 1, "beans": 1, "silver": 9},
            {"hand": (78,), "played": (174,)},
            (PLAY, "play 78", "exchange cattle=1 for pregnant_cattle=1", each),
        )
        for each in ("exchange sheep=1 for pregnant_sheep=1", "exchange beans=1 for milk=1")
    ],
    Ruling.PREACHER_EXACTLY_FOUR: [
        ({}, {"hand": (87,), "strips": strips}, moves)
        for strips, moves in (
            (MOUNTAIN_STRIPS[:2], (PLAY, "play 87", "mountain")),
            ((MOUNTAIN_STRIPS[0][4:],), (PLAY, "play 87")),
        )
    ],
    Ruling.STEERSMAN_TWO_KNARRS: [({"knarr": 1}, {"played": (147,)}, ())],
    Ruling.PLACED_VIKINGS_ONLY: [
        ({}, {**FOLLOWS, "played": (card,), "strips": WOOD_WOOD_STONE}, FOLLOWED)
        for card in (154, 155, 156)
    ],
    Ruling.PRESSER_NO_GIFTS: [
        ({"silver": 3, "flax": 1, "whaling_boat": 1}, PRESSER, (PLAY, "play 27"))
    ],
}
"""For each ruling what the player has, other fields, and moves after which its reading shows."""


def cases(ruling: Ruling) -> list[tuple[State, tuple[str, ...]]]:
    options = Options(cards=EVERY_CARD, rulings=frozenset({ruling}))
    return [
        (turn(1, have, options, **{"hand": (), "played": ()} | fields), moves)
        for have, fields, moves in CASES[ruling]
    ]


@pytest.mark.parametrize("ruling", CASES)
def test_the_reading_shows(engine: Library, ruling: Ruling) -> None:
    """Both engines agree with the ruling, and do not if the compiled one goes without it."""
    for state, moves in cases(ruling):
        follow(engine, state, moves)
        with pytest.raises(DisagreementError):
            follow(engine, state, moves, ruled=False)


def test_every_ruling_is_compared() -> None:
    """Harvest with fewer cards changes what is in the decks, and nothing else."""
    assert {*CASES, Ruling.HARVEST_FEWER_CARDS} == {*Ruling}


HARVEST = Ruling.HARVEST_FEWER_CARDS


def replayed(engine: Library, rulings: frozenset[Ruling], seed: int) -> int:
    """Moves of a game with the cards that rulings concern in the hand and in play."""
    length: GameLength = "short" if seed % 2 else "long"
    options = Options(length, harvest=HARVEST in rulings, cards=EVERY_CARD, rulings=rulings)
    cards = sorted({card for each in rulings for card in RULINGS[each].cards})
    Random(seed).shuffle(cards)
    start = with_cards(options, cards[:6], cards[6:], sorted(EVERY_CARD - {*cards}))
    noise = (0.0, 0.3, 1.0)[seed % 3]
    policy = compiled(rollout_policy(length))
    weights = policy.weights(start) if noise < 1 else None
    return check_game(engine, start, weights, seed, noise=noise, placing=40).moves


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruling", Ruling)
def test_replay(engine: Library, ruling: Ruling, seed: int) -> None:
    assert replayed(engine, frozenset({ruling}), seed) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(18))
def test_replay_with_all_rulings(engine: Library, seed: int) -> None:
    assert replayed(engine, frozenset(Ruling) - {HARVEST}, seed) > 10
