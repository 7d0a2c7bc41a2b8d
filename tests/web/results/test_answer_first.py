"""Test that a finished session shows its answer first, wide and on a phone, however it ended."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from moot.app.examples import IDS
from rig.records.digests import true_text
from web.conftest import at_rest, entered, profile
from web.served import Served

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
PROTOCOLS = ("adjudication", "claim-vote", "consensus", "debate", "fusion", "peer-review")
QUESTION = "Should a small town own its water system?"
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
RIDDLES = re.compile(r"\b(Close|Concluded|Adjourned|Withheld|Street cred)\b")


LOST: dict[str, dict[str, Any]] = {
    "failed": {"council": None, "members": ["rehearsal/failing", "rehearsal/failing"]},
    "one answer": {"council": None, "members": ["rehearsal/ada", "rehearsal/bo"], "chair": "rehearsal/failing"},
}
STOPPED = {
    "reason": "asked", "message": "It ended early.", "remedy": "Take it up again.", "missing": [],
}  # fmt: skip


def ended(served: Served, how: str) -> str:
    """A session of that protocol, or one that ended in that way without an answer."""
    if how == "withheld":
        said = {"outcome": "inconclusive", "text": None, "reason": "Too few replies could be read."}
        return _changed(served, "adjudication", lambda last: last["body"]["verdict"].update(said))
    if how in ("stopped", "out_of_budget"):
        end = {"kind": "SessionStopped", "key": "stopped.1", "version": 1, "body": {"outcome": how, **STOPPED}}
        return _changed(served, "debate", lambda last: last.update(end))
    return served.finished("peer-review" if how in LOST else how, question=QUESTION, **LOST.get(how, {}))


def _changed(served: Served, protocol: str, change: Any) -> str:
    events = [json.loads(line) for line in (GOLDEN / f"0.1.0-{protocol}.jsonl").read_text("utf-8").splitlines()]
    change(events[-1])
    name = f"{served.port:08d}{abs(hash(str(events[-1]['body']))) % 10**16:016d}"
    for event in events:
        event["session"] = name
    text = true_text("\n".join(map(json.dumps, events)) + "\n")
    return str(served.api("POST", "/api/sessions/import", {"text": text})["session"])


CASES = (*PROTOCOLS, *LOST, "withheld", "stopped", "out_of_budget")
LIGHT = [("wide", CASES[::2]), ("phone", CASES[1::2])]
"""Every case at one of the sizes; under `heavy` at the other."""
WHOLE = LIGHT + [pytest.param(*each, marks=pytest.mark.slow) for each in (("wide", CASES[1::2]), ("phone", CASES[::2]))]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "cases"), WHOLE, ids=lambda each: each if isinstance(each, str) else each[0])
def test_the_first_screen_holds_the_headline_and_the_first_lines(
    browser: Browser, quick: Served, size: str, cases: tuple[str, ...]
) -> None:
    width, height = SIZES[size]
    with profile(browser, width, height) as context:
        page = context.new_page()
        entered(page, quick)
        for name in cases:
            page.goto(f"{quick.url}/s/{ended(quick, name)}")
            article = page.get_by_role("article", name="Result")
            headline = article.get_by_role("heading", level=2).first
            expect(headline, name).to_be_visible()
            expect(page.get_by_role("list", name="In short"), name).to_be_attached()
            box = headline.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < height, name
            if name in PROTOCOLS:
                first = article.get_by_role("region", name="Answer").locator("p, li").first.bounding_box()
                assert first is not None
                assert first["y"] + 20 < height, name
                assert width > 500 or first["y"] < 200, name
            happened = article.get_by_role("list", name="In short").inner_text()
            assert not RIDDLES.search(happened), (name, happened)
            if name == "consensus":  # an arbiter sure of itself is no agreement
                assert "Agreed" not in happened
            if name in (*PROTOCOLS, *LOST):
                held = page.get_by_test_id("session").inner_text()
                assert held.count(QUESTION) == 1, name


WORDS = """(view) => {
  const counts = (node) => node.checkVisibility() && node.closest("q, blockquote, .unseen") === null;
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  const words = [];
  const answer = view.querySelector("section[aria-label=Answer]");
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    const said = answer?.contains(parent) === true && parent.closest("ul[aria-label='In short']") === null;
    if (counts(parent) && !said) words.push(...textContent.split(/[^\\p{L}\\p{N}]+/u).filter(Boolean));
  }
  return words;
}"""
MOST_WORDS = 150


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1440])
def test_a_result_page_is_short_and_begins_with_the_answer(
    browser: Browser, python: Path, tmp_path: Path, width: int
) -> None:
    """A page has few words beside answer and quotations while its parts are folded; the answer is at its top."""
    with Served(python, tmp_path / "home", examples=True) as served, profile(browser, width, 844) as context:
        page = context.new_page()
        entered(page, served)
        for session in IDS:
            page.goto(f"{served.url}/s/{session}/result")
            answer = page.get_by_role("article", name="Result").get_by_role("region", name="Answer")
            first = answer.locator("h2, p, li").first.bounding_box()
            at_rest(page)
            words = page.get_by_test_id("view").evaluate(WORDS)
            assert len(words) <= MOST_WORDS, (session, " ".join(words))
            assert first is not None
            assert first["y"] < 200, session


@pytest.mark.slow
def test_who_watches_a_debate_untouched_is_taken_to_the_answer_and_who_reads_is_told(
    context: BrowserContext, slow: Served
) -> None:
    still, read = context.new_page(), context.new_page()
    entered(still, slow)
    session = slow.ask("debate", QUESTION)
    for page in (still, read):
        page.goto(f"{slow.url}/s/{session}")
        expect(page.get_by_test_id("view")).to_have_attribute("data-view", "watch")
    read.mouse.move(700, 400)
    read.mouse.wheel(0, 200)
    expect(still.get_by_test_id("view")).to_have_attribute("data-view", "result", timeout=240_000)
    expect(still.get_by_role("list", name="In short")).to_be_visible()
    expect(read.get_by_text("The answer is ready.")).to_be_visible(timeout=240_000)
    expect(read.get_by_test_id("view")).to_have_attribute("data-view", "watch")
    read.get_by_role("link", name="Read the answer").click()
    expect(read.get_by_role("article", name="Result")).to_be_visible()
    at_rest(read)
