"""Test that the page is whole, needs no network, is accessible, and is the same on every run."""

from __future__ import annotations

import re

import pytest

from analytics.measured_sessions import measured_session
from cases import in_turn
from moot.analytics.answer_map import map_of
from moot.exports.pages.html import html_of
from moot.exports.pages.map import figure_of, map_page_of, placed
from moot.exports.pages.parts import POLICY
from moot.reading.review_copy import shown
from moot.vocabulary.events import Event
from moot.vocabulary.maps import AnswerMap
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.vectors import vectors_in
from sessions.sample_sessions import SAMPLES, hostile
from views.test_safe_markdown import PAGE, PAYLOADS, checked


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


TAGS = {
    **PAGE,
    "svg": frozenset({"class", "viewbox", "role", "aria-labelledby", "aria-hidden"}),
    "rect": frozenset({"class", "x", "y", "width", "height", "rx"}),
    "polygon": frozenset({"class", "points"}),
    "polyline": frozenset({"class", "points"}),
    "path": frozenset({"d"}),
    "g": frozenset({"class", "transform"}),
    "circle": frozenset({"class", "r"}),
    "table": frozenset({"class"}),
}


@pytest.fixture
async def told() -> tuple[AnswerMap, SessionState]:
    return drawn(await measured_session())


def drawn(events: list[Event], **more: str) -> tuple[AnswerMap, SessionState]:
    return map_of(events, vectors_in(events), **more), state_of(events)


@pytest.mark.parametrize("method", ["pca", "tsne"])
async def test_the_page_is_sound_and_asks_nothing_of_anybody(method: str) -> None:
    events = await measured_session()
    found, state = drawn(events, method=method)
    page = map_page_of(found, state)
    tags = checked(page, TAGS).tags
    assert tags.count("h1") == tags.count("main") == tags.count("header") == tags.count("footer") == 1
    assert tags.count("table") == 3
    assert "script" not in tags
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert not re.search(r"url\(|@import|https?://", page)
    assert not re.search(r"<[^>]+\s(?:src|srcset|href|style|on\w+)\s*=", page)
    ids = re.findall('id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page == map_page_of(found, state)


def test_every_mark_has_its_number_round_and_place(told: tuple[AnswerMap, SessionState]) -> None:
    found, _ = told
    svg = figure_of(found, {"seat-a": "answer 1"})
    assert [int(number) for number in re.findall('class="number"[^>]*>([0-9]+)<', svg)] == list(range(1, 9))
    for mark in found.marks:
        assert f'<g transform="translate({placed(found.marks)[mark.number]})"><title>{mark.number}: ' in svg
    assert svg.count('<circle class="mark c0"') == 4
    assert svg.count('<polygon class="mark c1"') == 4
    assert svg.count('class="heap"') == 2
    assert svg.count('class="way"') == 4
    assert svg.count("centre") == 2
    assert "1: answer 1 (fake/a), round.1" in svg
    assert "8: seat-d in round.2, nearest to 4, in cluster 2" in svg


def test_the_page_says_what_the_map_says_and_what_it_does_not(told: tuple[AnswerMap, SessionState]) -> None:
    found, state = told
    page = map_page_of(found, state)
    assert found.caution in page.replace("&#x27;", "'")
    assert "agreement of shape, not truth" in page
    assert f'<td class="num">{found.rounds[0].confidence:.3f}</td>' in page
    assert page.count("<details") == 8
    assert "lexical/words, in 512 dimensions, in the session" in page
    assert "&lt;script&gt;" in page


@pytest.mark.slow
@in_turn("text", PAYLOADS[::3])
async def test_no_payload_leaves_its_place(text: str) -> None:
    found, state = drawn(await measured_session(question=text))
    tags = checked(map_page_of(found, state), TAGS).tags
    assert not {"script", "img", "iframe", "object", "form", "base", "link"} & set(tags)
