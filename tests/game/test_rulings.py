"""Rulings: each one changes what its docstring says, and without it the default reading holds."""

from typing import Any

import pytest

from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, State, new_game
from odin_solver.game.kernel.rulings import RULINGS, Ruling, ruling
from odin_solver.game.log import parse, text
from odin_solver.game.serial import state_data, state_from
from tests.game.building import STRIPS, change, filled, play, rest, turn
from tests.game.cards.helping import PLAY, Items, choices, luck

EVERY_CARD = frozenset(OCCUPATIONS)


def start(rulings: set[Ruling], have: Items | None = None, *, at: int = 1, **fields: Any) -> State:
    """A turn of a game with rulings."""
    options = Options(cards=EVERY_CARD, rulings=frozenset(rulings))
    return turn(at, have, options, **{"hand": (), "played": ()} | fields)


def with_and_without(name: Ruling, have: Items | None = None, **fields: Any) -> tuple[State, State]:
    """The same turn by the default reading and with a ruling."""
    return start(set(), have, **fields), start({name}, have, **fields)


@pytest.mark.rule("3.17")
def test_lone_silver_removed() -> None:
    """Of four strips one has items left, and one two of its silver."""
    strips = (("wood", "silver2"), ("ore", "stone", "silver2"), ("silver2",), ("silver2",) * 2)
    usual, other = (
        rest(state) for state in with_and_without(Ruling.LONE_SILVER_REMOVED, strips=strips)
    )
    assert usual.strips[:-1] == (("silver2",), ("stone", "silver2"), ("silver2",))
    assert other.strips[:-1] == (("stone", "silver2"),)


def test_lone_silver_removed_goes_to_the_general_supply() -> None:
    """Card 173 gives 2 silver for each two silver that go there."""
    usual, other = (
        change(state, rest(state)).get("silver", 0)
        for state in with_and_without(
            Ruling.LONE_SILVER_REMOVED, played=(173,), strips=(("ore", "silver2"),)
        )
    )
    assert other - usual == 2


@pytest.mark.rule("4.6")
def test_card_before_only() -> None:
    usual, other = with_and_without(Ruling.CARD_BEFORE_ONLY, hand=(183,))
    moves = ["use master_crafting", "skip"]
    assert choices(usual, *moves) == ["play 183", "skip"]
    assert "pass" in choices(other, *moves)
    assert play(other, *moves).has("silver") == 4
    assert 183 in play(other, "use master_crafting", "play 183").played


@pytest.mark.rule("8.6")
def test_harvest_fewer_cards() -> None:
    usual = Options(cards=EVERY_CARD, harvest=True)
    other = Options(cards=EVERY_CARD, harvest=True, rulings=frozenset({Ruling.HARVEST_FEWER_CARDS}))
    cards = [{*state.deck, *state.starting_deck} for state in map(new_game, (usual, other))]
    assert [len(EVERY_CARD) - len(each) for each in cards] == [8, 38]
    assert {1, 104, 190} <= cards[0] - cards[1]


@pytest.mark.rule(9)
def test_boatman_keeps_ore() -> None:
    """Ore that finds no cell is lost, or kept."""
    usual, other = with_and_without(Ruling.BOATMAN_KEEPS_ORE, {"longship": 2}, played=(9,))
    assert choices(other, "pass")[0].startswith("lay ore")
    assert change(other, play(other, "pass", "lay ore home a1")).get("ore", 0) == 0
    for state in (usual, other):
        state.boards = (filled("home", "a1:m12"),)
    assert luck(play(usual, "pass")).has("ore") == 0
    assert luck(play(other, "pass")).has("ore") == 2


@pytest.mark.rule(60, 151)
def test_inspector_together() -> None:
    usual, other = with_and_without(
        Ruling.INSPECTOR_TOGETHER,
        {"silver": 3},
        at=3,
        hand=(60,),
        played=(151,),
        placed=(("upgrade_3", 2),),
    )
    moves = [PLAY, "play 60", "return upgrade_3", "return upgrade_3"]
    assert [play(state, *moves).has("silver") for state in (usual, other)] == [2, 1]


