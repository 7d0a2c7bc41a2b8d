"""Types for aggregated runs: questions and scored replies of the published files."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.published.domains import domain_of

DEFAULT_MODE = "sistm_stress"
"""Mode of a file that names none."""
FINGERPRINT = 50
"""Characters that identify a question across runs; longer questions with the same beginning collide."""
PRETTY = {"gpt-4.1": "GPT-4.1", "claude-opus-4-6": "Claude Opus", "gemini-flash-latest": "Gemini Flash"}
"""Display names of models."""


class ScoredReply(Struct, frozen=True, kw_only=True):
    """One reply that has a score."""

    model: str
    """The last part of the model's name."""
    score: float
    """Its weighted score; 0 counts."""
    flip: bool = False
    """Whether it changed its position."""
    reason: str = ""
    """The reason for the change; anything but `uncited` counts as cited."""
    source: str = ""
    """Author of the rebuttal that changed it."""
    conviction: float = 0
    """Its conviction bonus."""
    axes: dict[str, float] = {}
    """Its score on each axis."""
    flaws: tuple[str, ...] = ()
    """Its flaw labels."""


class RunQuestion(Struct, frozen=True, kw_only=True):
    """One question of a run."""

    index: int
    """Its number."""
    text: str
    """Its text."""
    domain: str
    """Its domain."""
    label: str
    """The consensus label; empty for none."""
    replies: tuple[ScoredReply, ...]
    """The replies, in the order of the file."""

    @property
    def fingerprint(self) -> str:
        """Return its identifier across runs."""
        return self.text[:FINGERPRINT].lower().strip()


class ScoredRun(Struct, frozen=True, kw_only=True):
    """One file."""

    run: str
    """The run's id."""
    mode: str
    """The judging mode."""
    code_hash: str
    """Hash that distinguishes judging code."""
    questions: tuple[RunQuestion, ...]
    """Its questions."""


def short_model(name: str) -> str:
    """Return the last part of a model's name."""
    last = name.rpartition("/")[2]
    return PRETTY.get(last, last)


def named_domain(text: str, *named: str | None) -> str:
    """Return the first domain given, or else a guess from the question's words."""
    return next((each for each in named if each), None) or domain_of(text)


def by_mode(runs: Sequence[ScoredRun]) -> dict[str, list[ScoredRun]]:
    """Group runs by mode, sorted by name; modes never share a table."""
    return {mode: [run for run in runs if run.mode == mode] for mode in sorted({run.mode for run in runs})}


def run_order(run: str) -> tuple[int, int, str]:
    """Sort key of a run id: numbers by size, then text."""
    return (0, int(run), "") if run.isdecimal() else (1, 0, run)
