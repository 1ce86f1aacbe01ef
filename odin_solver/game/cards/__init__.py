"""The catalogue of the occupations: each deck in the order of its numbers (rules, 5).

Importing it makes the cards known to the kernel.
"""

from odin_solver.game.cards import deck_a, deck_b, deck_c, starting
from odin_solver.game.kernel.cards import Card, register

for _deck in (starting, deck_a, deck_b, deck_c):
    for _card in vars(_deck).values():
        if isinstance(_card, Card):
            register(_card)
