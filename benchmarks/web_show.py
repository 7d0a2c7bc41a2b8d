"""What does a frame cost while a whole debate is played? W5: the main thread's own work by frame, from a trace.

A frame has 16.7 ms where sixty are drawn in a second. Counted is the processor time that the page's main thread has
spent since the frame before: scripts, styles, layout, what is to be painted. What other programs do meanwhile does not
count. Headless Chromium draws the pixels with the processor too, in threads of their own: they are no part of it, and
on a busy machine the time between two frames tells of them and not of the page.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from benchmarks.viewers import TOKEN
from benchmarks.web_page import Measured, p95
from benchmarks.web_session import Api

FRAME_MS = 16.7
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPT, STYLE, LAYOUT, PAINT = "script", "style", "layout", "paint"
KINDS = {
    "FunctionCall": SCRIPT, "FireAnimationFrame": SCRIPT, "TimerFire": SCRIPT, "EvaluateScript": SCRIPT,
    "EventDispatch": SCRIPT, "RunMicrotasks": SCRIPT, "MajorGC": SCRIPT, "MinorGC": SCRIPT,
    "UpdateLayoutTree": STYLE, "Layout": LAYOUT, "PrePaint": PAINT, "Paint": PAINT, "Layerize": PAINT, "Commit": PAINT,
}  # fmt: skip
"""What an event of the trace is counted as; what lies within another counts there too, as its own kind only."""
BEGINS, TASK = "FireAnimationFrame", "RunTask"
PLAYS_WITHIN = 240_000


class Frame(NamedTuple):
    """What one frame took of the main thread, in milliseconds."""

    at: float
    """When it began, since the first."""
    took: float
    """All of its work."""
    kinds: Counter[str]
    """By kind."""


def show(browser: Browser, api: Api) -> dict[str, Any]:
    """A whole debate at 1x, 1,440 pixels wide: what its frames took, and those that took longest."""
    session = api.rehearsed("debate")
    measured = Measured(browser, api.url, TOKEN)
    measured.open(f"/s/{session}/watch")
    measured.shows()
    page = measured.page
    page.get_by_role("slider", name="Time").press("Home")
    page.wait_for_timeout(1000)
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate("probing(true)")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Replay").wait_for(timeout=PLAYS_WITHIN)
    between = sorted(page.evaluate("probe.frames"))
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    measured.close()
    found = frames_of(trace)
    took = sorted(frame.took for frame in found)
    kinds: Counter[str] = Counter()
    for frame in found:
        kinds.update(frame.kinds)
    return {
        "frames": len(found),
        "main_p50_ms": round(took[len(took) // 2], 2),
        "main_p95_ms": p95(took),
        "main_p99_ms": round(took[int(len(took) * 0.99)], 1),
        "main_max_ms": round(took[-1], 1),
        "over_budget": sum(each > FRAME_MS for each in took),
        "longest": [
            {"at_s": round(each.at / 1000, 1), "ms": round(each.took, 1)}
            | {kind: round(ms, 1) for kind, ms in sorted(each.kinds.items())}
            for each in sorted(found, key=lambda frame: -frame.took)[:5]
        ],
        "ms_a_frame": {kind: round(ms / len(found), 2) for kind, ms in sorted(kinds.items())},
        "between_frames_ms": {
            "p50": round(between[len(between) // 2], 1), "p95": p95(between), "max": round(between[-1], 1),
        },
        "budget": "16.7 ms of the main thread for each frame",
    }  # fmt: skip


def frames_of(trace: Iterable[Mapping[str, Any]]) -> list[Frame]:
    """The frames of the page that was played, each with the work up to the next."""
    events = [each for each in trace if "tdur" in each]
    (page, _), *_ = Counter((each["pid"], each["tid"]) for each in events if each["name"] == BEGINS).most_common(1)
    mine = sorted((each for each in events if (each["pid"], each["tid"]) == page), key=lambda each: each["ts"])
    begun = [each["ts"] for each in mine if each["name"] == BEGINS]
    tasks = [each for each in mine if each["name"] == TASK]
    # A frame is what lies between the beginnings of two tasks in which frames are begun.
    begins = [task["ts"] for task in tasks if bisect(begun, task["ts"] + task["dur"]) > bisect(begun, task["ts"])]
    took, kinds = [0.0] * len(begins), [Counter[str]() for _ in begins]
    for task in tasks:
        if at := bisect(begins, task["ts"]):
            took[at - 1] += task["tdur"] / 1000
    for each, own in own_times(mine):
        if at := bisect(begins, each["ts"]):
            kinds[at - 1][KINDS[each["name"]]] += own / 1000
    return [Frame((at - begins[0]) / 1000, *of) for at, *of in zip(begins, took, kinds, strict=True)]


def own_times(ordered: list[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], float]]:
    """Each event with its time less that of those within it that are counted by themselves."""
    open_: list[list[Any]] = []
    done: list[tuple[Mapping[str, Any], float]] = []
    for each in (one for one in ordered if one["name"] in KINDS):
        while open_ and open_[-1][0]["ts"] + open_[-1][0]["dur"] <= each["ts"]:
            event, own = open_.pop()
            done.append((event, own))
        if open_:
            open_[-1][1] -= each["tdur"]
        open_.append([each, each["tdur"]])
    done.extend((event, own) for event, own in open_)
    return done
