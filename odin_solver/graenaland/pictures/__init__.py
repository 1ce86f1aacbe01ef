"""Pictures of positions of Graenaland."""
