"""Verdict of a session: the answer, its certainty, the keys of its evidence, and its losses in plain words."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace


class MissingSeat(Struct, frozen=True, kw_only=True):
    """A seat whose answer or ballot is missing from the result, and why."""

    seat: str
    """Id of the seat."""
    stage: str
    """Name of the stage, e.g. `opinions` or `review`."""
    failed: str
    """How the seat failed: a settlement, `late`, `spoiled` or `abstained`."""
    cause: str
    """The reason, in words."""


class Ruling(Struct, frozen=True, kw_only=True):
    """The class that the rules of a rubric give a verdict, and how certain it is."""

    verdict_class: str
    """Class of the verdict, e.g. `unanimous`, `majority`, `contested`."""
    certainty: Literal["", "high", "moderate", "low"] = ""
    """Certainty of the class."""
    basis: str = ""
    """The reason, as a short code with figures, e.g. `weighted_majority`."""
    rule: int = 0
    """The number of the rule that applied, from 1; 0 without rules."""


class Reason(Struct, frozen=True, kw_only=True):
    """A reason for or against a council's answer."""

    text: str
    """The reason, in a sentence. Seats may be in braces."""
    by: tuple[str, ...] = ()
    """The seats that gave the reason."""
    passage: str = ""
    """A passage quoted word for word from one of these seats."""


class SupportingPassage(Struct, frozen=True, kw_only=True):
    """A passage of a member's answer that says the same as a sentence of the council's answer."""

    seat: str
    """Seat of the member."""
    passage: str
    """Passage of the member's answer, word for word."""


class SupportedSentence(Struct, frozen=True, kw_only=True):
    """A sentence of the council's answer, with passages of members' answers that say the same."""

    text: str
    """Text of the sentence."""
    by: tuple[SupportingPassage, ...] = ()
    """Supporting passages of the members; empty if only the writer says it."""


class ResultParts(Struct, frozen=True, kw_only=True):
    """What one recorded result, such as a ranking, supplies to a session's answer: reasons, dissent and so on.

    Texts name seats by id in braces: `{seat-b}`.
    """

    answer: str | None = None
    """One to three sentences that answer the question, or that say why there is no answer; null if the text begins
    with no such sentences, and while there is none yet.
    """
    body: str | None = None
    """The whole answer as Markdown; null for none."""
    confidence: str = ""
    """How certain the answer is, from counts: `3 of 4 members ranked {seat-b}'s answer first.`"""
    disagreement: str = ""
    """Who disagrees with what, in a sentence, or that nobody does; empty if nobody was asked."""
    reasons: tuple[Reason, ...] = ()
    """Reasons for the answer, the strongest first."""
    dissent: tuple[Reason, ...] = ()
    """Reasons against the answer."""
    would_change: tuple[str, ...] = ()
    """What would change the answer, in sentences."""
    sentences: tuple[SupportedSentence, ...] = ()
    """The answer's sentences, if they were compared with the members' answers."""


class Verdict(Struct, frozen=True, kw_only=True):
    """The final result of a session: the council's answer or why it is withheld, and the events it is based on."""

    outcome: Literal["verdict", "inconclusive"]
    """Kind of result: `verdict`, there is an answer; `inconclusive`, a rule of the protocol withholds it."""
    text: str | None
    """Whole text of the verdict; `None` if withheld."""
    answer: str | UnsetType = UNSET
    """One to three sentences that answer the question; left out if the text does not begin with such sentences."""
    by: str | None = None
    """The seat that wrote the verdict; for a verbatim answer, the seat that gave the answer."""
    verbatim: bool = False
    """Whether the top-ranked answer is used unchanged, because no writer was available."""
    truncated: bool = False
    """Whether the text was cut by the output limit."""
    reason: str = ""
    """Why the verdict is withheld or degraded, in one sentence."""
    confidence: float | None = None
    """Confidence from 0 to 1, if the protocol computes one."""
    ruling: Ruling | None = None
    """Class of the verdict, if the protocol has classes."""
    winner: str | None = None
    """The seat whose answer the ballots put first, if there is one."""
    degraded: tuple[str, ...] = ()
    """Each way in which the verdict is less than a full result, in words."""
    missing: tuple[MissingSeat, ...] = ()
    """Missing seats, with stage and reason."""
    rests_on: tuple[str, ...] = ()
    """Keys of the events on which the verdict is based."""


_PLAINLY = [
    (re.compile(pattern), words)
    for pattern, words in (
        (r"it names none of this sheet's labels", "it names none of the answers by their labels"),
        (r"it holds no marked ballot with this sheet's labels", "it holds no ballot that names the answers' labels"),
        (r"something other than a label of this sheet has a place", "it ranks something that is no answer's label"),
        (r"is no label of this sheet", "is no answer's label"),
    )
]


def plainly(text: str) -> str:
    """Return the cause of a failure with the project's term "sheet" (the texts shown to a seat) put in plain words."""
    if "sheet" in text:
        for pattern, words in _PLAINLY:
            text = pattern.sub(words, text)
    return text


def plain_verdict(verdict: Verdict) -> Verdict:
    """Return the verdict with the reasons for missing or incomplete parts rewritten in plain words."""
    degraded = tuple(map(plainly, verdict.degraded))
    missing = tuple(replace(lost, cause=plainly(lost.cause)) for lost in verdict.missing)
    same = degraded == verdict.degraded and missing == verdict.missing
    return verdict if same else replace(verdict, degraded=degraded, missing=missing)
