"""Cards that give things once, when they are played."""

from odin_solver.components import TILES
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.cards import Card, register
from odin_solver.game.draws import DrawWeapons
from odin_solver.game.effects.blocks import gives, houses, offers, reached, special_tiles, take
from odin_solver.game.effects.deals import Deal
from odin_solver.game.state import State


def milker(state: State) -> None:
    """10: 1 milk and 1 silver for each kind of animal."""
    kinds = sum(state.animals(kind) > 0 for kind in ("sheep", "cattle"))
    take(state, milk=kinds, silver=kinds)


def ship_owner(state: State) -> None:
    """14: whale meat for a whaling boat, a knarr and a longship; 2 for two of each."""
    sets = min(map(state.ships, ("whaling_boat", "knarr", "longship")))
    take(state, whale_meat=min(sets, 2))


def captain(state: State) -> None:
    """16: 2 to 5 silver for 4 to 7 ore on the ships."""
    ore = sum(state.boats) + sum(state.longships)
    take(state, silver=reached(ore, {4: 2, 5: 3, 6: 4, 7: 5}, 0))


def fighter(state: State) -> None:
    """18: silk, jewelry or a silver hoard for 1, 2 or 3 longships with 2 or 3 ore each."""
    armed = sum(ore >= 2 for ore in state.longships)
    if armed:
        take(state, **{reached(armed, {1: "silk", 2: "jewelry", 3: "silver_hoard"}, ""): 1})


def host(state: State) -> None:
    """19: silk, spices or jewelry for 3, 4 or 5 special tiles."""
    prize = reached(special_tiles(state), {3: "silk", 4: "spices", 5: "jewelry"}, "")
    if prize:
        take(state, **{prize: 1})


def miner(state: State) -> None:
    """22: 1 ore, 1 stone and 1 silver per longship."""
    count = len(state.longships)
    take(state, ore=count, stone=count, silver=count)


def meat_inspector(state: State) -> None:
    """26: 1 silver for each kind of red good; pregnant animals are no kind of their own."""
    kinds = {name.removeprefix("pregnant_") for name in state.supply}
    take(state, silver=sum(name in TILES and TILES[name].color == "red" for name in kinds))


def meat_preserver(state: State) -> None:
    """29: 1 salt meat for each pair of game meat and whale meat."""
    take(state, salt_meat=min(state.has("game_meat"), state.has("whale_meat")))


def storeman(state: State) -> None:
    """31: 1 more of a kind of good of which there are exactly 3."""
    deals: list[Deal] = [
        ((), ((name, 1),))
        for name, count in state.supply.items()
        if count == 3 and name in TILES and TILES[name].kind == "good"
    ]
    offers(*deals)(state)


def weapons_supplier(state: State) -> None:
    """32: draw 2, 5 or 10 weapons with 1, 2 or 3 longships."""
    count = reached(len(state.longships), {1: 2, 2: 5, 3: 10}, 0)
    state.push(DrawWeapons(count))


def sheep_shearer(state: State) -> None:
    """33: 1, 2 or 3 wool for 3, 4 or 6 sheep."""
    take(state, wool=reached(state.animals("sheep"), {3: 1, 4: 2, 6: 3}, 0))


def shepherd(state: State) -> None:
    """34: 1 milk and 1 wool for 2 sheep, and 1 more wool for 4."""
    sheep = state.animals("sheep")
    take(state, milk=int(sheep >= 2), wool=int(sheep >= 2) + int(sheep >= 4))


def equipment_supplier(state: State) -> None:
    """69: the weapons that are missing to 2 of each kind."""
    take(state, **{name: 2 - state.has(name) for name in WEAPONS})


def planter(state: State) -> None:
    """183: one orange good more with each knarr."""
    goods = ("peas", "flax", "beans", "grain", "cabbage", "fruits")
    take(state, **dict.fromkeys(goods[: state.knarrs + 2 if state.knarrs else 0], 1))


register(Card(10, when_played=milker))
register(Card(14, when_played=ship_owner))
register(Card(16, when_played=captain))
register(Card(18, when_played=fighter))
register(Card(19, when_played=host))
register(Card(22, when_played=miner))
register(Card(23, when_played=lambda state: take(state, silver=2 * houses(state))))
register(Card(24, when_played=lambda state: take(state, oil=state.knarrs, wood=len(state.boats))))
register(Card(25, when_played=lambda state: take(state, salt_meat=state.knarrs)))
register(Card(26, when_played=meat_inspector))
register(Card(27, when_played=lambda state: take(state, stockfish=len(state.boats))))
register(Card(29, when_played=meat_preserver))
register(
    Card(
        30,
        when_played=lambda state: take(
            state, silver=reached(state.has("silk"), {1: 1, 2: 3, 3: 6}, 0)
        ),
    )
)
register(Card(31, when_played=storeman))
register(Card(32, when_played=weapons_supplier))
register(Card(33, when_played=sheep_shearer))
register(Card(34, when_played=shepherd))
register(Card(43, when_played=gives(fruits=1)))
register(Card(68, when_played=lambda state: state.push(DrawWeapons(4))))
register(Card(69, when_played=equipment_supplier))
register(Card(183, when_played=planter))
