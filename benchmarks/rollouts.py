"""The compiled engine against the Python engine: ``python -m benchmarks.rollouts``.

It replays games of the compiled engine, random, greedy and between, with the Python engine (see
`odin_solver.rollouts.checking`), and measures how many greedy games it plays per second. With
``--cards`` they are games with occupations: every other game draws them from all decks, the others
begin with some in the hand and many in play. Where the player may choose the order of cards that
react to the same event, the comparison ends.

With ``--out FILE`` every chunk of games that was alike is a line of JSON, and those of the file are
not played again: after Ctrl-C the same command continues.
"""

import time
from pathlib import Path

import click
import msgspec

from benchmarks.replays import Chunk, check, tasks, with_decks
from odin_solver.game import Options, new_game
from odin_solver.rollouts.checking import encoded
from odin_solver.rollouts.library import library
from odin_solver.rollouts.policies.evaluation import GREEDY
from odin_solver.rollouts.weights import flat_policy
from odin_solver.rules.position import GameLength
from odin_solver.support.parallel import spread

LENGTHS: tuple[GameLength, ...] = ("long", "short")


SAY_EVERY = 10.0
"""Seconds between lines of progress."""


def chunks_in(path: Path) -> list[Chunk]:
    """Return the chunks of a file, from which a last line that was cut off is removed."""
    if not path.exists():
        return []
    with path.open("r+b") as file:
        lines = file.readlines()
        if lines and not lines[-1].endswith(b"\n"):
            file.truncate(sum(map(len, lines[:-1])))
            lines.pop()
    try:
        return [msgspec.json.decode(line, type=Chunk) for line in lines]
    except msgspec.MsgspecError as error:
        raise click.BadParameter(f"{path}: no results of replays: {error}") from None


def games_per_second(options: Options, games: int) -> float:
    """Return the greedy games per second of processor time."""
    flat = encoded(library(), new_game(options))
    policy = flat_policy(GREEDY, options.length, bool(options.cards))
    found = 0.0
    for _ in range(3):  # other work on the machine slows it down
        began = time.process_time()
        library().play_many(flat, policy, 0, games)
        found = max(found, games / (time.process_time() - began))
    return found


@click.command()
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--cards", is_flag=True, help="Games with all occupations.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File with results.")
@click.option("--cluster", metavar="ADDRESS", help="Dask scheduler whose workers replay.")
def main(
    games: int, seed: int, jobs: int, cards: bool, out: Path | None, cluster: str | None
) -> None:
    """Replay games of the compiled engine, and measure its speed.

    Example: python -m benchmarks.rollouts --games 100000 --jobs 2 --out replays.jsonl
    """
    for length in LENGTHS:
        options = with_decks(Options(length)) if cards else Options(length)
        click.echo(f"{length}: {games_per_second(options, 500):.0f} greedy games/s")
    wanted = list(tasks(games, seed, cards=cards))
    known = {chunk.task: chunk for chunk in (chunks_in(out) if out else [])}
    done = [known[chunk] for chunk in wanted if chunk in known]
    missing = [(chunk,) for chunk in wanted if chunk not in known]
    before = sum(chunk.games for chunk in done)
    began = told = time.monotonic()
    try:
        for chunk in spread(check, missing, jobs=jobs, cluster=cluster):
            done.append(chunk)
            if out:
                with out.open("ab") as file:
                    file.write(msgspec.json.encode(chunk) + b"\n")
            now = time.monotonic()
            if now - told > SAY_EVERY:
                told, played = now, sum(chunk.games for chunk in done)
                speed = (played - before) / (now - began)
                left = (games - played) / speed / 60
                click.echo(
                    f"{played} of {games} games alike, {speed:.1f}/s, {left:.0f} min left", err=True
                )
    except KeyboardInterrupt:
        click.echo("stopped" + ("; the same command continues" if out else ""), err=True)
    played, moves = (sum(getattr(chunk, of) for chunk in done) for of in ("games", "moves"))
    click.echo(f"{played} games, {moves} moves and outcomes: alike in both engines")
    if cards:
        complete = sum(chunk.complete for chunk in done)
        click.echo(
            f"{complete} of them to their end, {played - complete} until cards may be ordered"
        )


if __name__ == "__main__":
    main()
