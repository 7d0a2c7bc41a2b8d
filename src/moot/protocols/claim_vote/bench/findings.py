"""Findings of model tests and calibrations: votes on given claims."""

from __future__ import annotations

from typing import Any

from moot.protocols.claim_vote.ballots import VoteLevel
from moot.protocols.claim_vote.words import LEVEL_WORDS
from moot.vocabulary.findings import Finding
from moot.vocabulary.words.headings import Heading, Names, counted


class BenchRun(Finding, frozen=True, kw_only=True, tag="bench-run"):
    """A member's votes on given claims."""

    fixture: str
    """The name of the claims."""
    digest: str
    """Digest of all that was given."""
    run: int
    """The number of this run of the voter, from 1."""
    order: int
    """The order in which the claims were shown: 0, or 1 for the other."""
    votes: dict[str, VoteLevel] = {}
    """Claim and vote, abstentions included."""
    unread: dict[str, str] = {}
    """Claim and why no vote on it could be read."""
    failed: str = ""
    """Why there is no ballot; empty if there is one."""


def run_in_words(finding: BenchRun, names: Names) -> list[str]:
    """Describe the result, then every vote."""
    lines = [f"Run {finding.run} on {finding.fixture} ({finding.digest[:12]}), order {finding.order + 1}."]
    lines.append(
        finding.failed or f"{counted(len(finding.votes), 'vote')} of {len(finding.votes) + len(finding.unread)} read."
    )
    lines += [f"{claim}: {LEVEL_WORDS[level]}." for claim, level in sorted(finding.votes.items())]
    return lines + [f"{claim}: not read, {why}." for claim, why in sorted(finding.unread.items())]


class CalibrationVotes(Finding, frozen=True, kw_only=True, tag="calibration-votes"):
    """Members' votes on statements whose contestedness is known."""

    corpus: str
    """The name of the claims."""
    digest: str
    """Digest of all of them."""
    part: int
    """The number of this part of the statements."""
    order: int
    """The order in which the statements were shown: 0, or 1 for the other."""
    votes: dict[str, dict[str, VoteLevel]] = {}
    """Seat, statement and vote, abstentions included."""
    silent: tuple[str, ...] = ()
    """Seats without a readable ballot."""


def calibration_in_words(finding: CalibrationVotes, names: Names) -> list[str]:
    """Describe the calibration, then every ballot in a line."""
    lines = [f"Claims of {finding.corpus} ({finding.digest[:12]}), part {finding.part}, order {finding.order + 1}."]
    for seat, votes in finding.votes.items():
        told = "; ".join(f"{claim}: {LEVEL_WORDS[level]}" for claim, level in sorted(votes.items()))
        lines.append(f"{names.get(seat, seat)}: {told}.")
    return lines + [f"{names.get(seat, seat)} cast no ballot that could be read." for seat in finding.silent]


FINDINGS: dict[type[Any], Heading] = {BenchRun: Heading("Trial run", run_in_words, first=True)}
"""Its heading and text."""
CALIBRATION_FINDINGS: dict[type[Any], Heading] = {
    CalibrationVotes: Heading("Votes to calibrate by", calibration_in_words, first=True)
}
"""The same for a calibration."""
