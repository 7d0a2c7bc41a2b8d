"""Compare how often members and the council were right on questions with a known answer.

Answers are graded in their session (`protocols/grading/`). An ungraded answer is neither right nor wrong and is counted
as such. Tests: `tests/stats/evidence/test_known_answers.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from msgspec import Struct

from moot.vocabulary.seats import Seat

THE_COUNCIL = "the council"


class AnsweredQuestion(Struct, frozen=True, kw_only=True):
    """The grades of the members' and the council's answers to a question whose right answer is known."""

    right: dict[str, bool | None]
    """Whether the answer of each member and of `the council` is right; `None` if ungraded."""
    groups: dict[str, int] = {}
    """Number of the group of each member's first answer. Answers in one group are equal."""

    @property
    def members(self) -> list[str]:
        """Return the members that were asked."""
        return [name for name in self.right if name != THE_COUNCIL]


class Spoke(NamedTuple):
    """One reply of a member in a session: the seat, the stage and the text. Used to find first answers."""

    seat: str
    """Seat of the member."""
    stage: str
    """Stage of the statement."""
    text: str
    """Text of the reply."""


def first_answers(spoken: Iterable[Spoke], seats: Sequence[Seat]) -> dict[str, str]:
    """Return each member's first answer by its model (a second seat of one model has a number).

    These are the replies in the first stage with more than one member, so that none had read another's.
    """
    names = names_of(seats)
    by_stage: dict[str, dict[str, str]] = {}
    for each in spoken:
        if each.seat in names:
            by_stage.setdefault(each.stage, {}).setdefault(each.seat, each.text)
    first = next((said for said in by_stage.values() if len(said) > 1 or len(names) == 1), {})
    return {names[seat]: first[seat] for seat in names if seat in first}


def names_of(seats: Sequence[Seat]) -> dict[str, str]:
    """Return a name for each seat that is the same in every session: its model, numbered if several seats have it.

    People are left out.
    """
    often: Counter[str] = Counter()
    names = {}
    for seat in seats:
        if not seat.person:
            often[seat.model] += 1
            names[seat.id] = seat.model if often[seat.model] == 1 else f"{seat.model} ({often[seat.model]})"
    return names


class CommonRecord(Struct, frozen=True, kw_only=True):
    """How often each of several members was right on the questions that all of them answered."""

    questions: int
    """Number of questions on which every compared member has a graded answer."""
    right: dict[str, int]
    """Number of right answers of each member."""
    council: tuple[int, int]
    """Number of right answers and of graded answers of the council to these questions."""
    leader: str = ""
    """Name of the member that was right more often than every other member and the council, beyond chance; empty for
    none.
    """


FEWEST_COMMON = 20
"""Minimum number of questions that all compared members must have answered."""


def common_record(asked: Sequence[AnsweredQuestion], members: Collection[str]) -> CommonRecord | None:
    """Return how often each of several members was right on the questions that all of them answered; `None` if there
    are fewer than `FEWEST_COMMON` such questions, or a single member.
    """
    rows = [each.right for each in asked if all(each.right.get(member) is not None for member in members)]
    if len(rows) < FEWEST_COMMON or len(members) < 2:
        return None
    right = {member: sum(bool(row[member]) for row in rows) for member in members}
    graded = [bool(row[THE_COUNCIL]) for row in rows if row.get(THE_COUNCIL) is not None]
    best = max(members, key=lambda member: right[member])
    others = [other for other in members if other != best]
    z = NormalDist().inv_cdf(1 - 0.025 / len(others))
    leads = all(_difference(rows, best, other, z)[0] > 0 for other in others)
    leads = leads and _difference(rows, THE_COUNCIL, best, z)[0] <= 0
    return CommonRecord(
        questions=len(rows), right=right, council=(sum(graded), len(graded)), leader=best if leads else ""
    )


def _difference(rows: Sequence[Mapping[str, bool | None]], one: str, other: str, z: float) -> tuple[float, float]:
    """Return the confidence interval of the difference between the shares of right answers of two members.

    Their answers to the same question are compared as a pair (Agresti and Min's method, which adds half counts).
    """
    pairs = [(row[one], row[other]) for row in rows if row.get(one) is not None and row.get(other) is not None]
    more = sum(bool(a) and not b for a, b in pairs) + 0.5
    fewer = sum(bool(b) and not a for a, b in pairs) + 0.5
    n = len(pairs) + 2
    middle, error = (more - fewer) / n, z * sqrt(more + fewer - (more - fewer) ** 2 / n) / n
    return middle - error, middle + error
