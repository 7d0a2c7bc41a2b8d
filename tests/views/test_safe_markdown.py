"""Check that Markdown from a stranger becomes only the HTML that is allowed, in linear time."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cases import in_turn
from moot.exports.markdown.markdown import markdown_of
from moot.exports.pages.html import html_of
from moot.views import markdown_parser
from moot.views.markdown_parser import CLEANER, VALUES, link_host
from moot.views.safe_markdown import html_from
from sessions.sample_sessions import hostile

GOLDEN = Path(__file__).parents[1] / "golden" / "exports"


def payload(text: str) -> str:
    """A case as it stands in the file; `%E%` marks one written with escapes."""
    return text[3:].encode("latin-1").decode("unicode_escape") if text.startswith("%E%") else text


ALLOWED = {tag: frozenset({*names, "dir", *VALUES.get(tag, ())}) for tag, names in markdown_parser.ALLOWED.items()}
ALLOWED["a"] |= {"rel"}
PAYLOADS = [payload(part) for part in (GOLDEN / "payloads.txt").read_text("utf-8").rstrip("\n").split("\n%%\n")]
PAGE: dict[str, frozenset[str]] = {
    **ALLOWED,
    **{tag: frozenset() for tag in ("head", "body", "title", "style", "main", "figure", "figcaption", "b", "strong")},
    **{tag: frozenset({"class"}) for tag in ("header", "footer", "span", "small", "ul", "dl", "dt", "tbody", "thead")},
    **{tag: frozenset({"class", "dir"}) for tag in ("p", "div", "dd")},
    "html": frozenset({"lang"}), "meta": frozenset({"charset", "http-equiv", "content", "name"}),
    "section": frozenset({"aria-labelledby"}), "h1": frozenset({"dir"}), "h2": frozenset({"id"}), "h3": frozenset(),
    "caption": frozenset({"class"}), "th": frozenset({"scope", "class", "dir"}), "td": frozenset({"class", "dir"}),
    "details": frozenset({"open"}), "summary": frozenset(), "p": frozenset({"class", "dir", "role"}),
    "svg": frozenset({"viewbox", "role", "aria-labelledby"}), "desc": frozenset({"id"}), "title": frozenset({"id"}),
    "g": frozenset({"class"}), "line": frozenset({"class", "x1", "x2", "y1", "y2"}),
    "text": frozenset({"class", "x", "y"}), "circle": frozenset({"cx", "cy", "r"}),
}  # fmt: skip


class Tags(HTMLParser):
    """Every tag and attribute, checked as it is met; nesting too."""

    VOID = frozenset({"br", "hr", "meta"})

    def __init__(self, allowed: dict[str, frozenset[str]]) -> None:
        super().__init__(convert_charrefs=True)
        self.allowed, self.open, self.tags = allowed, [], []
        self.open: list[str]
        self.tags: list[str]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.allowed, tag
        self.tags.append(tag)
        for name, value in attrs:
            assert name in self.allowed[tag], (tag, name)
            if name == "href":
                assert link_host(value or ""), value
            if name == "rel":
                assert value == "noopener noreferrer nofollow"
        if tag not in self.VOID and not self.get_starttag_text().endswith("/>"):  # type: ignore[union-attr]
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            assert tag in ("line", "circle", "rect", "polyline", "polygon", "path"), (tag, self.open)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


TAG = re.compile(r"</?[a-z][a-z0-9]*(?: [A-Za-z0-9-]+(?:=(?:\"[^\"<>]*\"|[a-z]+))?)*/?>")


def checked(html: str, allowed: dict[str, frozenset[str]]) -> Tags:
    """What a parser makes of it, after a look at every angle bracket that needs no parser to understand."""
    bare = re.sub(r"<style>.*?</style>", "", html.removeprefix("<!DOCTYPE html>"), count=1, flags=re.DOTALL)
    assert "<" not in TAG.sub("", bare)
    tags = Tags(allowed)
    tags.feed(html)
    tags.close()
    assert not tags.open
    return tags


@in_turn("text", PAYLOADS)
def test_no_payload_becomes_markup(text: str) -> None:
    for around in (
        text,
        f"Words {text} words.",
        f"- {text}\n  {text}",
        f"> {text}\n\n| a |\n|---|\n| {text} |",
        text * 3,
    ):
        checked(html_from(around), ALLOWED)


@in_turn("text", PAYLOADS)
def test_no_payload_passes_the_sanitizer_alone(text: str) -> None:
    checked(CLEANER.clean(text), ALLOWED)


@in_turn("text", PAYLOADS)
def test_no_payload_leaves_its_place_on_the_page(text: str) -> None:
    page = html_of(hostile(text).state)
    tags = checked(page, PAGE)
    assert "script" not in tags.tags
    assert not {"img", "iframe", "object", "form", "base", "link"} & set(tags.tags)
    assert page.count("<section") in (8, 9), "nine where the answer is the beginning of a longer text"


@pytest.mark.slow
@in_turn("text", PAYLOADS)
def test_no_payload_leaves_its_quotation_in_markdown(text: str) -> None:
    from markdown_it import MarkdownIt

    # The most permissive renderer there is: raw HTML allowed, tables on.
    tokens = (
        MarkdownIt("commonmark", {"html": True})
        .enable(["table", "strikethrough"])
        .parse(markdown_of(hostile(text).state))
    )
    inner = [child for token in tokens for child in (token.children or [])]
    assert not [token.content for token in (*tokens, *inner) if token.type in ("html_block", "html_inline", "image")]
    heads = [
        tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0
    ]
    assert [head for head in heads if head in SECTIONS] == SECTIONS
    # the title, a finding, three answers, four parts of the result, and a text that is longer than the answer
    assert len(heads) - len(SECTIONS) in (9, 10)
    depth = 0
    for token in tokens:
        depth += token.nesting
        assert token.level >= 0
        if token.type in ("fence", "code_block"):
            assert depth >= 1, "code outside of a quotation"
    assert depth == 0


SECTIONS = ["Answer", "Ranking", "What was found", "Who sat", "Answers", "Ballots", "What it took", "Provenance"]

DRAWN = {
    "two\nlines": '<p dir="auto">two\nlines</p>',
    "two  \nlines": '<p dir="auto">two<br>\nlines</p>',
    "# A #": '<h4 dir="auto">A</h4>',
    "a **b *c* d** `e*f*`": '<p dir="auto">a <strong>b <em>c</em> d</strong> <code>e*f*</code></p>',
    "snake_case_name 2*3*4": '<p dir="auto">snake_case_name 2<em>3</em>4</p>',
    "2 * 3 * 4": '<p dir="auto">2 * 3 * 4</p>',
    "3. a\n4. b": '<ol start="3">\n<li dir="auto">a</li>\n<li dir="auto">b</li>\n</ol>',
    "- [x] a": '<ul>\n<li class="task-list-item" dir="auto">☑ a</li>\n</ul>',
    "```py\n<b>\n```": "<pre><code>&lt;b&gt;\n</code></pre>",
    "***": "<hr>",
    "[a](https://b.c/d_(e)) f": '<p dir="auto"><a href="https://b.c/d_(e)" rel="noopener noreferrer nofollow">a</a> '
    "<small>(b.c)</small> f</p>",
    "![alt](https://b.c/d.png)": '<p dir="auto"><a href="https://b.c/d.png" rel="noopener noreferrer nofollow">'
    "picture, not shown: alt</a> <small>(b.c)</small></p>",
    "https://b.c/d.": '<p dir="auto"><a href="https://b.c/d" rel="noopener noreferrer nofollow">https://b.c/d</a>.</p>',
    "https://аррӏе.com": '<p dir="auto"><a href="https://xn--80ak6aa92e.com" rel="noopener noreferrer nofollow">'
    "https://аррӏе.com</a> <small>(xn--80ak6aa92e.com)</small></p>",
    "[![a](https://b.c)](https://d.e)": '<p dir="auto"><a href="https://d.e" rel="noopener noreferrer nofollow">'
    "picture, not shown: a</a> <small>(d.e)</small></p>",
    "[a](javascript:b)": '<p dir="auto">[a](javascript:b)</p>',
    "[a]: https://b.c\n\n[a]": '<p dir="auto">[a]: <a href="https://b.c" rel="noopener noreferrer nofollow">'
    'https://b.c</a></p>\n<p dir="auto">[a]</p>',
    "a\u202eb &#x202e; &lt;b&gt;": '<p dir="auto">a⟨U+202E⟩b ⟨U+202E⟩ &lt;b&gt;</p>',
    "": "",
}


@pytest.mark.parametrize("text", DRAWN)
def test_drawn(text: str) -> None:
    assert html_from(text) == DRAWN[text]


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://b.c/", "b.c"), ("HTTPS://B.C", "b.c"), ("https://google.com@evil.example/", "evil.example"),
        ("https://аррӏе.com/", "xn--80ak6aa92e.com"), ("mailto:a@b.c", "a@b.c"), ("mailto:a", None),
        ("javascript:alert(1)", None), ("https://[bad", None), ("https:\\\\b.c", None), ("//b.c", None),
        ("ftp://b.c", None),
        ("https://b.c/" + "a" * 3000, None), ("https://b\u202e.c", None), ("", None),
    ],
)  # fmt: skip
def test_where_a_link_leads(address: str, host: str | None) -> None:
    assert link_host(address) == host
