"""What the 61 action spaces do, each sort of effect in a module of its own."""
