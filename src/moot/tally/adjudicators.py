"""What do several adjudicators come to together, and how far do they judge alike?

Scores by their median. Of comparisons of positions most decide about the agreement, and the comparison of the
adjudicator named first among them stands whole; of merged lists the one in the middle, by confirmed less disputed
findings. Whether a finding is confirmed, disputed or unique is counted from the replies named for and against it. How
far adjudicators agree is said beside it and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import Literal

from moot.tally.alpha import Level, alpha_from
from moot.tally.flips import most_common
from moot.tally.measures import is_flawed
from moot.tally.scores import axis_score
from moot.vocabulary.adjudication_ballots import AxisCalls, MergedEntry, MergedList, Positions
from moot.vocabulary.adjudication_findings import (
    AdjudicatorAgreement,
    AxisFound,
    AxisScores,
    Compared,
    Flips,
    Labels,
    MergedFinding,
)
from moot.vocabulary.rubrics import Rubric

Status = Literal["confirmed", "disputed", "unique"]

NO_CONSENSUS = "no consensus"
LONGEST_CONSENSUS = 3
"""Words a position is named in; a longer name is a sentence, not a label."""


def axis_scores_from(
    rubric: Rubric, seats: Sequence[str], calls: Mapping[str, Mapping[str, Sequence[AxisCalls]]]
) -> AxisScores:
    """Each reply's score on each axis, from what adjudicators gave: by seat, then by adjudicator in their order."""
    found = []
    for seat in seats:
        for axis in rubric.axes:
            given = {
                who: ballot.axes[axis.name]
                for who, ballots in calls.get(seat, {}).items()
                for ballot in ballots
                if axis.name in ballot.axes
            }
            found.append(
                AxisFound(
                    seat=seat,
                    axis=axis.name,
                    score=axis_score([score.score for score in given.values()]),
                    given={who: score.score for who, score in given.items()},
                    reasons={who: score.reason for who, score in given.items()},
                )
            )
    return AxisScores(scores=tuple(found))


def compared_from(rubric: Rubric, calls: Mapping[str, Positions | MergedList]) -> Compared:
    """The comparison that stands, from those of the adjudicators in their order."""
    positions = {who: call for who, call in calls.items() if isinstance(call, Positions)}
    lists = {who: call for who, call in calls.items() if isinstance(call, MergedList)}
    if positions:
        return _of_positions(rubric, positions)
    if lists:
        return _of_lists(rubric, lists)
    return Compared()


def consensus_label(words: str) -> str:
    """A position's name, if it is one of up to three words and says that there is one."""
    bare = " ".join(words.strip(" .\"'“”").split())
    if not bare or bare.casefold().replace("_", " ") == NO_CONSENSUS or len(bare.split()) > LONGEST_CONSENSUS:
        return ""
    return bare


def in_seat_order(seats: Sequence[str]) -> tuple[str, ...]:
    """Each seat once, `seat-z` before `seat-aa`."""
    return tuple(sorted(set(seats), key=lambda seat: (len(seat), seat)))


def counted_status(entry: MergedEntry) -> Status:
    """A finding's status by who has it and who denies it; by the adjudicator's word where it names nobody."""
    if not entry.agree:
        return entry.status
    if set(entry.disagree) - set(entry.agree):
        return "disputed"
    return "confirmed" if len(set(entry.agree)) > 1 else "unique"


def agreement_of(
    rubric: Rubric, adjudicators: Sequence[str], axes: AxisScores, labels: Labels, flips: Flips
) -> AdjudicatorAgreement:
    """How far the adjudicators agree. Of labelled findings is compared whether they make the reply faulty."""
    table = [[each.given.get(who) for who in adjudicators] for each in axes.scores]
    by_label = [[_label_of(rubric, reply.calls.get(who)) for who in adjudicators] for reply in labels.replies]
    by_flip = [[flip.calls.get(who) for who in adjudicators] for flip in flips.flips]
    return AdjudicatorAgreement(
        adjudicators=tuple(adjudicators),
        scores=_alpha(table, "ordinal"),
        scores_interval=_alpha(table, "interval"),
        labels=_alpha(_numbered(by_label), "nominal"),
        flips=_alpha(_numbered(by_flip), "nominal"),
        units=sum(sum(value is not None for value in row) > 1 for row in table),
    )


def _of_positions(rubric: Rubric, calls: Mapping[str, Positions]) -> Compared:
    agreement = most_common([call.agreement for call in calls.values()])
    by = next(who for who, call in calls.items() if call.agreement == agreement)
    stands = calls[by]
    return Compared(
        agreement=agreement,
        dispute=stands.dispute,
        consensus=consensus_label(stands.consensus) if rubric.consensus else "",
        order=stands.order,
        details=stands.details,
        by=by,
        calls={who: call.agreement for who, call in calls.items()},
    )


def _of_lists(rubric: Rubric, calls: Mapping[str, MergedList]) -> Compared:
    leads = [_lead(call) for call in calls.values()]
    by = list(calls)[leads.index(median_low(leads))]
    stands = calls[by]
    return Compared(
        findings=tuple(
            MergedFinding(
                finding=each.finding,
                status=counted_status(each),
                severity=each.severity,
                agree=in_seat_order(each.agree),
                disagree=in_seat_order(each.disagree),
            )
            for each in stands.findings
        ),
        chains=stands.chains if rubric.comparison.chains else 0,
        order=stands.order,
        details=stands.details,
        by=by,
        calls={who: _counts(call) for who, call in calls.items()},
    )


def _lead(call: MergedList) -> tuple[int, int]:
    statuses = [counted_status(finding) for finding in call.findings]
    return (statuses.count("confirmed") - statuses.count("disputed"), len(statuses))


def _counts(call: MergedList) -> str:
    statuses = [counted_status(finding) for finding in call.findings]
    return ", ".join(f"{statuses.count(status)} {status}" for status in ("confirmed", "disputed", "unique"))


def _label_of(rubric: Rubric, given: tuple[str, ...] | None) -> str | None:
    if given is None:
        return None
    return " ".join(given) if rubric.labelling.of == "replies" else str(is_flawed(rubric, given))


def _numbered(table: Sequence[Sequence[str | None]]) -> list[list[float | None]]:
    names = sorted({value for row in table for value in row if value is not None})
    return [[None if value is None else float(names.index(value)) for value in row] for row in table]


def _alpha(table: Sequence[Sequence[float | None]], level: Level) -> float | None:
    return alpha_from(table, level).value if table else None
