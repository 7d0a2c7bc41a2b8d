"""What do runs show in which a model is tried out, or a council calibrated? Votes on claims that are given."""

from __future__ import annotations

from typing import Any

from moot.protocols.claim_vote.ballots import VoteLevel
from moot.protocols.claim_vote.words import LEVEL_WORDS
from moot.vocabulary.findings import Finding
from moot.vocabulary.words.headings import Heading, Names, counted


class BenchRun(Finding, frozen=True, kw_only=True, tag="bench-run"):
    """A member's votes on claims that were given."""

    fixture: str
    """What the claims are called."""
    digest: str
    """Digest of all that was given."""
    run: int
    """Which run of this voter it is, from 1."""
    order: int
    """In which order the claims were shown: 0, or 1 for the other."""
    votes: dict[str, VoteLevel] = {}
    """Claim and vote, abstentions included."""
    unread: dict[str, str] = {}
    """Claim and why no vote on it could be read."""
    failed: str = ""
    """Why there is no ballot; empty where there is one."""


def run_in_words(finding: BenchRun, names: Names) -> list[str]:
    """What came of it, then every vote."""
    lines = [f"Run {finding.run} on {finding.fixture} ({finding.digest[:12]}), order {finding.order + 1}."]
    lines.append(
        finding.failed or f"{counted(len(finding.votes), 'vote')} of {len(finding.votes) + len(finding.unread)} read."
    )
    lines += [f"{claim}: {LEVEL_WORDS[level]}." for claim, level in sorted(finding.votes.items())]
    return lines + [f"{claim}: not read, {why}." for claim, why in sorted(finding.unread.items())]


class CalibrationVotes(Finding, frozen=True, kw_only=True, tag="calibration-votes"):
    """Members' votes on statements of which is known how contested they are."""

    corpus: str
    """What the claims are called."""
    digest: str
    """Digest of all of them."""
    part: int
    """Which part of the statements it is."""
    order: int
    """In which order the statements were shown: 0, or 1 for the other."""
    votes: dict[str, dict[str, VoteLevel]] = {}
    """Seat, statement and vote, abstentions included."""
    silent: tuple[str, ...] = ()
    """Seats without a ballot that could be read."""


def calibration_in_words(finding: CalibrationVotes, names: Names) -> list[str]:
    """What it was, then every ballot in a line."""
    lines = [f"Claims of {finding.corpus} ({finding.digest[:12]}), part {finding.part}, order {finding.order + 1}."]
    for seat, votes in finding.votes.items():
        told = "; ".join(f"{claim}: {LEVEL_WORDS[level]}" for claim, level in sorted(votes.items()))
        lines.append(f"{names.get(seat, seat)}: {told}.")
    return lines + [f"{names.get(seat, seat)} cast no ballot that could be read." for seat in finding.silent]


FINDINGS: dict[type[Any], Heading] = {BenchRun: Heading("Trial run", run_in_words, first=True)}
"""How it is headed and said."""
CALIBRATION_FINDINGS: dict[type[Any], Heading] = {
    CalibrationVotes: Heading("Votes to calibrate by", calibration_in_words, first=True)
}
"""The same where a council is calibrated."""
