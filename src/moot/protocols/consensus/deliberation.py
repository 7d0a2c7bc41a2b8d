"""Consensus: rounds of independent answers, judged by an arbiter, until it is confident enough.

In each round a strategy selects the members, they answer in parallel, the strategy filters their answers, and the
arbiter makes of them a synthesis (or an order, or a pick) with a confidence. The rounds end when it needs no further
one, the minimum is reached and it is confident enough; at the cap the best round is used, not the last.
"""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.consensus import ballots as consensus_ballots
from moot.protocols.consensus import words as consensus_words
from moot.protocols.consensus.arbiter import ARBITRATION, PICK, PLACEMENT, judged_by_arbiter
from moot.protocols.consensus.members import ANSWER, REVISE
from moot.protocols.consensus.options import ConsensusOptions
from moot.protocols.consensus.stop_rule import Course
from moot.protocols.consensus.strategies import strategy as strategies
from moot.protocols.consensus.strategies.strategy import statements_of
from moot.protocols.floor_interface import Floor
from moot.protocols.grading.grader import GRADING
from moot.protocols.planned import GRADER, PlannedCalls, grading
from moot.protocols.protocol import Stage, protocol
from moot.protocols.selective import conclude_early
from moot.vocabulary.verdicts import Verdict

WORDINGS = (ANSWER, REVISE, ARBITRATION, PLACEMENT, PICK, GRADING)
"""Prompts of this protocol. Each is defined at the end of the file that uses it."""


def planned(seats: int, options: ConsensusOptions, offices: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return the planned calls of a consensus in which every possible round takes place, for the estimate.

    `offices` is the number of seats in each office.
    """
    strategy = strategies.find(options.strategy)
    ahead: list[PlannedCalls] = []
    for number in range(1, options.cap + 1):
        calls, stage = strategy.calls(seats, number, options), f"round.{number}"
        ahead.append(PlannedCalls(stage=stage, calls=calls.members, reads=min(number - 1, 1), tools=True))
        ahead.append(PlannedCalls(stage=stage, calls=1, by="embedder", reads=calls.members))
        ahead.append(PlannedCalls(stage=stage, calls=1, by="arbiter", reads=calls.members + number - 1))
        if calls.graded:
            who = GRADER if offices.get(GRADER) else "arbiter"
            ahead.append(grading(stage, who, calls.members, calls=calls.graded, what="which answers agree"))
    return tuple(ahead)


@protocol(
    name="consensus",
    title="Rounds until an arbiter is confident enough",
    stages=(Stage("round", repeats="max_iterations"),),
    offices=("arbiter", "embedder"),
    answers_now=True,
    fewest=1,  # an arbiter can also return a single member's answer
    plan=planned,
    stops_early=lambda options, closed: closed and strategies.find(options.strategy).counts_votes,
    chairless="In a consensus the arbiter judges and writes: name an `arbiter`.",
    ballots=consensus_ballots.KINDS,
    words=consensus_words.BALLOTS,
    findings=consensus_words.FINDINGS,
)
async def consensus(floor: Floor, options: ConsensusOptions) -> Verdict:
    """Everyone answers and the arbiter judges the answers, round after round, until it is confident enough."""
    strategy = strategies.find(options.strategy)
    course = Course(floor, options, strategy)
    for number in range(1, options.cap + 1):
        async with floor.stage("round", number, then=floor.office("arbiter")[:1]):
            heard = await course.heard(number)
            if course.early:
                break
            if not heard:
                course.broke_off()
                break
            vectors = await floor.embed(statements_of(heard))
            sifted = await strategy.sifted(floor, options, heard, vectors)
            kept = [each for each in heard if each.seat.id in sifted.kept]
            judged = await judged_by_arbiter(floor, options.judges, kept, course.earlier) if kept else None
            if course.closed(number, heard, sifted, judged, vectors):
                break
    return await conclude_early(floor, statements_of(heard), "") if course.early else await course.concluded()
