"""``odin web``: the page in the browser."""

from pathlib import Path

from odin_cli.commands import argument, command, number, option
from odin_solver.errors import InputError

LOCAL = "127.0.0.1"


@command("odin web position.json --port 8000 --no-browser")
def web(
    file: str | None = argument("[FILE]"),
    port: int | None = number(
        "Port to listen on.", 0, 65535, show_default="8550, or the next free one"
    ),
    host: str = option("Address to listen on.", default=LOCAL, metavar="ADDRESS"),
    lan: bool = option("Let phones of this network in: prints a QR code. As --host 0.0.0.0."),
    no_browser: bool = option("Only print the address."),
) -> None:
    """Open the board on a page in the browser: set up, solve, take hints.

    FILE is the position, puzzle or game to begin with, or a folder of games. Games are played in
    their files. The page is served on this computer only, or to other devices that open an
    address with a token; addresses are printed on standard output. Ctrl-C ends the server.
    """
    start, page = ((), "") if file is None else beginning_of(file)
    from odin_web.server import serve

    serve("0.0.0.0" if lan else host, port, start, not no_browser, page=page)


def beginning_of(file: str) -> tuple[tuple[str, ...], str]:
    """Return the position to begin with, text and name, and the page to open."""
    from odin_solver.notation.kinds import FileKind, position_in, recognised
    from odin_solver.support.decoding import read_text
    from odin_web.games.store import GameFolder
    from odin_web.seats import games_folder

    path = Path(file)
    if path.is_dir():
        logs = sorted(path.glob("*.log"))
        if not logs:
            raise InputError.said("{name}: expected a folder with logs of games (*.log)", name=file)
        for log in logs:
            GameFolder(games_folder()).link(log)
        return (), "games"
    name, text = read_text(file)
    kind = recognised(text, name).kind
    if kind in (FileKind.PUZZLE, FileKind.CODE):
        from odin_puzzles.loading import checked_solution, puzzle_from_text
        from odin_puzzles.play.kept import keep
        from odin_puzzles.share.codes import share_code

        puzzle = puzzle_from_text(text, name)
        if puzzle.solution:
            keep(checked_solution(puzzle))  # otherwise the page searches for it
        return (), f"puzzles#{share_code(puzzle)}"
    if kind is FileKind.LOG:
        games = GameFolder(games_folder())
        return (), f"games#{games.link(path) if path.is_file() else games.add(text, name)}"
    position_in(text, name)
    return (text, name), "position"
