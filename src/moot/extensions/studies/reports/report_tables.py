"""Put a study's report into sections of lines and tables, for the terminal and the self-contained page alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from moot.exports.public import nano_dollars
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.measures import title_of
from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.figures import FEWEST, Figure
from moot.extensions.studies.stats.planted import Proportion
from moot.extensions.studies.stats.reach import Reach
from moot.extensions.studies.stats.report import ArmReport, StudyReport
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import Arm, Study
from moot.vocabulary.public import counted, money, rounded, shared

MOST_NAMED = 3
"""Maximum number of missing parts named per arm, most frequent first."""
MOST_QUESTIONS = 40
"""Maximum number of questions listed in a table; `aggregate.json` has all."""
BESIDE = ("right", "right_where_answered", "right_untold")
"""Measures shown beside the primary measure if they exist: correctness, and how often it is unknown. If that is often,
the share of right answers is a lower bound, and the other measure is too high.
"""
SMALLEST = 0.001
"""Smallest p-value written as a number."""


class ReportTable(Struct, frozen=True, kw_only=True):
    """A table of a study's report."""

    title: str
    """Title of the table."""
    heads: tuple[str, ...]
    """Columns of the table."""
    rows: list[list[str]]
    """Cells of the table; the first cell of each row names the row."""


class ReportSection(Struct, frozen=True, kw_only=True):
    """One section of a study's report: tables, and lines below them."""

    name: str
    """Short name of the section."""
    title: str
    """Title of the section."""
    tables: list[ReportTable]
    """Tables of the section; those without rows are left out."""
    lines: tuple[str, ...] = ()
    """Lines below the tables."""


def sections_of(report: StudyReport, study: Study, results: Sequence[CellResult]) -> list[ReportSection]:
    """Return the sections of a study's report, without empty ones."""
    found = [
        ReportSection(name="arms", title="Arms", tables=list(_arms(report, study, results))),
        _differences(report),
        ReportSection(name="classes", title="Classes of verdicts", tables=[_classes(report)]),
        ReportSection(name="planted", title="Planted bugs", tables=[_planted(report.arms)]),
        ReportSection(name="models", title="Models", tables=list(_models(report))),
        ReportSection(name="stability", title="Stability", tables=list(_stability(report))),
        ReportSection(name="judges", title="Judges", tables=list(_judges(report))),
        ReportSection(name="order", title="Order of rebuttals", tables=list(_order(report))),
        ReportSection(name="degraded", title="Degraded results", tables=[_degraded(report)]),
    ]
    return [each for each in found if each.lines or any(table.rows for table in each.tables)]


def header_lines(
    report: StudyReport, study: Study, results: Sequence[CellResult], cost: StudyCost | None = None
) -> list[str]:
    """Return the lines at the top of a report: questions, dates, cost, and what the results lack. `cost` is the cost of
    all sessions, if known; otherwise that of the results is shown.
    """
    of = f" of {report.corpus}, version {report.corpus_version}" if report.corpus else ""
    began = min((each.opened_at for each in results if each.opened_at), default="")[:10]
    ended = max((each.ended_at for each in results if each.ended_at), default="")[:10]
    when = f" Asked on {began}{f' to {ended}' if ended > began else ''}." if began else ""
    known = all(arm.cost_known for arm in report.arms)
    spent = cost.spent if cost is not None else sum(arm.cost for arm in report.arms)
    cap = f" of {money(nano_dollars(study.budget))} at most" if study.budget is not None else ""
    pending = f" Up to {money(cost.pending)} more may still be charged." if cost is not None and cost.pending else ""
    done, bad = sum(arm.finished for arm in report.arms), sum(arm.degraded for arm in report.arms)
    lines = [
        f"{counted(report.questions, 'question')}{of}; measured by “{title_of(report.primary)}”.{when}",
        f"Spent: {money(spent) if known else 'unknown, some price is not known'}{cap}.{pending}",
    ]
    if report.wanted:
        lines.append(
            f"None of these sessions comes to “{title_of(report.wanted)}”, so “{title_of(report.primary)}” decides."
        )
    if bad:
        lines.append(
            f"Every result is degraded ({bad} of {done}): no figure here is of a full council."
            if bad == done
            else f"{bad} of {done} results are degraded."
        )
    lines += [_missing(arm) for arm in report.arms if arm.degraded]
    lines += [
        f"{counted(arm.older, 'session')} of {arm.name} reused answers of {arm.of} that were asked again since."
        for arm in report.arms
        if arm.older
    ]
    return lines


