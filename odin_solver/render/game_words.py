"""Names of the game's things in plain words, and what a move means."""

from collections.abc import Iterable, Mapping

from odin_solver.components import BOARDS, TILES
from odin_solver.components.ships import SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import StripItem, thing_of
from odin_solver.game.actions.dice import ACTIONS, loot, payable
from odin_solver.game.actions.mountains import upgraded
from odin_solver.game.cards import CARDS
from odin_solver.game.play import decision
from odin_solver.game.state import State

NO_EFFECT = "no effect yet"
"""How a card is marked that scores its points and does no more."""


def called(thing: str) -> str:
    """A thing in plain words: ``skin and bones``, ``pregnant sheep``, ``Bear Island``."""
    if thing in BOARDS and BOARDS[thing].kind == "exploration":
        return BOARDS[thing].name
    if thing in TILES:
        return TILES[thing].name.lower()
    return thing.replace("_", " ")


def counted(things: Mapping[str, int] | Iterable[tuple[str, int]]) -> str:
    """Things with their numbers: ``2 wood, 1 stone``; ``nothing`` if there are none."""
    pairs = things.items() if isinstance(things, Mapping) else things
    return ", ".join(f"{count} {called(name)}" for name, count in pairs) or "nothing"


def items_text(items: Iterable[StripItem]) -> str:
    """What is printed on a mountain strip, in the order in which it is taken."""
    return " ".join(_item(item) for item in items)


def _item(item: StripItem) -> str:
    name, count = thing_of(item)
    return name if count == 1 else f"{count} {name}"


def card_title(number: int) -> str:
    """A card on one line: number, name, kind, points, and a mark if it has no effect yet."""
    from odin_solver.components.occupations import occupation

    card = occupation(number)
    points = "1 point" if card.points == 1 else f"{card.points} points"
    mark = "" if number in CARDS else f", {NO_EFFECT}"
    return f"{card.id} {card.name} ({card.kind.label}, {points}{mark})"


def card_text(number: int) -> str:
    """What is written on a card."""
    from odin_solver.components.occupations import occupation

    return occupation(number).text


def meaning(state: State, move: str) -> str:
    """What a move does, in a few words for people; empty if the move says it all."""
    verb, *words = move.split()
    if verb == "use" and words[0] in SPACES:
        space = SPACES[words[0]]
        return f"{space.name}: {space.text}"
    if verb in ("play", "keep", "card") and words and words[0].isdecimal():
        number = int(words[0])
        return f"{card_title(number)}: {card_text(number)}"
    if verb == "upgrade":
        return f"to {called(upgraded(words[0], 2 if words[-1] == 'twice' else 1))}"
    if verb == "strip" and words[1:2] == ["take"]:
        return items_text(state.strips[int(words[0]) - 1][: int(words[2])])
    if verb == "trade":
        return f"to {called(upgraded(words[0]))}"
    if verb == "explore":
        return _explored(state, words[0])
    if verb == "ship":
        return f"{called(words[0])} for {SHIPS[words[0]].price} silver"
    if verb in ("sale", "forge") and words[0] in TILES:
        price = f"for {TILES[words[0]].price} silver, " if verb == "sale" else ""
        return f"{price}{TILES[words[0]].area} cells"
    if verb in ("reroll", "succeed", "fail", "loot"):
        return _dice(state, verb, words)
    return ""


def _explored(state: State, name: str) -> str:
    silver = next((each.silver for each in state.exploration if each.board == name), 0)
    lying = f", with {silver} silver on it" if silver else ""
    return f"{BOARDS[name].name}, {BOARDS[name].points} points{lying}"


def _dice(state: State, verb: str, words: list[str]) -> str:
    """What can be done after a roll, with its price."""
    node = decision(state)
    action = getattr(node, "action", None)
    if node is None or action not in ACTIONS:
        return ""
    rules = ACTIONS[action]
    result = getattr(node, "result", 0)
    coins = " or ".join(called(name) for name in payable(state, action))
    if verb == "reroll":
        return f"roll the {rules.die} again"
    if verb == "fail":
        back = f", and {rules.returned} Viking{'s' * (rules.returned > 1)} back"
        return f"take 1 {called(rules.resource)} and 1 {called(rules.weapon)}" + (
            back if rules.returned else ""
        )
    if verb == "succeed":
        return f"pay {result} {coins}: take {counted(rules.reward)}"
    need = dict(loot(state, action)).get(words[0], 0)
    price = max(0, need - result)
    cells = sum(TILES[name].area for name in words[0].split("+") if name in TILES)
    paid = f"pay {price} {coins}" if price else "nothing to pay"
    return f"sword {need}, {cells} cells: {paid}"
