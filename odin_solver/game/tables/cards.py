"""Reading tables: occupations, and the weapon cards."""

from collections import Counter

import msgspec

from odin_solver.components.heard import names_of
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.others import SWAPS, why_not_laid
from odin_solver.game.kernel.state import State
from odin_solver.game.tables.fields import TableFields
from odin_solver.game.tables.options import CARD_LISTS
from odin_solver.support.language import say


def read_weapons(fields: TableFields, state: State) -> None:
    """Lay the weapon cards; the pile holds what has not been seen.

    Those of others lie face up: what they took at the beginning, if nothing else is said.
    """
    discards = fields.counts("discards", names_of("weapon"))
    others = state.options.players - 1
    theirs = fields.counts("others_weapons", names_of("weapon"))
    if "others_weapons" not in fields.data:
        theirs = {name: others * each.start for name, each in WEAPONS.items()}
    elif theirs and not others:
        fields.faults.said("others_weapons: there are no other players")
    unseen = {
        name: each.copies - state.has(name) - discards.get(name, 0) - theirs.get(name, 0)
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
    for key in CARD_LISTS:
        numbers = tuple(map(int, fields.named(key, names_of("card"))))
        for number in numbers:
            if number not in in_game:
                fields.faults.said(
                    "{key}: card {number} is not in this game", key=key, number=number
                )
        seen.update(numbers)
        lists.append(numbers)
    for number, count in seen.items():
        if count > 1:
            fields.faults.said("hand, played: card {number} is seen twice", number=number)
    state.hand, state.played = lists[0], lists[1]
    state.deck = tuple(number for number in state.deck if number not in seen)
    state.starting_deck = ()
    unseen = fields.file.others_unseen
    fields.at_most("others_unseen", unseen, len(state.deck), say("occupations not seen"))
    laid = frozenset(fields.named("others_laid", names_of("tile").only(SWAPS)))
    for name in sorted(laid):
        if (reason := why_not_laid(state, name)) is not None:
            fields.fault(f"others_laid: {reason}")
    state.others = msgspec.structs.replace(state.others, hidden=unseen, played=lists[3], laid=laid)
