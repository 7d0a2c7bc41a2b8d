"""Compute scores, measures and the ruling from settled flips, labels and axis scores.

The arithmetic of one reply is in `scores.py`, the measures are in `measures.py`, the rules in `stats/rules.py`; this
module combines them. Form and mentions of trouble are counted on the final text.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from moot.protocols.adjudication.measures import Panel, PanelFinding, PanelReply, measures_from
from moot.protocols.adjudication.scores import LEAST, MOST, bounds_of, conviction, weighted_score
from moot.protocols.adjudication.sentences import keeps_form
from moot.protocols.adjudication.trouble_words import mentions_any
from moot.stats.rules import ruled_from
from moot.vocabulary.rubrics import Rubric


def scores_from(
    rubric: Rubric, finals: Mapping[str, str], axes: AxisScores, flips: Flips, labels: Labels
) -> ReplyScores:
    """Return each final reply's score, best first; there is no winner while a reply has no score."""
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
    """Return all values that the rubric's rules may use; `seated` members were asked for a reply."""
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


def off_by(seat: str, axes: AxisScores) -> dict[str, tuple[float, float]]:
    """Return how far each axis score of a reply may be lower and higher, where some adjudicators' scores are unread."""
    found = {}
    for each in axes.scores:
        if each.seat == seat and each.score is not None and each.unheard:
            low, high = ([*each.given.values(), *[worth] * each.unheard] for worth in (LEAST, MOST))
            found[each.axis] = (each.score - median(low), median(high) - each.score)
    return found


def measures_of_panel(rubric: Rubric, panel: Panel) -> Measures:
    """Return the measures and the rule they meet; without any score no rule is tried."""
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
    """Return the note added to any class when it was not tested whether members keep their position."""
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
