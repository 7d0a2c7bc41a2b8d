"""Response types of studies apart from figures: progress, and each question's results under each arm."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.stats.standing import ArmCount, CellCounts, FailureCause
from moot.extensions.studies.study import Arm

StudyState = Literal["running", "whole", "failed", "unfinished"]


class StudyRow(CellCounts, frozen=True, kw_only=True):
    """One study in the list of studies: its state, size and cost."""

    id: str
    """Id of the study."""
    name: str
    """Name of the study."""
    corpus: str
    """Corpus of the study; empty for a run, which has none."""
    corpus_version: str
    """Their version."""
    created: str
    """When the study was opened."""
    state: StudyState
    """`running` while a process runs it, `failed` if a session has no result, `unfinished` if something is left, else
    `whole`."""
    asked_by: str
    """The process that runs the study; `this server` if the responding server runs it; else empty."""
    questions: int
    """Number of questions."""
    arms: int
    """Number of arms."""
    sessions: int
    """Number of sessions planned."""
    spent: float
    """Cost in dollars, including retried sessions."""
    pending: float
    """Dollars that running or cut-off calls may still cost."""
    scripted: int
    """Sessions answered by scripted models; their figures describe no real model."""
    budget: float | None
    """Budget in dollars."""


class AgainCount(Struct, frozen=True, kw_only=True):
    """How many failed or degraded sessions can be asked again, and why others cannot."""

    failed: int = 0
    """Failed ones that can; of many, those not inspected count as able."""
    degraded: int = 0
    """Degraded ones that can."""
    cannot: tuple[FailureCause, ...] = ()
    """Why the others cannot, and the remedy."""


class StudyList(Struct, frozen=True, kw_only=True):
    """Studies, newest first."""

    studies: tuple[StudyRow, ...]
    """The studies."""


class ArmStanding(Arm, frozen=True, kw_only=True, omit_defaults=False):
    """An arm of a study with the number of its sessions in each state. `repeats` is the number that applies to
    the arm.
    """

    counts: ArmCount
    """Number of the arm's cells in each state."""


class StudyHead(Struct, frozen=True, kw_only=True):
    """One study and its progress: what it asks, its arms (conditions), and why sessions have no result."""

    study: StudyRow
    """The study."""
    digest: str
    """Digest of what is asked and known."""
    corpus_digest: str
    """Digest of the questions."""
    repeats: int
    """Repeats of each question under each arm."""
    baseline: str
    """The arm that the others are compared with."""
    primary: str
    """The primary measure."""
    clusters: str
    """What questions are clustered by; empty for nothing."""
    arms: tuple[ArmStanding, ...]
    """Each arm."""
    causes: tuple[FailureCause, ...]
    """Why sessions have no result, most frequent first."""
    left: tuple[FailureCause, ...] = ()
    """Why the last run left sessions, most frequent first; empty while it runs."""
    wants_budget: bool = False
    """Whether a larger budget would help some of them."""

    again: AgainCount = AgainCount()
    """How many failed and degraded sessions can be asked again."""


class StudyFigures(Struct, frozen=True, kw_only=True):
    """The report on a study so far, and the number of sessions that it includes."""

    sessions: int
    """Number of sessions with a result in the figures."""
    report: StudyReport
    """The figures, without single questions and sessions."""


class CellSeen(Struct, frozen=True, kw_only=True):
    """One session in the table of questions by arms (conditions): its state, and its result for the question."""

    session: str
    """The session."""
    repeat: int
    """Number of the repeat."""
    state: str
    """State of the session."""
    degraded: int
    """Number of ways in which its result is degraded."""
    verdict_class: str
    """Class of the session's verdict; empty if none was ruled."""
    winner: str
    """Model of the leading answer; empty in a tie."""
    answer: str = ""
    """Beginning of the session's answer; empty without an answer."""
    why: str = ""
    """Why the session has no result; empty if it has one or was not inspected."""
    right: bool | None = None
    """Whether the answer is correct; null if unknown."""


class MatrixCell(Struct, frozen=True, kw_only=True):
    """Cell of the table of questions by arms: the result of one question under one arm (condition)."""

    arm: str
    """The arm."""
    share: float | None
    """Mean share of the repeats that are right, or of planted bugs found; null if compared by class, or without a
    result.
    """
    usual: str
    """The most frequent class of its repeats, or leading model if no session of the study has a class; empty without a
    result."""
    differs: bool
    """Whether the baseline's result differs, by the question's comparison."""
    cells: tuple[CellSeen, ...]
    """Sessions of this question and arm, by repeat."""


class MatrixRow(Struct, frozen=True, kw_only=True):
    """Row of the table of questions by arms: the results of one question under every arm (condition)."""

    question: str
    """The question, by id."""
    begins: str
    """Beginning of the question; empty before it has a session."""
    known: str
    """The known correct answer; empty if there is none, or before a session has ended."""
    by: Literal["right", "recall", "class", "winner"]
    """What arms are compared by: correctness if the answer is known, the number of planted bugs found, else the class
    of the verdict, or the leading model if nothing has a class."""
    differs: bool
    """Whether an arm with changes differs from the baseline."""
    degraded: bool
    """Whether one of the question's sessions has a degraded result."""
    cells: tuple[MatrixCell, ...]
    """A cell for each arm, in order."""


class MatrixPage(Struct, frozen=True, kw_only=True):
    """One page of the table of questions by arms (conditions), with the numbers of questions by result."""

    arms: tuple[str, ...]
    """The arms."""
    baseline: str
    """The arm that the others are compared with."""
    rows: tuple[MatrixRow, ...]
    """The questions."""
    total: int
    """Number of questions."""
    matching: int
    """Number that pass the filter."""
    differing: int
    """Number that differ."""
    degraded: int
    """Number with a degraded result."""
    next: int | None
    """Value of `after` for the next page; null on the last one."""
