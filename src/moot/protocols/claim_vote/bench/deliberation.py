"""Test a model: it votes on given claims, with the prompts of a claim vote.

It is not offered for councils, because there is no deliberation. The claims are options of the session, so that a run
depends only on its transcript; which of them are known to be true is not among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from moot.protocols.claim_vote.ballots import ClaimVotes
from moot.protocols.claim_vote.bench.findings import FINDINGS, BenchRun
from moot.protocols.claim_vote.claim_list import claim_id
from moot.protocols.claim_vote.wording import VOTE
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, protocol
from moot.reading.outside_text import fenced
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import counted

NOT_ASKED = "It did not answer."


class BenchOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a model test."""

    fixture: str = ""
    """The name of the claims."""
    digest: str = ""
    """Digest of all that is given."""
    brief: str = ""
    """Background of the question."""
    claims: list[str] = []
    """The claims, each with its kind in brackets, in the order of their ids."""
    run: int = 1
    """The number of this run of the voter."""
    order: int = 0
    """The order in which the claims are shown: 0, or 1 for the other."""

    def troubles(self) -> tuple[str, ...]:
        """Check that there are claims to vote on."""
        return () if self.claims else ("`claims` names none.",)

    def idle(self) -> dict[str, str]:
        """No member answers a question of its own."""
        return {"agreement": "one member votes on claims", "verdict_output": "the result is put together by code"}


def plan(seats: int, options: BenchOptions, held: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return one ballot."""
    most = len(options.claims)
    return (
        PlannedCalls(stage="votes", calls=seats, reads=1 + most // 12, room=512 + 160 * most, least=256 + 40 * most),
    )


@protocol(
    name="bench",
    title="One member votes on claims that are given, to try it out",
    stages=("votes",),
    fewest=1,
    plan=plan,
    findings=FINDINGS,
    voting="moot.protocols.claim_vote.votes.shown:VOTING",
)
async def bench(floor: Floor, options: BenchOptions) -> Verdict:
    """The first seat votes; an unreadable ballot is a result as well."""
    seat = floor.seats[0]
    async with floor.stage("votes"):
        brief = fenced("brief", options.brief, floor.lot("brief")) if options.brief else ""
        sheets = floor.deal(shown_to(seat, options.claims, options.order, options.digest), [seat], order="given")
        votes = await floor.poll(sheets, VOTE, read=ClaimVotes, brief=brief, reviews="", quorum=0)
        ballot = votes.ballots.get(seat.id)
        read = ballot if isinstance(ballot, ClaimVotes) else ClaimVotes()
        failed = "" if read is ballot else "Its ballot could not be read." if votes.spoiled else NOT_ASKED
        found = BenchRun(
            fixture=options.fixture,
            digest=options.digest,
            run=options.run,
            order=options.order,
            votes={claim: vote.level for claim, vote in read.votes.items()},
            unread=read.unread,
            failed=failed,
        )
        floor.record(found, rests_on=votes.rests_on)
        if failed:
            return await floor.withhold(failed)
        return await floor.adopt(f"{counted(len(read.votes), 'vote')} of {len(options.claims)} read.", by=seat)


def shown_to(seat: Seat, claims: Sequence[str], order: int, digest: str) -> Answers:
    """Return the claims in an order specific to this model, the same in every run of that order."""
    listed = [
        Statement(key=f"claims/given#{claim_id(number)}", seat=claim_id(number), text=text)
        for number, text in enumerate(claims, start=1)
    ]

    def place(said: Statement) -> str:
        return sha256(f"{seat.model}\x1f{order}\x1f{digest}\x1f{said.seat}".encode()).hexdigest()

    return Answers(statements=tuple(sorted(listed, key=place)))
