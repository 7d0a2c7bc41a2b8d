"""Draw a map of answers as self-contained SVG: numbered marks on a plane.

A round has both a colour and a shape; clusters are shaded, the middle of each round is a cross, and a line joins one
seat's answers through the rounds. It draws the figures of an `AnswerMap` and computes only places on paper; a mark that
would hide another is moved beside it. The tables on the page contain the same data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from math import cos, hypot, sin, sqrt

from msgspec import Struct

from moot.vocabulary.maps import AnswerMap, MapPoint, Round

WIDTH, HEIGHT = 680, 520
EDGE = 44
SIZE = 11
GAP = 2.5 * SIZE
"""Least distance between two marks."""
SHAPES = ("circle", "square", "diamond", "triangle", "hexagon")
COLOURS = 6
_POINTS = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    "triangle": ((0, -1.3), (1.3, 0.95), (-1.3, 0.95)),
    "hexagon": ((-0.6, -1.05), (0.6, -1.05), (1.2, 0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0)),
}


class PaperPoint(Struct, frozen=True):
    """A point on paper."""

    x: float
    """From the left."""
    y: float
    """From the top."""

    def __str__(self) -> str:
        return f"{self.x:.1f},{self.y:.1f}"


def on_paper(x: float, y: float) -> PaperPoint:
    """Return the point on paper of a point of the map."""
    return PaperPoint(EDGE + (x + 1) / 2 * (WIDTH - 2 * EDGE), EDGE + (1 - y) / 2 * (HEIGHT - 2 * EDGE))


def placed(marks: Sequence[MapPoint]) -> dict[int, PaperPoint]:
    """Return each mark's point, by its number: its place, or the nearest gap around it if that is taken."""
    found: dict[int, PaperPoint] = {}
    for mark in marks:
        wanted = place = on_paper(mark.x, mark.y)
        step = 0
        while any(hypot(place.x - other.x, place.y - other.y) < GAP for other in found.values()):
            step += 1  # along a spiral of turns by the golden angle, which soon tries every gap
            away, turn = SIZE * sqrt(step), 2.399963 * step
            place = PaperPoint(wanted.x + away * cos(turn), wanted.y + away * sin(turn))
        found[mark.number] = place
    return found


def figure_of(found: AnswerMap, names: Mapping[str, str]) -> str:
    """Return the map as SVG."""
    rounds = {each.stage: number for number, each in enumerate(found.rounds)}
    places = placed(found.marks)
    parts = [
        *(_cluster(number, _of_cluster(found, places, number)) for number in range(1, found.clusters + 1)),
        *_ways(found.marks, places),
        *(_centre(each, rounds[each.stage]) for each in found.rounds if each.answers > 1),
        *(_mark(mark, places[mark.number], rounds[mark.stage], names) for mark in found.marks),
    ]
    return (
        f'<svg class="map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="map-title map-about">'
        '<title id="map-title">Answers by nearness</title>'
        f'<desc id="map-about">{escape(described(found, names))}</desc>'
        f'<rect class="field" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="12"/>{"".join(parts)}</svg>'
    )


def legend_of(found: AnswerMap) -> str:
    """Return the legend: the mark of each round, and what else is on the map."""
    items = [
        f'<li><svg class="key" viewBox="-16 -16 32 32" aria-hidden="true">{_shape(number, "mark")}</svg> '
        f"{escape(each.stage)}</li>"
        for number, each in enumerate(found.rounds)
    ]
    if any(each.answers > 1 for each in found.rounds):
        items.append(
            '<li><svg class="key" viewBox="-16 -16 32 32" aria-hidden="true"><g class="c0 centre">'
            '<path d="M-8,0H8M0,-8V8"/></g></svg> middle of a round</li>'
        )
    if found.clusters:
        items.append(
            '<li><svg class="key" viewBox="-16 -16 32 32" aria-hidden="true">'
            '<circle class="heap" r="11"/></svg> cluster</li>'
        )
    return f'<ul class="legend">{"".join(items)}</ul>'


def described(found: AnswerMap, names: Mapping[str, str]) -> str:
    """Return a description of the map in words."""
    marks = "; ".join(
        f"{mark.number}: {names.get(mark.seat, mark.seat)} in {mark.stage}, "
        + (f"nearest to {mark.nearest}" if mark.nearest is not None else "alone")
        + (f", in cluster {mark.cluster}" if mark.cluster is not None else "")
        for mark in found.marks
    )
    return f"{len(found.marks)} answers. {marks}."


