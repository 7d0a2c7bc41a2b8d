"""Take the README's pictures: `PYTHONPATH=tests python -m web.pictures.readme` writes them into `docs/img/`.

The voices are the rehearsal ones, so the pictures come out alike each time.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from rig.chromium import CHROMIUM, FLAGS
from web.served import Served

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "build" / "readme"
QUESTION = "Should a small town own its water system?"
IN_MOTION = ("theatre-opinions", "theatre-review", "theatre-rebuttals", "theatre-alliances", "theatre-synthesis")
"""What the README's moving picture shows, one after the other."""
IN_README = {"theatre-review": "review", "matrix": "matrix", "verdict": "verdict"}


@dataclass(frozen=True)
class Shot:
    """One moment of a session."""

    name: str
    protocol: str
    view: str
    stage: str = ""
    """The stage at which the playhead stands; the end, without one."""
    share: float = 0.8
    """How far through that stage."""


SHOTS = (
    Shot("theatre-opinions", "debate", "watch", "opinions", 0.55),
    Shot("theatre-review", "debate", "watch", "review", 0.85),
    Shot("theatre-rebuttals", "debate", "watch", "rebuttals", 0.4),
    Shot("theatre-alliances", "debate", "watch", "alliances", 0.97),
    Shot("theatre-synthesis", "debate", "watch", "synthesis", 0.7),
    Shot("matrix", "claim-vote", "ballots"),
    Shot("verdict", "adjudication", "result"),
)


def main() -> None:
    """Takes them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="moot-shots-"))
    try:
        with Served(Path(sys.executable), home, speed=4.0, PYTHONPATH=str(ROOT / "src")) as served:
            sessions = {name: served.finished(name, question=QUESTION) for name in sorted({s.protocol for s in SHOTS})}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme="dark")
                page.goto(f"{served.url}/?token={served.token}")
                for shot in SHOTS:
                    page.goto(served.url + _address(shot, served, sessions[shot.protocol]))
                    page.wait_for_load_state("networkidle")
                    page.wait_for_timeout(1800)
                    page.screenshot(path=FOLDER / f"{shot.name}.png")
                browser.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)
    for name, called in IN_README.items():
        with Image.open(FOLDER / f"{name}.png") as taken:  # 256 colours are a third of the bytes
            taken.convert("RGB").quantize(256).save(ROOT / "docs" / "img" / f"{called}.png", optimize=True)
    moving([FOLDER / f"{name}.png" for name in IN_MOTION], ROOT / "docs" / "img" / "theatre.webp")


def moving(frames: Sequence[Path], file: Path) -> None:
    """One picture that moves through these, small enough for a page that is read."""
    pictures = []
    for frame in frames:
        with Image.open(frame) as taken:
            pictures.append(taken.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS))
    pictures[0].save(file, save_all=True, append_images=pictures[1:], duration=1_800, loop=0, quality=72, method=6)


def _address(shot: Shot, served: Served, session: str) -> str:
    moment = f"?t={_moment(served, session, shot) / 1000:.2f}" if shot.stage else ""
    return f"/s/{session}/{shot.view}{moment}"


def _moment(served: Served, session: str, shot: Shot) -> float:
    events: list[dict[str, Any]] = served.api("GET", f"/api/sessions/{session}/events?after=0&limit=5000")["events"]
    entered = [event for event in events if event["kind"] == "StageEntered"]
    at = next(place for place, event in enumerate(entered) if event["body"]["stage"].startswith(shot.stage))
    begin = entered[at]["t"]
    end = entered[at + 1]["t"] if at + 1 < len(entered) else events[-1]["t"]
    return float(begin + (end - begin) * shot.share)


if __name__ == "__main__":
    main()
