"""Puzzles made at random: one solution each, proven by two engines, and graded."""

from odin_puzzles.generate.pipeline import ATTEMPTS, fits, generate, proven
from odin_puzzles.generate.spec import Spec, boards_for, spec_of

__all__ = ["ATTEMPTS", "Spec", "boards_for", "fits", "generate", "proven", "spec_of"]