def _of_cluster(found: AnswerMap, places: Mapping[int, PaperPoint], number: int) -> list[PaperPoint]:
    return [places[mark.number] for mark in found.marks if mark.cluster == number]


def _cluster(number: int, members: Sequence[PaperPoint]) -> str:
    outline = " ".join(map(str, hull(members)))
    return f'<polygon class="heap" points="{outline}"><title>cluster {number}</title></polygon>'


def _ways(marks: Sequence[MapPoint], places: Mapping[int, PaperPoint]) -> list[str]:
    """Return a line through each seat's answers, in the order of the rounds."""
    by_seat: dict[str, list[MapPoint]] = defaultdict(list)
    for mark in marks:
        by_seat[mark.seat].append(mark)
    return [
        f'<polyline class="way" points="{" ".join(str(places[mark.number]) for mark in said)}"/>'
        for said in by_seat.values()
        if len(said) > 1
    ]


def _centre(each: Round, number: int) -> str:
    return (
        f'<g class="c{number % COLOURS} centre" transform="translate({on_paper(each.x, each.y)})">'
        f'<title>middle of {escape(each.stage)}</title><path d="M-8,0H8M0,-8V8"/></g>'
    )


def _mark(mark: MapPoint, place: PaperPoint, number: int, names: Mapping[str, str]) -> str:
    told = f"{mark.number}: {names.get(mark.seat, mark.seat)} ({mark.model}), {mark.stage}"
    return (
        f'<g transform="translate({place})"><title>{escape(told)}</title>'
        f'{_shape(number, "mark apart" if mark.outlier else "mark")}<text class="number" y="4">{mark.number}</text></g>'
    )


def _shape(number: int, kind: str) -> str:
    colour, shape = f"{kind} c{number % COLOURS}", SHAPES[number % len(SHAPES)]
    if shape == "circle":
        return f'<circle class="{colour}" r="{SIZE}"/>'
    points = " ".join(f"{x * SIZE:.1f},{y * SIZE:.1f}" for x, y in _POINTS[shape])
    return f'<polygon class="{colour}" points="{points}"/>'


def hull(places: Sequence[PaperPoint]) -> list[PaperPoint]:
    """Return the convex hull of the points, in order."""
    order = sorted(places, key=lambda place: (place.x, place.y))
    half: list[PaperPoint] = []
    around: list[PaperPoint] = []
    for way in (order, order[::-1]):
        half = []
        for place in way:
            while len(half) > 1 and _turn(half[-2], half[-1], place) <= 0:
                half.pop()
            half.append(place)
        around += half[:-1]
    return around or order


def _turn(one: PaperPoint, two: PaperPoint, three: PaperPoint) -> float:
    return (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x)


STYLE = """
svg.map .field { fill: none; stroke: var(--line); }
svg .heap { fill: var(--muted); stroke: var(--muted); opacity: .14; stroke-width: 46; stroke-linejoin: round;
  stroke-linecap: round; }
svg.key .heap { stroke-width: 4; }
svg .way { fill: none; stroke: var(--muted); stroke-opacity: .5; stroke-dasharray: 2 4; }
svg .mark { stroke: var(--paper); stroke-width: 2; } svg .apart { stroke: var(--warn); stroke-width: 3; }
svg text.number { fill: var(--paper); font-size: 11.5px; font-weight: 650; text-anchor: middle; }
svg .centre path { stroke-width: 3; fill: none; }
.c0 { --round: oklch(0.5 0.13 262); } .c1 { --round: oklch(0.53 0.14 42); } .c2 { --round: oklch(0.5 0.1 160); }
.c3 { --round: oklch(0.48 0.15 325); } .c4 { --round: oklch(0.52 0.09 205); } .c5 { --round: oklch(0.5 0.1 90); }
svg .mark { fill: var(--round); } svg .centre path { stroke: var(--round); }
@media (prefers-color-scheme: dark) {
  .c0 { --round: oklch(0.78 0.1 262); } .c1 { --round: oklch(0.8 0.11 50); } .c2 { --round: oklch(0.8 0.1 160); }
  .c3 { --round: oklch(0.78 0.12 325); } .c4 { --round: oklch(0.82 0.08 205); } .c5 { --round: oklch(0.84 0.1 95); }
}
svg.key { width: 1.5em; min-width: 0; display: inline-block; vertical-align: middle; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; font: .84rem var(--sans);
  color: var(--muted); }
table.grid td, table.grid th { padding: .3em .55em .3em 0; }
"""
"""Additional styles of a map."""
