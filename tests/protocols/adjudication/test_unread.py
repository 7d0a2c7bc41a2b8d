"""Test that what an adjudication could not read or test is never good news. Whole sessions, one loss each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moot.protocols.adjudication.findings import Flips, Labels, Measures, RepliesCompared, ReplyScores
from protocols.adjudication.panel import Panel, sat

REFUSAL = "I'm sorry, but I can't help with that."


def defects(call: Any, *, words: str = "") -> dict[str, Any]:
    """Seven defects that two reviews report; the third denies the first of them, if there are words for it."""
    labels = list(call.schema["properties"]["order"]["properties"])
    entries = [
        {
            "finding": f"Line {line} overflows.",
            "severity": "high",
            "status": "confirmed",
            "agree": labels[:2],
            "denials": [{"by": labels[2], "words": words}] if line == 1 and words else [],
        }
        for line in range(1, 8)
    ]
    return {"findings": entries}


async def test_seven_confirmed_defects_are_not_clean_when_the_list_cannot_be_read() -> None:
    honest = await sat(Panel({"replies": defects}), mode="code-review")
    assert (honest.found(Measures).verdict_class, honest.found(Measures).certainty) == ("confirmed", "high")
    for unread in (REFUSAL, "The list is long.", json.dumps({"findings": "seven"})):
        done = await sat(Panel({"replies": unread}), mode="code-review")
        assert done.verdict.outcome == "inconclusive"
        assert done.verdict.ruling is not None
        assert done.verdict.ruling.basis == "comparison_unread"
        assert "could be read" in done.verdict.reason
        assert any("adjudicator" in line for line in done.verdict.degraded)


@pytest.mark.parametrize("mode", ["stress-test", "general", "research-synthesis", "legal-analysis"])
async def test_rebuttals_that_could_not_be_read_withhold_the_verdict(mode: str) -> None:
    honest = await sat(mode=mode)
    assert {each.conviction for each in honest.found(ReplyScores).places} <= {0.0, 2.0}
    done = await sat(Panel({"rebuttal": "Each of them has its merits."}), mode=mode)
    assert done.verdict.outcome == "inconclusive"
    assert done.verdict.ruling is not None
    assert done.verdict.ruling.basis in ("flips_unread", "changes_unread")
    assert "Of 3 of 3 nobody can say whether they hold under rebuttal." in done.verdict.reason
    assert sum("ballot could not be read in rebuttal" in line for line in done.verdict.degraded) == 3


async def test_of_rebuttals_partly_unread_only_who_was_challenged_and_looked_at_held() -> None:
    def conceding(call: Any) -> dict[str, Any]:
        points = call.schema["properties"]["points"]["properties"]
        return {"points": {label: {"point": "It stands.", "disputes": False} for label in points}}

    # seat-c's rebuttals are lost: of seat-a and seat-b nobody knows, and seat-c was looked at by both.
    done = await sat(Panel({"rebuttal": conceding, "rebuttal/seat-c": "All fine."}))
    assert [flip.change for flip in done.found(Flips).flips] == ["unread", "unread", "none"]


async def test_one_label_that_is_none_of_the_rubrics_spoils_no_other() -> None:
    def labelling(call: Any) -> dict[str, Any]:
        given = ("correct_finding", "blocker", "correct_finding", "correct_finding")
        found = [{"finding": f"f{at}", "reason": "r", "label": label} for at, label in enumerate(given)]
        return {"findings": [*found, "not even an entry"]}

    done = await sat(Panel({"labels": labelling, "replies": defects}), mode="code-review")
    for reply in done.found(Labels).replies:
        assert reply.read
        assert [each.label for each in reply.labels] == ["correct_finding", "", *["correct_finding"] * 2, ""]
        assert [each.finding for each in reply.labels][:2] == ["f0", "f1"]
    # Two of five could be faults, which is less than half: the review is known to be without.
    assert {each.conviction for each in done.found(ReplyScores).places} == {2.0}
    half = await sat(Panel({"labels": lambda call: {"findings": labelling(call)["findings"][:2]}}), mode="code-review")
    assert {each.conviction for each in half.found(ReplyScores).places} == {0.0}
    assert "best_flawed" not in half.found(Measures).values


async def test_a_denial_takes_words_of_its_member() -> None:
    own = "build it of stone"
    upheld = await sat(Panel({"replies": lambda call: defects(call, words=own)}), mode="code-review")
    assert upheld.found(Measures).verdict_class == "disputed"
    baseless = await sat(Panel({"replies": lambda call: defects(call, words="It cannot happen")}), mode="code-review")
    ruled = baseless.found(Measures)
    assert (ruled.verdict_class, ruled.certainty, ruled.values["baseless_denials"]) == ("confirmed", "low", 1)
    assert [each.why for each in baseless.found(RepliesCompared).struck or ()] == ["not_found"]


async def test_one_cause_is_one_note_with_its_count() -> None:
    done = await sat(Panel({f"axis-{number}": "I would rather not." for number in range(1, 6)}))
    notes = [line for line in done.verdict.degraded if "could not be read" in line]
    assert len(notes) == 1
    assert notes[0].startswith("the adjudicator (fake/chair)'s ballot could not be read in adjudication (15 times): ")
