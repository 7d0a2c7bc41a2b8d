"""What is a part of a session called where people read it? Titles of findings and stages, and what a seat was asked.

A finding that answers the question of its protocol stands beside the verdict; the others are the evidence for it. Held
complete by `tests/vocabulary/test_headings.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.vocabulary import adjudication_findings as adjudication
from moot.vocabulary import claim_findings as claims
from moot.vocabulary import consensus_findings as consensus
from moot.vocabulary import debate_findings as debate
from moot.vocabulary.attendance import Attendance
from moot.vocabulary.findings import Finding, Note, Standing


class Heading(Struct, frozen=True):
    """How a class of findings is shown."""

    title: str
    """What stands above it."""
    first: bool = False
    """Whether it belongs beside the verdict."""
    replaces: bool = False
    """Whether a later one of its class says all that an earlier one does."""


HEADINGS: dict[type[Any], Heading] = {
    Standing: Heading("Standing", first=True, replaces=True),
    Note: Heading("Note", first=True),
    Attendance: Heading("Ballots handed in"),
    adjudication.RebuttalsMade: Heading("Rebuttals"),
    adjudication.Revisions: Heading("First and final answers"),
    adjudication.Flips: Heading("Who changed its position", first=True),
    adjudication.Labels: Heading("Labels of each answer"),
    adjudication.AxisScores: Heading("Scores on each axis"),
    adjudication.Compared: Heading("The answers side by side", first=True),
    adjudication.ReplyScores: Heading("Scores", first=True),
    adjudication.Measures: Heading("Measures and the rule they met"),
    adjudication.AdjudicatorAgreement: Heading("How far the adjudicators agree", first=True),
    claims.ReviewRound: Heading("Reviews"),
    claims.ClaimList: Heading("Claims and the passages they rest on"),
    claims.Tiers: Heading("Claims by tier", first=True),
    claims.VoteGaps: Heading("Opinions that are missing"),
    claims.NarrativeAudit: Heading("Audit of the report", first=True),
    consensus.Rounds: Heading("Rounds", first=True, replaces=True),
    consensus.AnswerGroups: Heading("Answers that say the same"),
    consensus.AnswerClusters: Heading("Answers that lie together"),
    consensus.Elimination: Heading("Who left"),
    consensus.Parts: Heading("Parts"),
    debate.Roles: Heading("Roles"),
    debate.Topic: Heading("Topic", first=True),
    debate.Scoreboard: Heading("Scores", first=True, replaces=True),
    debate.Alliances: Heading("Alliances", first=True),
    debate.Deeds: Heading("Deeds, for the record"),
    debate.Awards: Heading("Achievements", first=True),
}
"""By class of finding."""


def heading_of(finding: Finding) -> Heading:
    """How one finding is shown."""
    return HEADINGS[type(finding)]


def standing_ones(findings: Sequence[Finding]) -> list[bool]:
    """Of each finding, whether it stands: no later one of its class says all that it does."""
    last = {type(finding): at for at, finding in enumerate(findings)}
    return [not heading_of(finding).replaces or last[type(finding)] == at for at, finding in enumerate(findings)]


def stage_title(stage: str) -> str:
    """`round.2` as `Round 2`."""
    words = re.sub(r"\.(\d+)$", r" \1", stage).replace("-", " ")
    return words[:1].upper() + words[1:]


_ASKED = {
    "again": "again",
    "replies": "on all answers",
    "further": "for further claims",
    "grouping": "on which answers agree",
}
"""What is asked beside one seat's answer, by the word that stands for it in keys."""


def asked_about(about: str, names: Mapping[str, str]) -> str:
    """`labels.seat-a` as `on labels of answer 1`; what a seat was asked about, as far as its key tells."""
    what, _, whose = about.rpartition(".")
    if not what:
        return _ASKED.get(about) or f"on {names.get(about, about.replace('-', ' '))}"
    return f"on {what.replace('-', ' ').replace('.', ' ')} of {names.get(whose, whose)}"
