"""How does a consensus work? Rounds of independent answers, judged by an arbiter, until it is confident enough.

In each round a strategy selects the members, they answer in parallel, the strategy sifts their answers, and the arbiter
makes of them a synthesis (or an order, or a pick) with a confidence. The rounds end when it needs no further one, the
least number is reached and it is sure enough; at the cap the best round stands, not the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.errors import QuorumLost
from moot.protocols import strategies
from moot.protocols.consensus_arbiter import ARBITRATION, PICK, PLACEMENT, Judged, judged_by_arbiter
from moot.protocols.consensus_members import (
    ANSWER,
    REVISE,
    STANDING,
    UNAGREED,
    areas_in_words,
    asks_for,
    fenced,
    heard_in,
)
from moot.protocols.consensus_options import ConsensusOptions
from moot.protocols.protocol import Floor, Planned, Stage, protocol
from moot.protocols.strategy import Heard, Strategy, statements_of
from moot.protocols.strategy_role import DRAWN_PART, PART
from moot.protocols.strategy_voting import GROUPING
from moot.tally.answer_agreement import agreed_by, groups_by_form
from moot.tally.closed_answers import closed_answers
from moot.tally.geometry import geometric_confidence
from moot.tally.rounds import account_of, best_round, stop_after
from moot.vocabulary.consensus_ballots import Reply
from moot.vocabulary.consensus_findings import GeometricAgreement, RoundHeld, Rounds, Stop
from moot.vocabulary.vectors import Vectors
from moot.vocabulary.verdicts import Verdict

__all__ = ["ANSWER", "ARBITRATION", "DRAWN_PART", "GROUPING", "PART", "PICK", "PLACEMENT", "REVISE", "consensus"]


def planned(seats: int, options: ConsensusOptions, offices: Mapping[str, int]) -> tuple[Planned, ...]:
    """What the rounds may ask for, if every one of them takes place."""
    strategy = strategies.find(options.strategy)
    ahead: list[Planned] = []
    for number in range(1, options.cap + 1):
        calls, stage = strategy.calls(seats, number, options), f"round.{number}"
        ahead.append(Planned(stage=stage, calls=calls.members, by="members", reads=0 if number == 1 else 1))
        if strategy.measures or offices.get("embedder"):
            ahead.append(Planned(stage=stage, calls=1, by="embedder", reads=calls.members))
        ahead.append(Planned(stage=stage, calls=1 + calls.judged, by="arbiter", reads=calls.members))
    return tuple(ahead)


@protocol(
    name="consensus",
    title="Rounds until an arbiter is confident enough",
    stages=(Stage("round", repeats="max_iterations"),),
    offices=("arbiter",),
    plan=planned,
)
async def consensus(floor: Floor, options: ConsensusOptions) -> Verdict:
    """Everyone answers, the arbiter judges; again, until it is sure."""
    strategy = strategies.find(options.strategy)
    course = Course(floor, options, strategy)
    for number in range(1, options.cap + 1):
        async with floor.stage("round", number):
            if await course.hold(number):
                return await course.concluded()
    return await course.concluded()
