"""Render a study's report as one self-contained page.

The page needs no network and contains no script. Questions, answers and names are external text: all are escaped and
never used as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from moot.exports.public import page, printable, section, table
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.matrix import CameTo, StudyMatrix, compared
from moot.extensions.studies.reports.measures import title_of
from moot.extensions.studies.reports.report_tables import ReportSection, ReportTable, header_lines, sections_of
from moot.extensions.studies.stats.arms import ArmDifference
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.store import StudyCost
from moot.vocabulary.public import rounded, shared

MOST_QUESTIONS = 200
"""Maximum number of questions on the page. The files have all questions."""
WIDE, HIGH = 480, 26
"""Width and height of the drawing of one difference. It contains no text, so it can shrink to a phone's width."""


def report_page(
    report: StudyReport, results: Sequence[CellResult], progress: StudyProgress, cost: StudyCost | None = None
) -> str:
    """Return a study's report as one HTML page. `cost` is the cost of its sessions as stored, if known; otherwise the
    results' cost is shown.
    """
    parts = []
    for each in sections_of(report, progress.study, results):
        before = _forest(report) if each.name == "differences" else ""
        parts.append(section(each.name, printable(each.title), before + _body(each)))
        if each.name == "differences" and results:
            parts.append(section("questions", "Questions", _questions(compared(progress.study, results))))
            parts.append(section("answers", "Answers", _answers(report, results)))
    lines = header_lines(report, progress.study, results, cost)
    header = (
        f'<header class="page"><p class="over"><b>Moot</b> study</p><h1>{_text(report.name)}</h1>'
        f"{''.join(f'<p>{_text(line)}</p>' for line in lines)}</header>"
    )
    foot = f"Written from the transcripts of study {report.id}; its questions have the digest {report.digest[:16]}."
    return page(f"Study: {printable(report.name)}", header, parts, foot, style=STYLE)


def _text(given: str) -> str:
    return escape(printable(given))


def _body(each: ReportSection) -> str:
    tables = [one for one in each.tables if one.rows]
    heads = [f"<h3>{_text(one.title)}</h3>" if len(tables) > 1 else "" for one in tables]
    drawn = "".join(head + _table(one) for head, one in zip(heads, tables, strict=True))
    return drawn + "".join(f"<p>{_text(line)}</p>" for line in each.lines)


def _table(one: ReportTable) -> str:
    rows = [
        f'<tr><th scope="row">{_text(first)}</th>{"".join(f"<td>{_text(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in one.rows
    ]
    return table(printable(one.title), list(map(printable, one.heads)), rows, quiet=True)


def _forest(report: StudyReport) -> str:
    """Draw how each arm differs from the baseline in the primary measure, with intervals, as a forest plot."""
    told = [each for each in report.differences.get(report.primary, ()) if each.difference.value is not None]
    points = report.primary in report.shares
    ends = [
        abs(end)
        for each in told
        for end in (each.difference.low, each.difference.high, each.difference.value)
        if end is not None
    ]
    if not ends:
        return ""
    most = max(*ends, 1e-9) * 1.08
    middle, y = WIDE / 2, HIGH / 2

    def at(value: float | None) -> float:
        return round(middle + (middle - 8) * (value or 0.0) / most, 1)

    def drawn(each: ArmDifference) -> str:
        of = each.difference
        low, high = (of.value if end is None else end for end in (of.low, of.high))
        return (
            f'<span>{_text(each.arm)}</span><svg viewBox="0 0 {WIDE} {HIGH}">'
            f'<line class="none" x1="{middle}" x2="{middle}" y1="0" y2="{HIGH}"/>'
            f'<line class="span" x1="{at(low)}" x2="{at(high)}" y1="{y}" y2="{y}"/>'
            f'<circle class="is" cx="{at(of.value)}" cy="{y}" r="5"/></svg>'
        )

    def end(value: float) -> str:
        return f"{rounded(100 * value, 1, signed=True)} points" if points else rounded(value, 2, signed=True)

    return (
        f'<div class="forest" role="img" aria-label="Differences in {_text(title_of(report.primary))} with their '
        f'intervals; the figures are in the table below">{"".join(map(drawn, told))}'
        f'<p class="scale"><span>{end(-most)}</span><span>0</span><span>{end(most)}</span></p></div>'
    )


