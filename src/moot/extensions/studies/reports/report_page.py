"""Render a study's report as one self-contained page: arms, differences, classes, cells, gaps.

The page needs no network and contains no script. All external text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.exports.public import page, printable, section, table
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.difference_words import gaps_words, test_words
from moot.extensions.studies.reports.disagreement import By, CameTo, FinishedSession, came_to, mark_from
from moot.extensions.studies.reports.measures import title_of
from moot.extensions.studies.reports.report_parts import judges_part, models_part, order_part, stability_part
from moot.extensions.studies.reports.report_sections import answers_part, arms_part, classes_part, header_part
from moot.extensions.studies.reports.report_words import figure, part, row, text
from moot.extensions.studies.reports.style import STYLE
from moot.extensions.studies.stats.arms import ArmDifference
from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.planted import PlantedScore
from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.extensions.studies.store import StudyCost
from moot.vocabulary.public import rounded, shared

HELD_BY: dict[By, str] = {
    "right": "whether it is right",
    "recall": "how many planted bugs were found",
    "class": "the class most often",
    "winner": "the answer that led most often",
}
"""What arms are compared by."""
MOST_QUESTIONS = 200
"""Most questions drawn; the tables list all."""
WIDE, HIGH = 480, 26
"""Size of the drawing of one difference. It contains no text, so it can shrink to a phone's width."""


def report_page(
    report: StudyReport, results: Sequence[CellResult], progress: StudyProgress, cost: StudyCost | None = None
) -> str:
    """Return the page; `cost` is the cost of the study's sessions, if it is known apart from their transcripts."""
    sections = [
        section("arms", "Arms", arms_part(report, progress.study, results)),
        section("differences", f"Differences to {printable(report.baseline)}", _differences(report)),
    ]
    if classes := classes_part(report):
        sections.append(section("classes", "Classes of verdicts", classes))
    if any(arm.planted is not None for arm in report.arms):
        sections.append(section("planted", "Planted bugs", _planted(report.arms)))
    sections.append(section("questions", "Questions", _questions(report, results)))
    if results:
        sections.append(section("answers", "Answers", answers_part(report, results)))
    for name, title, body in (
        ("models", "Models", models_part(report)),
        ("stability", "Stability", stability_part(report)),
        ("judges", "Judges", judges_part(report)),
        ("order", "Order of rebuttals", order_part(report)),
    ):
        if body:
            sections.append(section(name, title, body))
    if report.degraded:
        sections.append(section("degraded", "Degraded results", _degraded(report)))
    header = (
        f'<header class="page"><p class="over"><b>Moot</b> study</p><h1>{text(report.name)}</h1>'
        f"{header_part(report, results, progress.study, cost)}</header>"
    )
    foot = f"Written from the transcripts of study {report.id}; its questions have the digest {report.digest[:16]}."
    return page(f"Study: {printable(report.name)}", header, sections, foot, style=STYLE)


def _differences(report: StudyReport) -> str:
    told = report.differences.get(report.primary, ())
    drawn = [each for each in told if each.difference.value is not None]
    parts = [_forest(drawn, title_of(report.primary), points=report.primary in report.shares)] if drawn else []
    if not told:
        alone = not any(arm.name != report.baseline for arm in report.arms)
        parts.append(f"<p>{'There is no other arm to compare.' if alone else 'No session has a result yet.'}</p>")
    parts.append(f"<p>“{text(title_of(report.primary))}” is the measure that decides: the others are exploratory.</p>")
    rows = [
        row([
            title_of(name), each.arm, _mean(each.before, share), _mean(each.after, share),
            figure(each.difference, signed=True, points=share, planned=each.planned),
            test_words(each), gaps_words(each, each.difference.n),
        ])
        for name in sorted(report.differences, key=lambda name: (name != report.primary, name))
        for each in report.differences[name]
        for share in [name in report.shares]
    ]  # fmt: skip
    heads = ["measure", "arm", "baseline there", "arm there", "difference", "p", "missing"]
    parts.append(table("Every measure", heads, rows, quiet=True))
    parts.append("<p>There: over the questions that both arms have, from which the difference is made.</p>")
    return "".join(parts)


def _mean(value: float | None, share: bool) -> str:
    """Return an arm's mean over the questions of both arms; a share has one decimal, like its difference."""
    return "" if value is None else f"{rounded(100 * value, 1)}%" if share else rounded(value, 2)


