"""Have members vote on given claims with the prompts of a claim vote: to test a model, or to calibrate tiers.

Neither protocol is offered for councils, because there is no deliberation. The claims are options of the session, so
that a run depends only on its transcript; which of them are true or settled is never shown to voters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import convert

from moot.protocols.claim_vote.ballots import ABSTAIN, VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.bench.borders import found_in
from moot.protocols.claim_vote.claim_list import claim_id
from moot.protocols.claim_vote.options import BORDERS, ClaimVoteOptions, borders_told
from moot.protocols.claim_vote.prompts import VOTE
from moot.protocols.files import TierCalibration
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, protocol
from moot.reading.sheet_text import fenced
from moot.vocabulary import event_keys
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import BallotRead, Event, SessionOpened, VerdictReached
from moot.vocabulary.history.calibration import EXPECTED, BordersFound, CalibrationStatement, StatementPolled
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Answers, Statement
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import counted

NAME = "calibration"
MOST = 12
"""Maximum number of statements in one calibration session."""
DENIED = "not "
"""Prefix of the name of a negated claim."""


class GivenClaims(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a session in which members vote on claims that are passed to it instead of being drawn from
    opinions."""

    digest: str = ""
    """Digest of all the given claims and texts."""
    claims: list[str] = []
    """The claims, each with its kind in brackets, in the order of their ids."""
    order: int = 0
    """Order in which the claims are shown: 0 or 1."""

    def troubles(self) -> tuple[str, ...]:
        """Return errors in these options, in words: there must be claims to vote on."""
        return () if self.claims else ("`claims` names none.",)

    def idle(self) -> dict[str, str]:
        """Return the options that have no effect when members vote on given claims and answer no question, each with
        the reason."""
        return {"agreement": "members vote on claims", "verdict_output": "the result is put together by code"}


