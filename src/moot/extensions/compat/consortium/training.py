"""Write training records from past runs: one for each with a verdict.

A record is one line of JSON. `messages` is the conversation with the verdict as its last turn; `candidates` are the
answers of the best round, in the arbiter's order, for training on preferences.
"""

from __future__ import annotations

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from moot.extensions.compat.consortium.records import RunRow, StoredRun
from moot.extensions.compat.consortium.results import RunResult
from moot.vocabulary.public import SessionOpened


class TrainingMessage(Struct, frozen=True, kw_only=True):
    """One message of the conversation in a training record."""

    role: str
    """Author of the message: `system`, `user` or `assistant`."""
    content: str
    """Text of the message."""


class TrainingCandidate(Struct, frozen=True, kw_only=True):
    """One member's answer in a training record, from the run's best round."""

    model: str
    """Id of the member's model."""
    response: str
    """Text of the candidate answer."""
    rank: int | None
    """Place of the candidate in the arbiter's order, from 1; null if it was not ranked."""
    confidence: float | None
    """Confidence that the candidate's author stated."""


class Provenance(RunRow, frozen=True, kw_only=True):
    """The source of a training record: the run, and how its answer came about."""

    chosen_model: str | None
    """Model whose answer was placed first."""
    best_iteration: int | None
    """Number of the round of the answer."""
    stopped: str
    """Why the rounds ended, as a code."""
    geometric_confidence: float | None
    """Similarity of the run's answers to each other. It measures agreement, not truth."""
    degraded: list[str]
    """Each way in which the run is incomplete."""
    attachments: list[str]
    """Names of the files attached to the question; their text is not in `messages`."""


class TrainingRecord(Struct, frozen=True, kw_only=True):
    """One run as a training record: the conversation, the answer, the candidates, and the source."""

    messages: tuple[TrainingMessage, ...]
    """System prompt, earlier turns, the question, and the answer."""
    answer: str
    """The answer."""
    confidence: float | None
    """The arbiter's confidence in the answer; null without a judgement."""
    candidates: tuple[TrainingCandidate, ...]
    """The answers from which the final answer was made or chosen, best first."""
    metadata: Provenance
    """Source of the record."""


def record_from(kept: StoredRun, result: RunResult) -> TrainingRecord | None:
    """Convert a run to a training record; `None` for a run without an answer."""
    verdict = kept.state.verdict
    if verdict is None or verdict.text is None:
        return None
    opened = kept.events[0].body
    said = [("system", opened.system)] if isinstance(opened, SessionOpened) and opened.system else []
    for turn in kept.state.question.history:
        said += [("user", turn.question), ("assistant", turn.answer)]
    said += [("user", kept.state.question.text), ("assistant", verdict.text)]
    about, synthesis = result.metadata, result.synthesis
    stands = next((each for each in result.iterations if each.iteration == about.best_iteration), None)
    ranks = {number: rank for rank, number in enumerate(synthesis.ranking, start=1)}
    candidates = [
        TrainingCandidate(
            model=each.model,
            response=each.response,
            rank=ranks.get(each.id),
            confidence=None if each.confidence is UNSET else each.confidence,
        )
        for each in (stands.model_responses if stands is not None else ())
        if each.response is not UNSET and each.id is not UNSET
    ]
    candidates.sort(key=lambda each: each.rank or len(candidates) + 1)
    return TrainingRecord(
        messages=tuple(TrainingMessage(role=role, content=content) for role, content in said),
        answer=verdict.text,
        confidence=verdict.confidence,
        candidates=tuple(candidates),
        metadata=Provenance(
            **asdict(kept.run),
            chosen_model=candidates[0].model if candidates and candidates[0].rank == 1 else None,
            best_iteration=about.best_iteration,
            stopped=about.stopped,
            geometric_confidence=synthesis.geometric_confidence,
            degraded=about.degraded,
            attachments=[file.name for file in kept.state.question.attachments],
        ),
    )
