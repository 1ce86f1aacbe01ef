"""The greedy policy: it tries every move and takes the one that leaves most, one move ahead.

What an action leaves is known only when it is done, so its choices are looked through to its end:
decisions by the best of them, dice by what the best stopping makes of the rolls left. Where an
action offers many choices, only those that bring the most are looked at. See
`odin_solver.game.policies.evaluation` for what a game is worth,
`odin_solver.game.policies.corrections` for what was learned about that, and
`odin_solver.game.policies.placing` for where tiles are placed.
"""

from collections.abc import Iterable
from itertools import accumulate
from random import Random

import msgspec

from odin_solver.components import TILES
from odin_solver.components.strips import strip_gain
from odin_solver.feast import best_feast
from odin_solver.game.actions.dice import (
    ACTIONS,
    DiceAction,
    PayDice,
    loot,
    rolls_allowed,
    sword_values,
)
from odin_solver.game.actions.mountains import Mountain, Upgrade, upgraded
from odin_solver.game.actions.occupations import PlayOccupations, play_card
from odin_solver.game.actions.voyages import table_cells
from odin_solver.game.cards.blocks.deals import Deals
from odin_solver.game.cards.blocks.laying import LayTiles
from odin_solver.game.feast import ServeFeast, food, serve_move
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.events import payment_matters
from odin_solver.game.kernel.nodes import Chance, Decision
from odin_solver.game.kernel.play import advance, apply_legal, current, decision
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing, Pause
from odin_solver.game.policies.corrections import learned_corrections
from odin_solver.game.policies.evaluation import Evaluator
from odin_solver.game.policies.placing import best_place
from odin_solver.game.policies.starting import starting_gains
from odin_solver.game.setup import ChooseStarting
from odin_solver.game.turn import FourthColumn, Turn

MANY = 2
"""Of the choices that differ only in a thing, so many of the most valuable ones are tried."""


REMEMBERED = 32
"""So many dice actions are remembered, from their first roll to their last, and so many cards."""


