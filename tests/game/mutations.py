"""Whether the tests of the game notice a wrong number in the data of a card or a space.

``python -m tests.game.mutations [NUMBER ...]`` runs the fast tests of the game once and notes which
cards each of them plays. Then it changes one thing at a time in the Python game alone: each number
of a card's block is one more and one less, each ``<`` is ``<=`` and so on, each ``==`` is ``!=``;
the same in `EFFECTS` of the spaces, and the Vikings that spaces take. Tests
that play the card run again, and only what they expect by hand counts: nothing is compared with the
compiled engine. ``--sample 100 --seed 3`` tries some of the mutants. What survives changes nothing,
and survivors.toml says why, or the command fails.
"""

import argparse
import ast
import copy
import os
import re
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from odin_solver.components.spaces import SPACES, ActionSpace
from odin_solver.game import State, apply
from odin_solver.game.actions import spaces
from odin_solver.game.cards import deck_a, deck_b, deck_c, starting
from odin_solver.game.kernel import cards as kernel
from odin_solver.game.kernel.cards import Card
from tests.game import building
from tests.survivors import unexplained

HERE = Path(__file__).parent

DECKS = (starting, deck_a, deck_b, deck_c)

OTHER_SIGN: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}

SECONDS = 20
"""Time of the processor after which a mutant goes round in circles."""

STATES = {"card", "when", "when_played", "each_time", "modifies", "exchanges", "takes"}
STATES |= {"as_soon_as", "item_before_action", "ore_for_rolls"}
"""What states a part of a card."""

COUNTS = re.compile(r"(?<=\w=)\d+")
"""The numbers in the text of a deal."""


class Mutant(NamedTuple):
    """A change.

    Attributes
    ----------
    cards
        The cards that it changes; none if it is about a space.
    text
        What it is about, and how it is changed.
    make
        Changes it, for good.
    """

    cards: frozenset[int]
    text: str
    make: Callable[[], None]


# --- changes of a module ---


