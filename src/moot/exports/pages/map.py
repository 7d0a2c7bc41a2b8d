"""Write a map of answers as a self-contained HTML page: the map, its limits, every distance, and the texts.

Every text of others is escaped or sanitised where it is inserted, as in `html.py`. Tested by
`tests/exports/pages/test_html.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from math import cos, hypot, sin, sqrt

from msgspec import Struct

from moot.exports.pages.parts import capital, page, pairs, section, signature, table
from moot.exports.transcript_text import Account, account_of
from moot.reading.review_copy import printable
from moot.views.safe_markdown import html_from
from moot.vocabulary import event_keys
from moot.vocabulary.maps import AnswerMap, MapPoint, Round
from moot.vocabulary.state import SessionState

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


MOST_IN_TABLE = 24
"""Answers up to which every distance is listed; with more, the other table lists the nearest ones."""
METHODS = {"pca": "PCA", "tsne": "t-SNE"}


def map_page_of(found: AnswerMap, state: SessionState) -> str:
    """Return the map as a page."""
    account = account_of(state)
    sections = [
        _map(found, account),
        section("rounds", "Rounds", _rounds(found)),
        section("answers", "Answers", _answers(found, account)),
        *([section("distances", "Distances", _distances(found))] if 1 < len(found.marks) <= MOST_IN_TABLE else []),
        section("words", "What was said", "".join(_words(mark, account, state) for mark in found.marks)),
        section("provenance", "Provenance", _provenance(found, account)),
    ]
    over = f'<p class="over"><b>Moot</b> map of answers · {escape(printable(state.opened_at[:10]))}</p>'
    header = f'<header class="page">{over}<h1 dir="auto">{escape(account.title)}</h1></header>'
    foot = "Every figure above was computed from vectors of 32-bit numbers."
    return page(f"{account.title} · map of answers", header, sections, signature(state) + foot, style=STYLE)


def _map(found: AnswerMap, account: Account) -> str:
    parts = []
    if account.label:
        parts.append(
            f'<p class="notice scripted" role="note"><strong>{escape(capital(account.label))}.</strong> '
            "They follow a script; where their words lie says nothing about any model.</p>"
        )
    parts.append(f'<div class="notice"><p>{escape(found.caution)}</p></div>')
    if found.left_out:
        lines = "".join(f"<li>{escape(printable(line))}</li>" for line in found.left_out)
        parts.append(f'<div class="notice"><p><strong>Not on the map</strong></p><ul>{lines}</ul></div>')
    names = account.names
    parts.append(f'<figure><div class="wide">{figure_of(found, names)}</div>{legend_of(found)}</figure>')
    return section("map", "Map", "".join(parts))


def _rounds(found: AnswerMap) -> str:
    rows = [
        f'<tr><th scope="row">{escape(printable(each.stage))}</th><td class="num">{each.answers}</td>'
        f'<td class="num">{each.confidence:.3f}</td><td class="num">{each.baseline:.3f}</td>'
        f'<td class="num">{_signed(each.calibrated)}</td></tr>'
        for each in found.rounds
    ]
    heads = ("Round", "Answers", "Geometric confidence", "Of unrelated texts", "Calibrated")
    caption = "How near the answers of a round lie to their centre: agreement of shape, not truth"
    return table(caption, heads, rows, numbers=(1, 2, 3, 4))


def _answers(found: AnswerMap, account: Account) -> str:
    rows = [
        f'<tr><td class="num">{mark.number}</td><th scope="row">{_name(mark, account)}<br>'
        f'<span class="model">{escape(printable(mark.model))}</span></th><td>{escape(printable(mark.stage))}</td>'
        f'<td class="num">{mark.cluster if mark.cluster is not None else "–"}</td>'
        f'<td class="num{" part off" if mark.outlier else ""}">{mark.distance:.3f}</td>'
        f'<td class="num">{_nearest(found, mark)}</td></tr>'
        for mark in found.marks
    ]
    heads = ("#", "Answer", "Round", "Cluster", "From the centre of its round", "Nearest, and how far")
    apart = [mark.number for mark in found.marks if mark.outlier]
    far = f"; {', '.join(map(str, apart))} lies apart" if len(apart) == 1 else ""
    far = f"; {', '.join(map(str, apart))} lie apart" if len(apart) > 1 else far
    return table(f"Distances from 0 (one direction) to 1 (opposite){far}", heads, rows, numbers=(0, 3, 4, 5))


def _nearest(found: AnswerMap, mark: MapPoint) -> str:
    if mark.nearest is None:
        return "–"
    return f"{mark.nearest} at {found.distances[mark.number - 1][mark.nearest - 1]:.3f}"


def _distances(found: AnswerMap) -> str:
    rows = []
    for mark, row in zip(found.marks, found.distances, strict=True):
        cells = "".join(
            f'<td class="num{" own" if other.number == mark.number else ""}">'
            f"{'·' if other.number == mark.number else f'{far:.2f}'}</td>"
            for other, far in zip(found.marks, row, strict=True)
        )
        rows.append(f'<tr><th scope="row" class="num">{mark.number}</th>{cells}</tr>')
    heads = ("#", *(str(mark.number) for mark in found.marks))
    caption = "Between any two answers, by their whole vectors: 0 is one direction, 0.5 a right angle, 1 opposite"
    return table(caption, heads, rows, numbers=range(len(heads))).replace("<table>", '<table class="grid">', 1)


def _words(mark: MapPoint, account: Account, state: SessionState) -> str:
    move, ballot = state.moves.get(mark.key), state.ballots.get(event_keys.ballot(mark.key))
    answer = getattr(ballot.ballot, "answer", None) if ballot is not None else None
    said = move.text if move is not None else ""
    text = answer if isinstance(answer, str) else said
    about = f"<small>{escape(printable(mark.stage))}</small>"
    return (
        f"<details><summary><h3>{mark.number}. {_name(mark, account)}</h3>{about}</summary>"
        f'<div class="words">{html_from(printable(text))}</div></details>'
    )


def _provenance(found: AnswerMap, account: Account) -> str:
    measured = "for this map, not in the session" if found.here else "in the session"
    explained = f"; {100 * found.explained:.0f} % of the variety shown" if found.explained is not None else ""
    return pairs(
        (
            ("Map", f"{METHODS[found.method]} of {len(found.marks)} answers{explained}"),
            ("Measured by", f"{printable(found.embedder)}, in {found.dimensions} dimensions, {measured}"),
            ("Clusters", "DBSCAN: answers more than half the way from unrelated texts to the same one"),
            *account.origin,
        )
    )


def _name(mark: MapPoint, account: Account) -> str:
    return escape(capital(account.names.get(mark.seat, printable(mark.seat))))


def _signed(number: float) -> str:
    return f"{number:+.3f}".replace("-", "−")
