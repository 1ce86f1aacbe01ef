"""Whole games of Vikings: state and moves, simple players, logs, samples of unknown futures."""
