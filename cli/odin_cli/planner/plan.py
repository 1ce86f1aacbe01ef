"""``odin plan``: the best move of a solo game, with a plan for the rest of it."""

from dataclasses import replace
from functools import partial

from odin_cli.commands import argument, command, number, option
from odin_cli.game.entry import read_asked
from odin_cli.options import JSON, QUIET, seed_option
from odin_cli.output import print_json, stderr_console, stdout_console
from odin_cli.planner.thinking import tell_if_stopped, think
from odin_cli.questions import asked as asked_fields
from odin_solver.errors import InputError
from odin_solver.questions.games import Thinking
from odin_solver.support.language import say
from odin_solver.support.reading import read_text, source_name


@command("odin plan game.log --time 20")
def plan(
    path: str = argument("GAME|TABLE"),
    thinking: Thinking = asked_fields(Thinking),
    lines: int = number("Number of alternatives.", 1, 100, default=3, metavar="K"),
    seed: int = seed_option("Seed of the scenarios, independent of the seed of the game."),
    asked: str | None = option(
        "What this move loses against the best one, why, and where it leads to.",
        "--move",
        metavar="MOVE",
    ),
    details: bool = option("Also print the plan of a typical playout and its score sheet."),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> int:
    """Recommend a move in a solo game, and plan the rest of it.

    GAME is made with odin game new, or a state as odin game show --json prints it. TABLE is a real
    table in a file (odin table new). - is standard input. A tree search in the compiled engine
    compares the moves; learned values stand for the rest of the game. More time gives better
    advice. Ctrl-C prints the best move so
    far, with exit code 130.
    """
    limits = thinking.limits()
    from odin_solver.game.seats import alone
    from odin_solver.planner.advice import advise, candidate_moves, forced_move
    from odin_solver.planner.asked import answered, searches_with
    from odin_solver.planner.memory import SearchMemory
    from odin_solver.planner.reading import read_state
    from odin_solver.render.terminal.plan import answer_text, details_text, forced_text, plan_text
    from odin_solver.words.harvest import PRINTED
    from odin_solver.words.plan import others_in_words

    name = source_name(path)
    table = read_state(read_text(path), name)
    state, others = alone(table), others_in_words(table)
    if state.options.harvest and state.options.profile is None and not quiet:
        stderr_console().print(say(PRINTED), soft_wrap=True)
    try:
        candidate_moves(state)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    move = None if asked is None else read_asked(state, asked)
    if (forced := forced_move(state)) is not None:
        if not as_json and move in (None, forced):
            stdout_console().print(forced_text(state, forced))
            return 0
        limits = replace(limits, seconds=None, playouts=1)  # for the fields of the answer
    memory = SearchMemory()
    search = partial(advise, table, limits, seed=seed, shown=lines + 1)
    if move is None:
        advices = search()
    else:
        search = partial(search, memory=memory)
        advices = searches_with(state, move, search)
    advice, stopped = think(advices, limits, quiet=quiet)
    answer = None
    if advice is not None and move is not None:
        answer = answered(state, move, advice, seed=seed, memory=memory)
    code = tell_if_stopped(stopped, advice if move is None else answer)
    if advice is None or (move is not None and answer is None):
        return code
    if as_json:
        from odin_solver.words.reports import advice_data, answer_data

        data = advice_data(state, advice, lines=lines, seed=seed)
        if others:
            data["others"] = others
        print_json(data if answer is None else {**data, "asked": answer_data(answer)})
    elif answer is not None:
        stdout_console().print(answer_text(answer, details=details))
    else:
        console = stdout_console()
        console.print(plan_text(state, advice, lines=lines, others=others))
        if details:
            console.print()
            console.print(details_text(state, advice, seed=seed, workers=limits.workers))
    return code
