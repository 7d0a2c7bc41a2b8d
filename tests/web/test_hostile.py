"""Can a model's words do anything in the browser? Hundreds of hostile texts in every place that shows words.

Each golden transcript is brought in with all its prose replaced by payloads; then every view is opened. No script may
run, no request may leave, and nothing may even try to: the page's policy would report it.
"""

from __future__ import annotations

import json
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from web.conftest import entered
from web.served import Served

GOLDEN = Path(__file__).parents[1] / "golden"
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
    return "\n".join(json.dumps(event) for event in events) + "\n"


def _words_in(value: Any) -> int:
    if isinstance(value, dict):
        return sum(_words_in(part) for part in value.values())
    if isinstance(value, list):
        return sum(_words_in(part) for part in value)
    return int(_is_prose(value))


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and " " in value.strip()


def test_there_are_hundreds() -> None:
    assert len(set(PAYLOADS)) >= 300


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_no_word_does_anything(page: Page, quick: Served, transcript: Path) -> None:
    taken = quick.api("POST", "/api/sessions/import", {"text": hostile(transcript)})["session"]
    dialogs: list[str] = []
    said: list[str] = []
    left: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: left.append(request.url))
    entered(page, quick)
    for view in ("council", "theatre", "matrix", "verdict"):
        page.goto(f"{quick.url}/s/{taken}/{view}")
        shown = page.get_by_test_id("view")
        shown.wait_for()
        page.wait_for_timeout(700)
        for tab in shown.get_by_role("tab").all():
            tab.click()
            page.wait_for_timeout(150)
            _harmless(page)
        _harmless(page)
    page.goto(f"{quick.url}/sessions")
    page.wait_for_timeout(400)
    _harmless(page)
    assert not dialogs
    assert not [line for line in said if "Content Security Policy" in line], said
    hosts = {urlsplit(url).netloc for url in left if not url.startswith(("data:", "blob:"))}
    assert hosts == {f"127.0.0.1:{quick.port}"}


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
                  && !/^(#|\\/|https?:|mailto:|data:image\\/svg)/i.test(value)) wrong.push(`${name} ${key}=${value}`);
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
