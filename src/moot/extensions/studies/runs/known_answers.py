"""Count how often members, the council and the most frequent answer were right in a run with known answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.exports.public import THE_COUNCIL, AnsweredQuestion

MOST_VOTES = "most votes"
"""Name of the council-free result: the answer that most members gave first; there is none on a tie."""


class RightRecord(Struct, frozen=True, kw_only=True):
    """How often one member, or the council, was right on questions with known answers."""

    name: str
    """The member's model, `the council`, or `most votes`."""
    right: int
    """Number of right answers."""
    wrong: int
    """Number of wrong answers."""
    unread: int
    """Number of questions without a graded answer."""


class KnownAnswers(Struct, frozen=True, kw_only=True):
    """How often each member and the council were right on questions with known answers."""

    questions: int
    """Number of questions with a known answer."""
    members: tuple[RightRecord, ...]
    """Record of each member, the best first. Which member is best is only known afterwards, and is partly luck."""
    council: RightRecord
    """Record of the council's answers."""
    most_votes: RightRecord
    """Record of the answers that most members gave first."""
    beside_best: RightRecord
    """Record of the council on the questions for which its best member has a graded answer."""


def known_answers(asked: Sequence[AnsweredQuestion]) -> KnownAnswers | None:
    """Count how often each member and the council were right on these questions; `None` if no right answer is known."""
    if not asked:
        return None
    members = list(dict.fromkeys(member for each in asked for member in each.members))
    judged = [{**each.right, MOST_VOTES: _most_votes(each)} for each in asked]
    records = [_record(member, judged) for member in members]
    # add-one smoothing: a few right answers make no member the best
    order = sorted(
        range(len(members)),
        key=lambda at: (-(records[at].right + 1) / (records[at].right + records[at].wrong + 2), members[at]),
    )
    best = members[order[0]] if order else ""
    return KnownAnswers(
        questions=len(asked),
        members=tuple(records[at] for at in order),
        council=_record(THE_COUNCIL, judged),
        most_votes=_record(MOST_VOTES, judged),
        beside_best=_record(THE_COUNCIL, [row for row in judged if row.get(best) is not None]),
    )


def _record(name: str, judged: Sequence[Mapping[str, bool | None]]) -> RightRecord:
    given = [row.get(name) for row in judged]
    return RightRecord(name=name, right=given.count(True), wrong=given.count(False), unread=given.count(None))


def _most_votes(asked: AnsweredQuestion) -> bool | None:
    """Return whether the answer given by the most members is right; `None` if several are tied or it is ungraded."""
    votes = Counter(group for group in asked.groups.values() if group).most_common(2)
    if not votes or (len(votes) > 1 and votes[0][1] == votes[1][1]):
        return None
    return next(asked.right[name] for name, group in asked.groups.items() if group == votes[0][0])
