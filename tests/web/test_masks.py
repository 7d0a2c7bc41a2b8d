"""Is nobody to be known while answers are judged blind? Every view, event by event, and once while it happens.

From the start of a review until its result stands, nothing in the document may name a member, a model, a maker or an
endpoint, show a member's hue, or crown anybody: neither text nor any attribute of any element.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

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

# What a page receives says when a review began and when its result stood; from when the page has drawn the one until it
# is about to draw the other, the document is read every 60 ms: what is watched comes a little later than it arrives.
WATCHING = """
([tells, revealing]) => {
  const pattern = new RegExp(tells, "i");
  const drawn = () => {
    const said = document.querySelector("[role=slider]")?.ariaValueText ?? "";
    return Number(/event ([\\d,]+)$/.exec(said)?.[1].replace(/,/g, "") ?? 0);
  };
  window.seen = { told: [], samples: 0, begun: 0, result: 0, revealed: 0 };
  const note = (event) => {
    if (event.kind === "StageEntered" && /^review(\\.\\d+)?$/.test(event.body.stage)) {
      seen.begun = event.seq;
      seen.result = 0;
    }
    if (event.kind === "FindingMade" && revealing.includes(event.body.finding.type) && seen.result === 0)
      seen.result = event.seq;
  };
  const walk = (value) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === "object") {
      if (typeof value.kind === "string" && value.body) note(value);
      else Object.values(value).forEach(walk);
    }
  };
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (message) => walk(JSON.parse(message.data)));
    }
  };
  setInterval(() => {
    const now = drawn();
    if (seen.begun === 0 || seen.revealed !== 0 || now < seen.begun) return;
    const text = document.title + document.documentElement.outerHTML;
    // The words of the slider change with the second: what has been drawn since is looked at, too.
    const arena = document.querySelector("[data-masked]");
    if (seen.result !== 0 && (now >= seen.result || arena?.dataset.masked === "false")) {
      seen.revealed = performance.now();
      return;
    }
    seen.samples += 1;
    const found = pattern.exec(text);
    if (found) seen.told.push(text.slice(Math.max(0, found.index - 160), found.index + 60));
  }, 60);
}
"""


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


@pytest.fixture
def leisurely(python: Path, tmp_path: Path) -> Iterator[Served]:
    """Voices slow enough for a review to be looked at many times, on a busy machine too."""
    with Served(python, tmp_path / "home", speed=2.0) as served:
        yield served


@pytest.mark.slow
@pytest.mark.parametrize("views", slow_except((("watch",), ("watch", "transcript")), ("watch",)), ids="-".join)
def test_nothing_tells_while_it_happens(context: BrowserContext, leisurely: Served, views: tuple[str, ...]) -> None:
    context.add_init_script(f"({WATCHING})({json.dumps([TELLS.pattern, REVEALING])})")
    pages = {view: context.new_page() for view in views}
    for page in pages.values():
        entered(page, leisurely)
    session = leisurely.ask("debate")
    for view, page in pages.items():
        page.goto(f"{leisurely.url}/s/{session}/{view}")
    for view, page in pages.items():
        while not (seen := page.evaluate("seen"))["revealed"]:
            page.wait_for_timeout(200)
        assert seen["told"] == [], view
        assert seen["samples"] >= 8, view
    for view, page in pages.items():
        page.bring_to_front()
        page.wait_for_function(f"() => /{NAMES.pattern}/i.test({WHOLE})", timeout=240_000)
        assert NAMES.search(page.evaluate(WHOLE)), view