def figure(told: Figure, *, signed: bool = False, share: bool = False, points: bool = False, planned: int = 0) -> str:
    """Return a figure as text with its interval; a note if it is withheld; empty if there are no questions.

    Args:
        signed: Whether to write a plus before positive values, as in differences.
        share: Whether to write the value as a percentage.
        points: Whether to write a difference of shares in percentage points: 8 of 100 more is not +8 %.
        planned: The number of questions planned; shown if fewer have results.
    """
    if told.value is None:
        return f"not told (n = {told.n})" if told.n else ""

    def written(value: float) -> str:
        if points:
            return rounded(100 * value, 1, signed=signed)
        return shared(value, signed=signed) if share else rounded(value, 2, signed=signed)

    unit = " points" if points else ""
    ends = f" [{written(told.low)}, {written(told.high)}]" if told.low is not None and told.high is not None else ""
    of = f" of {planned}" if planned > told.n else ""
    domains = f", {told.clusters} domains" if told.clusters else ""
    how = "no spread seen" if told.how == "did not vary" else told.how
    return f"{written(told.value)}{unit}{ends} (n = {told.n}{of}{domains}, {how})"


def reach_words(reach: Reach) -> str:
    """Return a sentence on how large a difference a study of this size can show, before it runs."""
    n = counted(reach.questions, "question")
    units = f"{n} of {counted(reach.domains, 'domain')}" if reach.domains else n
    if reach.questions < FEWEST:
        return f"With fewer than {FEWEST} questions no figure will be told."
    if not reach.tells:
        return f"{units} cannot tell a difference from chance, however large: the least p is " + (
            f"{rounded(reach.least_p, 3)}. It takes more {'domains' if reach.domains else 'questions'}."
        )
    if reach.spreads is None:
        return ""
    among = "domain to domain" if reach.domains else "question to question"
    return f"{units} can show a difference of {rounded(reach.spreads, 2)} times its spread from {among}."


def made_words(arm: Arm) -> str:
    """Describe an arm in words: the council it asks, or the arm it forks and what it changes."""
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


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> ReportTable:
    return ReportTable(title=title, heads=tuple(heads), rows=[list(row) for row in rows])


def _arms(report: StudyReport, study: Study, results: Sequence[CellResult]) -> Iterator[ReportTable]:
    measured = {name for arm in report.arms for name in arm.measures}
    failed = Counter(each.arm for each in results if each.outcome == "failed")
    lead = [name for name in dict.fromkeys((report.primary, *BESIDE)) if name in measured]

    def measure(arm: ArmReport, name: str) -> str:
        if name not in arm.measures:
            return ""
        return figure(arm.measures[name], share=name in report.shares, planned=report.questions)

    rows = [
        [
            arm.name,
            made_words(study.arm(arm.name)),
            f"{arm.finished} of {arm.planned}" + (f", {failed[arm.name]} failed" if failed[arm.name] else ""),
            f"{arm.degraded} of {arm.finished}" if arm.degraded else "0",
            _cost(arm),
            *(measure(arm, name) for name in lead),
        ]
        for arm in report.arms
    ]
    yield _table("Arms", ["arm", "made of", "finished", "degraded", "cost", *map(title_of, lead)], rows)
    others = [[title_of(name), *(measure(arm, name) for arm in report.arms)] for name in sorted(measured - {*lead})]
    yield _table("Every other measure", ["measure", *(arm.name for arm in report.arms)], others)


