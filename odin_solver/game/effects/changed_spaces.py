"""Cards that change what action spaces do, cost or need."""

from collections.abc import Callable

import msgspec

from odin_solver.components import TILES
from odin_solver.components.spaces import Group
from odin_solver.game.actions.exchange import Either, Exchange, things
from odin_solver.game.actions.mountains import Upgrade, upgraded
from odin_solver.game.actions.voyages import Explore
from odin_solver.game.cards import Bend, Card, Facts, register
from odin_solver.game.effects.blocks import cheaper, column, spaces_of
from odin_solver.game.effects.deals import deal, deal_words, strike, why_no_deal
from odin_solver.game.effects.each_time_spaces import (
    BUILD_HOUSES,
    CRAFTING,
    MOUNTAIN_AND_UPGRADE,
)
from odin_solver.game.effects.strips import StripItems, first_item
from odin_solver.game.node import Node, Step
from odin_solver.game.order import ByCard
from odin_solver.game.state import State
from odin_solver.game.things import add
from odin_solver.game.turn import EndOfAction

Nodes = tuple[Node, ...]


def changes(spaces: frozenset[str], change: Callable[[Nodes], Nodes]) -> Bend:
    """Bend what some spaces do."""
    return lambda state, nodes, facts: change(nodes) if facts["space"] in spaces else nodes


# --- prices ---

EMIGRATION = frozenset({"emigrate_2", "emigrate_3", "whaling_boat_to_knarr_emigrate"})


def patron_cost(state: State, cost: dict[str, int], facts: Facts) -> dict[str, int]:
    """2: an action that costs 2 silver or more costs 1 less."""
    silver = cost.get("silver", 0)
    return cost | {"silver": silver - 1} if silver >= 2 else cost


def patron_emigration(state: State, price: int, facts: Facts) -> int:
    """2: the same for emigration, if it is the action of a space and not that of a card."""
    ours = state.space in EMIGRATION and not _by_card(state)
    return price - 1 if price >= 2 and ours else price


def _by_card(state: State) -> bool:
    """Whether a card does what is done now, in the midst of the action of a space."""
    whose = (each for each in reversed(state.stack) if isinstance(each, ByCard | EndOfAction))
    return isinstance(next(whose, None), ByCard)


def patron_sale(state: State, price: int, facts: Facts) -> int:
    """2: the same for a special sale, where the prices of both tiles are added up."""
    before = sum(TILES[name].price or 0 for name, _ in state.gained if name in TILES)
    return price - 1 if before < 2 <= before + price else price


# --- other effects ---

FUR = tuple(deal(f"{name}=1", "fur=1") for name in ("game_meat", "silk"))


class UpgradeOrFur(Upgrade, frozen=True, tag=True):
    """102: an upgrade, or 1 fur for 1 game meat or 1 silk instead."""

    def asker(self) -> int:
        return 102

    def moves(self, state: State) -> list[str]:
        possible = [each for each in FUR if why_no_deal(state, each) is None]
        found = [f"exchange {deal_words(each)}" for each in possible if not self.made]
        return [*found, *super().moves(state)]

    def blocked(self, state: State) -> str | None:
        if any(why_no_deal(state, each) is None for each in FUR):
            return None
        return super().blocked(state)

    def do(self, state: State, move: str) -> None:
        words = move.removeprefix("exchange ")
        if words == move:
            super().do(state, move)
        else:
            strike(state, next(each for each in FUR if deal_words(each) == words))


class UpgradeOneTwice(Upgrade, frozen=True, tag=True):
    """152: an upgrade of several goods, one of them by two steps."""

    doubled: bool = False

    def asker(self) -> int:
        return 152

    def moves(self, state: State) -> list[str]:
        if self.doubled:
            return super().moves(state)
        twice = [f"upgrade {name} twice" for name in state.supply if upgraded(name, 2)]
        return [*super().moves(state), *twice]

    def do(self, state: State, move: str) -> None:
        doubled = self.doubled or move.endswith(" twice")
        Upgrade.do(msgspec.structs.replace(self, doubled=doubled), state, move)


def replace_upgrade(nodes: Nodes, kind: type[Upgrade]) -> Nodes:
    """Put a special kind of upgrade in the place of a usual one."""
    return tuple(
        kind(*msgspec.structs.astuple(node)) if isinstance(node, Upgrade) else node
        for node in nodes
    )


