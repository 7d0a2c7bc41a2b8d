"""Draw a standing: a table of the counts, and dots on the scale of ranks as SVG.

Both draw the numbers of a `Standing` and compute only the places of their marks; every view takes its table from here.
For a standing by the median rule no probability is shown: measurements found them overconfident.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import NamedTuple

from msgspec import UNSET

from moot.vocabulary.findings import Standing, StandingPlace
from moot.vocabulary.words.standing import chance_in_words, firsts_in_words, percent, score_in_words, shared_of

WIDTH = 680
LEFT = 96
RIGHT = 24
ROW = 34
FOOT = 46


class StandingTable(NamedTuple):
    """A standing as a table."""

    heads: tuple[str, ...]
    """Column headings; empty above the places."""
    rows: tuple[tuple[str, ...], ...]
    """Best first: the place, the answer, then figures."""
    says: str
    """Caption of the table."""


def table_of(standing: Standing, names: Mapping[str, str]) -> StandingTable:
    """Return the answers from best to worst with the counts of each."""
    chances = any(place.chance is not UNSET for place in standing.places)
    spans = any(place.low is not UNSET for place in standing.places)
    heads = (
        "",
        "answer",
        "put first",
        "score",
        "mean rank",
        *(("chance of being best",) if chances else ()),
        *(("strength (95 %)",) if spans else ()),
        "ballots",
    )
    rows = []
    for at, place in zip(shared_of(standing), standing.places, strict=True):
        first = firsts_in_words(standing, place) + _own(place)
        figures = [first, score_in_words(standing, place), f"{place.mean_rank:.2f}"]
        figures += [chance_in_words(standing, place) or "–"] if chances else []
        figures += [_span(place)] if spans else []
        rows.append((at.rstrip("."), names.get(place.seat, place.seat), *figures, str(place.votes)))
    return StandingTable(heads, tuple(rows), "Best first: by score, the share of the others below an answer")


def _own(place: StandingPlace) -> str:
    """Return a note if the answer's own author is among those that put it first, or is the only one."""
    if not place.first_by_itself:
        return ""
    return " (its own too)" if place.first_by_others else " (only its own)"


def _span(place: StandingPlace) -> str:
    if place.strength is UNSET or place.low is UNSET or place.high is UNSET:
        return "–"
    return f"{percent(place.strength)} ({percent(place.low)} to {percent(place.high)})"


def figure_of(standing: Standing, names: Mapping[str, str]) -> str:
    """Return the figure; empty if there is nothing to compare."""
    places = [place for place in standing.places if place.votes and math.isfinite(place.mean_rank)]
    if not standing.rankable or not places:
        return ""
    last = max(2, len(standing.places), math.ceil(max(place.mean_rank for place in places)))
    height = len(places) * ROW + FOOT

    def x(rank: float) -> float:
        return LEFT + (last - rank) / (last - 1) * (WIDTH - LEFT - RIGHT)

    steps = range(1, last + 1, max(1, round(last / 12)))
    marks = [_tick(x(rank), str(rank), height) for rank in steps]
    marks += [
        _mark(place, row, x, names, first=place.seat in (standing.winners or (standing.winner,)))
        for row, place in enumerate(places)
    ]
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="standing-title standing-about">'
        f'<title id="standing-title">Mean rank of each answer</title>'
        f'<desc id="standing-about">{escape(described(places, names))}</desc>'
        f'{"".join(marks)}<text class="scale" x="{LEFT}" y="{height - 4}">ranked lower</text>'
        f'<text class="scale end" x="{WIDTH - RIGHT}" y="{height - 4}">ranked higher</text></svg>'
    )


def described(places: list[StandingPlace], names: Mapping[str, str]) -> str:
    """Return a description of the figure in words."""
    return "; ".join(f"{names.get(place.seat, place.seat)} {place.mean_rank:.2f}" for place in places)


def _tick(x: float, label: str, height: int) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - FOOT + 4}"/>'
        f'<text class="tick" x="{x:.1f}" y="{height - FOOT + 20}">{escape(label)}</text>'
    )


def _mark(place: StandingPlace, row: int, x: Callable[[float], float], names: Mapping[str, str], *, first: bool) -> str:
    y = row * ROW + ROW / 2 + 4
    kind = "mark first" if first else "mark"
    name = escape(names.get(place.seat, place.seat))
    return (
        f'<g class="{kind}"><text class="name" x="{LEFT - 14}" y="{y + 5:.1f}">{name}</text>'
        f'<circle cx="{x(place.mean_rank):.1f}" cy="{y:.1f}" r="6.5"/></g>'
    )
