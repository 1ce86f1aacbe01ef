"""The occupations and what they gain, from their data and ``benchmarks/results/cards.json``."""

from benchmarks.cards import PublishedGain, load
from docs.generator.markdown import table
from odin_solver.components.occupations import OCCUPATIONS, Occupation
from odin_solver.support.language import speaking


def cards() -> str:
    """Return how the gains were measured, and a table of all occupations by number."""
    results = load()
    games = " and ".join(f"{of.games} {of.length} games (mean {of.mean})" for of in results)
    measured = ", ".join(sorted({f"{of.date}, commit {of.commit}" for of in results}))
    gains = [{each.number: each for each in of.gains} for of in results]
    heads = ["Card", "Points", "Effect", *(f"Gain, {of.length}" for of in results)]
    with speaking("en"):
        rows = [
            [
                f"{card.id} {card.name}",
                str(card.points),
                _effect(card),
                *(_gain(of.get(number)) for of in gains),
            ]
            for number, card in OCCUPATIONS.items()
        ]
    return f"Measured in {games} of the greedy policy ({measured}).\n\n{table(heads, rows)}"


def _effect(card: Occupation) -> str:
    text = f"**{card.kind.label}** {card.text}"
    return f"{text} *{card.note}*" if card.note else text


def _gain(gain: PublishedGain | None) -> str:
    return f"{gain.expected:+.1f} ({gain.played:.0%})" if gain else "-"
