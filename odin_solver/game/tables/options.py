"""Reading tables: which game is played, and where in it."""

from functools import partial

from odin_solver.components.heard import Names, names_of
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.components.round_tracks import TRACKS
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.rulings import ruling
from odin_solver.game.kernel.state import Options, State
from odin_solver.game.phases import PHASES
from odin_solver.game.setup import without
from odin_solver.game.tables import harvest
from odin_solver.game.tables.fields import TableFields
from odin_solver.support.language import mark, say

CARD_LISTS = ("hand", "played", "cards_gone", "others_played")
"""Fields with occupations that have been seen."""

_PHASES = Names(
    dict.fromkeys(PHASES, ()), mark("unknown phase {name!r}"), where=mark("expected one of {names}")
)


def options(fields: TableFields) -> Options:
    """Return the options of the game."""
    read = [
        fields.faults.attempt(f"rulings[{at}]", partial(ruling, each))
        for at, each in enumerate(fields.file.rulings)
    ]
    closed = fields.faults.attempt("without", partial(without, fields.file.without))
    return Options(
        length=fields.file.game,
        islands=fields.file.islands,
        harvest=fields.file.harvest,
        profile=harvest.profile(fields),
        cards=_cards(fields),
        rulings=frozenset(each for each in read if each is not None),
        players=fields.file.players,
        without=closed or frozenset(),
    )


def _cards(fields: TableFields) -> frozenset[int]:
    wanted = fields.file.occupations
    said = fields.data.get("occupations") == wanted
    if not said and any(getattr(fields.file, key) for key in CARD_LISTS):
        wanted = "implemented"
    if not isinstance(wanted, str):
        return frozenset(map(int, fields.listed("occupations", wanted, names_of("card"))))
    word = wanted.strip().lower()
    if word in ("none", "implemented"):
        return frozenset(CARDS if word == "implemented" else ())
    decks = {each.strip().upper() for each in word.split(",")}
    if not decks <= {"A", "B", "C"}:
        fields.faults.said(
            "occupations: expected none, implemented, decks such as A,B or a list of "
            "cards, got {got!r}",
            got=wanted,
        )
    return frozenset(number for number, card in OCCUPATIONS.items() if card.deck in decks)


def round_number(fields: TableFields, game: Options) -> int | None:
    """Return the round, which is asked for."""
    fields.missing("round", say("the round that is played"), "round = 3")
    number: int | None = fields.part("round", None)
    return number if number is not None and number <= len(TRACKS[game.length].rounds) else None


def phase(fields: TableFields, state: State) -> str:
    """Return the phase that comes next; in the last round some are left out."""
    found = fields.meant("phase", fields.file.phase, _PHASES) or "actions"
    after_end = found in ("bonus", "mountains", "return")
    if after_end if state.is_last_round else found == [*PHASES][-1]:
        other = (
            say("the last round has no such phase")
            if after_end
            else say("only the last round has it")
        )
        fields.fault(f"phase: {found}: {other}")
        return "actions"
    return found
