"""Puzzles on the boards of A Feast for Odin: kinds, uniqueness, grading, generation, booklets."""
