"""Test that a debate can be followed: text stays long enough to be seen, and only the winner is crowned.

A probe in the page looks at every frame: when something was first there and when it was no more, by its name, and how
long it is since the frame before.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import entered, profile
from web.pictures.overlaps import overlaps
from web.served import Served

PROBE = """() => {
  const kept = (window.probe = { seen: {}, frames: 0, took: [], crowned: [] });
  const WATCHED = {
    reading: ["[data-reader]", "reader"], rebuttal: ["[data-scene=rebuttals] :is(article, li)[data-floor]", "floor"],
    floor: ["article[data-floor]", "floor"], line: ["g[data-bond]", "bond"], notice: ["[data-notice]", "notice"],
    curtain: ["[data-curtain]", "curtain"], board: ["[data-board]", "board"], roles: ["[data-roles]", "roles"],
    rolling: ["[data-rolling]", "rolling"], topic: ["[data-topic]", "topic"],
  };
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    kept.frames += 1;
    kept.took.push(now - last);
    for (const [kind, [selector, name]] of Object.entries(WATCHED))
      for (const at of document.querySelectorAll(selector)) {
        const key = `${kind} ${at.dataset[name]}`;
        const spans = (kept.seen[key] ??= []);
        const had = spans.at(-1);
        // Shown again after a frame without it, it is looked at anew.
        if (had && had.frame >= kept.frames - 1) Object.assign(had, { last: now, frame: kept.frames });
        else spans.push({ first: now, last: now, frame: kept.frames });
      }
    // What is drawn stays until the frame that draws it no more.
    for (const spans of Object.values(kept.seen)) {
      const had = spans.at(-1);
      if (had.frame === kept.frames - 1) had.last = now;
    }
    for (const crown of document.querySelectorAll("[data-crown]")) {
      const whose = crown.closest("[data-seat], [data-curtain]");
      const seat = whose?.dataset.seat ?? whose?.dataset.curtain ?? "nobody";
      if (!kept.crowned.includes(seat)) kept.crowned.push(seat);
    }
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
LONGEST = """async () => {
  const card = document.querySelector("article[data-reader]"), why = card.querySelector("[class*=why]");
  why.dataset.size = "long";
  why.lastChild.textContent = " It puts first things first, and it answers what was asked.".repeat(9);
  await new Promise(requestAnimationFrame);
  return Math.max(card.scrollHeight - card.clientHeight, card.getBoundingClientRect().height -
    card.parentElement.getBoundingClientRect().height);
}"""
"""Pixels of a card of marks that cannot be seen where the reason is as long as one can be."""
A_FRAME = 1
"""Milliseconds by which a time may seem shorter: what clocks of a browser are rounded to."""
FOLDS = 760
"""Pixels up to which a page is a phone's."""


class Seen:
    """What the probe has seen so far."""

    def __init__(self, page: Page) -> None:
        found = page.evaluate("probe")
        self.crowned: list[str] = found["crowned"]
        self._took: list[float] = sorted(found["took"][1:])
        self._spans: dict[str, list[dict[str, float]]] = found["seen"]

    def lasted(self, kind: str) -> dict[str, float]:
        """How long each thing of a kind was there, in milliseconds."""
        return {
            f"{name} {number}": span["last"] - span["first"]
            for name, spans in self._spans.items()
            for number, span in enumerate(spans)
            if name.split(" ", 1)[0] == kind
        }

    def frames(self) -> str:
        """How long frames took: those that a page was given, whatever else the machine had to do."""
        median, slowest = (self._took[int(len(self._took) * share)] for share in (0.5, 0.95))
        return f"{len(self._took)} frames, median {median:.1f} ms, 95 % within {slowest:.1f} ms"

    def holds(self, kind: str, *, least: float = 0, many: int = 1) -> None:
        """There were so many of a kind, none for a shorter time."""
        lasted = self.lasted(kind)
        assert len(lasted) >= many, f"{kind}: {lasted}"
        assert {name: ms for name, ms in lasted.items() if ms < least - A_FRAME} == {}


def events_of(served: Served, session: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = served.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    return events


def winner_in(events: list[dict[str, Any]]) -> str:
    boards = [event["body"]["finding"] for event in events if event["kind"] == "FindingMade"]
    return str([board for board in boards if board["type"] == "scoreboard"][-1]["winner"])


def watching(page: Page, served: Served, session: str) -> None:
    """On the page of a debate that is over, at its beginning."""
    entered(page, served, f"/s/{session}/watch")
    page.locator("[data-scene]").first.wait_for()
    if (page.viewport_size or {"width": 0})["width"] <= FOLDS:
        # Of a session that is over a phone has one line: its track is there once it is played.
        page.get_by_role("button", name=re.compile("^Replay")).click()
        page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("slider", name="Time").press("Home")


def played_from(page: Page, chapter: str) -> None:
    """Plays on from a chapter, looked at from there."""
    page.get_by_role("button", name="Chapters").click()
    page.get_by_role("navigation", name="Chapters").get_by_role("button", name=re.compile(chapter)).first.click()
    page.get_by_role("button", name="Close the chapters").click()
    page.evaluate(PROBE)
    page.get_by_role("button", name="Play", exact=True).click()


def test_the_winner_alone_is_crowned_and_badges_come_one_by_one(page: Page, quick: Served) -> None:
    session = quick.finished("debate")
    events = events_of(quick, session)
    awards = [e for e in events if e["kind"] == "FindingMade" and e["body"]["finding"]["type"] == "awards"]
    names = {award["name"] for award in awards[-1]["body"]["finding"]["awards"]}
    watching(page, quick, session)
    played_from(page, "The verdict")
    expect(page.locator("[data-curtain]")).to_be_visible()
    assert page.locator("[data-notice], [class*=medal]").count() == 0, "badges before the winner"
    expect(page.locator("[data-notice]").first).to_be_visible()
    assert overlaps(page) == []
    page.get_by_role("button", name="Replay").wait_for(timeout=240_000)
    seen = Seen(page)
    seen.holds("curtain", least=3000)
    seen.holds("notice", least=1500, many=len(names))
    assert seen.crowned == [winner_in(events)]
    assert page.locator("[data-gavel]").count() == 1
    assert page.locator("[data-crown]").count() == 1


def whole(page: Page) -> None:
    """What holds of a whole debate, however it is watched."""
    seen = Seen(page)
    seen.holds("roles", least=2000)
    seen.holds("reading", least=1500, many=3)
    seen.holds("board", least=2000)
    seen.holds("rebuttal", least=5000, many=1)
    seen.holds("rolling", least=2500)
    seen.holds("line", least=3000)
    seen.holds("curtain", least=3000)
    seen.holds("notice", least=1500)
    kinds = ("roles", "reading", "board", "rebuttal", "rolling", "line", "curtain", "notice")
    shortest = {kind: round(min(seen.lasted(kind).values())) for kind in kinds}
    print(f"\n{seen.frames()}; shortest in ms: {shortest}; crowned: {seen.crowned}")


@pytest.mark.slow
def test_a_whole_debate_is_replayed(page: Page, quick: Served) -> None:
    session = quick.finished("debate")
    watching(page, quick, session)
    page.evaluate(PROBE)
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Replay").wait_for(timeout=240_000)
    whole(page)
    assert Seen(page).crowned == [winner_in(events_of(quick, session))]


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1440])
def test_without_movement_it_is_the_same_show(browser: Browser, quick: Served, width: int) -> None:
    with profile(browser, width, 844, reduced_motion="reduce") as context:
        page = context.new_page()
        watching(page, quick, quick.finished("debate"))
        page.get_by_role("button", name="Chapters").click()
        page.get_by_role("navigation", name="Chapters").get_by_role("button", name=re.compile("Review")).first.click()
        page.get_by_role("button", name="Close the chapters").click()
        page.get_by_role("slider", name="Time").press("ArrowRight")
        page.locator("article[data-reader]").wait_for()  # a key is answered with the next frame
        assert page.evaluate(LONGEST) <= 1, "the reason of a mark is cut off"
        played_from(page, "The verdict")
        expect(page.locator("[data-notice]").first).to_be_visible(timeout=240_000)
        assert overlaps(page) == []
        page.get_by_role("button", name="Replay").wait_for(timeout=240_000)
        seen = Seen(page)
        seen.holds("curtain", least=3000)
        seen.holds("notice", least=1500)
