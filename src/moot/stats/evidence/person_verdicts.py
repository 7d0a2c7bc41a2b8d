"""Count how often the council and its members were right by a person's verdicts on the answers that were shown.

A verdict exists only where somebody looked, so these counts are never added to those of known answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion
from moot.stats.voter_quality.fitness import wilson
from moot.vocabulary.history.voter_quality import Wilson


class PersonVerdict(Struct, frozen=True, kw_only=True):
    """What a person says of a session's answer; all fields are empty if nobody said anything."""

    right: bool | None = None
    """Whether the council's answer is right; `None` if it is not judged."""
    right_answer: str = ""
    """The right answer, if the person stated it."""
    note: str = ""
    """A note by the person."""
    members: dict[str, bool] = {}
    """Whether members' first answers are right, by seat. Answers that nobody judged are left out."""


class VerdictRecord(Struct, frozen=True, kw_only=True):
    """How often the council, and members on their own, were right by a person's verdicts."""

    council: Wilson
    """Share of right answers of the council, with its interval."""
    members: dict[str, Wilson]
    """Share of right first answers of each member, on the questions on which all these members are judged; empty
    without such questions.
    """


def verdict_record(judged: Sequence[AnsweredQuestion]) -> VerdictRecord | None:
    """Return how often the council and its members were right by these verdicts; `None` if no verdict judges a
    council's answer.

    Members are compared on common questions only: of the groups of members that are judged together, the most frequent
    counts.
    """
    given = [bool(each.right[THE_COUNCIL]) for each in judged if each.right.get(THE_COUNCIL) is not None]
    council = wilson(sum(given), len(given))
    if council is None:
        return None
    whole = [each for each in judged if len(each.members) > 1 and None not in map(each.right.get, each.members)]
    groups = Counter(frozenset(each.members) for each in whole).most_common(1)
    common = [each.right for each in whole if groups and frozenset(each.members) == groups[0][0]]
    members = sorted(groups[0][0]) if groups else []
    rates = {name: wilson(sum(bool(right[name]) for right in common), len(common)) for name in members}
    return VerdictRecord(council=council, members={name: rate for name, rate in rates.items() if rate is not None})