def changed(tree: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Yield copies of a statement with one thing changed in each."""
    own = {id(each.args[0]) for each in ast.walk(tree) if _is_card(each)}  # type: ignore[attr-defined]
    for at, node in enumerate(ast.walk(tree)):
        for what, value in () if id(node) in own else _values(node):
            other = copy.deepcopy(tree)
            there = next(each for number, each in enumerate(ast.walk(other)) if number == at)
            vars(there).update(value)
            yield f"{ast.unparse(node)}: {what}", ast.fix_missing_locations(other)


def _is_card(node: ast.AST) -> bool:
    """Whether something states a part of a card, whose number comes first."""
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), [ast.Constant(int()), *_]):
            return name in STATES
    return False


def _cards(node: ast.AST) -> set[int]:
    """Return the numbers of the cards of which a statement states a part."""
    return {each.args[0].value for each in ast.walk(node) if _is_card(each)}  # type: ignore[attr-defined]


def _values(node: ast.AST) -> Iterator[tuple[str, dict[str, Any]]]:
    match node:
        case ast.Constant(int(value)) if not isinstance(value, bool):
            yield "one more", {"value": value + 1}
            yield "one less", {"value": value - 1}
        case ast.Constant(str(value)):
            for found in COUNTS.finditer(value):
                for more in (1, -1):
                    text = value[: found.start()] + str(int(found[0]) + more) + value[found.end() :]
                    yield text, {"value": text}
        case ast.Compare(ops=[sign]) if type(sign) in OTHER_SIGN:
            yield "another sign", {"ops": [OTHER_SIGN[type(sign)]()]}


def _defined(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return {name}
        case ast.Assign(targets):
            return {each.id for each in targets if isinstance(each, ast.Name)}
        case ast.AnnAssign(ast.Name(name)):
            return {name}
    return set()


def _used(node: ast.stmt) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def dependent(statements: Sequence[ast.stmt], at: int) -> list[int]:
    """Return a statement and those after it that rely on it."""
    names, found = _defined(statements[at]), [at]
    for later in range(at + 1, len(statements)):
        of_it = _defined(statements[later]) or _cards(statements[later])
        if _used(statements[later]) & names and of_it:
            names |= _defined(statements[later])
            found.append(later)
    return found


def of_module(module: ModuleType) -> Iterator[Mutant]:
    """Yield the changes of the statements of a deck, or of what spaces do."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    statements = ast.parse(source).body
    for at, statement in enumerate(statements):
        if module is spaces and "EFFECTS" not in _defined(statement):
            continue
        again = {*dependent(statements, at)}
        cards = frozenset().union(*(_cards(statements[each]) for each in again))
        if not cards and module is not spaces:
            continue
        # A card is stated anew, with all its parts.
        again |= {each for each, other in enumerate(statements) if cards & _cards(other)}
        names = set().union(*(_defined(statements[each]) for each in again))
        where = f"cards {' '.join(map(str, sorted(cards)))}" if cards else "spaces"
        where += f" {min(_defined(statement), default='')}".rstrip()
        for text, other in changed(statement):
            body = [other if each == at else statements[each] for each in sorted(again)]
            yield Mutant(cards, f"{where}: {text}", _executing(module, body, names, cards))


def _executing(
    module: ModuleType, body: list[ast.stmt], names: set[str], cards: frozenset[int]
) -> Callable[[], None]:
    def make() -> None:
        for number in cards:
            kernel._cards[number] = Card(number)
        before = {name: vars(module)[name] for name in names if name in vars(module)}
        exec(compile(ast.Module(body, []), str(module.__file__), "exec"), vars(module))
        now = {id(old): vars(module)[name] for name, old in before.items()}
        for other in [*sys.modules.values()]:
            if getattr(other, "__name__", "").startswith(("odin_solver.", "tests.")):
                for name, old in [*vars(other).items()]:
                    if name in names and id(old) in now:
                        setattr(other, name, now[id(old)])

    return make


def of_vikings() -> Iterator[Mutant]:
    """Yield the changes of the Vikings that spaces take."""
    for name, space in SPACES.items():
        for more in (1, -1):
            change = _setting(space, space.vikings + more)
            yield Mutant(frozenset(), f"spaces: Vikings of {name} {more:+}", change)


def _setting(space: ActionSpace, vikings: int) -> Callable[[], None]:
    return lambda: msgspec.structs.force_setattr(space, "vikings", vikings)


# --- the tests ---


class Runner:
    """Runs the tests, and then those of each mutant in a process of its own.

    Attributes
    ----------
    alive
        The mutants that no test notices.
    """

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.alive: list[Mutant] = []
        self._playing: dict[int, dict[pytest.Item, None]] = defaultdict(dict)
        self._item: pytest.Item | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        vars(building)["check_moves"] = self._noted
        for item in session.items:
            self._item = item
            if not self._passes(item):
                sys.exit(f"{item.nodeid} fails without a mutant")
        for mutant in self.mutants:
            tests = dict.fromkeys(each for card in mutant.cards for each in self._playing[card])
            if not self._notices(mutant, [*tests] or session.items):
                self.alive.append(mutant)
        return True

    def _noted(self, _: object, state: State, moves: Sequence[Any]) -> State:
        """Play without the compiled engine, and note which test plays which cards."""
        assert self._item is not None
        for move in moves:
            self._note(state)
            state = apply(state, move)
        self._note(state)
        return state

    def _note(self, state: State) -> None:
        for card in (*state.hand, *state.played):
            self._playing[card][self._item] = None  # type: ignore[index]

    def _passes(self, item: pytest.Item) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=None)
        return not any(each.failed for each in reports)

    def _notices(self, mutant: Mutant, tests: Sequence[pytest.Item]) -> bool:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                mutant.make()
                for cached in (kernel._reactions, kernel._modifiers, kernel._anytime):
                    cached.cache_clear()
                passed = all(map(self._passes, tests))
            except Exception:  # a mutant may do anything
                passed = False
            os._exit(passed)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 1


def main() -> int:
    """Report survivors that are not explained; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cards", nargs="*", type=int)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    modules = [each for module in (*DECKS, spaces) for each in of_module(module)]
    mutants = [*modules, *of_vikings()]
    if asked.cards:
        mutants = [each for each in mutants if each.cards & {*asked.cards}]
    if asked.sample is not None:
        mutants = Random(asked.seed).sample(mutants, min(asked.sample, len(mutants)))
    runner = Runner(mutants)
    options = ["-q", "-m", "not slow and not nightly", "-p", "no:cacheprovider", str(HERE)]
    pytest.main(options, [runner])
    new = [*unexplained(HERE / "survivors.toml", (each.text for each in runner.alive))]
    print(*(f"survives: {text}" for text in new), sep="\n")
    killed, known = len(mutants) - len(runner.alive), len(runner.alive) - len(new)
    print(f"{killed} of {len(mutants)} mutants killed, {known} explained")
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main())
