"""``odin game place --do``: the best placement is made."""

from odin_cli.commands import option
from odin_cli.game.do import make
from odin_cli.questions import Beside
from odin_solver.game.files import GameFile, changing
from odin_solver.questions.games import Filled, GamePlace


def _instead(asked: GamePlace, path: str, *_: object, done: bool, **__: object) -> None:
    if done:
        GameFile.read(path)  # what cannot be changed is refused before the search


def _then(found: Filled, path: str, stopped: bool, *, done: bool) -> Filled:
    if not done or stopped or found.laying is None:
        return found
    with changing(path) as game:
        for move in found.laying.moves:
            make(game, str(move))
    return found._replace(done=True)


BESIDE = Beside({"done": option("Make these moves in the game.", "--do")}, _instead, _then)
