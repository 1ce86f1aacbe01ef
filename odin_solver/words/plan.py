"""Moves, plans and hints of the planner in sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, islice
from typing import NamedTuple

import msgspec

from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel import moves
from odin_solver.game.kernel.chance import Roll
from odin_solver.game.kernel.moves import PASS, Place, Use
from odin_solver.game.kernel.nodes import Outcome
from odin_solver.game.kernel.play import apply_legal, current
from odin_solver.game.kernel.state import State
from odin_solver.game.turn import Turn
from odin_solver.names.printed import card_title, plain_list, plain_name
from odin_solver.planner.candidates import LEAST_SCENARIOS, Advice, Candidate
from odin_solver.planner.playout import Playout, retrace
from odin_solver.planner.review import DecisionKind, ReviewedMove, ReviewTotals
from odin_solver.support.language import Message, mark, say, say_as, say_decimal, say_number
from odin_solver.words.changes import changes, changes_by_phase
from odin_solver.words.estimates import EQUAL, loss_in_words, rounded
from odin_solver.words.moves import board_name, label, move_in_words, served, titled

OTHERS = mark(
    "In the search each turn of the others takes a free space by chance, those more often that "
    "the rollout policy uses more. They take nothing else, and copy nothing; learned values are "
    "those of the solo game."
)
"""What advice for one seat assumes of others who are not in the game."""

SEATS = mark(
    "In the search the others play by the rollout policy, and not always its best move. What they "
    "hold is not seen."
)
"""What advice for one seat assumes of those at the others."""

LIKELY, MOST_TAKEN = 0.2, 5
"""How likely others take what is told, and how much of it at most."""

ACTION = mark("{action}: {changes}")
UNSAID = frozenset({moves.SKIP, moves.REROLL, moves.SUCCEED, moves.Pay(())})
"""Choices within an action that go without saying."""

PLACED = mark("place on {board}: {tiles}")
INCOME = mark("income: {changes}")

AUTOMATIC_PHASES = {
    "harvest": mark("harvest: {changes}"),
    "income": INCOME,
    "breeding": mark("breeding: {changes}"),
    "bonus": mark("bonus: {changes}"),
}
"""Phases without decisions whose changes belong to a plan."""


class PlannedRound(msgspec.Struct, frozen=True):
    """Round of a plan.

    Attributes
    ----------
    round
        Its number; 0 before the first one.
    steps
        Moves with their results, one line each.
    """

    round: int
    steps: Sequence[str]


_Event = tuple[State, moves.Move | Outcome, State]
"""Move or outcome between two states."""


def candidate_named(candidate: Candidate) -> str:
    """Return a move as plans name it, or the tiles of a whole layout by board."""
    laid = _placed(candidate.moves)
    others = [titled(move) for move in candidate.moves if not isinstance(move, moves.Place)]
    return "; ".join([laid, *others] if laid else others)


def decision_named(made: Sequence[moves.Move]) -> str:
    """Return the moves of a decision, or of what a review found best, as plans name them."""
    return candidate_named(Candidate(tuple(made))) if made else say("lay nothing yet")


def candidate_in_words(state: State, candidate: Candidate) -> str:
    """Return a move as a sentence, or where the tiles of a whole layout go."""
    boards: dict[str, dict[str, list[str]]] = {}
    for move in candidate.moves:
        if isinstance(move, moves.Place):
            tiles = boards.setdefault(board_name(move.board), {})
            tiles.setdefault(plain_name(move.tile), []).append(move.cells_text)
    if not boards:
        return move_in_words(state, candidate.move)
    texts = {
        board: ", ".join(f"{tile} {' '.join(cells)}" for tile, cells in tiles.items())
        for board, tiles in boards.items()
    }
    return "; ".join(f"{board}: {text}" for board, text in texts.items())


def action_in_words(state: State, candidate: Candidate) -> str:
    """Return a move with the rest of its action, as in the median playout.

    For example ``Pillaging (the die decides; with 9: take 1 forge hammer, lay it on Iceland)``.

    Parameters
    ----------
    candidate
        A candidate; without playouts nothing but the move is named.
    """
    if len(candidate.moves) > 1:
        return candidate_named(candidate)
    move = candidate.move
    named_alone = titled(move)
    if not candidate.playouts or isinstance(move, moves.Place):
        return named_alone
    playout = candidate.median_playout
    after = candidate.after(state)
    events = chain([(state, move, after)], retrace(after, playout))
    roll = ""
    steps: list[str] = []
    tiles: list[str] = []
    for before, made, _ in islice(next(_groups(events)), 1, None):
        if isinstance(made, moves.Move):
            if made not in UNSAID:
                steps.append(label(made))
            tiles += _tiles_taken(made)
        elif before.stack and isinstance(before.stack[-1], Roll):
            roll = made
    steps += _laid(state.round, playout, tiles)
    then = ", ".join(step[:1].lower() + step[1:] for step in steps)
    if roll and then:
        return say(
            "{action} (the die decides; with {roll}: {then})",
            action=named_alone,
            roll=roll,
            then=then,
        )
    return f"{named_alone}: {then}" if then else named_alone


def _tiles_taken(move: moves.Move) -> tuple[str, ...]:
    match move:
        case moves.TakeLoot(tiles):
            return tiles
        case moves.BuySpecial(tile) | moves.ForgeTile(tile):
            return (tile,)
    return ()


def _laid(number: int, playout: Playout, tiles: Sequence[str]) -> Iterator[str]:
    for tile in tiles:
        for at, move in playout.moves:
            if at != number:
                break
            if isinstance(move, moves.Place) and move.tile == tile:
                yield say(
                    "lay {tile} on {board} at {cells}",
                    tile=plain_name(tile),
                    board=board_name(move.board),
                    cells=move.cells_text,
                )
                break


def plan_in_words(state: State, candidate: Candidate) -> list[PlannedRound]:
    """Return the rest of the game by rounds, as in the median playout of a candidate."""
    states = list(accumulate(candidate.moves, apply_legal, initial=state))
    begun = zip(states, candidate.moves, states[1:], strict=False)
    return _rounds(chain(begun, retrace(states[-1], candidate.median_playout)))


def aim_in_words(state: State, candidate: Candidate) -> str:
    """Return what the rest of a candidate's median playout brings: ``Iceland, 3 emigrations``."""
    return _aims_text(_aims(state, candidate)) or say("tiles and silver")


