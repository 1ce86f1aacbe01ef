"""Whether the tests notice that an effect of a card is missing from the compiled engine.

``python -m tests.rollouts.mutations`` runs the tests of the game once, in which both engines have
to agree after each move, and notes what they ask the compiled engine and what it answers. Then
each effect is switched off alone: every ``case`` of a card, every statement of `STATEMENTS`, every
other mention of a card, and every entry of a card in the tables. A mutant is killed if it answers
any question of the tests in another way, or not at all. Numbers of cards after the command restrict
it to these.

With ``--numbers`` each number in `NUMBERED` is one more and one less instead, each ``<`` is ``<=``
and so on, and each ``==`` is ``!=``; ``--sample 100 --seed 3`` tries some of the mutants. What
survives the tests is asked in generated states as well (`tests.rollouts.alike`). What survives
both changes nothing, and survivors.toml says why, or the command fails. What the engine must not
look at, such as boards after the last one, has any content; a mutant that reads beside an array or
loops is killed too.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from ctypes import c_int32, c_uint64
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import tree_sitter_c
from tree_sitter import Language, Node, Parser

from benchmarks.checking import check_moves
from hatch_build import FLAGS, compilers
from odin_solver.components.occupations import OCCUPATIONS
from odin_solver.game.scoring import ScoreSheet
from odin_solver.rollouts.card_tables import title_of
from odin_solver.rollouts.library import Library
from odin_solver.rollouts.structs import FlatGame, FlatMove, FlatState
from tests.game import building, test_several_players
from tests.rollouts import alike, conftest
from tests.rollouts.test_feast import some_feast
from tests.survivors import unexplained

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "odin_solver" / "rollouts" / "source"
HERE = Path(__file__).parent

STATEMENTS = ("effects.c", "cards.c")
"""Sources about nothing but cards: each statement is a mutant."""

RULES = (*STATEMENTS, "actions.c", "feast.c", "phases.c", "play.c")
"""Sources that mention cards."""

NUMBERED = (*STATEMENTS, "actions.c", "feast.c", "phases.c")
"""Sources whose numbers and comparisons are changed."""

SHIFTED = {"<": "{a} < {b} + off({n})", "<=": "{a} + off({n}) <= {b}"}
SHIFTED |= {">": "{a} + off({n}) > {b}", ">=": "{a} >= {b} + off({n})"}
SHIFTED |= {"==": "({a} == {b}) != off({n})", "!=": "({a} != {b}) != off({n})"}
"""Comparisons, and how each is written with a switch."""

SAME = {"<": "+", ">=": "+", "<=": "-", ">": "-"}
"""How a number right of a comparison is not changed: `x < 3 + 1` says the same as `x <= 3`."""

CONSTANT = {"enumerator", "array_declarator", "case_statement", "bitfield_clause"}
"""Where C wants to know a number before."""

TESTS = ("cards", "feast", "harvest", "others", "rulings")
"""Tests beside those of the game that ask both engines."""

STATES = 40
"""Generated states of each card, for numbers that the tests do not notice."""

FEASTS = 2000
"""Feasts with a few kinds of food."""

EXPLAINED = Path(__file__).parent / "survivors.toml"
"""Changes of numbers that no test can notice or that none notices, and why."""

EQUIVALENT = {
    ("cards.c", "as_soon_as(state);"): "`apply` does it again; only `opens_more` relies on it, and"
    " no question of a card is opened by the wool, silverware or boats that come so"
}
"""Statements without which nothing changes, and why."""

TABLES = ("CardInfo", "Op", "Trigger", "Deal", "Discount", "Mask")
FIELDS = (
    "points",
    "rolls",
    "worth",
    "when played",
    "key of a trigger",
    "triggered",
    "deal",
    "deal at any time",
    "discount",
    "reaction",
)
"""What the tables say about cards, in the order of mutants.c."""

CARD_OF = {f"C_{title_of(card)}": number for number, card in OCCUPATIONS.items()}


TRAPS = ("-fsanitize=bounds,shift", "-fsanitize-undefined-trap-on-error")
"""Let a process end that reads beside an array."""

SECONDS = 2
"""Time of the processor after which a mutant goes round in circles."""

ALIVE = 3
"""Exit code of a process with a mutant that is not noticed."""


class Mutant(NamedTuple):
    """An effect that can be switched off.

    Attributes
    ----------
    card
        The card; 0 if the code does not say.
    text
        What is switched off.
    place, row
        Its number in the code, and among the entries of the tables; -1 if it is not there.
    """

    card: int
    text: str
    place: int = -1
    row: int = -1


# --- the sources with switches ---


class Switches:
    """Rewrites sources so that each effect can be switched off, or each number be another one."""

    def __init__(self, *, numbers: bool = False) -> None:
        self._numbers = numbers
        self.mutants: list[Mutant] = []
        self._parser = Parser(Language(tree_sitter_c.language()))

    def rewritten(self, name: str, source: str) -> str:
        """Return a source in which off() stands at each effect of a card."""
        # What looks like a call inside of a for is none: the parser wants to see a condition.
        source = re.sub(r"for \((EACH_CARD\(\w+, [^()]+\))\)", r"for (; \1;)", source)
        root = self._parser.parse(source.encode()).root_node
        if name in STATEMENTS:
            assert not root.has_error, f"{name} could not be read"
        before = len(self.mutants)
        text = self._render(root, name, "", ())
        text = re.sub(r"for \(; (EACH_CARD\(.*?\));\)", r"for (\1)", text)
        mentions = len(re.findall(r"plays\(\w+, C_\w+\)", source))
        assert self._numbers or len(self.mutants) - before >= mentions
        return text

    def _render(self, node: Node, name: str, switch: str, cards: tuple[str, ...]) -> str:
        """Return the text of a part of a source, and number the mutants in it."""
        if node.type == "switch_statement":
            condition = node.child_by_field_name("condition")
            switch = _text(condition) if condition else ""
        cards = _cases(node) or cards
        children = [child for child in node.children if child.end_byte > child.start_byte]
        parts, sides, at = [], [], node.start_byte
        whole = node.text or b""
        for child in children:
            parts.append(whole[at - node.start_byte : child.start_byte - node.start_byte].decode())
            sides.append(self._render(child, name, switch, cards))
            parts.append(sides[-1])
            at = child.end_byte
            if (
                child.type == ":"
                and node.type == "case_statement"
                and name in STATEMENTS
                and not self._numbers
            ):
                parts.append(self._after_label(node, name, switch))
        parts.append(whole[at - node.start_byte :].decode())
        text = "".join(parts)
        if self._numbers:
            return self._shifted(node, name, text, sides, cards) if name in NUMBERED else text
        if node.type == "call_expression" and re.fullmatch(r"plays\(\w+, C_\w+\)", _text(node)):
            return f"(!off({self._number(name, node, _mentioned(node))}) && {text})"
        if node.type == "binary_expression" and re.fullmatch(r".* == C_\w+", _text(node)):
            return f"(!off({self._number(name, node, _mentioned(node))}) && {text})"
        equivalent = (name, _text(node)) in EQUIVALENT
        if node.type == "expression_statement" and name in STATEMENTS and not equivalent:
            return f"{{ if (!off({self._number(name, node, cards or _mentioned(node))})) {text} }}"
        return text

    def _shifted(
        self, node: Node, name: str, text: str, sides: list[str], cards: tuple[str, ...]
    ) -> str:
        if node.type == "number_literal" and _can_change(node):
            near, literal = node.parent or node, text
            same = SAME.get(_sign(near)) if near.children[-1] == node else None
            for way in "+-".replace(same or " ", ""):
                number = self._number(name, near, cards, f" with {literal} {way} 1")
                text = f"{text} {way} off({number})"
            return f"({text})"
        sign = _sign(node)
        if sign in SHIFTED and _can_change(node) and not _takes_either(node):
            number = self._number(name, node, cards, f" with another {sign}")
            return "(" + SHIFTED[sign].format(a=sides[0], b=sides[-1], n=number) + ")"
        return text

    def _after_label(self, case: Node, name: str, switch: str) -> str:
        label = case.child_by_field_name("value")
        if label is None or _text(label) not in CARD_OF:
            return ""
        number = self._number(name, case, (_text(label),))
        back = "return" if _returns_nothing(case) else "return 0"
        return f" if (off({number}) && {switch} == {_text(label)}) {back};"

    def _number(self, name: str, node: Node, cards: tuple[str, ...], change: str = "") -> int:
        """Return the number of a new mutant."""
        line = node.start_point[0] + 1
        text = " ".join(_text(node).split())
        card = CARD_OF.get(cards[0], 0) if cards else 0
        where = f"{name}:{line} {_function(node)}"
        self.mutants.append(Mutant(card, f"{where}: {text[:100]}{change}", place=len(self.mutants)))
        return len(self.mutants) - 1


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _sign(node: Node) -> str:
    """Return the operator between two sides; nothing for anything else."""
    sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    return _text(sign) if sign else ""


def _takes_either(node: Node) -> bool:
    """Whether a comparison chooses one of its sides: either will do if they are the same.

    It does in ``a < b ? a : b``, and in ``if (a < b) b = a;``, perhaps with further conditions.
    """
    sides = {_text(node.children[0]), _text(node.children[-1])}
    part, near = node, node.parent
    while near and (near.type == "parenthesized_expression" or _sign(near) == "&&"):
        part, near = near, near.parent
    if not near or near.child_by_field_name("condition") != part:
        return False
    then = near.child_by_field_name("consequence")
    if not then:
        return False
    other = near.child_by_field_name("alternative")
    if near.type == "conditional_expression" and other:
        return {_text(then), _text(other)} == sides
    found = re.fullmatch(r"(?:\{\s*)?(.+?) = (.+);(?:\s*\})?", _text(then))
    return not other and found is not None and {*found.groups()} == sides


def _can_change(node: Node) -> bool:
    """Whether a number is in a function, and not where C wants a constant."""
    while node.parent is not None:
        child, node = node, node.parent
        if node.type in CONSTANT and child == (
            node.child_by_field_name("value") if node.type == "case_statement" else child
        ):
            return False
        if node.type == "declaration" and _text(node).startswith("static"):
            return False
        if node.type == "function_definition":
            return True
    return False


def _function(node: Node) -> str:
    """Return the name of the function that a part belongs to."""
    while node.parent is not None and node.type != "function_definition":
        node = node.parent
    found = re.search(r"(\w+)\(", _text(node))
    return found[1] if found else ""


def _mentioned(node: Node) -> tuple[str, ...]:
    return tuple(re.findall(r"\bC_\w+", _text(node)))


def _cases(node: Node) -> tuple[str, ...]:
    """Return the card of a case."""
    value = node.child_by_field_name("value") if node.type == "case_statement" else None
    return (_text(value),) if value is not None and _text(value) in CARD_OF else ()


def _returns_nothing(node: Node) -> bool:
    while node.parent is not None and node.type != "function_definition":
        node = node.parent
    kind = node.child_by_field_name("type")
    return kind is not None and _text(kind) == "void"


# --- what the tests ask the engine ---

APPLY, MOVES, PLACINGS, OUTCOMES, SCORE = range(5)

Question = tuple[int, bytes, bytes]
"""What is asked, as in mutants.c; the state, and the move."""


class Noting(Library):
    """The compiled engine, which notes what it is asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: dict[Question, None] = {}

    def moves(self, state: FlatGame, *, placing: bool = False) -> list[FlatMove]:
        self._note(PLACINGS if placing else MOVES, state)
        return super().moves(state, placing=placing)

    def outcomes(self, state: FlatGame) -> list[FlatMove]:
        self._note(OUTCOMES, state)
        return super().outcomes(state)

    def score(self, state: FlatState) -> ScoreSheet:
        self._note(SCORE, state)
        return super().score(state)

    def apply(self, state: FlatGame, move: FlatMove) -> None:
        self._note(APPLY, state, move)
        super().apply(state, move)

    def _note(self, kind: int, state: FlatGame, move: FlatMove | None = None) -> None:
        self.asked[kind, bytes(state), bytes(move or FlatMove())] = None


