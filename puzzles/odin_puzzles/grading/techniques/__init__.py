"""Techniques of people who solve tile puzzles, each a function from a state to a deduction."""
