"""Merge the judgements of several adjudicators, and measure their agreement.

Scores are merged by their median. The majority decides whether replies agree, and the comparison of the first
adjudicator in that majority is used whole. Of merged lists the one with the middle count of confirmed less disputed
findings is used. Whether a finding is confirmed, disputed or unique is counted from the replies named for and against
it: a denial counts if its passage occurs in that member's text and the member did not change sides without a reason,
and a finding that no reply reports is struck. The agreement of adjudicators is shown and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low
from typing import Literal

from msgspec import UNSET, Struct

from moot.protocols.adjudication.ballots import AxisCalls, Denial, MergedEntry, MergedList, Positions
from moot.protocols.adjudication.findings import (
    AdjudicatorAgreement,
    AxisFound,
    AxisScores,
    Flips,
    Labels,
    MergedFinding,
    RepliesCompared,
    Struck,
)
from moot.protocols.adjudication.flips import holds_in, most_common
from moot.protocols.adjudication.measures import is_flawed
from moot.protocols.adjudication.scores import axis_score
from moot.stats.alpha import Level, alpha_from
from moot.vocabulary.rubrics import Rubric

Status = Literal["confirmed", "disputed", "unique"]

AGREEMENTS: tuple[Literal["disagree", "partial", "agree"], ...] = ("disagree", "partial", "agree")
"""Levels of agreement between replies, worst first."""
LOWEST, HIGHEST = (-1_000_000, 0), (1_000_000, 0)
"""Possible positions of a list that could not be read: after every other list, or before."""
NO_CONSENSUS = "no consensus"
LONGEST_CONSENSUS = 3
"""Maximum number of words in the name of a position. A longer name is a sentence, not a label."""


def who_judged(judges: Sequence[str], *read: Iterable[str]) -> list[str]:
    """Return the seats in `judges` that have a readable ballot, in the order of `judges`.

    If no seat has a readable ballot, return all seats.

    `read` has one collection for each kind of ballot. A collection names its readable ballots: `seat`, or
    `seat#subject`.
    """
    heard = {name.partition("#")[0] for names in read for name in names}
    return [who for who in judges if who in heard] or list(judges)


def axis_scores_from(
    rubric: Rubric,
    seats: Sequence[str],
    calls: Mapping[str, Mapping[str, Sequence[AxisCalls]]],
    judges: Sequence[str],
) -> AxisScores:
    """Return each reply's score on every axis of the rubric: the median of the adjudicators' scores.

    Args:
        judges: All adjudicators that were asked, so that those without a score can be counted.
        calls: The adjudicators' ballots on a reply, by its seat, then by adjudicator.
    """
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
                    unheard=(len(judges) - len(given) if given else 0) or UNSET,
                )
            )
    return AxisScores(scores=tuple(found))


class MemberText(Struct, frozen=True):
    """One member's final reply and rebuttals, in which quotations of its denials are looked up."""

    texts: tuple[str, ...]
    """The member's final reply and its rebuttals."""
    unexplained: bool = False
    """Whether the member changed its position without a reason."""


def compared_from(
    rubric: Rubric,
    judges: Sequence[str],
    calls: Mapping[str, Positions | MergedList],
    wrote: Mapping[str, MemberText],
) -> RepliesCompared:
    """Choose one adjudicator's comparison of the replies as that of the session, and return it.

    Missing and unreadable comparisons are assumed to have the result that makes the overall result worst. If no
    readable comparison has this overall result, none is chosen.

    Args:
        calls: The comparisons by adjudicator.
        wrote: The members' texts, in which denials must be quoted.
    """
    if rubric.comparison.of == "positions":
        return _of_positions(rubric, judges, {who: each for who, each in calls.items() if isinstance(each, Positions)})
    return _of_lists(rubric, judges, {who: each for who, each in calls.items() if isinstance(each, MergedList)}, wrote)


def consensus_label(words: str) -> str:
    """Return the text without extra spaces and marks, if it can name a position that the members share.

    If the text is empty, is `no consensus` or has more than three words, return an empty text.
    """
    bare = " ".join(words.strip(" .\"'“”").split())
    if not bare or bare.casefold().replace("_", " ") == NO_CONSENSUS or len(bare.split()) > LONGEST_CONSENSUS:
        return ""
    return bare


