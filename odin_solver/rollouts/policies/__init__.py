"""Weights of rollout policies, and what was learned from their games."""
