"""Voting strategy: equal answers form a group, and the largest group goes to the arbiter.

Code compares equal texts, letters and numbers. If that leaves no majority, the grader groups the answers blind, in two
opposite orders. A seat that failed has no vote, nor has one that declined or whose answer was cut off; a majority is
one of all who were asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from moot.protocols.consensus.findings import AnswerGroups
from moot.protocols.consensus.strategies.strategy import Calls, RoundAnswer, RoundSelection, Strategy, StrategyOptions
from moot.protocols.floor_interface import Floor
from moot.protocols.grading.grader import EqualAnswers, agreement, grader_of
from moot.stats.answers.matching import Groups, agreed_by, group_by_code, same_choice
from moot.vocabulary.vectors import Vectors

UNREAD = "No grader could tell which answers say the same, so only equal ones count as one."


class LargestCamp(Strategy):
    """Strategy that passes only the largest group of equal answers to the arbiter."""

    title = "answers that say the same are one camp; the largest camp goes to the arbiter"
    uses = frozenset(("require_majority", "fallback_to_all"))
    counts_votes = True

    def calls(self, seats: int, number: int, options: StrategyOptions) -> Calls:
        return Calls(members=seats, graded=2)

    async def sifted(
        self, floor: Floor, options: StrategyOptions, heard: Sequence[RoundAnswer], vectors: Vectors | None
    ) -> RoundSelection:
        everyone = tuple(each.seat.id for each in heard)
        whole = {each.seat.id: each.reply.answer for each in heard if each.whole}
        choices = floor.question.options
        groups = group_by_code(whole, choices)
        asked = len(floor.seats)
        found = EqualAnswers(groups=groups)
        unread = ""
        if _is_open(groups, whole, asked, choices):
            grader = grader_of(floor, "arbiter")
            if grader is not None:
                found = await agreement(floor, [each.statement for each in heard if each.whole], groups, grader)
            unread = "" if found.by else UNREAD
        agreed = agreed_by(found.groups, asked)
        lost = options.require_majority and not agreed.majority
        kept = (everyone if options.fallback_to_all else ()) if lost else agreed.winners or everyone
        camps = AnswerGroups(
            groups=found.groups,
            by=found.by,
            votes=agreed.votes,
            of=agreed.of,
            majority=agreed.majority,
            tied=agreed.tied,
            kept=kept,
            declined=found.declined,
        )
        floor.record(camps)
        return RoundSelection(kept=kept, note=_told(camps, lost, asked), degraded=unread)


def _is_open(groups: Groups, answers: dict[str, str], asked: int, choices: Sequence[str]) -> bool:
    """Return whether a grader could still change the result of the vote.

    It could if no group has a majority and code cannot tell whether the answers of two groups are the same.
    """
    if len(groups) < 2 or agreed_by(groups, asked).majority:
        return False
    return any(
        same_choice(answers[one[0]], answers[other[0]], choices) is None for one, other in combinations(groups, 2)
    )


def _told(found: AnswerGroups, lost: bool, asked: int) -> str:
    """Describe the result of the vote, in one sentence."""
    of = f"{found.of} answers" if found.of == asked else f"{found.of} answers from {asked} members"
    if lost:
        return f"No majority: the largest camp has {found.votes} of {of}" + (
            "; all go to the arbiter." if found.kept else "."
        )
    if found.tied > 1:
        return f"{found.tied} camps of {found.votes} tie; all of them go to the arbiter."
    return f"{found.votes} of {of} say the same and go to the arbiter."


VOTING = LargestCamp()
"""Instance of the voting strategy."""
