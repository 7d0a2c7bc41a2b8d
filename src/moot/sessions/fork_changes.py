"""Changes of a fork: fields of the request, and their description.

Most changes keep the beginning of the session. Another question or protocol keeps no replies: the same council is asked
from the first stage on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from moot.floor.earlier_turns import EarlierTurns
from moot.protocols import registry
from moot.protocols.protocol import Options
from moot.request import Ask, Dollars
from moot.sessions.opening import SessionOpening
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Member, Name, Seat, Words

MOST_TOLD = 200
"""Maximum number of characters of a changed question in the description of a fork."""
RETRIED = "failed moves are asked again"
"""Description of a fork that only asks failed requests again."""

EVERYONE = "everyone is asked"
"""Description of a fork that asks the members that were not asked."""

NOTHING_LOST = "No move of this session failed and every ballot could be read, so there is nothing to ask again."
"""Why a session cannot be retried without changes, although its result may be incomplete."""
ASK_ANEW = (
    "What its result lacks, such as words that were cut at a limit, lies in answers that were given: "
    "fork it from their stage, with a larger limit, to have them anew."
)
"""What to do if a session has no failed requests that could be asked again."""


class ForkFields(Struct, frozen=True, kw_only=True):
    """The changes that a fork makes, except its rubric and budget."""

    stage: Name | None = None
    """First stage to run again; by default the first stage that the changes affect."""
    chair: Name | None = None
    """Model of the new chair."""
    stand_ins: Annotated[Sequence[Name], Meta(max_length=16)] | None = None
    """Models that replace a failed chair, in order."""
    offices: Annotated[Mapping[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models for the protocol's roles, such as the adjudicator."""
    members: Annotated[Mapping[Name, Name], Meta(max_length=64)] = {}
    """New models by seat, such as `seat-b`; the other members' first answers are kept."""
    again: Annotated[Sequence[Name], Meta(max_length=64)] = ()
    """Requests to send again, such as `opinions/seat-b`, with everything that depends on them."""
    options: Mapping[Name, OptionValue] = {}
    """New values of options."""
    wording: Annotated[Mapping[Name, Words], Meta(max_length=100)] = {}
    """Replaced prompts, by name."""
    protocol: Name | None = None
    """New protocol: the same council is asked from the beginning."""
    question: Words | None = None
    """New question, with the same files: the same council is asked from the beginning."""
    everyone: bool = False
    """Ask the members that were not asked, because the first answers agreed or one was enough."""
    retry_failed: bool = False
    """Keep everything but the failed requests of the earliest stage with a failure, and later stages."""


class ForkRequest(ForkFields, frozen=True, kw_only=True):
    """Request for a fork. Every interface offers each of these fields, with its docstring."""

    rubric: Name | None = None
    """New rubric."""
    budget: Dollars | None = None
    """Limit on the new session's cost, in dollars."""


class ForkChanges(ForkFields, frozen=True, kw_only=True):
    """What a fork changes of its source session, with the rubric loaded from its file."""

    rubric: Rubric | None = None
    """New rubric; `None` keeps the old one."""
    cap: int | None = None
    """Budget of the fork in nano-dollars."""

    @property
    def anew(self) -> bool:
        """Return whether the fork can keep no answer of the source session."""
        return self.protocol is not None or self.question is not None

    @property
    def models(self) -> tuple[str, ...]:
        """Return every model that the changes name."""
        held = [each if isinstance(each, list) else [each] for each in self.offices.values()]
        one = (self.chair,) if self.chair else ()
        return (*one, *(self.stand_ins or ()), *self.members.values(), *(model for each in held for model in each))

    @property
    def only_retries(self) -> bool:
        """Return whether the fork only repeats failed requests, so that everything recorded is kept."""
        return self.retry_failed and self.named() == [RETRIED]

    @property
    def only_everyone(self) -> bool:
        """Return whether the fork only asks the members that were not asked, so that it replaces its source."""
        return self.everyone and self.named() == [EVERYONE]

    def named(self) -> list[str]:
        """Return a description of each change, e.g. `chair = openai/gpt-5`."""
        changes = [f"option {name} = {value}" for name, value in sorted(self.options.items())]
        changes += [f"wording {name}" for name in sorted(self.wording)]
        if self.protocol:
            changes.insert(0, f"protocol = {self.protocol}")
        if self.question is not None:
            changes.insert(0, f"question = {' '.join(self.question.split())[:MOST_TOLD]}")
        if self.chair:
            changes.append(f"chair = {self.chair}")
        if self.stand_ins is not None:
            changes.append(f"stand-ins = {', '.join(self.stand_ins) or 'none'}")
        for office, holders in sorted(self.offices.items()):
            changes.append(f"{office} = {holders if isinstance(holders, str) else ', '.join(holders)}")
        changes += [f"{seat} = {model}" for seat, model in sorted(self.members.items())]
        changes += [f"{key} is asked again" for key in self.again]
        if self.rubric is not None:
            changes.append(f"rubric = {self.rubric.name}")
        if self.everyone:
            changes.append(EVERYONE)
        if self.retry_failed:
            changes.append(RETRIED)
        return changes


