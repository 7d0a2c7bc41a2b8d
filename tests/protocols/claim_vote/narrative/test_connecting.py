"""Forms in which editors connect claims: untrue sentences reach nobody, honest ones stand, nothing is kept back."""

from __future__ import annotations

import pytest

from cases import in_turn
from moot.protocols.claim_vote.ballots import ClaimNote, ReportForm, SummaryPart
from moot.protocols.claim_vote.narrative.connecting import Held, audit_of_form, held
from moot.protocols.claim_vote.narrative.forming import left_out, summary_of
from moot.protocols.claim_vote.narrative.template import template_of
from protocols.claim_vote.narrative.form_corpus import Case, by_hand, by_rule, of_narratives
from protocols.claim_vote.narrative.test_audit import NO_VERDICT

UNTRUE, HONEST = by_hand("untrue"), by_hand("honest")
STRUCK_AT_MOST = {"honest": 23, "narratives": 32, "reports": 94}
"""Sentences left out of 30, 35 and 95 that are true, of forms and of summaries: they tell claims in editors' own words,
turned or by a part. What stands is in `test_closed.py`."""


def found(case: Case) -> Held:
    return held(case.form, case.question, case.claims, case.tiers)


def report(case: Case) -> str:
    """What a reader gets of it."""
    held_ = found(case)
    stands = bool(held_.standing)
    text = template_of(
        case.claims,
        case.tiers,
        before=summary_of(held_, case.claims, case.tiers) if stands else (),
        notes=held_.notes if stands else None,
    )
    return f"{text}\n\n{left_out(held_)}" if stands and held_.reasons else text


def test_there_are_enough_of_either() -> None:
    assert len(UNTRUE) + len(by_rule("untrue")) >= 60
    assert len(HONEST) + len(of_narratives()) >= 30
    assert len(by_rule("honest")) >= 30
    kinds = {case.name.partition(":")[0] for case in UNTRUE}
    assert kinds == {"flip", "invention", "omission", "number", "hidden", "editor"}


@pytest.mark.slow
@in_turn("case", [*UNTRUE, *by_rule("untrue")])
def test_what_is_untrue_reaches_nobody(case: Case) -> None:
    text = " ".join(report(case).split())
    if case.untrue and not case.plain:
        assert " ".join(case.untrue.split()) not in text
    if case.untrue:
        assert found(case).reasons
        assert "No fault" not in audit_of_form(found(case), "").seal


@in_turn("case", [*UNTRUE, *HONEST])
def test_every_claim_stands_in_its_own_words_with_its_tier_and_its_votes(case: Case) -> None:
    text = report(case)
    for claim, tally in zip(case.claims, case.tiers.claims, strict=True):
        assert f"[{claim.id}] “{claim.text}” {tally.tier}, mean {tally.mean:.2f}, sd {tally.sd:.2f}" in text
    summary = text.partition("## High-confidence findings")[0]
    for tally in case.tiers.claims:
        if tally.tier == "CONTESTED":
            assert f"[{tally.claim}]" in summary or not found(case).standing


def test_what_is_true_in_other_words_is_left_out_and_never_said_to_be_untrue() -> None:
    for name, cases in (("honest", HONEST), ("narratives", of_narratives()), ("reports", by_rule("honest"))):
        lost = [why for case in cases for why in found(case).reasons]
        assert len(lost) <= STRUCK_AT_MOST[name], name
        assert [why for why in lost if not why.startswith(NO_VERDICT)] == []


def test_a_seal_says_that_no_fault_was_found_by_rules_and_never_that_it_is_true() -> None:
    seals = [audit_of_form(found(case), "").seal for case in HONEST]
    assert any(seal.startswith("No fault found by rules: ") for seal in seals)
    assert not any(word in seal for seal in seals for word in ("true", "correct", "verified"))


def test_contested_claims_that_a_summary_does_not_name_are_put_in_and_said() -> None:
    (case,) = (case for case in UNTRUE if case.name == "omission: nothing but a count")
    text = report(case)
    assert found(case).unnamed == ("claim-02", "claim-09")
    assert "Put in by the program:\n- [claim-02] “Adopt Kafka" in text.partition("## High")[0]
    seal = audit_of_form(found(case), "").seal
    assert "2 contested claims put in by the program, which the summary did not name" in seal


def test_a_sentence_that_does_not_hold_leaves_no_mark_and_its_reason_is_listed() -> None:
    base = HONEST[0]
    part = SummaryPart(text="[claim-01] is HIGH. The council wants a new office. [claim-01] is rejected.", claims=())
    case = Case("two left out", ReportForm(summary=(part,)), base.question, base.claims, base.tiers)
    text = report(case)
    assert "measure it for one quarter” [claim-01] is HIGH.\n" in text
    assert "2 sentences of the editor's were left out:\n- It is no form of sentence that is known." in text
    assert "\n- claim-01 is HIGH." in text
    assert audit_of_form(found(case), "").seal.startswith("2 sentences were left out; ")


def test_a_form_of_which_nothing_holds_leaves_the_report_by_template() -> None:
    (case,) = (case for case in UNTRUE if case.name.startswith("editor: the inventor"))
    recorded = audit_of_form(found(case), "")
    assert (recorded.narrator, recorded.drafts) == ("template", 1)
    assert report(case) == template_of(case.claims, case.tiers)
    assert recorded.faults


@pytest.mark.parametrize(
    "text",
    ["", "   ", "#", "Contested", "## Rejected", "1. 2. 3.", "- - -", "| a | b |", "⟨01⟩ ⟪02⟫", "[claim-01]" * 40, "…"],
)
def test_no_text_breaks_the_report(text: str) -> None:
    base = HONEST[0]
    form = ReportForm(
        summary=(SummaryPart(text=text, claims=("claim-01", "claim-01", text)), SummaryPart(text=text)),
        notes=(ClaimNote(claim="claim-02", text=text), ClaimNote(claim=text, text=text)),
    )
    case = Case("odd", form, base.question, base.claims, base.tiers)
    lines = report(case).splitlines()
    assert [line for line in lines if line.startswith("## ")][:6] == [
        f"## {name}"
        for name in ("Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted")
    ]