class Questions:
    """Questions and their answers, and those that are about each card."""

    def __init__(self, engine: Noting) -> None:
        self._engine = engine._loaded
        kinds, states, moves = zip(*engine.asked, strict=True)
        self._number = len(kinds)
        self._kinds = (c_int32 * self._number)(*kinds)
        self._states = (FlatState * self._number).from_buffer_copy(b"".join(states))
        self._moves = (FlatMove * self._number).from_buffer_copy(b"".join(moves))
        self._answers = (c_uint64 * self._number)()
        self._engine.answer_all(self._number, self._kinds, self._states, self._moves, self._answers)
        about: dict[int, list[int]] = {0: [*range(self._number)]}
        for at, state in enumerate(self._states):
            for card in cards_of(state):
                about.setdefault(card, []).append(at)
        self._about = {card: (c_int32 * len(which))(*which) for card, which in about.items()}

    def notice(self, card: int) -> bool:
        """Whether an answer has changed, one to a question about the card first."""
        return any(
            self._engine.differs(
                len(which), which, self._kinds, self._states, self._moves, self._answers
            )
            for which in map(self._about.get, {card: None, 0: None})
            if which is not None
        )


def cards_of(state: FlatState) -> set[int]:
    """Return the cards in play or in the hand."""
    words = [a | b for a, b in zip(state.cards.hand, state.cards.played, strict=True)]
    return {64 * at + bit for at, word in enumerate(words) for bit in range(64) if word >> bit & 1}


