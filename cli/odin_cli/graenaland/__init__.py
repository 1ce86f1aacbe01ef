"""Commands about Graenaland."""
