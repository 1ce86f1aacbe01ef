"""``odin game play``: a solo game in the terminal, line by line, saved at every step."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from odin_cli.commands import argument, command, number, option
from odin_cli.game import telling
from odin_cli.game.coach import Hints, answer_drawing, review_drawing
from odin_cli.game.do import make
from odin_cli.game.new import SEATS_OPTION, chance_text
from odin_cli.game.proposals import Proposal, best_feast_of, best_filling, placement, served
from odin_cli.output import stdout_console
from odin_cli.session import LineSession, SessionCommand
from odin_solver.components.spaces import SPACES, SPACES_BY_KEY
from odin_solver.errors import InputError
from odin_solver.game import Game, Options, decision, why_not
from odin_solver.game.feast import ServeFeast
from odin_solver.game.files import GameFile, begin, random_seed
from odin_solver.game.kernel.cards import CARDS
from odin_solver.game.kernel.moves import PASS, Move, Use
from odin_solver.game.kernel.nodes import Chance, Outcome
from odin_solver.game.kernel.play import apply, current, read_move
from odin_solver.game.kernel.state import State
from odin_solver.game.seats import is_secret, persons, seat_name
from odin_solver.game.setup import PLAYERS, Seating
from odin_solver.game.turn import Turn
from odin_solver.game.typed import moves_of
from odin_solver.planner.bots import Bots
from odin_solver.render.terminal.game import boards_text, facts_text, game_text
from odin_solver.render.terminal.sheet import scores_text
from odin_solver.support.files import locked
from odin_solver.support.language import mark, say, say_as, say_number
from odin_solver.support.text import printable, shortened, whole_number
from odin_solver.words.changes import changes_by_phase
from odin_solver.words.game import place_text

DEFAULT_FILE = "odin-game.log"


@command("odin game play game.log")
def play(
    file: str | None = argument("[FILE]"),
    coach: bool = option("Hints by the planner (`hint`), and a report at the end."),
    ask_chance: bool = option(
        "A new game without a seed: you enter the outcomes of real dice, cards and strips."
    ),
    players: int | None = number(
        "Players at the table of a new game; you enter the moves of the others.",
        PLAYERS[0],
        PLAYERS[-1],
    ),
    seats: Seating | None = SEATS_OPTION,
) -> None:
    """Play a game in the terminal.

    FILE is a game made with odin game new, by default odin-game.log, where a new long game starts
    if there is none (with --ask-chance, --players or --seat in any FILE). Of several players, each
    is asked in turn, and a hand is shown only to its player; bots move by themselves. Every step is
    saved at once, so you can quit and continue at any time. Enter `help` for the commands; `quit`
    or Ctrl-D ends.
    """
    console = stdout_console()
    path = DEFAULT_FILE if file is None else file
    seats = seats or Seating()
    if (file is None or ask_chance or players or seats.names) and not Path(path).exists():
        seed = None if ask_chance else random_seed()
        options = Options(
            cards=frozenset(CARDS),
            players=players or len(seats.names) or 1,
            seats=seats.names,
            bots=seats.bots,
        )
        stored = GameFile.create(path, begin(options, seed))
        begun = say(
            "A new game in {file}, {chance}.", file=printable(path), chance=chance_text(seed)
        )
        console.print(begun, soft_wrap=True)
    else:
        stored = GameFile.read(path)
        if ask_chance and stored.game.seed is not None:
            raise InputError(say("{path}: --ask-chance: expected a game without a seed", path=path))
        if players not in (None, stored.game.options.players):
            raise InputError(
                say(
                    "{path}: --players: the game has {has}, not {players}",
                    path=path,
                    has=stored.game.options.players,
                    players=players,
                )
            )
        if seats.names and seats != (stored.game.options.seats, stored.game.options.bots):
            raise InputError(
                say("{path}: --seat: the game has other players than these", path=path)
            )
    session = Session(console, stored, coach)
    session.begin()
    session.run()


@dataclass
class Session(LineSession):
    """A session at a game.

    Attributes
    ----------
    choices
        The moves of the last menu by their keys.
    looking
        The seat whose player looks at the screen; None before the first of several does.
    """

    stored: GameFile
    coach: bool = False
    choices: dict[str, Move | Outcome] = field(default_factory=dict)
    proposal: Proposal | None = None
    hints: Hints = field(default_factory=Hints)
    looking: int | None = None

    @property
    def game(self) -> Game:
        return self.stored.game

    @property
    def state(self) -> State:
        return self.game.state

    # --- in and out ---

    def begin(self) -> None:
        if not self.state.away:
            self.write(boards_text(self.state))
        self.write(say("Enter a key such as t2, or a move in words; help lists everything."), "dim")
        if self.coach:
            self.write(
                say("hint gives advice in three steps, review shows what your moves have lost."),
                "dim",
            )
        self.console.print()
        if len(people := persons(self.state)) == 1:
            self.looking = people[0]
        self.let_bots_move()
        self.offer()

    def prompt(self) -> str:
        if self.proposal is not None:
            return f"{asked(self.proposal)} > "
        if self.is_covered:
            return say("{name}, press Enter when only you look", name=seat_name(self.state)) + " > "
        return f"[{place_text(self.state)}] > "

    def act(self, words: str) -> None:
        """Act on a line: an answer, a key of the menu, a move, or a command."""
        if self.proposal is not None and self.answered(words.lower()):
            return
        if self.is_covered:
            self.uncover(words)
        elif words:
            self.choose(words)
        else:
            self.offer()

    @property
    def is_covered(self) -> bool:
        """Whether a hand waits for its player to look."""
        return (
            bool(self.state.away and self.state.options.cards)
            and self.state.seat in persons(self.state)
            and decision(self.state) is not None
            and self.looking != self.state.seat
        )

    def cover(self) -> None:
        """Hide the hand of the last player, and tell the next one what the others have done."""
        self.console.clear()
        self.looking = None
        seat, game = self.state.seat, self.game
        since = next(
            (at for at in range(len(game.moves), 0, -1) if decided(game, at - 1) == seat), 0
        )
        for state, move in zip(game.states[since:], game.moves[since:], strict=False):
            if decision(state) is not None and not is_secret(state, move):
                self.write(f"  {telling.told(state, move)}", "bold")
            self.tell(state, move)
        if sys.stdin is None or not sys.stdin.isatty():
            self.write(self.prompt(), "bold")

    def uncover(self, words: str) -> None:
        if words in ("quit", "exit", "q"):
            self.leave()
        elif words:
            self.cover()
        else:
            self.looking = self.state.seat
            self.offer()

    def answered(self, words: str) -> bool:
        assert self.proposal is not None
        proposal, self.proposal = self.proposal, None
        if words in ("", "y", "yes", say("yes"), say("yes")[0]):
            self.do(proposal.moves)
            return True
        if words in ("n", "no", say("no"), say("no")[0]):
            self.write(say("Not done."), "dim")
            return True
        return False

    def choose(self, words: str) -> None:
        move = self.keyed(words)
        if move is None and self.called(words):
            return
        if move is None and words.isdecimal() and decision(self.state) is not None:
            raise InputError(say("the menu has no {key}; Enter shows it", key=words))
        moves = moves_of(self.state, words if move is None else str(move))
        verb = str(moves[0]).partition(" ")[0] if moves else ""
        if verb == "place":
            self.propose(placement(self.state, [read_move(self.state, move) for move in moves]))
        elif verb == "serve":
            self.propose(served(self.state, read_move(self.state, moves[0])))
        elif moves == [str(PASS)] and self.could_still_act():
            ending = say_number(
                "End the action phase with {n} Viking unused?",
                "End the action phase with {n} Vikings unused?",
                self.state.vikings,
            )
            self.propose(Proposal((PASS,), "", ending))
        else:
            self.do(moves)

    def keyed(self, words: str) -> Move | Outcome | None:
        """Return the move of a key: one of the menu, or a space at any turn."""
        key = words.lower()
        space = SPACES_BY_KEY.get(key)
        if space is not None and isinstance(current(self.state), Turn):
            return Use(space.id)
        card = key.rstrip("abc")  # a card may be named as it is printed: 91b
        return self.choices.get(key) or (self.choices.get(card) if card.isdecimal() else None)

    def could_still_act(self) -> bool:
        node = current(self.state)
        return isinstance(node, Turn) and any(
            isinstance(move, Use) for move in node.moves(self.state)
        )

    # --- the game ---

    def do(self, moves: Sequence[Move | str]) -> None:
        """Make moves, and those of the bots that follow, and offer what comes next."""
        before = self.state
        self.make(moves)
        self.let_bots_move()
        if current(before) is not current(self.state) or telling.keys(self.state) != self.choices:
            self.console.print()
            self.offer()
        if self.coach and self.state.is_over:
            self.review("")

    def let_bots_move(self) -> None:
        """Let the bots move up to the next decision of a person."""
        bots = Bots(self.game)
        while (move := bots.next_move()) is not None:
            if len(persons(self.state)) == 1 and not is_secret(self.state, move):
                self.write(f"  {telling.told(self.state, move)}", "bold")
            self.make([move])

    def make(self, moves: Sequence[Move | str]) -> None:
        """Make all moves or none, save, and report what happened."""
        with self.changing():
            first = len(self.game.moves)
            for move in moves:
                make(self.game, str(move))
        if not self.is_covered:  # the next player is told
            for state, move in zip(self.game.states[first:], self.game.moves[first:], strict=False):
                self.tell(state, move)

    @contextmanager
    def changing(self) -> Iterator[bool]:
        """Save what is changed, or take it back if that fails.

        Yields whether another program has changed the file meanwhile.
        """
        with locked(self.stored.path):
            more = self.catch_up()
            moves, states = self.game.moves.copy(), self.game.states.copy()
            try:
                yield more
                self.stored.save_locked()
            except BaseException:
                self.game.moves[:], self.game.states[:] = moves, states
                raise

    def catch_up(self) -> bool:
        try:
            more = self.stored.catch_up()
        except InputError as error:
            raise InputError(
                say("{problem}; `reload` continues there, `copy` keeps your game", problem=error)
            ) from None
        if more:
            added = ", ".join(map(str, self.game.moves[-more:]))
            note = say(
                "Another program has added to {file}: {added}.", file=self.stored.path, added=added
            )
            self.write(shortened(note), "yellow")
        return bool(more)

    def reload(self) -> None:
        self.stored = GameFile.read(self.stored.path)
        self.offer()

    def copy(self) -> None:
        self.stored = self.stored.copied()
        self.console.print(
            say("The game continues in {file}.", file=printable(self.stored.path)), soft_wrap=True
        )

    def farewell(self) -> str:
        try:
            with locked(self.stored.path):
                self.stored.catch_up()
                if not Path(self.stored.path).exists():
                    self.stored.save_locked()
            return say("The game is saved in {file}.", file=printable(self.stored.path))
        except InputError as error:
            path = self.stored.copied().path
            return shortened(
                say("{problem}; your game is saved in {file}.", problem=error, file=path), 10_000
            )

    def tell(self, state: State, move: Move | Outcome) -> None:
        hidden = is_secret(state, move) and state.seat != self.looking
        if isinstance(current(state), Chance) and not hidden:
            self.write(f"  {telling.told(state, move)}", "magenta")
        for each in changes_by_phase(state, move, drawn=not hidden):
            self.write(Text.assemble((f"  {say_as('phase', each.phase)}: ", "dim"), each.text))

    def offer(self) -> None:
        if self.is_covered:
            self.cover()
            return
        state, node = self.state, current(self.state)
        self.choices = telling.keys(state)
        for each in telling.offered(state, self.console.size, coach=self.coach):
            self.write(each)
        if isinstance(node, ServeFeast):
            self.propose(best_feast_of(state))

    def propose(self, proposal: Proposal) -> None:
        self.write(proposal.picture)
        if not proposal.moves:
            return
        self.proposal = proposal
        if sys.stdin is None or not sys.stdin.isatty():
            self.write(asked(proposal), "bold")

    # --- commands ---

    def why(self, typed: str) -> None:
        """Say why a move is not legal, or what it loses against the best one, and why.

        Without a move, say why each other space cannot be used.
        """
        if not typed:
            self.write(telling.unusable(self.state))
            return
        move = self.keyed(typed)
        name = telling.plain_id(typed)
        words = str(move) if move is not None else f"use {name}" if name in SPACES else typed
        at = self.state
        for each in moves_of(at, words):
            reason = why_not(at, each)
            if reason is not None:
                self.write(f"{printable(each)}: {reason}.", "yellow")
                return
            at = apply(at, each)
        if self.coach:
            self.write(answer_drawing(self.state, words))
            return
        self.write(say("{move}: it is legal.", move=printable(words)), "green")
        self.coached()

    def what(self, typed: str) -> None:
        """Answer ``what if MOVE`` as ``why MOVE``."""
        word, _, move = typed.partition(" ")
        if word.lower() != "if" or not move.strip():
            raise InputError(say("expected what if MOVE, such as: what if t1"))
        self.why(move.strip())

    def read(self, typed: str) -> None:
        self.write(telling.about(self.state, typed, self.keyed(typed)))

    def undo(self, times: str) -> None:
        """Take back moves, with the outcomes of chance since."""
        number = whole_number(times or "1")
        if not number:
            raise InputError(say("undo takes back one move, undo 3 takes back three"))
        with self.changing() as has_more:
            if has_more:
                raise InputError(say("nothing is taken back"))
            taken = self.game.take_back(number)
        for move in taken:
            self.write(say("Taken back: {move}", move=move), "yellow")
        self.console.print()
        self.offer()

    def feast(self, typed: str) -> None:
        """Propose the best feast without the food to keep."""
        if not isinstance(decision(self.state), ServeFeast):
            self.write(say("There is no feast now."))
            return
        keep = typed.replace("keep", " ").replace("=", " ").replace(",", " ").split()
        self.propose(best_feast_of(self.state, keep))

    def fill(self, typed: str) -> None:
        if decision(self.state) is None:
            self.write(say("Nothing can be placed now."))
            return
        self.propose(best_filling(self.state, typed, self.console))

    def hint(self, typed: str) -> None:
        if self.coached():
            if decision(self.state) is None:
                self.write(say("There is nothing to decide now."))
                return
            self.write(self.hints.next(self.state, typed))

    def review(self, typed: str) -> None:
        if self.coached():
            self.write(review_drawing(self.game, typed))

    def coached(self) -> bool:
        """Whether the planner helps; if not, say how to start it."""
        if not self.coach:
            self.write(say("This needs the coach: odin game play --coach"))
        return self.coach

    def history(self) -> None:
        """Show the moves of this round and the previous one."""
        first = max(1, self.state.round - 1)
        for state, move in zip(self.game.states, self.game.moves, strict=False):
            hidden = is_secret(state, move) and state.seat != self.state.seat
            if state.round >= first and not hidden:
                self.console.print(telling.told(state, move), soft_wrap=True)

    def examples(self) -> Iterable[tuple[str, str]]:
        return ((example, say(text)) for example, text in telling.MOVES_HELP)


def drawn(drawing: Callable[[State], RenderableType]) -> Callable[[Session], None]:
    """Return the act of a command that draws the state."""
    return lambda session: session.write(drawing(session.state))


def decided(game: Game, at: int) -> int | None:
    """Return the seat that made a move of a game; None for chance."""
    state = game.states[at]
    return None if decision(state) is None else state.seat


def asked(proposal: Proposal) -> str:
    yes, no = say("yes")[0].upper(), say("no")[0]
    return f"{proposal.question} [{yes}/{no}]"


Session.commands = {
    "menu": SessionCommand(Session.offer, mark("what is asked (also Enter)")),
    "show": SessionCommand(drawn(game_text), mark("the whole table")),
    "boards": SessionCommand(drawn(boards_text), mark("the boards")),
    "table": SessionCommand(
        drawn(facts_text), mark("bay, mountains, exploration boards, Vikings, cards")
    ),
    "cards": SessionCommand(drawn(telling.cards), mark("your occupations")),
    "score": SessionCommand(drawn(scores_text), mark("the score sheet if the game ended now")),
    "read": SessionCommand(
        Session.read, mark("what it does: a key, a space, card 27, a tile"), mark("WHAT")
    ),
    "why": SessionCommand(
        Session.why,
        mark("why a move is not legal, or what it loses; alone: all spaces that are not"),
        mark("[MOVE]"),
    ),
    "what": SessionCommand(
        Session.what,
        mark("what the move loses against the best one, and why (with --coach)"),
        mark("if MOVE"),
    ),
    "fill": SessionCommand(
        Session.fill,
        mark("the best placement, such as: fill, fill final, fill silver=5 ore=2 food keep=oil"),
        mark("[OBJECTIVE] [silver=N] [ore=N] [food]"),
    ),
    "feast": SessionCommand(
        Session.feast, mark("the best feast again, without silver, say"), mark("[keep FOOD]")
    ),
    "hint": SessionCommand(
        Session.hint,
        mark("what matters; again: where; again: the best move (with --coach)"),
        mark("[SECONDS]"),
    ),
    "review": SessionCommand(
        Session.review, mark("what your moves have lost (with --coach)"), mark("[SECONDS A MOVE]")
    ),
    "reload": SessionCommand(Session.reload, mark("read the file again, after a change elsewhere")),
    "copy": SessionCommand(Session.copy, mark("write the game to a new file and continue there")),
    "undo": SessionCommand(Session.undo, mark("take back one move or more"), "[N]"),
    "log": SessionCommand(Session.history, mark("the moves of the last two rounds")),
    "help": SessionCommand(Session.help, mark("show this list")),
    "quit": SessionCommand(Session.leave, mark("end; the game is saved (also Ctrl-D)")),
}
"""Commands in the order of the help."""

Session.aliases = {
    "?": "help",
    "h": "help",
    "moves": "menu",
    "m": "menu",
    "u": "undo",
    "q": "quit",
    "exit": "quit",
}
