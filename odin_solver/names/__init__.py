"""Names of components and values for people; all above `placement` use them.

`printed` names components as the boxes do, `values` says what a layout is worth. Sentences about
the game are above it, in `odin_solver.words`.
"""
