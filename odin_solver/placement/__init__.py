"""The placement optimiser: from a position and an objective to the provably optimal layout.

==============  ================================================================
`solve`         the entry point: level after level, then tie-breaking
`solution`      limits, progress, results
`objective`     weights, presets
`gains`         what a layout gains, by the plain rules
`problem`       a position compiled for a search
`reductions`    what a search may ignore
`restrictions`  what a search must leave out or reach
`local`         quick layouts by local search in C, no proof
`model`         the rules as a linear model, and the engines that solve it
`race`          engines in processes of their own, racing for the proof
==============  ================================================================
"""