def asked_anew(source: SessionOpened, changes: ForkChanges) -> SessionOpening:
    """Return the opening of a session that asks the source session's council from the beginning, with another question
    or protocol."""
    name = changes.protocol or source.protocol
    same = name == source.protocol
    held = registry.held_by(source.protocol)
    protocol = held if same else registry.find(name)
    usual = held.options()
    common = {
        option: value
        for option, value in source.options.items()
        if value is not None
        and (same or (option in Options.__struct_fields__ and value != getattr(usual, option, None)))
    }
    offices: dict[str, str | list[str]] = {
        office: [seat.model for seat in holders]
        for office in protocol.roles
        if (holders := source.roster.office(office))
    }
    stand_ins = tuple(seat.model for seat in source.roster.stand_ins())
    council = Council(
        name=source.council,
        members=tuple(map(member_of, source.roster.seats)),
        protocol=name,
        chair=changes.chair or source.roster.office("chair")[0].model,
        stand_ins=tuple(changes.stand_ins) if changes.stand_ins is not None else stand_ins,
        offices={**offices, **changes.offices},
        system=source.system,
        wording={**(source.wording if same else {}), **changes.wording},
        personas=personas_of(source.roster.seats),
        options=common,
    )
    council = replace(council, members=swapped(source.roster.seats, changes.members))
    question = changes.question if changes.question is not None else source.question.text
    return SessionOpening(
        ask=Ask(
            question=question,
            council=council,
            options=changes.options,
            tools=source.tools or (),
            search=any(seat.search for seat in source.roster.seats),  # only what the source session had
        ),
        earlier=_earlier(source.question),
        attachments=source.question.attachments,
        cap=changes.cap if changes.cap is not None else source.cap,
        cap_per_call=source.cap_per_call,
        rubric=changes.rubric or (source.rubric if same else None),
    )


def _earlier(question: Question) -> EarlierTurns:
    """Return the earlier turns of the conversation that a question contains."""
    carried = question.carried
    if carried is None or not carried.summary:
        return EarlierTurns(turns=question.history)
    return EarlierTurns(
        turns=question.history,
        before=carried.before,
        covers=carried.before,
        summary=carried.summary,
        source=carried.source,
    )


def swapped(seats: tuple[Seat, ...], members: Mapping[str, str]) -> tuple[Member, ...]:
    """Return the members in these seats, with some models replaced. `members` has the new model by seat id. System
    prompts are kept."""
    return tuple(
        replace(member_of(seat), model=members[seat.id]) if seat.id in members else member_of(seat) for seat in seats
    )


def member_of(seat: Seat) -> Member:
    """Convert a seat of a session back to an entry in a council's list of members."""
    return Member(
        model=seat.model,
        persona=seat.persona.name if seat.persona is not None else None,
        system=seat.system,
        temperature=seat.temperature,
        max_output=seat.max_output,
        reasoning=seat.reasoning,
    )


def personas_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    """Return the texts of these seats' personas by name, as they were recorded, so that a fork does not depend on later
    edits."""
    return {seat.persona.name: seat.persona.text for seat in seats if seat.persona is not None}
