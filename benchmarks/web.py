"""What does the web app cost a browser? W1: streaming, W2: seeking in a long log, W3: loading, at rest, memory, bytes,
W5: a whole debate frame by frame (`web_show.py`).

Headless Chromium draws with the processor alone: a machine with a graphics card paints far faster. Frames are counted
while the processor is shared with the server and the upstream; `load` says with how much else.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Route

from benchmarks.viewers import TOKEN
from benchmarks.web_bundle import BUDGETS, bundle
from benchmarks.web_page import CHROMIUM, Measured, chromium, p95
from benchmarks.web_session import Api, lengthened, page_of, serving
from benchmarks.web_show import show

APP = Path(__file__).parents[1] / "src" / "moot" / "server" / "app"
WINDOW = 8.0
JUMPS, STEPS = 60, 150
VIEWS = ("watch", "transcript", "result")


def figures() -> dict[str, Any]:
    """Everything the app has a budget for; nothing but a reason where it cannot be measured."""
    if not (APP / "index.html").exists():
        return {"web": "The app is not built: run `make web`."}
    if not CHROMIUM:
        return {"web": "There is no Chromium; install it, or name one in MOOT_CHROMIUM."}
    with serving() as api, chromium() as browser:
        return {
            "W1 streaming": streaming(browser, api),
            "W2 seeking": seeking(browser, api),
            "W3 page": resting(browser, api),
            "W5 show": show(browser, api),
            "W4 bytes": {"gz_kb": bundle(APP), "budget_kb": BUDGETS},
            "web load": [round(load, 1) for load in os.getloadavg()],
        }


def streaming(browser: Browser, api: Api) -> dict[str, Any]:
    """Five members at 50 tokens a second, in the theatre and the council, at full and at a quarter of the speed."""
    made: dict[str, Any] = {}
    for view in ("watch", "transcript"):
        for slower in (1, 4):
            session = api.convene("debate", "paced")
            measured = Measured(browser, api.url, TOKEN)
            measured.open(f"/s/{session}/{view}", slower)
            measured.shows()
            made[f"{view} {slower}x"] = measured.window(WINDOW)
            if slower == 1:
                measured.page.evaluate("probing(false); followWords()")
                measured.page.wait_for_timeout(4000)
                made[f"{view} event_to_paint_p95_ms"] = p95(measured.page.evaluate("probe.paints"))
            measured.shows()
            measured.close()
            api.ask("POST", f"/api/sessions/{session}/stop", {})
    return made | {"budget": "57 fps at 1x, 30 at 4x, no long task at 1x, script 150 ms/s, event to paint 100 ms"}


def seeking(browser: Browser, api: Api) -> dict[str, Any]:
    """Dragging and jumping at random in 23,000 events with answers of 3,000 words."""
    session = api.finished("debate", "long")
    events = lengthened(api.events(session))
    made: dict[str, Any] = {"events": len(events)}

    def answer(route: Route) -> None:
        after = int(parse_qs(urlsplit(route.request.url).query).get("after", ["0"])[0])
        route.fulfill(content_type="application/json", body=page_of(events, session, after))

    for view in VIEWS:
        measured = Measured(browser, api.url, TOKEN)
        measured.page.route(f"**/api/sessions/{session}/events?*", answer)
        measured.open(f"/s/{session}/{view}")
        measured.shows(least=60)
        made[view] = {**gestures(measured), "heap_mb": measured.heap_mb(), "nodes": measured.nodes()}
        measured.shows(least=60)
        measured.close()
    return made | {"budget": "drag p95 16 ms in theatre and matrix, jump p95 50 ms, heap 40 MB"}


def gestures(measured: Measured) -> dict[str, float]:
    """What a frame costs while the playhead is dragged, and when it jumps."""
    lot = random.Random(7)  # the same places on every run
    mouse = measured.page.mouse
    box = measured.page.get_by_role("slider", name="Time").locator("xpath=..").bounding_box()
    assert box is not None
    x, y, width = box["x"], box["y"] + box["height"] / 2, box["width"]
    measured.page.evaluate("probing(false)")
    before = measured.metrics()["TaskDuration"]
    for _ in range(JUMPS):
        mouse.move(x + width * lot.random() * 0.99, y + 12)
        mouse.down()
        mouse.up()
        measured.page.wait_for_timeout(60)
    jumps = measured.page.evaluate("probe.gestures")
    long = measured.page.evaluate("probe.long")
    spent = (measured.metrics()["TaskDuration"] - before) * 1000 / JUMPS
    mouse.move(x + width * 0.05, y + 12)
    mouse.down()
    measured.page.evaluate("probing(false)")
    before = measured.metrics()["TaskDuration"]
    for step in range(STEPS):
        mouse.move(x + width * (0.05 + step * 0.9 / STEPS), y + 12)
        measured.page.wait_for_timeout(16)
    mouse.up()
    drags = measured.page.evaluate("probe.gestures")
    dragged = (measured.metrics()["TaskDuration"] - before) * 1000 / STEPS
    return {
        "jump_p50_ms": round(sorted(jumps)[len(jumps) // 2], 1), "jump_p95_ms": p95(jumps),
        "jump_cpu_ms": round(spent, 1), "jump_long_tasks": len(long),
        "drag_p95_ms": p95(drags), "drag_cpu_ms": round(dragged, 1),
    }  # fmt: skip


def resting(browser: Browser, api: Api) -> dict[str, Any]:
    """First paint, elements, and what a finished session costs that nobody touches."""
    session = api.finished("debate", "long")
    made: dict[str, Any] = {}
    for slower in (1, 4):
        measured = Measured(browser, api.url, TOKEN)
        measured.open(f"/s/{session}/theatre", slower)
        measured.shows()
        made[f"first_paint_{slower}x_s"] = measured.first_paint_s()
        if slower == 1:
            made["theatre_nodes"] = measured.nodes()
            measured.page.wait_for_timeout(22_000)
            made["idle_ms_s"] = measured.quiet(5)
            made["heap_mb"] = measured.heap_mb()
        measured.close()
    return made | {"budget": "first paint 0.8 s, 1.5 s at 4x; 1,200 elements; idle 50 ms/s"}


if __name__ == "__main__":
    import json

    sys.stdout.write(json.dumps(figures(), indent=2) + "\n")
