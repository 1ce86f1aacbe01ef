"""A table to fill in by hand."""

import json

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import TRACKS
from odin_solver.game.kernel.state import Exploration, Options, State
from odin_solver.game.phases import ExplorationPhase
from odin_solver.game.setup import new_game, open_strips
from odin_solver.notation.writing import position_text
from odin_solver.rules.position import GameLength, Position
from odin_solver.support.files import data_text
from odin_solver.support.language import say


def template(position: Position, game: GameLength, round_: int, players: int) -> str:
    """Return a table in TOML, with comments and the defaults of the rules for a round.

    Parameters
    ----------
    position
        Boards and supply that are known; a new game's if there are none.
    game, round_, players
        What is played.
    """
    start = new_game(Options(length=game, players=players))
    vikings = TRACKS[game].rounds[round_ - 1].vikings
    strips = open_strips(start.options) + round_ - 1
    supply = {name: count for name, count in position.supply.items() if count} or start.supply
    if players > 1:
        blocked = say("spaces with Vikings of others")
    else:
        blocked = say("spaces used in the round before")
    usual = say("by default {n} without those on the used spaces", n=vikings)
    used = say("spaces used in this round, by key or name")
    left = say(
        "at most {n} strips in this round, the items left on each, the next one first", n=strips
    )
    hand = say("cards in hand, by number or name")
    gone = say("boards, special tiles and buildings of others")
    ships = say("ore on each boat and longship, without the printed one")
    markers = say("with its markers, by their numbers in your profile")
    goods = say("goods, silver, wood, stone, ore, weapons, animals (pregnant_sheep ...)")
    lines = [
        "# " + say("A table; lines that keep their default can be left out."),
        "schema = 1",
        f'game = "{game}"',
        *([f"players = {players}"] if players > 1 else []),
        f"round = {round_}",
        'phase = "actions"  # income, feast, bonus, mountains ...',
        f"# vikings = {vikings}  # {usual}",
        f'used = []  # {used}: ["k2", "t1"]',
        f'blocked = []  # {blocked}: ["k1", "g2"]',
        *(
            ["copy_tiles = [1, 3]  # " + say("columns of the two copy tiles")]
            if players == 4
            else []
        ),
        f"# {left}",
        'strips = []  # ["2 wood stone 2 ore 4 silver", "3 stone 2 silver"]',
        f"# harvest = true  # {markers}: marker = 3, markers_gone = [1, 2], tokens = [7]",
        "penalties = 0",
        f'# hand = ["Ironsmith", 91]  # {hand}',
        "# played = []",
        f'gone = []  # {gone}: ["helmet"]',
        "# " + say("silver on the boards on offer"),
        f"exploration = {_inline(_lying(start, round_, position))}",
        "",
        f"[ships]  # {ships}",
        "whaling_boats = []  # [0, 1]",
        "knarrs = 0",
        "longships = []",
        'emigrated = []  # ["knarr"]',
        "",
        f"[supply]  # {goods}",
        *(f"{name} = {count}" for name, count in sorted(supply.items(), key=_printed_order)),
        "",
        _boards(position),
    ]
    return "\n".join(lines)


def _printed_order(item: tuple[str, int]) -> int:
    return [*TILES].index(item[0]) if item[0] in TILES else len(TILES)


def _lying(start: State, round_: int, position: Position) -> dict[str, int]:
    """Return the silver on each board on offer if nobody else has taken one."""
    state = start.copy()
    for number in range(1, round_ + 1):
        state.round = number
        ExplorationPhase().run(state)
    offers: tuple[Exploration, ...] = state.exploration
    mine = {each.board.letter for each in position.boards}
    return {each.board: each.silver for each in offers if BOARDS[each.board].letter not in mine}


def _inline(counts: dict[str, int]) -> str:
    return "{ " + ", ".join(f"{name} = {count}" for name, count in counts.items()) + " }"


def _boards(position: Position) -> str:
    if not position.boards:
        each = say("one for each board and building")
        return f'[[boards]]  # {each}\nboard = "home"\nplaced = []\n'
    return data_text({"boards": json.loads(position_text(position))["boards"]}, "toml")
