"""Rounds at a table: the rules of the rulebook, logs that replay, search over votes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from odin_solver.errors import InputError
from odin_solver.graenaland.examples import graenaland_example
from odin_solver.graenaland.files import graenaland_from, round_from
from odin_solver.graenaland.model.solve import Wish, reach
from odin_solver.graenaland.parts import DECKS
from odin_solver.graenaland.rounds.bargains import Bargaining, rated_sends
from odin_solver.graenaland.rounds.heroes import COMPASS, home_of, reached
from odin_solver.graenaland.rounds.options import choices
from odin_solver.graenaland.rounds.paying import cheapest_payment
from odin_solver.graenaland.rounds.table import (
    Round,
    at_moves,
    at_proposals,
    begun,
    line_of,
    move_of,
    replayed,
)
from odin_solver.graenaland.rules.building import BuildingPhase, BuildItem, replay
from odin_solver.graenaland.rules.violations import position_violations
from tests.graenaland.bargaining import COLOURS, BruteForce, random_position
from tests.graenaland.positions import position

A, B, F = "A", "B", "F"


def table(main: str = "red", **changes: Any) -> Round:
    """A round of four players, of whom yellow is the owner of the hand."""
    return begun(position(main=main, mode="final", **changes))


def played(now: Round, *lines: str) -> Round:
    for line in lines:
        now = now.after(move_of(line))
    return now


def proposed(now: Round, tile: str, owners: str, yes: str = "") -> Round:
    """A proposal, and the votes of those who are for it."""
    now = played(now, f"propose {tile}", *(f"give {each}" for each in owners.split()))
    while yes and now.phase == "vote":
        now = played(now, "yes" if now.player in yes.split() else "no")
    return now


def quiet(now: Round) -> Round:
    """Cards are those that decks have most of; nobody moves a hero or makes a proposal."""
    while now.phase in ("draw", "move", "propose"):
        if now.phase == "draw":
            terrain = now.position.tiles[now.draws[0][0]].printed.terrain
            now = played(now, f"draw {next(iter(DECKS[terrain]))}")
        else:
            now = played(now, "stay" if now.phase == "move" else "pass")
    return now


ISLAND = [{"id": each} for each in "ABCDFGH"]
"""Coast A B C D, inland F G H."""


def island(**on: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**tile, **on.get(tile["id"], {})} for tile in ISLAND]


@pytest.mark.rule("G.1")
@pytest.mark.parametrize(("stock", "kinds"), [(0, "up yield"), (1, "up"), (2, "up"), (3, "")])
def test_production_of_the_rulebook(stock: int, kinds: str) -> None:
    """The example of p. 8: two settlements, a road, a better yield."""
    tile = {"villages": {"yellow": 2}, "works": ["road", "yield"], "stock": ["wood"] * stock}
    now = table(tiles=island(B=tile))
    drawn = []
    while now.phase == "draw":
        drawn.append(now.draws[0][1])
        now = played(now, "draw wood")
    assert " ".join(drawn) == kinds
    down = int(stock < 2)
    assert now.position.tiles["B"].stock.count(None) == down
    assert len(now.position.tiles["B"].stock) == 3


@pytest.mark.rule("G.15")
def test_a_card_of_the_yield_improvement_may_be_discarded() -> None:
    now = table(tiles=island(B={"villages": {"yellow": 2}, "works": ["yield"]}))
    other = played(now, "draw grain", "draw grain")  # the symbol of B is wood
    assert other.position.tiles["B"].stock == ("grain",)
    assert other.position.discards["forest"] == {"grain": 1}
    assert played(now, "draw grain", "draw wood").position.tiles["B"].stock == ("grain", "wood")
    with pytest.raises(InputError, match="or draw livestock, got 'draw gold'"):
        played(now, "draw gold")


@pytest.mark.rule("G.16")
def test_the_compass() -> None:
    """Heroes go to tiles that touch, along the coast up to two tiles."""
    shown = position(tiles=ISLAND)
    to = {(tile, way): reached(shown, tile, way) for tile in "ABCDFGH" for way in COMPASS}
    assert {way: there for (tile, way), there in to.items() if tile == "B"} == {
        "left": "A",
        "right": "C",
        "left2": None,
        "right2": "D",
        "up-left": "F",
        "up-right": "G",
        "down-left": None,
        "down-right": None,
    }
    assert {there for (tile, _), there in to.items() if tile == "F"} == {"G", "A", "B", None}
    assert to["G", "left"] == "F"
    assert to["G", "down-right"] == "C"
    assert to["F", "right2"] is None, "two tiles only along the coast"
    assert to["D", "up-right"] is None
    assert to["D", "up-left"] == "H"
    for (tile, _), there in to.items():
        steps = shown.neighbours[tile] | {
            far for n in shown.neighbours[tile] for far in shown.neighbours[n]
        }
        assert there is None or there in steps
        assert there is None or there in shown.neighbours[tile] or {tile, there} <= set("ABCD")


@pytest.mark.rule("G.16")
def test_a_move_that_is_not_valid_stays() -> None:
    now = table(
        tiles=island(A={"heroes": {"yellow": "warrior"}}, F={"heroes": {"white": "warrior"}})
    )
    now = played(now, "send warrior left2", "send warrior right2")
    assert home_of(now.position, "yellow", "warrior") == "A"
    assert home_of(now.position, "white", "warrior") == "F"
    assert now.phase == "build", "nobody has a card to share out"


@pytest.mark.rule("G.17")
def test_own_heroes_change_places_and_others_do_not_mind() -> None:
    here = {
        "A": {"heroes": {"yellow": "warrior", "white": "skald"}},
        "B": {"heroes": {"yellow": "priest"}},
    }
    now = played(table(tiles=island(**here)), "send warrior right", "send skald right")
    assert now.position.tiles["A"].heroes == {"yellow": "priest"}
    assert now.position.tiles["B"].heroes == {"yellow": "warrior", "white": "skald"}


@pytest.mark.rule("G.19")
def test_moves_are_shown_together_and_the_main_player_stays() -> None:
    here = dict.fromkeys(COLOURS[:4], "warrior")
    now = table(tiles=island(B={"heroes": here}))
    assert now.queue == ("yellow", "white", "purple"), "the owner of the hand chooses first"
    now = played(now, "send warrior left", "stay")
    assert now.position.tiles["B"].heroes == here
    assert played(now, "stay").position.tiles["A"].heroes == {"yellow": "warrior"}
    with pytest.raises(InputError, match="expected a legal stay or send"):
        played(now, "send priest left")


@pytest.mark.rule("G.18")
def test_proposals_go_clockwise_from_the_left_of_the_main_player() -> None:
    tile = {"villages": {"yellow": 1, "red": 2, "white": 1}, "stock": ["wood", "?"]}
    now = at_moves(position(main="red", mode="final", tiles=island(B=tile)))
    assert (now.phase, now.queue) == ("propose", ("white", "purple", "yellow"))
    rejected = proposed(now, "B", "white red", "white yellow")
    assert rejected.position.tiles["B"].stock == ("wood", None), "half of the votes do not pass"
    assert rejected.player == "yellow", "purple has no vote anywhere"
    assert proposed(rejected, "B", "yellow yellow").phase == "vote", "the same tile once more"
    passed = proposed(now, "B", "white red", "white red")
    assert passed.position.tiles["B"].stock == ()
    assert passed.phase == "build", "nothing is left to share out"


@pytest.mark.rule("G.18")
def test_a_proposal_gives_all_cards_to_players_with_votes() -> None:
    tile = {"villages": {"yellow": 1, "red": 2, "white": 1}, "stock": ["wood", "?"]}
    now = at_proposals(position(main="red", mode="final", tiles=island(B=tile)))
    with pytest.raises(InputError, match="expected a legal pass or propose B, got 'propose A'"):
        played(now, "propose A")
    now = played(now, "propose B")
    assert [each.move[1] for each in now.legal()] == ["yellow", "red", "white"]
    now = played(now, "give yellow")
    assert now.phase == "share"
    now = played(now, "give red")
    assert (now.phase, now.voters) == ("vote", ("yellow", "red", "white")), "red may vote too"


@pytest.mark.rule("G.18")
def test_who_gets_a_card_face_down_looks_at_it() -> None:
    tile = {"villages": {"yellow": 2}, "stock": ["wood", "?"]}
    now = at_proposals(position(main="red", mode="final", hand={"wood": 1}, tiles=island(B=tile)))
    now = proposed(now, "B", "yellow yellow", "yellow")
    assert now.phase == "look"
    assert now.position.hand["wood"] == 2
    assert played(now, "look livestock").position.hand["livestock"] == 1


PALISADE = graenaland_example("palisade")


@pytest.mark.rule("G.2")
def test_the_palisade_of_the_rulebook() -> None:
    """The example of p. 8: votes 1, 2, 2, 3 and 0; 4 of 8 fail, 5 pass."""
    now = at_proposals(PALISADE)
    assert "blue" not in {each.move[1] for each in played(now, "propose A").legal()}
    fails = proposed(now, "A", "red red white", "red white")
    assert fails.position.tiles["A"].stock
    passed = proposed(now, "A", "red red white", "red white yellow")
    assert not passed.position.tiles["A"].stock


@pytest.mark.rule("G.20")
def test_priest_and_skald_enter_where_they_are_built() -> None:
    village = {"villages": {"white": 1}}
    now = quiet(
        table("white", tiles=island(A=village, B={**village, "heroes": {"white": "warrior"}}))
    )
    assert played(now, "build church@A").position.tiles["A"].heroes == {"white": "priest"}
    now = played(now, "build hall@B")
    assert now.position.tiles["B"].heroes == {"white": "warrior"}, "another own hero is there"
    assert now.waiting == {("white", "skald"): "B"}
    now = played(now, "done")
    assert now.position.main == "purple"
    now = played(now, "draw grain", "draw wood", "send warrior left")
    assert now.position.tiles["B"].heroes == {"white": "skald"}, "before the first proposal"
    assert not now.waiting
    assert now.phase == "propose"


@pytest.mark.rule("G.20")
def test_another_church_may_bring_the_priest() -> None:
    one = {"villages": {"white": 1}}
    church = {**one, "buildings": {"church": "white"}, "heroes": {"white": "priest"}}
    now = quiet(
        table("white", tiles=island(A=church, B=one, C={**one, "heroes": {"white": "skald"}}))
    )
    built = played(now, "build church@B")
    assert built.position.tiles["A"].heroes == {"white": "priest"}
    assert played(built, "relocate priest").position.tiles["B"].heroes == {"white": "priest"}
    for lines in (
        ["relocate priest"],
        ["build church@B", "build fort@B", "relocate priest"],
        ["build church@C", "relocate priest"],
    ):
        with pytest.raises(InputError, match="got 'relocate priest'"):
            played(now, *lines)


@pytest.mark.rule("G.21")
def test_what_the_main_player_builds_is_paid() -> None:
    shown = position(
        hand={"wood": 2, "livestock": 1, "gold": 2},
        offered=[["ore", "ore"], ["grain", "wood"]],
        tiles=island(C={"villages": {"yellow": 1}}),
    )
    now = played(begun(shown), "draw wood")
    assert now.phase == "build", "no hero, and nobody else has a vote"
    assert now.position.mode == "main"
    built = played(now, "build village@C")  # 2 wood, 2 livestock
    assert built.position.hand == {"grain": 0, "livestock": 0, "wood": 0, "ore": 0, "gold": 1}
    with pytest.raises(InputError, match="the hand does not pay"):
        played(built, "build village@C")
    with pytest.raises(InputError, match="expected a legal take or build"):
        played(built, "done")
    with pytest.raises(InputError, match="got 'take grain wood'"):
        played(built, "take ore ore", "take grain wood")
    end = played(built, "take ore ore", "done")
    assert end.phase == "supply"
    after = played(end, "supply wood wood")
    assert after.position.offered == (("grain", "wood"), ("wood", "wood"))
    assert (after.number, after.position.main) == (2, "red")
    assert after.position.kept == (("ore", "ore"),)


@pytest.mark.rule("G.21")
def test_what_others_build_is_only_placed() -> None:
    now = quiet(table(tiles=island(A={"villages": {"red": 1}})))
    assert now.position.mode == "final"
    now = played(now, "build village@A", "build army", "build road@A", "build church@A")
    assert now.position.tiles["A"].villages == {"red": 2}
    assert now.position.army["red"] == 2
    with pytest.raises(InputError, match="got 'build village@D'"):
        played(now, "build village@D")
    with pytest.raises(InputError, match="got 'build village@Z'"):
        played(now, "build village@Z")


@pytest.mark.rule("G.22")
def test_three_goals_win_and_others_build_once_more() -> None:
    tiles = island(
        A={"villages": {"red": 4}},
        B={"villages": {"red": 2}},
        C={"villages": {"red": 1, "yellow": 1}},
    )
    now = quiet(table(hand={"wood": 2, "livestock": 2}, tiles=[*tiles]))
    with pytest.raises(InputError, match="got 'win'"):
        played(now, "win")
    now = played(now, "build village@C", "win")
    assert (now.winner, now.queue) == ("red", ("white", "purple", "yellow"))
    with pytest.raises(InputError, match="got 'take ore ore'"):
        played(now, "take ore ore")
    now = played(now, "done", "done")
    assert now.position.mode == "final"
    with pytest.raises(InputError, match="got 'build road@C'"):
        played(now, "build road@C")
    now = played(now, "build village@C", "done")
    assert now.phase == "over"
    assert now.position.tiles["C"].villages == {"red": 2, "yellow": 2}


@pytest.mark.rule("G.23")
def test_claims_of_points() -> None:
    """The highest claim wins; of equals the one closest to the main player, who is first."""
    now = at_proposals(graenaland_example("points"))  # red is the main player, white is next
    now = quiet(replace(now, queue=("white",)).after(("pass",)))
    assert now.phase == "claim"
    assert played(now, "go").queue == ("red",)
    assert played(now, "claim yellow 6", "claim white 6", "go").winner == "white"
    assert played(now, "claim white 6", "claim red 6", "go").winner == "red"
    won = played(now, "claim white 6", "claim yellow 7", "go")
    assert (won.winner, won.queue) == ("yellow", ("yellow", "red", "white"))
    with pytest.raises(InputError, match="got 'claim white 5'"):
        played(now, "claim white 5")


@pytest.mark.rule("G.24")
def test_a_joint_work_is_announced_once() -> None:
    shown = position(hand={"wood": 1}, tiles=island(A={"villages": {"yellow": 1, "red": 1}}))
    now = played(quiet(begun(shown)), "joint road@A", "promise ore")
    assert now.position.joint is not None
    assert played(now, "build road@A").position.hand["wood"] == 0
    with pytest.raises(InputError, match="got 'joint market@A'"):
        played(now, "joint market@A")
    theirs = played(quiet(begun(replace(shown, main="red"))), "joint road@A", "promise wood")
    assert theirs.position.joint is None
    assert theirs.position.hand["wood"] == 1
    assert played(theirs, "build road@A").position.hand["wood"] == 0
    assert played(theirs, "done").position.hand["wood"] == 1, "it need not be built"
    with pytest.raises(InputError, match="got 'promise gold'"):
        played(theirs, "promise gold")


@pytest.mark.rule("G.14")
def test_a_guest_of_five_players_builds_one_item() -> None:
    here = island(A={"villages": {"white": 1, "red": 1}})
    five = position(players=COLOURS, main="red", mode="final", tiles=here)
    now = quiet(begun(five))
    guest = played(now, "guest white", "build village@A")
    assert guest.position.tiles["A"].villages == {"white": 2, "red": 1}
    assert guest.player == "red"
    assert played(now, "guest white", "done").player == "red"
    with pytest.raises(InputError, match="expected a legal"):
        played(guest, "joint road@A")
    with pytest.raises(InputError, match="got 'guest white'"):
        played(quiet(table(tiles=here)), "guest white")


def random_play(now: Round, rng: Random, rounds: int) -> tuple[Round, list[str]]:
    """Play at random; return the lines too."""
    lines: list[str] = []
    while now.phase != "over" and now.number <= rounds:
        allowed = choices(now, rng)
        quiet_ones = [each for each in allowed if each.moves[0][0] in ("done", "go", "take", "win")]
        chosen = rng.choice(quiet_ones if quiet_ones and rng.random() < 0.3 else allowed)
        for move in chosen.moves:
            now = now.after(move)
            lines.append(line_of(move))
    return now, lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_random_rounds_replay_from_their_lines(seed: int) -> None:
    rng = Random(seed)
    first = replace(random_position(rng), offered=(("wood", "ore"), ("grain", "grain")))
    now, lines = random_play(begun(first), rng, 3)
    assert replayed(first, lines) == now
    assert len(lines) > 20
    houses = [now.position.settlements(player) for player in now.position.players]
    assert max(houses) <= 13
    heroes = [pair for state in now.position.tiles.values() for pair in state.heroes.items()]
    assert len(heroes) == len(set(heroes)), "each hero is on one tile"
    faults = [each for each in position_violations(now.position) if "hand" not in each]
    assert not faults


def bargains(begin: int) -> Iterator[tuple[Round, BruteForce]]:
    """Rounds in which somebody may make a proposal, without end."""
    for seed in count(begin):
        now = at_moves(random_position(Random(seed)))
        while now.phase == "move":
            now = played(now, "stay")
        if now.phase == "propose":
            yield now, BruteForce(now.position, now.queue)


@pytest.mark.slow
@pytest.mark.rule("G.25")
@pytest.mark.parametrize("begin", [0, 1000, 2000, 3000, 4000, 5000])
def test_proposals_called_accepted_are_accepted_by_brute_force(begin: int) -> None:
    """In 300 random rounds; the rule of the search is stated again in `bargaining`."""
    checked = 0
    for now, oracle in islice(bargains(begin), 50):
        talks = Bargaining(now.position, now.queue)
        payoffs, expected = talks.follows(0, talks.start)
        ends_after, proposed = oracle.outcome(0, talks.start)
        assert payoffs == ends_after
        found = expected and (expected.proposal.tile, expected.proposal.owners)
        assert found == proposed
        for (at, left), _ in list(talks.known.items()):
            for each in talks.best(at, left) if at < len(now.queue) else ():
                tile, owners = each.proposal.tile, each.proposal.owners
                ends, yes = oracle.vote(at, left, tile, owners)
                votes = oracle.votes[tile]
                assert each.passes
                assert set(each.yes) == yes
                assert dict(each.gets) == ends
                assert 2 * sum(votes[player] for player in yes) > sum(votes.values())
                checked += 1
    assert checked > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_single_item_is_paid_with_fewest_cards_as_by_the_model(seed: int) -> None:
    rng = Random(seed)
    cards = ["grain", "livestock", "wood", "ore", "gold"]
    shown = position(
        hand={card: rng.randint(0, 2) for card in cards},
        supply=[rng.choices(cards[:4], k=2) for _ in range(rng.randint(0, 2))],
        tiles=island(
            A={"villages": {"yellow": 2}, "works": ["market"], "buildings": {"fort": "yellow"}},
            B={"villages": {"red": 1}, "works": ["palisade"]},
            C={"villages": {"yellow": 1}, "works": ["market"] if seed % 2 else []},
        ),
    )
    for name in ("village@A", "village@B", "church@C", "hall@A", "road@C", "army"):
        kind, _, tile = name.partition("@")
        item = BuildItem(kind, tile)
        paid = cheapest_payment(BuildingPhase(shown), item)
        answer = reach(shown, [Wish(item)])
        single = answer.plan is not None and answer.plan.items == [item]
        assert (paid is not None) == single, name
        if paid is not None:
            assert answer.plan is not None
            assert paid.cards_spent() == answer.plan.cards
            assert replay(shown, [paid]).built == 1


def test_where_to_send_a_hero() -> None:
    """Beside the card of white a warrior of three is the majority."""
    here = {"villages": {"white": 2}, "stock": ["gold", "gold"]}
    now = at_moves(
        position(
            main="red",
            mode="final",
            army={"yellow": 3},
            tiles=island(A={"heroes": {"yellow": "warrior"}}, B=here),
        )
    )
    best, *others = rated_sends(now, 4, 0)
    assert best.move == ("send", "warrior", "right")
    assert (best.tile, best.if_still) == ("B", 6.0)
    assert all(each.if_still == 0 for each in others)


def test_a_file_with_a_round() -> None:
    data = {
        "profile": "made-up",
        "players": COLOURS[:4],
        "me": "yellow",
        "main": "red",
        "tiles": ISLAND,
    }
    shown, now = round_from({**data, "round": []})
    assert now is not None
    assert now.phase == "build"
    assert shown.mode == "final"
    assert graenaland_from({**data, "round": ["build army"]}).army["red"] == 2
    assert round_from({**data, "main": "yellow"})[1] is None
    for lines, reason in (
        (["build army", "draw wood"], r"round\[1\]: expected a legal done or build army, "),
        (["'"], r"round\[0\]: expected a move"),
        ([""], r"round\[0\]: expected a legal"),
        ([3], r"round\[0\]: "),
    ):
        with pytest.raises(InputError, match=reason):
            round_from({**data, "round": lines})