@pytest.mark.rule(78)
def test_merchant_turns_animals() -> None:
    """A cattle that is turned over is no cattle that enters (card 174)."""
    have = {"knarr": 1, "sheep": 1, "cattle": 1, "silver": 9}
    usual, other = with_and_without(Ruling.MERCHANT_TURNS_ANIMALS, have, hand=(78,), played=(174,))
    assert "pass" in choices(usual, PLAY, "play 78")
    cattle = "exchange cattle=1 for pregnant_cattle=1"
    sheep = "exchange sheep=1 for pregnant_sheep=1"
    assert choices(other, PLAY, "play 78") == [sheep, cattle, "skip"]
    after = play(other, PLAY, "play 78", cattle)
    assert choices(after) == [sheep, "exchange pregnant_cattle=1 for cattle=1", "skip"]
    after = play(after, sheep)
    assert "pass" in choices(after)
    assert after.supply == {"pregnant_sheep": 1, "pregnant_cattle": 1, "silver": 9}
    _, fleet = with_and_without(Ruling.MERCHANT_TURNS_ANIMALS, {"knarr": 2, "sheep": 1}, hand=(78,))
    back = "exchange pregnant_sheep=1 for sheep=1"
    assert "skip" in choices(fleet, PLAY, "play 78", sheep, back, sheep)
    assert "pass" in choices(fleet, PLAY, "play 78", sheep, back, sheep, back)


@pytest.mark.rule(87)
def test_preacher_exactly_four() -> None:
    usual, other = with_and_without(
        Ruling.PREACHER_EXACTLY_FOUR, hand=(87,), strips=(STRIPS[0], STRIPS[1][4:])
    )
    moves = [PLAY, "play 87", "mountain"]
    found = [move for move in choices(usual, *moves) if move.startswith("strip 1")]
    assert found == [f"strip 1 take {count}" for count in (4, 3, 2, 1)]
    assert choices(other, *moves) == ["strip 1 take 4"]


def test_preacher_without_four() -> None:
    """No strip has four items: the crucifix is left."""
    _, other = with_and_without(Ruling.PREACHER_EXACTLY_FOUR, hand=(87,), strips=(("ore",) * 3,))
    assert choices(other, PLAY, "play 87") == ["take crucifix"]


@pytest.mark.rule(147)
def test_steersman_two_knarrs() -> None:
    for have, possible in (
        ({"knarr": 1}, [True, False]),
        ({"knarr": 2}, [True, True]),
        ({"knarr": 1, "longship": 1}, [True, True]),
        ({"longship": 1}, [False, False]),
    ):
        states = with_and_without(Ruling.STEERSMAN_TWO_KNARRS, have, played=(147,))
        assert ["use plundering" in choices(state) for state in states] == possible
    assert "use raiding" in choices(states[1])
    knarr = start({Ruling.STEERSMAN_TWO_KNARRS}, {"knarr": 1}, played=(147,))
    assert "use raiding" in choices(knarr)


@pytest.mark.rule(154, 155, 156)
@pytest.mark.parametrize(
    ("number", "space", "have"),
    [
        (154, "mountain_3_upgrade_1", {}),
        (155, "mountain_3_upgrade_1", {}),
        (156, "mountain_3_upgrade_1", {}),
    ],
)
def test_placed_vikings_only(number: int, space: str, have: Items) -> None:
    """What a followed space gives does not count; what a space with own Vikings gives does."""
    strips = (("wood", "wood", "stone"),)
    states = with_and_without(
        Ruling.PLACED_VIKINGS_ONLY,
        have,
        hand=(77,),
        played=(number,),
        blocked=frozenset({space}),
        strips=strips,
    )
    moves = [PLAY, "play 77", f"follow {space}", "strip 1 take 3"]
    usual, other = (reacts(play(state, *moves)) for state in states)
    assert (usual, other) == (True, False)
    own = start({Ruling.PLACED_VIKINGS_ONLY}, have, played=(number,), strips=strips)
    assert reacts(play(own, f"use {space}", "strip 1 take 3"))


def reacts(state: State) -> bool:
    """Whether a card has given silver, or offers stockfish."""
    return bool(state.has("silver")) or "exchange wood=1 for stockfish=1" in choices(state)


