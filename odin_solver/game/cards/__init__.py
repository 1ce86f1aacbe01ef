"""The catalogue of the occupations: each deck in the order of its numbers (rules, 5).

Importing it makes the cards known to the kernel.
"""

from odin_solver.game.cards import starting, deck_a, deck_b, deck_c  # noqa: F401, I001  (in this order)
