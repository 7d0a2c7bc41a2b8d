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
    """A heading in a report."""

    text: str
    """The heading's text."""
    level: int = 2
    """Level of the heading: 1 for the report's title, 2 and more below it."""


class Sentence(Struct, frozen=True):
    """A line of a report in Moot's own words."""

    text: str
    """Text of the sentence."""


class Quotation(Struct, frozen=True):
    """A text from a model or another source, quoted in a report. Markdown in the text has no effect."""

    text: str
    """Text of the quotation."""


class Points(Struct, frozen=True):
    """A list of points in a report. If the list is empty, the report leaves it out."""

    lines: Sequence[str]
    """Text of each point."""


class FileTable(Struct, frozen=True):
    """A table in a report: rows of cells under a header."""

    header: Sequence[str]
    """The heading of each column."""
    rows: Sequence[Sequence[str]]
    """Cells of each row."""


Part = Title | Sentence | Quotation | Points | FileTable


class ReportFile(Struct, frozen=True, kw_only=True):
    """A kind of report that a protocol offers on a session: its name, and the function that makes its contents."""

    form: str
    """The name by which the report is requested."""
    ending: str
    """The suffix of the report's file name."""
    made: Callable[[SessionState], Sequence[Part] | Mapping[str, Any]]
    """Returns the report's contents from a session: parts, written as Markdown; or a value, written as JSON. Raises
    `BadInput` to refuse."""


class RunSessions(Struct, frozen=True, kw_only=True):
    """Sessions whose questions were asked together, as one run."""

    id: str
    """The run's id."""
    sessions: Sequence[Sequence[Event]]
    """The events of each session, in the order of the questions; at least one session."""
    domain: str
    """Subject area of the questions, as named by the user."""
    began: str
    """When the first of the sessions was opened."""
    ended: str
    """When the last event of all sessions happened."""
    seconds: float
    """Seconds from `began` to `ended`."""


class RunFile(Struct, frozen=True, kw_only=True):
    """One file that a protocol writes about a run (sessions whose questions were asked together)."""

    name: str
    """The file's path under the folder of artifacts."""
    value: Any
    """The file's contents: one JSON value, or a list of rows if `lines` is true."""
    lines: bool = False
    """Whether the file has one row per line."""


class ComparedSession(Struct, frozen=True, kw_only=True):
    """The values of a session that are compared with another session's: those of the whole session, and each
    member's."""

    facts: Mapping[str, Value] = {}
    """Values of the session as a whole, by name."""
    members: Mapping[str, Mapping[str, Value]] = {}
    """Values of each member, by seat. The first two are its first and its final answer."""
    ordered: frozenset[str] = frozenset()
    """Names of the values of members that should not depend on the order in which texts were shown."""


class JointFinding(Struct, frozen=True, kw_only=True):
    """A finding of one or several members of a review, after equal findings were merged."""

    text: str
    """The finding's text."""
    status: str
    """Whether several members report the finding, or one denies it."""
    severity: str
    """How severe the finding is."""


class SessionFigures(Struct, frozen=True, kw_only=True):
    """A session's figures, for tables of many sessions."""

    figures: Mapping[str, float] = {}
    """Figures of the session as a whole, by name; those not computed are left out."""
    scores: Mapping[str, float] = {}
    """Score of each model that has one, by model."""
    listed: Sequence[JointFinding] | None = None
    """Findings of the members, without duplicates; `None` if no list was requested or none could be parsed."""


class Since(Struct, frozen=True, kw_only=True):
    """What changed in a result since an earlier session on the same question."""

    counts: tuple[str, ...] = ()
    """Number of changes of each kind, e.g. `2 new`, `1 moved`."""
    lines: tuple[str, ...] = ()
    """One line for each change; empty if nothing changed."""


class TrustPart(Struct, frozen=True, kw_only=True):
    """A part of the line on how reliable a session's votes are."""

    about: Literal["voters", "pairs", "controls", "weights", "borders"]
    """Subject of this part, which decides its link."""
    says: str
    """Text of this part."""


def trust_line(parts: Sequence[TrustPart]) -> str:
    """Return these parts as one line on how reliable the votes are."""
    said = "; ".join(part.says for part in parts)
    return said.replace("; ", ", ", 1) if len(parts) > 1 and parts[1].about == "pairs" else said


