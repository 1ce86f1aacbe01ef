"""Groups of commands; their modules are imported for a command only."""

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

game = LazyGroup(
    "game",
    {
        "new": "odin_cli.game.new:new",
        "play": "odin_cli.game.play:play",
        "show": "odin_cli.game.show:show",
        "moves": "odin_cli.game.show:moves",
        "do": "odin_cli.game.do:do",
        "undo": "odin_cli.game.do:undo",
        "place": "odin_cli.questions:game place",
        "replay": "odin_cli.game.do:replay",
        "position": "odin_cli.game.show:position",
        "cards": "odin_cli.game.cards:cards",
        "rulings": "odin_cli.game.new:rulings",
        "harvest-profile": "odin_cli.game.harvest:harvest_profile",
        "start": "odin_cli.questions:game start",
        "best": "odin_cli.game.best:best",
        "table": "odin_cli.game.tables:table",
        "from-table": "odin_cli.game.tables:from_table",
        "auto": "odin_cli.game.auto:auto",
        "review": "odin_cli.questions:game review",
        "train": "odin_cli.game.train:train",
    },
    help="""Play, show, check and replay the solo game.

    A game is a text file with all moves and outcomes of chance, one per line. Every command
    replays it and refuses a file that breaks a rule.
""",
    example="odin game new -o game.log && odin game play game.log",
)

puzzle = LazyGroup(
    "puzzle",
    {
        "packs": "odin_cli.puzzle.packs:list_packs",
        "new": "odin_cli.puzzle.making:new",
        "daily": "odin_cli.puzzle.making:daily",
        "play": "odin_cli.puzzle.session:play",
        **commands_of("puzzle"),
        "print": "odin_cli.puzzle.printing:print_booklet",
        "share": "odin_cli.puzzle.sharing:share",
        "export": "odin_cli.puzzle.exporting:export",
    },
    help="""Tile puzzles with one solution: make, play, check, grade, print and share them.

    Wherever a command takes a puzzle, that is a JSON file, a share code, a puzzle of a pack such
    as first-steps/3, daily for the puzzle of today, or - for standard input.
""",
    example="odin puzzle play puzzle.json",
)

vikings = LazyGroup(
    "vikings",
    {
        "show": "odin_cli.vikings.positions:show",
        "check": "odin_cli.vikings.positions:check",
        "example": "odin_cli.vikings.positions:example",
        **commands_of("vikings"),
        "play": "odin_cli.vikings.playing:play",
        "profile": "odin_cli.vikings.profiles:profile",
    },
    help="""Vikings (Kiesling): score a position, ferry, build, buy, play.

    POSITION is a JSON or TOML file, or - for standard input. `odin vikings example` lists
    examples.
""",
    example="odin vikings example ferry | odin vikings ferry -",
)

graenaland = LazyGroup(
    "graenaland",
    {
        **commands_of("graenaland"),
        "play": "odin_cli.graenaland.playing:play",
        "show": "odin_cli.graenaland.positions:show",
        "check": "odin_cli.graenaland.positions:check",
        "example": "odin_cli.graenaland.positions:example",
        "profile": "odin_cli.graenaland.profiles:profile",
    },
    help="""Graenaland (Chvátil): can I win now, and what is best to build?

    POSITION is a JSON or TOML file, or - for standard input; `odin graenaland example` lists
    examples. Costs are printed on your copy: `odin graenaland profile --new` asks for them once.
""",
    example="odin graenaland example late-game | odin graenaland win -",
)
