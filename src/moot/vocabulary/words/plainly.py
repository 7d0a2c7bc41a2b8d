"""Rewrite recorded causes in plain words for people.

Why a ballot cannot be parsed is part of its repair prompt, and a replay compares prompts with recorded ones. So those
words stay unchanged in a transcript and are rewritten only for display.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from moot.vocabulary.verdicts import Verdict

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
    """Return a cause in plain words."""
    if "sheet" in text:
        for pattern, words in _PLAINLY:
            text = pattern.sub(words, text)
    return text


def plain_verdict(verdict: Verdict) -> Verdict:
    """Return the verdict with its losses in plain words."""
    degraded = tuple(map(plainly, verdict.degraded))
    missing = tuple(replace(lost, cause=plainly(lost.cause)) for lost in verdict.missing)
    same = degraded == verdict.degraded and missing == verdict.missing
    return verdict if same else replace(verdict, degraded=degraded, missing=missing)
