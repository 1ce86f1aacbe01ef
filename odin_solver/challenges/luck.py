"""Open luck: what chance brings in the rest of a game, told before it comes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.game.kernel.chance import DIE_SIDES, Roll, roll_outcomes
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import current
from odin_solver.game.log import Game
from odin_solver.game.playing import SeededChance
from odin_solver.names.printed import card_title, plain_name, strip_text
from odin_solver.support.language import say

MOST = 12
"""Rolls and cards that are told."""


def luck_to_come(game: Game) -> Iterator[str]:
    """Yield what comes from the present state on, a line for each kind of chance.

    Weapons are told until their pile is rebuilt; what cards change in the order of draws is left
    out.
    """
    if game.seed is None or game.state.is_over:
        return
    nodes = map(current, game.states[:-1])
    decided = Counter(node.kind for node in nodes if isinstance(node, Chance))
    chance = SeededChance(game.seed, decided)
    state = game.state

    strips = _drawn(chance, "strip", [(str(each), 1) for each in state.hidden_strips])
    if strips:
        texts = (strip_text(MOUNTAIN_STRIPS[int(each) - 1]) for each in strips)
        yield say("mountain strips to come: {strips}", strips="; ".join(texts))
    weapons = _drawn(chance, "weapon", state.weapons)
    if weapons:
        names = ", ".join(map(plain_name, weapons))
        yield say("weapons to come: {weapons}", weapons=names)
    first = decided[Roll.kind]
    for die in DIE_SIDES:
        rolls = (
            chance.outcome(Roll.kind, number, roll_outcomes(die))
            for number in range(first, first + MOST)
        )
        yield say("the next rolls, if of the {die}: {rolls}", die=die, rolls=", ".join(rolls))
    cards = _drawn(chance, "occupation", [(str(each), 1) for each in state.deck])
    if cards:
        names = ", ".join(card_title(int(each)) for each in cards)
        yield say("occupations to come: {cards}", cards=names)


def _drawn(chance: SeededChance, kind: str, pile: Sequence[tuple[str, int]]) -> list[Outcome]:
    left = list(pile)
    found: list[Outcome] = []
    while len(found) < MOST and (total := sum(count for _, count in left)):
        outcomes = [(name, Fraction(count, total)) for name, count in left]
        drawn = chance.outcome(kind, chance.decided[kind] + len(found), outcomes)
        found.append(drawn)
        left = [(name, n) for name, count in left if (n := count - (name == drawn))]
    return found
