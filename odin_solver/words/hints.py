"""Hints about a decision of a game, each of which says more."""

from odin_solver.components.spaces import SPACES
from odin_solver.game.kernel.moves import PASS, Place, Use
from odin_solver.planner.candidates import Advice
from odin_solver.support.language import say, say_number
from odin_solver.words.estimates import EQUAL, loss_in_words
from odin_solver.words.moves import board_name
from odin_solver.words.plan import aim_in_words, candidate_named

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