def _aims(state: State, candidate: Candidate) -> Counter[str]:
    """Return boards, emigrations and animals that a candidate's median playout brings."""
    end = candidate.after(state)
    for _, _, after in retrace(end, candidate.median_playout):
        end = after
    aims = Counter(each.id for each in end.boards)
    aims.subtract(each.id for each in state.boards)
    aims["emigration"] = len(end.emigrated) - len(state.emigrated)
    for animal in ("sheep", "cattle"):
        kept, had = (
            sum(at.supply.get(name, 0) for name in (animal, f"pregnant_{animal}"))
            for at in (end, state)
        )
        aims[animal] = kept - had
    return +aims


def _aims_text(aims: Counter[str]) -> str:
    """Return aims in words: ``Iceland, 3 emigrations``."""
    return ", ".join(_aim_text(aim, count) for aim, count in aims.items())


def _aim_text(aim: str, count: int) -> str:
    match aim:
        case "emigration":
            return say_number("{n} emigration", "{n} emigrations", count)
        case "sheep":
            return say_number("{n} more sheep", "{n} more sheep", count)
        case "cattle":
            return say_number("{n} more cattle", "{n} more cattle", count)
    if count == 1:
        return plain_name(aim)
    return say_number("{n} {board}", "{n} {board}s", count, board=plain_name(aim))


def others_in_words(state: State) -> str:
    """Return what advice assumes of the other players; empty if there are none."""
    if state.options.players == 1:
        return ""
    return say(SEATS if state.away else OTHERS)


def taken_in_words(advice: Advice) -> str:
    """Return what others probably take before the player's next turn; empty if that is unknown."""
    things = [
        say("{thing} {n} %", thing=_thing(name), n=5 * round(20 * chance))
        for name, chance in advice.taken.items()
        if chance >= LIKELY
    ]
    if not things:
        return ""
    return say(
        "May be gone before your next turn: {things}.", things=", ".join(things[:MOST_TAKEN])
    )


def _thing(name: str) -> str:
    """Return a space, a special tile or a board that may be taken, in words."""
    if name in SPACES:
        return " ".join((say_as("space", SPACES[name].title), f"({SPACES[name].key})"))
    named = plain_name(name)
    if name in BOARDS and BOARDS[name].is_building:
        return say("the last {building}", building=named)
    return named


class Reason(NamedTuple):
    """Why a move is the best one, as in the median playout of its candidate.

    Attributes
    ----------
    now
        What the move itself brings.
    then
        What follows in the same round.
    next_round
        Spaces and ships of the next round.
    """

    now: str
    then: str
    next_round: str


def reason_in_words(rounds: Sequence[PlannedRound]) -> Reason:
    """Return what a plan begins with, and its actions by rounds."""
    if not rounds:
        return Reason("", "", "")
    now, *later = rounds
    steps, first = now.steps, now.steps[0]
    then = [*_actions(steps[1:]), *(step for step in steps[1:] if _id(step) == INCOME)]
    return Reason(
        first if _id(first) == PLACED else _part(first, "changes"),
        ", ".join(then),
        ", ".join(_actions(later[0].steps)) if later else "",
    )


