"""Types for aggregated runs: questions and scored replies of the published files."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.stats.seen import ReplyAxes

DEFAULT_MODE = "sistm_stress"
"""Mode of a file that states none."""
FINGERPRINT = 50
"""Number of characters that identify a question across runs. Longer questions with the same beginning collide."""
PRETTY = {"gpt-4.1": "GPT-4.1", "claude-opus-4-6": "Claude Opus", "gemini-flash-latest": "Gemini Flash"}
"""Display names of models."""


class ScoredReply(ReplyAxes, frozen=True, kw_only=True, gc=False):
    """A model's reply to a question, with the score that the judge gave it."""

    score: float
    """Weighted score of the reply; 0 is a score like any other."""
    flip: bool = False
    """Whether the reply's author changed its position."""
    reason: str = ""
    """Reason for the change of position; any value but `uncited` counts as cited."""
    conviction: float = 0
    """Conviction bonus of the reply."""
    flaws: tuple[str, ...] = ()
    """Flaw labels of the reply."""


class RunQuestion(Struct, frozen=True, kw_only=True):
    """One question of a run, with its scored replies."""

    index: int
    """Number of the question."""
    text: str
    """Text of the question."""
    domain: str
    """Subject area of the question."""
    label: str
    """The consensus label; empty for none."""
    replies: tuple[ScoredReply, ...]
    """The replies, in the order of the file."""

    @property
    def fingerprint(self) -> str:
        """Return the beginning of the question's text, by which the same question is found in other runs."""
        return self.text[:FINGERPRINT].lower().strip()


class ScoredRun(Struct, frozen=True, kw_only=True):
    """One published run: its questions with their scored replies."""

    run: str
    """The run's id."""
    mode: str
    """The judging mode."""
    code_hash: str
    """Hash that distinguishes judging code."""
    questions: tuple[RunQuestion, ...]
    """Questions of the run."""


def short_model(name: str) -> str:
    """Return a model's name as the published files show it: a display name if there is one, else the last part of the
    id.
    """
    last = name.rpartition("/")[2]
    return PRETTY.get(last, last)


def named_domain(text: str, *named: str | None) -> str:
    """Return the first of the domains `named` that is not empty; if all are, guess the domain from the question's
    words.
    """
    return next((each for each in named if each), None) or domain_of(text)


def by_mode(runs: Sequence[ScoredRun]) -> dict[str, list[ScoredRun]]:
    """Group runs by judging mode, in alphabetical order, since runs of different modes are never compared in
    one table.
    """
    return {mode: [run for run in runs if run.mode == mode] for mode in sorted({run.mode for run in runs})}


def run_order(run: str) -> tuple[int, int, str]:
    """Return a key that sorts run ids: numbers by size, then text."""
    return (0, int(run), "") if run.isdecimal() else (1, 0, run)


UNKNOWN = "unknown"
TOPICS: dict[str, tuple[str, ...]] = {
    "constitutional": ("constitution", "amendment", "free speech", "due process", "judicial review", "veto"),
    "law_policy": ("statute", "regulation", "liability", "court", "antitrust", "lawsuit", "legislat"),
    "finance_econ": ("bank", "credit", "equity", "market", "investor", "hedge fund", "stock", "tax"),
    "nuclear_energy": ("nuclear", "reactor", "uranium", "fission", "radioactive"),
    "carbon_climate": ("carbon", "climate", "emission", "offset", "decarbon", "methane"),
    "ml_systems": ("machine learning", "neural", "training data", "language model", "fine-tun", "benchmark"),
    "softeng": ("software", "monorepo", "microservice", "codebase", "refactor", "deploy", "type check"),
    "nato_defense": ("nato", "deterrence", "missile", "alliance", "troops", "article 5"),
    "labor_automation": ("automation", "labor", "labour", "wage", "worker", "union", "robot"),
    "public_health": ("vaccin", "epidemic", "pandemic", "public health", "screening", "hospital"),
    "education": ("school", "student", "teacher", "curriculum", "tuition", "classroom"),
    "housing": ("rent", "housing", "zoning", "landlord", "tenant", "mortgage"),
    "surveillance": ("surveillance", "wiretap", "facial recognition", "camera", "metadata", "encryption"),
    "monetary_policy": ("central bank", "interest rate", "inflation", "money supply", "monetary", "easing"),
    "food_agriculture": ("farm", "crop", "agricultur", "fertili", "food", "pesticide"),
}  # fmt: skip
"""Typical words of each topic. The topics have the published program's names; the words are Moot's own."""


def domain_of(text: str) -> str:
    """Guess a question's domain: the one with the most typical words in the question; `unknown` if there is no such
    word.
    """
    lower = text.lower()
    hits = {topic: sum(word in lower for word in words) for topic, words in TOPICS.items()}
    best = max(hits, key=lambda topic: hits[topic])
    return best if hits[best] else UNKNOWN
