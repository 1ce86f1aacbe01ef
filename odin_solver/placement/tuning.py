"""Constants that tune the search; none of them decides what is optimal."""

# The local searches at the beginning
LOCAL_SEEDS = (0, 1 << 17)  # added to the seed of each: seldom do both take unusually long
LOCAL_STEPS = 0.005  # steps of each for the cube of the number of free cells
MOST_LOCAL_STEPS = 14_000  # the most such steps, those of an empty home board: some 0.4 s
LOCAL_PATIENCE = 40  # turns of both without gain at which they end, at least
LARGE_BOARDS = 250  # for so many free cells; for more in proportion
LOCAL_TURN = 100  # steps at a time, some 3 ms; fewer at first
LARGE_TURN = 4  # times as many on large boards, whose layouts take long to value
CANONICAL_SEED = 0  # the seed of ties, whatever that of the others

# A head start: more local search on large positions, before HiGHS begins
HEAD_START_PLACEMENTS = 3000  # more placements on several boards are a case for one
HEAD_START_SECONDS = 10.0  # the most time, half as much where covered cells do not count
HEAD_START_SHARE = 0.25  # the most of the time left, likewise
HEAD_START_SEED = 1 << 16  # added to the seed
HEAD_START_TURN = 2500  # steps at a time, some 0.1 s
HEAD_START_PATIENCE = 10  # turns without gain at which it ends, and a quarter of all turns

# Large-neighbourhood search and local search in turns with the exact search
SMALL_LAYOUT = 12  # layouts of no more pieces are left to the exact search alone
FIRST_SIZE = 6  # pieces destroyed at first; more, the longer nothing better is found
STEP_WORK = 0.5  # limit of a repair, in CP-SAT's deterministic time
IMPROVING_STEPS = 2500  # steps of the local search after a repair; as many more without gain
MOST_IMPROVING_STEPS = 20_000  # the most such steps
PATIENCE = 5  # repairs without gain before the exact search has its first turn
EXACT_SHARE = 4  # time of that turn, as a multiple of that of the other searches so far
EXACT_PLACEMENTS = 2500  # with more, the exact search is left to the other engine

MODEL_BYTES = 5000  # memory for a placement in a model of CP-SAT

# The search for exact covers beside the engines
MOST_OPEN = 6  # cells that it leaves open at most, beyond those that the whole supply leaves
FILLING_SECONDS = 1.0  # processor time before it takes turns with the one engine of a thread
MOST_FILLERS = 3  # with more silver and ore it has no part

# Ties
TIES_PATIENCE = 12  # turns of local searches without gain, at least
FEW_PIECES = 16  # with no more in the supply, an exact search may break ties
FEW_PLACEMENTS = 2500  # and with no more placements
TIES_TURNS = 16  # of the search for covers, some 0.5 s at most
TIES_WORK = 1.0  # limit of the exact search for ties, in CP-SAT's deterministic time
TIES_SECONDS = 1.0  # limit of that search by HiGHS, which measures no work
OVERTIME = 1.5  # seconds beyond the time limit that the layout that is tidied is given
NATURAL_WORK = 20_000  # limit of tidying, in placements considered
RAGGED = 3  # weight of an edge to an open cell, in cells from the lower left corner

# Layouts for advice: `odin_solver.placement.quick`
QUICK_STEPS = 1000  # steps of the local search for each way to value silver