def _actions(steps: Iterable[str]) -> Iterator[str]:
    return (_part(step, "action") for step in steps if _id(step) == ACTION)


def _id(step: str) -> str:
    return step.id if isinstance(step, Message) else ""


def _part(step: str, name: str) -> str:
    return str(step.arguments.get(name, "")) if isinstance(step, Message) else ""


def against_in_words(state: State, best: Candidate, other: Candidate) -> str:
    """Return what a move blocks or leaves out of what follows the best one; may be empty."""
    # Alone, spaces used in a round are blocked in the next one.
    alone = state.options.players == 1
    texts = []
    following = state.round + 1
    if isinstance(other.move, moves.Use):
        if _usually(best, other.move, state.round):
            texts.append(say("follows in the same round"))
        elif alone and _usually(best, other.move, following):
            texts.append(say("blocked in round {n} then, when the plan uses it", n=following))
    if isinstance(best.move, moves.Use):
        key = SPACES[best.move.space].key
        if _usually(other, best.move, state.round):
            later = mark("{key} comes later")
            contested = mark("{key} comes later if nobody takes it")
            texts.append(say(later if alone else contested, key=key))
        elif _usually(other, best.move, following):
            texts.append(say("leaves {key} for round {n}", key=key, n=following))
        else:
            texts.append(say("does without {key}", key=key))
    if min(len(best.playouts), len(other.playouts)) >= LEAST_SCENARIOS:
        missing = _aims(state, best) - _aims(state, other)
        if missing:
            texts.append(say("without {aims}", aims=_aims_text(missing)))
    return "; ".join(texts)


def _usually(candidate: Candidate, move: moves.Move, number: int) -> bool:
    made = sum((number, move) in playout.moves for playout in candidate.playouts)
    return made > 0 and 2 * made >= len(candidate.playouts)


def game_in_words(state: State, playout: Playout) -> list[PlannedRound]:
    """Return a playout by rounds."""
    return _rounds(retrace(state, playout))


def _rounds(events: Iterator[_Event]) -> list[PlannedRound]:
    rounds: dict[int, list[str]] = {}
    for group in _groups(events):
        for number, step in _steps(group):
            rounds.setdefault(number, []).append(step)
    return [PlannedRound(number, tuple(steps)) for number, steps in rounds.items()]


def _groups(events: Iterator[_Event]) -> Iterator[list[_Event]]:
    """Yield groups of events: an action, consecutive placements, a move with its outcomes."""
    group: list[_Event] = []
    for event in events:
        if group and _begins_group(group, event):
            yield group
            group = []
        group.append(event)
    yield group


def _begins_group(group: list[_Event], event: _Event) -> bool:
    before, move, _ = event
    if not isinstance(move, moves.Move):
        return False
    acting = group[0][0].phase == before.phase == "actions"
    if acting and not isinstance(current(before), Turn):
        return False
    latest = group[-1][1]
    return not any(
        isinstance(latest, kind) and isinstance(move, kind) for kind in (moves.Place, moves.Other)
    )


def _steps(group: list[_Event]) -> Iterator[tuple[int, str]]:
    before, first, _ = group[0]
    made = [move for _, move, _ in group]
    if isinstance(first, moves.Place):
        yield before.round, Message(_placed(made), PLACED)
        return
    if isinstance(first, moves.Other):
        named = ", ".join(titled(each.move) for each in made if isinstance(each, moves.Other))
        yield before.round, say("others: {moves}", moves=named)
        return
    if before.phase == "actions" and first != moves.PASS:
        # Costs come first; the order is kept otherwise.
        texts = sorted(changes(before, group[-1][2]), key=lambda text: text[0] != "-")
        changed = ", ".join(texts) or say("nothing")
        if not isinstance(first, moves.Move):
            begun: str = say("{action}, under way", action=titled(moves.Use(before.space)))
            yield before.round, say(ACTION, action=begun, changes=changed)
        elif isinstance(first, moves.Use | moves.BuyShip):
            yield before.round, say(ACTION, action=titled(first), changes=changed)
        else:
            yield before.round, say("{move}: {changes}", move=label(first), changes=changed)
        return
    match first:
        case moves.Serve():
            yield before.round, served(before, first)
        case moves.Keep(card):
            yield before.round, say("keep {card}", card=card_title(card))
        case moves.Move() if first != moves.FINISH:
            yield before.round, label(first)
    for earlier, move, later in group:
        for each in changes_by_phase(earlier, move):
            if each.phase in AUTOMATIC_PHASES:
                number = later.round if each.phase == "harvest" else earlier.round
                yield number, say(AUTOMATIC_PHASES[each.phase], changes=each.text)


def _placed(made: Iterable[moves.Move | Outcome]) -> str:
    return "; ".join(
        say(PLACED, board=board_name(name), tiles=plain_list(tiles))
        for name, tiles in _by_board(made).items()
    )