def _cost(arm: ArmReport) -> str:
    cost = money(arm.cost) if arm.cost_known else f"at least {money(arm.cost)}" if arm.cost else "unknown"
    again = f" ({money(arm.cost_again)} of it for sessions that were asked again)" if arm.cost_again else ""
    kept = f"; {counted(arm.kept, 'answer')} kept from {arm.of}" if arm.of else ""
    return f"{cost}{again}{kept}"


def _missing(arm: ArmReport) -> str:
    told = [(why.rstrip("."), times) for why, times in arm.missing.items()]
    named = "; ".join(f"{why} ({times} times)" if times > 1 else why for why, times in told[:MOST_NAMED])
    more = f"; and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return f"{arm.name}: {arm.degraded} of {arm.finished} degraded. {named}{more}."


def _differences(report: StudyReport) -> ReportSection:
    def mean(value: float | None, share: bool) -> str:
        return "" if value is None else f"{rounded(100 * value, 1)}%" if share else rounded(value, 2)

    rows = [
        [
            title_of(name),
            each.arm,
            mean(each.before, share),
            mean(each.after, share),
            figure(each.difference, signed=True, points=share, planned=each.planned),
            "" if each.p_holm is None else f"{p_words(each.p_holm)} by Holm ({each.test})",
            gaps_words(each, each.difference.n),
        ]
        for name in sorted(report.differences, key=lambda name: (name != report.primary, name))
        for each in report.differences[name]
        for share in [name in report.shares]
    ]
    heads = ["measure", "arm", "baseline", "arm's mean", "difference", "p", "missing"]
    title = f"Differences to {report.baseline}"
    decides = f"“{title_of(report.primary)}” decides; the other measures are exploratory."
    return ReportSection(
        name="differences",
        title=title,
        tables=[_table(title, heads, rows)],
        lines=(decides if rows else "There is no other arm to compare.",),
    )


def p_words(p: float) -> str:
    """Return `p = 0.041`, or `p < 0.001` for a smaller p."""
    return f"p = {rounded(p, 3)}" if p >= SMALLEST / 2 else f"p < {rounded(SMALLEST, 3)}"


def gaps_words(told: ArmDifference | ClassDifference, n: int) -> str:
    """Return in words how many of `n` questions have a degraded or ungraded result; empty if none has."""
    parts = [f"{told.degraded} of {n} with a degraded result"] if told.degraded else []
    if isinstance(told, ArmDifference) and told.unread:
        parts.append(f"{told.unread} of {n} with an answer that is not graded")
    return ", ".join(parts)


def _classes(report: StudyReport) -> ReportTable:
    changed = {each.arm: each for each in report.classes}
    rows = []
    for arm in report.arms if any(arm.classes for arm in report.arms) else ():
        said = ", ".join(f"{name} {often}" for name, often in arm.classes.items())
        worse = f"; {arm.degraded} of these {arm.finished} sessions are degraded" if arm.degraded else ""
        moved = ""
        if (told := changed.get(arm.name)) is not None:
            p = f", {p_words(told.p_holm)} by Holm" if told.p_holm is not None else ""
            moved = f"{figure(told.changed, share=True, planned=told.planned)}{p}"
        rows.append([arm.name, said + worse, moved, gaps_words(told, told.changed.n) if told is not None else ""])
    return _table("Classes by arm", ["arm", "classes", f"another class than {report.baseline}", "missing"], rows)


def _planted(arms: Sequence[ArmReport]) -> ReportTable:
    rows = [
        [
            arm.name,
            _part(found.recall),
            "; ".join(f"{name}: {_part(one)}" for name, one in found.by_severity.items()),
            _part(found.precision),
            f"{_part(found.precision_of_all)}; {found.unplaced} name no line",
            _part(found.decoys),
            f"{_part(found.false_clean)}; {found.withheld} withheld, {found.unread} not readable",
        ]
        for arm in arms
        if (found := arm.planted) is not None
    ]
    heads = ["arm", "found", "by severity", "findings that found one, of those that name lines", "of all findings",
             "decoys reported as bugs", "false all-clears, of those with a verdict"]  # fmt: skip
    return _table("Planted bugs by arm", heads, rows)


