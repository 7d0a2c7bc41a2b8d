"""Check a recorded verdict against its digest: a store can be edited by hand.

Every readable export reports a mismatch where it lists what a result lacks.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moot.floor.verdicts import is_taken_over, verdict_digest
from moot.vocabulary.events import Event, VerdictReached
from moot.vocabulary.state import SessionState


def doubt_of(events: Sequence[Event]) -> str:
    """Return what is wrong with the recorded verdict, in a sentence; empty if nothing is, or there is no verdict."""
    last = events[-1].body if events else None
    if not isinstance(last, VerdictReached) or is_taken_over(events):
        return ""
    try:
        made = verdict_digest(last.verdict, events)
    except UnicodeEncodeError:  # halves of surrogate pairs, which no store can contain
        return "The recorded verdict has no digest: it holds characters that cannot be written."
    if made == last.digest:
        return ""
    return (
        "The recorded verdict is not the one its digest was made of: verdict, findings or digest were changed after "
        "the session ended."
    )


def with_doubt(state: SessionState, events: Sequence[Event]) -> SessionState:
    """Return the state, with its verdict degraded by any mismatch."""
    doubt = doubt_of(events)
    if not doubt or state.verdict is None:
        return state
    return replace(state, verdict=replace(state.verdict, degraded=(doubt, *state.verdict.degraded)))
