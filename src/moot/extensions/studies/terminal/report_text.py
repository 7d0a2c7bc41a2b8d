"""Format a study's report for the terminal; every figure has its questions and interval, or is withheld."""

from __future__ import annotations

from collections.abc import Iterator

from moot.cli.public import count
from moot.extensions.studies.reports.arm_words import (
    all_degraded_words,
    all_older_words,
    cost_words,
    kept_words,
    missing_words,
)
from moot.extensions.studies.reports.difference_words import gaps_words, how_words, p_words, test_words
from moot.extensions.studies.reports.report_sections import BESIDE
from moot.extensions.studies.stats.arms import ArmDifference
from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.planted import PlantedScore, Proportion
from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.vocabulary.public import rounded

MOST_SHOWN = 10
"""Questions and degraded sessions listed; the files have all."""


def report_lines(report: StudyReport, *, whole: bool = True) -> Iterator[str]:
    """Return the report's lines; without `whole`, the differences alone."""
    of = f" of {report.corpus} version {report.corpus_version}" if report.corpus else ""
    yield f"{report.name} ({report.id[:8]}): {count(report.questions, 'question')}{of}, measured by {report.primary}"
    if report.wanted:
        yield f"None of these sessions comes to {report.wanted}, so they are measured by {report.primary}; " \
              "`--primary NAME` takes another measure."  # fmt: skip
    yield from all_degraded_words(report)
    yield from missing_words(report)
    older = all_older_words(report)
    yield from older
    if older:
        yield f"Made anew is what rests on them by: moot study run {report.id[:8]}"
    if whole:
        for arm in report.arms:
            yield ""
            yield from _arm(arm, report.primary, report.questions)
            yield from _models(report, arm.name)
    yield ""
    yield from _differences(report)
    if not whole:
        yield from _planted_by_arm(report)
        return
    yield from _questions(report)
    yield from _judging(report)
    yield from _order(report)
    if report.degraded:
        yield ""
        yield f"{count(len(report.degraded), 'session')} with a degraded result:"
        for cell in report.degraded[:MOST_SHOWN]:
            yield f"  {cell.arm} · {cell.item} · {cell.repeat} · {cell.session[:8]}: {'; '.join(cell.why)}"
        if len(report.degraded) > MOST_SHOWN:
            yield f"  and {len(report.degraded) - MOST_SHOWN} more"


def figure_in_words(figure: Figure, *, signed: bool = False, planned: int = 0) -> str:
    """Format a figure with its interval and n, of the `planned` number."""
    if figure.value is None:
        return f"not told with {count(figure.n, 'question')}; it takes 5"
    how = f", {figure.clusters} domains" if figure.clusters else ""
    ends = ""
    if figure.low is not None and figure.high is not None:
        ends = f" [{rounded(figure.low, 2, signed=signed)}, {rounded(figure.high, 2, signed=signed)}]"
    of = f" of {planned}" if planned > figure.n else ""
    return f"{rounded(figure.value, 2, signed=signed)}{ends} (n = {figure.n}{of}{how}, {how_words(figure.how)})"


def _arm(arm: ArmReport, primary: str, questions: int) -> Iterator[str]:
    made = f", made of {arm.of}" if arm.of else ""
    yield f"{arm.name}{made}: {arm.finished} of {arm.planned} finished, {arm.degraded} degraded, " \
          f"{cost_words(arm)}"  # fmt: skip
    if arm.of:
        yield f"  {kept_words(arm)}"
    for name in sorted(arm.measures, key=lambda name: (name != primary, name not in BESIDE, name)):
        yield f"  {name}: {figure_in_words(arm.measures[name], planned=questions)}"
    if arm.classes:
        worse = f"; {arm.degraded} of these {arm.finished} sessions are degraded" if arm.degraded else ""
        yield f"  classes: {', '.join(f'{name} {often}' for name, often in arm.classes.items())}{worse}"
    for name, stable in (("class", arm.stability), ("leading answer", arm.winners)):
        if stable.agreement.n:
            yield f"  two repeats have the same {name}: {figure_in_words(stable.agreement)}"
    if arm.planted is not None:
        yield from _planted(arm.planted)


def _planted_by_arm(report: StudyReport) -> Iterator[str]:
    for arm in report.arms:
        if arm.planted is not None:
            yield ""
            yield arm.name
            yield from _planted(arm.planted)


