"""``odin puzzle``: making, solving, playing and printing puzzles."""
