"""Render tables of a study's page: models, questions, judges and the order of rebuttals."""

from __future__ import annotations

from moot.exports.public import table
from moot.extensions.studies.reports.report_words import figure, row, text
from moot.extensions.studies.stats.report import StudyReport

MOST_QUESTIONS = 40
"""Questions listed in a table; `aggregate.json` has all."""


def models_part(report: StudyReport) -> str:
    """Return each model under each arm (scores, extremes, axes, position changes) and who changed whose position."""
    if not report.models:
        return ""
    scores = [
        row([
            f"{each.model}, {each.arm}", figure(each.score), f"{each.spread:.2f}" if each.spread is not None else "",
            str(each.replies), str(each.strongest), str(each.weakest), figure(each.flips, share=True),
            figure(each.uncited, share=True), figure(each.conviction),
        ], (3, 4, 5))
        for each in report.models
    ]  # fmt: skip
    heads = ["model, arm", "score", "spread", "replies", "strongest", "weakest", "changed", "without a rebuttal",
             "conviction"]  # fmt: skip
    parts = [table("Models by arm", heads, scores, (3, 4, 5), quiet=True)]
    axes = list(dict.fromkeys(axis for each in report.models for axis in each.axes))
    if axes:
        rows = [
            row([f"{each.model}, {each.arm}", *(figure(each.axes[a]) if a in each.axes else "" for a in axes)])
            for each in report.models
        ]
        parts.append("<h3>By axis</h3>" + table("Models by arm and axis", ["model, arm", *axes], rows, quiet=True))
    moves = [
        row([each.source, each.model, each.arm, f"{each.times} of {each.of}", figure(each.share, share=True)])
        for each in report.moves
    ]
    heads = ["rebuttals of", "moved", "arm", "how often", "share"]
    parts.append("<h3>Who moved whom</h3>")
    parts.append(table("Who moved whom", heads, moves, quiet=True) if moves else "<p>No rebuttal moved anybody.</p>")
    return "".join(parts)


def stability_part(report: StudyReport) -> str:
    """Return how often repeats agree, the least stable questions, and those that best tell models apart."""
    ruled = any(arm.classes for arm in report.arms)
    arms = [
        row([
            arm.name,
            *([figure(arm.stability.agreement, share=True) if arm.classes else "no classes"] if ruled else []),
            figure(arm.winners.agreement, share=True),
        ])
        for arm in report.arms
    ]  # fmt: skip
    heads = [
        "arm", *(["two repeats have the same class"] if ruled else []), "two repeats have the same leading answer",
    ]  # fmt: skip
    parts = [table("How often repeats agree", heads, arms, quiet=True)]
    base = next(arm for arm in report.arms if arm.name == report.baseline)
    repeated = [each for each in base.stability.questions if sum(each.classes.values()) > 1][:MOST_QUESTIONS]
    if repeated:
        rows = [
            row([
                each.question, each.dominant or "none", figure(each.share, share=True),
                ", ".join(f"{name} {often}" for name, often in each.classes.items()),
            ])
            for each in repeated
        ]  # fmt: skip
        parts.append(f"<h3>The least stable questions, under {text(report.baseline)}</h3>")
        parts.append(table("Least stable", ["question", "most often", "share", "classes"], rows, quiet=True))
    told = {item: each for item, each in report.discrimination.items() if each.spread is not None}
    if told:
        ids = sorted(told, key=lambda item: (-(told[item].spread or 0.0), item))[:MOST_QUESTIONS]
        rows = [
            row([item, f"{told[item].spread:.2f}", figure(told[item].icc), str(told[item].models)], (3,))
            for item in ids
        ]
        parts.append("<h3>Questions that tell models apart most</h3>")
        parts.append(table("Telling apart", ["question", "spread", "between models", "models"], rows, (3,), quiet=True))
    return "".join(parts)


def judges_part(report: StudyReport) -> str:
    """Return the judges: share of top scores, agreement, and confirmed or disputed findings."""
    told = [each for each in report.judging if each.judges]
    if not told:
        return ""
    rows = [
        row([each.arm, judge.model, str(judge.given), figure(judge.ceiling, share=True)], (2,))
        for each in told
        for judge in each.judges
    ]
    parts = [table("Those who judged", ["arm", "judge", "scores given", "highest score"], rows, (2,), quiet=True)]
    shared = [
        row([
            each.arm, figure(each.alpha), str(each.units), figure(each.findings),
            figure(each.confirmed, share=True), figure(each.disputed, share=True),
        ], (2,))
        for each in told
        if each.units or each.findings.n
    ]  # fmt: skip
    if shared:
        heads = ["arm", "alpha", "scores of several", "findings a question", "confirmed", "disputed"]
        parts.append("<h3>Agreement and findings</h3>" + table("By arm", heads, shared, (2,), quiet=True))
    return "".join(parts)


def order_part(report: StudyReport) -> str:
    """Return what members did in both orders."""
    parts = []
    for each in report.order:
        rows = [row([one.sort, str(one.members), figure(one.share, share=True)], (1,)) for one in each.sorts]
        drawn = table("In both orders", ["in both orders", "members", "share"], rows, (1,), quiet=True)
        parts.append(
            f"<h3>{text(each.arm)} against {text(each.of)}</h3><p>{each.eligible} of {each.members} members saw two "
            f"rebuttals or more.</p>{drawn}"
        )
    return "".join(parts)
