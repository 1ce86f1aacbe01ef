"""The page of Graenaland."""
