"""What ``odin game play`` tells: what is asked, what things do, what has happened."""

from collections.abc import Iterator

from rich.console import ConsoleDimensions, Group, RenderableType
from rich.text import Text

from odin_solver.components import board, tile
from odin_solver.components.heard import names_of
from odin_solver.components.spaces import SPACES
from odin_solver.game import why_not
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.others import PHASES as OTHERS_PHASES
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import State
from odin_solver.game.phases import FinalPlacing, Pause
from odin_solver.game.turn import Turn
from odin_solver.names.printed import card_name, card_text, card_title
from odin_solver.render.terminal.components import board_details, tile_details
from odin_solver.render.terminal.game import headline, menu_text, supply_of
from odin_solver.render.terminal.sheet import scores_text
from odin_solver.render.terminal.small import turn_text
from odin_solver.render.terminal.tables import labelled_table
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.support.text import whole_number
from odin_solver.words.cards import card_now, hand_text, played_text
from odin_solver.words.game import place_text
from odin_solver.words.menu import ANY_TIME, Section, chance_in_words, meaning_of, menu, question
from odin_solver.words.moves import discounts, keys_of


def told(state: State, move: Move | Outcome) -> str:
    """Return where a move was made, and its words; of chance what it brought."""
    what = str(move)
    if isinstance(current(state), Chance):
        what = say("chance {outcome}", outcome=chance_in_words(state, str(move)))
    return f"{place_text(state)}: {what}"


def keys(state: State) -> dict[str, Move | Outcome]:
    """Return the moves of the menu by their keys."""
    return keys_of(move for section in _sections(state) for move in section.moves)


def _sections(state: State) -> list[Section]:
    """Return the menu; empty where it would be of no use."""
    node = current(state)
    if isinstance(node, ServeFeast):
        return [each for each in menu(state) if each.title == say(ANY_TIME)]
    if isinstance(node, Chance) and (node.kind == Roll.kind or node.kind.endswith("occupation")):
        return []  # the number on the die or the card says it all
    return menu(state)


def offered(state: State, size: ConsoleDimensions, *, coach: bool) -> Iterator[RenderableType]:
    """Yield what is asked and what can be done, at a turn in 24 lines if possible."""
    node, sections = current(state), _sections(state)
    others = [each for each in sections if each.title != say(ANY_TIME)]
    moves = [move for each in sections for move in each.moves]
    if isinstance(node, Turn):
        used = [move for move in moves if isinstance(move, Use)]
        yield headline(state)
        yield turn_text(state, used, size.width, size.height)
        if hand := ", ".join(map(card_name, state.hand)):
            label = say("Hand")
            yield Text.assemble((f"  {label}: ", "bold"), hand, overflow="ellipsis", no_wrap=True)
    else:
        if isinstance(node, FinalPlacing | ServeFeast | Pause):
            yield headline(state)
            yield supply_of(state)
        yield Text(question(state), "bold")
        if node is None:
            yield scores_text(state)
            yield Text(say("undo goes back, quit ends."), "dim")
            return
        if others:
            yield menu_text(state, others)
    if also := _also(state, sections, coach=coach):
        label = say("Also")
        yield Text.assemble((f"  {label}: ", "bold"), ", ".join(also))
    if isinstance(node, FinalPlacing):
        yield Text(say("fill finds the best placement of all that is left."), "dim")


def _also(state: State, sections: list[Section], *, coach: bool) -> list[str]:
    """Return the moves that are possible at any time, and commands."""
    moves = [str(move) for each in sections if each.title == say(ANY_TIME) for move in each.moves]
    if isinstance(current(state), Turn):
        hint = ["hint"] if coach else []
        commands = ["pass", say("place TILE CELLS"), "fill", *hint]
        moves = [*commands, say("why KEY"), say("read KEY"), "help", *moves]
    between = state.phase in OTHERS_PHASES and not state.space
    if state.options.players > 1 and between and not state.away:
        moves = [say("other KEY"), *moves]
    return moves


def unusable(state: State) -> RenderableType:
    """Draw why each other space cannot be used."""
    if not isinstance(current(state), Turn):
        asked = question(state)
        return Text(say("The game asks something else now: {question}", question=asked))
    table = labelled_table()
    for space in SPACES.values():
        reason = why_not(state, Use(space.id))
        if reason is not None:
            table.add_row(space.key, f"{say_as('space', space.name)}: {reason}")
    return table


def about(state: State, typed: str, move: Move | Outcome | None) -> RenderableType:
    """Draw what something does: a space, a move of the menu, a card, a tile, a board."""
    name, spaces = plain_id(typed), names_of("space").meant(typed)
    if len(spaces) == 1:
        space = SPACES[spaces[0]]
        title, text = say_as("space", space.name), say_as("space", space.text)
        vikings = say_number("{n} Viking", "{n} Vikings", space.vikings)
        head = f"{space.key}: {title} ({space.group.label}, {vikings})"
        return Text(f"{head}: {text}{discounts(state, space.id)}")
    if move is not None:
        return Text.assemble((str(move), "bold"), f"  {meaning_of(state, move)}")
    if number := whole_number(name.removeprefix("card_").rstrip("abc")):
        card = f"{card_title(number)}: {card_text(number)}"
        return Text(f"{card}\n{card_now(state, number)}")
    if len(tiles := names_of("tile").meant(typed)) == 1:
        return tile_details(tile(tiles[0]))
    if len(boards := names_of("board").meant(typed)) == 1:
        return board_details(board(boards[0]))
    known = say(
        "read takes a key of the menu, a space such as forge, a card such as 27, a tile or a board"
    )
    return Text(known)


def cards(state: State) -> RenderableType:
    """Draw the occupations in hand and in play."""
    return Group(
        Text(say("Hand"), "bold"), hand_text(state), Text(say("Played"), "bold"), played_text(state)
    )


def plain_id(typed: str) -> str:
    return "_".join(typed.lower().replace("-", " ").split())


MOVES_HELP = (
    (
        "t2",
        mark(
            "the move with this key; spaces keep theirs all game long, with the Vikings beside it"
        ),
    ),
    (
        "use forge",
        mark("any move by its words, as odin game moves lists them; the verb may be shortened"),
    ),
    ("place robe a1:c3", mark("preview a tile on the home board, and lay it if you say yes")),
    ("place oil iceland e2:f2", mark("the same on another board; cells may be named one by one")),
    ("place silver a1 a2 b1", mark("several pieces of silver or ore at once")),
    (
        "ship knarr",
        mark("buy a ship; arm longship ore=1 lays one more ore on the longship with one"),
    ),
    (
        "other t2",
        mark(
            "another player uses t2; also other take helmet, other explore shetland, "
            "other strip 1 take 2; other vikings 3: so many Vikings are left to the others"
        ),
    ),
    (
        "other draw bow 45",
        mark(
            "another player draws a bow and card 45 (occupation: an unseen one); also "
            "other weapon snare (by its name), other pay bow=1, other play 45"
        ),
    ),
    (
        "serve peas mead+ - silver",
        mark("a feast of your own, from the left: + lengthwise, - empty"),
    ),
)
"""Examples of moves for the help."""
