"""The solvers that maximise a linear model; each runs in a process of its own."""
