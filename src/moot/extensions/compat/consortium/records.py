"""List past runs, and show one run's rounds: consensus sessions in the shapes of llm-consortium's records.

A run is a session: its id is the session's. Everything here is computed from the transcript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import date
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict

from moot.app import Application
from moot.errors import BadInput, UnknownName
from moot.exports.public import ConsensusOptions, Elimination
from moot.extensions.compat.consortium.config import ConsortiumConfig, config_of, judging_of, options_in
from moot.extensions.compat.consortium.results import MemberResponse, RunResult, Synthesis, account_in, instances_of
from moot.extensions.compat.consortium.seats import PROTOCOL, shown
from moot.transcripts.public import MOST_LISTED as MOST
from moot.transcripts.public import Listing
from moot.vocabulary.public import (
    Council,
    Event,
    SessionOpened,
    SessionState,
    dollars,
    event_keys,
    outcome_of,
    state_of,
)
from moot.vocabulary.public import Member as Seated


class RunRow(Struct, frozen=True, kw_only=True):
    """Summary of one consortium run, as lists of runs show it."""

    id: str
    """Id of the run, which is the session's id."""
    created_at: str
    """When the run was opened."""
    config_name: str | None
    """The consortium's name; null without one."""
    strategy: str
    """Name of the strategy: which members were asked in each round, and which answers were kept."""
    judging_method: str
    """How the arbiter judged the rounds."""
    confidence_threshold: float
    """Confidence at which the rounds could end."""
    max_iterations: int
    """Maximum number of rounds."""
    iteration_count: int
    """Number of completed rounds."""
    final_confidence: float | None
    """The verdict's confidence; null without a verdict or a judgement."""
    user_prompt: str
    """The question."""
    status: str
    """State of the run: `verdict`, `inconclusive`, `failed`, …; or `running`, `waiting`, `interrupted`."""
    category: str | None = None
    """Always null; part of the published shape."""
    expected_agreement: float | None = None
    """Always null; part of the published shape."""
    scripted: bool = False
    """Whether scripted voices took part."""
    arbiter: str | None = None
    """Id of the arbiter's model, whether or not it judged."""
    models: dict[str, int] = {}
    """Number of instances of each model, by model id."""
    cost: float | None = None
    """Known cost in dollars; null if some call's cost is unknown."""
    at_most: float = 0.0
    """Upper bound, in addition to `cost`, for calls without a reported price, in dollars."""


class RunMember(MemberResponse, frozen=True, kw_only=True):
    """One member's or the arbiter's call in a run."""

    run_id: str
    """Id of the run."""
    role: str
    """Role of the caller: the member's model id, or `arbiter`."""
    iteration: int
    """Number of the round."""
    member_index: int
    """Position of the member among the seats, from 0."""
    kept: bool = False
    """Whether the member's answer went to the arbiter."""


class RoundDecision(Synthesis, frozen=True, kw_only=True):
    """An arbiter's judgement of one round of a run, with the run's id and the round's number."""

    run_id: str
    """Id of the run."""
    iteration: int
    """Number of the round."""
    response_id: str | None
    """Transcript key of the arbiter's reply; null if there is none."""


class EliminatedMember(Struct, frozen=True, kw_only=True):
    """A member that a run dropped because its answers were ranked last, with its model and the round."""

    iteration: int
    """The round after which the member left."""
    seat: str
    """Id of the member's seat, such as `seat-b`."""
    model: str
    """Model of the member."""
    instance: int
    """Number of the instance of the model, from 0."""


class RunInfo(Struct, frozen=True, kw_only=True):
    """One run in full: its summary, all calls, the arbiter's judgement of each round, and eliminated seats."""

    run: RunRow
    """Summary of the run."""
    members: tuple[RunMember, ...]
    """Calls of the run, in order."""
    decisions: tuple[RoundDecision, ...]
    """The arbiter's judgement of each round."""
    eliminated: tuple[EliminatedMember, ...] = ()
    """Seats that were eliminated, with the round."""


class StoredRun(Struct, frozen=True, kw_only=True):
    """A consortium run that is stored as a session: its summary, settings, events and state."""

    run: RunRow
    """Summary of the run."""
    config: ConsortiumConfig
    """The consortium's settings at that time."""
    events: list[Event]
    """Transcript of the run."""
    state: SessionState
    """The session's state, computed from all its events."""


class RunFilter(Struct, frozen=True, kw_only=True):
    """A filter for lists of runs: a limit, a first day, a model, or only finished runs."""

    limit: int | None = None
    """Maximum number of runs, the latest first; null for all."""
    since: str = ""
    """Only runs opened on this day (UTC) or later, `YYYY-MM-DD`."""
    model: str = ""
    """Only runs in which this model took part."""
    finished: bool = False
    """Whether to include only runs with a verdict."""


async def runs_of(app: Application, wanted: RunFilter) -> AsyncIterator[StoredRun]:
    """Yield the stored runs that pass the filter, latest first."""
    since = day_from(wanted.since) if wanted.since else ""
    listed: list[Listing] = []
    before = None
    while True:
        page = await app.register.list(MOST, before=before, protocol=PROTOCOL)
        listed += page
        if len(page) < MOST:
            break
        before = page[-1].number
    found = 0
    # imported runs were stored later than they took place
    for listing in sorted(listed, key=lambda each: (each.created, each.number), reverse=True):
        if (since and listing.created[:10] < since) or (wanted.finished and listing.state != "verdict"):
            continue
        kept = await kept_of(app, listing)
        if wanted.model and not took_part(kept.state, wanted.model):
            continue
        yield kept
        found += 1
        if wanted.limit is not None and found >= wanted.limit:
            return


