"""Types for a protocol's outputs beside the verdict: reports, the files of a run, comparisons, counts and votes.

A protocol names a `Files` in `@protocol(files="package.module:FILES")`; it is loaded on first use. A
`SessionCounting`, named in the same way, converts a finished session to figures, which the store saves, and a
`VoterCounting` describes its voters. All of it is pure: a report returns its contents, part by part or as a value,
and the caller writes them as Markdown or JSON.

Example:
    FILES = Files(reports=(Report(form="md", ending=".md", made=report),))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import Event
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.calibration import (
    BordersFound,
    CalibrationStatement,
    StatementPolled,
)
from moot.vocabulary.history.judgements import Judgements
from moot.vocabulary.history.session_counts import SessionCounts
from moot.vocabulary.history.track_record import Career
from moot.vocabulary.history.voter_quality import VoterShown
from moot.vocabulary.state import SessionState

Value = str | float | int | bool | None


class Title(Struct, frozen=True):
    """A heading."""

    text: str
    """Its text."""
    level: int = 2
    """1 for the title of the whole."""


class Sentence(Struct, frozen=True):
    """A line of Moot's own text."""

    text: str
    """The text."""


class Quotation(Struct, frozen=True):
    """A text from outside, shown as a quotation with its own Markdown disarmed."""

    text: str
    """The text."""


class Points(Struct, frozen=True):
    """A list, one point a line; omitted if empty."""

    lines: Sequence[str]
    """The points."""


class FileTable(Struct, frozen=True):
    """Rows of cells under a header."""

    header: Sequence[str]
    """The heading of each column."""
    rows: Sequence[Sequence[str]]
    """The rows."""


Part = Title | Sentence | Quotation | Points | FileTable


class ReportFile(Struct, frozen=True, kw_only=True):
    """One file a protocol makes of a session."""

    form: str
    """The name by which it is requested."""
    ending: str
    """Suffix of its file name."""
    made: Callable[[SessionState], Sequence[Part] | Mapping[str, Any]]
    """Returns its contents: parts, written as Markdown; or a value, written as JSON. Raises `BadInput` to refuse."""


class RunSessions(Struct, frozen=True, kw_only=True):
    """Sessions whose questions were asked together."""

    id: str
    """The run."""
    sessions: Sequence[Sequence[Event]]
    """The events of each, in the order of the questions; at least one."""
    domain: str
    """The domain of the questions, as the asker named it."""
    began: str
    """When the first of them was opened."""
    ended: str
    """When the last event happened in one of them."""
    seconds: float
    """The time between."""


class RunFile(Struct, frozen=True, kw_only=True):
    """One file of a run."""

    name: str
    """Its path under the folder of artifacts."""
    value: Any
    """Its contents, as one JSON value; or the rows of a file that has one a line."""
    lines: bool = False
    """Whether it has one row a line."""


class ComparedSession(Struct, frozen=True, kw_only=True):
    """The values by which a session is compared with another."""

    facts: Mapping[str, Value] = {}
    """Values of the session as a whole, by name."""
    members: Mapping[str, Mapping[str, Value]] = {}
    """Values of each member, by seat; the first two are its first and its final answer."""
    ordered: frozenset[str] = frozenset()
    """Those of the members' values that should not depend on the order in which texts were shown."""


class JointFinding(Struct, frozen=True, kw_only=True):
    """A finding of one or several members of a review, after equal findings were merged."""

    text: str
    """Its text."""
    status: str
    """Whether several found it, or one denies it."""
    severity: str
    """How severe it is."""


class SessionFigures(Struct, frozen=True, kw_only=True):
    """A session in figures, for tables of many."""

    figures: Mapping[str, float] = {}
    """Figures of the session as a whole, by name; those not computed are left out."""
    scores: Mapping[str, float] = {}
    """Each model's score, if it has one."""
    listed: Sequence[JointFinding] | None = None
    """The members' findings, each once; `None` if no list was asked for, or none could be read."""


class Since(Struct, frozen=True, kw_only=True):
    """What changed in a result since an earlier session on the same question."""

    counts: tuple[str, ...] = ()
    """Their numbers, as for a subject: `2 new`, `1 moved`."""
    lines: tuple[str, ...] = ()
    """Each change on a line; empty if nothing changed."""


class TrustPart(Struct, frozen=True, kw_only=True):
    """A part of the line on the quality of a vote."""

    about: Literal["voters", "pairs", "controls", "weights", "borders"]
    """Its subject, which decides what it links to."""
    says: str
    """The text."""