class Greedy:
    """A policy that looks one move ahead.

    Ships are bought and armed, and cards used at any time, when that alone makes the game worth
    more. Tiles are placed before it passes, and at the end of the game. The feast is the proven
    best one by the usual values of food (`odin_solver.feast`).

    Parameters
    ----------
    judge
        Who says what games are worth; one with corrections if not given.
    """

    def __init__(self, evaluator: Evaluator | None = None) -> None:
        self.evaluator = evaluator or Evaluator(corrections=learned_corrections())
        self._gains: dict[tuple[str, int], float] = {}
        self._known_stops: dict[State, dict[int, float]] = {}
        self._known_cards: dict[tuple[State, int], float] = {}

    def __call__(self, state: State, rng: Random) -> str:
        """Choose the move after which the game is worth most."""
        node = decision(state)
        assert node is not None
        if isinstance(node, ServeFeast):
            return serve_move(best_feast(table_cells(state), food(state)))
        if isinstance(node, FinalPlacing):
            return best_place(state) or "finish"
        if isinstance(node, Pause):
            return best_place(state) or "go on"
        best = self.best_of(state, node)
        if isinstance(node, Turn):
            extra = anytime.listed(state, node)
            if extra:
                value, more = max((self.value_of(state, move), move) for move in extra)
                if value > self.evaluator.evaluate(state):
                    return more
            if best == "pass":
                return best_place(state) or best
        return best

    def best_of(self, state: State, node: Decision) -> str:
        """The move of a decision after which the game is worth most, any-time moves aside."""
        return max(self.choices(state, node), key=lambda move: self.value_of(state, move))

    def value_of(self, state: State, move: str) -> float:
        """What a game is worth after a move, when what that begins is over."""
        node = current(state)
        if move == "pass" and isinstance(node, Turn):
            return self.evaluator.evaluate(state) - self.evaluator.weights.viking * state.vikings
        if isinstance(node, ChooseStarting):
            gains = starting_gains().get(state.options.length, {})
            return self.evaluator.evaluate(state) + gains.get(int(move.removeprefix("keep ")), 0.0)
        return self._value(apply_legal(state, move))

    def _value(self, state: State) -> float:
        """What a game is worth when what is under way is over, at best or on average."""
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
            return self._value(apply_legal(state, "skip"))
        if isinstance(node, PlayOccupations):
            return self._of_cards(state, node)
        # What is taken or upgraded one after the other: the best one first is good enough.
        many = 1 if isinstance(node, _ONE_BY_ONE) else MANY
        return max(
            self._value(apply_legal(state, move)) for move in self.choices(state, node, many)
        )

    def _of_roll(self, state: State, roll: Roll) -> float:
        """The exact expectation of a roll, if one stops at the right time (rules, 4).

        What stopping brings depends on the result alone. So it is worked out once for each result,
        and the rolls that are left from the last one backwards: one goes on if what came is worth
        less than the roll that may follow.
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
        """What stopping at each result brings; without cards the same before every roll."""
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
        """What stopping at each result brings, by trying it."""
        found = {}
        for result in results:
            after = _rolled(state, action, result)
            node = decision(after)
            assert node is not None
            moves = (move for move in self.choices(after, node) if move != "reroll")
            found[result] = max(self._value(apply_legal(after, move)) for move in moves)
        return found

    def _reckoned(
        self, state: State, action: DiceAction, results: Iterable[int]
    ) -> dict[int, float]:
        """The same sooner: what is paid is worth the same whatever else there is.

        So failure is tried once, and success once for each reward, free of charge; what it costs
        is taken off.
        """

        def free(name: str = "") -> float:
            won = state.copy()
            won.stack = (*state.stack[:-2], action.success(0, name))
            return self._value(apply_legal(won, "pay"))

        rules = ACTIONS[action.action]
        failure = self._value(apply_legal(_rolled(state, action, 1), "fail"))
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
        looted: dict[str, float] = {}
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
        """What it is worth that has to be paid for 0, 1, 2 ... points of a dice action."""
        later = state.rounds - state.round
        owned = [
            (self.evaluator.thing(name, later), state.has(name))
            for name in (ACTIONS[action].weapon, ACTIONS[action].resource)
        ]
        each = [price for price, count in sorted(owned) for _ in range(count)]
        return [0.0, *accumulate(each)]

    def choices(self, state: State, node: Decision, many: int = MANY) -> list[str]:
        """The moves of a decision without those that promise less than others of the same sort.

        Parameters
        ----------
        state, node
            The game and its decision.
        many
            So many are left of the moves that differ only in a thing.
        """
        moves = node.moves(state)
        if len(moves) <= many or isinstance(node, Turn | PlayOccupations):
            return moves
        if isinstance(node, Deals | LayTiles):
            return self._to_begin_with(state, moves, many) if node.left > 1 else moves
        if isinstance(node, PayDice):
            return [moves[0], moves[-1]]  # as much as possible of the one thing, or of the other
        kept: list[str] = []
        alike: dict[str, list[str]] = {}
        for move in moves:
            verb, _, words = move.partition(" ")
            if verb == "strip":
                alike.setdefault(words.split()[0], []).append(move)
            elif verb in _GAINS or verb in ("loot", "play"):
                alike.setdefault(verb, []).append(move)
            else:
                kept.append(move)
        later = state.rounds - state.round
        for verb, group in alike.items():
            if verb == "loot":
                assert isinstance(node, DiceAction)
                of_loot = self._gains_of_loot(state, node.action)
                kept += sorted(group, key=lambda move: -of_loot[move.removeprefix("loot ")])[:many]
            elif verb in _GAINS:
                kept += sorted(group, key=lambda move: -self._gain(move, later))[:many]
            elif verb == "play":
                # Cards first: played sooner rather than later, if it is all the same.
                best = sorted(group, key=lambda move: -self.gain_of_card(state, int(move[5:])))
                kept = best[:many] + kept
            else:
                kept.append(group[0])  # as many items as possible
        if isinstance(node, Mountain) and many < MANY:
            return [max(kept, key=lambda move: self._of_items(state, move))]
        return kept

    def _to_begin_with(self, state: State, moves: list[str], many: int) -> list[str]:
        """Of moves that others of the same sort will follow, those that bring most at once."""

        def at_once(move: str) -> float:
            return self.evaluator.evaluate(_at_rest(apply_legal(state, move)))

        found = sorted((move for move in moves if move != "skip"), key=at_once, reverse=True)
        return [*found[:many], *(["skip"] if "skip" in moves else [])]

    def _of_cards(self, state: State, node: PlayOccupations) -> float:
        """What a game is worth if cards can be played now, and perhaps later in the action.

        What each of the best ones gains is added up.
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
        """What playing a card of the hand gains, whatever else is under way."""
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

    def _of_items(self, state: State, move: str) -> float:
        """What the items of a strip are worth that a move takes, by themselves."""
        if not move.startswith("strip "):
            return 0.0
        _, at, _, count = move.split()
        things = map(strip_gain, state.strips[int(at) - 1][: int(count)])
        later = state.rounds - state.round
        return sum(number * self.evaluator.thing(name, later) for name, number in things)

    def _gains_of_loot(self, state: State, action: str) -> dict[str, float]:
        """What each loot brings after its swords; cards change these, or let one take two tiles."""
        later = state.rounds - state.round
        return {
            names: sum(self.evaluator.thing(each, later) for each in names.split("+"))
            - self.evaluator.weights.sword * swords
            for names, swords in sword_values(state, action).items()
        }

    def _gain(self, move: str, later: int) -> float:
        """What a move brings by the things that it is about."""
        known = self._gains.get((move, later))
        if known is not None:
            return known
        thing = self.evaluator.thing
        verb, name, *twice = move.split()
        if verb in ("upgrade", "trade"):
            gain = thing(upgraded(name, 2 if twice else 1), later) - thing(name, later)
        else:
            gain = thing(name, later)
            if verb == "sale":
                gain -= TILES[name].price or 0
        self._gains[move, later] = gain
        return gain


def _at_rest(state: State) -> State:
    """A game without what is under way, and without what does not matter for cards then."""
    rest = state.copy()
    rest.stack, rest.placed, rest.space, rest.gained, rest.spent = (), (), "", (), ()
    return rest


def _rolled(state: State, action: DiceAction, result: int) -> State:
    """The game after a roll that came to a result."""
    after = state.copy()
    rolls = action.rolls + 1
    after.stack = (*state.stack[:-2], msgspec.structs.replace(action, rolls=rolls, result=result))
    return after


greedy = Greedy()
"""The greedy policy with what it has learned."""

_ONE_BY_ONE = Upgrade | Mountain | Deals | LayTiles
"""Decisions that come one after the other."""

_GAINS = frozenset({"upgrade", "trade", "sale", "forge"})