async def run_called(app: Application, name: str) -> StoredRun:
    """Return the stored run with this session id, which may be shortened; raise if none has it or it is no consensus
    session.
    """
    session = await app.register.resolve(name)
    listing = await app.register.get(session)
    if listing.protocol != PROTOCOL:
        raise UnknownName("run", name, remedy=f"This session is a {listing.protocol}: moot sessions show {session[:8]}")
    return await kept_of(app, listing)


async def kept_of(app: Application, listing: Listing) -> StoredRun:
    """Load the run of one entry in the list of sessions, and return it with its transcript and state."""
    events = await app.transcript.read(listing.id)
    state = state_of(events)
    return StoredRun(run=run_from(state, listing.state), config=config_in(events, state), events=events, state=state)


def config_in(events: Sequence[Event], state: SessionState) -> ConsortiumConfig:
    """Return the consortium settings that a run was opened with. Settings with their default value are left out."""
    offices: dict[str, str | list[str]] = {
        seat.id: seat.model for seat in state.offices if seat.id in ("arbiter", "embedder")
    }
    usual = msgspec.to_builtins(ConsensusOptions())
    options = {name: value for name, value in state.options.items() if value is not None and value != usual.get(name)}
    opened = events[0].body
    return config_of(
        Council(
            name=state.council,
            protocol=PROTOCOL,
            members=tuple(Seated(model=seat.model) for seat in state.seats),
            offices=offices,
            options=options,
            system=opened.system if isinstance(opened, SessionOpened) else "",
        )
    )


def run_from(state: SessionState, status: str = "") -> RunRow:
    """Return the summary of a consensus session as a run. Of `status`, the stored state of the session, only
    `interrupted` is used, because events do not show it.
    """
    options = options_in(state.options, f"session {state.session}")
    account = account_in(state)
    arbiters = [seat.model for seat in state.offices if seat.id == "arbiter"]
    return RunRow(
        id=state.session,
        created_at=state.opened_at,
        config_name=state.council or None,
        strategy=options.strategy,
        judging_method=judging_of(options),
        confidence_threshold=options.threshold,
        max_iterations=options.max_iterations,
        iteration_count=len(account.rounds) if account is not None else 0,
        final_confidence=state.verdict.confidence if state.verdict is not None else None,
        user_prompt=state.question.text,
        status=status if status == "interrupted" else outcome_of(state),
        scripted=state.scripted,
        arbiter=shown(arbiters[0]) if arbiters else None,
        models=dict(Counter(shown(seat.model) for seat in state.seats)),
        cost=dollars(state.cost) if state.cost_known else None,
        at_most=dollars(state.presumed) or 0.0,
    )


def info_from(kept: StoredRun, result: RunResult) -> RunInfo:
    """Return a run in full: its summary, every call and decision, from the result in llm-consortium's shape."""
    run, members, decisions = kept.run.id, list[RunMember](), []
    account = account_in(kept.state)
    rounds = {each.number: each for each in (account.rounds if account is not None else ())}
    order = [seat.id for seat in kept.state.seats]
    for iteration in result.iterations:
        number, held, judged = iteration.iteration, rounds[iteration.iteration], iteration.synthesis
        for seat, answer in zip(held.selected, iteration.model_responses, strict=True):
            fields = {"response_id": event_keys.move(f"round.{number}", seat), **_given(answer)}
            place = order.index(seat)
            kept_here = seat in held.kept
            members.append(
                RunMember(**fields, run_id=run, role=answer.model, iteration=number, member_index=place, kept=kept_here)
            )
        words = event_keys.move(f"round.{number}", held.arbiter) if held.arbiter else None
        if words is not None:
            members.append(
                RunMember(
                    run_id=run,
                    response_id=words,
                    role="arbiter",
                    iteration=number,
                    member_index=len(order),
                    model=judged.arbiter,
                    response=judged.raw_arbiter_response,
                    confidence=judged.confidence,
                )
            )
        decisions.append(RoundDecision(**_given(judged), run_id=run, iteration=number, response_id=words))
    return RunInfo(
        run=kept.run, members=tuple(members), decisions=tuple(decisions), eliminated=eliminated_in(kept.state)
    )


def _given(part: MemberResponse | Synthesis) -> dict[str, Any]:
    return {name: value for name, value in asdict(part).items() if value is not UNSET}


def eliminated_in(state: SessionState) -> tuple[EliminatedMember, ...]:
    """Return the seats that were eliminated in a session, in order, each with its round."""
    models, instances = {seat.id: shown(seat.model) for seat in state.seats}, instances_of(state)
    return tuple(
        EliminatedMember(
            iteration=int(view.stage.rpartition(".")[2]), seat=seat, model=models[seat], instance=instances[seat]
        )
        for view in state.findings
        if isinstance(view.finding, Elimination)
        for seat in view.finding.eliminated
    )


def took_part(state: SessionState, model: str) -> bool:
    """Return whether a model had a seat in the run, as a member or as the arbiter."""
    seats: Sequence[str] = [seat.model for seat in state.seats]
    arbiters = [seat.model for seat in state.offices if seat.id == "arbiter"]
    return any(model in (each, shown(each)) for each in (*seats, *arbiters))


def day_from(text: str) -> str:
    """Return the text if it is a day, `YYYY-MM-DD`; raise otherwise."""
    try:
        return date.fromisoformat(text.strip()[:10]).isoformat()
    except ValueError:
        raise BadInput(f"{text!r} is not a day.", "Write it as YYYY-MM-DD.") from None
