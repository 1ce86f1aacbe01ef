"""Random games as players type them."""

from random import Random

from odin_solver.game import Game, decision
from odin_solver.game.kernel import anytime
from odin_solver.game.kernel.moves import PASS
from odin_solver.game.seats import persons
from odin_solver.planner.bots import Bots


def lines_of_a_game(game: Game) -> list[str]:
    """Play a game to its end, and return what is typed; an empty line shows the next hand."""
    lines, chosen = list[str](), Random(5)
    people = persons(game.state)
    looking = people[0] if len(people) == 1 else -1
    Bots(game).move()
    while not game.state.is_over:
        node = decision(game.state)
        assert node is not None
        if game.state.seat != looking:
            lines.append("")
            looking = game.state.seat
        moves = node.moves(game.state)
        if len(moves) > 1 and PASS in moves:
            moves.remove(PASS)
        if chosen.random() < 0.2:
            moves = [*anytime.listed(game.state, node), *anytime.placing_moves(game.state)] or moves
        move = chosen.choice(moves)
        lines.append(str(move))
        if str(move).startswith(("place ", "serve ")):
            lines.append("y")
        game.do(move)
        game.let_chance_decide()
        Bots(game).move()
    return lines
