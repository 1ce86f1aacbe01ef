"""What has to be true of a state of a game, whatever has been played (rules, 1 to 8)."""

import json
from collections import Counter
from functools import cache, lru_cache

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.strips import MOUNTAIN_STRIPS
from odin_solver.components.weapons import WEAPONS
from odin_solver.game import Options, State, chance_outcomes, new_game
from odin_solver.game.kernel.nodes import Chance
from odin_solver.game.kernel.others import SWAPS
from odin_solver.game.kernel.play import current
from odin_solver.game.kernel.state import Seat
from odin_solver.game.serial import state_data, state_from
from odin_solver.rules.banquet import banquet_violations
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import Position


def check(state: State) -> None:
    """Make sure that nothing is wrong with a state."""
    nothing_negative(state)
    special_tiles(state)
    boards(state)
    ships(state)
    weapons(state)
    vikings(state)
    strips(state)
    occupations(state)
    chance(state)
    serialisation(state)


def check_step(before: State, after: State) -> None:
    """Make sure that nothing came back that must not, and that no weapon was made up in vain."""
    made_up = all_weapons(after) - all_weapons(before)
    for name in made_up:
        left = dict(after.weapons).get(name, 0) + dict(after.discards).get(name, 0)
        assert left == 0, f"{name} was made up while there was one"
    assert after.round >= before.round
    assert after.specials <= before.specials
    for earlier, later in zip(before.seats, after.seats, strict=True):
        assert later.penalties >= earlier.penalties
        assert later.emigrated[: len(earlier.emigrated)] == earlier.emigrated
        assert set(later.played) >= set(earlier.played)
        for old, new in zip(earlier.boards, later.boards, strict=False):
            assert old.id == new.id
            stays = new.pieces[: len(old.pieces)] == old.pieces
            assert stays or any(piece.tile.id in SWAPS for piece in old.pieces), "placed tiles stay"


def nothing_negative(state: State) -> None:
    for seat in state.seats:
        assert all(count > 0 for count in seat.supply.values()), seat.supply
        assert min(seat.vikings, seat.knarrs, seat.penalties, seat.final_income) >= 0
    for pile in (state.weapons, state.discards):
        assert all(count > 0 for _, count in pile), pile
    assert all(each.silver >= 0 for each in state.exploration)


def special_tiles(state: State) -> None:
    """Each exists once: in the middle, in the supply, or on a board."""
    where = Counter(state.specials)
    for seat in state.seats:
        where.update({name: count for name, count in seat.supply.items() if _special(name)})
        where.update(
            piece.tile.id
            for board in seat.boards
            for piece in board.pieces
            if _special(piece.tile.id)
        )
    everything = beginning(state.options).specials
    if "altar" not in where:
        everything -= {"altar"}  # it may have been lost with Mull
    assert where == Counter(everything)


def _special(name: str) -> bool:
    return name in TILES and TILES[name].kind == "special"


def boards(state: State) -> None:
    """One board a letter, buildings as many as there are, and every layout is legal."""
    owned = Counter(board.id for seat in state.seats for board in seat.boards)
    assert all([board.id for board in seat.boards].count("home") == 1 for seat in state.seats)
    letters = Counter(
        BOARDS[name].letter
        for name in [*owned.elements(), *(each.board for each in state.exploration)]
        if BOARDS[name].letter
    )
    start = beginning(state.options)
    assert letters == Counter(BOARDS[each.board].letter for each in start.exploration)
    for name, count in owned.items():
        assert count <= BOARDS[name].copies or name == "home"
    for seat in state.seats:
        layout(seat.boards)


@lru_cache(maxsize=4)
def layout(lying: tuple[BoardState, ...]) -> None:
    """What lies on the boards is legal in its order; most moves change nothing there."""
    assert position_violations(Position(boards=lying)) == []


@cache
def beginning(options: Options) -> State:
    """The beginning of a game; not to be changed."""
    return new_game(options)


def ships(state: State) -> None:
    for seat in state.seats:
        _ships_of(state, seat)


def _ships_of(game: State, state: Seat) -> None:
    assert len(state.boats) <= BAY.small_berths
    assert state.knarrs + len(state.longships) <= BAY.large_berths
    assert all(0 <= ore <= SHIPS["whaling_boat"].ore_slots for ore in state.boats)
    assert all(0 <= ore <= SHIPS["longship"].ore_slots for ore in state.longships)
    assert state.boats == tuple(sorted(state.boats))
    assert state.longships == tuple(sorted(state.longships))
    if game.round:
        track = TRACKS[game.options.length].rounds[game.round - 1]
        assert 2 * len(state.emigrated) <= track.open_cells
        assert not banquet_violations(track.open_cells, state.table, dict.fromkeys(TILES, 12))


def weapons(state: State) -> None:
    """No card is ever lost."""
    total = all_weapons(state)
    assert all(total[name] >= weapon.copies for name, weapon in WEAPONS.items())


def all_weapons(state: State) -> Counter[str]:
    """All weapon cards, wherever they are."""
    held = Counter({name: sum(seat.has(name) for seat in state.seats) for name in WEAPONS})
    return Counter(dict(state.weapons)) + Counter(dict(state.discards)) + held


def vikings(state: State) -> None:
    """All Vikings of the round are in the Thing square or on the action board."""
    if state.round and state.phase not in ("return", "end"):
        number = TRACKS[state.options.length].rounds[state.round - 1].vikings
        for seat in state.seats:
            assert seat.vikings + sum(count for _, count in seat.placed) == number
    spaces = [space for space, _ in state.placed]
    assert len(set(spaces)) == len(spaces)
    others = [space for seat in state.away for space, vikings in seat.placed if vikings]
    twice = [space for space in {*others, *spaces} if [*others, *spaces].count(space) > 1]
    assert len(twice) <= len(state.others.copied), "only copied spaces are used twice"
    assert state.away or not state.blocked & set(spaces)


def strips(state: State) -> None:
    """A strip is hidden, or lies open with the last of its items, or is gone."""
    assert len(set(state.hidden_strips)) == len(state.hidden_strips)
    seen = [items for at, items in enumerate(MOUNTAIN_STRIPS, 1) if at not in state.hidden_strips]
    assert len(state.strips) <= len(seen)
    for items in state.strips:
        origin = next((each for each in seen if each[len(each) - len(items) :] == items), None)
        assert origin is not None, items
    if not state.space:
        assert all(state.strips), "emptied strips leave the game"


def occupations(state: State) -> None:
    held = [*state.deck, *(card for seat in state.seats for card in (*seat.hand, *seat.played))]
    assert len(set(held)) == len(held)
    assert set(held) <= state.options.cards
    assert all(seat.played == tuple(sorted(seat.played)) for seat in state.seats)


def chance(state: State) -> None:
    outcomes = chance_outcomes(state)
    if outcomes:
        assert sum(probability for _, probability in outcomes) == 1
        assert all(probability > 0 for _, probability in outcomes)
        assert len({name for name, _ in outcomes}) == len(outcomes)
        assert isinstance(current(state), Chance)


def serialisation(state: State) -> None:
    """Nothing is lost on the way through JSON."""
    data = json.loads(json.dumps(state_data(state)))
    again = state_from(data)
    assert again == state
    assert hash(again) == hash(state)
