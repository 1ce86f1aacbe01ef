"""Random puzzles: one solution each, proven by two engines, and graded."""
