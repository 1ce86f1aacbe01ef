"""Graenaland, another game of the collection: what the main player can build now, and the votes."""
