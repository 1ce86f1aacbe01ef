"""Positions, boards and results in files."""
