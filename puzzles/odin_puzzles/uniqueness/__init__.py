"""Solutions of puzzles: two independent searches, and the proof that a solution is unique."""
