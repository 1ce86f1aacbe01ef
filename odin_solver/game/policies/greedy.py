"""The greedy policy: it makes the move with the best evaluation, one move ahead.

An action is searched to its end: decisions by their best move, dice by their expected value with
optimal stopping. Where an action offers many choices, only the most valuable ones are tried. See
`odin_solver.game.policies.evaluation`, `odin_solver.game.policies.corrections` and, for tiles,
`odin_solver.game.policies.placing`.
"""

from collections.abc import Iterable
from itertools import accumulate
from random import Random

import msgspec

from odin_solver.components import TILES
from odin_solver.components.strips import strip_gain
from odin_solver.game.actions.dice import (
    ACTIONS,
    DiceAction,
    PayDice,
    Tiles,
    loot,
    rolls_allowed,
    sword_values,
)
from odin_solver.game.actions.mountains import Mountain, Upgrade, upgraded
from odin_solver.game.actions.occupations import PlayOccupations, play_card
from odin_solver.game.cards.blocks.deals import Deals
from odin_solver.game.cards.blocks.laying import LayTiles
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.cards import payment_matters
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.moves import (
    FAIL,
    FINISH,
    GO_ON,
    PASS,
    REROLL,
    SKIP,
    BuySpecial,
    ForgeTile,
    Keep,
    Move,
    Pay,
    PlayCard,
    TakeItems,
    TakeLoot,
    TradeGood,
    UpgradeGood,
)
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import advance, apply_legal, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing, Pause
from odin_solver.game.policies.corrections import learned_corrections
from odin_solver.game.policies.evaluation import Evaluator
from odin_solver.game.policies.placing import best_place
from odin_solver.game.policies.starting import starting_gains
from odin_solver.game.turn import FourthColumn, Turn

MANY = 2
"""Moves to try of those that differ only in an item."""


REMEMBERED = 32
"""Size of the caches of dice actions and cards."""


_OfGood = UpgradeGood | TradeGood | BuySpecial | ForgeTile
"""Moves about one tile each."""


