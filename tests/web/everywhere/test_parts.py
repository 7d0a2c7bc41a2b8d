"""Test that every part of the built app can be loaded first, as an address can lead straight to it.

Parts that need each other are loaded in an order that depends on which is asked for first: one that uses, while it is
loaded, what another has not made yet, breaks the pages behind it and no others.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from moot.server.app_files import FOLDER
from web.conftest import entered, profile
from web.served import Served

LOAD = """async (name) => {
  document.body.innerHTML = '<div id="root"></div>';
  try { await import(`/assets/${name}`); return ""; } catch (error) { return `${name}: ${error}`; }
}"""


@pytest.mark.slow
def test_whichever_part_is_loaded_first_it_is_whole(browser: Browser, quick: Served) -> None:
    parts = sorted(each.name for each in (FOLDER / "assets").glob("*.js") if not each.name.startswith("index-"))
    assert len(parts) > 40
    with profile(browser) as context:
        page = context.new_page()
        entered(page, quick)
        broken = []
        for name in parts:
            page.goto(f"{quick.url}/licences.txt")  # a document in which nothing of the app is loaded yet
            broken.append(page.evaluate(LOAD, name))
        assert [each for each in broken if each] == []
