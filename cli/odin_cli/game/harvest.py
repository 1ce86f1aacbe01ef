"""``odin game harvest-profile``: what is printed on the markers and tokens of Harvest."""

from functools import cache

from odin_cli.commands import argument, command, option
from odin_cli.forms import Form, ask_until, choice, tell
from odin_cli.options import JSON
from odin_cli.output import stdout_console
from odin_cli.profiles import show_or_enter
from odin_solver.components.heard import Names, names_of
from odin_solver.errors import InputError
from odin_solver.game.harvest import (
    GOODS,
    HARVEST_PROFILES,
    MARKERS,
    HarvestFile,
    harvest_profile_from,
)
from odin_solver.game.kernel.markers import MARKERS_OF_A_KIND, MOST_OF_MARKER, MOST_OF_TOKEN, TOKENS
from odin_solver.support.language import mark, say
from odin_solver.words.harvest import numbered_marker, token_text


@cache
def _names() -> Names:
    return names_of("tile").only(GOODS, unknown=mark("unknown good {name!r}"))


@command("odin game harvest-profile --new")
def harvest_profile(
    path: str | None = argument("[FILE]"),
    new: bool = option("Ask marker by marker and token by token for what is not entered yet."),
    as_json: bool = JSON,
) -> None:
    """Show what is printed on the markers and tokens of Harvest, or enter it once.

    It is in no rulebook. FILE is a profile file; by default the saved profile, by which games with
    Harvest are played. Every answer is saved at once: after Ctrl-C, --new goes on.
    """
    show_or_enter(HARVEST_PROFILES, _HarvestForm, _print, path=path, new=new, as_json=as_json)


def _print(file: HarvestFile, name: str) -> None:
    profile = harvest_profile_from(file, name)
    console = stdout_console()
    for number, marker in enumerate(profile.markers, 1):
        console.print(say("Harvest marker {marker}", marker=numbered_marker(number, marker)))
    for number, token in enumerate(profile.tokens, 1):
        console.print(say("Resource token {n}: {printed}", n=number, printed=token_text(token)))


class _HarvestForm(Form):
    begins = mark("Goods such as: 2 peas, egg. A dash for none; empty: not known yet.")

    def ask_all(self) -> None:
        self._ask_markers()
        self._ask_tokens()

    def _ask_markers(self) -> None:
        markers = self.data.get("markers", [])
        while len(markers) < MARKERS:
            harvest = sum(each["harvest"] for each in markers) < MARKERS_OF_A_KIND
            n = len(markers) + 1
            if harvest:
                begin = say("Marker {n}, with a harvest", n=n)
            else:
                begin = say("Marker {n}, without a harvest", n=n)
            goods = _goods(begin, MOST_OF_MARKER)
            side = None
            if goods is not None:
                question = "  " + say("its colour: that of the orange side of tokens, or the back")
                side = choice(question, ("orange", "back"))
            if side is None:
                return
            markers = [*markers, {"harvest": harvest, "side": side, "goods": goods}]
            self.keep(self.data, "markers", markers)

    def _ask_tokens(self) -> None:
        tokens = self.data.get("tokens", [])
        while len(tokens) < TOKENS:
            n = len(tokens) + 1
            sides = {}
            for side, question in (
                ("orange", say("Token {n}, orange side", n=n)),
                ("back", say("Token {n}, other side", n=n)),
            ):
                goods = _goods(question, MOST_OF_TOKEN)
                if goods is None:
                    return
                sides[side] = goods
            tokens = [*tokens, sides]
            self.keep(self.data, "tokens", tokens)


def goods_from(text: str) -> dict[str, int] | None:
    """Read ``2 peas, egg``, a dash for nothing; None for text that names no goods."""
    if text == "-":
        return {}
    try:
        goods = _names().counts(text)
    except InputError as error:
        tell(str(error))
        return None
    tell(_names().echo(goods))
    return goods if max(goods.values(), default=0) < 10 else None


def _goods(question: str, most: int) -> dict[str, int] | None:
    def read(answer: str) -> dict[str, int] | None:
        goods = goods_from(answer)
        return goods if goods is not None and len(goods) <= most else None

    expected = say("expected at most {n} kinds of goods such as 2 peas, egg", n=most)
    return ask_until(question, read, expected)
