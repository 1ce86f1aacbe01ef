"""Challenges in words."""

from collections.abc import Iterator

from odin_solver.challenges.challenge import MEDALS, Challenge
from odin_solver.challenges.goals import goal
from odin_solver.components import BOARDS
from odin_solver.components.spaces import SPACES
from odin_solver.game.scores.file import NO_CARDS
from odin_solver.game.scoring import score_sheet
from odin_solver.support.language import mark, say, say_as, say_number

LENGTHS = {"long": mark("long game"), "short": mark("short game")}


def about_challenge(challenge: Challenge) -> Iterator[str]:
    """Yield what is to be known before a game, a line each."""
    yield from rules_of(challenge)
    yield say("par: {par}", par=par_in_words(challenge))


def rules_of(challenge: Challenge) -> Iterator[str]:
    """Yield length, cards, the position, what is not there, and goals, a line each."""
    cards = say("no occupations")
    if challenge.cards != NO_CARDS:
        cards = say("occupations: {decks}", decks=challenge.cards.replace(",", ", "))
    yield f"{say(LENGTHS[challenge.length])}, {cards}"
    if challenge.start is not None:
        state = challenge.begin().state
        yield say_number(
            "begins in round {round} of {rounds}, with {n} Viking left and {points} points so far",
            "begins in round {round} of {rounds}, with {n} Vikings left and {points} points so far",
            state.vikings,
            round=state.round,
            rounds=state.rounds,
            points=score_sheet(state).total,
        )
    if challenge.without:
        yield say("without: {names}", names=", ".join(map(_name, challenge.without)))
    for each in challenge.goals:
        yield say("goal: {goal}", goal=goal(each).words)
    if challenge.open_luck:
        yield say("open luck: you are told what chance will bring")


def title_of(challenge: Challenge) -> str:
    """Return what it is called, in the language of the reader if it is included."""
    return say_as("title", challenge.title)


def par_in_words(challenge: Challenge) -> str:
    """Return the scores to be reached, such as ``gold medal 151, bronze medal 142``."""
    scores = [
        f"{say(words)} {score}"
        for name, words in MEDALS.items()
        if challenge.par and (score := getattr(challenge.par, name)) is not None
    ]
    return ", ".join(scores) or say("unknown")


def _name(name: str) -> str:
    return (
        say_as("space", SPACES[name].name) if name in SPACES else say_as("board", BOARDS[name].name)
    )
