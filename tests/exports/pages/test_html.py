"""Test that the page is whole, needs no network, is accessible, and is the same on every run."""

from __future__ import annotations

import re

import pytest

from moot.exports.pages.html import html_of
from moot.exports.pages.parts import POLICY
from moot.reading.review_copy import shown
from sessions.sample_sessions import SAMPLES, hostile
from views.test_safe_markdown import PAGE, checked


@pytest.mark.parametrize("name", SAMPLES)
def test_every_ending_has_a_sound_page(name: str) -> None:
    page = html_of(SAMPLES[name]().state)
    tags = checked(page, PAGE).tags
    assert tags.count("h1") == tags.count("main") == tags.count("header") == tags.count("footer") == 1
    assert len(re.findall('id="([^"]+)"', page)) == len(set(re.findall('id="([^"]+)"', page)))
    assert html_of(SAMPLES[name]().state) == page


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_is_asked_of_anybody(name: str) -> None:
    page = html_of(SAMPLES[name]().state)
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    assert page.index("Content-Security-Policy") < page.index("<style>")
    style = page[page.index("<style>") : page.index("</style>")]
    assert not re.search(r"url\(|@import|@font-face|expression", style)
    assert not re.search(r"<[^>]+\s(?:src|srcset|style|on\w+)\s*=", page)


def test_every_table_has_a_caption_and_every_section_a_heading() -> None:
    page = html_of(SAMPLES["full"]().state)
    ours = re.findall(r'<div class="wide"><table>(.*?)</table>', page, re.DOTALL)
    assert len(ours) == 3
    assert all(table.startswith("<caption") and 'scope="col"' in table and 'scope="row"' in table for table in ours)
    for name in re.findall(r'<section aria-labelledby="([^"]+)"', page):
        assert f'<h2 id="{name}">' in page


def test_hidden_characters_are_visible() -> None:
    page = html_of(hostile("a\u202eb\u200bc\x1b[2Jd\ud800\u2028").state)
    assert "a⟨U+202E⟩b⟨U+200B⟩c⟨U+001B⟩[2Jd⟨U+D800⟩⟨U+2028⟩" in page
    assert shown(page) == page
