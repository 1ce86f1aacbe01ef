"""Booklets of puzzles as PDF."""
