"""``odin web``: the page in the browser."""

import click

LOCAL = "127.0.0.1"


@click.command(epilog="Example: odin web position.json --port 8000 --no-browser")
@click.argument("file", required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="any free one",
    help="Port to listen on.",
)
@click.option("--host", default=LOCAL, show_default=True, help="Address to listen on.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def web(file: str | None, port: int, host: str, no_browser: bool) -> None:
    """Open the board on a page in the browser: set up, solve, take hints.

    FILE is the position, puzzle or game to begin with. The page is served on this computer only;
    its address is printed on standard output. Ctrl-C ends the server.
    """
    start: tuple[str, ...] = ()
    if file is not None:
        from odin_puzzles.any_file import position_in
        from odin_solver.support.decoding import read_text

        name, text = read_text(file)
        position_in(text, name)
        start = (text, name)
    if host not in (LOCAL, "localhost", "::1"):
        click.echo(
            f"odin: anybody who reaches {host} can use this page and this computer's time", err=True
        )
    from odin_web.server import serve

    serve(host, port, start, not no_browser)