def in_seat_order(seats: Sequence[str]) -> tuple[str, ...]:
    """Return these seat ids sorted, without duplicates: `seat-z` before `seat-aa`."""
    return tuple(sorted(set(seats), key=lambda seat: (len(seat), seat)))


def finding_from(entry: MergedEntry, wrote: Mapping[str, MemberText]) -> tuple[MergedFinding | None, list[Struck]]:
    """Convert an entry of an adjudicator's merged list to a finding (a point that replies report, e.g. a defect).

    Returns:
        The finding with the replies that report it and those whose denial counts, `None` if no reply reports it. Then
        the parts of the entry that do not count, each with the reason.
    """
    if not entry.agree:
        return None, [Struck(why="unreported", finding=entry.finding)]
    judged = [(each, _wrong_with(each, wrote)) for each in entry.denials if each.by not in entry.agree]
    against = tuple(each.by for each, why in judged if why is None)
    struck = [
        Struck(why=why, finding=entry.finding, by=each.by, words=each.words) for each, why in judged if why is not None
    ]
    status: Status = "disputed" if against else "confirmed" if len(set(entry.agree)) > 1 else "unique"
    found = MergedFinding(
        finding=entry.finding,
        status=status,
        severity=entry.severity,
        agree=in_seat_order(entry.agree),
        disagree=in_seat_order(against),
    )
    return found, struck


def _wrong_with(
    denial: Denial, wrote: Mapping[str, MemberText]
) -> Literal["unread", "not_found", "changed_sides"] | None:
    """Return why a reply's denial of a finding does not count; `None` if it counts."""
    by = wrote.get(denial.by, MemberText(()))
    if by.unexplained:
        return "changed_sides"
    if not denial.words.strip():
        return "unread"
    return None if any(holds_in(denial.words, text) for text in by.texts) else "not_found"


def agreement_of(
    rubric: Rubric, adjudicators: Sequence[str], axes: AxisScores, labels: Labels, flips: Flips
) -> AdjudicatorAgreement:
    """Return how far several adjudicators agree: Krippendorff's alpha of their scores, labels and calls of changed
    positions.

    Labels of findings are compared by whether they make the reply faulty.
    """
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


def _of_positions(rubric: Rubric, judges: Sequence[str], calls: Mapping[str, Positions]) -> RepliesCompared:
    given = [calls[who].agreement if who in calls else None for who in judges]
    # The majority if the unread ones were any of the three: the worst of these is used.
    could = {most_common([each or other for each in given]) for other in AGREEMENTS}
    agreement = next(each for each in AGREEMENTS if each in could)
    by = next((who for who, call in calls.items() if call.agreement == agreement), None)
    if by is None:
        return RepliesCompared(calls={who: call.agreement for who, call in calls.items()})
    stands = calls[by]
    return RepliesCompared(
        agreement=agreement,
        dispute=stands.dispute,
        consensus=consensus_label(stands.consensus) if rubric.consensus else "",
        order=stands.order,
        details=stands.details,
        by=by,
        calls={who: call.agreement for who, call in calls.items()},
    )


def _of_lists(
    rubric: Rubric, judges: Sequence[str], calls: Mapping[str, MergedList], wrote: Mapping[str, MemberText]
) -> RepliesCompared:
    settled = {who: [finding_from(entry, wrote) for entry in call.findings] for who, call in calls.items()}
    lists = {who: [found for found, _ in each if found is not None] for who, each in settled.items()}
    middle = set()
    for other in (LOWEST, HIGHEST):  # a median moves furthest if all of them are at one end
        leads = [_lead(lists[who]) if who in lists else other for who in judges]
        middle.add(judges[leads.index(median_low(leads))])
    by = middle.pop()
    if middle or by not in calls:
        return RepliesCompared(calls={who: _counts(found) for who, found in lists.items()})
    stands = calls[by]
    struck = tuple(each for _, several in settled[by] for each in several)
    return RepliesCompared(
        findings=tuple(lists[by]),
        chains=stands.chains if rubric.comparison.chains else 0,
        order=stands.order,
        details=stands.details,
        by=by,
        calls={who: _counts(found) for who, found in lists.items()},
        struck=struck or UNSET,
    )


def _lead(found: Sequence[MergedFinding]) -> tuple[int, int]:
    statuses = [finding.status for finding in found]
    return (statuses.count("confirmed") - statuses.count("disputed"), len(statuses))


def _counts(found: Sequence[MergedFinding]) -> str:
    statuses = [finding.status for finding in found]
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
