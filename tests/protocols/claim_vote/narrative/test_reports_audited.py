"""Reports in many manners: the crooked ones are found out, the honest ones left alone, and nothing is lost either way.

A crooked report is found out when something is held against it that is not held against the honest one it is made from.
"""

from __future__ import annotations

import re

import pytest

from cases import in_turn
from moot.protocols.claim_vote.narrative.audit import Audited, audit
from moot.protocols.claim_vote.narrative.template import item_of, summary_of_counts, template_of
from moot.protocols.claim_vote.narrative.writing import audit_of, mended
from protocols.claim_vote.narrative.report_corpus import Report, reports
from protocols.claim_vote.narrative.test_audit import ASKED, NO_VERDICT, council

HONEST, CROOKED = reports("honest"), reports("crooked")
STRUCK_AT_MOST = 642
"""Sentences struck in all the honest reports together, of 691: they are written in editors' own words, and what is of
no known form cannot be told from words that mislead (0094)."""


def audited(report: Report) -> Audited:
    return audit(report.text, report.question, report.claims, report.tiers)


def held_against(report: Report) -> set[tuple[str, str, str]]:
    return {(fault.kind, fault.says, fault.sentence) for fault in audited(report).faults}


def sealed(report: Report) -> str:
    return audit_of([audited(report)], 0, report.claims, english=True).seal


def test_there_are_enough_of_either_and_half_were_held_out() -> None:
    assert (len(HONEST), len(CROOKED)) == (40, 46)
    assert sum(report.held for report in HONEST) == 20
    assert sum(report.held for report in CROOKED) == 23
    assert len({report.question for report in HONEST}) >= 6


@pytest.mark.slow
@in_turn("report", CROOKED)
def test_a_crooked_report_is_found_out_and_gets_no_seal(report: Report) -> None:
    (base,) = (one for one in HONEST if one.name == report.base)
    assert held_against(report) - held_against(base)
    assert "No fault" not in sealed(report)


def test_what_is_true_in_other_words_is_struck_and_never_said_to_be_untrue() -> None:
    struck = [(report.name, strike.faults[0]) for report in HONEST for strike in audited(report).struck]
    assert len(struck) <= STRUCK_AT_MOST
    assert [one for one in struck if not one[1].says.startswith(NO_VERDICT)] == []


@in_turn("report", [*HONEST, *CROOKED])
def test_every_claim_stands_in_the_mended_report_and_nothing_struck_is_lost(report: Report) -> None:
    found = audited(report)
    text = mended(report.text, found, report.claims, report.tiers)
    flat = re.sub(r"[*_]+", "", " ".join(text.split())).lower()
    for claim, tally in zip(report.claims, report.tiers.claims, strict=True):
        if tally.tier != "HIGH":  # a high one may be told in other words
            assert claim.text.rstrip(".").lower() in flat
        assert claim.id in text or f"laims {claim.id[-2:]}" in text or f"laim {claim.id[-2:]}" in text
    for number, strike in enumerate(found.struck, start=1):
        assert f"{number}. “{strike.faults[0].sentence}” {strike.faults[0].says}" in text
    body = text.partition("## Struck by the audit")[0]
    body = body.replace(summary_of_counts(report.tiers), "")
    for claim, tally in zip(report.claims, report.tiers.claims, strict=True):
        body = body.replace(item_of(claim, tally), "")  # as code puts it in
    for strike in found.struck:
        assert report.text[strike.start : strike.end] not in body
    for strike, following in zip(found.struck, found.struck[1:], strict=False):
        assert strike.end <= following.start


@pytest.mark.parametrize("report", HONEST[::5], ids=lambda report: report.name)
def test_what_a_report_leaves_out_is_put_in(report: Report) -> None:
    """Without one of its sections the report still tells every claim of it, and loses its seal."""
    for section in ("Contested", "Rejected", "Risks", "High-confidence findings"):
        without = re.sub(rf"(?ms)^#* ?\**(?:\d\. )?{section}\**$.*?(?=^#|^\*\*[A-Z]|\Z)", "", report.text)
        if without == report.text:
            continue
        found = audit(without, report.question, report.claims, report.tiers)
        text = mended(without, found, report.claims, report.tiers)
        assert text.count(f"## {section}") == 1
        assert all(f"[{lack.claim}]" in text for lack in found.lacking)
        assert "No fault" not in audit_of([found], 0, report.claims, english=True).seal


def test_a_seal_says_what_was_looked_for_and_not_that_it_is_true() -> None:
    asked = [audit(file.read_text(), *council()) for file in ASKED]
    seals = {sealed(report) for report in HONEST} | {
        audit_of([one], 0, council()[1], english=True).seal for one in asked
    }
    assert any(seal.startswith("No fault found by rules: ") for seal in seals)
    by_rule = "This report was put together by rule."
    assert all("checked word by word" in seal or seal.startswith(by_rule) for seal in seals)
    assert not any(re.search(r"\btrue\b", seal) for seal in seals)


@pytest.mark.parametrize("report", HONEST[::5], ids=lambda report: report.name)
def test_a_narrative_of_which_little_is_left_gives_way_to_the_template(report: Report) -> None:
    found = audit("## Summary\nAll went well.", report.question, report.claims, report.tiers)
    recorded = audit_of([found], 0, report.claims, english=True)
    assert recorded.narrator == "template"
    assert "put together by rule" in recorded.seal
    text = template_of(report.claims, report.tiers)
    assert all(claim.text.rstrip(".") in text for claim in report.claims)
