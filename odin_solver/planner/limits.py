"""Usual limits of the planner, for whoever asks it."""

SECONDS = 5.0
"""Time for a move."""

SIMULATIONS = 120_000
"""Simulations that judge a decision of a reviewed game at most.

If half of them leave the verdict open the others decide, by seeds of the decision alone: these are
the same in every review, and so is what they say.
"""

WORKERS = 1
"""Threads of a search for a move."""
