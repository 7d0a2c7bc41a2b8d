"""What of an event does a viewer get? All of it but the vectors; with prompts hidden, nothing that seats were told."""

from __future__ import annotations

from msgspec.structs import replace

from moot.vocabulary.events import Event, SeatSpoke, SessionOpened
from moot.vocabulary.rubrics import Detail, Rubric, StageWording
from moot.vocabulary.seats import Seat


def watched(event: Event) -> Event:
    """An event as viewers get it: vectors stay behind, which are large, drawn by nobody, and told by the map."""
    body = event.body
    return replace(event, body=replace(body, vectors="")) if isinstance(body, SeatSpoke) and body.vectors else event


def without_prompts(event: Event) -> Event:
    """The same without what seats were told beforehand and what they thought aloud."""
    body = event.body
    if isinstance(body, SeatSpoke):
        return replace(event, body=replace(body, reasoning=""))
    if not isinstance(body, SessionOpened):
        return event
    roster = replace(
        body.roster,
        seats=tuple(map(_untold, body.roster.seats)),
        offices=tuple(map(_untold, body.roster.offices)),
    )
    rubric = _unworded(body.rubric) if body.rubric is not None else None
    return replace(event, body=replace(body, system="", wording={}, roster=roster, rubric=rubric))


def _untold(seat: Seat) -> Seat:
    persona = replace(seat.persona, text="") if seat.persona is not None else None
    return replace(seat, system="", persona=persona)


def _unworded(rubric: Rubric) -> Rubric:
    """What an adjudicator is asked is a prompt too; what is left are names, weights, groups and rules."""
    family = rubric.labelling
    return replace(
        rubric,
        wording=StageWording(),
        axes=tuple(replace(axis, asks="", one="", three="", five="", note="") for axis in rubric.axes),
        labelling=replace(
            family,
            asks="",
            labels=tuple(replace(label, meaning="", recheck="") for label in family.labels),
            details=tuple(map(_unasked, family.details)),
        ),
        comparison=replace(rubric.comparison, asks=""),
        details=tuple(map(_unasked, rubric.details)),
    )


def _unasked(detail: Detail) -> Detail:
    return replace(detail, asks="")
