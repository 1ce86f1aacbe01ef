"""The twelve phases of a round (rules, 3), and the end of the game (rules, 6).

What a phase gives to players it gives to one: of several, each has the phase in turn.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import msgspec

from odin_solver.components import BOARDS, TILES
from odin_solver.components.round_tracks import FLIP_SILVER, TRACKS, Round
from odin_solver.components.strips import StripItem
from odin_solver.game.actions.occupations import PlayKept, is_dark
from odin_solver.game.feast import ServeFeast
from odin_solver.game.kernel import events, others
from odin_solver.game.kernel.anytime import placeable
from odin_solver.game.kernel.cards import anytime_moves, emit, has_reaction, modified
from odin_solver.game.kernel.chance import DrawWeapons, RevealMarker, RevealStrips
from odin_solver.game.kernel.items import gain
from odin_solver.game.kernel.markers import HarvestProfile
from odin_solver.game.kernel.moves import FINISH, GO_ON, NOTE_POINTS, TAKE_SILVER, Items, Move
from odin_solver.game.kernel.nodes import Decision, GameStep
from odin_solver.game.kernel.rules import WeaponDraw
from odin_solver.game.kernel.rulings import Ruling
from odin_solver.game.kernel.seats import EachSeat, each_seat
from odin_solver.game.kernel.state import Exploration, State
from odin_solver.game.turn import Turn, Turns
from odin_solver.support.language import say


def this_round(state: State) -> Round:
    """Return the present round of the round track."""
    return TRACKS[state.options.length].rounds[state.round - 1]


class NewRound(GameStep, frozen=True, tag=True):
    """Phase 1, new Viking; pushes the other phases."""

    def run(self, state: State) -> None:
        state.round += 1
        state.phase = "new Viking"
        state.vikings = this_round(state).vikings
        state.away = tuple(
            msgspec.structs.replace(each, vikings=state.vikings) for each in state.away
        )
        others.new_round(state)
        state.push(*phases_from(state, "harvest"))


def phases_from(state: State, phase: str) -> list[GameStep]:
    """Return the phases of the present round from one of `PHASES` on."""
    last, others = list(PHASES)[-1], list(PHASES)[:-1]
    names = [*others[: others.index("bonus")], last] if state.is_last_round else others
    steps = [PHASES[name]() for name in names[names.index(phase) :]]
    if not state.away:
        return steps
    return [each if isinstance(each, OF_TABLE) else EachSeat((each,)) for each in steps]


class Pause(Decision, frozen=True, tag=True):
    """A pause for moves at any time before boards or supply are counted."""

    in_action: ClassVar[bool] = False
    always_asked: ClassVar[bool] = True

    def question(self, state: State) -> str:
        return say("place tiles or use cards, or go on")

    def moves(self, state: State) -> list[Move]:
        return [GO_ON]

    def do(self, state: State, move: Move) -> None:
        """Nothing else happens."""


class PauseIfChanged(GameStep, frozen=True, tag=True):
    """A pause if cards gave tiles that can be placed, or changed the boards.

    Attributes
    ----------
    supply
        Supply before.
    lying
        Number of pieces on each board before.
    """

    supply: tuple[tuple[str, int], ...]
    lying: tuple[int, ...]

    def run(self, state: State) -> None:
        before = dict(self.supply)
        changed = _lying(state) != self.lying
        tiles = (
            tile for tile in placeable(state) if changed or state.has(tile) > before.get(tile, 0)
        )
        if any(board.legal_placements(TILES[tile]) for tile in tiles for board in state.boards):
            state.push(Pause())


def emit_and_pause(state: State, event: events.Event) -> None:
    """Emit an event, then pause if the cards gave something to place."""
    if has_reaction(state, type(event)):
        state.push(PauseIfChanged(tuple(state.supply.items()), _lying(state)))
        emit(state, event)


def _lying(state: State) -> tuple[int, ...]:
    return tuple(len(board.pieces) for board in state.boards)


class HarvestPhase(GameStep, frozen=True, tag="Harvest"):
    """Phase 2: one of each good whose harvest number is not above that of the round.

    With the markers of Harvest, what is printed on marker and tokens (rules, 8).
    """

    def run(self, state: State) -> None:
        state.phase = "harvest"
        number = this_round(state).harvest
        if state.options.profile is not None:
            _hold_by_marker(state, state.options.profile)
        elif number:
            hold_harvest(state, harvest(number))
        else:
            _hold_none(state)


def _hold_by_marker(state: State, profile: HarvestProfile) -> None:
    goods = profile.goods(state.marker, state.tokens, profile.side(state.marker, state.round))
    if not state.is_last_round and state.is_last_seat:
        state.push(RevealMarker())
    if profile.markers[state.marker - 1].harvest:
        hold_harvest(state, goods)
    else:
        _hold_none(state)
        gain(state, goods, "harvest")


def _hold_none(state: State) -> None:
    state.push(NoHarvest())
    if has_reaction(state, events.HarvestSkipped) and anytime_moves(state):
        state.push(Pause())


class NoHarvest(GameStep, frozen=True, tag=True):
    """A round without a harvest."""

    def run(self, state: State) -> None:
        emit(state, events.HarvestSkipped())


def hold_harvest(state: State, goods: Items) -> None:
    """Gain the goods of a harvest."""
    state.push(AfterHarvest())
    emit(state, events.HarvestStarts())
    gain(state, goods, "harvest")


class AfterHarvest(GameStep, frozen=True, tag=True):
    """The end of a harvest."""

    def run(self, state: State) -> None:
        emit(state, events.HarvestEnded())


def harvest(number: int) -> dict[str, int]:
    """Return the goods of a harvest number."""
    return {
        tile.id: 1 for tile in TILES.values() if tile.harvest is not None and tile.harvest <= number
    }


class ExplorationPhase(GameStep, frozen=True, tag="Explorations"):
    """Phase 3: the board of the round is turned; all others that are not taken get silver.

    They do so even if the board of the round is taken. Silver on a turned board is lost
    (rules, 3.3).
    """

    def run(self, state: State) -> None:
        state.phase = "exploration boards"
        letters = this_round(state).flips
        if letters:
            lost = {
                each.board for each in state.exploration if BOARDS[each.board].letter in letters
            }
            state.specials -= {tile for board in lost for tile in specials_of(board)}
            state.exploration = tuple(
                Exploration(back_of(each.board))
                if BOARDS[each.board].letter in letters
                else Exploration(each.board, each.silver + FLIP_SILVER)
                for each in state.exploration
            )


def specials_of(board: str) -> frozenset[str]:
    """Return the special tiles that only a board can give: they are lost with it (rules, 8)."""
    return frozenset(
        name.removesuffix("_once")
        for bonus in BOARDS[board].bonuses
        for name, _ in bonus.gives
        if name.endswith("_once")
    )


def back_of(front: str) -> str:
    """Return the back of an exploration board."""
    letter = BOARDS[front].letter
    return next(
        board.id for board in BOARDS.values() if board.letter == letter and board.side == "back"
    )


class WeaponPhase(GameStep, frozen=True, tag="NewWeapon"):
    """Phase 4: draw a weapon card."""

    def run(self, state: State) -> None:
        state.phase = "weapon"
        state.push(modified(state, WeaponDraw(), DrawWeapons(1)))


class ActionPhase(GameStep, frozen=True, tag="Actions"):
    """Phase 5: turns until all have passed; who placed Vikings last begins the next round."""

    def run(self, state: State) -> None:
        state.phase = "actions"
        turns = Turns(state.clockwise, state.first) if state.away else Turn()
        state.push(turns, *each_seat(state, AfterActions()))
        options = state.options
        begins = options.harvest and options.length == "short" and state.round == 1
        begins = begins and not state.placed  # a table may be in the middle of the round
        if begins:
            state.push(*each_seat(state, FirstTurn()))


class FirstTurn(GameStep, frozen=True, tag=True):
    """The beginning of the first turn in a short game with Harvest (rules, 8)."""

    def run(self, state: State) -> None:
        if any(map(is_dark, state.hand)):
            state.push(PlayKept())


class AfterActions(GameStep, frozen=True, tag=True):
    """The end of the action phase."""

    def run(self, state: State) -> None:
        emit(state, events.ActionsEnded())


class IncomePhase(GameStep, frozen=True, tag="Income"):
    """Phase 7: silver for the income of all boards; in the last round it may be noted as points."""

    def run(self, state: State) -> None:
        state.phase = "income"
        state.push(PayIncome())
        emit_and_pause(state, events.IncomeStarts())


class PayIncome(GameStep, frozen=True, tag=True):
    """Pay the income."""

    def run(self, state: State) -> None:
        silver = income(state)
        if state.is_last_round and silver:
            state.push(LastIncome(silver))
        else:
            receive_income(state, silver)


def receive_income(state: State, silver: int) -> None:
    """Gain the income as silver."""
    gain(state, {"silver": silver} if silver else {}, "income")


def income(state: State) -> int:
    """Return the income of all boards."""
    return sum(board.income for board in state.boards)


class LastIncome(Decision, frozen=True, tag=True):
    """The last income is taken as silver, or noted on the score sheet (rules, 6)."""

    silver: int
    in_action: ClassVar[bool] = False

    def question(self, state: State) -> str:
        return say("the last income of {n}: take it as silver, or note it as points", n=self.silver)

    def moves(self, state: State) -> list[Move]:
        return [TAKE_SILVER, NOTE_POINTS]

    def do(self, state: State, move: Move) -> None:
        if move == TAKE_SILVER:
            receive_income(state, self.silver)
        else:
            state.final_income = self.silver


class BreedingPhase(GameStep, frozen=True, tag="Breeding"):
    """Phase 8: pregnant animals bring one young each; else one of two or more gets pregnant."""

    def run(self, state: State) -> None:
        state.phase = "breeding"
        breed(state)


def breed(state: State) -> None:
    """Breed sheep and cattle, each kind on its own."""
    for kind in ("sheep", "cattle"):
        pregnant = state.has(f"pregnant_{kind}")
        if pregnant:
            state.add(f"pregnant_{kind}", -pregnant)
            state.add(kind, pregnant)
            gain(state, {kind: pregnant}, "breeding")
        elif state.has(kind) >= 2:
            state.add(kind, -1)
            state.add(f"pregnant_{kind}", 1)


class FeastPhase(GameStep, frozen=True, tag="BeforeFeast"):
    """Phase 9: the feast."""

    def run(self, state: State) -> None:
        state.phase = "feast"
        hold_feast(state)


def hold_feast(state: State) -> None:
    """Push a feast, with the events before and after it."""
    state.push(ServeFeast(), AfterFeast())
    emit(state, events.FeastStarts())


class AfterFeast(GameStep, frozen=True, tag=True):
    """The end of a feast."""

    def run(self, state: State) -> None:
        emit_and_pause(state, events.FeastEnded())


class BonusPhase(GameStep, frozen=True, tag="Bonuses"):
    """Phase 10: all bonuses of all boards and buildings at once; the table is cleared."""

    def run(self, state: State) -> None:
        state.phase = "bonus"
        state.push(GiveBonuses(), AfterBonuses())
        emit_and_pause(state, events.BonusesStart())


class GiveBonuses(GameStep, frozen=True, tag=True):
    """Gain the bonuses; their goods cannot help another bonus of this phase."""

    def run(self, state: State) -> None:
        give_bonuses(state, [board.id for board in state.boards])
        state.table = ()


def give_bonuses(state: State, boards: list[str]) -> None:
    """Gain the bonuses of all boards with one of these ids."""
    got: Counter[str] = Counter()
    given = [board for board in state.boards if board.id in boards]
    for board in given:
        got.update(board.bonuses)
    gain(state, got, "bonus")
    emit(state, events.BonusesGiven(given))


class AfterBonuses(GameStep, frozen=True, tag=True):
    """The end of the bonus phase."""

    def run(self, state: State) -> None:
        emit(state, events.BonusesEnded())


LONE_SILVER: tuple[StripItem, ...] = ("silver2",)
"""What is left on a strip that holds only its last two silver."""


class MountainPhase(GameStep, frozen=True, tag="Mountains"):
    """Phase 11: every strip loses its next item, and a new strip is revealed."""

    def run(self, state: State) -> None:
        state.phase = "mountains"
        left = [left_over(state, items) for items in state.strips]
        removed = [
            item
            for items, rest in zip(state.strips, left, strict=True)
            for item in items[: len(items) - len(rest)]
        ]
        state.strips = tuple(filter(None, left))
        state.push(*each_seat(state, StripsLost(tuple(removed))), RevealStrips(1))


class StripsLost(GameStep, frozen=True, tag=True):
    """Strips have lost items in phase 11."""

    removed: tuple[StripItem, ...]

    def run(self, state: State) -> None:
        emit(state, events.StripsShortened(self.removed))


def left_over(state: State, items: tuple[StripItem, ...]) -> tuple[StripItem, ...]:
    """Return what phase 11 leaves of a strip; nothing if the strip leaves the game."""
    rest = items[1:]
    return () if rest == LONE_SILVER and state.ruled(Ruling.LONE_SILVER_REMOVED) else rest


class ReturnPhase(GameStep, frozen=True, tag="Return"):
    """Phase 12: alone, Vikings of this round stay for the next one, the others leave (rules, 7)."""

    def run(self, state: State) -> None:
        state.phase = "return"
        # A space stays occupied even if some Vikings came back from it; not if all of them did.
        stay = state.placed if state.options.players == 1 else ()
        stay_on = frozenset(space for space, vikings in stay if vikings)
        state.blocked = stay_on | state.options.closed
        state.placed = ()
        state.away = tuple(msgspec.structs.replace(each, placed=()) for each in state.away)
        state.push(NewRound())


class EndOfGame(GameStep, frozen=True, tag=True):
    """The game ends right after the last feast (rules, 3 and 6)."""

    def run(self, state: State) -> None:
        state.phase = "final placing"
        state.push(FinalPlacing())


class FinalPlacing(Decision, frozen=True, tag=True):
    """The last placements; then the game is scored (rules, 6)."""

    in_action: ClassVar[bool] = False

    def question(self, state: State) -> str:
        return say("place what is left, then finish the game")

    def moves(self, state: State) -> list[Move]:
        return [FINISH]

    def do(self, state: State, move: Move) -> None:
        fill_slots(state)
        emit(state, events.ScoringStarts())
        state.phase = "end"


def fill_slots(state: State) -> None:
    """Lay wood and stone of the supply into the slots of sheds and stone houses."""
    boards = []
    for each in state.boards:
        board = each
        for item in ("wood", "stone"):
            for _ in range(min(board.open_slots.get(item, 0), state.has(item))):
                state.add(item, -1)
                board = board.laid(TILES[item], 0)
        boards.append(board)
    state.boards = tuple(boards)


OF_TABLE = (ExplorationPhase, ActionPhase, MountainPhase, ReturnPhase)
"""Phases that are held once for the whole table; in the others each player has something to do."""


PHASES: Mapping[str, type[GameStep]] = MappingProxyType(
    {
        "harvest": HarvestPhase,
        "exploration boards": ExplorationPhase,
        "weapon": WeaponPhase,
        "actions": ActionPhase,
        "income": IncomePhase,
        "breeding": BreedingPhase,
        "feast": FeastPhase,
        "bonus": BonusPhase,
        "mountains": MountainPhase,
        "return": ReturnPhase,
        "final placing": EndOfGame,
    }
)
"""The phases that follow the new Viking, by the names that states give them. After the last feast
the game ends: the next ones are left out."""
