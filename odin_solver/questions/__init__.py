"""What can be asked: each question is declared once, and commands, routes and forms follow.

A declaration imports no solver; its answer does.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from odin_solver.questions.question import Question

_GRAENALAND = "odin_solver.questions.graenaland"
_GAMES = "odin_solver.questions.games"
_PLACEMENT = "odin_solver.questions.placement"
_PUZZLES = "odin_puzzles.about"
_SCORES = "odin_solver.questions.scores"
_VIKINGS = "odin_solver.questions.vikings"

QUESTIONS: dict[str, str] = {
    "solve": f"{_PLACEMENT}:PositionSolve",
    "hint": f"{_PLACEMENT}:PositionHint",
    "analyse": "odin_solver.questions.analysis:PositionAnalysis",
    "feast": "odin_solver.questions.feast:PositionFeast",
    "count": f"{_PLACEMENT}:PositionCount",
    "plan": f"{_GAMES}:GamePlan",
    "game review": f"{_GAMES}:GameReview",
    "game place": f"{_GAMES}:GamePlace",
    "game start": f"{_GAMES}:GameStart",
    "graenaland win": f"{_GRAENALAND}:GraenalandWin",
    "graenaland build": f"{_GRAENALAND}:GraenalandBuild",
    "graenaland reach": f"{_GRAENALAND}:GraenalandReach",
    "graenaland supply": f"{_GRAENALAND}:GraenalandSupply",
    "graenaland plan": f"{_GRAENALAND}:GraenalandPlan",
    "graenaland votes": f"{_GRAENALAND}:GraenalandVotes",
    "puzzle solve": f"{_PUZZLES}:PuzzleSolve",
    "puzzle check": f"{_PUZZLES}:PuzzleCheck",
    "puzzle grade": f"{_PUZZLES}:PuzzleGrade",
    "puzzle change": f"{_PUZZLES}:PuzzleChange",
    "puzzle family": f"{_PUZZLES}:PuzzleFamily",
    "graenaland move": f"{_GRAENALAND}_rounds:GraenalandMove",
    "graenaland propose": f"{_GRAENALAND}_rounds:GraenalandPropose",
    "graenaland keep": f"{_GRAENALAND}_rounds:GraenalandKeep",
    "score stats": f"{_SCORES}:ScoreStats",
    "vikings score": f"{_VIKINGS}:VikingsScore",
    "vikings ferry": f"{_VIKINGS}:VikingsFerry",
    "vikings build": f"{_VIKINGS}:VikingsBuild",
    "vikings buy": f"{_VIKINGS}:VikingsBuy",
    "vikings simulate": f"{_VIKINGS}:VikingsSimulate",
    "vikings advise": f"{_VIKINGS}_games:VikingsAdvise",
}
"""Modules and classes of the questions by their commands."""


def question_of(command: str) -> "type[Question[Any, Any]]":
    """Return the question of a command."""
    module, _, name = QUESTIONS[command].partition(":")
    found: type[Question[Any, Any]] = getattr(import_module(module), name)
    return found


def commands_of(group: str) -> dict[str, str]:
    """Return where the commands of the questions of a group are, by their names in it."""
    return {
        name.removeprefix(group).strip(): f"odin_cli.questions:{name}"
        for name in QUESTIONS
        if name.rpartition(" ")[0] == group
    }
