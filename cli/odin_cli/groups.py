"""Groups whose commands share one module, which is imported for a command only."""

from odin_cli.commands import LazyGroup
from odin_solver.questions import commands_of

challenge = LazyGroup(
    "challenge",
    {
        "list": "odin_cli.challenges:list_",
        "show": "odin_cli.challenges:show",
        "start": "odin_cli.challenges:start",
        "result": "odin_cli.challenges:result",
        "par": "odin_cli.challenges:par",
        "make": "odin_cli.challenges:make",
    },
    help="""Challenges of the solo game with par, and the game of the day.

    Everyone who plays a challenge has the same luck. Par is what the planner reached (bronze), the
    best of it at ten times the time (silver), and the best game known with all luck known (gold).
    Wherever a command takes a challenge, that is the id of one that is included, a file, or today
    for the game of the day.
""",
    example="odin challenge start today -o today.log && odin game play today.log",
)

table = LazyGroup(
    "table",
    {"new": "odin_cli.tables:new", "edit": "odin_cli.tables:edit"},
    help="""Write down a real table in the middle of a game.

    odin plan recommends a move for it, and odin game from-table goes on with it.
""",
    example="odin table new --round 4 -o table.toml && odin plan table.toml",
)

score = LazyGroup(
    "score",
    {
        "show": "odin_cli.scores:show",
        "new": "odin_cli.scores:new",
        "add": "odin_cli.scores:add",
        "list": "odin_cli.scores:list_",
        **commands_of("score"),
        "remove": "odin_cli.scores:remove",
        "export": "odin_cli.scores:export",
        "import": "odin_cli.scores:import_",
    },
    help="""Keep the scores of real games of 1 to 4 players.

    A game is a score file with points by category, or with totals only. The archive lies in
    ODIN_DATA_DIR or the user's data folder.
""",
    example="odin score new --players 3 -o score.toml && odin score show score.toml",
)
