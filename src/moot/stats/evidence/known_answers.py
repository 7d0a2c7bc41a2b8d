"""How often were members, and the council, right on questions whose answer is known, and do they err together?

Who was right is graded where the session was held (`protocols/grading/`). What is not graded is neither right nor
wrong, and is counted. `tests/stats/evidence/test_known_answers.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from moot.stats.evidence.shared_part import RankedAnswers
from moot.stats.shared_errors import FEWEST, SharedErrors, shared_errors
from moot.vocabulary.seats import Seat

THE_COUNCIL = "the council"
MOST_VOTES = "most votes"
"""The answer most members gave first; where several answers have as many votes, none."""


class AnsweredQuestion(Struct, frozen=True, kw_only=True):
    """A question with a known answer, and how what was answered is graded."""

    right: dict[str, bool | None]
    """Members and `the council`, and whether each was right; `None` where that is not graded."""
    groups: dict[str, int] = {}
    """Member and the group of its first answer; answers of one group say the same."""
    ranks: dict[str, dict[str, float]] = {}
    """Reader, and where its ballot put each member's answer: smaller is better."""

    @property
    def members(self) -> list[str]:
        """Return the members that were asked."""
        return [name for name in self.right if name != THE_COUNCIL]


class Spoke(NamedTuple):
    """A member's words, in the order of a session."""

    seat: str
    """Who spoke."""
    stage: str
    """In which stage."""
    text: str
    """The words."""


class RightRecord(Struct, frozen=True, kw_only=True):
    """How often one was right."""

    name: str
    """The member's model, `the council`, or `most votes`."""
    right: int
    """Questions answered as known."""
    wrong: int
    """Questions answered otherwise."""
    unread: int
    """Questions whose answer could not be told right or wrong, and those it gave none to."""
    family: str = ""
    """The member's family of models, where it is known."""


class KnownAnswers(Struct, frozen=True, kw_only=True):
    """What the questions with known answers say."""

    questions: int
    """Questions with a known answer."""
    members: tuple[RightRecord, ...]
    """Each member, the best first: known afterwards, and partly luck."""
    council: RightRecord
    """What the council said."""
    most_votes: RightRecord
    """What most of its members answered first."""
    beside_best: RightRecord
    """What the council said to the questions on which its best member's answer could be told right or wrong."""
    errors: SharedErrors
    """How members' errors go together."""
    fewest: int = FEWEST
    """Questions both answered, below which nothing is told of a pair."""


def first_answers(spoken: Iterable[Spoke], seats: Sequence[Seat]) -> dict[str, str]:
    """Each member's first answer, by its model (a second seat of one model has a number): the first words of members
    in the first stage in which more than one of them spoke, so that none had read another's."""
    names = names_of(seats)
    by_stage: dict[str, dict[str, str]] = {}
    for each in spoken:
        if each.seat in names:
            by_stage.setdefault(each.stage, {}).setdefault(each.seat, each.text)
    first = next((said for said in by_stage.values() if len(said) > 1 or len(names) == 1), {})
    return {names[seat]: first[seat] for seat in names if seat in first}


def names_of(seats: Sequence[Seat]) -> dict[str, str]:
    """Seat and what its member is called across sessions; of people nothing is kept."""
    often: Counter[str] = Counter()
    names = {}
    for seat in seats:
        if not seat.person:
            often[seat.model] += 1
            names[seat.id] = seat.model if often[seat.model] == 1 else f"{seat.model} ({often[seat.model]})"
    return names


def known_answers(asked: Sequence[AnsweredQuestion], families: Mapping[str, str]) -> KnownAnswers | None:
    """What these questions say; `None` where no answer is known."""
    if not asked:
        return None
    members = list(dict.fromkeys(member for each in asked for member in each.members))
    judged = [{**each.right, MOST_VOTES: _most_votes(each)} for each in asked]
    wrong = [[None if (right := row.get(member)) is None else not right for member in members] for row in judged]
    records = [_record(member, judged, families.get(member, "")) for member in members]
    # a few right answers make nobody the best: one right and one wrong are added to each record
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
        errors=shared_errors(
            [members[at] for at in order],
            [families.get(members[at], "") for at in order],
            [[row[at] for at in order] for row in wrong],
        ),
    )


def ranked_answers(asked: Iterable[AnsweredQuestion]) -> list[RankedAnswers]:
    """Judge the answers of each question on which ballots were cast."""
    found = []
    for each in asked:
        if each.ranks:
            judged = {name: said for name in each.members if (said := each.right[name]) is not None}
            found.append(RankedAnswers(ranks=each.ranks, right=judged))
    return found


def _record(name: str, judged: Sequence[Mapping[str, bool | None]], family: str = "") -> RightRecord:
    given = [row.get(name) for row in judged]
    return RightRecord(
        name=name, right=given.count(True), wrong=given.count(False), unread=given.count(None), family=family
    )


def _most_votes(asked: AnsweredQuestion) -> bool | None:
    """Whether the answer that most members gave is right; `None` where none has most votes, or it is not graded."""
    votes = Counter(group for group in asked.groups.values() if group).most_common(2)
    if not votes or (len(votes) > 1 and votes[0][1] == votes[1][1]):
        return None
    return next(asked.right[name] for name, group in asked.groups.items() if group == votes[0][0])