def _questions(matrix: StudyMatrix) -> str:
    """Return a table of each question's result under each arm. Results that differ from the baseline or are degraded
    are marked.
    """
    rows = []
    for item, own in list(matrix.cells.items())[:MOST_QUESTIONS]:
        drawn = [f'<th scope="row">{_text(item)}</th>']
        for arm in matrix.arms:
            differs, there = matrix.differs(item, arm), own.get(arm, [])
            marks = ["differs"] * differs + ["degraded"] * any(each.degraded for each in there)
            said = _said(there, matrix.said[item].get(arm))
            drawn.append(f'<td class="{" ".join(marks)}">{_text(said)}{", differs" if differs else ""}</td>')
        rows.append(f"<tr>{''.join(drawn)}</tr>")
    note = "<p>Marked where an arm's result differs from the baseline's; * where it is degraded.</p>"
    return note + table("Question by arm", ["question", *matrix.arms], rows, quiet=True) + _more(len(matrix.cells))


def _more(questions: int) -> str:
    return f"<p>And {questions - MOST_QUESTIONS} more.</p>" if questions > MOST_QUESTIONS else ""


def _said(cells: Sequence[CellResult], told: CameTo | None) -> str:
    """Return a question's result under an arm as text: the share right or found, if known, and the class of each repeat
    in order.
    """
    said = ", ".join((each.verdict_class or each.outcome) if each.finished else each.outcome for each in cells) or "–"
    if told is None or told.share is None:
        return said
    return f"{'found' if told.by == 'recall' else 'right'}: {shared(told.share)}; {said}"


def _answers(report: StudyReport, results: Sequence[CellResult]) -> str:
    """Return a table of every question with its known answer, and each arm's answer in each repeat."""
    asked: dict[str, list[CellResult]] = {}
    for each in results:
        asked.setdefault(each.item, []).append(each)
    order = [arm.name for arm in report.arms]
    parts = []
    for item, cells in list(asked.items())[:MOST_QUESTIONS]:
        first, done = cells[0], [each for each in cells if each.finished]
        known = f"<p><b>Known to be right:</b> {_text(first.known)}</p>" if first.known else ""
        score = f": {sum(each.right is True for each in done)} of {len(done)} right" if first.known else ""
        told = "".join(_answer(each) for each in sorted(cells, key=lambda each: (order.index(each.arm), each.repeat)))
        parts.append(
            f"<details><summary>{_text(item)}{score}</summary>"
            f'<div class="said">{_text(first.asked)}</div>{known}{told}</details>'
        )
    return "".join(parts) + _more(len(asked))


def _answer(each: CellResult) -> str:
    marks = [each.arm, f"repeat {each.repeat}", each.verdict_class or each.outcome]
    if each.known and each.finished:
        marks.append({True: "right", False: "wrong", None: "not graded"}[each.right])
    if each.degraded:
        marks.append("degraded")
    said = each.answer or ("no answer: the verdict was withheld" if each.finished else "no answer yet")
    return f'<h4>{_text(" · ".join(marks))}</h4><div class="said">{_text(said)}</div>'


STYLE = """
header.page, main, footer.page { max-width: 64rem; }
.forest { display: grid; grid-template-columns: minmax(5rem, 12rem) 1fr; align-items: center; gap: 0 1rem; }
.forest > span, .scale { font: .84rem/1.4 var(--sans); overflow-wrap: anywhere; } .forest svg { min-width: 0; }
.forest .none { stroke: var(--line); stroke-dasharray: 3 3; }
.forest .span { stroke: var(--muted); stroke-width: 2; } .forest .is { fill: var(--gold); }
.scale { grid-column: 2; display: flex; justify-content: space-between; color: var(--muted); }
.said { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: .8rem; }
details { margin: .4rem 0; } summary { cursor: pointer; font-family: var(--sans); }
#h-arms + .wide td:nth-child(2), #h-differences ~ .wide td { white-space: normal; }
td.differs { background: var(--wash); } td.degraded::after { content: " *"; color: var(--warn); }
@media (max-width: 45rem) {
  .forest { grid-template-columns: 1fr; } .scale { grid-column: 1; }
  .wide { background:
    linear-gradient(var(--paper), var(--paper)) left / 1rem 100% no-repeat local,
    linear-gradient(var(--paper), var(--paper)) right / 1rem 100% no-repeat local,
    linear-gradient(to left, var(--muted), transparent) right / .6rem 100% no-repeat scroll; }
  tbody th, thead th:first-child { position: sticky; left: 0; background: var(--paper);
    min-width: 5.5rem; white-space: normal; overflow-wrap: anywhere; padding-right: .6em; }
  td:not(.num) { min-width: 7.5rem; }
}
"""
