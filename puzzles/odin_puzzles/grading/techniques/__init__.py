"""Techniques of people who solve tile puzzles: functions from a state to a deduction."""
