"""The placement optimiser: from a position and an objective to the provably best layout."""
