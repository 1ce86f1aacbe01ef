"""``odin game``: the solo game."""