# --- the mutants ---


def compiled(folder: Path, *, numbers: bool = False) -> tuple[Noting, list[Mutant]]:
    """Return the engine with switches, and what can be switched off."""
    shutil.copy(SOURCE.parent / "structs.h", folder)
    folder /= "source"
    shutil.copytree(SOURCE, folder)
    shutil.copy(HERE / "mutants.c", folder)
    switches = Switches(numbers=numbers)
    for name in RULES:
        path = folder / name
        path.write_text(switches.rewritten(name, path.read_text("utf-8")), "utf-8")
    tables = folder / "tables.h"
    kinds = "|".join(TABLES)
    plain = re.sub(
        rf"^static const ({kinds}) ", r"static \1 ", tables.read_text("utf-8"), flags=re.M
    )
    tables.write_text(plain, "utf-8")
    files = [f"-DN_PLACES={len(switches.mutants)}", str(folder / "mutants.c")]
    files += ["-o", str(folder / "mutants.so"), "-lm"]
    subprocess.run([*compilers()[0], *FLAGS, "-O1", *TRAPS, *files], check=True)
    engine = Noting(folder / "mutants.so")
    if numbers:
        return engine, switches.mutants
    mutants = [*switches.mutants, *entries(engine)]
    assert {each.card for each in mutants} >= {*OCCUPATIONS}, "a card without a mutant"
    return engine, mutants


