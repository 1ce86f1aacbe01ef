"""Effects of the 61 action spaces."""
