"""Test that the Markdown export is complete and in order, and quotes all foreign text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.exports.markdown.markdown import markdown_of
from moot.exports.markdown.quoted import plain, quoted
from moot.exports.pages.html import html_of
from sessions.sample_sessions import SAMPLES, Script, deliberated, hostile

GOLDEN = Path(__file__).parents[2] / "golden" / "exports"


@pytest.mark.parametrize("name", SAMPLES)
def test_golden(name: str) -> None:
    """`MOOT_WRITE_GOLDEN=1` writes the files anew; look at what changed before committing them."""
    text, file = markdown_of(SAMPLES[name]().state), GOLDEN / f"{name}.md"
    if os.environ.get("MOOT_WRITE_GOLDEN"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


def test_ballots_come_by_seat_whatever_the_order_they_arrived_in() -> None:
    script = Script().open().stage("review")
    for reader in ("seat-c", "seat-a", "seat-b"):
        script.ballot(reader, "abc".replace(reader[-1], ""), ">".join("abc".replace(reader[-1], "")))
    text = markdown_of(script.state)
    places = [text.index(f"**By answer {n}**") for n in (1, 2, 3)]
    assert places == sorted(places)


def test_hidden_characters_are_visible() -> None:
    text = markdown_of(hostile("a\u202eb\u200bc\x1b[2Jd\ud800").state)
    assert "a⟨U+202E⟩b⟨U+200B⟩c⟨U+001B⟩" in text
    assert not any(ord(c) < 32 and c != "\n" for c in text)
    assert text.encode()


def test_every_moment_of_a_session_can_be_told() -> None:
    for make in SAMPLES.values():
        script = make()
        events = script.events
        for count in range(len(events) + 1):
            script.events = events[:count]
            assert markdown_of(script.state).startswith("# ")


QUOTED = {
    "a\nb": "> a\n> b",
    "a\n\nb": "> a\n>\n> b",
    "</details>": "> &lt;/details>",
    "1 < 2": "> 1 < 2",
    "`<b>`": "> `<b>`",
    "` <b>": "> \\` &lt;b>",
    "`` <b> `": "> \\`\\` &lt;b> \\`",
    "\\`<b>`": "> \\`&lt;b>\\`",
    "| `<b>` |": "> | `&lt;b>` |",
    "[a](`) `<b>`": "> [a](`) `&lt;b>\\`",
    "[a]: b": "> \\[a]: b",
    "- > [a\nb]: c": "> - > \\[a\n> b]: c",
    "[a](b): c": "> [a](b): c",
    "- [ ] do": "> - \\[ ] do",
    "![a](b)": "> !\\[a](b)",
    "\\![a](b)": "> \\!\\[a](b)",
    "a\n~~~ js\n```\n<b>\n~~~\n<b>": "> a\n>\n> ````js\n> ```\n> <b>\n> ````\n> &lt;b>",
    "```\nopen": "> ```\n> open\n> ```",
    "a\r\nb\rc": "> a\n> b\n> c",
}


@pytest.mark.parametrize("text", QUOTED)
def test_quoted(text: str) -> None:
    assert quoted(text) == QUOTED[text]


def test_plain() -> None:
    assert plain("a_b *c* [d](e)\n# f | <g> &lt; `h`") == "a_b \\*c\\* \\[d\\](e) # f \\| &lt;g> &amp;lt; \\`h\\`"


def test_a_hostile_session_tells_no_more_than_a_friendly_one() -> None:
    friendly, other = (
        deliberated(Script().open(), dict.fromkeys("abc", text)) for text in ("Yes.", "# No\n\n## Verdict")
    )
    heads = [
        [line for line in markdown_of(made.state).split("\n") if line.startswith("#")] for made in (friendly, other)
    ]
    assert heads[0] == heads[1]


def test_a_long_review_is_prose_under_the_answer_it_is_about() -> None:
    """Not one line of a list: its paragraphs stand, in a quotation that it cannot leave."""
    prose = (
        "It names the tables, as B9XM asks.\n\n- Right: the figures.\n- Wrong: **the year**.\n\n</details># No heading"
    )
    script = Script().open().stage("review").ballot("seat-a", "bc", "b>c", b=prose, c="Vague.")
    text = markdown_of(script.state)
    assert "*On answer 2:*\n\n> It names the tables, as answer 2 asks.\n>\n> - Right: the figures.\n" in text
    assert "- answer 3: Vague." in text
    html = html_of(script.state)
    assert "<h4>On answer 2</h4>" in html
    assert "It names the tables, as answer 2 asks.</p>" in html
    assert "<strong>the year</strong>" in html
    assert "</details># No" not in html


def test_what_bears_a_backslash_already_shows_no_entity() -> None:
    assert quoted(r"\<b>now\</b>") == "> &lt;b>now&lt;/b>"
    assert "<b>" not in quoted(r"\\<b>now")