@pytest.mark.rule(175)
def test_presser_no_gifts() -> None:
    """Card 27 gives stockfish; 53 and 83 exchange a good for it, 104 gives it."""
    oil = "exchange silver=1 for oil=1"
    for moves, offered in (
        ([PLAY, "play 27"], [True, False]),
        (["card 53 silver=1 flax=1 for stockfish=1"], [True, True]),
        ([PLAY, "play 83", "exchange flax=1 for stockfish=1"], [True, True]),
        (["use take_stockfish"], [True, True]),
    ):
        states = with_and_without(
            Ruling.PRESSER_NO_GIFTS,
            {"silver": 3, "flax": 1, "whaling_boat": 1},
            hand=(27, 83),
            played=(53, 175),
        )
        assert [oil in choices(state, *moves) for state in states] == offered


@pytest.mark.rule(175)
def test_the_offer_of_175_may_cost_the_action() -> None:
    """The offer comes before an action that needs the silver; the action is lost then."""
    have = {"silver": 3, "whaling_boat": 1}
    state = start(set(), have, hand=(27,), played=(175,))
    oil = "exchange silver=1 for oil=1"
    moves = ["use buy_sheep_and_cattle", "play 27"]
    assert oil in choices(state, *moves)
    assert play(state, *moves, "skip").animals("cattle") == 1
    assert play(state, *moves, oil).supply == {"stockfish": 1, "oil": 1, "silver": 2}


# --- mechanism ---


def test_every_ruling_has_a_text() -> None:
    assert list(RULINGS) == list(Ruling)
    for section, cards, what in RULINGS.values():
        assert section
        assert what.endswith(".")
        assert EVERY_CARD.issuperset(cards)


@pytest.mark.parametrize(
    "name", ["boatman-keeps-ore", "Boatman Keeps Ore", "BOATMAN_KEEPS_ORE", "boat"]
)
def test_names(name: str) -> None:
    assert ruling(name) == Ruling.BOATMAN_KEEPS_ORE


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("boatman-keeps-oar", "did you mean boatman-keeps-ore?"),
        ("", "`odin game rulings`"),
        ("p", "rulings`"),
    ],
)
def test_unknown_names(name: str, hint: str) -> None:
    with pytest.raises(InputError, match="unknown ruling") as error:
        ruling(name)
    assert hint in str(error.value)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (Options(rulings=frozenset({Ruling.BOATMAN_KEEPS_ORE})), "a game with card 9"),
        (Options(rulings=frozenset({Ruling.CARD_BEFORE_ONLY})), "a game with occupations"),
        (
            Options(cards=EVERY_CARD, rulings=frozenset({Ruling.HARVEST_FEWER_CARDS})),
            "a game with Harvest",
        ),
    ],
)
def test_rulings_without_effect_are_refused(options: Options, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        new_game(options)


def test_logs_and_states_keep_the_rulings() -> None:
    rulings = frozenset({Ruling.BOATMAN_KEEPS_ORE, Ruling.LONE_SILVER_REMOVED})
    game = Game(Options(cards=EVERY_CARD, rulings=rulings), seed=3)
    game.let_chance_decide()
    written = text(game)
    assert "\nrulings boatman-keeps-ore lone-silver-removed\n---\n" in written
    assert parse(written).options == game.options
    data = state_data(game.state)
    assert data["options"]["rulings"] == ["boatman-keeps-ore", "lone-silver-removed"]
    assert state_from(data) == game.state


def test_logs_and_states_without_rulings_are_as_before() -> None:
    game = Game(Options(), seed=3)
    assert "rulings" not in text(game)
    data = state_data(game.state)
    del data["options"]["rulings"]
    assert state_from(data) == game.state


def test_an_unknown_ruling_in_a_log_or_state_is_named() -> None:
    game = Game(Options(), seed=3)
    written = text(game).replace("---", "rulings boatman-keeps-oar\n---")
    with pytest.raises(InputError, match="line 8: rulings: unknown ruling 'boatman-keeps-oar'"):
        parse(written)
    data = state_data(game.state)
    data["options"]["rulings"] = ["nothing"]
    with pytest.raises(InputError, match=r"invalid state of a game: .*'nothing'"):
        state_from(data)


def test_files_may_name_a_ruling_that_is_the_rule_now() -> None:
    rulings = frozenset({Ruling.LONE_SILVER_REMOVED})
    game = Game(Options(cards=EVERY_CARD, rulings=rulings), seed=3)
    written = text(game).replace("removed\n---", "removed sower-grain\n---")
    assert "sower-grain" in written
    assert parse(written).options == game.options
    data = state_data(game.state)
    data["options"]["rulings"].append("sower-grain")
    assert state_from(data) == game.state
