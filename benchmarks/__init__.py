"""Measurements: how fast placements are found and proven, against other formulations and solvers.

See `benchmarks/README.md`.
"""
