"""Every kind of ballot that comes with Moot, and the reader's doors by class of ballot, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moot.protocols import registry
from moot.protocols.kinds import JOINED
from moot.reading import ballot_reader
from moot.reading.ballot_kind import BallotKind, ReadBallot, Unreadable
from moot.reading.ballot_reader import NO_CHOICES, Choices
from moot.reading.forms.form import FormKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.words.headings import Heading

assert not registry.loaded().troubles
KINDS: dict[type[Ballot], BallotKind] = dict(JOINED.ballots)
FORMS: tuple[FormKind, ...] = tuple(kind for kind in KINDS.values() if isinstance(kind, FormKind))
FINDINGS: dict[type[Finding], Heading] = dict(JOINED.findings)


def read_ballot(
    ballot: type[Ballot], text: str, labels: Mapping[str, str], choices: Choices = NO_CHOICES
) -> ReadBallot | Unreadable:
    return ballot_reader.read_ballot(KINDS[ballot], text, labels, choices)


def form_of(ballot: type[Ballot], labels: Sequence[str], choices: Choices = NO_CHOICES) -> dict[str, Any]:
    return ballot_reader.form_of(KINDS[ballot], labels, choices)


def request_for(ballot: type[Ballot], labels: Sequence[str], choices: Choices = NO_CHOICES) -> str:
    return ballot_reader.request_for(KINDS[ballot], labels, choices)


def mending_request(ballot: type[Ballot], labels: Sequence[str], why: str, choices: Choices = NO_CHOICES) -> str:
    return ballot_reader.mending_request(KINDS[ballot], labels, why, choices)
