"""Networks learned by ``python -m benchmarks.values``: for each the floats of a ``Network``
(``rollouts/source/learned.c``), then a line with the names of its inputs.
"""
