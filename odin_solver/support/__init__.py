"""Helpers that know nothing of the game: writing files, parallel work."""
