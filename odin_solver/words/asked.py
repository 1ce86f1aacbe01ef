"""What a move loses in a sentence, and why: where the points go."""

from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

from odin_solver.game.kernel.moves import BuyShip, EmigrateWith, ExploreBoard, Move, PlayCard, Use
from odin_solver.names.printed import card_name, plain_name
from odin_solver.planner.asked import Difference, MoveAnswer
from odin_solver.planner.candidates import is_about_equal
from odin_solver.planner.playout import Playout
from odin_solver.support.language import mark, say, say_decimal, say_number
from odin_solver.words.plan import candidate_named

CATEGORY_NAMES = {
    "boards": mark("exploration boards"),
    "home_board": mark("home board"),
    "houses": mark("houses"),
    "ships": mark("ships and emigration"),
    "animals": mark("animals"),
    "occupations": mark("occupations"),
    "silver": mark("silver and last income"),
    "english_crown": mark("English crown"),
    "penalties": mark("Thing penalties"),
}
"""Names of `odin_solver.planner.asked.CATEGORIES` within a sentence."""

MOST_NAMED = 4
"""Categories of a sentence."""

LEAST_NAMED = 0.5
"""Points of a category below which it is not named."""

WHOLE = 3
"""Points of a category from which on tenths say nothing."""

LATER = 0.5
"""Rounds by which something comes later in the mean, for which that is told."""

BUILT = {
    "build_shed": "shed",
    "build_stone_house": "stone_house",
    "build_long_house": "long_house",
    "build_whaling_boat": "whaling_boat",
    "build_knarr": "knarr",
    "build_longship": "longship",
}


class _Thing(NamedTuple):
    """Something to be had: the category that it scores in, and its id."""

    category: str
    id: str


def answer_in_words(answer: MoveAnswer) -> str:
    """Return what a move loses against the best one, and why, in one or two sentences."""
    if not answer.is_best:
        return _compared(answer)
    if answer.other is None:
        return say("The best move that was found.")
    return say(
        "The best move that was found; next is {move}. {about}",
        move=candidate_named(answer.other),
        about=_compared(answer),
    )


def category_in_words(category: str) -> str:
    """Return the name of a category of answers."""
    return say(CATEGORY_NAMES[category])


def _compared(answer: MoveAnswer) -> str:
    if not answer.is_clear:
        return say("Unclear: too few simulations.")
    loss, stderr = answer.behind
    equal = is_about_equal(loss, stderr)
    if equal:
        verdict = say("About equal")
    else:
        verdict = say_number("About {n} point less", "About {n} points less", max(1, round(loss)))
    sign = -1 if answer.is_best else 1
    gaps = {
        name: Difference(sign * each.points, each.stderr)
        for name, each in answer.categories.items()
        if each.is_clear and abs(each.points) >= LEAST_NAMED
    }
    losing = sorted((each for each in gaps if gaps[each].points < 0), key=lambda n: gaps[n].points)
    balanced = len(losing) < len(gaps)
    if not losing or (equal and not balanced):
        return say("{verdict}.", verdict=verdict)
    if answer.agrees and (equal or sign * answer.difference.points < 0):
        points = _points(gaps)
        event = "" if equal else _event(answer, losing[0])
        why = say("{event} ({points})", event=event, points=points) if event else points
        return say("{verdict}: {why}.", verdict=verdict, why=why)
    if equal or not answer.same_direction:
        return say("{verdict}.", verdict=verdict)
    named = ", ".join(map(category_in_words, losing[:2]))
    return say("{verdict}, above all on: {categories}.", verdict=verdict, categories=named)


def _points(gaps: dict[str, Difference]) -> str:
    """Return the largest differences, the losses first: ``houses −4, silver +1``."""
    largest = sorted(gaps, key=lambda name: -abs(gaps[name].points))[:MOST_NAMED]
    largest.sort(key=lambda name: gaps[name].points > 0)
    return ", ".join(f"{category_in_words(name)} {signed(gaps[name].points)}" for name in largest)


def signed(points: float) -> str:
    """Return points with their sign, small ones to a tenth: ``−4``, ``+0.6``."""
    text = f"{points:+.0f}" if abs(points) >= WHOLE else say_decimal(points, "+.1f")
    return text.replace("-", "−")


def _event(answer: MoveAnswer, category: str) -> str:
    pair = answer.games, answer.games_of_other
    worse, better = reversed(pair) if answer.is_best else pair
    mine, its = (list(map(_things, games)) for games in (worse, better))
    missing: list[tuple[float, str]] = []
    later: list[tuple[float, str]] = []
    for thing in dict.fromkeys(each for game in (*mine, *its) for each in game):
        if thing.category != category:
            continue
        shares = [fmean(thing in game for game in games) for games in (mine, its)]
        if shares[0] < 0.5 <= shares[1]:
            missing.append((shares[1] - shares[0], say("without {thing}", thing=_named(thing))))
        elif min(shares) >= 0.5:
            rounds = [
                fmean(game[thing] for game in games if thing in game) for games in (mine, its)
            ]
            by = rounds[0] - rounds[1]
            if by >= LATER:
                text = say_number(
                    "{thing} comes {n} round later",
                    "{thing} comes {n} rounds later",
                    max(1, round(by)),
                    thing=_named(thing),
                )
                later.append((by, text))
    if missing:
        return max(missing)[1]
    if category == "ships":
        fewer = fmean(map(_emigrations, better)) - fmean(map(_emigrations, worse))
        if fewer >= LATER:
            return say_number("{n} emigration fewer", "{n} emigrations fewer", max(1, round(fewer)))
    return max(later)[1] if later else ""


def _things(game: Playout) -> dict[_Thing, int]:
    """Return what a game brings, each with the round in which it comes first."""
    found: dict[_Thing, int] = {}
    for number, move in game.moves:
        for thing in _thing(move):
            found.setdefault(thing, number)
    return found


def _thing(move: Move) -> Iterator[_Thing]:
    match move:
        case ExploreBoard(board):
            yield _Thing("boards", board)
        case BuyShip(ship):
            yield _Thing("ships", ship)
        case PlayCard(card):
            yield _Thing("occupations", str(card))
        case Use(space) if space in BUILT:
            built = BUILT[space]
            yield _Thing("houses" if "house" in built or built == "shed" else "ships", built)


def _named(thing: _Thing) -> str:
    return card_name(int(thing.id)) if thing.category == "occupations" else plain_name(thing.id)


def _emigrations(game: Playout) -> int:
    return sum(isinstance(move, EmigrateWith) for _, move in game.moves)
