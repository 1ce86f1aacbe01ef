"""Whether both engines do the same with each card: ``python -m tests.rollouts.alike [NUMBER ...]``.

Every card, or those with these numbers, is played or in play in generated states of all kinds:
rounds, game length, players, penalties, ships with ore, ships that emigrated, boards with tiles,
animals; in half of them with rulings, the mini expansions and other cards in play. Then comes what
it reacts to, and random moves until the next turn. After each move both engines have to agree on
the state and on what may follow. The first disagreement of each card is printed, and the command
fails if there is one. ``--states 20`` tries so many states instead of 300.
"""

import argparse
import sys
from collections.abc import Mapping
from functools import cache
from itertools import count
from random import Random
from types import MappingProxyType

from benchmarks.checking import DisagreementError, check_play
from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import BANQUET_TABLE
from odin_solver.components.ships import BAY
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Options, State, decision
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.cards.blocks.modifiers import Cheaper, RollMore, Worth
from odin_solver.game.cards.blocks.triggers import On
from odin_solver.game.kernel import events
from odin_solver.game.kernel.cards import CARDS, Card
from odin_solver.game.kernel.play import chance_outcomes, legal_moves
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.turn import Turn
from odin_solver.rollouts.library import library
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.position import ROUNDS, GameLength
from tests.game.building import QUIET, turn
from tests.game.cards.helping import PLAY

STATES = 300
"""States for each card."""

MOST_MOVES = 60
"""Moves after which the next turn is not waited for."""

LENGTHS: tuple[GameLength, ...] = ("long", "short")

SPACES_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hunting": ("hunting_game_1", "hunting_game_2"),
        "snare": ("laying_a_snare",),
        "whaling": ("whaling_1", "whaling_2", "whaling_3"),
        "raiding": ("raiding",),
        "pillaging": ("pillaging_1", "pillaging_2"),
    }
)
"""Spaces of dice actions, as far as they are there."""

OF_ROUNDS = (
    *(events.HarvestStarts, events.HarvestEnded, events.HarvestSkipped, events.ActionsEnded),
    *(events.IncomeStarts, events.FeastStarts, events.FeastServed, events.FeastEnded),
    *(events.BonusesStart, events.BonusesEnded, events.BonusesGiven, events.StripsShortened),
    *(events.ScoringStarts, events.VikingsReturned, events.StateChanged),
)
"""Events that may come after the last turn of a round."""


RULED = (frozenset[Ruling](), frozenset(Ruling) - {Ruling.HARVEST_FEWER_CARDS})
"""No ruling, or all that are about cards and moves."""

EVERY_CARD = frozenset(CARDS)


@cache
def _begun(
    length: GameLength,
    number: int,
    players: int,
    expansions: bool = False,
    rulings: frozenset[Ruling] = RULED[0],
) -> State:
    cards = EVERY_CARD if rulings else frozenset[int]()
    options = Options(length, expansions, expansions, cards, rulings=rulings, players=players)
    return turn(number, options=options)


def _some(luck: Random, most: int) -> int:
    """Return a number, often a small one."""
    return min(luck.randint(0, most), luck.randint(0, most))


