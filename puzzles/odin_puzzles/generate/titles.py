"""Titles of generated puzzles."""

from odin_puzzles.kinds.bonus import bonus_text
from odin_puzzles.puzzle import BanquetGoal, BestGoal, BonusGoal, IncomeGoal, Puzzle, RegionGoal

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers in words."""


def title_of(puzzle: Puzzle) -> str:
    """Return a title: what a puzzle asks for, in a few words."""
    goal = puzzle.goal
    if isinstance(goal, BanquetGoal):
        return f"A feast on {_count(goal.cells)} cells"
    where = _where(puzzle)
    match goal:
        case RegionGoal():
            tiles = _count(len(puzzle.solution))
            if puzzle.kind == "order":
                return f"First things first: {tiles} tiles on {where}"
            return f"{tiles.capitalize()} tiles on {where}"
        case IncomeGoal(_, income):
            return f"Income {income} on {where}"
        case BonusGoal(board, cells, _):
            grid = puzzle.position.boards[board].grid
            wanted = grid.mask(cells)
            won = [bonus_text(bonus) for bonus in grid.bonuses if bonus.cells & wanted]
            return f"{' and '.join(won).capitalize()} on {where}"
        case BestGoal(value, _):
            return f"{_count(value).capitalize()} points on {where}"


def _where(puzzle: Puzzle) -> str:
    (state,) = puzzle.position.boards
    if state.board.id == "home":
        return "the home board"
    if state.board.is_building or state.board.id == "custom":
        return f"a {state.board.name.lower()}"
    return state.board.name


def _count(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
