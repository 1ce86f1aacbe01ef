"""What is impossible in a position."""

from collections import Counter
from collections.abc import Iterator

from odin_solver.graenaland.parts import DECKS, FACE_UP, HOUSES, RESOURCES, WITHOUT_BUILDINGS, WORKS
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.production import stock_limit


def position_violations(position: GraenalandPosition) -> list[str]:
    """Return everything that breaks a rule, each with its field."""
    return [*_on_tiles(position), *_of_players(position), *_of_cards(position)]


def _on_tiles(position: GraenalandPosition) -> Iterator[str]:
    for name, state in position.tiles.items():
        for kind, owner in state.buildings.items():
            if state.printed.terrain in WITHOUT_BUILDINGS:
                yield f"tiles: {name}: no building may stand in {state.printed.terrain}"
            elif kind not in state.printed.buildings:
                yield f"tiles: {name}: no {kind} may stand there by the profile"
            if not state.villages.get(owner):
                yield f"tiles: {name}: the {kind} of {owner} needs a village of {owner} there"
        if state.works and not state.all_settlements:
            yield f"tiles: {name}: a public work needs a settlement there"
        if len(state.stock) > stock_limit(state):
            yield f"tiles: {name}: stock: expected at most {stock_limit(state)} cards"
    if position.options.limited_tokens:
        for kind, tokens in WORKS.items():
            if position.works(kind) > tokens:
                yield f"tiles: works: expected at most {tokens} of {kind}"


def _of_players(position: GraenalandPosition) -> Iterator[str]:
    heroes = Counter(
        (player, hero) for state in position.tiles.values() for player, hero in state.heroes.items()
    )
    for (player, hero), count in heroes.items():
        if count > 1:
            yield f"tiles: heroes: {player} has the {hero} on {count} tiles"
    for player in position.players:
        houses = position.settlements(player)
        if houses > HOUSES:
            yield f"tiles: {player} has {houses} houses on the map, more than {HOUSES}"
        if position.army[player] < 1:
            yield f"army.{player}: expected at least 1"


def _of_cards(position: GraenalandPosition) -> Iterator[str]:
    if len(position.offered) > FACE_UP:
        yield f"offered: expected at most {FACE_UP} cards, got {len(position.offered)}"
    if position.mode != "main" and position.joint is not None:
        yield "joint: only the main player announces a joint public work"
    for card in RESOURCES:
        held = position.hand[card]
        held += sum(state.stock.count(card) for state in position.tiles.values())
        held += sum(cards.get(card, 0) for cards in position.discards.values())
        held += position.joint.cards.get(card, 0) if position.joint else 0
        total = sum(deck.get(card, 0) for deck in DECKS.values())
        if held > total:
            yield f"hand: {held} cards of {card} are in view, but the game has {total}"
    for deck, cards in position.discards.items():
        for card, count in cards.items():
            if count > DECKS[deck].get(card, 0):
                yield f"discards.{deck}: {count} cards of {card}, more than the deck has"
    known = Counter(frozenset(Counter(card).items()) for card in position.profile.supply_cards)
    for symbols in {*position.kept, *position.offered} if known else ():
        if frozenset(Counter(symbols).items()) not in known:
            yield f"supply: the profile has no card {' / '.join(symbols)}"
