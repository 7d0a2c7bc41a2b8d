"""Compute a reply's score: weighted axes, times the penalty for broken form, plus conviction.

An axis that could not be read is missing, neither zero nor average: the others are scaled up to the full weight, and
with less than half of the weight read there is no score. If a rubric names a neutral score it is used instead. Either
way the score is flagged, and a ruling uses the score's bounds, not the filled-in value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import median

from moot.protocols.adjudication.findings import (
    AxisScores,
    FlipFound,
    Flips,
    Labels,
    Measures,
    RepliesCompared,
    ReplyLabels,
    ReplyScore,
    ReplyScores,
)
from moot.protocols.adjudication.measures import (
    DIGITS,
    Bounds,
    Flip,
    Panel,
    PanelFinding,
    PanelReply,
    flaw_of,
    measures_from,
)
from moot.protocols.adjudication.sentences import keeps_form
from moot.stats.rules import ruled_from
from moot.vocabulary.rubrics import Rubric

ENOUGH = 0.5
"""Minimum share of the axes' weight that must have been parsed for a reply to get a score."""
LEAST, MOST = 1, 5
"""Lowest and highest score on an axis."""


def scores_from(
    rubric: Rubric, finals: Mapping[str, str], axes: AxisScores, flips: Flips, labels: Labels
) -> ReplyScores:
    """Return the weighted scores of the final replies, best first.

    If a reply has no score, there is no winner.
    """
    flip_of = {flip.seat: flip for flip in flips.flips}
    labels_of = {reply.seat: reply for reply in labels.replies}
    scored = [_score(rubric, seat, text, axes, flip_of.get(seat), labels_of.get(seat)) for seat, text in finals.items()]
    # Equal scores keep the order of the seats.
    places = tuple(sorted(scored, key=lambda each: (each.score is None, -(each.score or 0.0))))
    best = [each.seat for each in places if each.score is not None and each.score == places[0].score]
    alone = len(best) == 1 and all(each.score is not None for each in places)
    return ReplyScores(places=places, winner=best[0] if alone else None, most=rubric.most)


def panel_from(
    rubric: Rubric,
    finals: Mapping[str, str],
    scores: ReplyScores,
    flips: Flips,
    labels: Labels,
    compared: RepliesCompared,
    *,
    axes: AxisScores,
    seated: int,
) -> Panel:
    """Return everything about the session from which the rubric's measures are computed, collected from all findings.

    `seated` is the number of members that were asked for a reply.
    """
    score_of = {each.seat: each for each in scores.places}
    flip_of = {flip.seat: flip for flip in flips.flips}
    labels_of = {reply.seat: reply for reply in labels.replies}
    replies = []
    for seat, text in finals.items():
        score, given = score_of[seat], labels_of[seat]
        flip = flip_of[seat].change if seat in flip_of else "unread"
        replies.append(
            PanelReply(
                seat=seat,
                score=score.score,
                bounds=bounds_of(
                    rubric,
                    score,
                    off_by(seat, axes),
                    flip,
                    given.known,
                    labelled=given.read,
                    unread=given.unread,
                ),
                flip=flip,
                labels=given.known,
                labelled=given.read and not (rubric.labelling.of == "replies" and given.unread),
                unread_labels=given.unread,
                compliant=score.compliant,
                mentions=mentions_any(text, rubric.comparison.mentions),
            )
        )
    return Panel(
        replies=tuple(replies),
        absent=max(0, seated - len(replies)),
        compared=compared.by is not None,
        agreement=compared.agreement,
        dispute=compared.dispute,
        findings=tuple(PanelFinding(status=each.status, severity=each.severity) for each in compared.findings),
        unreported=sum(each.why == "unreported" for each in compared.struck or ()),
        baseless_denials=sum(each.why in ("unread", "not_found") for each in compared.struck or ()),
        chains=compared.chains,
    )


def mentions_any(text: str, words: Sequence[str]) -> bool:
    """Return whether any word of the text begins with one of `words`, in upper or lower case."""
    return any(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) for word in words)


def off_by(seat: str, axes: AxisScores) -> dict[str, tuple[float, float]]:
    """Return, for each axis, by how much a reply's score could be lower and higher if every adjudicator's score were
    known.

    Axes for which all scores are known, or none, are left out.
    """
    found = {}
    for each in axes.scores:
        if each.seat == seat and each.score is not None and each.unheard:
            low, high = ([*each.given.values(), *[worth] * each.unheard] for worth in (LEAST, MOST))
            found[each.axis] = (each.score - median(low), median(high) - each.score)
    return found


def measures_of_panel(rubric: Rubric, panel: Panel) -> Measures:
    """Return a session's measures and the rubric's rule that they satisfy. If no reply has a score, no rule is
    tried."""
    # As they are read back: a count is written like any other number, or a replay would differ in its bytes.
    values = {
        name: value if isinstance(value, str) else float(value) for name, value in measures_from(rubric, panel).items()
    }
    if not any(reply.score is not None for reply in panel.replies):
        return Measures(rubric=rubric.name, values=values, rule=0, withheld=True)
    ruled = ruled_from(rubric, values)
    return Measures(
        rubric=rubric.name,
        values=values,
        rule=ruled.rule,
        verdict_class=ruled.verdict_class,
        certainty=ruled.certainty,
        basis=ruled.basis,
        says=f"{ruled.says}{_untested(values)}",
        withheld=ruled.withheld,
    )


