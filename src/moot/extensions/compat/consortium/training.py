"""Write training records from past runs: one for each with a verdict.

A record is one line of JSON. `messages` is the conversation with the verdict as its last turn; `candidates` are the
answers of the best round, in the arbiter's order, for training on preferences.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.extensions.compat.consortium.records import StoredRun
from moot.extensions.compat.consortium.results import RunResult
from moot.vocabulary.public import SessionOpened


class TrainingMessage(Struct, frozen=True, kw_only=True):
    """One turn."""

    role: Literal["system", "user", "assistant"]
    """The speaker."""
    content: str
    """The text."""


class TrainingCandidate(Struct, frozen=True, kw_only=True):
    """A member's answer in the best round."""

    model: str
    """The model."""
    response: str
    """Its answer."""
    rank: int | None
    """Its place in the arbiter's order, from 1; null if it was not ranked."""
    confidence: float | None
    """The confidence it stated."""


class Provenance(Struct, frozen=True, kw_only=True):
    """The source of a record."""

    run_id: str
    """The run."""
    created_at: str
    """When it was opened."""
    config_name: str | None
    """The consortium's name; null without one."""
    strategy: str
    """Whom it asked and which answers it kept."""
    judging_method: str
    """How the arbiter judged: with `default` the answer is the arbiter's synthesis, else a member's own."""
    models: dict[str, int]
    """Model id and number of instances."""
    arbiter: str | None
    """The model that judged."""
    chosen_model: str | None
    """The model whose answer was placed first."""
    iterations: int
    """Number of rounds."""
    best_iteration: int | None
    """The round of the answer."""
    stopped: str
    """Why the rounds ended."""
    geometric_confidence: float | None
    """Nearness of its answers to each other: agreement of shape, not truth."""
    degraded: list[str]
    """Each way in which the run is incomplete."""
    scripted: bool
    """Whether scripted voices took part: such a record teaches nothing about any question."""
    cost: float | None
    """Dollars; null if some price is unknown."""
    attachments: list[str]
    """Names of the files attached to the question; their text is not in `messages`."""


class TrainingRecord(Struct, frozen=True, kw_only=True):
    """One run to learn from."""

    messages: tuple[TrainingMessage, ...]
    """System prompt, earlier turns, the question, and the answer."""
    answer: str
    """The answer."""
    confidence: float | None
    """The arbiter's confidence in it; null without a judgement."""
    candidates: tuple[TrainingCandidate, ...]
    """The answers it was made or chosen from, best first."""
    metadata: Provenance
    """Its source."""


def record_from(kept: StoredRun, told: RunResult) -> TrainingRecord | None:
    """Return the record of a run; `None` for a run without an answer."""
    verdict = kept.state.verdict
    if verdict is None or verdict.text is None:
        return None
    opened = kept.events[0].body
    messages = []
    if isinstance(opened, SessionOpened) and opened.system:
        messages.append(TrainingMessage(role="system", content=opened.system))
    for turn in kept.state.question.history:
        messages.append(TrainingMessage(role="user", content=turn.question))
        messages.append(TrainingMessage(role="assistant", content=turn.answer))
    messages.append(TrainingMessage(role="user", content=kept.state.question.text))
    messages.append(TrainingMessage(role="assistant", content=verdict.text))
    about, synthesis = told["metadata"], told["synthesis"]
    stands = next((each for each in told["iterations"] if each["iteration"] == about["best_iteration"]), None)
    ranking = synthesis["ranking"]
    candidates = [
        TrainingCandidate(
            model=each["model"],
            response=each["response"],
            rank=ranking.index(each["id"]) + 1 if each["id"] in ranking else None,
            confidence=each.get("confidence"),
        )
        for each in (stands["model_responses"] if stands is not None else ())
        if "response" in each and "id" in each
    ]
    candidates.sort(key=lambda each: each.rank if each.rank is not None else len(candidates) + 1)
    run = kept.run
    return TrainingRecord(
        messages=tuple(messages),
        answer=verdict.text,
        confidence=verdict.confidence,
        candidates=tuple(candidates),
        metadata=Provenance(
            created_at=run.created_at,
            config_name=run.config_name,
            strategy=run.strategy,
            judging_method=run.judging_method,
            models=run.models,
            scripted=run.scripted,
            cost=run.cost,
            run_id=run.id,
            arbiter=synthesis["arbiter"] or run.arbiter,
            chosen_model=candidates[0].model if candidates and candidates[0].rank == 1 else None,
            iterations=run.iteration_count,
            best_iteration=about["best_iteration"],
            stopped=about["stopped"],
            geometric_confidence=synthesis["geometric_confidence"],
            degraded=about["degraded"],
            attachments=[file.name for file in kept.state.question.attachments],
        ),
    )
