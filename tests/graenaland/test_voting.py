"""Coalitions, power and proposals."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odin_solver.graenaland.examples import graenaland_example
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.counts import passes, votes_on
from odin_solver.graenaland.voting import max_min_split, proportional_split, proposal_on, tile_votes
from tests.graenaland.positions import PLAYERS, position


@pytest.mark.rule("G.2")
def test_the_palisade() -> None:
    shown = tile_votes(graenaland_example("palisade"), "A")
    assert shown.needed == 5
    assert set(shown.coalitions) == {
        frozenset({"purple", "red"}),
        frozenset({"purple", "white"}),
        frozenset({"yellow", "red", "white"}),
    }
    # Decisive: purple 5, red 3, white 3, yellow 1, counted by hand over the 8 winning sets.
    assert shown.power == pytest.approx(
        {"purple": 5 / 12, "red": 3 / 12, "white": 3 / 12, "yellow": 1 / 12}
    )


def with_stock(villages: list[int], stock: list[str]) -> GraenalandPosition:
    settled = {player: count for player, count in zip(PLAYERS, villages, strict=True) if count}
    return position(
        main="red", mode="final", tiles=[{"id": "A", "villages": settled, "stock": stock}]
    )


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(lambda v: v[0] > 0),
    st.lists(st.sampled_from(["grain", "wood", "?"]), min_size=1, max_size=4),
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
    st.integers(1, 3),
)
@settings(max_examples=60)
def test_the_best_proposal_is_that_of_brute_force(
    villages: list[int], stock: list[str], reserves: list[int], wood: int
) -> None:
    shown = with_stock(villages, stock)
    votes = votes_on(shown, "A")
    wanted = dict(zip(PLAYERS, reserves, strict=True))
    worth = {"wood": wood}
    best: int | None = None
    entitled = [player for player in PLAYERS if votes[player]]
    for owners in product(entitled, repeat=len(stock)):
        got = dict.fromkeys(PLAYERS, 0)
        for card, owner in zip(stock, owners, strict=True):
            got[owner] += worth.get(card, 1)
        yes = {p for p in entitled if p == "yellow" or got[p] >= wanted[p]}
        if passes(votes, yes) and (best is None or got["yellow"] > best):
            best = got["yellow"]
    found = proposal_on(shown, tile_votes(shown, "A"), "yellow", wanted, worth)
    assert (None if found is None else found.value) == best
    if found is not None:
        assert sorted(card for cards in found.cards.values() for card in cards) == sorted(stock)
        assert passes(votes, found.supporters)


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(any),
    st.lists(st.sampled_from(["grain", "wood"]), max_size=4),
)
@settings(max_examples=40)
def test_splits(villages: list[int], stock: list[str]) -> None:
    shown = with_stock(villages, stock)
    players = list(tile_votes(shown, "A").votes)
    assert sum(proportional_split(shown, "A").values()) == len(stock)
    worth = {"wood": 2}
    least = 0
    for owners in product(players, repeat=len(stock)):
        got = dict.fromkeys(players, 0)
        for card, owner in zip(stock, owners, strict=True):
            got[owner] += worth.get(card, 1)
        least = max(least, min(got.values()))
    split = max_min_split(shown, "A", worth)
    smallest = min(
        (sum(worth.get(card, 1) for card in split.get(player, ())) for player in players), default=0
    )
    assert smallest == least
