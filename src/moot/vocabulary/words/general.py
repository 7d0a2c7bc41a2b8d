"""How are the findings and ballots that any protocol may use said in words? Plain lines, in which nothing is computed.

Those of one protocol stand in a file of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moot.vocabulary.ballots import Ranking
from moot.vocabulary.findings import Note, Standing
from moot.vocabulary.history.attendance import Attendance
from moot.vocabulary.words import standing as standing_words
from moot.vocabulary.words.headings import Heading, Names
from moot.vocabulary.words.leads import standing_in_short


def note_in_words(note: Note, names: Names) -> list[str]:
    """What there is to say."""
    return [f"{note.title}: {note.text}"]


def ranking_in_words(ranking: Ranking, names: Names) -> list[str]:
    """The places in a line, then the comments."""
    places, place = [], 1
    for tier in ranking.tiers:
        places.append(f"{place}. " + " = ".join(names.get(seat, seat) for seat in tier))
        place += len(tier)
    return ["; ".join(places), *remarks(ranking.comments, names)]


def attendance_in_words(attendance: Attendance, names: Names) -> list[str]:
    """Who cast the ballots it was asked for."""
    lines = []
    for each in attendance.seats:
        repaired = f", {each.repaired} after a repair" if each.repaired else ""
        silent = " — silent" if each.silent else ""
        asked = f"{each.asked} ballot{'' if each.asked == 1 else 's'}"
        lines.append(f"{names.get(each.seat, each.seat)}: {each.read} of {asked}{repaired}{silent}.")
    return lines


def remarks(comments: Mapping[str, str], names: Names) -> list[str]:
    """One line for each comment, in the order in which the names are known."""
    order = {seat: number for number, seat in enumerate(names)}
    seats = sorted(comments, key=lambda seat: order.get(seat, len(order)))
    return [f"{names.get(seat, seat)}: {comments[seat]}" for seat in seats if comments[seat]]


FINDINGS: dict[type[Any], Heading] = {
    Standing: Heading("Ranking", standing_words.in_words, first=True, replaces=True, brief=standing_in_short),
    Note: Heading("Note", note_in_words, first=True),
    Attendance: Heading("Ballots handed in", attendance_in_words),
}
"""How each class of finding is headed and said."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {Ranking: ranking_in_words}
"""How each class of ballot is said."""
