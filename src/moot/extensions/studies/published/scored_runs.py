"""What is aggregated: runs with their questions and scored replies, as the published files hold them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.published.domains import domain_of

DEFAULT_MODE = "sistm_stress"
"""The mode of a file that names none."""
FINGERPRINT = 50
"""Characters of a question by which it is known across runs, so that longer ones may be taken for each other."""
PRETTY = {"gpt-4.1": "GPT-4.1", "claude-opus-4-6": "Claude Opus", "gemini-flash-latest": "Gemini Flash"}
"""Models that have a name of their own."""


class ScoredReply(Struct, frozen=True, kw_only=True):
    """One reply that has a score."""

    model: str
    """The model, by the last part of its name."""
    score: float
    """Its weighted score; 0 counts as a score."""
    flip: bool = False
    """Whether it changed its position."""
    reason: str = ""
    """Why, if it did: whatever is not `uncited` counts as cited."""
    source: str = ""
    """Whose rebuttal moved it."""
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
    """Its words."""
    domain: str
    """Its domain."""
    label: str
    """The consensus, as it was written; empty for none."""
    replies: tuple[ScoredReply, ...]
    """The replies, in the order of the file."""

    @property
    def fingerprint(self) -> str:
        """What it is known by across runs."""
        return self.text[:FINGERPRINT].lower().strip()


class ScoredRun(Struct, frozen=True, kw_only=True):
    """One file."""

    run: str
    """The run's id."""
    mode: str
    """How it was judged."""
    code_hash: str
    """What tells ways of judging apart."""
    questions: tuple[RunQuestion, ...]
    """Its questions."""


def short_model(name: str) -> str:
    """A model by the last part of its name."""
    last = name.rpartition("/")[2]
    return PRETTY.get(last, last)


def named_domain(text: str, *named: str | None) -> str:
    """The first domain that is named, or else what the question's words suggest."""
    return next((each for each in named if each), None) or domain_of(text)


def by_mode(runs: Sequence[ScoredRun]) -> dict[str, list[ScoredRun]]:
    """Runs by mode, in the order of the modes' names: modes are never put into one table."""
    return {mode: [run for run in runs if run.mode == mode] for mode in sorted({run.mode for run in runs})}


def run_order(run: str) -> tuple[int, int, str]:
    """Numbers by size, then the rest by letters."""
    return (0, int(run), "") if run.isdecimal() else (1, 0, run)
