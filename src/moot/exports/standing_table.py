"""Lay out a standing (how the ballots rank the answers) as a table; every view takes its table from here.

For a standing by the median rule no probability is shown: measurements found them overconfident.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET

from moot.vocabulary.findings import Standing, StandingPlace
from moot.vocabulary.words.standing import chance_in_words, firsts_in_words, percent, score_in_words, shared_of


class StandingTable(NamedTuple):
    """A table that shows how the ballots rank the answers, as text: a row for each answer."""

    heads: tuple[str, ...]
    """Column headings. The heading above the places is empty."""
    rows: tuple[tuple[str, ...], ...]
    """Cells of each row, best answer first: the place, the answer, then figures."""
    says: str
    """Caption of the table."""


def table_of(standing: Standing, names: Mapping[str, str]) -> StandingTable:
    """Return the table of the answers from best to worst, with how often each was put first, and other figures.

    `standing` is the result of the ballots. `names` has, by seat id, the name of each answer.
    """
    chances = any(place.chance is not UNSET for place in standing.places)
    spans = any(place.low is not UNSET for place in standing.places)
    heads = (
        "",
        "answer",
        "put first",
        "score",
        "mean rank",
        *(("chance of being best",) if chances else ()),
        *(("strength (95 %)",) if spans else ()),
        "ballots",
    )
    rows = []
    for at, place in zip(shared_of(standing), standing.places, strict=True):
        first = firsts_in_words(standing, place) + _own(place)
        figures = [first, score_in_words(standing, place), f"{place.mean_rank:.2f}"]
        figures += [chance_in_words(standing, place) or "–"] if chances else []
        figures += [_span(place)] if spans else []
        rows.append((at.rstrip("."), names.get(place.seat, place.seat), *figures, str(place.votes)))
    return StandingTable(heads, tuple(rows), "Best first: by score, the share of the others below an answer")


def _own(place: StandingPlace) -> str:
    """Return a note if the answer's author put it first, alone or with others.

    If the author did not, return an empty string.
    """
    if not place.first_by_itself:
        return ""
    return " (its own too)" if place.first_by_others else " (only its own)"


def _span(place: StandingPlace) -> str:
    if place.strength is UNSET or place.low is UNSET or place.high is UNSET:
        return "–"
    return f"{percent(place.strength)} ({percent(place.low)} to {percent(place.high)})"