def _models(report: StudyReport, arm: str) -> Iterator[str]:
    for each in report.models:
        if each.arm == arm:
            yield f"  {each.model}: score {figure_in_words(each.score)}, {each.strongest} times the strongest, " \
                  f"{each.weakest} the weakest; changed its position: {figure_in_words(each.flips)}"  # fmt: skip
    for move in report.moves:
        if move.arm == arm:
            yield f"  {move.source} moved {move.model} {move.times} of {move.of} times"


def _judging(report: StudyReport) -> Iterator[str]:
    told = [each for each in report.judging if each.judges]
    if not told:
        return
    yield ""
    yield "Those who judged"
    for each in told:
        for judge in each.judges:
            yield f"  {each.arm}: {judge.model} gave the highest score {judge.top} of {judge.given} times: " \
                  f"{figure_in_words(judge.ceiling)}"  # fmt: skip
        if each.units:
            yield f"  {each.arm}: they agree on {count(each.units, 'score')}, alpha {figure_in_words(each.alpha)}"
        if each.findings.n:
            yield f"  {each.arm}: findings confirmed {figure_in_words(each.confirmed)}, disputed " \
                  f"{figure_in_words(each.disputed)}"  # fmt: skip


def _order(report: StudyReport) -> Iterator[str]:
    for each in report.order:
        yield ""
        yield f"{each.arm} against {each.of}: the order of rebuttals; " \
              f"{each.eligible} of {count(each.members, 'member')} saw two or more"  # fmt: skip
        for one in each.sorts:
            yield f"  {one.sort}: {one.members}, {figure_in_words(one.share)}"


def _planted(found: PlantedScore) -> Iterator[str]:
    yield f"  planted bugs found: {_part(found.recall)}"
    for severity, part in found.by_severity.items():
        yield f"    {severity}: {_part(part)}"
    yield f"  findings that found a bug: {_part(found.precision)} that name lines; " \
          f"{_part(found.precision_of_all)} in all, of which {found.unplaced} name no line"  # fmt: skip
    yield f"  decoys told as bugs: {_part(found.decoys)}"
    yield f"  false all-clears: {_part(found.false_clean)} with a verdict; {found.withheld} withheld, " \
          f"{found.unread} could not be read"  # fmt: skip


def _part(part: Proportion) -> str:
    told = "" if part.share.value is None else f"; a question: {figure_in_words(part.share)}"
    return f"{part.so} of {part.of}{told}"


def _differences(report: StudyReport) -> Iterator[str]:
    yield f"Against {report.baseline}"
    for name in sorted(report.differences, key=lambda name: (name != report.primary, name)):
        for each in report.differences[name]:
            yield from _difference(each, name)
    for one in report.classes:
        p = f", {p_words(one.p_holm)} by Holm" if one.p_holm is not None else ""
        gaps = gaps_words(one, one.changed.n)
        changed = figure_in_words(one.changed, planned=one.planned)
        yield f"  {one.arm} class changed: {changed}{p}{', ' if gaps else ''}{gaps}"


def _difference(each: ArmDifference, name: str) -> Iterator[str]:
    figure = figure_in_words(each.difference, signed=True, planned=each.planned)
    yield f"  {each.arm} {name}: {', '.join([figure, *filter(None, [test_words(each)])])}"
    if gaps := gaps_words(each, each.difference.n):
        yield f"    {gaps}"


def _questions(report: StudyReport) -> Iterator[str]:
    told = {item: found for item, found in report.discrimination.items() if found.spread is not None}
    if told:
        yield ""
        yield "Questions that tell models apart most (spread of their means; share of variance between models)"
        for item in sorted(told, key=lambda item: -(told[item].spread or 0.0))[:MOST_SHOWN]:
            icc = told[item].icc
            share = f"not told with {count(icc.n, 'score')}"
            if icc.value is not None:
                ends = (
                    f" [{rounded(icc.low, 2)}, {rounded(icc.high, 2)}]"
                    if icc.low is not None and icc.high is not None
                    else ""
                )
                share = f"{rounded(icc.value, 2)}{ends} (n = {icc.n} scores, {how_words(icc.how)})"
            yield f"  {rounded(told[item].spread or 0.0, 2)}  {item}: {share}"
