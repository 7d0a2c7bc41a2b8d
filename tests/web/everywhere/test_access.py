"""Test the app's accessibility: axe in both themes, without a mouse, without motion, and in narrow windows.

Every page is looked at on a phone and on a desktop; under `heavy` every state in both themes and in narrow windows.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from cases import slow_except
from web.conftest import at_rest, entered, profile
from web.pictures.states import PAGES_ALONE, PROTOCOLS, SECTIONS, VIEWS, State, all_states
from web.served import Served

AXE = (Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js").resolve()
# While others are in the light, dimmed seats may be faint: if what they say can be read in the panel beside them.
AUDIT = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  const said = [...document.querySelectorAll("ol li button")].map((row) => row.textContent).join(" ");
  const faint = (node) => {
    const place = document.querySelector(node.target[0]);
    const seat = place?.closest('[data-light="dim"], [data-presence="left"]');
    return seat != null && place.textContent.trim() !== "" && said.includes(place.textContent.trim());
  };
  return found.violations
    .map((each) => each.id !== "color-contrast" ? each : { ...each, nodes: each.nodes.filter((node) => !faint(node)) })
    .filter((each) => each.nodes.length > 0)
    .map((each) => `${each.impact} ${each.id} (${each.nodes.length}): ${each.nodes.slice(0, 3).map((node) =>
      `${node.target.join(" ")} ${node.any.map((why) => why.message).join("; ")}`).join(" | ")}`);
}"""
# Tables, code and rows of tabs scroll within themselves; the page, its middle and a session's view do not.
ACROSS = """() => {
  const middle = document.querySelectorAll("main, [data-testid=view], dialog");
  const places = [document.documentElement, document.body, ...middle];
  const broad = places.filter((place) => place.scrollWidth > place.clientWidth + 1);
  if (broad.length === 0) return "";
  const wide = [...document.body.querySelectorAll("*")]
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
  const said = (node) => `${node.localName} ${node.className?.baseVal ?? node.className} ${node.scrollWidth}`;
  return `${broad.map(said)}: ${wide.slice(0, 5).map(said)}`;
}"""
# Focus is to be seen: something about what has it, what is in it or what it stands in looks different without it.
FOCUS = """() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: "", seen: false, shown: false };
  const around = [at.parentElement, at.parentElement?.parentElement, at.nextElementSibling];
  const near = [at, ...at.querySelectorAll("*"), ...around];
  const looks = () => near.filter(Boolean).map((node) => {
    const { outline, boxShadow, borderColor, backgroundColor, textDecoration } = getComputedStyle(node);
    return [outline, boxShadow, borderColor, backgroundColor, textDecoration].join();
  }).join();
  const box = at.getBoundingClientRect();
  const shown = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  const focused = looks();
  at.blur();
  const seen = looks() !== focused;
  at.focus({ preventScroll: true });
  const name = at.getAttribute("aria-label") ?? at.textContent.trim().slice(0, 40);
  return { name: `${at.localName} ${name}`, seen, shown };
}"""
# What is pressed with a finger is 44 px wide and high; marks on the timeline, which are chapters too, only 24. A switch
# is drawn smaller than it can be pressed.
NARROW = """() => [...document.querySelectorAll("button:not([role=switch]), a[href], input, select, textarea, summary")]
  .filter((node) => node.getClientRects().length > 0 && node.closest(".unseen, [class*=skip]") === null)
  .filter((node) => getComputedStyle(node).visibility === "visible" && getComputedStyle(node).display !== "inline")
  .flatMap((node) => {
    const label = node.closest("label") ?? node;
    const [one, other] = [node.getBoundingClientRect(), label.getBoundingClientRect()];
    const size = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
    const least = node.dataset.small === undefined ? 43.5 : 23.5;
    const name = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30);
    return Math.min(...size) < least ? [`${node.localName} ${name} ${size.map(Math.round).join("×")}`] : [];
  })"""
# What moves is looked for again and again for so many milliseconds after a key, so that what is over soon is seen too.
RUNNING = """async (most) => {
  const found = new Set();
  const until = performance.now() + most;
  while (performance.now() < until) {
    await new Promise((done) => setTimeout(done, 16));
    for (const each of document.getAnimations()) {
      const { endTime } = each.effect.getComputedTiming();  // without end where it repeats for ever
      if (each.playState === "running" && endTime > 20)
        found.add(`${each.animationName ?? each.transitionProperty} ${each.effect.target?.className}`);
    }
  }
  return [...found];
}"""


@pytest.fixture(scope="module")
def states(quick: Served) -> list[State]:
    return all_states(quick)


@functools.cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def audited(page: Page, theme: str, width: int) -> list[str]:
    """What axe finds in one theme and width, be it ever so small."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(AUDIT)
    return found


NARROWER = ((720, 450), (390, 800), (320, 800))
"""A window of 1440 px at twice the size, and phones."""


def across(page: Page, sizes: Sequence[tuple[int, int]] = NARROWER) -> list[str]:
    """What goes beyond the page."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page, 40)
        found.append(str(page.evaluate(ACROSS)))
    return [each for each in found if each]


