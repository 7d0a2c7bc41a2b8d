"""Calibrate a council by its votes on claims whose contestedness is known, with the prompts of a claim vote.

It is not offered for councils, because there is no deliberation. Which statements are settled is among the options of
the session, like everything its figures depend on, and is not shown to voters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from moot.protocols.claim_vote.ballots import ABSTAIN, VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.bench.borders import found_in
from moot.protocols.claim_vote.bench.deliberation import shown_to
from moot.protocols.claim_vote.bench.findings import CALIBRATION_FINDINGS, CalibrationVotes
from moot.protocols.claim_vote.claim_list import claim_id
from moot.protocols.claim_vote.options import BORDERS, ClaimVoteOptions, borders_told
from moot.protocols.claim_vote.wording import VOTE
from moot.protocols.files import TierCalibration
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, protocol
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import Event, FindingMade, SessionOpened
from moot.vocabulary.history.calibration import EXPECTED, BordersFound, CalibrationStatement, Expected, StatementPolled
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import counted

NAME = "calibration"
MOST = 12
"""Statements of one session."""


class CalibrationOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a calibration."""

    corpus: str = ""
    """The name of the claims."""
    digest: str = ""
    """Digest of all of them."""
    claims: list[str] = []
    """The statements, each with its kind in brackets, in the order of their ids."""
    of: list[str] = []
    """The claim of each statement, with `not ` before it for a negation."""
    expected: list[str] = []
    """The known class of each; not shown to voters."""
    part: int = 1
    """The number of this part of the statements."""
    parts: int = 1
    """The number of parts."""
    round: int = 1
    """The number of this vote on all of them: only the latest counts."""
    order: int = 0
    """The order in which the statements are shown: 0, or 1 for the other."""

    def troubles(self) -> tuple[str, ...]:
        """Check that there are statements, and lists of equal length."""
        if not self.claims or len(self.claims) > MOST:
            return (f"`claims` names none, or more than {MOST}.",)
        if {len(self.of), len(self.expected)} != {len(self.claims)}:
            return ("`claims`, `of` and `expected` are not as many.",)
        return ()

    def idle(self) -> dict[str, str]:
        """No member answers a question of its own."""
        return {"agreement": "members vote on claims", "verdict_output": "the result is put together by code"}


def plan(seats: int, options: CalibrationOptions, held: Mapping[str, int]) -> tuple[PlannedCalls, ...]:
    """Return one ballot for each member."""
    most = len(options.claims)
    return (
        PlannedCalls(stage="votes", calls=seats, reads=1 + most // 12, room=512 + 160 * most, least=256 + 40 * most),
    )


@protocol(
    name=NAME,
    title="Members vote on claims of which is known how contested they are, to see where tiers should be cut",
    stages=("votes",),
    fewest=1,
    plan=plan,
    findings=CALIBRATION_FINDINGS,
)
async def calibration(floor: Floor, options: CalibrationOptions) -> Verdict:
    """Every member votes; unreadable ballots are left out and named."""
    async with floor.stage("votes"):
        sheets = [
            sheet
            for seat in floor.seats
            for sheet in floor.deal(
                shown_to(seat, options.claims, options.order, options.digest), [seat], order="given"
            )
        ]
        votes = await floor.poll(sheets, VOTE, read=ClaimVotes, brief="", reviews="", quorum=0)
        ballots = {seat: ballot for seat, ballot in votes.ballots.items() if isinstance(ballot, ClaimVotes)}
        found = CalibrationVotes(
            corpus=options.corpus,
            digest=options.digest,
            part=options.part,
            order=options.order,
            votes={seat: {c: vote.level for c, vote in ballot.votes.items()} for seat, ballot in ballots.items()},
            silent=tuple(seat.id for seat in floor.seats if seat.id not in ballots),
        )
        floor.record(found, rests_on=votes.rests_on)
        if not ballots:
            return await floor.withhold("No member's votes could be read.")
        read = sum(len(ballot.votes) for ballot in ballots.values())
        return await floor.adopt(f"{counted(read, 'vote')} of {len(options.claims) * len(floor.seats)} read.")


def polled_in(events: Sequence[Event]) -> tuple[StatementPolled, ...]:
    """Return the votes of a calibration session, by statement; none before it ended."""
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    options = convert(opened.options, CalibrationOptions)
    for event in events:
        if isinstance(event.body, FindingMade) and isinstance(event.body.finding, CalibrationVotes):
            return tuple(_polled(event.body.finding, options, len(opened.roster.seats)))
    return ()


def _polled(found: CalibrationVotes, options: CalibrationOptions, asked: int) -> list[StatementPolled]:
    polled = []
    for number, (text, of, expected) in enumerate(zip(options.claims, options.of, options.expected, strict=True), 1):
        levels = [given.get(claim_id(number), ABSTAIN) for given in found.votes.values()]
        statement = CalibrationStatement(
            claim=of.removeprefix(DENIED), denied=of.startswith(DENIED), expected=_expected(expected), text=text
        )
        votes = tuple(VOTE_LEVELS[level] for level in levels if level in VOTE_LEVELS)
        polled.append(StatementPolled(statement=statement, order=options.order, votes=votes, asked=asked))
    return polled


def _expected(word: str) -> Expected:
    return next(each for each in EXPECTED if each == word)


DENIED = "not "
"""Prefix of the name of a negated claim."""


def opened_with(
    corpus: str, digest: str, statements: Sequence[CalibrationStatement], place: Mapping[str, int]
) -> dict[str, OptionValue]:
    """Return the options of a session on these statements; `place` is its `part` of `parts`, its `order` and its
    `round`."""
    return {
        "corpus": corpus,
        "digest": digest,
        "claims": [each.text for each in statements],
        "of": [f"{DENIED if each.denied else ''}{each.claim}" for each in statements],
        "expected": [each.expected for each in statements],
        **place,
    }


def borders_found(polled: Sequence[StatementPolled], options: Mapping[str, Any]) -> BordersFound:
    """What votes show of the borders in use."""
    return found_in(polled, _options(options))


def adopted(borders: Mapping[str, float], provenance: str) -> dict[str, OptionValue]:
    """Return the options that set borders, with their source."""
    return {**{name: borders[name] for name in BORDERS}, "calibrated": f"{provenance}; {borders_told(borders)}"}


def _options(given: Mapping[str, Any]) -> ClaimVoteOptions:
    known = {name: value for name, value in given.items() if name in (*BORDERS, "least_votes")}
    return convert(known, ClaimVoteOptions, strict=False)


CALIBRATING = TierCalibration(
    protocol=NAME, most=MOST, opened_with=opened_with, polled=polled_in, found=borders_found, adopted=adopted
)
"""How borders of tiers are calibrated."""
