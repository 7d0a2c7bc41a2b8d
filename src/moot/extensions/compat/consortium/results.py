"""Build the result of a run in the published shape: synthesis, iterations, metadata.

`synthesis` is that of the best round, which may not be the last; every number in it was computed and recorded by the
session. Ids of answers are numbers from 1 within a run; a `response_id` is the answer's key in the transcript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.exports.public import (
    AnswerClusters,
    AnswerGroups,
    Arbitration,
    Pick,
    Placement,
    RoundHeld,
    RoundReply,
    Rounds,
    centroid,
    labels_of,
    named,
    plain_answer,
    unwrapped,
)
from moot.extensions.compat.consortium.config import ConsortiumConfig
from moot.extensions.compat.consortium.seats import shown
from moot.vocabulary.public import (
    Event,
    MoveView,
    SessionState,
    degraded_of,
    dollars,
    event_keys,
    in_names,
    outcome_of,
    state_of,
    vectors_in,
)

Judgement: TypeAlias = Arbitration | Placement | Pick


class Synthesis(Struct, frozen=True, kw_only=True):
    """An arbiter's judgement of one round: the synthesis or chosen answer, its confidence, and remarks."""

    synthesis: str = ""
    """The answer as it would be if the rounds had ended here."""
    confidence: float | None = None
    """The arbiter's confidence."""
    analysis: str = ""
    """Common points and differences of the answers."""
    dissent: str = ""
    """Arguments against the synthesis."""
    needs_iteration: bool = False
    """Whether another round was requested."""
    refinement_areas: list[str] = []
    """Topics for the requested round."""
    ranking: list[int] = []
    """Ids of the answers, best first."""
    chosen_response_id: str | None = None
    """Key of the answer placed first."""
    geometric_confidence: float | None = None
    """Mean similarity of the answers to their centre. It measures agreement, not truth."""
    centroid_vector: list[float] | None = None
    """Centre of the answers' vectors."""
    outlier_indices: list[int] = []
    """Positions in the round of answers far from the centre."""
    raw_arbiter_response: str = ""
    """Text of the arbiter's reply, unchanged."""
    arbiter: str = ""
    """Id of the model that judged; empty if none could."""


class MemberResponse(Struct, frozen=True, kw_only=True):
    """The answer of one instance of a model in a round, or why there is none."""

    model: str
    """The model that was called."""
    instance: int = 0
    """Number of the instance of the model, from 0."""
    response: str | UnsetType = UNSET
    """Answer of the member."""
    confidence: float | UnsetType | None = UNSET
    """Confidence that the member stated."""
    id: int | UnsetType = UNSET
    """Number of the answer in the run, from 1."""
    response_id: str | UnsetType = UNSET
    """The answer's key in the transcript."""
    error: str | UnsetType = UNSET
    """Why there is no answer."""
    voting_selected: bool | UnsetType = UNSET
    """Whether the strategy `voting` kept the answer."""
    voting_group_size: int | UnsetType = UNSET
    """Number of answers that agree with this answer, itself included."""
    voting_total: int | UnsetType = UNSET
    """Number of answers that were compared."""
    embedding: list[float] | UnsetType = UNSET
    """The answer's embedding vector."""
    cluster_id: int | UnsetType = UNSET
    """Number of the answer's cluster; -1 for none."""
    distance_to_centroid: float | UnsetType = UNSET
    """Distance of the member's answer to the cluster's centre."""


class Iteration(Struct, frozen=True, kw_only=True):
    """One round of a run: the models asked, their answers, and the judgement."""

    iteration: int
    """The round's number."""
    selected_models: dict[str, int]
    """Number of instances of each model that was asked."""
    model_responses: list[MemberResponse]
    """The members' answers, or why they are missing."""
    synthesis: Synthesis
    """The arbiter's judgement of the round."""


class Metadata(Struct, frozen=True, kw_only=True):
    """A run's settings and outcome."""

    total_iterations: int
    """Number of rounds."""
    consortium_id: str
    """The id given in the request; if there was none, the session's id."""
    config: ConsortiumConfig
    """Settings of the consortium."""
    best_iteration: int | None
    """Number of the round that gave the answer."""
    stopped: str
    """Why the rounds ended, as a code."""
    why: str
    """Why the rounds ended, in words."""
    outcome: str
    """How the session ended."""
    degraded: list[str]
    """Each way in which the run is incomplete."""
    scripted: bool
    """Whether scripted voices took part."""
    cost: float | None
    """Known cost in dollars; null if some call's cost is unknown."""
    at_most: float
    """Upper bound, in addition to `cost`, for calls without a reported price, in dollars."""
    tokens: int
    """Number of tokens read and written."""


