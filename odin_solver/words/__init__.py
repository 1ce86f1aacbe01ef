"""Sentences for people, as plain text.

`cards`, `game`, `moves` and `menu` speak of the game, `plan` and `reports` of the planner. Names
are lower: `odin_solver.names`. Nothing here knows rich: `render` draws these texts.
"""
