"""Write looked-up sources as Markdown and HTML, numbered as seats saw them, with failed searchers.

Titles, excerpts and addresses are untrusted text: Markdown shows them as plain words, the page escapes them, and an
address becomes a link only if it begins with http or https. Nothing is fetched. Tested by
`tests/floor/test_lookups.py`.
"""

from __future__ import annotations

from html import escape

from moot.exports.markdown.quoted import plain, quoted
from moot.reading.review_copy import printable
from moot.vocabulary import event_keys
from moot.vocabulary.events import SourcesFound
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source


def sources_in_markdown(state: SessionState) -> list[str]:
    """Return the Markdown lines of an export's section on search results; empty if the session looked nothing up."""
    parts = ["## Sources"] if state.sources else []
    for key, found in state.sources.items():
        parts.append(f"{plain(_heading(key, found))}")
        for source in found.sources:
            parts.append(f"**\\[{source.number}\\] {plain(source.title)}**" + plain(_facts(source)))
            if source.excerpt:
                parts.append(quoted(source.excerpt))
        parts += [f"- {plain(line)}" for line in failures_of(found)]
    return parts


def sources_in_html(state: SessionState) -> str:
    """Return the HTML of an export's section on search results, without its heading; empty if the session looked
    nothing up.
    """
    return "".join(_found(key, found) for key, found in state.sources.items())


def failures_of(found: SourcesFound) -> list[str]:
    """Return, for one search, a line for each service that failed, and a line if nothing was found."""
    lines = [f"Not answered by {failure}" for failure in found.failures]
    asked = [name for name in found.searchers if not any(line.startswith(f"{name}:") for line in found.failures)]
    if asked and not found.sources:
        lines.append(f"Nothing was found by {', '.join(asked)}.")
    return lines


def _heading(key: str, found: SourcesFound) -> str:
    return f"Looked up in {event_keys.stage_of(key)}: {found.query}"


def _facts(source: Source) -> str:
    facts = " · ".join(part for part in (source.searcher, source.date, source.url) if part)
    return f" ({facts})" if facts else ""


def _found(key: str, found: SourcesFound) -> str:
    items = "".join(_source(source) for source in found.sources)
    lines = "".join(f"<li>{escape(printable(line))}</li>" for line in failures_of(found))
    return (
        f'<p class="about">{escape(printable(_heading(key, found)))}</p>'
        + (f"<ol>{items}</ol>" if items else "")
        + (f'<ul class="facts">{lines}</ul>' if lines else "")
    )


def _source(source: Source) -> str:
    title = escape(printable(source.title))
    if source.url.lower().startswith(("https://", "http://")):
        title = f'<a href="{escape(source.url)}" rel="noopener noreferrer nofollow">{title}</a>'
    facts = " · ".join(part for part in (source.searcher, source.date) if part)
    told = f' <small class="model">{escape(printable(facts))}</small>' if facts else ""
    excerpt = f'<br><span dir="auto">{escape(printable(source.excerpt))}</span>' if source.excerpt else ""
    return f'<li value="{source.number}">{title}{told}{excerpt}</li>'
