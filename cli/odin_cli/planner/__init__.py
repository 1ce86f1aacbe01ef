"""``odin plan``: the planner."""
