"""Drawings for ``print`` and for notebooks, of types whose packages must not import pictures.

Each drawing imports what it needs when it is first used.
"""
