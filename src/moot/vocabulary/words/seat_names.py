"""Replace seat ids in recorded sentences by the names shown to the reader.

Recorded sentences contain ids, since a member's name depends on the view: `answer 1 (model)` at a terminal, or the
model alone. Commands, keys and `seat-b=MODEL` keep their ids. Tests: `tests/views/test_seats_named.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from moot.vocabulary.state import SessionState
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import stage_in_words

_TYPED = r"`[^`]*`"
_ID = r"(?<![\w./#=~-])(?:seat-[a-z]{1,2}|[a-z]+(?:-[a-z]+)*-\d{1,3})(?![\w/#=~-])(?! \()"
SEATS = re.compile(f"{_TYPED}|{_ID}")
"""Pattern of text to be typed, which is kept, or of the id of a member or numbered office. An office with one seat is
already named in words: `the chair`.
"""


def in_names(text: str, names: Mapping[str, str]) -> str:
    """Return a sentence with seat ids replaced by names. An id without a name is not replaced."""
    if "-" not in text:
        return text
    return SEATS.sub(lambda found: names.get(found[0], found[0]), text)


_SWAPPED = re.compile(r"(seat-[a-z]+) = (.+)")
_AGAIN = re.compile(r"([\w.-]+)/(seat-[a-z]+)\S* is asked again")


def change_in_names(change: str, names: Mapping[str, str]) -> str:
    """Return the sentence on what a fork (a changed copy of a session) changed, with names in place of its seat ids."""
    if (swapped := _SWAPPED.fullmatch(change)) is not None:
        place, model = names.get(swapped[1], swapped[1]), swapped[2]
        return f"{model} in place of {place}"
    if (again := _AGAIN.fullmatch(change)) is not None:
        stage, member = stage_in_words(again[1]), names.get(again[2], again[2])
        return f"the answer of {member} in {stage} asked again"
    return change


def told_in_names(state: SessionState, names: Mapping[str, str]) -> SessionState:
    """Return a session's state with names in place of seat ids in all recorded sentences.

    Questions and replies are not changed.
    """
    verdict = state.verdict
    return replace(
        state,
        reason=in_names(state.reason, names),
        message=in_names(state.message, names),
        remedy=in_names(state.remedy, names),
        notes=tuple(in_names(note, names) for note in state.notes),
        missing=tuple(replace(lost, cause=in_names(lost.cause, names)) for lost in state.missing),
        moves={key: replace(move, cause=in_names(move.cause, names)) for key, move in state.moves.items()},
        verdict=_verdict(verdict, names) if verdict is not None else None,
    )


def _verdict(verdict: Verdict, names: Mapping[str, str]) -> Verdict:
    return replace(
        verdict,
        reason=in_names(verdict.reason, names),
        degraded=tuple(in_names(line, names) for line in verdict.degraded),
        missing=tuple(replace(lost, cause=in_names(lost.cause, names)) for lost in verdict.missing),
    )
