"""Log every call to an adjudicator, one line each, with tokens, price and time, from the transcript.

Adjudicators are all judging seats that are not members: `adjudicator`, `arbiter`, `extractor`, `editor`, the chair.
Failed attempts are lines too. `parsed_ok` is whether the text could be read as the ballot that was asked for; a text
that is no ballot counts as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotRead, Event, SeatFailed, SeatSpoke
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import PRESUMED, dollars
from moot.vocabulary.state import SessionState

KINDS = {
    "flip": "flip_detection",
    "labels": "phase1",
    "check": "contradiction_check",
    "axis": "axis_scoring",
    "replies": "phase2",
}


def lines_of(
    index: int, state: SessionState, events: Sequence[Event], rubric: Rubric | None, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return one log entry for each call to a judging seat in a session, in the order in which the calls ended.

    `index` is the question's number in the run. `names` gives, by seat, the name that an entry uses for a member.
    """
    offices = {seat.id: seat.model for seat in state.offices}
    read = {event.body.statement for event in events if isinstance(event.body, BallotRead)}
    polled = {event_keys.move_of(event.key) for event in events if event.key.endswith(":ballot")}
    lines = []
    for event in events:
        body = event.body
        if not isinstance(body, (SeatSpoke, SeatFailed)) or body.seat not in offices:
            continue
        if event_keys.stage_of(event.key) == "title" or (isinstance(body, SeatFailed) and _told_already(event, body)):
            continue
        call = event_keys.call_of(event.key)
        told = _about(call, rubric if state.options.get("axes_apart", True) else None)
        spoke = isinstance(body, SeatSpoke)
        ruling = state.verdict.ruling if state.verdict is not None and told.kind == "verdict" else None
        lines.append(
            {
                "timestamp": event.at,
                "call_type": told.kind,
                "raw_response": body.text if isinstance(body, SeatSpoke) else body.partial,
                "parsed_ok": spoke and event.key == call and (call in read or event_keys.move_of(call) not in polled),
                "latency_ms": body.total_ms if isinstance(body, SeatSpoke) else 0,
                "input_tokens_approx": body.usage.input,
                "question_index": index,
                "model_evaluated": names.get(told.seat, told.seat) if told.seat else None,
                "axis_name": told.axis,
                "verdict_type": ruling.verdict_class if ruling is not None else None,
                "confidence": ruling.certainty if ruling is not None else None,
                "input_tokens": body.usage.input,
                "output_tokens": body.usage.output,
                "reasoning_tokens": body.usage.reasoning,
                "cached_tokens": body.usage.cached,
                "tokens_estimated": body.usage.estimated,
                "cost": dollars(None if body.cost_source == PRESUMED else body.cost),
                "at_most": dollars(body.cost if body.cost_source == PRESUMED else None),
                "cost_source": body.cost_source,
                "settled": body.settled if isinstance(body, SeatSpoke) else body.failed,
                "cause": "" if isinstance(body, SeatSpoke) else body.cause,
                "attempt": body.attempt,
                "repair": "+repair" in event.key,
                "adjudicator": body.seat,
                "adjudicator_model": offices[body.seat],
                "key": event.key,
                "session": state.session,
                "copied_from": event.origin.session if event.origin is not None else None,
                "entry_type": "adjudication_call",
            }
        )
    return lines


class _About(Struct, frozen=True, kw_only=True):
    """The subject of a call."""

    kind: str
    seat: str = ""
    axis: str | None = None


def _about(call: str, rubric: Rubric | None) -> _About:
    stage, who = event_keys.stage_of(call), event_keys.who_of(call)
    part, _, seat = who.partition("#")[2].partition(".")
    name, _, number = part.partition("-")
    if name not in KINDS:
        return _About(kind="verdict" if stage in ("verdict", "synthesis", "narrative") else stage.partition(".")[0])
    axis = None
    if name == "axis" and rubric is not None:  # without axes apart, one call scores them all
        axis = rubric.axes[int(number) - 1].name if number.isdecimal() and int(number) <= len(rubric.axes) else None
    return _About(kind=KINDS[name], seat=seat, axis=axis)


def _told_already(event: Event, body: SeatFailed) -> bool:
    """Return whether a final failure only repeats the log entry of the seat's last attempt."""
    return body.final and body.failed in ("late", "budget")
