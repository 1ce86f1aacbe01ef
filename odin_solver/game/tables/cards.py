"""Reading tables: occupations, and the weapon cards."""

from collections import Counter

from odin_solver.components.heard import names_of
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import say


def read_weapons(fields: TableFields, state: State) -> None:
    """Lay the weapon cards; the pile holds what has not been seen."""
    discards = fields.counts("discards", names_of("weapon"))
    unseen = {
        name: each.copies - state.has(name) - discards.get(name, 0)
        for name, each in WEAPONS.items()
    }
    given = "weapon_pile" in fields.data
    pile = fields.counts("weapon_pile", names_of("weapon")) if given else unseen
    state.weapons, state.discards = (
        tuple(sorted((name, count) for name, count in each.items() if count > 0))
        for each in (pile, discards)
    )


def read_occupations(fields: TableFields, state: State) -> None:
    """Deal the occupations; the deck holds what has not been seen."""
    in_game = {*state.deck, *state.starting_deck}
    seen: Counter[int] = Counter()
    lists = []
    for key in ("hand", "played", "cards_gone"):
        numbers = tuple(map(int, fields.named(key, names_of("card"))))
        for number in numbers:
            if number not in in_game:
                wrong = say("{key}: card {number} is not in this game", key=key, number=number)
                fields.fault(wrong)
        seen.update(numbers)
        lists.append(numbers)
    for number, count in seen.items():
        if count > 1:
            fields.fault(say("hand, played: card {number} is seen twice", number=number))
    state.hand, state.played = lists[0], lists[1]
    state.deck = tuple(number for number in state.deck if number not in seen)
    state.starting_deck = ()
