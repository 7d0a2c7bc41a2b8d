"""Read the results of voter tests from the sessions of their runs and the known answers.

Only the fixture contains which claims are true; a session has the claims and the votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from moot.exports.public import fitness, registry, still_to_run, wilson
from moot.extensions.studies.trials.results import FailedRun, Fixture, VoterTrial
from moot.extensions.studies.trials.voter_consistency import (
    Trial,
    known_answers,
    mean_of,
    negations,
    steadiness,
    took,
)
from moot.vocabulary.public import (
    BallotRead,
    BallotSpoiled,
    Event,
    Seat,
    SeatFailed,
    SessionOpened,
    VerdictReached,
    VoterShown,
    dollars,
    voter_in,
)

PROTOCOL = "bench"
"""Name of the protocol of a test."""
NOT_ASKED = frozenset({"auth", "credit", "rate", "network", "not_found", "unavailable"})
"""Kinds of connection failures, which are not about the model's ballots."""


class TrialRun(Struct, frozen=True, kw_only=True):
    """One test run of a voter, as read from its session."""

    session: str
    """Id of the session."""
    run: int
    """Number of the run for this voter."""
    order: int
    """Number of the order in which the claims were shown."""
    seat: Seat
    """The voter's seat."""
    ended: bool
    """Whether the run has a verdict; if not, it can resume."""
    shown: VoterShown | None
    """Result of the run; `None` before the voter was asked."""
    missing: int
    """Number of claims without a vote."""
    failed: str
    """Kind of failure: `spoiled`, or the kind of an error; empty for none."""
    says: str
    """Description of the failure."""


def trying_in(events: Sequence[Event], digest: str) -> TrialRun | None:
    """Read a test run of a voter from a session's events; `None` if the session is no run on the claims with this
    digest.
    """
    opened = events[0].body if events else None
    if not isinstance(opened, SessionOpened) or opened.protocol != PROTOCOL or opened.options.get("digest") != digest:
        return None
    voting = registry.voting_of(PROTOCOL)
    shown = voting.shown(events) if voting is not None else ()
    unread = next(
        (getattr(event.body.ballot, "unread", {}) for event in events if isinstance(event.body, BallotRead)), {}
    )
    failed, says = _failure(events)
    votes = next((one for one in shown), None)
    return TrialRun(
        session=events[0].session,
        run=int(str(opened.options.get("run") or 1)),
        order=int(str(opened.options.get("order") or 0)),
        seat=opened.roster.seats[0],
        ended=isinstance(events[-1].body, VerdictReached),
        shown=votes,
        missing=len(unread),
        failed=failed,
        says=says,
    )


def benched(tryings: Sequence[TrialRun], name: str, fixture: Fixture, digest: str) -> VoterTrial:
    """Compute the result of testing one voter from its runs, of which there must be at least one."""
    ordered = sorted(tryings, key=lambda each: each.run)
    seat = ordered[0].seat
    asked = [each for each in ordered if each.failed not in NOT_ASKED]
    shown = [each.shown for each in asked if each.shown is not None and not each.failed]
    trials = [
        Trial(each.order, {int(claim.rpartition("-")[2]): vote for claim, vote in each.shown.votes.items()})
        for each in asked
        if each.shown is not None and not each.failed
    ]
    steady, votes = steadiness(trials), [vote for trial in trials for vote in trial.votes.values()]
    prices = [one.cost for one in shown if one.cost is not None]
    return VoterTrial(
        fingerprint=voter_in(seat).fingerprint,
        model=seat.model,
        settings=voter_in(seat).settings,
        scripted=seat.scripted,
        fixture=name,
        digest=digest,
        verdict=fitness(len(shown), len(asked)),
        more=0 if fitness(len(shown), len(asked)) != "unproven" else still_to_run(len(shown), len(asked)),
        read=wilson(len(shown), len(asked)),
        at_once=sum(one.ballot == "valid" for one in shown),
        repaired=sum(one.ballot == "repaired" for one in shown),
        not_read=len(asked) - len(shown),
        not_asked=len(ordered) - len(asked),
        missing=sum(each.missing for each in asked),
        consistent=steady.consistent,
        order_effect=steady.order_effect,
        negations=negations(trials, fixture.claims),
        known=known_answers(trials, fixture.claims),
        mean=mean_of(votes),
        last=took([one.total_ms for one in shown]),
        price=dollars(round(median(prices))) if prices else None,
        failures=[
            FailedRun(run=each.run, session=each.session, kind=each.failed, says=each.says)
            for each in ordered
            if each.failed
        ],
    )


class _TrialFailure(NamedTuple):
    kind: str
    says: str


def _failure(events: Sequence[Event]) -> _TrialFailure:
    """Return why the session has no ballot; empty if it has one, or may still get one."""
    for event in reversed(events):
        body = event.body
        if isinstance(body, BallotSpoiled):
            return _TrialFailure("spoiled", body.why)
        if isinstance(body, SeatFailed) and body.final:
            return _TrialFailure(body.error or body.failed, body.cause)
    return _TrialFailure("", "")
