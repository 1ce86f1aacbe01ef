"""Reading tables: the state of a game from what lies on the table."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.finding import candidates, find, tile
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.ships import BAY, SHIPS
from odin_solver.components.spaces import SPACES
from odin_solver.components.strips import MOUNTAIN_STRIPS, StripItem
from odin_solver.components.weapons import WEAPONS
from odin_solver.errors import InputError
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.others import others_vikings
from odin_solver.game.kernel.play import advance
from odin_solver.game.kernel.rulings import Ruling, ruling
from odin_solver.game.kernel.state import ANIMALS, Exploration, Options, Others, State
from odin_solver.game.phases import PHASES, ExplorationPhase, phases_from, specials_of
from odin_solver.game.serial import state_data, state_from
from odin_solver.game.setup import copy_tiles, new_game, open_strips
from odin_solver.game.tables.file import TableFile
from odin_solver.notation.labels import violation_line
from odin_solver.notation.positions import PositionFile, position_from
from odin_solver.rules.board_state import BoardState
from odin_solver.rules.layout import position_violations
from odin_solver.rules.position import GameLength, Position
from odin_solver.support.decoding import decode
from odin_solver.support.language import mark, say, say_number
from odin_solver.support.validating import Faults, faults
from odin_solver.words.names import plain_name

UNDER_WAY = ("stack", "space", "gained", "spent", "table", "phase")
"""Fields of a state that say what is under way, as `odin_solver.game.serial` writes them."""

_OF_POSITIONS = frozenset(PositionFile.__struct_fields__)

_SPACES = {name: (space.key, space.name) for name, space in SPACES.items()}
_CARDS = {str(number): (card.id, card.name) for number, card in OCCUPATIONS.items()}
_NO_SPACE = mark("unknown action space {name!r}")
_NO_CARD = mark("unknown card {name!r}")
_OTHER_ITEMS: Mapping[str, tuple[str, ...]] = {
    **{name: (weapon.name,) for name, weapon in WEAPONS.items()},
    **{name: () for name in ANIMALS if name not in TILES},
}
_PHASES = dict.fromkeys(PHASES, ())
_EMIGRANTS = {
    name: (ship.name,) for name, ship in SHIPS.items() if ship.emigration_points is not None
}
_TAKEABLE = {
    **{name: (each.name,) for name, each in BOARDS.items() if each.kind == "exploration"},
    **{name: (each.name,) for name, each in TILES.items() if each.kind == "special"},
}
_BUILDINGS = {name: (each.name,) for name, each in BOARDS.items() if each.is_building}
_STRIP_WORDS: Mapping[str, tuple[StripItem, int]] = {
    "wood": ("wood", 1),
    "stone": ("stone", 1),
    "ore": ("ore", 1),
    "silver": ("silver2", 2),
    "silver2": ("silver2", 1),
}
"""Items of a strip in words, and how many of the word one item is."""


def parse_table(text: str, name: str = "table") -> State:
    """Read a table from JSON or TOML text; `name` is for error messages.

    Raises
    ------
    InputError
        If the text is not a table; it holds all that is wrong and all that is missing.
    """
    return table_from(decode(text, name, mark("a table")), name)


def table_from(data: object, name: str = "table") -> State:
    """Build the state of a game from the plain data of a table.

    Raises
    ------
    InputError
        If the data are not a table; it holds all that is wrong and all that is missing.
    """
    if not isinstance(data, dict):
        raise InputError(say("{file}: expected an object with the keys of a table", file=name))
    for key in ("game", "phase"):
        if isinstance(data.get(key), str):
            data = {**data, key: data[key].lower()}
    collected = Faults(name)
    collected.add(each for each in faults(data, TableFile, whole="table"))
    reader = _Reader(data, collected)
    state = reader.state()
    collected.raise_any()
    assert state is not None
    return state


class _Reader:
    """Reads the parts of a table; what is wrong goes to the faults."""

    def __init__(self, data: Mapping[str, Any], found: Faults) -> None:
        self.data = data
        self.faults = found
        types = {field.name: field for field in msgspec.structs.fields(TableFile)}
        self.known = {
            key: item
            for key, item in data.items()
            if key in types and not faults(item, types[key].type)
        }

    def part(self, key: str, default: Any) -> Any:
        return self.known.get(key, default)

    def fault(self, message: str) -> None:
        self.faults.add([message])

    def missing(self, key: str, what: str, example: str) -> None:
        """Ask for a field that no rule gives a default; a wrong one is reported elsewhere."""
        if key not in self.data:
            self.fault(
                say(
                    "{key}: missing: {what}, such as {example}", key=key, what=what, example=example
                )
            )

    def named(self, key: str, names: Mapping[str, tuple[str, ...]], what: str) -> list[str]:
        """Return what a list of names means."""
        return self.find_all(self.part(key, []), names, what, key)

    def find_all(
        self,
        written: Iterable[Any],
        names: Mapping[str, tuple[str, ...]],
        what: str,
        where: str,
        *,
        several: Container[str] = (),
    ) -> list[str]:
        """Return what names mean; those of `several` may be named more than once."""
        found = []
        for at, each in enumerate(written):
            read = partial(find, str(each), names, what)
            meant = self.faults.attempt(f"{where}[{at}]", read)
            if meant is not None:
                found.append(meant)
        for each, count in Counter(found).items():
            if count > 1 and each not in several:
                self.fault(say("{where}: {name} is named twice", where=where, name=each))
        return [each for at, each in enumerate(found) if each in several or each not in found[:at]]

    def state(self) -> State | None:
        """Return the state; None if something that all else depends on is wrong."""
        options = self.options()
        position = self.position()
        number = self.round(options)
        state = None
        if options is not None:
            try:
                state = new_game(options)
            except InputError as error:
                self.faults.add(error.problems)
        if number is None or state is None:
            self.missing("strips", say("the items left on each face-up strip"), _STRIPS_EXAMPLE)
            return None
        state.round, state.phase = number, ""
        phase = self.phase(state)
        state.boards = self.boards(position)
        state.supply = self.supply()
        self.ships(state)
        self.take_away(state, phase)
        self.vikings(state)
        self.strips(state, phase)
        self.weapons(state)
        self.cards(state)
        state.penalties = self.part("penalties", 0)
        state.final_income = self.part("final_income", 0)
        memory = self.part("memory", {})
        state.memory = tuple(sorted((key, each) for key, each in memory.items() if each))
        self.layout(state)
        self.begin(state, phase)
        return state

    # --- what the game is ---

    def options(self) -> Options | None:
        numbers = self.card_options()
        rulings = self.part("rulings", [])
        read: list[Ruling | None] = [
            self.faults.attempt(f"rulings[{at}]", partial(ruling, each))
            for at, each in enumerate(rulings)
        ]
        game: GameLength = self.part("game", "long")
        return Options(
            length=game,
            islands=self.part("islands", False),
            harvest=self.part("harvest", False),
            cards=numbers,
            rulings=frozenset(each for each in read if each is not None),
            players=self.part("players", 1),
        )

    def card_options(self) -> frozenset[int]:
        """Return the cards of the game; by default all if there are any in hand or played."""
        any_card = self.part("hand", []) or self.part("played", [])
        wanted = self.part("occupations", "implemented" if any_card else "none")
        if not isinstance(wanted, str):
            return frozenset(map(int, self.find_all(wanted, _CARDS, _NO_CARD, "occupations")))
        word = wanted.strip().lower()
        if word == "none":
            return frozenset()
        if word == "implemented":
            return frozenset(CARDS)
        decks = {each.strip().upper() for each in word.split(",")}
        if not decks <= {"A", "B", "C"}:
            self.fault(
                say(
                    "occupations: expected none, implemented, decks such as A,B or a list of "
                    "cards, got {got!r}",
                    got=wanted,
                )
            )
        return frozenset(number for number, card in OCCUPATIONS.items() if card.deck in decks)

    def round(self, options: Options | None) -> int | None:
        self.missing("round", say("the round that is played"), "round = 3")
        number: int | None = self.part("round", None)
        rounds = len(TRACKS[options.length].rounds) if options else 7
        return number if number is not None and number <= rounds else None

    def phase(self, state: State) -> str:
        written = self.part("phase", "actions")
        expected = say("expected one of {names}", names=", ".join(PHASES))
        read = partial(find, written, _PHASES, mark("unknown phase {name!r}"), expected)
        phase = self.faults.attempt("phase", read) or "actions"
        known = [*PHASES]
        after_end = phase in ("bonus", "mountains", "return")
        if after_end if state.is_last_round else phase == known[-1]:
            other = (
                say("the last round has no such phase")
                if after_end
                else say("only the last round has it")
            )
            self.fault(f"phase: {phase}: {other}")
            return "actions"
        return phase

    # --- boards and supply ---

    def position(self) -> Position:
        plain = {key: item for key, item in self.data.items() if key in _OF_POSITIONS}
        plain.pop("supply", None)
        try:
            return position_from(plain, self.faults.name)
        except InputError as error:
            already = set(faults(self.data, TableFile, whole="table"))
            known = {f"{self.faults.name}: {each}" for each in already}
            more = [each for each in error.problems if each not in known]
            self.faults.add(each.removeprefix(f"{self.faults.name}: ") for each in more)
            return Position()

    def boards(self, position: Position) -> tuple[BoardState, ...]:
        boards = list(position.boards)
        for at, each in enumerate(boards):
            if BOARDS.get(each.id) is not each.board:
                self.fault(
                    say("boards[{at}]: expected a printed board, got {got!r}", at=at, got=each.id)
                )
        boards = [each for each in boards if BOARDS.get(each.id) is each.board]
        counts = Counter(each.id for each in boards)
        if not counts["home"]:
            boards.insert(0, BoardState(BOARDS["home"]))
        for board_id, count in counts.items():
            most = BOARDS[board_id].copies if BOARDS[board_id].kind != "exploration" else 1
            if count > most:
                self.fault(
                    say(
                        "boards: expected at most {most} {board}, got {got}",
                        most=most,
                        board=plain_name(board_id),
                        got=count,
                    )
                )
        return tuple(boards)

    def supply(self) -> dict[str, int]:
        supply: dict[str, int] = {}
        for written, count in self.part("supply", {}).items():
            meant = self.faults.attempt("supply", partial(find_item, written))
            if meant is not None and meant in supply:
                self.fault(
                    say("supply: duplicate item {item}: expected each item once", item=meant)
                )
            elif meant is not None and count:
                supply[meant] = count
        return supply

    def ships(self, state: State) -> None:
        ships = self.part("ships", {})
        for key, kind in (("whaling_boats", "whaling_boat"), ("longships", "longship")):
            loads, most = ships.get(key, []), SHIPS[kind].ore_slots
            for at, load in enumerate(loads):
                if load > most:
                    self.fault(
                        say(
                            "ships.{key}[{at}]: expected at most {most} ore, got {got}",
                            key=key,
                            at=at,
                            most=most,
                            got=load,
                        )
                    )
        state.boats = tuple(sorted(ships.get("whaling_boats", ())))
        state.longships = tuple(sorted(ships.get("longships", ())))
        state.knarrs = ships.get("knarrs", 0)
        if len(state.boats) > BAY.small_berths:
            self.fault(
                say(
                    "ships.whaling_boats: expected at most {most}, the number of small berths, "
                    "got {got}",
                    most=BAY.small_berths,
                    got=len(state.boats),
                )
            )
        large = state.knarrs + len(state.longships)
        if large > BAY.large_berths:
            self.fault(
                say(
                    "ships: expected at most {most} knarrs and longships, the number of large "
                    "berths, got {got}",
                    most=BAY.large_berths,
                    got=large,
                )
            )
        emigrated = []
        for at, each in enumerate(ships.get("emigrated", ())):
            read = partial(find, each, _EMIGRANTS, mark("unknown ship {name!r}"))
            meant = self.faults.attempt(f"ships.emigrated[{at}]", read)
            emigrated += [] if meant is None else [meant]
        state.emigrated = tuple(emigrated)

    def take_away(self, state: State, phase: str) -> None:
        """Take the boards and special tiles that somebody has from those on offer."""
        names = {**_TAKEABLE, **_BUILDINGS}
        found = self.find_all(
            self.part("gone", []),
            names,
            mark("unknown exploration board, special tile or building {name!r}"),
            "gone",
            several=_BUILDINGS,
        )
        gone = [name for name in found if name not in _BUILDINGS]
        self.built(state, Counter(name for name in found if name in _BUILDINGS))
        mine = [each.id for each in state.boards if each.board.kind == "exploration"]
        others = [name for name in gone if name in BOARDS]
        taken: dict[str, str] = {}
        for name in (*mine, *others):
            letter = BOARDS[name].letter or name
            if letter in taken:
                first, second = plain_name(taken[letter]), plain_name(name)
                self.fault(say("boards, gone: {a} and {b} are one board", a=first, b=second))
            taken[letter] = name
        state.exploration = tuple(
            each for each in state.exploration if BOARDS[each.board].letter not in taken
        )
        before = list(PHASES).index(phase) > list(PHASES).index("exploration boards")
        now = state.round
        for number in range(1, now + before):
            state.round = number
            ExplorationPhase().run(state)
        state.round = now
        offered = {name for each in new_game(state.options).exploration for name in (each.board,)}
        for name in (*mine, *others):
            self.turned(state, name, offered)
        self.lying_silver(state)
        self.specials(state, gone, (*mine, *others))

    def built(self, state: State, built: Counter[str]) -> None:
        """Take the buildings of others from those that are left."""
        if built and state.options.players == 1:
            self.fault(say("gone: there are no other players who could have buildings"))
            return
        state.others = Others(built=tuple(sorted(built.items())))
        for name in built:
            if state.buildings_left(name) < 0:
                most = BOARDS[name].copies
                self.fault(
                    say(
                        "gone, boards: expected at most {most} {board}, got more",
                        most=most,
                        board=plain_name(name),
                    )
                )

    def turned(self, state: State, name: str, fronts: set[str]) -> None:
        """Report a board that is not in the game, or not turned yet."""
        letter = BOARDS[name].letter
        if letter not in {BOARDS[front].letter for front in fronts}:
            self.fault(say("boards, gone: {board} is not in this game", board=plain_name(name)))
        elif BOARDS[name].side == "back":
            track = TRACKS[state.options.length].rounds
            at = next((each.number for each in track if letter in each.flips), 0)
            if at > state.round:
                self.fault(
                    say(
                        "boards, gone: {board} is not turned before round {n}",
                        board=plain_name(name),
                        n=at,
                    )
                )

    def lying_silver(self, state: State) -> None:
        silver = {each.board: each.silver for each in state.exploration}
        names: dict[str, tuple[str, ...]] = {name: (BOARDS[name].name,) for name in silver}
        for written, count in self.part("exploration", {}).items():
            read = partial(find, written, names, mark("unknown exploration board {name!r}"))
            meant = self.faults.attempt("exploration", read)
            if meant is not None:
                silver[meant] = count
        state.exploration = tuple(Exploration(name, count) for name, count in silver.items())

    def specials(self, state: State, gone: Sequence[str], boards: Iterable[str]) -> None:
        seen = Counter({name: state.has(name) for name in _TAKEABLE if name in state.supply})
        seen.update(
            piece.tile.id
            for each in state.boards
            for piece in each.pieces
            if piece.tile.kind == "special"
        )
        seen.update(name for name in gone if name in TILES)
        in_game = new_game(state.options).specials
        for name, count in seen.items():
            if count > 1:
                self.fault(
                    say(
                        "{name}: it exists once, and is seen {n} times",
                        name=plain_name(name),
                        n=count,
                    )
                )
            if name not in in_game:
                self.fault(say("{name}: it is not in this game", name=plain_name(name)))
        # What a board gives goes with it, unless the board is still to be had or somebody's.
        lost = {
            name
            for each in new_game(state.options).exploration
            for name in specials_of(each.board)
            if each.board not in boards
            and each.board not in {offer.board for offer in state.exploration}
        }
        state.specials = in_game.difference(seen, lost)

    def layout(self, state: State) -> None:
        position = Position(boards=state.boards, game=state.options.length, round=state.round)
        violations = position_violations(position)
        self.faults.add(f"boards: {violation_line(each, position)}" for each in violations)

    # --- Vikings and spaces ---

    def vikings(self, state: State) -> None:
        placed: dict[str, int] = {}
        for at, written in enumerate(self.part("used", [])):
            words, left = str(written).split(), None
            if len(words) > 1 and words[-1].isdecimal() and not candidates(written, _SPACES):
                left = int(words.pop())
            read = partial(find, " ".join(words), _SPACES, _NO_SPACE)
            name = self.faults.attempt(f"used[{at}]", read)
            if name is None:
                continue
            most = SPACES[name].vikings
            if name in placed:
                self.fault(say("{where}: {name} is named twice", where=f"used[{at}]", name=name))
            if left is not None and left > most:
                self.fault(
                    say_number(
                        "used[{at}]: {name} takes {n} Viking, not {left}",
                        "used[{at}]: {name} takes {n} Vikings, not {left}",
                        most,
                        at=at,
                        name=name,
                        left=left,
                    )
                )
            placed[name] = most if left is None else left
        blocked = self.blocked(state)
        self.others(state, blocked, {name for name, count in placed.items() if count})
        state.placed, state.blocked = tuple(placed.items()), blocked
        total = TRACKS[state.options.length].rounds[state.round - 1].vikings
        on_spaces = sum(placed.values())
        left_over = self.part("vikings", max(0, total - on_spaces))
        if on_spaces + left_over > total and not state.options.cards:
            self.fault(
                say(
                    "vikings, used: expected at most {most} in round {round}, got {left} left and "
                    "{used} on spaces",
                    most=total,
                    round=state.round,
                    left=left_over,
                    used=on_spaces,
                )
            )
        state.vikings = left_over

    def others(self, state: State, blocked: frozenset[str], mine: set[str]) -> None:
        """Read the copy tiles, and the Vikings that others have left."""
        sides = copy_tiles(state.options)
        if sides:
            self.missing(
                "copy_tiles", say("the columns of the two copy tiles"), "copy_tiles = [1, 4]"
            )
        copies = tuple(sorted(self.part("copy_tiles", ())))
        if "copy_tiles" in self.data and not (
            len(copies) == len(sides)
            and all(column in side for column, side in zip(copies, sides, strict=True))
        ):
            expected = (
                say("column 1 or 2 and column 3 or 4") if sides else say("none but with 4 players")
            )
            self.fault(say("copy_tiles: expected {expected}", expected=expected))
        copied = tuple(sorted(self.part("copied", ())))
        if len(set(copied)) != len(copied) or not set(copied) <= set(copies):
            self.fault(say("copied: expected different columns of copy_tiles"))
        for name in sorted(blocked & mine):
            if SPACES[name].column not in copied:
                self.fault(say("used, blocked: {name} is in both", name=name))
        most = others_vikings(state)
        # Vikings that came back from dice were used again.
        on_spaces = sum(1 if SPACES[name].dice else SPACES[name].vikings for name in blocked)
        if state.options.players > 1 and on_spaces > most:
            self.fault(
                say(
                    "blocked: expected spaces for at most {most} Vikings, those of the others, "
                    "got {got}",
                    most=most,
                    got=on_spaces,
                )
            )
        standing = sum(SPACES[name].vikings for name in blocked)
        left = self.part("others", max(0, most - standing) if most else 0)
        if left > most:
            self.fault(
                say(
                    "others: expected at most {most} Vikings of others, got {got}",
                    most=most,
                    got=left,
                )
            )
        state.others = msgspec.structs.replace(
            state.others, vikings=left, copies=copies, copied=copied
        )

    def blocked(self, state: State) -> frozenset[str]:
        """Return the spaces occupied by others, or alone from the round before."""
        if state.options.players > 1:
            return frozenset(self.named("blocked", _SPACES, _NO_SPACE))
        if state.round > 1:
            what = say("the spaces that you used in the round before")
            self.missing("blocked", what, 'blocked = ["w2", "m1"], or []')
        names = self.named("blocked", _SPACES, _NO_SPACE)
        if state.round == 1 and names:
            self.fault(say("blocked: expected none in the first round"))
        elif names:
            before = TRACKS[state.options.length].rounds[state.round - 2].vikings
            # Vikings that came back from dice were used again.
            total = sum(1 if SPACES[name].dice else SPACES[name].vikings for name in names)
            if total > before and not state.options.cards:
                self.fault(
                    say(
                        "blocked: expected spaces for at most {most} Vikings, those of round "
                        "{round}, got {got}",
                        most=before,
                        round=state.round - 1,
                        got=total,
                    )
                )
        return frozenset(names)

    # --- strips, weapons, cards ---

    def strips(self, state: State, phase: str) -> None:
        if "strips" not in self.data:
            self.missing("strips", say("the items left on each face-up strip"), _STRIPS_EXAMPLE)
        read = [
            self.faults.attempt(f"strips[{at}]", partial(strip_from, written))
            for at, written in enumerate(self.part("strips", []))
        ]
        state.strips = tuple(each for each in read if each is not None)
        total = len(MOUNTAIN_STRIPS)
        shown = open_strips(state.options) + state.round - 1 + (phase == "return")
        shown = min(total, shown)
        if len(state.strips) > shown:
            self.fault(
                say(
                    "strips: expected at most {most} in round {round}, got {got}",
                    most=shown,
                    round=state.round,
                    got=len(state.strips),
                )
            )
        given = frozenset(self.part("hidden_strips", ()))
        numbers = strip_numbers(state.strips, given)
        if numbers is None:
            self.fault(
                say("strips: no different strips have these rests besides the hidden ones")
                if given
                else say("strips: no different strips have these rests")
            )
            return
        # Strips that are used up have left the game: which ones is not to be seen.
        rest = [number for number in range(1, total + 1) if number not in numbers]
        hidden = self.part("hidden_strips", rest[-(total - shown) :] if total > shown else [])
        if len(set(hidden)) != len(hidden) or not set(hidden) <= set(rest):
            self.fault(say("hidden_strips: expected different strips that are not face up"))
        state.hidden_strips = tuple(sorted(hidden))

    def weapons(self, state: State) -> None:
        known: dict[str, tuple[str, ...]] = {name: (each.name,) for name, each in WEAPONS.items()}

        def piles(key: str) -> dict[str, int]:
            found = {}
            for written, count in self.part(key, {}).items():
                read = partial(find, written, known, mark("unknown weapon {name!r}"))
                meant = self.faults.attempt(key, read)
                if meant is not None:
                    found[meant] = count
            return found

        discards = piles("discards")
        pile = {
            name: each.copies - state.has(name) - discards.get(name, 0)
            for name, each in WEAPONS.items()
        }
        if "weapon_pile" in self.data:
            pile = piles("weapon_pile")
        state.weapons, state.discards = (
            tuple(sorted((name, count) for name, count in each.items() if count > 0))
            for each in (pile, discards)
        )

    def cards(self, state: State) -> None:
        in_game = {*state.deck, *state.starting_deck}
        seen: Counter[int] = Counter()
        lists = []
        for key in ("hand", "played", "cards_gone"):
            numbers = tuple(map(int, self.named(key, _CARDS, _NO_CARD)))
            unknown = [number for number in numbers if number not in in_game]
            self.faults.add(
                say("{key}: card {number} is not in this game", key=key, number=number)
                for number in unknown
            )
            seen.update(numbers)
            lists.append(numbers)
        twice = [number for number, count in seen.items() if count > 1]
        self.faults.add(
            say("hand, played: card {number} is seen twice", number=number) for number in twice
        )
        state.hand, state.played = lists[0], lists[1]
        state.deck = tuple(number for number in state.deck if number not in seen)
        state.starting_deck = ()

    # --- what comes next ---

    def begin(self, state: State, phase: str) -> None:
        state.stack = ()
        written = self.part("under_way", "")
        if not written:
            state.phase = phase
            state.push(*phases_from(state, phase))
            advance(state)
            return
        read = partial(_under_way, state, written, self.faults.name)
        begun = self.faults.attempt("under_way", read)
        if begun is not None:
            for field in UNDER_WAY:
                setattr(state, field, getattr(begun, field))


_STRIPS_EXAMPLE = 'strips = ["2 wood stone ore 2 silver", "3 stone 2 silver"]'


def find_item(written: str) -> str:
    """Return the item of a supply that a name means."""
    try:
        return find(written, _OTHER_ITEMS, mark("unknown item {name!r}"))
    except InputError:
        return tile(written).id


def _under_way(state: State, written: str, name: str) -> State:
    """Return a state with what is under way, as JSON says it."""
    fields = decode(written, f"{name}: under_way")
    if not isinstance(fields, dict) or set(fields) != set(UNDER_WAY):
        raise InputError(
            say("expected an object with the keys {names}", names=", ".join(UNDER_WAY))
        )
    return state_from({**state_data(state), **fields})


def strip_from(written: str) -> tuple[StripItem, ...]:
    """Return the rest of a strip in words: ``2 wood stone ore 2 silver``; empty if used up.

    Raises
    ------
    InputError
        If no strip ends so.
    """
    if not written:
        return ()
    items: list[StripItem] = []
    words = written.replace(",", " ").lower().split()
    count = None
    for word in words:
        if word.isdecimal() and len(word) < 3 and count is None:
            count = int(word)
            continue
        meant = [each for each in _STRIP_WORDS if each.startswith(word)]
        if len({each.rstrip("2") for each in meant}) != 1:
            raise InputError(say("expected wood, stone, ore and silver, got {got!r}", got=word))
        item, size = _STRIP_WORDS[meant[0]]
        number = size if count is None else count
        if number % size or not number:
            raise InputError(say("expected an even number of silver, got {n}", n=number))
        items += [item] * (number // size)
        count = None
    rest = tuple(items)
    if count is not None or not rest:
        raise InputError(
            say("expected items such as 2 wood stone ore 2 silver, got {got!r}", got=written)
        )
    if not strip_candidates(rest):
        most = max(strip.count("silver2") for strip in MOUNTAIN_STRIPS)
        if rest.count("silver2") > most:
            raise InputError(
                say("no strip has more than {n} silver, got {got!r}", n=2 * most, got=written)
            )
        raise InputError(say("no strip ends with {got!r}", got=written))
    return rest


def strip_candidates(rest: tuple[StripItem, ...]) -> list[int]:
    """Return the numbers of the strips that end with some items."""
    return [
        number
        for number, strip in enumerate(MOUNTAIN_STRIPS, 1)
        if strip[len(strip) - len(rest) :] == rest
    ]


def strip_numbers(
    strips: Sequence[tuple[StripItem, ...]], hidden: frozenset[int] = frozenset()
) -> list[int] | None:
    """Return the numbers of different strips that have these rests; None if there are none."""
    options = list(map(strip_candidates, filter(None, strips)))

    def assign(numbers: list[int]) -> list[int] | None:
        if len(numbers) == len(options):
            return numbers
        for number in options[len(numbers)]:
            if number not in hidden and number not in numbers:
                found = assign([*numbers, number])
                if found is not None:
                    return found
        return None

    return assign([])
