"""Parse an arbiter's judgement from tagged elements, as older prompts ask for it.

`<synthesis>`, `<confidence>`, `<analysis>`, `<dissent>`, `<needs_iteration>`, `<refinement_areas>`, `<ranking>`.

Only outermost elements are read, and of several wrappers the last. The synthesis is the arbiter's own text; its order
of the answers is a vote, so it counts only if it names exactly this sheet's labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from moot.reading.forms.fields import Scope, ShareField, Wrong
from moot.reading.review_copy import folded

WRAPPER = "synthesis_output"
ELEMENTS = (
    "thinking",
    "first_impression",
    "analysis",
    "dissent",
    "synthesis",
    "confidence",
    "needs_iteration",
    "refinement_areas",
    "ranking",
)
MOST_ELEMENTS = 64
MOST_AREAS = 8


def elements_in(text: str) -> dict[str, str]:
    """Return the text of each outermost element, such as `<synthesis>`, by name.

    If several elements have the same name, the first counts. If the text has wrappers (`WRAPPER`), only the elements in
    the last wrapper count.
    """
    low = folded(text)
    begin, end = 0, len(text)
    wrapped = low.rfind(f"<{WRAPPER}>")
    if wrapped >= 0:
        begin = wrapped + len(WRAPPER) + 2
        closed = low.find(f"</{WRAPPER}>", begin)
        end = closed if closed >= 0 else end
    found: dict[str, str] = {}
    for _ in range(MOST_ELEMENTS):
        opening = _OPENING.search(low, begin, end)
        if opening is None:
            break
        name = opening[1]
        closing = low.find(f"</{name}>", opening.end(), end)
        if closing < 0:
            begin = opening.end()
            continue
        found.setdefault(name, text[opening.end() : closing].strip())
        begin = closing + len(name) + 3
    return found


def confidence_in(elements: Mapping[str, str]) -> float | None:
    """Return the confidence, 0 to 1, in an arbiter's reply that was parsed into tagged elements; `None` if there is
    none.

    Per cents are accepted, too.
    """
    try:
        return ShareField().read(elements.get("confidence", ""), "confidence", _NOTHING)
    except Wrong:
        return None


def asks_for_more(elements: Mapping[str, str]) -> bool:
    """Return whether an arbiter's reply, parsed into tagged elements, asks for another round."""
    return elements.get("needs_iteration", "").strip(" \n\t`*.\"'").lower() == "true"


def areas_in(elements: Mapping[str, str]) -> tuple[str, ...]:
    """Return the points to refine in an arbiter's reply, parsed into tagged elements.

    Each `<area>` element is a point. Without such elements, each line is a point.
    """
    inner = elements.get("refinement_areas", "")
    areas = _AREA.findall(inner) or [line.lstrip("-*• \t") for line in inner.splitlines()]
    return tuple(area.strip()[:300] for area in areas if area.strip())[:MOST_AREAS]


def ranks_in(elements: Mapping[str, str]) -> list[str]:
    """Return the names in an arbiter's `<ranking>` element, best first.

    They are sorted by the places given there, or, without places, kept in the order of the text.
    """
    ranks = _RANK.findall(elements.get("ranking", "")[:10_000])
    placed = [(int(position) if position else number, name.strip()) for number, (position, name) in enumerate(ranks, 1)]
    return [name for _, name in sorted(placed, key=lambda each: each[0])]


def order_in(elements: Mapping[str, str], labels: Mapping[str, str]) -> tuple[str, ...]:
    """Return the seats in the order of an arbiter's ranking.

    If the ranking does not name each label of the sheet exactly once, return an empty tuple.
    """
    ranks = _RANK.findall(elements.get("ranking", "")[:10_000])
    if len(ranks) != len(labels):
        return ()
    places = [int(position) if position else number for number, (position, _) in enumerate(ranks, start=1)]
    named = [folded(label).strip() for _, label in ranks]
    seats = {folded(label): seat for label, seat in labels.items()}
    if set(named) != set(seats) or len(set(places)) < len(places):
        return ()
    return tuple(seats[label] for _, label in sorted(zip(places, named, strict=True)))


_NOTHING = Scope({}, {})
# Linear: every repetition is bounded or possessive.
_OPENING = re.compile(rf"<({'|'.join(ELEMENTS)})>")
_AREA = re.compile(r"<area>([^<]*+)</area>", re.IGNORECASE)
_RANK = re.compile(r"""<rank(?:\s{1,5}position\s{0,3}=\s{0,3}["'](\d{1,3})["'])?\s{0,5}>([^<]{0,80})</rank>""", re.I)
