"""Rounds at a table: what is played, what may be played, what pays."""
