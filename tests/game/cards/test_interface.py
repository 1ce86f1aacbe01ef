"""The catalogue of cards, and cards that work together."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from odin_solver.components.occupations import OCCUPATIONS, OccupationKind
from odin_solver.game.cards import deck_a, deck_b, deck_c, starting
from odin_solver.game.cards.blocks.effects import reached
from odin_solver.game.kernel.cards import CARDS, emit, is_modified, modified, modifies, register
from odin_solver.game.kernel.events import ActionStarts, Event
from odin_solver.game.kernel.rules import ActionCost, FeastSilver, Rule
from odin_solver.game.kernel.state import Node
from tests.game.building import change, play, turn
from tests.game.cards.helping import choices, with_card


def test_every_card_has_an_effect() -> None:
    """None is missing, none is made up."""
    assert frozenset(CARDS) == frozenset(OCCUPATIONS)


@pytest.mark.parametrize("deck", [starting, deck_a, deck_b, deck_c])
def test_decks_are_in_order(deck: ModuleType) -> None:
    """Number and title are as printed; each module holds one deck in the order of its numbers."""
    source = Path(str(deck.__file__)).read_text(encoding="utf-8")
    wanted = [
        (str(card.number), card.name)
        for card in OCCUPATIONS.values()
        if (None if card.starting else card.deck) == DECKS[deck]
    ]
    assert re.findall(r"^# (\d+) (.*?): ", source, re.MULTILINE) == wanted
    stated = re.findall(r"^@?[\w.]+\(\s*(\d+)[,)]", source, re.MULTILINE)
    assert list(dict.fromkeys(stated)) == [number for number, _ in wanted]


DECKS = {starting: None, deck_a: "A", deck_b: "B", deck_c: "C"}


@pytest.mark.parametrize("number", sorted(OCCUPATIONS))
def test_parts_fit_the_kind(number: int) -> None:
    """Immediate cards do nothing later; the others do something later."""
    card, kind = CARDS[number], OCCUPATIONS[number].kind
    if kind == OccupationKind.IMMEDIATE:
        assert not card.on
        assert not card.rules
        assert card.anytime is None
    elif kind == OccupationKind.ANYTIME:
        assert card.anytime is not None
    else:
        assert card.on or card.rules or card.anytime
        if kind != OccupationKind.AS_SOON_AS:  # from a certain moment on
            assert card.anytime is None


def test_all_events_and_rules_are_used() -> None:
    """The engine tells nothing that no card wants to know."""
    assert {event for card in CARDS.values() for event in card.on} == set(Event.__subclasses__())
    assert {rule for card in CARDS.values() for rule in card.rules} == set(Rule.__subclasses__())


def test_no_card_twice() -> None:
    with pytest.raises(ValueError, match="two effects for occupation 10"):
        register(CARDS[10])
    with pytest.raises(ValueError, match="two effects for occupation 158"):
        modifies(158, FeastSilver)(lambda state, silver, rule: silver)


def test_names_of_nodes_are_unique() -> None:
    """States are written with the names of their nodes."""
    kinds = list(_below(Node))
    assert len({kind.__name__ for kind in kinds}) == len(kinds)


def _below(kind: type[Node]) -> list[type[Node]]:
    found = list(kind.__subclasses__())
    return found + [each for one in found for each in _below(one)]


def test_without_cards_nothing_changes() -> None:
    """Values come back as they are, and nobody is told."""
    state = turn()
    price = {"silver": 3}
    assert modified(state, ActionCost("buy_sheep"), price) is price
    assert not is_modified(state, ActionCost)
    emit(state, ActionStarts("craft_linen", 1))
    assert state == turn()


def test_cards_ask_in_the_order_of_their_numbers() -> None:
    """What is given comes before what is asked: the stockfish may be exchanged."""
    state = with_card(127, {"snare": 3}, played=(127, 129, 131))
    moves = ["use laying_a_snare", "1", "succeed", "pay snare=1"]
    assert choices(state, *moves) == ["exchange snare=1 for salt_meat=1", "skip"]
    assert choices(state, *moves, "skip") == ["exchange stockfish=1 for game_meat=1", "skip"]


def test_rules_are_modified_one_after_the_other() -> None:
    """3 silver, 1 less, and 1 less again."""
    state = with_card(1, {"silver": 1}, played=(1, 2))
    assert change(state, play(state, "use buy_cattle_milk"))["silver"] == -1


def test_what_a_card_gives_may_pay_for_what_another_one_offers() -> None:
    """1 silver of one card for the chest of the other one."""
    state = with_card(6, {"wood": 1}, played=(28, 113), strips=(("silver2", "wood"),))
    moves = ["use craft_chest", "strip 1 take 1", "pay wood", "exchange silver=1 for oil=1"]
    assert change(state, play(state, *moves)) == {"wood": -1, "silver": 2, "chest": 1, "oil": 1}


@pytest.mark.parametrize(
    ("count", "value"), [(0, "none"), (2, "none"), (3, "a"), (5, "a"), (9, "b")]
)
def test_reached(count: int, value: str) -> None:
    assert reached(count, {3: "a", 6: "b"}, "none") == value


def test_an_action_that_a_card_makes_impossible_is_void() -> None:
    """A longship sold before the plundering: there is nothing to plunder with."""
    state = turn(have={"longship": 2}, hand=(61,))
    after = play(state, "use plundering", "play 61", "exchange longship ore=0")
    assert change(state, after) == {"longship": -1, "silver": 8, "hand 61": -1, "played 61": 1}
    assert play(state, "use plundering", "play 61", "skip").has("silver_hoard") == 1


def test_an_action_inside_another_one_leaves_it_as_it_was() -> None:
    """The market of a follower gives its silver, and does not count for the space of the card."""
    state = with_card(3, hand=(77,), played=(3, 124), placed=(("flax_stockfish", 2),))
    after = play(state, "use play_occupations_1_2", "play 77", "follow flax_stockfish")
    assert change(state, after)["snare"] == 1
    assert after.space == ""
    assert after.memory == ()
