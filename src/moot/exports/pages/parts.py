"""What is every page we write made of? A head that forbids whatever a mistake could let through, sections and tables.

A page asks nothing of anybody: no script, no request, one style sheet. Whoever fills a part escapes what it fills in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from moot.exports.pages.style import STYLE
from moot.reading.review_copy import printable
from moot.vocabulary.state import SessionState

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(title: str, header: str, sections: Iterable[str], foot: str, *, style: str = "") -> str:
    """A whole page. `header`, `sections` and `style` are put in as they are; `title` and `foot` are escaped."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)} · Moot</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"{header}\n<main>\n" + "\n".join(sections) + "\n</main>\n"
        f'<footer class="page">{escape(foot)}</footer>\n'
        "</body>\n</html>\n"
    )


def signature(state: SessionState) -> str:
    """By what and from what a page was written."""
    made = f" {printable(state.moot)}" if state.moot else ""
    return f"Written by Moot{made} from the transcript of session {printable(state.session)}. "


def section(name: str, title: str, body: str) -> str:
    """A part of a page under a heading, which is escaped."""
    return f'<section aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(title)}</h2>{body}</section>'


def table(
    caption: str, heads: Sequence[str], rows: Iterable[str], numbers: Iterable[int] = (), *, quiet: bool = False
) -> str:
    """A table; `numbers` are the columns that stand to the right, a `quiet` caption is for those who cannot see."""
    right, unseen = set(numbers), ' class="unseen"' if quiet else ""
    cells = "".join(
        f'<th scope="col"{" class=num" if number in right else ""}>{escape(head)}</th>'
        for number, head in enumerate(heads)
    )
    return (
        f'<div class="wide"><table><caption{unseen}>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def pairs(facts: Iterable[tuple[str, str]]) -> str:
    """Facts, each with its label; labels are put in as they are."""
    return '<dl class="pairs">' + "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in facts) + "</dl>"


def capital(text: str) -> str:
    """The text with a capital letter at its head."""
    return text[:1].upper() + text[1:]