class ExploreAnywhere(Explore, frozen=True, tag=True):
    """107: explore any board with any ship."""

    def asker(self) -> int:
        return 107

    def moves(self, state: State) -> list[str]:
        if not (state.boats or state.knarrs or state.longships):
            return []
        return [f"explore {each.board}" for each in state.exploration]

    def blocked(self, state: State) -> str | None:
        if not state.exploration:
            return "no board is left to be explored"
        return None if self.moves(state) else "it needs a ship"


class ItemBeforeOre(Step, frozen=True, tag=True):
    """103: take an item of a strip before ore is exchanged; it may be the ore that is needed.

    Attributes
    ----------
    node
        What exchanges the ore.
    """

    node: Node

    def blocked(self, state: State) -> str | None:
        reason = self.node.blocked(state)
        if reason and any(items[:1] == ("ore",) for items in state.strips):
            other = state.copy()
            add(other, "ore", 1)
            return self.node.blocked(other)
        return reason

    def run(self, state: State) -> None:
        if self.node.blocked(state):
            state.push(StripItems(kinds=("ore",), optional=False), ByCard(103), self.node)
        else:
            state.push(StripItems(), ByCard(103), self.node)


def item_before_ore(nodes: Nodes) -> Nodes:
    """103: put the item before whatever takes ore."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Either):
            found.append(
                Either(
                    tuple(
                        (label, (ItemBeforeOre(part[0]),) if label == "pay ore" else part)
                        for label, part in node.options
                    )
                )
            )
        else:
            found.append(ItemBeforeOre(node))
    return tuple(found)


class Instead(Either, frozen=True, tag=True):
    """The effect of a space, or what a card lets the player do instead.

    Attributes
    ----------
    card
        The card.
    """

    card: int = 0

    def asker(self) -> int:
        return self.card


def or_knarr(nodes: Nodes) -> Nodes:
    """105: build a knarr for 3 wood instead."""
    knarr = Exchange(things(wood=3), things(knarr=1))
    return (Instead((("build whaling_boat", nodes), ("build knarr", (knarr,))), 105),)


def or_upgrades(nodes: Nodes) -> Nodes:
    """185: upgrade up to 2 goods instead."""
    return (Instead((("raid", nodes), ("upgrades", (Upgrade(2),))), 185),)


def fewer_plunderers(state: State, vikings: int, facts: Facts) -> int:
    """106: 1 Viking less with 3 longships, 2 less with 4."""
    if facts["space"] == "plundering":
        return vikings - {3: 1, 4: 2}.get(len(state.longships), 0)
    return vikings


def emigration_for_less(state: State, price: int, facts: Facts) -> int:
    """170: 2 silver less, but not less than 0."""
    return max(0, price - 2)


register(Card(1, rules=cheaper("silver", spaces_of(Group.LIVESTOCK_MARKET))))
register(
    Card(
        2,
        rules={"cost": patron_cost, "emigration": patron_emigration, "price": patron_sale},
        # An action that others make cheaper may no longer cost 2 silver.
        place=-1,
    )
)
register(
    Card(
        102,
        rules={
            "effects": changes(
                MOUNTAIN_AND_UPGRADE, lambda nodes: replace_upgrade(nodes, UpgradeOrFur)
            )
        },
    )
)
register(
    Card(103, rules={"effects": changes(frozenset({"forge", "craft_chest"}), item_before_ore)})
)
register(Card(105, rules={"effects": changes(frozenset({"build_whaling_boat"}), or_knarr)}))
register(Card(106, rules={"vikings": fewer_plunderers}))
register(
    Card(
        107,
        rules={
            "effects": changes(
                frozenset({"explore_1"}), lambda nodes: (ExploreAnywhere("explore_1"),)
            )
        },
    )
)
register(first_item(113, CRAFTING))
register(Card(116, rules=cheaper("stone", BUILD_HOUSES)))
register(first_item(121, spaces_of(Group.BUILD_HOUSES, Group.BUILD_SHIPS)))
register(
    Card(
        152,
        rules={
            "effects": changes(
                frozenset({"upgrade_3", "upgrade_4", "upgrade_3_weapons_4"}),
                lambda nodes: replace_upgrade(nodes, UpgradeOneTwice),
            )
        },
    )
)
register(first_item(164, column(4), "stone", "ore"))
register(Card(170, rules={"emigration": emigration_for_less}))
register(Card(185, rules={"effects": changes(frozenset({"raiding"}), or_upgrades)}))
