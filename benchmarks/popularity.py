"""How often the rollout policy uses each space: ``python -m benchmarks.popularity``.

It counts them in solo games with all cards, and writes the file of
`odin_solver.rollouts.policies.popularity`. Build the compiled engine afterwards.
"""

import json
from collections import Counter

from benchmarks.harness import ROOT
from odin_solver.components.round_tracks import TRACKS
from odin_solver.components.spaces import SPACES
from odin_solver.game import Game, Options
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import Use
from odin_solver.rollouts.playing import compiled
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.policies.popularity import FILE, GAMES
from odin_solver.rules.position import GameLength


def counted(length: GameLength) -> list[dict[str, int]]:
    """Count the spaces that the rollout policy uses in each round."""
    used = [Counter[str]() for _ in TRACKS[length].rounds]
    for seed in range(GAMES):
        game = Game(Options(length=length, cards=frozenset(CARDS)), seed)
        game.let_chance_decide()
        _, moves, _ = compiled(GREEDY).play_out(game.state, seed)
        for number, move in moves:
            if isinstance(move, Use):
                used[number - 1][move.space] += 1
    return [{name: each[name] for name in SPACES if each[name]} for each in used]


if __name__ == "__main__":
    counts = {length: counted(length) for length in TRACKS}
    path = ROOT / "odin_solver" / "rollouts" / "policies" / FILE
    path.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