def trust_line(parts: Sequence[TrustPart]) -> str:
    """Return the parts as one line; the number of voters and of independent ones are joined."""
    said = "; ".join(part.says for part in parts)
    return said.replace("; ", ", ", 1) if len(parts) > 1 and parts[1].about == "pairs" else said


class Files(Struct, frozen=True, kw_only=True):
    """Outputs of a protocol's sessions."""

    reports: tuple[ReportFile, ...] = ()
    """Reports on one session, written together under one name."""
    run: Callable[[RunSessions], Sequence[RunFile]] | None = None
    """The files of a run."""
    strongest: Callable[[SessionState], str] | None = None
    """Returns the model with the strongest reply, in words for a list of runs; empty if there is none."""
    unjudged: Callable[[SessionState], bool] | None = None
    """Returns whether a verdict without a ruling exists only because no judgement could be read."""
    compared: Callable[[SessionState], ComparedSession] | None = None
    """Returns the values compared with another session; by default, each member's texts."""
    outcome: Callable[[SessionState], SessionFigures] | None = None
    """Returns a session's figures."""
    judgements: Callable[[SessionState], Judgements] | None = None
    """Returns the judgements on each reply; by default, each member's texts."""
    reversing: str = ""
    """The option that reverses the order in which members read; without one, the effect of that order is unknown."""
    since: Callable[[SessionState, SessionState], Since] | None = None
    """Returns the changes since an earlier session; by default, whether the answer changed."""
    trust: Callable[[SessionState], Sequence[TrustPart]] | None = None
    """Returns the quality of its votes, in parts of one line; empty if there was no vote."""
    told: frozenset[str] = frozenset()
    """Tags of findings that `compared` covers, so that their fields are not shown twice."""


class SessionCounting(Struct, frozen=True, kw_only=True):
    """Functions that count a protocol's sessions, from their findings alone, so that counts can be repeated."""

    count: Callable[[Mapping[str, Finding]], SessionCounts | None]
    """Returns the figures of a session's findings, by their keys and in their order; `None` if they are
    insufficient."""
    traits: Callable[[Career, Collection[str]], Sequence[str]] = lambda career, present: ()
    """Returns the traits of a model from its numbers, in a council with these other models."""
    awards: Collection[str] = ()
    """The short names of the achievements; any other name is refused. If empty, any name is accepted."""


class TierCalibration(Struct, frozen=True, kw_only=True):
    """Functions that calibrate the borders of a protocol's tiers with claims of known controversy."""

    protocol: str
    """The protocol that votes on them; it is not offered for councils."""
    most: int
    """Most statements of one session."""
    opened_with: Callable[[str, str, Sequence[CalibrationStatement], Mapping[str, int]], dict[str, OptionValue]]
    """Returns the options of such a session from corpus, digest, statements, and its `part` of `parts`, `order` and
    `round`."""
    polled: Callable[[Sequence[Event]], Sequence[StatementPolled]]
    """Returns its votes, once it has ended."""
    found: Callable[[Sequence[StatementPolled], Mapping[str, Any]], BordersFound]
    """Returns the figures about the borders under these options."""
    adopted: Callable[[Mapping[str, float], str], dict[str, OptionValue]]
    """Returns the options that set such borders, with their source."""


class TiersMade(Struct, frozen=True, kw_only=True):
    """Tiers of a session's claims."""

    tiers: Mapping[str, str]
    """Key of the claim, which is the same in every session, and its tier."""
    weighted: bool
    """Whether votes were weighted."""
    tiers_from: str
    """Source of the borders; empty if they are as published."""


class VoterCounting(Struct, frozen=True, kw_only=True):
    """Functions that read the voters of a protocol's sessions, from their events alone."""

    stage: str
    """The stage in which ballots are cast; other stages are not read for it."""
    shown: Callable[[Sequence[Event]], Sequence[VoterShown]]
    """Returns each voter's data from the first event, the list of claims and the events of that stage, without
    people."""
    claims_at: str = ""
    """The key of the finding that lists the claims."""
    tiers_at: str = ""
    """The key of the finding with the tiers."""
    made: Callable[[Finding, Finding], TiersMade | None] = lambda claims, tiers: None
    """Returns the tiers from these two findings."""
    best: str = ""
    """The top tier: a council that puts nearly everything into it is too lenient."""
    reweighed: Callable[[Sequence[Event], Mapping[str, float]], Mapping[str, tuple[str, str]]] | None = None
    """Returns the tiers of a session's claims with equal votes and with these weights, by seat."""
    weighted: str = ""
    """The option for weighted votes."""
    calibrating: TierCalibration | None = None
    """How its borders are calibrated."""