class RunResult(Struct, frozen=True, kw_only=True):
    """A run in llm-consortium's shape: the synthesis, every round, metadata and the prompt."""

    synthesis: Synthesis
    """The judgement of the best round, with the answer."""
    iterations: list[Iteration]
    """The rounds."""
    metadata: Metadata
    """Settings and outcome."""
    original_prompt: str
    """The question."""


def orchestrated_from(
    events: Sequence[Event], config: ConsortiumConfig, name: str = "", *, vectors: bool = True
) -> RunResult:
    """Return a session's events as a run in the shape in which llm-consortium returns one.

    Args:
        events: The session's events.
        config: The consortium's settings.
        name: The id that the caller requested the run under, if any.
        vectors: Whether to include the answers' embedding vectors, which are of no use to a reader.
    """
    state = state_of(events)
    account = account_in(state)
    rounds = account.rounds if account is not None else ()
    reader = _RunReader(events, state, vectors=vectors)
    iterations = [reader.iteration(held) for held in rounds]
    best = account.best if account is not None else None
    stands = next((each for each in iterations if each.iteration == best), None)
    synthesis = (stands or iterations[-1]).synthesis if iterations else Synthesis()
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    verdict = state.verdict
    text = verdict.text if verdict is not None and verdict.text is not None else ""
    return RunResult(
        synthesis=replace(synthesis, synthesis=text, confidence=verdict.confidence if verdict else None),
        iterations=iterations,
        metadata=Metadata(
            total_iterations=len(rounds),
            consortium_id=name or state.session,
            config=config,
            best_iteration=best,
            stopped=account.stopped if account is not None else "",
            why=account.why if account is not None else state.message,
            outcome=outcome_of(state),
            degraded=[in_names(line, models) for line in degraded_of(state)],
            scripted=state.scripted,
            cost=dollars(state.cost) if state.cost_known else None,
            at_most=dollars(state.presumed) or 0.0,
            tokens=state.usage.input + state.usage.output,
        ),
        original_prompt=state.question.text,
    )


def account_in(state: SessionState) -> Rounds | None:
    """Return the latest recorded summary of a session's rounds (`Rounds`: each round's confidence, the best one, why
    they ended); `None` before the first round has ended.
    """
    accounts = [view.finding for view in state.findings if isinstance(view.finding, Rounds)]
    return accounts[-1] if accounts else None


def said_by(state: SessionState, stage: str, seat: str) -> MoveView | None:
    """Return a seat's last reply in a stage, or `None` if the seat was not asked.

    If the seat was asked to correct its ballot and did, this is the corrected reply.
    """
    key = event_keys.move(stage, seat)
    found = state.moves.get(event_keys.repair(key))
    return found if found is not None and found.state == "spoke" else state.moves.get(key)


def judgement_in(state: SessionState, held: RoundHeld) -> Judgement | None:
    """Return the arbiter's judgement of a round; `None` if there was no arbiter or its judgement could not be read."""
    if not held.arbiter:
        return None
    view = state.ballots.get(event_keys.ballot(event_keys.move(f"round.{held.number}", held.arbiter)))
    return view.ballot if view is not None and isinstance(view.ballot, (Arbitration, Placement, Pick)) else None


def answer_in(state: SessionState, held: RoundHeld, seat: str) -> str:
    """Return a member's answer in a round, without the other fields of its reply form.

    If the form was unreadable, return the whole reply. If the member did not answer, return an empty text.
    """
    stage = f"round.{held.number}"
    view = state.ballots.get(event_keys.ballot(event_keys.move(stage, seat)))
    if view is not None and isinstance(view.ballot, RoundReply) and view.ballot.answer.strip():
        return unwrapped(plain_answer(view.ballot.answer))
    move = said_by(state, stage, seat)
    return unwrapped(plain_answer(move.text)) if move is not None else ""


def missed_threshold(state: SessionState) -> str:
    """If the arbiter was less confident than the configured threshold, return a sentence for the user that says so.
    Otherwise, return an empty string."""
    account = account_in(state)
    best = next((each for each in account.rounds if each.number == account.best), None) if account else None
    if account is None or best is None or best.confidence is None or state.verdict is None:
        return ""
    if state.verdict.text is None or best.confidence >= account.threshold or account.stopped == "single_pass":
        return ""
    return (
        f"The arbiter is {100 * best.confidence:.0f} % sure, less than the {100 * account.threshold:.0f} % that were "
        "asked for."
    )


