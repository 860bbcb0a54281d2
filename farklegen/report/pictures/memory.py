"""What a card loses, over how many numbers it asks to remember."""

from __future__ import annotations

from farklegen.cards.analysis import Analysis
from farklegen.cards.memory import Frontier, ShortCard
from farklegen.report.numbers import count, percent
from farklegen.report.pictures.picture import Label, Line, Panel, Picture
from farklegen.report.pictures.scales import percent_axis, points_axis

NEWS = 0.04
"""Relative change of the loss from which on a point is labelled."""


def memory_picture(analysis: Analysis, frontier: Frontier) -> Picture:
    """The loss of the best card found for each count of numbers.

    Args:
        analysis: the usual card.
        frontier: the cards.
    """
    losses = losses_of(frontier)
    usual = (frontier.default.numbers, _loss(frontier.default))
    highest = max(loss for _, loss in (*losses, usual))
    top = max(highest * 1.12, 1e-6)
    right = max(number for number, _ in (*losses, usual))
    line = Line(tuple((float(n), loss) for n, loss in losses), marks=True)
    card = Line(((float(usual[0]), usual[1]),), style=1, marks=True)
    words = f"the card without a limit: {percent(usual[1], 2)}"
    return Picture(
        "memory",
        f"{analysis.loaded.name}: what each number to remember is worth",
        "Chance to win that is lost against perfect play, by the best card found with so many "
        "numbers, the scores from which to go for the goal among them.",
        (
            Panel(
                points_axis("numbers to remember", -0.5, right + 0.5, 14),
                percent_axis("chance to win that is lost", top),
                (line, card, Label(float(usual[0]), usual[1], words, "left"), *_labels(losses)),
            ),
        ),
        "Moving first or second by the toss of a coin; perfect play wins 50%. A count without a "
        "point wins no more than the one before it.",
        _alt(losses),
    )


def losses_of(frontier: Frontier) -> list[tuple[int, float]]:
    """(numbers to remember, chance to win that is lost) of every card, fewest numbers first."""
    return [(short.numbers, _loss(short)) for short in frontier.cards]


def _loss(short: ShortCard) -> float:
    return max(short.price.perfect.average - short.price.with_go_for_it.average, 0.0)


def _labels(losses: list[tuple[int, float]]) -> list[Label]:
    """The losses at the points where much changes, and at the last."""
    told: list[Label] = []
    before = None
    for place, (number, loss) in enumerate(losses):
        last = place == len(losses) - 1
        if before is None or last or abs(before - loss) > NEWS * before:
            # to the right of a point nothing is in the way: the line falls
            told.append(Label(float(number), loss, percent(loss, 2), "above" if last else "right"))
            before = loss
    return told


def _alt(losses: list[tuple[int, float]]) -> str:
    told = ", ".join(f"{percent(loss, 2)} with {count(n, 'number')}" for n, loss in losses)
    return f"Line of the chance to win that the best card loses, falling: {told}."
