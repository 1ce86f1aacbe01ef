"""``odin graenaland votes``: votes on each tile, and what a proposal needs to pass."""

from collections.abc import Iterable, Mapping

from odin_cli.commands import command, option
from odin_cli.graenaland.inputs import PROFILE, counts, load_graenaland
from odin_cli.options import JSON, POSITION
from odin_cli.output import print_json, stdout_console
from odin_solver.graenaland.parts import RESOURCES, UNKNOWN
from odin_solver.graenaland.position import GraenalandPosition
from odin_solver.graenaland.results import votes_data
from odin_solver.graenaland.voting import (
    TileVotes,
    max_min_split,
    proportional_split,
    proposal_on,
    tile_votes,
)
from odin_solver.graenaland.words import coalitions_text, names_text, needed_votes_text, part_name
from odin_solver.render.terminal.tables import titled_table
from odin_solver.support.language import say, say_as
from odin_solver.support.validating import expect_one


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
    expect_one("--proposer", speaker, position.players)
    if tile is not None:
        expect_one("--tile", tile, position.tiles)
    worth = counts("--value", values, (*RESOURCES, UNKNOWN))
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
        console.print(say("nobody has a vote there"))
    for shown in tiles:
        console.print(needed_votes_text(shown), style="bold")
        columns = (
            ("left", "  " + say_as("graenaland", "player")),
            ("right", say_as("graenaland", "votes")),
            ("right", say_as("graenaland", "power")),
        )
        table = titled_table(*columns, style="dim")
        for player, count in shown.votes.items():
            table.add_row(
                f"  {part_name(player)}", str(count), f"{100 * shown.power[player]:.0f} %"
            )
        console.print(table)
        console.print("  " + coalitions_text(shown.coalitions))
        stock = position.tiles[shown.tile].stock
        if not stock:
            continue
        console.print("  " + say("cards: {cards}", cards=names_text(c or UNKNOWN for c in stock)))
        best = proposal_on(position, shown, speaker, wanted, worth)
        if best is not None:
            console.print(
                "  "
                + say(
                    "{player} may propose: {shares} (value {value})",
                    player=part_name(speaker),
                    shares=_cards(best.cards),
                    value=best.value,
                )
            )
            others = {p: wanted[p] for p in sorted(best.supporters) if p != speaker}
            estimates = _numbers(others) or say_as("graenaland", "none needed")
            console.print("    " + say("if these reserves are right: {values}", values=estimates))
        if fair := max_min_split(position, shown.tile, worth):
            console.print("  " + say("largest smallest share: {shares}", shares=_cards(fair)))
        shares = _numbers(proportional_split(position, shown.tile))
        console.print("  " + say("by votes: {shares}", shares=shares))


def _cards(shares: Mapping[str, Iterable[str]]) -> str:
    return "; ".join(f"{part_name(p)}: {names_text(cards)}" for p, cards in shares.items())


def _numbers(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{part_name(player)} {n}" for player, n in numbers.items() if n)
