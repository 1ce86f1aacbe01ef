"""The rules of placing in plain Python, one module per rule, without any solver."""
