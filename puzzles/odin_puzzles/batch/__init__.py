"""Many puzzles over several processes or machines, in runs that can be killed and resumed."""
