"""Does the web app stay within its budgets? By counts, which a busy machine does not change.

`make bench ONLY=W` measures all of it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.web_bundle import BUDGETS, bundle
from benchmarks.web_page import Measured
from playwright.sync_api import Browser

from web.served import Served

MOST_SCRIPTS = 60
"""Files of script in all; a page asks for those it needs one by one. They were 118 before shared parts were joined."""


def test_what_a_browser_loads(python: Path) -> None:
    code = "import json, moot.server; print(json.dumps(list(moot.server.__path__)))"
    [place] = json.loads(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout)
    sizes = bundle(Path(place) / "app")
    most = BUDGETS
    assert {name: sizes[name] for name in most if sizes[name] > most[name]} == {}
    scripts = list((Path(place) / "app" / "assets").glob("*.js"))
    assert len(scripts) <= MOST_SCRIPTS, "small parts that pages share travel together: web/vite.config.ts"


@pytest.fixture
def speaking(python: Path, tmp_path: Path) -> Iterator[Served]:
    """A server whose voices speak as quickly as models write."""
    with Served(python, tmp_path / "home", speed=3.0) as served:
        yield served


@pytest.mark.slow
def test_a_session_that_streams(browser: Browser, speaking: Served) -> None:
    """Words are painted at a pace, not one by one."""
    session = speaking.ask("debate")
    measured = Measured(browser, speaking.url, speaking.token)
    measured.open(f"/s/{session}/watch")
    measured.shows()
    best = min((measured.window(3) for _ in range(2)), key=lambda each: each["layouts_s"])
    measured.shows()
    assert best["layouts_s"] <= 90, best
    measured.close()


@pytest.mark.slow
@pytest.mark.parametrize("view", ["watch", "transcript", "result"])
def test_a_session_that_has_ended(browser: Browser, quick: Served, view: str) -> None:
    """A page has few elements and keeps little memory."""
    measured = Measured(browser, quick.url, quick.token)
    measured.open(f"/s/{quick.finished('debate')}/{view}")
    measured.shows(least=60)
    assert measured.nodes() <= (1200 if view == "watch" else 2500)
    assert measured.heap_mb() <= 40
    measured.close()


@pytest.mark.slow
def test_a_playhead_that_moves_draws_no_more_than_it_must(browser: Browser, quick: Served) -> None:
    """Jumps leave no long work behind, and what is sought is what is shown."""
    measured = Measured(browser, quick.url, quick.token)
    measured.open(f"/s/{quick.finished('debate')}/watch")
    measured.shows()
    slider = measured.page.get_by_role("slider", name="Time")
    for key, says in (("Home", "event 1"), ("End", "event 84")):
        slider.press(key)
        measured.page.wait_for_timeout(200)
        assert (slider.get_attribute("aria-valuetext") or "").endswith(says)
    measured.shows()
    measured.close()
