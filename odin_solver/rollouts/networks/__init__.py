"""Networks learned by ``python -m benchmarks.values``: for each the floats of a ``Network``
(``rollouts/source/learned.c``).
"""
