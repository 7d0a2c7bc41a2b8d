"""Format findings and ballots that any protocol may use as plain lines, without computing anything.

Those of a single protocol are in a file of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moot.vocabulary.ballots import Ranking
from moot.vocabulary.findings import Note, Standing
from moot.vocabulary.history.attendance import Attendance
from moot.vocabulary.words import standing as standing_words
from moot.vocabulary.words.headings import Heading, Names
from moot.vocabulary.words.leads import standing_in_short, standing_parts


def note_in_words(note: Note, names: Names) -> list[str]:
    """Return the note's text."""
    return [f"{note.title}: {note.text}"]


def ranking_in_words(ranking: Ranking, names: Names) -> list[str]:
    """Return the places in one line, then the comments."""
    places, place = [], 1
    for tier in ranking.tiers:
        places.append(f"{place}. " + " = ".join(names.get(seat, seat) for seat in tier))
        place += len(tier)
    return ["; ".join(places), *remarks(ranking.comments, names)]


def attendance_in_words(attendance: Attendance, names: Names) -> list[str]:
    """Return lines on who cast the requested ballots."""
    lines = []
    for each in attendance.seats:
        repaired = f", {each.repaired} after a repair" if each.repaired else ""
        silent = " — silent" if each.silent else ""
        asked = f"{each.asked} ballot{'' if each.asked == 1 else 's'}"
        lines.append(f"{names.get(each.seat, each.seat)}: {each.read} of {asked}{repaired}{silent}.")
    return lines


def remarks(comments: Mapping[str, str], names: Names) -> list[str]:
    """Return one line per comment, in the order of `names`."""
    order = {seat: number for number, seat in enumerate(names)}
    seats = sorted(comments, key=lambda seat: order.get(seat, len(order)))
    return [f"{names.get(seat, seat)}: {comments[seat]}" for seat in seats if comments[seat]]


FINDINGS: dict[type[Any], Heading] = {
    Standing: Heading(
        "Ranking",
        standing_words.in_words,
        first=True,
        replaces=True,
        brief=standing_in_short,
        parts=standing_parts,
    ),
    Note: Heading("Note", note_in_words, first=True),
    Attendance: Heading("Ballots handed in", attendance_in_words),
}
"""Heading and formatter per class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {Ranking: ranking_in_words}
"""Formatter per class of ballot."""
