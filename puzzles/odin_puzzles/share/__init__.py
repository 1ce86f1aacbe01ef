"""Share codes: a puzzle as a short text."""
