"""Build the parts of every exported page: a head with a strict content security policy, sections and tables.

A page is self-contained: no script, no request, one style sheet. The caller escapes what it passes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from moot.exports.pages.style import STYLE
from moot.reading.review_copy import printable
from moot.vocabulary.state import SessionState

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(title: str, header: str, sections: Iterable[str], foot: str, *, style: str = "") -> str:
    """Return a whole page. `header`, `sections` and `style` are inserted unescaped; `title` and `foot` are escaped."""
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
    """Return the line that names the program and the session a page was written from."""
    made = f" {printable(state.moot)}" if state.moot else ""
    return f"Written by Moot{made} from the transcript of session {printable(state.session)}. "


def section(name: str, title: str, body: str) -> str:
    """Return a section under a heading, which is escaped."""
    return f'<section aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(title)}</h2>{body}</section>'


def table(
    caption: str, heads: Sequence[str], rows: Iterable[str], numbers: Iterable[int] = (), *, quiet: bool = False
) -> str:
    """Return a table; the columns in `numbers` are aligned right, a `quiet` caption is for screen readers only."""
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
    """Return facts, each with its label; labels are inserted unescaped."""
    return '<dl class="pairs">' + "".join(f"<dt>{label}</dt><dd>{escape(text)}</dd>" for label, text in facts) + "</dl>"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