def _part(told: Proportion) -> str:
    """Return a proportion as text: the count out of the total, and the mean share per question if there are enough
    questions.
    """
    said = "" if told.share.value is None else f"; a question: {figure(told.share, share=True)}"
    return f"{told.so} of {told.of}{said}"


def _models(report: StudyReport) -> Iterator[ReportTable]:
    heads = ["model, arm", "score", "spread", "replies", "strongest", "weakest", "changed", "without a rebuttal",
             "conviction"]  # fmt: skip
    rows = [
        [
            f"{each.model}, {each.arm}",
            figure(each.score),
            f"{each.spread:.2f}" if each.spread is not None else "",
            str(each.replies),
            str(each.strongest),
            str(each.weakest),
            figure(each.flips, share=True),
            figure(each.uncited, share=True),
            figure(each.conviction),
        ]
        for each in report.models
    ]
    yield _table("Models by arm", heads, rows)
    axes = list(dict.fromkeys(axis for each in report.models for axis in each.axes))
    by_axis = [
        [f"{each.model}, {each.arm}", *(figure(each.axes[axis]) if axis in each.axes else "" for axis in axes)]
        for each in report.models
        if axes
    ]
    yield _table("By axis", ["model, arm", *axes], by_axis)
    moves = [
        [each.source, each.model, each.arm, f"{each.times} of {each.of}", figure(each.share, share=True)]
        for each in report.moves
    ]
    yield _table("Who changed whose position", ["rebuttals of", "changed", "arm", "how often", "share"], moves)


def _stability(report: StudyReport) -> Iterator[ReportTable]:
    rows = [
        [arm.name, figure(arm.stability.agreement, share=True), figure(arm.winners.agreement, share=True)]
        for arm in report.arms
        if arm.stability.agreement.n or arm.winners.agreement.n
    ]
    heads = ["arm", "two repeats have the same class", "the same leading answer"]
    yield _table("How often repeats agree", heads, rows)
    base = next(arm for arm in report.arms if arm.name == report.baseline)
    unstable = [
        [
            each.question,
            each.dominant or "none",
            figure(each.share, share=True),
            ", ".join(f"{name} {often}" for name, often in each.classes.items()),
        ]
        for each in base.stability.questions
        if sum(each.classes.values()) > 1
    ]
    title = f"The least stable questions, under {report.baseline}"
    yield _table(title, ["question", "most often", "share", "classes"], unstable[:MOST_QUESTIONS])


def _judges(report: StudyReport) -> Iterator[ReportTable]:
    told = [each for each in report.judging if each.judges]
    rows = [
        [each.arm, judge.model, str(judge.given), figure(judge.ceiling, share=True)]
        for each in told
        for judge in each.judges
    ]
    yield _table("Judges", ["arm", "judge", "scores given", "highest score"], rows)
    together = [
        [
            each.arm,
            figure(each.alpha),
            str(each.units),
            figure(each.findings),
            figure(each.confirmed, share=True),
            figure(each.disputed, share=True),
        ]
        for each in told
        if each.units or each.findings.n
    ]
    heads = ["arm", "alpha", "scores of several", "findings a question", "confirmed", "disputed"]
    yield _table("Agreement and findings", heads, together)


def _order(report: StudyReport) -> Iterator[ReportTable]:
    for each in report.order:
        rows = [[one.sort, str(one.members), figure(one.share, share=True)] for one in each.sorts]
        title = f"{each.arm} and {each.of}: {each.eligible} of {each.members} members saw two rebuttals or more"
        yield _table(title, ["in both orders", "members", "share"], rows)


def _degraded(report: StudyReport) -> ReportTable:
    rows = [[each.arm, each.item, str(each.repeat), each.session[:8], "; ".join(each.why)] for each in report.degraded]
    return _table("Degraded results", ["arm", "question", "repeat", "session", "what is missing"], rows)
