"""Render sections of a study's page: dates, cost, seats, and every answer.

Questions and answers are external text: all are escaped and never used as markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from moot.exports.public import nano_dollars, table
from moot.extensions.studies.reports.arm_words import (
    all_degraded_words,
    all_older_words,
    cost_words,
    kept_words,
    missing_words,
)
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.difference_words import p_words
from moot.extensions.studies.reports.measures import title_of
from moot.extensions.studies.reports.report_words import counted, figure, row, text
from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import Arm, Study
from moot.vocabulary.public import money, rounded

MOST_ANSWERED = 200
"""Questions whose answers are on the page; the files have all."""
HUES = 6
"""Colours of classes; a seventh class reuses the first one, and the legend names both."""
BESIDE = ("right", "right_where_answered", "right_untold")
"""Measures shown beside the primary one if they exist: correctness, and how often it is unknown. If that is often, the
share of right answers is a lower bound, and the other measure is too high."""


def header_part(report: StudyReport, results: Sequence[CellResult], study: Study, cost: StudyCost | None) -> str:
    """Return the questions, dates and cost, and first of all what the results lack."""
    of = f" of {report.corpus}, version {report.corpus_version}" if report.corpus else ""
    began = min((each.opened_at for each in results if each.opened_at), default="")[:10]
    ended = max((each.ended_at for each in results if each.ended_at), default="")[:10]
    when = f" Asked on {began}{f' to {ended}' if ended > began else ''}." if began else ""
    known = all(arm.cost_known for arm in report.arms)
    spent = cost.spent if cost is not None else sum(arm.cost for arm in report.arms)
    cap = f" of {money(nano_dollars(study.budget))} at most" if study.budget is not None else ", with no cap"
    pending = f" Up to {money(cost.pending)} more may still be charged." if cost is not None and cost.pending else ""
    lines = [
        f"{counted(report.questions, 'question')}{of}; measured by “{title_of(report.primary)}”.{when}",
        f"Spent: {money(spent) if known else 'unknown, some price is not known'}{cap}.{pending}",
    ]
    if report.wanted:
        lines.append(
            f"None of these sessions comes to “{title_of(report.wanted)}”, so “{title_of(report.primary)}” decides."
        )
    lines += all_degraded_words(report)
    lines += all_older_words(report)
    lines.append(
        "Of 100 studies made like this one, about 95 have an interval that holds the true figure; with fewer than five "
        "questions no figure is told."
    )
    return "".join(f"<p>{text(line)}</p>" for line in lines)


def arms_part(report: StudyReport, study: Study, results: Sequence[CellResult]) -> str:
    """Return each arm: seats, progress and main measures; a table of its own has the others."""
    measured = {name for arm in report.arms for name in arm.measures}
    failed = Counter(each.arm for each in results if each.outcome == "failed")
    lead = [name for name in dict.fromkeys((report.primary, *BESIDE)) if name in measured]
    others = sorted(measured - set(lead))
    rows = [
        row([
            arm.name, made_words(study.arm(arm.name)), _finished(arm, failed.get(arm.name, 0)), _degraded(arm),
            "; ".join(filter(None, (cost_words(arm) if arm.cost_known else "unknown", kept_words(arm)))),
            *(_measure(arm, name, report) for name in lead),
        ], (2, 4))
        for arm in report.arms
    ]  # fmt: skip
    heads = ["arm", "made of", "finished", "degraded", "cost", *map(title_of, lead)]
    parts = [table("Every arm", heads, rows, (2, 4), quiet=True)]
    missing = missing_words(report)
    if missing:
        parts.append("<p>" + "</p><p>".join(map(text, missing)) + "</p>")
    if others:
        rows = [row([title_of(name), *(_measure(arm, name, report) for arm in report.arms)]) for name in others]
        heads = ["measure", *(arm.name for arm in report.arms)]
        parts.append("<h3>Every other measure</h3>" + table("Other measures by arm", heads, rows, quiet=True))
    return "".join(parts)


def classes_part(report: StudyReport) -> str:
    """Return classes of verdicts, one colour each, with the number from degraded sessions; empty if sessions ended
    without any class."""
    names = list(dict.fromkeys(name for arm in report.arms for name in arm.classes))
    if not names and any(arm.finished for arm in report.arms):
        return ""
    hue = {name: at % HUES for at, name in enumerate(names)}
    changed = {each.arm: each for each in report.classes}
    rows = []
    for arm in report.arms:
        total = sum(arm.classes.values())
        bars = "".join(
            f'<i class="c{hue[name]}" style="width:{rounded(100 * often / total, 1)}%"></i>'
            for name, often in arm.classes.items()
        )
        said = ", ".join(f"{name} {often}" for name, often in arm.classes.items()) or "none yet"
        worse = f"; {arm.degraded} of these {arm.finished} sessions are degraded" if arm.degraded else ""
        told, moved = changed.get(arm.name), ""
        if told is not None:
            p = f", {p_words(told.p_holm)} by Holm" if told.p_holm is not None else ""
            moved = f"{figure(told.changed, share=True, planned=told.planned)}{p}"
        rows.append(
            f'<tr><th scope="row">{text(arm.name)}</th><td><div class="mix" aria-hidden="true">{bars}</div></td>'
            f"<td>{text(said + worse)}</td><td>{text(moved)}</td>"
            f"<td>{text(figure(arm.stability.agreement, share=True))}</td></tr>"
        )
    legend = "".join(f'<li><i class="c{hue[name]}" aria-hidden="true"></i> {text(name)}</li>' for name in names)
    heads = ["arm", "mix", "classes", f"another class than {report.baseline}", "two repeats agree"]
    return f'<ul class="legend">{legend}</ul>' + table("Classes by arm", heads, rows, quiet=True)


def answers_part(report: StudyReport, results: Sequence[CellResult]) -> str:
    """Return every question with its known answer, and each arm's answers, repeat by repeat."""
    asked: dict[str, list[CellResult]] = {}
    for each in results:
        asked.setdefault(each.item, []).append(each)
    order = [arm.name for arm in report.arms]
    parts = []
    for item, cells in list(asked.items())[:MOST_ANSWERED]:
        first = cells[0]
        known = f"<p><b>Known to be right:</b> {text(first.known)}</p>" if first.known else ""
        told = "".join(_answer(each) for each in sorted(cells, key=lambda each: (order.index(each.arm), each.repeat)))
        parts.append(
            f"<details><summary>{text(item)}{_score(cells)}</summary>"
            f'<div class="said">{text(first.asked)}</div>{known}{told}</details>'
        )
    more = f"<p>And {len(asked) - MOST_ANSWERED} more.</p>" if len(asked) > MOST_ANSWERED else ""
    return "".join(parts) + more


