"""How does the app look? Its states in both themes and two widths, as pictures to be looked at: `make shots`.

The voices are the rehearsal ones, so the pictures come out alike each time. They are written to `build/shots/`; with
`--readme` the ones the README shows are written to `docs/img/` as well.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright

from web.conftest import CHROMIUM, FLAGS
from web.served import Served

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "build" / "shots"
WIDTHS = {"wide": (1440, 900), "narrow": (390, 844)}
THEMES = ("dark", "light")
QUESTION = "Should a small town own its water system?"
IN_README = {"theatre-synthesis": "theatre", "theatre-review": "review", "matrix": "matrix", "verdict": "verdict"}


@dataclass(frozen=True)
class Shot:
    """One state of the app."""

    name: str
    protocol: str = ""
    """The session it shows; none for pages outside sessions."""
    view: str = ""
    """The session's view, or the page's address."""
    stage: str = ""
    """The stage at which the playhead stands; the end, without one."""
    share: float = 0.8
    """How far through that stage."""
    click: str = ""
    """The tab that is opened."""


SHOTS = (
    Shot("convene", view="/"),
    Shot("theatre-opinions", "debate", "theatre", "opinions", 0.55),
    Shot("theatre-review", "debate", "theatre", "review", 0.85),
    Shot("theatre-rebuttals", "debate", "theatre", "rebuttals", 0.4),
    Shot("theatre-alliances", "debate", "theatre", "alliances", 0.97),
    Shot("theatre-synthesis", "debate", "theatre", "synthesis", 0.7),
    Shot("theatre-claims", "claim-vote", "theatre", "votes", 0.9),
    Shot("council", "peer-review", "council"),
    Shot("council-analysis", "fusion", "council", click="Analysis"),
    Shot("council-review", "peer-review", "council", click="Peer review"),
    Shot("matrix", "claim-vote", "matrix"),
    Shot("verdict", "adjudication", "verdict"),
    Shot("sessions", view="/sessions"),
    Shot("settings-endpoints", view="/settings/endpoints"),
    Shot("settings-rubrics", view="/settings/rubrics"),
)


def main() -> None:
    """Takes them all."""
    wanted = set(sys.argv[1:]) - {"--readme"}
    home = Path(tempfile.mkdtemp(prefix="moot-shots-"))
    served = Served(Path(sys.executable), home, speed=4.0, PYTHONPATH=str(ROOT / "src"))
    served.start()
    try:
        sessions = {name: served.ask(name, QUESTION) for name in sorted({s.protocol for s in SHOTS} - {""})}
        for session in sessions.values():
            while served.api("GET", f"/api/sessions/{session}?wait=25")["outcome"] == "running":
                pass
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for theme in THEMES:
                for width, (across, down) in WIDTHS.items():
                    context = browser.new_context(viewport={"width": across, "height": down}, color_scheme=theme)  # type: ignore[arg-type]
                    _take(context, served, sessions, f"{theme}-{width}", lambda name: not wanted or name in wanted)
                    context.close()
            browser.close()
    finally:
        served.stop()
        shutil.rmtree(home, ignore_errors=True)
    if "--readme" in sys.argv:
        for name, called in IN_README.items():
            with Image.open(FOLDER / f"{name}-dark-wide.png") as taken:  # 256 colours are a third of the bytes
                taken.convert("RGB").quantize(256).save(ROOT / "docs" / "img" / f"{called}.png", optimize=True)


def _take(
    context: BrowserContext, served: Served, sessions: dict[str, str], suffix: str, wanted: Callable[[str], bool]
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    page = context.new_page()
    page.goto(f"{served.url}/?token={served.token}")
    for shot in filter(lambda each: wanted(each.name), SHOTS):
        page.goto(served.url + _address(shot, served, sessions))
        page.wait_for_load_state("networkidle")
        if shot.click:
            page.get_by_role("tab", name=shot.click).first.click()
        page.wait_for_timeout(1800)
        page.screenshot(path=FOLDER / f"{shot.name}-{suffix}.png")
        sys.stdout.write(f"{shot.name}-{suffix}.png{_broken(page)}\n")
    page.close()


def _address(shot: Shot, served: Served, sessions: dict[str, str]) -> str:
    if not shot.protocol:
        return shot.view
    session = sessions[shot.protocol]
    moment = f"?t={_moment(served, session, shot) / 1000:.2f}" if shot.stage else ""
    return f"/s/{session}/{shot.view}{moment}"


def _moment(served: Served, session: str, shot: Shot) -> float:
    events: list[dict[str, Any]] = served.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    entered = [event for event in events if event["kind"] == "StageEntered"]
    at = next(place for place, event in enumerate(entered) if event["body"]["stage"].startswith(shot.stage))
    begin = entered[at]["t"]
    end = entered[at + 1]["t"] if at + 1 < len(entered) else events[-1]["t"]
    return float(begin + (end - begin) * shot.share)


def _broken(page: Page) -> str:
    across = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return f"  scrolls sideways by {across} px" if across > 0 else ""


if __name__ == "__main__":
    main()