def instances_of(state: SessionState) -> dict[str, int]:
    """Map each seat's id to its index among the seats that use the same model, counted from 0 in seat order."""
    seen: Counter[str] = Counter()
    found = {}
    for seat in state.seats:
        found[seat.id] = seen[seat.model]
        seen[seat.model] += 1
    return found


class _RunReader:
    """Converts a session's rounds to those of a run, and numbers the answers in order."""

    def __init__(self, events: Sequence[Event], state: SessionState, *, vectors: bool) -> None:
        self.state = state
        self.names = state.names()
        self.models = {seat.id: shown(seat.model) for seat in (*state.seats, *state.offices)}
        found = vectors_in(events) if vectors else ()
        self.vectors = {event_keys.stage_of(each.keys[0]): each for each in found}
        self.instances = instances_of(state)
        self.number = 0

    def iteration(self, held: RoundHeld) -> Iteration:
        ids: dict[str, int] = {}
        return Iteration(
            iteration=held.number,
            selected_models=dict(Counter(self.models[seat] for seat in held.selected)),
            model_responses=[self._member(held, seat, ids) for seat in held.selected],
            synthesis=self._synthesis(held, ids),
        )

    def _member(self, held: RoundHeld, seat: str, ids: dict[str, int]) -> MemberResponse:
        stage = f"round.{held.number}"
        made = MemberResponse(model=self.models[seat], instance=self.instances[seat])
        if seat not in held.heard:
            lost = next((each for each in self.state.missing if each.seat == seat and each.stage == stage), None)
            return replace(made, error=(lost.cause or lost.failed) if lost is not None else "It did not answer.")
        self.number += 1
        ids[seat] = self.number
        key = self._key(stage, seat)
        made = replace(
            made,
            response=answer_in(self.state, held, seat),
            confidence=held.said.get(seat),
            id=self.number,
            response_id=key,
        )
        for view in self.state.findings:
            if view.stage == stage and isinstance(view.finding, AnswerGroups):
                made = replace(
                    made,
                    voting_selected=seat in view.finding.kept,
                    voting_group_size=next((len(each) for each in view.finding.groups if seat in each), 0),
                    voting_total=view.finding.of,
                )
            if view.stage == stage and isinstance(view.finding, AnswerClusters):
                made = replace(
                    made,
                    cluster_id=view.finding.clusters.get(seat, -1),
                    distance_to_centroid=view.finding.distances.get(seat, 1.0),
                    embedding=list(row) if (row := self._row(stage, key)) else UNSET,
                )
        return made

    def _synthesis(self, held: RoundHeld, ids: dict[str, int]) -> Synthesis:
        judged = judgement_in(self.state, held)
        made = Synthesis()
        stage = f"round.{held.number}"
        if held.geometric is not None:
            seats = list(held.selected)
            known = [row for seat in held.heard if (row := self._row(stage, self._key(stage, seat))) is not None]
            made = replace(
                made,
                geometric_confidence=held.geometric.confidence,
                outlier_indices=[seats.index(seat) for seat in held.geometric.outliers if seat in seats],
                centroid_vector=list(centroid(known)) if known else None,
            )
        if judged is None:
            return made
        move = said_by(self.state, stage, held.arbiter)
        labels = labels_of(self.state, event_keys.move(stage, held.arbiter), self.names)
        first = held.ranking[0] if held.ranking else None
        synthesis = answer_in(self.state, held, first) if first is not None else ""
        return replace(
            made,
            synthesis=named(judged.synthesis, labels) if isinstance(judged, Arbitration) else synthesis,
            confidence=held.confidence,
            analysis=named(judged.reason if isinstance(judged, Pick) else judged.analysis, labels),
            dissent="" if isinstance(judged, Pick) else named(judged.dissent, labels),
            needs_iteration=held.needs_iteration,
            refinement_areas=list(held.refinement_areas),
            ranking=[ids[seat] for seat in held.ranking if seat in ids],
            chosen_response_id=self._key(stage, first) if first is not None else None,
            raw_arbiter_response=unwrapped(move.text) if move is not None else "",
            arbiter=self.models.get(held.arbiter, held.arbiter),
        )

    def _key(self, stage: str, seat: str) -> str:
        """Return the transcript key of a seat's final reply in a stage."""
        move = said_by(self.state, stage, seat)
        return move.key if move is not None else event_keys.move(stage, seat)

    def _row(self, stage: str, key: str) -> tuple[float, ...] | None:
        vectors = self.vectors.get(stage)
        return vectors.of(key) if vectors is not None and key in vectors.keys else None