def _untested(values: Mapping[str, float | str]) -> str:
    """Return a note for the verdict if, for some member, it is unknown whether it keeps its position under rebuttal;
    else an empty text.

    If it is known of all members, return an empty text.
    """
    unread, untested, replies = (values[name] for name in ("unread_flips", "untested", "replies"))
    if untested:
        return " Not tested: whether anybody would change sides under rebuttal, as no revision was asked for."
    return f" Of {unread:.0f} of {replies:.0f} nobody can say whether they hold under rebuttal." if unread else ""


def _score(
    rubric: Rubric, seat: str, text: str, axes: AxisScores, flip: FlipFound | None, labels: ReplyLabels | None
) -> ReplyScore:
    compliant = keeps_form(text, rubric.form)
    known, unread = (labels.known, labels.unread) if labels else ((), 0)
    change = flip.change if flip else "unread"
    added = conviction(rubric, change, known, labelled=bool(labels and labels.read), unread=unread)
    return weighted_score(
        rubric,
        seat,
        {each.axis: each.score for each in axes.scores if each.seat == seat},
        compliant=compliant,
        conviction=added,
    )


def axis_score(given: Sequence[float]) -> float | None:
    """Return a reply's score on an axis: the median of the scores that adjudicators gave (`given`); `None` without
    any."""
    return float(median(given)) if given else None


def weighted_score(
    rubric: Rubric, seat: str, axes: Mapping[str, float | None], *, compliant: bool = True, conviction: float = 0.0
) -> ReplyScore:
    """Return a reply's score: the weighted sum of its axes, times the penalty if its form is wrong, plus conviction.

    `axes` are the scores by the axis's name.
    """
    unread = tuple(axis.name for axis in rubric.axes if axes.get(axis.name) is None)
    total = sum(axis.weight for axis in rubric.axes)
    summed = read = 0.0
    for axis in rubric.axes:
        score = axes.get(axis.name)
        if score is None:
            score = rubric.neutral
        if score is not None:
            summed += score * axis.weight
            read += axis.weight
    penalty = 1.0 if compliant else rubric.penalty
    stands_in = rubric.neutral is not None
    if len(unread) == len(rubric.axes) or read < ENOUGH * total:
        base = None
    elif unread and not stands_in:
        base = summed * total / read
    else:
        base = summed  # nothing is scaled, so the sum is exact
    return ReplyScore(
        seat=seat,
        score=None if base is None else round(base * penalty + conviction, DIGITS),
        base=base,
        penalty=penalty,
        conviction=conviction,
        compliant=compliant,
        missing=() if stands_in else unread,
        neutral=unread if stands_in else (),
    )


def conviction(rubric: Rubric, flip: Flip, labels: tuple[str, ...], *, labelled: bool, unread: int = 0) -> float:
    """Return the points that a reply's score gains or loses for how its author reacted to rebuttals.

    Keeping the position counts only for a reply whose labels were read (`labelled`) and show no fault; `unread` is the
    number of its labels that could not be read.
    """
    if flip == "cited":
        return rubric.conviction.cited
    if flip == "uncited":
        return rubric.conviction.uncited
    if flip == "none" and labelled and flaw_of(rubric, labels, unread) is False:
        return rubric.conviction.held
    return 0.0


def bounds_of(
    rubric: Rubric,
    score: ReplyScore,
    off: Mapping[str, tuple[float, float]],
    flip: Flip,
    labels: tuple[str, ...],
    *,
    labelled: bool,
    unread: int = 0,
) -> Bounds | None:
    """Return the lowest and highest score a reply could have if everything about it had been readable; `None` if its
    score is exact.

    Args:
        off: How much lower and higher the score on each axis could be.
        labelled: Whether any label could be read.
        unread: Number of labels that could not be read.
    """
    if score.base is None:
        return None
    flawed = flaw_of(rubric, labels, unread) if labelled else None
    gains = [score.conviction]
    if flip in ("none", "unread") and flawed is None:
        gains += [0.0, rubric.conviction.held]
    if flip == "unread":
        gains += [0.0 if flawed else rubric.conviction.held, rubric.conviction.cited, rubric.conviction.uncited]
    blank = sum(axis.weight for axis in rubric.axes if axis.name in (*score.missing, *score.neutral))
    total = sum(axis.weight for axis in rubric.axes)
    read = score.base * (total - blank) / total if score.missing else score.base - blank * (rubric.neutral or 0.0)
    less = sum(axis.weight * off[axis.name][0] for axis in rubric.axes if axis.name in off)
    more = sum(axis.weight * off[axis.name][1] for axis in rubric.axes if axis.name in off)
    low = round((read - less + LEAST * blank) * score.penalty + min(gains), DIGITS)
    high = round((read + more + MOST * blank) * score.penalty + max(gains), DIGITS)
    return Bounds(low, high) if low < high else None
