"""Forms of editors, honest and untrue, by hand and by rule: `tests/protocols/claim_vote/narrative/forms/`.

By rule an honest summary is one of an honest report, and an untrue form is an honest sentence with one thing changed.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from moot.protocols.claim_vote.ballots import ClaimNote, ReportForm, SummaryPart
from moot.protocols.claim_vote.findings import Claim, Tiers
from protocols.claim_vote.narrative.report_corpus import reports

HERE = Path(__file__).parent / "forms"
ID = re.compile(r"claim-\d\d")


class Case(Struct, frozen=True):
    """A form and what it is about."""

    name: str
    form: ReportForm
    question: str
    claims: tuple[Claim, ...]
    tiers: Tiers
    untrue: str = ""
    """Words of it that must not reach a reader but as left out."""
    plain: bool = False
    """Whether they are a claim's own words as well, which the report tells with its tier."""


def form_of(read: dict[str, Any]) -> ReportForm:
    return ReportForm(
        summary=tuple(SummaryPart(text=one["text"], claims=tuple(one["claims"])) for one in read.get("summary", [])),
        notes=tuple(ClaimNote(claim=one["claim"], text=one["text"]) for one in read.get("notes", [])),
    )


@cache
def by_hand(kind: str) -> tuple[Case, ...]:
    """Those of one file: `honest` or `untrue`."""
    from protocols.claim_vote.narrative.test_audit import council

    read: dict[str, list[dict[str, Any]]] = tomllib.loads((HERE / f"{kind}.toml").read_text())
    return tuple(
        Case(f"{sort}: {one['name']}", form_of(one), *council(), one.get("untrue", ""), one.get("plain", False))
        for sort, cases in read.items()
        for one in cases
    )


@cache
def of_narratives() -> tuple[Case, ...]:
    """The summaries of true narratives as forms."""
    from protocols.claim_vote.narrative.test_audit import TRUE, council

    made = []
    for file in TRUE:
        words = _summary(file.read_text())
        ids = tuple(dict.fromkeys(ID.findall(words)))
        if words:
            form = ReportForm(summary=(SummaryPart(text=words, claims=ids),))
            made.append(Case(f"narrative: {file.stem}", form, *council()))
    return tuple(made)


@cache
def by_rule(kind: str) -> tuple[Case, ...]:
    """Summaries of honest reports as forms; or each with a figure, a tier or a claim exchanged."""
    made = []
    for at, report in enumerate(reports("honest")):
        words = _summary(report.text)
        found = changed(words, report.tiers, Random(at)) if kind == "untrue" else words
        if found:
            ids = tuple(dict.fromkeys(ID.findall(found)))
            form = ReportForm(summary=(SummaryPart(text=found, claims=ids),))
            made.append(
                Case(f"rule: {report.name}", form, report.question, report.claims, report.tiers, _new(words, found))
            )
    return tuple(made)


def changed(words: str, tiers: Tiers, chance: Random) -> str:
    """The words with two claims of different tiers exchanged; nothing where only one tier is named."""
    named = sorted(set(ID.findall(words)))
    of = {tally.claim: tally.tier for tally in tiers.claims}
    pairs = [(one, other) for one in named for other in named if one < other and of[one] != of[other]]
    if not pairs:
        return ""
    one, other = chance.choice(pairs)
    return words.replace(one, "@").replace(other, one).replace("@", other)


def _summary(text: str) -> str:
    """What stands under that heading, on one line; nothing where it is a list."""
    section = re.search(r"(?ms)^#* ?\**(?:\d\. )?Summary\**:?$\n(.*?)(?=^#|^\*\*[A-Z]|\Z)", text)
    if section is None or re.search(r"(?m)^\s*(?:[-*|]|\d+[.)])", section[1]):
        return ""
    return " ".join(section[1].split())


def _new(words: str, found: str) -> str:
    """What stands in the second text and not in the first, as far as it is one piece."""
    start = next((at for at, (a, b) in enumerate(zip(words, found, strict=False)) if a != b), 0)
    return found[max(0, start - 40) : start + 12]
