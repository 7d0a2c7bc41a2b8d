"""Build the result of a run in the published shape: synthesis, iterations, metadata.

`synthesis` is that of the best round, which may not be the last; every number in it was computed and recorded by the
session. Ids of answers are numbers from 1 within a run; a `response_id` is the answer's key in the transcript.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypeAlias, TypedDict

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


class Synthesis(TypedDict):
    """An arbiter's judgement of a round."""

    synthesis: str
    confidence: float | None
    analysis: str
    dissent: str
    needs_iteration: bool
    refinement_areas: list[str]
    ranking: list[int]
    chosen_response_id: str | None
    geometric_confidence: float | None
    centroid_vector: list[float] | None
    outlier_indices: list[int]
    raw_arbiter_response: str
    arbiter: str


class MemberResponse(TypedDict):
    """The answer of one instance in a round, or why there is none."""

    model: str
    instance: int
    response: NotRequired[str]
    confidence: NotRequired[float | None]
    id: NotRequired[int]
    response_id: NotRequired[str]
    error: NotRequired[str]
    voting_selected: NotRequired[bool]
    voting_group_size: NotRequired[int]
    voting_total: NotRequired[int]
    embedding: NotRequired[list[float]]
    cluster_id: NotRequired[int]
    distance_to_centroid: NotRequired[float]


class Iteration(TypedDict):
    """One round."""

    iteration: int
    selected_models: dict[str, int]
    model_responses: list[MemberResponse]
    synthesis: Synthesis


class Metadata(TypedDict):
    """The run's settings and outcome."""

    total_iterations: int
    consortium_id: str
    config: dict[str, object]
    best_iteration: int | None
    stopped: str
    why: str
    outcome: str
    degraded: list[str]
    scripted: bool
    cost: float | None
    at_most: float
    tokens: int


class RunResult(TypedDict):
    """A run."""

    synthesis: Synthesis
    iterations: list[Iteration]
    metadata: Metadata
    original_prompt: str


def orchestrated_from(events: Sequence[Event], config: ConsortiumConfig, name: str = "") -> RunResult:
    """Return the run in the published shape; `name` is the id it was requested under, if any."""
    state = state_of(events)
    account = account_in(state)
    rounds = account.rounds if account is not None else ()
    reader = _RunReader(events, state)
    iterations = [reader.iteration(held) for held in rounds]
    best = account.best if account is not None else None
    stands = next((each for each in iterations if each["iteration"] == best), None)
    synthesis = (stands or iterations[-1])["synthesis"] if iterations else _nothing()
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    verdict = state.verdict
    text = verdict.text if verdict is not None and verdict.text is not None else ""
    return {
        "synthesis": {**synthesis, "synthesis": text, "confidence": verdict.confidence if verdict else None},
        "iterations": iterations,
        "metadata": {
            "total_iterations": len(rounds),
            "consortium_id": name or state.session,
            "config": dict(config.to_dict()),
            "best_iteration": best,
            "stopped": account.stopped if account is not None else "",
            "why": account.why if account is not None else state.message,
            "outcome": outcome_of(state),
            "degraded": [in_names(line, models) for line in degraded_of(state)],
            "scripted": state.scripted,
            "cost": dollars(state.cost) if state.cost_known else None,
            "at_most": dollars(state.presumed) or 0.0,
            "tokens": state.usage.input + state.usage.output,
        },
        "original_prompt": state.question.text,
    }


def account_in(state: SessionState) -> Rounds | None:
    """Return the latest account of the rounds; `None` during the first."""
    accounts = [view.finding for view in state.findings if isinstance(view.finding, Rounds)]
    return accounts[-1] if accounts else None


def said_by(state: SessionState, stage: str, seat: str) -> MoveView | None:
    """Return a seat's final text in a stage: the repaired one if its ballot was repaired."""
    key = event_keys.move(stage, seat)
    found = state.moves.get(event_keys.repair(key))
    return found if found is not None and found.state == "spoke" else state.moves.get(key)


def judgement_in(state: SessionState, held: RoundHeld) -> Judgement | None:
    """Return the arbiter's ballot of a round."""
    if not held.arbiter:
        return None
    view = state.ballots.get(event_keys.ballot(event_keys.move(f"round.{held.number}", held.arbiter)))
    return view.ballot if view is not None and isinstance(view.ballot, (Arbitration, Placement, Pick)) else None


def answer_in(state: SessionState, held: RoundHeld, seat: str) -> str:
    """Return a member's answer in a round: the answer of its ballot, else its plain text."""
    stage = f"round.{held.number}"
    view = state.ballots.get(event_keys.ballot(event_keys.move(stage, seat)))
    if view is not None and isinstance(view.ballot, RoundReply) and view.ballot.answer.strip():
        return unwrapped(plain_answer(view.ballot.answer))
    move = said_by(state, stage, seat)
    return unwrapped(plain_answer(move.text)) if move is not None else ""


def without_vectors(told: RunResult) -> RunResult:
    """Return the result without the vectors of measured texts, which are of no use to a reader."""
    return {
        **told,
        "synthesis": {**told["synthesis"], "centroid_vector": None},
        "iterations": [
            {
                **iteration,
                "model_responses": [_bare(each) for each in iteration["model_responses"]],
                "synthesis": {**iteration["synthesis"], "centroid_vector": None},
            }
            for iteration in told["iterations"]
        ],
    }


