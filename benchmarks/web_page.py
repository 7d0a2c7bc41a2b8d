"""How is a page measured from inside and from outside? A script that counts frames, and the browser's own counters.

Nothing is measured before words stand on the page: a blank page has wonderful figures.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc",
)  # fmt: skip
CHROMIUM = os.environ.get("MOOT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""

PROBE = """
(() => {
  const kept = (window.probe = { frames: [], long: [], paints: [], gestures: [], heard: 0 });
  let last = 0, watching = false, pending = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.long.push(entry.duration);
  }).observe({ type: 'longtask' });
  const frame = (now) => {
    if (!watching) return;
    if (last) kept.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  window.probing = (on) => {
    Object.assign(kept, { frames: [], long: [], paints: [], gestures: [], heard: 0 });
    pending = [];
    last = 0;
    watching = on;
    if (on) requestAnimationFrame(frame);
  };
  // After the frame that follows: a message posted from its callback comes when it is drawn.
  const drawn = (then) => requestAnimationFrame((began) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => then(performance.now(), began);
    channel.port2.postMessage(0);
  });
  // Words that arrive, and when the page that shows them has been drawn.
  window.followWords = () => new MutationObserver(() => {
    const mine = pending;
    pending = [];
    if (mine.length) drawn((at) => { for (const came of mine) kept.paints.push(at - came); });
  }).observe(document.querySelector('[data-view]'), { subtree: true, childList: true, characterData: true });
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (message) => {
        if (!String(message.data).includes('SeatSpeaking')) return;
        kept.heard += 1;
        pending.push(performance.now());
      });
    }
  };
  // A gesture's price: what its handlers take, and the frame that follows.
  for (const kind of ['pointerdown', 'pointermove']) {
    let began = 0;
    addEventListener(kind, () => { began = performance.now(); }, { capture: true });
    addEventListener(kind, (event) => {
      const handled = performance.now() - began;
      if (event.buttons === 0) return;
      requestAnimationFrame(() => {
        const start = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => kept.gestures.push(handled + performance.now() - start);
        channel.port2.postMessage(0);
      });
    });
  }
})();
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """One browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Measured:
    """A page and what it has cost."""

    def __init__(self, browser: Browser, url: str, token: str) -> None:
        self._context = browser.new_context(viewport={"width": 1440, "height": 900})
        self._context.add_init_script(PROBE)
        self.page: Page = self._context.new_page()
        self.broken: list[str] = []
        self.page.on("pageerror", lambda error: self.broken.append(str(error)))
        self.cdp = self._context.new_cdp_session(self.page)
        self.cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # what others do meanwhile does not count
        self._url = url
        self.page.goto(f"{url}/?token={token}")

    def open(self, path: str, slower: int = 1) -> None:
        """Goes to a page, on a processor so many times slower."""
        self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self.page.goto(self._url + path)

    def shows(self, least: int = 200, within: float = 30) -> None:
        """Waits until words stand in the view; raises when the page broke or stays empty."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            if len(self.text()) >= least:
                break
            self.page.wait_for_timeout(100)
        assert not self.broken, self.broken
        text = self.text()
        assert len(text) >= least, f"Only {len(text)} characters are on the page: {text[:200]}"
        assert "could not be drawn" not in text, text[:300]

    def text(self) -> str:
        """What can be read in the view."""
        return str(self.page.evaluate("document.querySelector('[data-view]')?.innerText ?? ''"))

    def metrics(self) -> dict[str, float]:
        """The browser's counters."""
        return {each["name"]: each["value"] for each in self.cdp.send("Performance.getMetrics")["metrics"]}

    def window(self, seconds: float) -> dict[str, Any]:
        """What a stretch of time costs: frames, long tasks, script and main thread a second, layouts a second."""
        before = self.metrics()
        self.page.evaluate("probing(true)")
        began = time.monotonic()
        self.page.wait_for_timeout(seconds * 1000)
        kept = self.page.evaluate("({...probe})")
        passed = time.monotonic() - began
        after = self.metrics()
        frames = sorted(kept["frames"])
        return {
            "fps": round(len(frames) / (sum(frames) / 1000), 1) if frames else 0.0,
            "frame_p95_ms": p95(frames),
            "frame_max_ms": round(frames[-1], 1) if frames else 0.0,
            "long_tasks": len(kept["long"]),
            "long_max_ms": round(max(kept["long"], default=0)),
            "script_ms_s": round((after["ScriptDuration"] - before["ScriptDuration"]) * 1000 / passed),
            "main_ms_s": round((after["TaskDuration"] - before["TaskDuration"]) * 1000 / passed),
            "layouts_s": round((after["LayoutCount"] - before["LayoutCount"]) / passed, 1),
            "messages_s": round(kept["heard"] / passed, 1),
        }

    def quiet(self, seconds: float) -> int:
        """Milliseconds of main thread a second, with nothing of ours that counts frames."""
        self.page.evaluate("probing(false)")
        before = self.metrics()["TaskDuration"]
        began = time.monotonic()
        time.sleep(seconds)
        return round((self.metrics()["TaskDuration"] - before) * 1000 / (time.monotonic() - began))

    def heap_mb(self) -> float:
        """After everything that can go is gone."""
        self.cdp.send("HeapProfiler.collectGarbage")
        return round(self.metrics()["JSHeapUsedSize"] / 1e6, 1)

    def nodes(self) -> int:
        """Elements in the document."""
        return int(self.page.evaluate("document.querySelectorAll('*').length"))

    def first_paint_s(self) -> float:
        """First contentful paint of this navigation."""
        script = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        return round(float(self.page.evaluate(script)) / 1000, 2)

    def close(self) -> None:
        """Leaves."""
        self._context.close()


def p95(values: list[float]) -> float:
    """The value that one in twenty is above; 0 for none."""
    ordered = sorted(values)
    return round(ordered[int(len(ordered) * 0.95)], 1) if ordered else 0.0
