"""What is each reply worth, and what follows? From settled flips, labels and axis scores to scores, measures and a
ruling.

The arithmetic of one reply is in `scores.py`, the measures are in `measures.py`, the rules in `rules.py`; here they
meet. Form and mentions of trouble are counted on the final text.
"""

from __future__ import annotations

from collections.abc import Mapping

from moot.tally.measures import Panel, PanelFinding, PanelReply, measures_from
from moot.tally.mentions import mentions_any
from moot.tally.rules import ruled_from
from moot.tally.scores import conviction, weighted_score
from moot.tally.sentences import keeps_form
from moot.vocabulary.adjudication_findings import (
    AxisScores,
    Compared,
    FlipFound,
    Flips,
    Labels,
    Measures,
    ReplyLabels,
    ReplyScore,
    ReplyScores,
)
from moot.vocabulary.rubrics import Rubric


def scores_from(
    rubric: Rubric, finals: Mapping[str, str], axes: AxisScores, flips: Flips, labels: Labels
) -> ReplyScores:
    """Each final reply's score, best first."""
    flip_of = {flip.seat: flip for flip in flips.flips}
    labels_of = {reply.seat: reply for reply in labels.replies}
    scored = [_score(rubric, seat, text, axes, flip_of.get(seat), labels_of.get(seat)) for seat, text in finals.items()]
    # Equal scores keep the order of the seats.
    places = tuple(sorted(scored, key=lambda each: (each.score is None, -(each.score or 0.0))))
    best = [each.seat for each in places if each.score is not None and each.score == places[0].score]
    return ReplyScores(places=places, winner=best[0] if len(best) == 1 else None, most=rubric.most)


def panel_from(
    rubric: Rubric,
    finals: Mapping[str, str],
    scores: ReplyScores,
    flips: Flips,
    labels: Labels,
    compared: Compared,
) -> Panel:
    """Everything the rubric's rules may rest on."""
    score_of = {each.seat: each for each in scores.places}
    flip_of = {flip.seat: flip for flip in flips.flips}
    labels_of = {reply.seat: reply for reply in labels.replies}
    return Panel(
        replies=tuple(
            PanelReply(
                seat=seat,
                score=score_of[seat].score,
                flip=flip_of[seat].change if seat in flip_of else "unread",
                labels=tuple(given.label for given in labels_of[seat].labels),
                labelled=labels_of[seat].read,
                compliant=score_of[seat].compliant,
                mentions=mentions_any(text, rubric.comparison.mentions),
            )
            for seat, text in finals.items()
        ),
        agreement=compared.agreement,
        dispute=compared.dispute,
        findings=tuple(PanelFinding(status=each.status, severity=each.severity) for each in compared.findings),
        chains=compared.chains,
    )


def measures_of_panel(rubric: Rubric, panel: Panel) -> Measures:
    """The measures and the rule they meet; without any score nothing is ruled."""
    # As they are read back: a count is written like any other number, or a replay would say the same in other bytes.
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
        verdict_class=ruled.verdict,
        certainty=ruled.certainty,
        basis=ruled.basis,
        says=ruled.says,
        withheld=ruled.withheld,
    )


def _score(
    rubric: Rubric, seat: str, text: str, axes: AxisScores, flip: FlipFound | None, labels: ReplyLabels | None
) -> ReplyScore:
    compliant = keeps_form(text, rubric.form)
    names = tuple(given.label for given in labels.labels) if labels else ()
    added = conviction(rubric, flip.change if flip else "unread", names, labelled=bool(labels and labels.read))
    found = weighted_score(
        rubric,
        {each.axis: each.score for each in axes.scores if each.seat == seat},
        compliant=compliant,
        conviction=added,
    )
    return ReplyScore(
        seat=seat,
        score=found.value,
        base=found.base,
        penalty=found.penalty,
        conviction=found.conviction,
        compliant=compliant,
        missing=found.missing,
        neutral=found.neutral,
    )
