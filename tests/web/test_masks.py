"""Test that no author is recognisable while answers are judged blind. Every view, event by event.

From the start of a review until its result stands, nothing in the document may name a member, a model, a maker or an
endpoint, show a member's hue, or crown anybody: neither text nor any attribute of any element.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cases import slow_except
from web.conftest import entered
from web.served import Served

BLIND = ("claim-vote", "debate", "peer-review")
REVEALING = ("standing", "scoreboard", "review-round")
MEMBERS = ("ada", "bo", "cyn", "dov")
TELLS = re.compile(
    rf"\b({'|'.join(MEMBERS)}|rehearsal)\b|--hue:(?!\s*0\b)|oklch\([^)]*\d\)|\bcrown|\bdata-gavel|--member:",
    re.IGNORECASE,
)
NAMES = re.compile(rf"\b({'|'.join(MEMBERS)})\b", re.IGNORECASE)
WHOLE = "document.title + document.documentElement.outerHTML"
PAINTED = "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 45))"


def told(text: str) -> list[str]:
    """What gives somebody away, each with what stands around it."""
    return [text[max(0, found.start() - 160) : found.end() + 40] for found in TELLS.finditer(text)]


def blind_spans(events: list[dict[str, Any]]) -> list[range]:
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


CASES = [(protocol, view) for protocol in BLIND for view in ("transcript", "watch")]
LIGHT = (("claim-vote", "transcript"), ("debate", "watch"))


@pytest.mark.parametrize("case", slow_except(CASES, *LIGHT), ids="-".join)
def test_nothing_tells_who_is_judged(page: Page, quick: Served, case: tuple[str, str]) -> None:
    protocol, view = case
    session = quick.finished(protocol)
    events = quick.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    spans = blind_spans(events)
    assert spans, "The protocol has no review."
    entered(page, quick, f"/s/{session}/{view}")
    expect(page.get_by_test_id("session")).to_have_attribute("data-status", "verdict")
    page.get_by_test_id("view").wait_for()
    slider = page.get_by_role("slider", name="Time")
    slider.press("Home")
    page.evaluate(PAINTED)
    at, looked = 1, 0
    for span in spans:
        while at < span.stop - 1:
            page.keyboard.press(".")
            at += 1
            if at < span.start:
                continue
            page.evaluate(PAINTED)
            assert (slider.get_attribute("aria-valuetext") or "").endswith(f"event {at}")
            assert told(page.evaluate(WHOLE)) == [], f"event {at}: {events[at - 1]['kind']}"
            looked += 1
        page.keyboard.press(".")
        at += 1
        page.evaluate(PAINTED)
        assert NAMES.search(page.evaluate(WHOLE)), "Nobody is named after the result stands."
    assert looked == sum(map(len, spans))
