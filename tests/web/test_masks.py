"""Test that readers see the members' names while members judge without names: labels are for reviewers alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cases import slow_except
from web.conftest import entered
from web.served import Served

PROTOCOLS = ("claim-vote", "debate", "peer-review")
REVEALING = ("standing", "scoreboard", "review-round")
LABELS = re.compile(r"Response [A-Z]\b|Reviewer \d|identity hidden", re.IGNORECASE)
NAMES = re.compile(r"\b(ada|bo|cyn|dov)\b", re.IGNORECASE)
PAINTED = "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 45))"


def review_spans(events: list[dict[str, Any]]) -> list[range]:
    """The counts of events at which a review has begun and its result does not stand yet."""
    spans, begun = [], 0
    for count, event in enumerate(events, 1):
        body = event["body"]
        if event["kind"] == "StageEntered" and re.fullmatch(r"review(\.\d+)?", body["stage"]):
            begun = count
        elif begun and event["kind"] == "FindingMade" and body["finding"]["type"] in REVEALING:
            spans.append(range(begun, count))
            begun = 0
    return spans


CASES = [(protocol, view) for protocol in PROTOCOLS for view in ("transcript", "watch")]
LIGHT = (("claim-vote", "transcript"), ("debate", "watch"))


@pytest.mark.parametrize("case", slow_except(CASES, *LIGHT), ids="-".join)
def test_members_keep_their_names_during_a_review(page: Page, quick: Served, case: tuple[str, str]) -> None:
    protocol, view = case
    session = quick.finished(protocol)
    events = quick.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    spans = review_spans(events)
    assert spans, "The protocol has no review."
    entered(page, quick, f"/s/{session}/{view}")
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "verdict")
    page.get_by_test_id("view").wait_for()
    slider = page.get_by_role("slider", name="Time")
    slider.press("Home")
    page.evaluate(PAINTED)
    at, named = 1, 0
    for span in spans:
        while at < span.stop - 1:
            page.keyboard.press(".")
            at += 1
            if at < span.start:
                continue
            page.evaluate(PAINTED)
            assert (slider.get_attribute("aria-valuetext") or "").endswith(f"event {at}")
            shown = page.get_by_test_id("session").inner_text()
            assert not LABELS.search(shown), f"event {at}: {shown}"
            named += NAMES.search(shown) is not None
    assert named, "Nobody was named while members judged."