def entries(engine: Library) -> Iterator[Mutant]:
    """Yield the entries of the tables."""
    what = (c_int32 * 3)()
    row = 0
    while engine._loaded.table_entry(row, False, what):
        card, field, at = what
        yield Mutant(card, f"tables: {FIELDS[field]} {at}", row=row)
        row += 1


def switch_off(engine: Library, mutant: Mutant) -> None:
    """Switch an effect off for good."""
    if mutant.row < 0:
        engine._loaded.switch_off(mutant.place)
    else:
        engine._loaded.table_entry(mutant.row, True, (c_int32 * 3)())


def asked(engine: Noting) -> Questions:
    """Run the tests of the game, and return what they ask."""
    tests = [ROOT / "tests" / "game", *(HERE / f"test_{name}.py" for name in TESTS)]
    with pytest.MonkeyPatch.context() as patch:
        for module in (building, conftest, test_several_players):
            patch.setattr(module, "library", lambda: engine)
        result = pytest.main(
            ["-q", "-m", "not slow and not nightly", "-p", "no:cacheprovider", *map(str, tests)]
        )
    if result != pytest.ExitCode.OK:
        sys.exit("the tests of the game fail without a mutant")
    return Questions(engine)


def asked_in_generated_states(engine: Noting, states: int) -> Questions:
    """Play each card in so many generated states, and return what that asks."""
    engine.asked.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alike, "library", lambda: engine)
        for number in OCCUPATIONS:
            line = alike.first_disagreement(number, states)
            if line:
                sys.exit(line)
    for seed in range(FEASTS):
        check_moves(engine, some_feast(Random(seed)), [])
    return Questions(engine)


def is_noticed(engine: Library, questions: Questions, mutant: Mutant) -> bool:
    """Whether the tests notice a mutant: an answer changes, or there is none for some seconds."""
    child = os.fork()
    if not child:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        switch_off(engine, mutant)
        os._exit(0 if questions.notice(mutant.card) else ALIVE)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, ALIVE) or code < 0
    return code != ALIVE


def survivors(
    cards: frozenset[int], *, numbers: bool = False, sample: int | None = None, seed: int = 1
) -> tuple[int, list[Mutant]]:
    """Return the number of mutants, and those that no test notices."""
    with tempfile.TemporaryDirectory() as folder:
        engine, mutants = compiled(Path(folder), numbers=numbers)
        questions = asked(engine)
        assert not is_noticed(engine, questions, Mutant(0, "nothing"))
        chosen = [each for each in mutants if not cards or each.card in cards]
        if sample is not None:
            chosen = Random(seed).sample(chosen, min(sample, len(chosen)))
        alive = [each for each in chosen if not is_noticed(engine, questions, each)]
        if numbers and alive:
            questions = asked_in_generated_states(engine, STATES)
            alive = [each for each in alive if not is_noticed(engine, questions, each)]
        return len(chosen), alive


def main() -> int:
    """Report survivors that are not explained; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cards", nargs="*", type=int)
    parser.add_argument("--numbers", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    number, alive = survivors(
        frozenset(asked.cards), numbers=asked.numbers, sample=asked.sample, seed=asked.seed
    )
    texts = (re.sub(r":\d+", "", each.text, count=1) for each in alive)
    new = [*unexplained(EXPLAINED, texts)]
    print(*(f"survives: {text}" for text in new), sep="\n")
    print(f"{number - len(alive)} of {number} mutants killed, {len(alive) - len(new)} explained")
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main())
