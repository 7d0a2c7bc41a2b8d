"""Convert a model's prompt for a person: fenced texts under their labels, without the instructions for JSON.

A person fills in a form instead. Fences occur in no text they enclose, so no text can end its own or open another's.
"""

from __future__ import annotations

import re

from moot.reading.forms import form as forms
from moot.reading.rankings import ballot as ranking_ballot

_OPENING = re.compile(r'<(answer|review) (?:label|of)="([^"\n]{1,40})" fence="([A-Za-z]{8,40})">\n')
_MOST_UNCLOSED = 20
"""Number of unclosed fences after which the remaining text is left unchanged, because each takes a search through that
text.
"""
_REQUESTS = tuple(
    (request.split("$", 1)[0].strip(), request.rsplit("$", 1)[1].partition("\n")[2].strip())
    for request in (forms.REQUEST, ranking_ballot.REQUEST)
)
"""Pattern for the beginning and end of a request for a ballot, with any text between."""


def for_a_person(prompt: str, *, ballot: bool) -> str:
    """Rewrite a model's prompt for a person who has the seat. With `ballot`, the request for a JSON ballot is left
    out."""
    parts: list[str] = []
    at = unclosed = 0
    while unclosed < _MOST_UNCLOSED and (opening := _OPENING.search(prompt, at)):
        kind, label, fence = opening.groups()
        closing = f"\n</{kind} {fence}>"
        end = prompt.find(closing, opening.end() - 1)
        if end < 0:
            unclosed += 1
            parts.append(prompt[at : opening.end()])
            at = opening.end()
            continue
        heading = f"Answer {label}" if kind == "answer" else f"On answer {label}"
        parts += [prompt[at : opening.start()], f"### {heading}\n\n{prompt[opening.end() : end]}\n"]
        at = end + len(closing)
    rest = prompt[at:]
    return "".join(parts) + (_without_request(rest) if ballot else rest)


def _without_request(text: str) -> str:
    for begins, ends in _REQUESTS:
        begin = text.find(begins)
        end = text.find(ends, begin) if begin >= 0 else -1
        if end >= 0:
            return (text[:begin].rstrip() + "\n\n" + text[end + len(ends) :].lstrip()).strip() + "\n"
    return text