def _score(cells: Sequence[CellResult]) -> str:
    if not cells[0].known:
        return ""
    done = [each for each in cells if each.finished]
    return f": {sum(each.right is True for each in done)} of {len(done)} right"


def _answer(each: CellResult) -> str:
    marks = [each.arm, f"repeat {each.repeat}", each.verdict_class or each.outcome]
    if each.known and each.finished:
        marks.append({True: "right", False: "wrong", None: "not graded"}[each.right])
    if each.degraded:
        marks.append("degraded")
    said = each.answer or ("no answer: the verdict was withheld" if each.finished else "no answer yet")
    return f'<h4>{text(" · ".join(marks))}</h4><div class="said">{text(said)}</div>'


def made_words(arm: Arm) -> str:
    """Return which council an arm asks, or what it forks."""
    return "; ".join(_made(arm)) or "the default council"


def _made(arm: Arm) -> Iterator[str]:
    if arm.of:
        yield f"{arm.of} from {arm.stage} on"
    yield from filter(None, (arm.council, ", ".join(arm.members), arm.protocol))
    if arm.rubric:
        yield f"rubric {arm.rubric}"
    if arm.adjudicators:
        yield f"judged by {', '.join(arm.adjudicators)}"
    if arm.chair:
        yield f"chair {arm.chair}"
    for name, value in arm.options.items():
        words = name.replace("_", " ")
        yield words if value is True else f"without {words}" if value is False else f"{words}: {value}"


def _measure(arm: ArmReport, name: str, report: StudyReport) -> str:
    if name not in arm.measures:
        return ""
    return figure(arm.measures[name], share=name in report.shares, planned=report.questions)


def _finished(arm: ArmReport, failed: int) -> str:
    return f"{arm.finished} of {arm.planned}{f', {failed} failed' if failed else ''}"


def _degraded(arm: ArmReport) -> str:
    return f"{arm.degraded} of {arm.finished}" if arm.degraded else "0"
