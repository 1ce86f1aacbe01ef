"""What is impossible in a position."""

from collections import Counter
from collections.abc import Iterator

from odin_solver.graenaland.parts import DECKS, FACE_UP, HOUSES, RESOURCES, WITHOUT_BUILDINGS, WORKS
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.rules.counts import stock_limit
from odin_solver.support.language import say


def position_violations(position: GraenalandPosition) -> list[str]:
    """Return everything that breaks a rule, each with its field."""
    return [*_on_tiles(position), *_of_players(position), *_of_cards(position)]


def _on_tiles(position: GraenalandPosition) -> Iterator[str]:
    for name, state in position.tiles.items():
        for kind, owner in state.buildings.items():
            if state.printed.terrain in WITHOUT_BUILDINGS:
                yield say("tiles: {tile}: no building may stand in mountains", tile=name)
            elif kind not in state.printed.buildings:
                yield say(
                    "tiles: {tile}: no {kind} may stand there by the profile", tile=name, kind=kind
                )
            if not state.villages.get(owner):
                yield say(
                    "tiles: {tile}: the {kind} of {player} needs a village of {player} there",
                    tile=name,
                    kind=kind,
                    player=owner,
                )
        if state.works and not state.all_settlements:
            yield say("tiles: {tile}: a public work needs a settlement there", tile=name)
        if len(state.stock) > stock_limit(state):
            yield say(
                "tiles: {tile}: stock: expected at most {n} cards", tile=name, n=stock_limit(state)
            )
    if position.options.limited_tokens:
        for kind, tokens in WORKS.items():
            if position.works(kind) > tokens:
                yield say("tiles: works: expected at most {n} of {kind}", kind=kind, n=tokens)


def _of_players(position: GraenalandPosition) -> Iterator[str]:
    heroes = Counter(
        (player, hero) for state in position.tiles.values() for player, hero in state.heroes.items()
    )
    for (player, hero), count in heroes.items():
        if count > 1:
            yield say(
                "tiles: heroes: {player} has the {hero} on {n} tiles",
                hero=hero,
                player=player,
                n=count,
            )
    for player in position.players:
        houses = position.settlements(player)
        if houses > HOUSES:
            yield say(
                "tiles: {player} has {got} houses on the map, more than {most}",
                player=player,
                most=HOUSES,
                got=houses,
            )
        if position.army[player] < 1:
            yield say("army.{player}: expected at least 1", player=player)


def _of_cards(position: GraenalandPosition) -> Iterator[str]:
    if len(position.offered) > FACE_UP:
        yield say(
            "offered: expected at most {most} cards, got {got}",
            most=FACE_UP,
            got=len(position.offered),
        )
    if position.mode != "main" and position.joint is not None:
        yield say("joint: only the main player announces a joint public work")
    for card in RESOURCES:
        held = position.hand[card]
        held += sum(state.stock.count(card) for state in position.tiles.values())
        held += sum(cards.get(card, 0) for cards in position.discards.values())
        held += position.joint.cards.get(card, 0) if position.joint else 0
        total = sum(deck.get(card, 0) for deck in DECKS.values())
        if held > total:
            yield say(
                "hand: {held} cards of {card} are in view, but the game has {total}",
                card=card,
                held=held,
                total=total,
            )
    for deck, cards in position.discards.items():
        for card, count in cards.items():
            if count > DECKS[deck].get(card, 0):
                yield say(
                    "discards.{deck}: {n} cards of {card}, more than the deck has",
                    deck=deck,
                    card=card,
                    n=count,
                )
    known = Counter(frozenset(Counter(card).items()) for card in position.profile.supply_cards)
    for symbols in {*position.kept, *position.offered} if known else ():
        if frozenset(Counter(symbols).items()) not in known:
            yield say("supply: the profile has no card {card}", card=" / ".join(symbols))