def _by_board(made: Iterable[moves.Move | Outcome]) -> dict[str, Counter[str]]:
    boards: dict[str, Counter[str]] = {}
    for move in made:
        if isinstance(move, moves.Place):
            boards.setdefault(move.board, Counter())[move.tile] += 1
    return boards


def mistake_in_words(mistake: ReviewedMove) -> str:
    """Return a mistake of a review as a sentence: what was done, and what was better."""
    return say_number(
        "Round {round}: {chosen}; {better} was about {n} point better.",
        "Round {round}: {chosen}; {better} was about {n} points better.",
        max(1, round(mistake.loss)),
        round=mistake.round,
        chosen=_chosen(mistake),
        better=_better(mistake),
    )


def _chosen(mistake: ReviewedMove) -> str:
    first = mistake.moves[0]
    if mistake.kind == "tiles":
        laid = _laid_in_words(mistake.moves)
        return say("you laid {tiles}", tiles=laid) if laid else say("you laid nothing")
    if isinstance(first, moves.Use):
        return say("you chose {space} ({key})", **_space_words(first))
    return say("you chose “{move}”", move=titled(first))


def _better(mistake: ReviewedMove) -> str:
    if mistake.kind == "tiles" or not mistake.best:
        laid = _laid_in_words(mistake.best)
        return say("laying {tiles}", tiles=laid) if laid else say("laying nothing yet")
    first = mistake.best[0]
    if isinstance(first, moves.Use):
        return say("{space} ({key})", **_space_words(first))
    return say("“{move}”", move=titled(first))


def _space_words(move: moves.Use) -> dict[str, str]:
    space = SPACES[move.space]
    return {"space": say_as("space", space.title), "key": space.key}


def _laid_in_words(made: Iterable[moves.Move]) -> str:
    """Return the tiles that are laid: ``2 hide, 1 oil (home)``; empty if there are none."""
    return "; ".join(
        f"{plain_list(tiles)} ({board_name(name)})" for name, tiles in _by_board(made).items()
    )


def totals_in_words(found: ReviewTotals) -> str:
    """Return what a game lost in all, by kinds of decisions, and what it could have reached."""
    kinds = [
        f"{say(KINDS[kind])} {say_decimal(lost)}" for kind, lost in found.by_kind.items() if lost
    ]
    lost = (
        say(
            "Lost {lost} points: {kinds}.",
            lost=rounded(found.lost, found.lost_stderr),
            kinds=", ".join(kinds),
        )
        if kinds
        else say("Nothing was lost beyond doubt.")
    )
    if found.best_line is None:
        return lost
    reached = say(
        "The game reached {score}; the best moves found would have reached about {best}, "
        "with luck of {luck}.",
        score=found.score,
        best=f"{found.best_line:.0f}",
        luck=f"{found.luck:+.0f}",
    )
    return f"{lost} {reached}"


KINDS: Mapping[DecisionKind, str] = {
    "vikings": mark("placing Vikings"),
    "choice": mark("choices"),
    "tiles": mark("laying tiles"),
}


CHOICES = 3
"""Answers among which a hint leaves the choice."""


def what_matters(advice: Advice) -> str:
    """Return what good games aim at from here, and how much the decision matters."""
    aim = say(
        "What matters: good games from here bring {aims}.",
        aims=aim_in_words(advice.state, advice.best),
    )
    others = [each for each in advice.ranking()[1:] if not each.is_unclear]
    if not others:
        return aim
    words = [loss_in_words(each.loss, each.loss_stderr, each.scenarios) for each in others]
    stakes = say_number(
        "One move is better than the others, by about {n} point.",
        "One move is better than the others, by about {n} points.",
        max(1, round(others[0].loss)),
    )
    equal = words.count(say(EQUAL))
    if equal:
        stakes = say_number(
            "There is {n} other move that is about as good as the best one.",
            "There are {n} other moves that are about as good as the best one.",
            equal,
        )
    return f"{aim} {stakes}"


def where_to_look(advice: Advice) -> str:
    """Return where the best move is: a group of spaces, a board, or some answers."""
    move = advice.best.move
    if isinstance(move, Use):
        space = SPACES[move.space]
        return say_number(
            "Where: {group}, a space for {n} Viking.",
            "Where: {group}, a space for {n} Vikings.",
            space.vikings,
            group=space.group.label,
        )
    boards = dict.fromkeys(
        board_name(each.board) for each in advice.best.moves if isinstance(each, Place)
    )
    if boards:
        return say("Where: lay tiles on {boards}.", boards=", ".join(boards))
    if move == PASS:
        return say("Where: nowhere; something speaks against another action.")
    several = [candidate_named(each.candidate) for each in advice.ranking(CHOICES - 1)]
    return say("Where: it is one of these: {choices}.", choices="; ".join(sorted(several)))