def generated(luck: Random, *, more: bool = False) -> State:
    """Return the first turn or a later one of a round, with anything."""
    length = luck.choice(LENGTHS)
    players = luck.choice((1, 1, 2, 3, 4))
    number = luck.randint(1, ROUNDS[length])
    chosen = (luck.random() < 0.5, luck.choice(RULED)) if more else ()
    state = _begun(length, number, players, *chosen).copy()
    free = [name for name, tile in TILES.items() if tile.kind == "special"]
    own = luck.sample(free, _some(luck, len(free) // 2))
    state.specials = state.specials - {*own}
    kinds = ("good", "animal", "resource")
    state.supply = {name: _some(luck, 5) for name in TILES if TILES[name].kind in kinds}
    state.supply |= {f"pregnant_{kind}": _some(luck, 2) for kind in ("sheep", "cattle")}
    state.supply |= {name: _some(luck, 4) for name in WEAPONS} | dict.fromkeys(own, 1)
    state.supply |= {"silver": _some(luck, 14)}
    few = luck.sample(sorted(state.supply), 5) if luck.random() < 0.3 else state.supply
    state.supply = {name: number for name in few if (number := state.supply[name])}
    boats, large = luck.randint(0, BAY.berths("small")), luck.randint(0, BAY.berths("large"))
    state.boats = tuple(sorted(luck.randint(0, 1) for _ in range(boats)))
    state.knarrs = luck.randint(0, large)
    state.longships = tuple(sorted(luck.randint(0, 3) for _ in range(large - state.knarrs)))
    for ship in luck.choices(("knarr", "longship"), k=_some(luck, 4)):
        if table_cells(state) >= BANQUET_TABLE.ship_covers:
            state.emigrated = (*state.emigrated, ship)
    state.penalties, state.final_income = _some(luck, 4), 0
    _settle(state, luck)
    state.strips = tuple(
        strip[_some(luck, len(strip) - 1) :]
        for strip in luck.sample(MOUNTAIN_STRIPS, luck.randint(0, 4))
    )
    _send_out(state, luck)
    return state


def _settle(state: State, luck: Random) -> None:
    """Let some boards be there, with tiles."""
    there = [each.board for each in state.exploration]
    taken = luck.sample(there, _some(luck, len(there)))
    state.exploration = tuple(each for each in state.exploration if each.board not in taken)
    buildings = [name for name, board in BOARDS.items() if board.kind == "building"]
    for name in buildings:
        taken += [name] * _some(luck, BOARDS[name].copies)
    state.boards = tuple(BoardState(BOARDS[name]) for name in ("home", *taken))
    for at, board in enumerate(state.boards):
        for name in luck.sample(["silver", "ore", "oil", "hide", "rune_stone", "grain"], 3):
            ways = board.legal_placements(TILES[name])
            if ways and luck.random() < 0.5:
                board = board.laid(TILES[name], luck.choice(ways))
        state.boards = (*state.boards[:at], board, *state.boards[at + 1 :])


def _send_out(state: State, luck: Random) -> None:
    """Let some Vikings be on spaces, often of one column; one may have come back from each."""
    column = luck.choice((0, 0, 2, 3))
    there = [name for name, space in SPACES.items() if column in (0, space.column)]
    for name in luck.sample(there, luck.randint(0, 4)):
        vikings = SPACES[name].vikings
        if vikings < state.vikings and name not in state.blocked:
            left = max(1, vikings - luck.choice((0, 0, 1)))
            state.placed = (*state.placed, (name, left))
            state.vikings -= left


def _spaces(card: Card) -> set[str]:
    """Return the spaces where a card matters, as far as that is data."""
    found: set[str] = set()
    for part in (*card.on.values(), *card.rules.values()):
        match part:
            case On(_, "space", keys) | Cheaper(_, keys):
                found |= {name for name in SPACES if name in keys}
            case On(_, "action", keys) | RollMore(_, keys) | Worth(_, _, keys):
                found |= {each for name in SPACES_OF if name in keys for each in SPACES_OF[name]}
            case On(_, "item", keys):
                found |= {name for name in SPACES if name.removeprefix("build_") in keys}
    return found


def _ways(card: Card) -> tuple[str, ...]:
    """Return how a card may take effect: when it is played, during a turn, after it."""
    if events.StateChanged in card.on:
        return ("play",)  # in play, it would have taken effect before
    found = ["play"] if card.when_played else []
    found += ["turn"] * bool(card.rules or card.anytime or card.on.keys() - {*OF_ROUNDS})
    found += ["pass"] * bool(card.rules or card.on.keys() & {*OF_ROUNDS, events.ItemsGained})
    return tuple(found)


ENTERING = frozenset(number for number, card in CARDS.items() if events.StateChanged in card.on)
"""Cards that would have taken effect before if they were in play."""


class Chooser:
    """Chooses the moves: what lets the card take effect, and then anything until the next turn."""

    def __init__(self, card: Card, way: str, luck: Random) -> None:
        self.luck = luck
        self.begin = {"play": [PLAY, f"play {card.number}"], "pass": ["pass"]}.get(way, [])
        self.spaces = _spaces(card)
        self.made = count()

    def __call__(self, state: State) -> str | None:
        """Return the next move or outcome; None if it is over."""
        number = next(self.made)
        if number < len(self.begin):
            return self.begin[number]
        outcomes = chance_outcomes(state)
        if outcomes:
            return self.luck.choice(outcomes)[0]
        here = decision(state)
        if here is None or number > MOST_MOVES:
            return None
        if isinstance(here, Turn):
            return None if number and self.luck.random() < 0.7 else self._in_turn(state)
        return str(self.luck.choice(here.moves(state)))

    def _in_turn(self, state: State) -> str:
        moves = [str(move) for move in legal_moves(state, placing=not self.luck.randrange(20))]
        free = [move for move in moves if not move.startswith(("use ", "pass"))]
        if free and self.luck.random() < 0.3:
            return self.luck.choice(free)
        best = [move for move in moves if move.removeprefix("use ") in self.spaces]
        return self.luck.choice(best or moves)


def disagreement(number: int, seed: int) -> str | None:
    """Return what the engines do not agree on with a card; None if there is nothing."""
    luck, card = Random(f"{number} {seed}"), CARDS[number]
    ways = _ways(card)
    way = ways[seed % len(ways)]
    several = seed // len(ways) % 2 == 1
    state = generated(luck, more=several)
    other = next(each for each in QUIET if each != number)
    if way == "play":
        state.hand, state.vikings = (number, other), max(2, state.vikings)
        state.placed = tuple(each for each in state.placed if each[0] != PLAY.split()[1])
    else:
        state.hand, state.played = (other,), (number,)
    if several:
        free = sorted(EVERY_CARD - {number, *QUIET, 8, 57, *ENTERING, *state.played})
        state.played = tuple(sorted((*state.played, *luck.sample(free, _some(luck, 5)))))
    state.deck = tuple(each for each in (8, 57) if each != number)
    try:
        check_play(library(), state, Chooser(card, way, luck))
    except DisagreementError as error:
        return f"card {number}, round {state.round}: {error}"
    return None


def first_disagreement(number: int, states: int = STATES) -> str | None:
    """Return the first disagreement about a card in so many states."""
    return next(filter(None, (disagreement(number, seed) for seed in range(states))), None)


def main() -> int:
    """Report disagreements; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cards", nargs="*", type=int)
    parser.add_argument("--states", type=int, default=STATES)
    asked = parser.parse_args()
    found = 0
    for number in asked.cards or sorted(CARDS):
        line = first_disagreement(number, asked.states)
        if line:
            print(line, flush=True)
            found += 1
    print(f"{found} cards differ" if found else "alike")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
