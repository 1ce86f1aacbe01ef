"""``odin game``: the group of commands about the solo game."""

from collections.abc import Mapping

from odin_cli.commands import LazyGroup

TABLE: Mapping[str, str] = {
    "new": "odin_cli.game.new:new",
    "play": "odin_cli.game.play:play",
    "show": "odin_cli.game.show:show",
    "moves": "odin_cli.game.show:moves",
    "do": "odin_cli.game.do:do",
    "undo": "odin_cli.game.do:undo",
    "place": "odin_cli.game.place:place",
    "replay": "odin_cli.game.do:replay",
    "position": "odin_cli.game.show:position",
    "cards": "odin_cli.game.cards:cards",
    "rulings": "odin_cli.game.rulings:rulings",
    "harvest-profile": "odin_cli.game.harvest:harvest_profile",
    "start": "odin_cli.game.start:start",
    "best": "odin_cli.game.best:best",
    "table": "odin_cli.game.tables:table",
    "from-table": "odin_cli.game.tables:from_table",
    "auto": "odin_cli.game.auto:auto",
    "review": "odin_cli.game.coach:review",
    "train": "odin_cli.game.train:train",
}

game = LazyGroup(
    "game",
    TABLE,
    help="""Play, show, check and replay the solo game.

    A game is a text file with all moves and outcomes of chance, one per line. Every command
    replays it and refuses a file that breaks a rule.
""",
    example="odin game new -o game.log && odin game play game.log",
)
