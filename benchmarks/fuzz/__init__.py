"""Fuzzing of all commands: mutated inputs must never cause an internal error."""
