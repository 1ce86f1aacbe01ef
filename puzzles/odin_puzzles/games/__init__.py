"""Puzzles of other games than A Feast for Odin: a kind brings its own positions and answers."""