def _bare(answer: MemberResponse) -> MemberResponse:
    made = answer.copy()
    made.pop("embedding", None)
    return made


def missed_threshold(state: SessionState) -> str:
    """Return a remark if the arbiter was less confident than the threshold; empty otherwise."""
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


class _RunReader:
    """A reader of a session's rounds that numbers the answers in order."""

    def __init__(self, events: Sequence[Event], state: SessionState) -> None:
        self.state = state
        self.names = state.names()
        self.models = {seat.id: shown(seat.model) for seat in (*state.seats, *state.offices)}
        self.vectors = {event_keys.stage_of(vectors.keys[0]): vectors for vectors in vectors_in(events)}
        seen: dict[str, int] = {}
        self.instances = {}
        for seat in state.seats:
            self.instances[seat.id] = seen.get(seat.model, 0)
            seen[seat.model] = self.instances[seat.id] + 1
        self.number = 0

    def iteration(self, held: RoundHeld) -> Iteration:
        ids: dict[str, int] = {}
        responses = [self._member(held, seat, ids) for seat in held.selected]
        selected: dict[str, int] = {}
        for seat in held.selected:
            selected[self.models[seat]] = selected.get(self.models[seat], 0) + 1
        return {
            "iteration": held.number,
            "selected_models": selected,
            "model_responses": responses,
            "synthesis": self._synthesis(held, ids),
        }

    def _member(self, held: RoundHeld, seat: str, ids: dict[str, int]) -> MemberResponse:
        stage = f"round.{held.number}"
        made: MemberResponse = {"model": self.models[seat], "instance": self.instances[seat]}
        if seat not in held.heard:
            lost = next((each for each in self.state.missing if each.seat == seat and each.stage == stage), None)
            made["error"] = (lost.cause or lost.failed) if lost is not None else "It did not answer."
            return made
        move = said_by(self.state, stage, seat)
        self.number += 1
        ids[seat] = self.number
        made["response"] = answer_in(self.state, held, seat)
        made["confidence"] = held.said.get(seat)
        made["id"] = self.number
        made["response_id"] = move.key if move is not None else event_keys.move(stage, seat)
        for view in self.state.findings:
            if view.stage == stage and isinstance(view.finding, AnswerGroups):
                made["voting_selected"] = seat in view.finding.kept
                made["voting_group_size"] = next((len(each) for each in view.finding.groups if seat in each), 0)
                made["voting_total"] = view.finding.of
            if view.stage == stage and isinstance(view.finding, AnswerClusters):
                made["cluster_id"] = view.finding.clusters.get(seat, -1)
                made["distance_to_centroid"] = view.finding.distances.get(seat, 1.0)
                row = self._row(stage, made["response_id"])
                if row is not None:
                    made["embedding"] = list(row)
        return made

    def _synthesis(self, held: RoundHeld, ids: dict[str, int]) -> Synthesis:
        judged = judgement_in(self.state, held)
        made = _nothing()
        stage = f"round.{held.number}"
        if held.geometric is not None:
            seats = list(held.selected)
            made["geometric_confidence"] = held.geometric.confidence
            made["outlier_indices"] = [seats.index(seat) for seat in held.geometric.outliers if seat in seats]
            rows = [self._row(stage, key) for key in self._keys(held)]
            known = [row for row in rows if row is not None]
            made["centroid_vector"] = list(centroid(known)) if known else None
        if judged is None:
            return made
        move = said_by(self.state, stage, held.arbiter)
        labels = labels_of(self.state, event_keys.move(stage, held.arbiter), self.names)
        made["arbiter"] = self.models.get(held.arbiter, held.arbiter)
        made["confidence"] = held.confidence
        made["needs_iteration"] = held.needs_iteration
        made["refinement_areas"] = list(held.refinement_areas)
        made["ranking"] = [ids[seat] for seat in held.ranking if seat in ids]
        made["raw_arbiter_response"] = unwrapped(move.text) if move is not None else ""
        first = held.ranking[0] if held.ranking else None
        if first is not None:
            chosen = said_by(self.state, stage, first)
            made["chosen_response_id"] = chosen.key if chosen is not None else event_keys.move(stage, first)
        if isinstance(judged, Arbitration):
            made["synthesis"] = named(judged.synthesis, labels)
        elif first is not None:
            made["synthesis"] = answer_in(self.state, held, first)
        made["analysis"] = named(judged.reason if isinstance(judged, Pick) else judged.analysis, labels)
        made["dissent"] = "" if isinstance(judged, Pick) else named(judged.dissent, labels)
        return made

    def _keys(self, held: RoundHeld) -> list[str]:
        moves = (said_by(self.state, f"round.{held.number}", seat) for seat in held.heard)
        return [move.key for move in moves if move is not None]

    def _row(self, stage: str, key: str) -> tuple[float, ...] | None:
        vectors = self.vectors.get(stage)
        return vectors.of(key) if vectors is not None and key in vectors.keys else None


def _nothing() -> Synthesis:
    return {
        "synthesis": "",
        "confidence": None,
        "analysis": "",
        "dissent": "",
        "needs_iteration": False,
        "refinement_areas": [],
        "ranking": [],
        "chosen_response_id": None,
        "geometric_confidence": None,
        "centroid_vector": None,
        "outlier_indices": [],
        "raw_arbiter_response": "",
        "arbiter": "",
    }
