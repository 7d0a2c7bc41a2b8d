"""Write a map of answers as a self-contained HTML page: the map, its limits, every distance, and the texts.

Every text of others is escaped or sanitised where it is inserted, as in `html.py`. Tested by
`tests/exports/pages/test_html.py`.
"""

from __future__ import annotations

from html import escape

from moot.exports.pages.map_figure import STYLE, figure_of, legend_of
from moot.exports.pages.parts import capital, page, pairs, section, signature, table
from moot.exports.transcript_text import Account, account_of
from moot.reading.review_copy import printable
from moot.views.safe_markdown import html_from
from moot.vocabulary import event_keys
from moot.vocabulary.maps import AnswerMap, MapPoint
from moot.vocabulary.state import SessionState

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
