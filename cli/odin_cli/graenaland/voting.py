"""``odin graenaland votes``: votes on each tile, and what a proposal needs to pass."""

from typing import Any

from odin_cli.commands import command, option
from odin_cli.graenaland.inputs import PROFILE, counts, load_graenaland
from odin_cli.options import JSON, POSITION
from odin_cli.output import print_json, stdout_console
from odin_solver.errors import InputError
from odin_solver.graenaland.parts import RESOURCES
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import votes_data
from odin_solver.graenaland.voting import (
    TileVotes,
    max_min_split,
    proportional_split,
    proposal_on,
    tile_votes,
)
from odin_solver.render.terminal.tables import titled_table


@command("odin graenaland votes position.toml --tile A --proposer red --reserve white=1")
def votes(
    path: str = POSITION,
    tile: str | None = option("Only this tile.", metavar="TILE"),
    proposer: str | None = option("Who proposes; by default the owner of hand.", metavar="PLAYER"),
    reserves: tuple[str, ...] = option(
        "Value for which a player votes yes, your estimate; 1 by default.",
        "--reserve",
        metavar="PLAYER=N",
        multiple=True,
    ),
    values: tuple[str, ...] = option(
        "Value of a resource card; 1 by default. ?=N is a card face down.",
        "--value",
        metavar="CARD=N",
        multiple=True,
    ),
    profile_path: str | None = PROFILE,
    as_json: bool = JSON,
) -> None:
    """Show votes, smallest winning coalitions and power on each tile; suggest proposals.

    A proposal needs more than half of all votes. The suggestion gives a majority what they are
    expected to want, and the rest to the proposer.
    """
    position = load_graenaland(path, profile_path)
    speaker = proposer or position.me
    if speaker not in position.players:
        expected = ", ".join(position.players)
        raise InputError(f"--proposer: expected one of {expected}, got {speaker!r}")
    if tile is not None and tile not in position.tiles:
        raise InputError(f"--tile: expected one of {', '.join(position.tiles)}, got {tile!r}")
    worth = counts("--value", values, (*RESOURCES, "?"))
    wanted = dict.fromkeys(position.players, 1)
    wanted |= counts("--reserve", reserves, position.players)
    shown = [
        found
        for name in position.tiles
        if tile in (None, name) and (found := tile_votes(position, name)).votes
    ]
    if as_json:
        tiles = [votes_data(position, each, speaker, wanted, worth) for each in shown]
        print_json({"schema": 1, "proposer": speaker, "reserves": wanted, "tiles": tiles})
    else:
        _print(position, shown, speaker, wanted, worth)


def _print(
    position: GraenalandPosition,
    tiles: list[TileVotes],
    speaker: str,
    wanted: dict[str, int],
    worth: dict[str, int],
) -> None:
    console = stdout_console()
    if not tiles:
        console.print("nobody has a vote there")
    for shown in tiles:
        total = sum(shown.votes.values())
        console.print(f"{shown.tile}: {shown.needed} of {total} votes pass", style="bold")
        columns = ("left", "  player"), ("right", "votes"), ("right", "power")
        table = titled_table(*columns, style="dim")
        for player, count in shown.votes.items():
            table.add_row(f"  {player}", str(count), f"{100 * shown.power[player]:.0f} %")
        console.print(table)
        groups = "; ".join(" + ".join(sorted(group)) for group in shown.coalitions)
        console.print(f"  smallest winning coalitions: {groups}")
        stock = position.tiles[shown.tile].stock
        if not stock:
            continue
        console.print(f"  cards: {' '.join(card or '?' for card in stock)}")
        best = proposal_on(position, shown, speaker, wanted, worth)
        if best is not None:
            console.print(f"  {speaker} may propose: {_cards(best.cards)} (value {best.value})")
            others = [p for p in sorted(best.supporters) if p != speaker]
            estimates = ", ".join(f"{player} {wanted[player]}" for player in others)
            console.print(f"    if these reserves are right: {estimates or 'none needed'}")
        if fair := max_min_split(position, shown.tile, worth):
            console.print(f"  largest smallest share: {_cards(fair)}")
        shares = proportional_split(position, shown.tile)
        console.print(f"  by votes: {', '.join(f'{p} {n}' for p, n in shares.items() if n)}")


def _cards(shares: Any) -> str:
    return ", ".join(f"{player}: {' '.join(cards)}" for player, cards in shares.items())
