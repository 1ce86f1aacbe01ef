"""The whole table of a game as plain data, for one screen."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from odin_solver.challenges.days import challenge_of
from odin_solver.challenges.describing import rules_of, title_of
from odin_solver.challenges.luck import luck_to_come
from odin_solver.components import BOARDS, TILES
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES, ActionSpace
from odin_solver.components.weapons import WEAPONS
from odin_solver.game.kernel.anytime import board_names, placeable, why_not_spent
from odin_solver.game.kernel.moves import Move, Use
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.order import asked_by
from odin_solver.game.kernel.play import current, decides, decision, legal_moves
from odin_solver.game.kernel.state import ANIMALS, Seat, State
from odin_solver.game.log import Game
from odin_solver.game.phases import income
from odin_solver.game.scoring import COSTS, score_sheet
from odin_solver.game.seats import persons, seen_by
from odin_solver.game.turn import Turn, vikings_needed, why_not_taken
from odin_solver.names.printed import plain_name, strip_text
from odin_solver.render.svg.single import board_svg
from odin_solver.rules.board_state import BoardState
from odin_solver.support.language import language, say, say_as
from odin_solver.words.cards import cards_now
from odin_solver.words.game import category_name, exploration_text
from odin_solver.words.harvest import harvest_lines
from odin_solver.words.menu import question
from odin_solver.words.moves import discounts
from odin_web.games import views
from odin_web.games.banquet import banquet_view
from odin_web.games.chance import chance_view, dice_view, strip_items
from odin_web.games.moves import moves_view
from odin_web.games.store import OpenGame
from odin_web.puzzles.actions import challenge_of_puzzle
from odin_web.replies import extended
from odin_web.views import BoardView, board_view


class Screen(NamedTuple):
    """Who looks at a screen, of the players of a game.

    Attributes
    ----------
    looking
        Numbers of their seats.
    shared
        Whether other players have screens of their own.
    coached
        Whether they may ask the coach.
    """

    looking: frozenset[int]
    shared: bool = False
    coached: bool = True


def game_view(
    opened: OpenGame, known: int = 0, at: int | None = None, screen: Screen | None = None
) -> views.GameView:
    """Return a game on one screen, after `at` moves; `known` lines of its history are left out."""
    game, screen = opened.game, screen or Screen(frozenset(persons(opened.state)))
    looking, lines = screen.looking, opened.lines(screen.looking)
    past = at is not None and at < len(game.moves)
    seen = at if past and at is not None else len(game.moves)
    now = game.states[seen]
    state, options = seen_by(now, looking), game.options
    legal = legal_moves(state, placing=False)
    view = extended(
        views.GameView,
        state,
        **_on_table(state, legal),
        question=question(now),
        seat=state.seat,
        seats=[
            views.SeatView(
                name=name,
                bot=bot,
                here=number in looking,
                vikings=seat.vikings,
                score=score_sheet(seat).total,
                sheet=_sheet(seat) if state.is_over else [],
            )
            for number, (name, bot, seat) in enumerate(
                zip(options.seats, options.bots or (0,) * 4, state.seats, strict=False)
            )
        ],
        shared=screen.shared,
        coached=screen.coached,
        game=opened.id,
        name=opened.name,
        seen=seen,
        stamp=opened.stamp,
        moves_made=len(game.moves),
        past=past,
        redo=0 if screen.shared else len(opened.undone()),
        can_undo=opened.can_undo(),
        length=options.length,
        seed=None if screen.shared and not now.is_over else game.seed,
        rulings=sorted(options.rulings),
        challenge=challenge_of_puzzle(opened) or _challenge_view(game),
        dice=dice_view(state, game.moves[seen - 1] if seen else None),
        history=views.HistoryView(known, [each.view for each in lines[known:]]),
        spaces=_spaces_view(state, legal),
        boards=[
            _named_board(name, _board_view(board, language()))
            for name, board in zip(board_names(state), state.boards, strict=True)
        ],
    )
    if not past:
        opened.shown[looking] = view, language()
    return view


def _challenge_view(game: Game) -> views.GameChallenge | None:
    found = challenge_of(game)
    if found is None:
        return None
    name, challenge = found
    return views.GameChallenge(
        id=name,
        title=say("Challenge: {title}", title=title_of(challenge)),
        rules=list(rules_of(challenge)),
        luck=list(luck_to_come(game)) if challenge.open_luck else [],
    )


def only_changes(before: views.GameView, now: views.GameView) -> views.GameChanges:
    return extended(
        views.GameChanges,
        now,
        spaces=_changes(before.spaces, now.spaces),
        boards=_changes(before.boards, now.boards),
    )


def _changes(
    before: Sequence[msgspec.Struct], now: Sequence[msgspec.Struct]
) -> list[dict[str, Any]]:
    earlier = [*map(msgspec.structs.asdict, before), *[{}] * len(now)]
    return [
        {key: field for key, field in new.items() if key not in old or old[key] != field}
        for old, new in zip(earlier, map(msgspec.structs.asdict, now), strict=False)
    ]


def _on_table(state: State, legal: Sequence[Move]) -> dict[str, Any]:
    now = {} if state.is_over else cards_now(state, legal)
    return {
        "over": state.is_over,
        "decides": decides(state),
        "asking": asked_by(state),
        "vikings_of_round": TRACKS[state.options.length].rounds[state.round - 1].vikings
        if state.round
        else 0,
        "income": income(state),
        "supply": [_supply_view(state, name) for name in _in_order(state.supply)],
        "bay": bay_view(state),
        "strips": [
            views.StripView(number, strip_items(items), strip_text(items))
            for number, items in enumerate(state.strips, 1)
        ],
        "hidden_strips": len(state.hidden_strips),
        "harvest": harvest_lines(state),
        "exploration": [
            views.ExplorationView(
                board=offer.board,
                name=say_as("board", BOARDS[offer.board].name),
                points=BOARDS[offer.board].points,
                silver=offer.silver,
                text=exploration_text(state, offer),
            )
            for offer in state.exploration
        ],
        "specials": [
            views.ItemView(item=name, name=plain_name(name))
            for name in TILES
            if name in state.specials
        ],
        "hand": [_card_view(number, "hand", now) for number in state.hand],
        "played": [_card_view(number, "played", now) for number in state.played],
        "banquet": banquet_view(state),
        "chance": chance_view(state),
        "score": score_sheet(state).total,
        "sheet": _sheet(state),
        "moves": moves_view(state, legal),
    }


def _sheet(seat: Seat) -> list[views.ScoreEntry]:
    return [
        views.ScoreEntry(name, category_name(name), points, name in COSTS)
        for name, points in msgspec.structs.asdict(score_sheet(seat)).items()
    ]


@cache
def boards_view() -> dict[str, str]:
    return {
        name: board_svg(BoardState(board))
        for name, board in BOARDS.items()
        if board.kind == "exploration"
    }


def card_text_view(number: int) -> views.CardText:
    card = OCCUPATIONS[number]
    return extended(
        views.CardText,
        card,
        name=say_as("card", card.name),
        kind=say_as("card kind", card.kind.label),
        text=say_as("card", card.text),
        note=say_as("card", card.note) if card.note else "",
    )


def bay_view(state: State) -> views.BayView:
    small = [_ship_view("whaling_boat", ore) for ore in state.boats]
    large = [_ship_view("knarr", 0)] * state.knarrs
    large += [_ship_view("longship", ore) for ore in state.longships]
    return views.BayView(
        small=views.BerthsView(BAY.small_berths, small),
        large=views.BerthsView(BAY.large_berths, large),
        emigrated=[
            views.EmigratedShip(kind, plain_name(kind), SHIPS[kind].emigration_points)
            for kind in state.emigrated
        ],
    )


def _ship_view(kind: str, ore: int) -> views.ShipView:
    ship = SHIPS[kind]
    return views.ShipView(
        kind=kind, name=plain_name(kind), ore=ship.printed_ore + ore, slots=ship.ore_slots - ore
    )


def _spaces_view(state: State, legal: Sequence[Move]) -> list[views.SpaceView]:
    placed = dict(state.placed)
    is_turn = isinstance(current(state), Turn)
    usable = {move.space for move in legal if isinstance(move, Use)} if is_turn else set()
    otherwise = _why_nobody_asks(state) or say("the game asks something else now")
    spaces = []
    for name, space in SPACES.items():
        reason: str | None = otherwise
        if is_turn:
            reason = None if name in usable else why_not_taken(state, name)
        spaces.append(
            extended(
                views.SpaceView,
                printed_view(space),
                discount=discounts(state, name).strip(),
                vikings=vikings_needed(state, name),
                placed=placed.get(name, 0),
                blocked=name in state.blocked,
                active=name == state.space,
                usable=reason is None,
                reason=reason,
            )
        )
    return spaces


def printed_view(space: ActionSpace) -> views.PrintedSpace:
    return extended(
        views.PrintedSpace,
        space,
        name=say_as("space", space.name),
        title=say_as("space", space.title),
        group_name=space.group.label,
        text=say_as("space", space.text),
    )


@lru_cache(maxsize=200)
def _board_view(board: BoardState, _: str) -> BoardView:
    """Return a board in a language, which is that in use."""
    return board_view(board)


def _named_board(name: str, view: BoardView) -> views.NamedBoard:
    number = name.partition("#")[2]
    label = f"{view.name} {number}".rstrip()
    return extended(views.NamedBoard, view, label=label, board_name=name)


def _supply_view(state: State, name: str) -> views.SupplyView:
    tile = TILES.get(name.removeprefix("pregnant_"))
    reason = _why_not_placed(state, name)
    return views.SupplyView(
        item=name,
        name=plain_name(name),
        count=state.has(name),
        kind="weapon" if tile is None else tile.kind,
        color="" if tile is None else str(tile.color),
        placeable=reason is None,
        reason=reason,
    )


def _why_nobody_asks(state: State) -> str:
    """Return why the player is asked nothing; empty if something is asked."""
    if state.is_over:
        return say("the game is over")
    if isinstance(current(state), Chance):
        return say("chance decides now")
    return "" if decision(state) else say("another player decides now")


def _why_not_placed(state: State, name: str) -> str | None:
    if reason := _why_nobody_asks(state):
        return reason
    if name not in placeable(state):
        return say("{item} is not placed on boards", item=plain_name(name))
    return why_not_spent(state, name)


def _card_view(number: int, where: str, now: Mapping[int, str]) -> views.CardView:
    text = card_text_view(number)
    return extended(views.CardView, text, where=where, now=now.get(number, ""))


def _in_order(supply: Iterable[str]) -> list[str]:
    found = set(supply)
    order = dict.fromkeys((*TILES, *WEAPONS, *ANIMALS))
    return [name for name in order if name in found]
