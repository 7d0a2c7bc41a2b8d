"""How does a standing look? Dots with their intervals on one scale, as SVG that needs nothing from outside.

It draws the numbers of a `Standing` and computes none but the places of its marks. The table beside it says the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape

from moot.vocabulary.findings import Place, Standing

WIDTH = 680
LEFT = 96
RIGHT = 24
ROW = 34
FOOT = 46
STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)


def figure_of(standing: Standing, names: Mapping[str, str]) -> str:
    """The figure; empty when there is nothing to compare."""
    places = [place for place in standing.places if all(map(math.isfinite, (place.low, place.strength, place.high)))]
    if not standing.rankable or not places:
        return ""
    low = min(0.0, *(min(place.low, place.strength) for place in places))
    high = max(0.0, *(max(place.high, place.strength) for place in places))
    step = next((step for step in STEPS if (high - low) / step <= 8), (high - low) / 8 or 1.0)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    height = len(places) * ROW + FOOT

    def x(value: float) -> float:
        return LEFT + (value / step - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    marks = [
        _tick(x(number * step), f"{number * step:+g}" if number else "0", height) for number in range(first, last + 1)
    ]
    marks += [
        _mark(place, row, x, names, first=place.seat in (standing.winners or (standing.winner,)))
        for row, place in enumerate(places)
    ]
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="standing-title standing-about">'
        f'<title id="standing-title">Strength of each answer</title>'
        f'<desc id="standing-about">{escape(described(places, names))}</desc>'
        f'{"".join(marks)}<text class="scale" x="{LEFT}" y="{height - 4}">weaker</text>'
        f'<text class="scale end" x="{WIDTH - RIGHT}" y="{height - 4}">stronger</text></svg>'
    )


def described(places: list[Place], names: Mapping[str, str]) -> str:
    """The figure in words."""
    return "; ".join(
        f"{names.get(place.seat, place.seat)} {place.strength:+.2f}, from {place.low:+.2f} to {place.high:+.2f}"
        for place in places
    )


def _tick(x: float, label: str, height: int) -> str:
    line = "zero" if label == "0" else "grid"
    return (
        f'<line class="{line}" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - FOOT + 4}"/>'
        f'<text class="tick" x="{x:.1f}" y="{height - FOOT + 20}">{escape(label.replace("-", "−"))}</text>'
    )


def _mark(place: Place, row: int, x: Callable[[float], float], names: Mapping[str, str], *, first: bool) -> str:
    y = row * ROW + ROW / 2 + 4
    kind = "mark first" if first else "mark"
    name = escape(names.get(place.seat, place.seat))
    low, high = x(min(place.low, place.strength)), x(max(place.high, place.strength))
    return (
        f'<g class="{kind}"><text class="name" x="{LEFT - 14}" y="{y + 5:.1f}">{name}'
        f'</text><line class="interval" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{x(place.strength):.1f}" cy="{y:.1f}" r="6.5"/></g>'
    )
