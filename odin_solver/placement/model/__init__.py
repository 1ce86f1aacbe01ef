"""The rules of placing as a linear model, and the engines that solve it.

================  ==============================================================
`linear`          a linear model that any solver can be given
`variables`       the decision variables
`constraints`     one module per rule
`objective`       an objective level as a linear expression
`build`           the whole model of a problem, and layouts as assignments of it
`neighbourhood`   large-neighbourhood search
`engines`         CP-SAT and HiGHS
`messages`        what is sent to and from an engine's process
`worker`          the engine's process
================  ==============================================================

The constraints are written independently of `odin_solver.rules`; the tests compare the two.
"""