def _forest(told: Sequence[ArmDifference], measure: str, *, points: bool) -> str:
    ends = [
        end for each in told for end in (each.difference.low, each.difference.high, each.difference.value)
        if end is not None
    ]  # fmt: skip
    most = max([abs(end) for end in ends] + [1e-9]) * 1.08
    if points:
        most = min(most, 1.0)  # two shares differ by no more; the middle keeps room for a dot at either end
    middle, y = WIDE / 2, HIGH / 2

    def at(value: float | None) -> float:
        return round(middle + (middle - 8) * (value or 0.0) / most, 1)

    def drawn(each: ArmDifference) -> str:
        of = each.difference
        return (
            f'<span>{text(each.arm)}</span><svg viewBox="0 0 {WIDE} {HIGH}">'
            f'<line class="none" x1="{middle}" x2="{middle}" y1="0" y2="{HIGH}"/><line class="span" '
            f'x1="{at(_end(of, of.low))}" x2="{at(_end(of, of.high))}" y1="{y}" y2="{y}"/>'
            f'<circle class="is" cx="{at(of.value)}" cy="{y}" r="5"/></svg>'
        )

    return (
        f'<div class="forest" role="img" aria-label="Differences in {text(measure)} with their intervals; the figures '
        f'stand in the table below">{"".join(map(drawn, told))}'
        f'<p class="scale"><span>{_end_of_scale(-most, points)}</span><span>0</span>'
        f"<span>{_end_of_scale(most, points)}</span></p></div>"
    )


def _end_of_scale(value: float, points: bool) -> str:
    return f"{rounded(100 * value, 1, signed=True)} points" if points else rounded(value, 2, signed=True)


def _planted(arms: Sequence[ArmReport]) -> str:
    rows = [
        row([
            arm.name, part(found.recall), _severities(found),
            part(found.precision), f"{part(found.precision_of_all)}; {found.unplaced} name no line",
            part(found.decoys), f"{part(found.false_clean)}; {found.withheld} withheld, {found.unread} not readable",
        ])
        for arm in arms
        if (found := arm.planted) is not None
    ]  # fmt: skip
    heads = ["arm", "found", "by severity", "findings that found one, of those that name lines", "of all findings",
             "decoys told as bugs", "false all-clears, of those with a verdict"]  # fmt: skip
    return table("Planted bugs by arm", heads, rows, quiet=True)


def _questions(report: StudyReport, results: Sequence[CellResult]) -> str:
    cells: dict[str, dict[str, list[CellResult]]] = {}
    for each in results:
        cells.setdefault(each.item, {}).setdefault(each.arm, []).append(each)
    arms = [arm.name for arm in report.arms]
    classed = any(each.verdict_class for each in results)
    rows, by = [], list[By]()
    for item, own in list(cells.items())[:MOST_QUESTIONS]:
        told = {arm: came_to(_done(own.get(arm, [])), classed=classed) for arm in arms}
        by += [each.by for each in told.values() if each is not None][:1]
        base = told.get(report.baseline)
        drawn = [f'<th scope="row">{text(item)}</th>']
        for arm in arms:
            here, there = told[arm], own.get(arm, [])
            differs = here is not None and base is not None and here.differs_from(base)
            marks = " ".join(
                name for name, so in (("differs", differs), ("degraded", any(c.degraded for c in there))) if so
            )
            said = text(_said(there, here))
            drawn.append(f'<td class="{marks}">{said}{", differs" if differs else ""}</td>')
        rows.append(f"<tr>{''.join(drawn)}</tr>")
    more = f"<p>And {len(cells) - MOST_QUESTIONS} more.</p>" if len(cells) > MOST_QUESTIONS else ""
    held = " or ".join(HELD_BY[each] for each in dict.fromkeys(by)) or HELD_BY["class"]
    note = (
        f"<p>What each question came to, repeat by repeat. Marked where {held} is not what it is under the baseline; * "
        "where a result is degraded.</p>"
    )
    return note + table("Question by arm", ["question", *arms], rows, quiet=True) + more


def _done(cells: Sequence[CellResult]) -> list[FinishedSession]:
    return [
        FinishedSession(said=each.verdict_class or each.winner, mark=mark_from(each.measures))
        for each in cells
        if each.finished
    ]


def _said(cells: Sequence[CellResult], told: CameTo | None) -> str:
    """Return a question's result under an arm: correctness or share found, and its classes in the order of repeats."""
    said = ", ".join((each.verdict_class or each.outcome) if each.finished else each.outcome for each in cells) or "–"
    if told is None or told.share is None:
        return said
    if told.by == "recall":
        return f"found {shared(told.share)}; {said}"
    done = [each for each in cells if each.finished]
    right = sum(each.measures.get("right", 0.0) > 0 for each in done)
    one = {True: "right", False: "wrong", None: "not told right"}[done[0].right]
    return f"{one if len(done) == 1 else f'{right} of {len(done)} right'}; {said}"


def _degraded(report: StudyReport) -> str:
    rows = [row([each.arm, each.item, str(each.repeat), each.session[:8], "; ".join(each.why)], (2,))
            for each in report.degraded]  # fmt: skip
    return table(
        "Degraded results", ["arm", "question", "repeat", "session", "what is missing"], rows, (2,), quiet=True
    )


def _severities(found: PlantedScore) -> str:
    return "; ".join(f"{name}: {part(one)}" for name, one in found.by_severity.items())


def _end(told: Figure, end: float | None) -> float | None:
    """Return the end of an interval; without one, the figure itself."""
    return told.value if end is None else end
