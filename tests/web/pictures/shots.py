"""Take pictures of every page and state in both themes and four widths, for review: `make shots`.

The voices are the rehearsal ones, and a scripted gateway with its prices and its long list of models, so the pictures
come out alike each time. They lie in `build/shots/STATE/`; `index.html` has all of them by state. With words, only the
states whose names have one of them are taken.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from rig.chromium import CHROMIUM, FLAGS
from web.conftest import at_rest
from web.pictures.states import SECTIONS, State, all_states
from web.pictures.upkept import fill
from web.served import Served
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import agreed

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "build" / "shots"
SIZES = {390: 844, 768: 1024, 1440: 900, 1920: 1080}
THEMES = ("dark", "light")
OUTGROWN = 3
"""A page that scrolls is pictured so many screens high."""
GROW = """() => Math.max(document.documentElement.scrollHeight, ...[...document.querySelectorAll(
  "main, dialog[open], [data-testid=view]")].map((at) => innerHeight + at.scrollHeight - at.clientHeight))"""
NO_STUDIES = State("no studies", "/studies")
UPKEPT = State("upkeep, full", "/upkeep")
WITH_MODELS = (
    State("home with models", "/"),
    State("home, who", "/", click='main button:has-text("Who")'),
    State("home, how", "/", click='main button:has-text("How")'),
    State("home, more", "/", click="main summary"),
    State("a model in use", "/settings/endpoints/openrouter"),
    State("usage with money", "/usage"),
    State("sessions with money", "/sessions"),
    *(State(f"settings {name} with models", f"/settings/{name}") for name in SECTIONS[:5]),
)
"""What looks different where models can be asked."""


def main() -> None:
    """Takes them all."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    home = Path(tempfile.mkdtemp(prefix="moot-shots-"))
    try:
        with Served(Path(sys.executable), home / "demo", PYTHONPATH=str(ROOT / "src")) as served:
            _take(served, [State("home without sessions", "/"), State("no sessions", "/sessions"), NO_STUDIES])
            _take(served, all_states(served))
        fill(home / "upkept")
        with Served(Path(sys.executable), home / "upkept", PYTHONPATH=str(ROOT / "src")) as served:
            _take(served, [UPKEPT])
        with hosted(Gateway(says=agreed)) as up:
            real = furnished(home / "real", up, council=SEATS, chair=CHAIR)
            with Served(Path(sys.executable), real, PYTHONPATH=str(ROOT / "src")) as served:
                paid = served.finished("peer-review", council=None)
                _take(served, [*WITH_MODELS, State("paid result", f"/s/{paid}/result")])
    finally:
        shutil.rmtree(home, ignore_errors=True)
    _indexed()


def _take(served: Served, states: Iterable[State]) -> None:
    wanted = [state for state in states if not sys.argv[1:] or any(word in state.name for word in sys.argv[1:])]
    with _page() as page:
        page.goto(f"{served.url}/?token={served.token}")
        for state in wanted:
            try:
                _shot(page, served, state)
            except Error as error:
                sys.stdout.write(f"{state.name}: {error.message.splitlines()[0]}\n")


@contextmanager
def _page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(15_000)
        yield page
        browser.close()


def _shot(page: Page, served: Served, state: State) -> None:
    """One state, loaded once and then seen at each width in each theme."""
    place = FOLDER / state.name.replace(" ", "-")
    place.mkdir(exist_ok=True)
    page.set_viewport_size({"width": 1440, "height": 900})
    state.show(page, served)
    touch = page.context.new_cdp_session(page)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": width < 1000})
        at_rest(page, 60, 600)
        if not re.search("/(watch|transcript|ballots)", state.path):  # these fill the window, or scroll to a part
            grown = min(int(page.evaluate(GROW)), OUTGROWN * height)
            page.set_viewport_size({"width": width, "height": max(height, grown)})
            at_rest(page, 60, 600)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=place / f"{width}-{theme}.png", animations="disabled")
        across = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if across > 0:
            sys.stdout.write(f"{state.name}, {width} px: scrolls sideways by {across} px\n")


def _indexed() -> None:
    """Write one page with all of them."""
    places = sorted(place for place in FOLDER.iterdir() if place.is_dir())
    rows = []
    for place in places:
        files = sorted(place.iterdir(), key=lambda file: (int(file.stem.partition("-")[0]), file.stem))
        names = [(f"{place.name}/{file.name}", file.stem) for file in files]
        shown = "".join(f'<a href="{at}"><img loading="lazy" src="{at}" alt="{name}"></a>' for at, name in names)
        rows.append(f"<h2>{html.escape(place.name)}</h2><div>{shown}</div>")
    style = "body{font:15px sans-serif;background:#777}div{display:flex;gap:8px;overflow:auto}img{height:420px}"
    text = f"<!doctype html><meta charset=utf-8><title>States</title><style>{style}</style>{''.join(rows)}"
    (FOLDER / "index.html").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
