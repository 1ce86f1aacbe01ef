"""The CP-SAT statement of the rules: variables, one module a rule, objective and search.

It is written independently of `odin_solver.rules`; the tests play the two against each other.
"""
