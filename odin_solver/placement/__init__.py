"""The placement optimiser: from a position and an objective to the provably optimal layout.

==============  ================================================================
`solve`         the entry point
`solution`      requests, limits, progress, results
`levels`        the objective levels, one after the other
`race`          engines in processes of their own, racing for the proof; `lineup` says which
`ties`          fewest tiles, then least silver, then the more natural layout
`tuning`        constants that decide how long what is searched
`objective`     weights, presets; `weight_keys` reads them
`gains`         what a layout gains, by the plain rules
`problem`       a position compiled for a search
`reductions`    what a search may ignore
`restrictions`  what a search must leave out or reach
`local`         quick layouts by local search in C, no proof
`model`         the rules as a linear model, and the engines that solve it
==============  ================================================================
"""
