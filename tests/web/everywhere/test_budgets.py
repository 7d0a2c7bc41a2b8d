"""Test that the web app stays within its budgets. By counts, which a busy machine does not change.

`make bench ONLY=W` measures all of it.
"""

from __future__ import annotations

import json
import re
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from benchmarks.web_bundle import BUDGETS, bundle
from benchmarks.web_page import Measured
from playwright.sync_api import Browser

from web.served import Served

MOST_SCRIPTS = 60
"""Files of script in all; a page asks for those it needs one by one. They were 118 before shared parts were joined."""
IMPORTED = re.compile(r"""(?:from|import)["']\./([\w.-]+\.js)""")


def test_what_a_browser_loads(python: Path) -> None:
    code = "import json, moot.server; print(json.dumps(list(moot.server.__path__)))"
    [place] = json.loads(subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout)
    sizes = bundle(Path(place) / "app")
    most = BUDGETS
    assert {name: sizes[name] for name in most if sizes[name] > most[name]} == {}
    scripts = list((Path(place) / "app" / "assets").glob("*.js"))
    imports = {each.name: IMPORTED.findall(each.read_text("utf-8")) for each in scripts}
    TopologicalSorter(imports).prepare()  # files in a circle: one uses what another has not defined yet
    assert len(scripts) <= MOST_SCRIPTS, "small parts that pages share travel together: web/vite.config.ts"


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
