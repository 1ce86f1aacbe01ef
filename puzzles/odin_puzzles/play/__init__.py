"""Playing puzzles: sessions and hints."""