def narrow(page: Page, touch: CDPSession) -> list[str]:
    """What is too small for a finger, on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
    at_rest(page, 40)
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    found: list[str] = page.evaluate(NARROW)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    return found


LOOKS = (("dark", 1440), ("light", 390), ("light", 1440), ("dark", 390))
PAGES = (
    *PAGES_ALONE, "/settings", *(f"/settings/{section}" for section in SECTIONS), "/analytics?voices=scripted",
)  # fmt: skip
"""Every page without a session; the views of one by each protocol and a shared one come to them."""


def _pages(served: Served) -> list[str]:
    sessions = {protocol: served.finished(protocol) for protocol in PROTOCOLS}
    token = served.api("POST", f"/api/sessions/{sessions['debate']}/shares", {})["token"]
    views = [f"/s/{session}/{view}" for session in sessions.values() for view in VIEWS]
    return [*PAGES, f"/compare/{sessions['debate']}/{sessions['consensus']}", *views, f"/share/{token}"]


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="axe-core comes with the app's own packages; `make web` brings them.")
@pytest.mark.parametrize("width", [390, 1440])
def test_no_page_has_a_serious_fault(browser: Browser, quick: Served, width: int) -> None:
    """axe finds nothing serious, the page does not scroll sideways, and on a phone fingers find what they press."""
    wrong: dict[str, list[str]] = {}
    with profile(browser, width, reduced_motion="reduce") as context:
        page = context.new_page()
        touch = context.new_cdp_session(page)
        entered(page, quick)
        for at, path in enumerate(_pages(quick)):
            State(path, path).show(page, quick)
            found = audited(page, ("dark", "light")[at % 2], width) + across(page, [(width, 900)])
            found += narrow(page, touch) if width < 500 else []
            if found := [each for each in found if not each.startswith(("minor", "moderate"))]:
                wrong[path] = found
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="axe-core comes with the app's own packages; `make web` brings them.")
@pytest.mark.parametrize("part", range(4))
def test_everybody_can_use_each_state(
    browser: Browser, quick: Served, request: pytest.FixtureRequest, part: int
) -> None:
    """Nothing at all is found by axe, no page scrolls sideways, and fingers find what they press."""
    states: list[State] = request.getfixturevalue("states")
    wrong: dict[str, list[str]] = {}
    with profile(browser, reduced_motion="reduce") as context:
        page = context.new_page()
        touch = context.new_cdp_session(page)
        entered(page, quick)
        for state in states[part::4]:
            page.set_viewport_size({"width": 1440, "height": 900})
            state.show(page, quick)
            found = [f"{theme}, {width} px: {each}" for theme, width in LOOKS for each in audited(page, theme, width)]
            if found := found + across(page) + narrow(page, touch):
                wrong[state.name] = found
    assert wrong == {}


CASES = [(view, most) for view in ("watch", "transcript") for most in (150, 1250)]


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_except(CASES, ("watch", 150)), ids=lambda case: f"{case[0]}-{case[1]}")
def test_nothing_moves_for_those_who_asked_for_stillness(page: Page, quick: Served, case: tuple[str, int]) -> None:
    view, most = case
    page.emulate_media(reduced_motion="reduce")
    entered(page, quick, f"/s/{quick.finished('debate')}/{view}")
    slider = page.get_by_role("slider", name="Time")
    slider.wait_for()
    for key in ("Home", "PageDown", "PageDown", "PageDown", "PageDown", "End", "PageUp"):
        slider.press(key)
        assert page.evaluate(RUNNING, most) == [], key


@pytest.mark.slow
def test_a_council_is_convened_watched_and_replayed_without_a_mouse(page: Page, quick: Served) -> None:
    page.emulate_media(reduced_motion="reduce")  # what fades in cannot be compared
    entered(page, quick)
    page.get_by_role("heading", name="Ask a council").wait_for()
    lost: list[str] = []

    def tab_to(wanted: str, most: int = 90) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            at = page.evaluate(FOCUS)
            if at["name"] and not (at["seen"] and at["shown"]):
                lost.append(f"{at}")
            if wanted in at["name"]:
                return
        raise AssertionError(f"Tab does not reach {wanted!r}; it ended at {page.evaluate(FOCUS)}")

    tab_to("textarea")
    page.keyboard.type("Should a small town own its water system?")
    tab_to("button Ask")
    page.keyboard.press("Enter")
    session = page.get_by_test_id("session")
    expect(session).to_have_attribute("data-status", "verdict", timeout=240_000)
    expect(page.get_by_role("article", name="Result")).to_be_visible()  # nobody touched anything since
    tab_to("a Watch")
    page.keyboard.press("Enter")
    tab_to("Time")
    page.keyboard.press("Home")
    expect(session).not_to_have_attribute("data-status", "verdict")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(session).to_have_attribute("data-status", "verdict")
    tab_to("button Play")
    page.keyboard.press("Enter")
    expect(session).not_to_have_attribute("data-status", "verdict")
    tab_to("Speed")
    page.keyboard.press("End")  # the fastest
    expect(session).to_have_attribute("data-status", "verdict", timeout=240_000)
    assert lost == [], "\n".join(lost)