class Files(Struct, frozen=True, kw_only=True):
    """The functions by which a protocol makes reports, run files, comparisons and figures from its sessions."""

    reports: tuple[ReportFile, ...] = ()
    """Reports on one session, written together under one name."""
    run: Callable[[RunSessions], Sequence[RunFile]] | None = None
    """Returns the files of a run; `None` if the protocol has no run files of its own."""
    strongest: Callable[[SessionState], str] | None = None
    """Returns the model with the strongest reply, as text for a list of runs; empty if there is none."""
    unjudged: Callable[[SessionState], bool] | None = None
    """Returns whether a verdict without a ruling exists only because no judgement could be parsed."""
    compared: Callable[[SessionState], ComparedSession] | None = None
    """Returns the values to compare with another session; by default, each member's texts."""
    outcome: Callable[[SessionState], SessionFigures] | None = None
    """Returns a session's figures, for tables of many sessions."""
    judgements: Callable[[SessionState], Judgements] | None = None
    """Returns the judgements on each reply; by default, each member's texts."""
    reversing: str = ""
    """Name of the option that reverses the order in which members read. Without it, the effect of the order is
    unknown.
    """
    since: Callable[[SessionState, SessionState], Since] | None = None
    """Returns the changes since an earlier session; by default, whether the answer changed."""
    trust: Callable[[SessionState], Sequence[TrustPart]] | None = None
    """Returns facts about the reliability of the session's votes, as parts of one line; empty if there was no vote."""
    told: frozenset[str] = frozenset()
    """Tags of findings that `compared` covers already. A comparison of sessions does not show the fields of these
    findings.
    """


class SessionCounting(Struct, frozen=True, kw_only=True):
    """The functions by which a protocol's finished sessions enter the statistics.

    They use a session's findings only, so that it can be counted again.
    """

    count: Callable[[Mapping[str, Finding]], SessionCounts | None]
    """Returns the figures of a session's findings, by their keys and in their order; `None` if they are
    insufficient."""
    traits: Callable[[Career, Collection[str]], Sequence[str]] = lambda career, present: ()
    """Returns the traits of a model from its numbers in earlier sessions. The second argument has the other models of
    the council.
    """
    awards: Collection[str] = ()
    """Allowed short names of achievements. If empty, any name is allowed."""


class TierCalibration(Struct, frozen=True, kw_only=True):
    """The functions that calibrate the borders between a protocol's tiers, by votes on claims known to be contested or
    settled."""

    protocol: str
    """Protocol of calibration sessions, in which members vote on given claims. It is not offered for councils."""
    most: int
    """Maximum number of statements in one session."""
    opened_with: Callable[[str, str, Sequence[CalibrationStatement], Mapping[str, int]], dict[str, OptionValue]]
    """Returns the options of a calibration session from corpus, digest, statements, and its `part` of `parts`, `order`
    and `round`."""
    polled: Callable[[Sequence[Event]], Sequence[StatementPolled]]
    """Returns the votes of a calibration session, once it has ended."""
    found: Callable[[Sequence[StatementPolled], Mapping[str, Any]], BordersFound]
    """Returns an evaluation of the borders in the given options, computed from the votes."""
    adopted: Callable[[Mapping[str, float], str], dict[str, OptionValue]]
    """Returns the options that set the given borders, with their source."""


class TiersMade(Struct, frozen=True, kw_only=True):
    """The tier (class by votes) of each claim of a session, in a form that can be compared across sessions."""

    tiers: Mapping[str, str]
    """Tier of each claim, by a key that is the same in every session."""
    weighted: bool
    """Whether votes were weighted."""
    tiers_from: str
    """Where the borders between tiers are from; empty if they are the published ones."""


class VoterCounting(Struct, frozen=True, kw_only=True):
    """The functions by which a protocol's voters enter the statistics, computed from the sessions' events alone."""

    stage: str
    """Stage in which ballots are cast. Only events of this stage are read."""
    shown: Callable[[Sequence[Event]], Sequence[VoterShown]]
    """Returns each voter's data from the first event, the list of claims and the events of that stage, without
    people."""
    claims_at: str = ""
    """The key of the finding that lists the claims."""
    tiers_at: str = ""
    """The key of the finding with the tiers."""
    made: Callable[[Finding, Finding], TiersMade | None] = lambda claims, tiers: None
    """Returns the tiers of a session's claims from its list of claims and its finding with the tiers."""
    best: str = ""
    """Name of the top tier. A council that puts nearly every claim into this tier is too lenient."""
    reweighed: Callable[[Sequence[Event], Mapping[str, float]], Mapping[str, tuple[str, str]]] | None = None
    """Returns the tiers of a session's claims with equal votes and with these weights, by seat."""
    weighted: str = ""
    """Name of the option for weighted votes."""
    calibrating: TierCalibration | None = None
    """Functions that calibrate the borders between the protocol's tiers; `None` if it has none."""
