"""Test that a model's text does nothing in the browser: hundreds of hostile texts wherever text is shown.

Each golden transcript is brought in with all its prose replaced by payloads; then every view is opened. No script may
run, no request may leave, and nothing may even try to: the page's policy would report it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from cases import slow_except
from rig.records.digests import true_text
from web.conftest import at_rest, entered
from web.pictures.states import DRAWN
from web.served import Served
from web.test_replay_page import replayed

GOLDEN = Path(__file__).parents[2] / "golden"
WRITTEN = (GOLDEN / "exports" / "payloads.txt").read_text(encoding="utf-8").split("\n%%\n")
TARGETS = (
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "https://evil.example/p.png",
    "//evil.example",
)
FORMS = (
    "[a]({})",
    "![a]({})",
    "[![a]({})]({})",
    "<{}>",
    "[a][1]\n\n[1]: {}",
    "# ![a]({})",
    "| ![a]({}) |\n|---|\n| x |",
)
PLACES = ("> {}", "- {}", "| {} |\n|---|\n| x |", "**{}**", "```html\n{}", "# {}")
PAYLOADS = [each.strip() for each in WRITTEN if each.strip()] + [
    form.replace("{}", inner)
    for forms, inners in ((FORMS, TARGETS), (PLACES, WRITTEN[:12]))
    for form in forms
    for inner in inners
]
WHOLE = ("result", "watch")
"""The views; the other addresses lead to parts of them."""
TRANSCRIPTS = sorted((GOLDEN / "transcripts").glob("*.jsonl"))


def hostile(transcript: Path) -> str:
    """The transcript with payloads for words: all of them, spread over all its places."""
    events = [json.loads(line) for line in transcript.read_text(encoding="utf-8").splitlines()]
    places = sum(_words_in(event["body"]) for event in events)
    several = -(-len(PAYLOADS) // places)
    payloads = cycle(PAYLOADS)

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: changed(part) for name, part in value.items()}
        if isinstance(value, list):
            return [changed(part) for part in value]
        return "\n\n".join(islice(payloads, several)) if _is_prose(value) else value

    for event in events:
        event["session"] = f"{transcript.stem[6:]}-0123456789abcdef0123456789"[:36]
        event["body"] = changed(event["body"])
    return true_text("\n".join(json.dumps(event) for event in events) + "\n")


def _words_in(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_words_in(part) for part in value.values())
    if isinstance(value, list):
        return sum(_words_in(part) for part in value)
    return int(_is_prose(value))


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and " " in value.strip()


@pytest.fixture
def kept(page: Page) -> Iterator[set[str]]:
    """Where a page's requests went, once it has been looked at; nothing may have been run, asked or tried."""
    dialogs: list[str] = []
    said: list[str] = []
    left: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: left.append(request.url))
    hosts: set[str] = set()
    yield hosts
    assert not dialogs
    assert not [line for line in said if "Content Security Policy" in line], said
    asked = {urlsplit(url).netloc for url in left if not url.startswith(("data:", "blob:", "file:"))}
    assert asked == hosts


# Each of them has all payloads; the ones that show words in most places run always.
LIGHT = [path for path in TRANSCRIPTS if path.stem.endswith("debate")]


@pytest.mark.parametrize("transcript", slow_except(TRANSCRIPTS, *LIGHT), ids=lambda path: path.stem)
def test_no_word_does_anything(page: Page, kept: set[str], quick: Served, transcript: Path) -> None:
    kept.add(f"127.0.0.1:{quick.port}")
    taken = quick.api("POST", "/api/sessions/import", {"text": hostile(transcript)})["session"]
    page.emulate_media(reduced_motion="reduce")
    entered(page, quick)
    for view in WHOLE:
        page.goto(f"{quick.url}/s/{taken}/{view}")
        _looked_at(page, tabs=True)
    page.goto(f"{quick.url}/sessions")
    at_rest(page)
    _harmless(page)


@pytest.mark.slow
@pytest.mark.parametrize("transcript", slow_except(TRANSCRIPTS, TRANSCRIPTS[0]), ids=lambda path: path.stem)
def test_no_word_does_anything_in_a_file(
    page: Page, kept: set[str], quick: Served, transcript: Path, tmp_path: Path
) -> None:
    """Its policy has to allow the script in it: the words must not become another one."""
    taken = quick.api("POST", "/api/sessions/import", {"text": hostile(transcript)})["session"]
    file = replayed(quick, taken, tmp_path)
    for view in WHOLE:
        page.goto(f"{file.as_uri()}#/{view}")
        _looked_at(page)
    assert not kept


def _looked_at(page: Page, *, tabs: bool = False) -> None:
    """A view has drawn its words, and under each of its tabs, and nothing in them does anything."""
    shown = page.get_by_test_id("view")
    shown.locator(":is(h2, h3, p, li, table)").first.wait_for(state="attached")
    at_rest(page)
    page.evaluate(DRAWN)
    at_rest(page)
    _harmless(page)
    for tab in shown.get_by_role("tab").all() if tabs else ():
        tab.click()
        at_rest(page, 60)
        _harmless(page)


def _harmless(page: Page) -> None:
    found = page.evaluate(
        """() => {
          const wrong = [];
          for (const node of document.querySelectorAll('*')) {
            const name = node.localName;
            if (['iframe', 'object', 'embed', 'base', 'meta', 'video', 'audio', 'applet'].includes(name)
                && !node.closest('head')) wrong.push(name);
            for (const { name: key, value } of node.attributes) {
              if (key.startsWith('on')) wrong.push(`${name} ${key}`);
              if (['href', 'src', 'action', 'xlink:href', 'srcset'].includes(key)
                  && !/^(#|\\/|https?:|mailto:|data:image\\/svg|data:,$)/i.test(value))
                wrong.push(`${name} ${key}=${value}`);
              if (key === 'src' && /^https?:/i.test(value) && !value.startsWith(location.origin))
                wrong.push(`${name} src=${value}`);
            }
            if (name === 'a' && node.origin !== location.origin
                && !(node.rel.includes('noopener') && node.target === '_blank')) wrong.push(`a ${node.href}`);
          }
          return wrong;
        }"""
    )
    assert found == []
