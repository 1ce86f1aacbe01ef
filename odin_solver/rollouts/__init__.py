"""The compiled engine: whole solo games, for playouts.

It answers to the Python engine in `odin_solver.game`, which is the authority for rules, moves and
logs. Without a compiled library everything works in Python, slower.
"""