class Greedy:
    """A policy that looks one move ahead.

    It buys and arms ships and uses cards when that alone improves the evaluation. It places tiles
    before it passes and at the end of the game. The feast is proven optimal by the default values
    of food (`odin_solver.feast`).

    Parameters
    ----------
    evaluator
        Evaluates states; with the learned corrections by default.
    """

    def __init__(self, evaluator: Evaluator | None = None) -> None:
        self.evaluator = evaluator or Evaluator(corrections=learned_corrections())
        self._gains: dict[tuple[Move, int], float] = {}
        self._known_stops: dict[State, dict[int, float]] = {}
        self._known_cards: dict[tuple[State, int], float] = {}

    def __call__(self, state: State, rng: Random) -> Move:
        """Choose the move with the best evaluation."""
        node = decision(state)
        assert node is not None
        if isinstance(node, ServeFeast):
            return node.moves(state)[0]
        if isinstance(node, FinalPlacing):
            return best_place(state) or FINISH
        if isinstance(node, Pause):
            return best_place(state) or GO_ON
        best = self.best_of(state, node)
        if isinstance(node, Turn):
            extra = anytime.listed(state, node)
            if extra:
                values = {move: self.value_of(state, move) for move in extra}
                more = max(extra, key=lambda move: (values[move], str(move)))
                if values[more] > self.evaluator.evaluate(state):
                    return more
            if best == PASS:
                return best_place(state) or best
        return best

    def best_of(self, state: State, node: Decision) -> Move:
        """Return the best move of a decision, moves at any time aside."""
        return max(self.choices(state, node), key=lambda move: self.value_of(state, move))

    def value_of(self, state: State, move: Move) -> float:
        """Return the evaluation after a move and the action that it begins."""
        node = current(state)
        if isinstance(node, Turn) and move == PASS:
            return self.evaluator.evaluate(state) - self.evaluator.weights.viking * state.vikings
        if isinstance(move, Keep):
            gains = starting_gains().get(state.options.length, {})
            return self.evaluator.evaluate(state) + gains.get(move.card, 0.0)
        return self._value(apply_legal(state, move))

    def _value(self, state: State) -> float:
        """Return the evaluation after the action under way, at best or on average."""
        node = current(state)
        if node is None or isinstance(node, Turn | ServeFeast | FinalPlacing):
            return self.evaluator.evaluate(state)
        if isinstance(node, Roll):
            return self._of_roll(state, node)
        if isinstance(node, Chance):
            # Weapons are worth the same, and so are cards that have not been played.
            return self._value(apply_legal(state, node.any_outcome(state)))
        assert isinstance(node, Decision)
        if isinstance(node, FourthColumn):
            # Cards are added afterwards: `_of_cards`.
            return self._value(apply_legal(state, SKIP))
        if isinstance(node, PlayOccupations):
            return self._of_cards(state, node)
        # Where items are taken one by one, the best one first is good enough.
        many = 1 if isinstance(node, _ONE_BY_ONE) else MANY
        return max(
            self._value(apply_legal(state, move)) for move in self.choices(state, node, many)
        )

    def _of_roll(self, state: State, roll: Roll) -> float:
        """Return the expected value of a roll with optimal stopping (rules, 4).

        The value of stopping depends on the result alone. So it is computed once for each result,
        and the rolls that are left backwards from the last one: one rolls again if stopping is
        worth less.
        """
        action = state.stack[-2]
        assert isinstance(action, DiceAction)
        results = [action.rolled(state, int(side)).result for side, _ in roll.outcomes(state)]
        stops = self._stops(state, action, set(results))
        high = ACTIONS[action.action].high
        value = sum(stops[each] for each in results) / len(results)
        for _ in range(rolls_allowed(state, action.action) - action.rolls - 1):
            # A low result of 0 must be taken.
            value = sum(
                max(stops[each], value) if high or each else stops[each] for each in results
            ) / len(results)
        return value

    def _stops(self, state: State, action: DiceAction, results: set[int]) -> dict[int, float]:
        """Return the value of stopping at each result; without cards the same at every roll."""
        if payment_matters(state):
            return self._tried(state, action, results)
        before = state.copy()
        before.stack = (*state.stack[:-2], msgspec.structs.replace(action, rolls=0, result=0))
        found = self._known_stops.get(before)
        if found is None:
            if len(self._known_stops) >= REMEMBERED:
                self._known_stops.clear()
            found = self._known_stops[before] = self._reckoned(state, action, results)
        return found

    def _tried(self, state: State, action: DiceAction, results: Iterable[int]) -> dict[int, float]:
        """Return the value of stopping at each result by trying all moves."""
        found = {}
        for result in results:
            after = _rolled(state, action, result)
            node = decision(after)
            assert node is not None
            moves = (move for move in self.choices(after, node) if move != REROLL)
            found[result] = max(self._value(apply_legal(after, move)) for move in moves)
        return found

    def _reckoned(
        self, state: State, action: DiceAction, results: Iterable[int]
    ) -> dict[int, float]:
        """Return the same faster: items paid have the same value in every state.

        So failure is tried once, and success once for each reward, free of charge; the price is
        subtracted.
        """

        def free(tiles: Tiles = ()) -> float:
            won = state.copy()
            won.stack = (*state.stack[:-2], action.success(0, tiles))
            return self._value(apply_legal(won, Pay(())))

        rules = ACTIONS[action.action]
        failure = self._value(apply_legal(_rolled(state, action, 1), FAIL))
        prices = self._prices(state, action.action)
        if not rules.high:
            success = free()
            return {
                each: max(success - prices[each], failure if each else success)
                if each < len(prices)
                else failure
                for each in results
            }
        of_loot = self._gains_of_loot(state, action.action)
        needs = sorted(loot(state, action.action), key=lambda each: -of_loot[each[0]])
        looted: dict[Tiles, float] = {}
        found = {}
        for result in results:
            able_to = [each for each in needs if each[1] - result < len(prices)][:MANY]
            for name, _ in able_to:
                if name not in looted:
                    looted[name] = free(name)
            ways = (looted[name] - prices[max(0, need - result)] for name, need in able_to)
            found[result] = max([failure, *ways])
        return found

    def _prices(self, state: State, action: str) -> list[float]:
        """Return the value of the items to be paid for 0, 1, 2 ... points of a dice action."""
        later = state.rounds - state.round
        owned = [
            (self.evaluator.item_value(name, later), state.has(name))
            for name in (ACTIONS[action].weapon, ACTIONS[action].resource)
        ]
        each = [price for price, count in sorted(owned) for _ in range(count)]
        return [0.0, *accumulate(each)]

    def choices(self, state: State, node: Decision, many: int = MANY) -> list[Move]:
        """Return the moves of a decision without the less promising ones of each kind.

        Parameters
        ----------
        state, node
            The game and its decision.
        many
            Number of moves to keep of those that differ only in an item.
        """
        moves = node.moves(state)
        if len(moves) <= many or isinstance(node, Turn | PlayOccupations):
            return moves
        if isinstance(node, Deals | LayTiles):
            return self._to_begin_with(state, moves, many) if node.left > 1 else moves
        if isinstance(node, PayDice):
            return [moves[0], moves[-1]]  # as much as possible of the one item, or of the other
        kept: list[Move] = []
        looted: list[TakeLoot] = []
        cards: list[PlayCard] = []
        of_goods: list[_OfGood] = []
        of_strips: dict[int, TakeItems] = {}
        for move in moves:
            match move:
                case TakeLoot():
                    looted.append(move)
                case PlayCard():
                    cards.append(move)
                case UpgradeGood() | TradeGood() | BuySpecial() | ForgeTile():
                    of_goods.append(move)
                case TakeItems():
                    of_strips.setdefault(move.strip, move)  # as many items as possible
                case _:
                    kept.append(move)
        later = state.rounds - state.round
        if looted:
            assert isinstance(node, DiceAction)
            of_loot = self._gains_of_loot(state, node.action)
            kept += sorted(looted, key=lambda move: -of_loot[move.tiles])[:many]
        kept += sorted(of_goods, key=lambda move: -self._gain(move, later))[:many]
        kept += of_strips.values()
        if cards:
            # Cards first: played sooner rather than later, if it is all the same.
            best = sorted(cards, key=lambda move: -self.gain_of_card(state, move.card))
            kept = [*best[:many], *kept]
        if isinstance(node, Mountain) and many < MANY:
            return [max(kept, key=lambda move: self._of_items(state, move))]
        return kept

    def _to_begin_with(self, state: State, moves: list[Move], many: int) -> list[Move]:
        """Return the moves with the best evaluation at once; more of the kind will follow."""

        def at_once(move: Move) -> float:
            return self.evaluator.evaluate(_at_rest(apply_legal(state, move)))

        found = sorted((move for move in moves if move != SKIP), key=at_once, reverse=True)
        return [*found[:many], *([SKIP] if SKIP in moves else [])]

    def _of_cards(self, state: State, node: PlayOccupations) -> float:
        """Return the evaluation if cards can be played now, and perhaps later in the action.

        The gains of the best ones are added up.
        """
        rest = state.copy()
        rest.stack = tuple(each for each in state.stack if not isinstance(each, PlayOccupations))
        advance(rest)
        most = sum(each.most for each in state.stack if isinstance(each, PlayOccupations))
        gains = sorted((self.gain_of_card(state, card) for card in state.hand), reverse=True)
        forced = 0 if node.optional else 1
        played = [*gains[:forced], *(gain for gain in gains[forced:most] if gain > 0)]
        return self._value(rest) + sum(played)

    def gain_of_card(self, state: State, card: int) -> float:
        """Return the gain of playing a card of the hand, whatever is under way."""
        before = _at_rest(state)
        key = before, card
        found = self._known_cards.get(key)
        if found is None:
            if len(self._known_cards) >= REMEMBERED:
                self._known_cards.clear()
            after = before.copy()
            play_card(after, card)
            advance(after)
            found = self._known_cards[key] = self._value(after) - self.evaluator.evaluate(before)
        return found

    def _of_items(self, state: State, move: Move) -> float:
        """Return the value of the items of a strip that a move takes."""
        if not isinstance(move, TakeItems):
            return 0.0
        items = map(strip_gain, state.strips[move.strip - 1][: move.count])
        later = state.rounds - state.round
        return sum(number * self.evaluator.item_value(name, later) for name, number in items)

    def _gains_of_loot(self, state: State, action: str) -> dict[Tiles, float]:
        """Return the value of each loot less its swords."""
        later = state.rounds - state.round
        return {
            tiles: sum(self.evaluator.item_value(each, later) for each in tiles)
            - self.evaluator.weights.sword * swords
            for tiles, swords in sword_values(state, action).items()
        }

    def _gain(self, move: _OfGood, later: int) -> float:
        """Return the value of what a move brings."""
        known = self._gains.get((move, later))
        if known is not None:
            return known
        value = self.evaluator.item_value
        match move:
            case UpgradeGood(good, twice):
                gain = value(upgraded(good, 2 if twice else 1), later) - value(good, later)
            case TradeGood(good):
                gain = value(upgraded(good), later) - value(good, later)
            case ForgeTile(tile):
                gain = value(tile, later)
            case BuySpecial(tile):
                gain = value(tile, later) - (TILES[tile].price or 0)
        self._gains[move, later] = gain
        return gain


def _at_rest(state: State) -> State:
    """Return the state without the action under way."""
    rest = state.copy()
    rest.stack, rest.placed, rest.space, rest.gained, rest.spent = (), (), "", (), ()
    return rest


def _rolled(state: State, action: DiceAction, result: int) -> State:
    """Return the state after a roll with a result."""
    after = state.copy()
    rolls = action.rolls + 1
    after.stack = (*state.stack[:-2], msgspec.structs.replace(action, rolls=rolls, result=result))
    return after


greedy = Greedy()
"""The greedy policy with the learned corrections."""

_ONE_BY_ONE = Upgrade | Mountain | Deals | LayTiles
"""Decisions that are repeated."""