class BenchOptions(GivenClaims, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a session in which a model votes on given claims, to test it before it gets a seat."""

    fixture: str = ""
    """Name of the set of claims."""
    brief: str = ""
    """Background text for the voters."""
    run: int = 1
    """Number of this run with the same voter."""


class CalibrationOptions(GivenClaims, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a session that votes on claims known to be contested or settled, to calibrate the borders between
    tiers."""

    corpus: str = ""
    """Name of the set of claims."""
    of: list[str] = []
    """The claim of each statement, prefixed with `not ` for a negation."""
    expected: list[str] = []
    """Known class of each statement. Voters are not shown it."""
    part: int = 1
    """Number of this session's part of the statements, from 1."""
    parts: int = 1
    """Number of parts into which the statements are divided."""
    round: int = 1
    """Number of this vote on all the statements. Only the latest counts."""

    def troubles(self) -> tuple[str, ...]:
        """Return errors in these options, in words: there must be statements, and lists of equal length."""
        if not self.claims or len(self.claims) > MOST:
            return (f"`claims` names none, or more than {MOST}.",)
        if {len(self.of), len(self.expected)} != {len(self.claims)}:
            return ("`claims`, `of` and `expected` are not as many.",)
        return ()


def plan(seats: int, options: GivenClaims, held: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return the planned calls of a session that votes on given claims, for the estimate: one ballot of each member."""
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
    voting="moot.protocols.claim_vote.votes.shown:VOTING",
)
async def bench(floor: Floor, options: BenchOptions) -> Verdict:
    """Have the first seat vote on the given claims, and return the verdict.

    A ballot that cannot be read is recorded as a result, too.
    """
    brief = fenced("brief", options.brief, floor.lot("brief")) if options.brief else ""
    return await voted(floor, options, floor.seats[:1], brief)


@protocol(
    name=NAME,
    title="Members vote on claims of which is known how contested they are, to see where tiers should be cut",
    stages=("votes",),
    fewest=1,
    plan=plan,
)
async def calibration(floor: Floor, options: CalibrationOptions) -> Verdict:
    """Have every member vote on the given claims, and return the verdict.

    Ballots that cannot be read are left out, and their members are named.
    """
    return await voted(floor, options, floor.seats)


async def voted(floor: Floor, options: GivenClaims, seats: Sequence[Seat], brief: str = "") -> Verdict:
    """Have these seats vote on the session's given claims, and return the verdict.

    Each seat is shown the claims in an order of its own.
    """
    async with floor.stage("votes"):
        sheets = [
            sheet
            for seat in seats
            for sheet in floor.deal(
                shown_to(seat, options.claims, options.order, options.digest), [seat], order="given"
            )
        ]
        votes = await floor.poll(sheets, VOTE, read=ClaimVotes, brief=brief, quorum=0)
        ballots = [ballot for ballot in votes.ballots.values() if isinstance(ballot, ClaimVotes)]
        if not ballots:
            return await floor.withhold("No member's votes could be read.")
        read = sum(len(ballot.votes) for ballot in ballots)
        return await floor.adopt(f"{counted(read, 'vote')} of {len(options.claims) * len(seats)} read.")


def shown_to(seat: Seat, claims: Sequence[str], order: int, digest: str) -> Answers:
    """Return the claims as statements in an order drawn for this seat's model, the same in every run with this
    `order`."""
    listed = [
        Statement(key=f"claims/given#{claim_id(number)}", seat=claim_id(number), text=text)
        for number, text in enumerate(claims, start=1)
    ]

    def place(said: Statement) -> str:
        return sha256(f"{seat.model}\x1f{order}\x1f{digest}\x1f{said.seat}".encode()).hexdigest()

    return Answers(statements=tuple(sorted(listed, key=place)))


def polled_in(events: Sequence[Event]) -> tuple[StatementPolled, ...]:
    """Return the votes on each statement of a calibration session.

    If the session has no verdict yet, return an empty tuple.
    """
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    if not isinstance(events[-1].body, VerdictReached):
        return ()
    options = convert(opened.options, CalibrationOptions)
    ballots = [
        event.body.ballot
        for event in events
        if isinstance(event.body, BallotRead)
        and isinstance(event.body.ballot, ClaimVotes)
        and event_keys.stage_of(event.key) == "votes"
    ]
    polled = []
    for number, (text, of, expected) in enumerate(zip(options.claims, options.of, options.expected, strict=True), 1):
        levels = [ballot.votes[claim_id(number)].level for ballot in ballots if claim_id(number) in ballot.votes]
        statement = CalibrationStatement(
            claim=of.removeprefix(DENIED),
            denied=of.startswith(DENIED),
            expected=next(each for each in EXPECTED if each == expected),
            text=text,
        )
        votes = tuple(VOTE_LEVELS[level] for level in levels if level != ABSTAIN)
        asked = len(opened.roster.seats)
        polled.append(StatementPolled(statement=statement, order=options.order, votes=votes, asked=asked))
    return tuple(polled)


def opened_with(
    corpus: str, digest: str, statements: Sequence[CalibrationStatement], place: Mapping[str, int]
) -> dict[str, OptionValue]:
    """Return the options with which to open a calibration session that votes on these statements.

    `corpus` and `digest` name the collection of statements. `place` gives the session's `part` of `parts`, `order` and
    `round`.
    """
    return {
        "corpus": corpus,
        "digest": digest,
        "claims": [each.text for each in statements],
        "of": [f"{DENIED if each.denied else ''}{each.claim}" for each in statements],
        "expected": [each.expected for each in statements],
        **place,
    }


def borders_found(polled: Sequence[StatementPolled], options: Mapping[str, Any]) -> BordersFound:
    """Return how often the borders between tiers in `options` put the statements voted on in the right tier, and better
    borders, if any."""
    return found_in(polled, _options(options))


def adopted(borders: Mapping[str, float], provenance: str) -> dict[str, OptionValue]:
    """Return the options that set these borders between tiers, with their source."""
    return {**{name: borders[name] for name in BORDERS}, "calibrated": f"{provenance}; {borders_told(borders)}"}


def _options(given: Mapping[str, Any]) -> ClaimVoteOptions:
    known = {name: value for name, value in given.items() if name in (*BORDERS, "least_votes")}
    return convert(known, ClaimVoteOptions, strict=False)


CALIBRATING = TierCalibration(
    protocol=NAME, most=MOST, opened_with=opened_with, polled=polled_in, found=borders_found, adopted=adopted
)
"""How the borders between this protocol's tiers are calibrated."""
