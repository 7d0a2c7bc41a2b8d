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
    """Version of the corpus."""
    created: str
    """When the study was opened."""
    state: StudyState
    """State of the study: `running` while a process runs it, `failed` if a session has no result, `unfinished` if
    sessions are left, else `whole`.
    """
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
    """Amount in dollars that running or cut-off calls may still cost."""
    scripted: int
    """Number of sessions answered by scripted models. Their figures describe no real model."""
    budget: float | None
    """Budget of the study in dollars."""


class AgainCount(Struct, frozen=True, kw_only=True):
    """Number of failed or degraded sessions that can be asked again, and why others cannot."""

    failed: int = 0
    """Number of failed sessions that can be asked again. If there are many, sessions that were not inspected are
    included.
    """
    degraded: int = 0
    """Number of degraded sessions that can be asked again."""
    cannot: tuple[FailureCause, ...] = ()
    """Reasons why other sessions cannot be asked again, with the remedy."""


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
    """Digest of the questions and known answers."""
    corpus_digest: str
    """Digest of the corpus."""
    repeats: int
    """Number of repeats of each question under each arm."""
    baseline: str
    """Name of the arm with which the other arms are compared."""
    primary: str
    """Name of the primary measure."""
    clusters: str
    """Field by which questions are clustered; empty for none."""
    arms: tuple[ArmStanding, ...]
    """Progress of each arm."""
    causes: tuple[FailureCause, ...]
    """Why sessions have no result, most frequent first."""
    left: tuple[FailureCause, ...] = ()
    """Why the last run left sessions, most frequent first; empty while it runs."""
    wants_budget: bool = False
    """Whether a larger budget would help some of these sessions."""

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
    """Id of the session."""
    repeat: int
    """Number of the repeat."""
    state: str
    """State of the session."""
    degraded: int
    """Number of ways in which the session's result is degraded."""
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
    """Name of the arm."""
    share: float | None
    """Mean share of the repeats that are right, or of planted bugs found; null if compared by class, or without a
    result.
    """
    usual: str
    """Most frequent class of the repeats, or leading model if no session of the study has a class; empty without a
    result.
    """
    differs: bool
    """Whether the result differs from the baseline's, by the comparison in `by`."""
    cells: tuple[CellSeen, ...]
    """Sessions of this question and arm, by repeat."""


class MatrixRow(Struct, frozen=True, kw_only=True):
    """Row of the table of questions by arms: the results of one question under every arm (condition)."""

    question: str
    """Id of the question."""
    begins: str
    """Beginning of the question; empty before it has a session."""
    known: str
    """The known correct answer; empty if there is none, or before a session has ended."""
    by: Literal["right", "recall", "class", "winner"]
    """Figure by which arms are compared: correctness if the answer is known, the number of planted bugs found, else
    the class of the verdict, or the leading model if nothing has a class.
    """
    differs: bool
    """Whether an arm with changes differs from the baseline."""
    degraded: bool
    """Whether one of the question's sessions has a degraded result."""
    cells: tuple[MatrixCell, ...]
    """Result under each arm, in order."""


class MatrixPage(Struct, frozen=True, kw_only=True):
    """One page of the table of questions by arms (conditions), with the numbers of questions by result."""

    arms: tuple[str, ...]
    """Names of the arms."""
    baseline: str
    """Name of the arm with which the other arms are compared."""
    rows: tuple[MatrixRow, ...]
    """A row for each question."""
    total: int
    """Number of questions."""
    matching: int
    """Number of questions that pass the filter."""
    differing: int
    """Number of questions on which an arm differs from the baseline."""
    degraded: int
    """Number of questions with a degraded result."""
    next: int | None
    """Value of `after` for the next page; null on the last page."""
