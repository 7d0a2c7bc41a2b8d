"""Build the map of a session's answers from their embedding vectors.

Vectors are read from the transcript, or computed for the map; those of different embedders are never on one map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.vectors.clusters import dbscan
from moot.stats.vectors.geometry import distance, geometric_confidence, half_way
from moot.stats.vectors.projection import MOST_MAPPED, Projection, projected
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotRead, Event, SeatSpoke
from moot.vocabulary.maps import AnswerMap, MapPoint, Round
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.vectors import Vectors

FEW = 30
"""Fewer answers than this get a warning that the map has few points."""
LEAST_TOGETHER = 2
"""Minimum number of answers in a cluster."""
Row = tuple[float, ...]


def answers_in(events: Sequence[Event], stage: str | None = None) -> dict[str, str]:
    """Return the members' answers that can be embedded, by key.

    Args:
        stage: Use only the replies of this stage; by default, every reply that is not a ballot on others.

    Returns:
        Text by event key; for a form, its field `answer`.
    """
    state = state_of(events)
    members = {seat.id for seat in state.seats}
    ballots = {event.body.statement: event.body.ballot for event in events if isinstance(event.body, BallotRead)}
    found = {}
    for event in events:
        body = event.body
        if not isinstance(body, SeatSpoke) or body.seat not in members or event.key.endswith(":late"):
            continue
        ballot = ballots.get(event.key)
        answer = getattr(ballot, "answer", None)
        text = answer if isinstance(answer, str) else body.text
        wanted = event_keys.stage_of(event.key) == stage if stage is not None else ballot is None or text is answer
        if wanted and text.strip():
            found[event.key] = text
    if not found:
        where = f" in the stage {stage!r}" if stage is not None else ""
        raise BadInput(
            f"There is no answer to measure{where}.", f"Its stages: {', '.join(state.entered) or 'none so far'}."
        )
    if len(found) > MOST_MAPPED:
        raise BadInput(f"{len(found)} answers are too many for one map.", "Name one stage.")
    return found


def map_of(
    events: Sequence[Event],
    measured: Sequence[Vectors],
    *,
    method: str = "pca",
    stage: str | None = None,
    here: bool = False,
) -> AnswerMap:
    """Return the map of a session's answers. With several embedders, the latest is used."""
    state = state_of(events)
    chosen = _chosen(state, measured, stage)
    places = list(chosen.rows)
    rows = list(chosen.rows.values())
    projection = projected(rows, method)
    labels = dbscan(rows, half_way(next(iter(chosen.unrelated.values()), ())), LEAST_TOGETHER)
    rounds: list[Round] = []
    away: list[float] = []
    apart: set[int] = set()
    for name, group in groupby(range(len(places)), key=lambda place: event_keys.stage_of(places[place])):
        numbers = list(group)
        found = geometric_confidence([rows[place] for place in numbers], unrelated=chosen.unrelated.get(name, ()))
        away += found.distances
        apart |= {numbers[place] for place in found.outliers}
        rounds.append(
            Round(
                stage=name,
                answers=len(numbers),
                x=_mean([projection.spots[place].x for place in numbers]),
                y=_mean([projection.spots[place].y for place in numbers]),
                confidence=found.confidence,
                baseline=found.baseline,
                calibrated=found.calibrated,
            )
        )
    table = [[distance(one, other) if one is not other else 0.0 for other in rows] for one in rows]
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    marks = tuple(
        MapPoint(
            number=place + 1,
            key=key,
            stage=event_keys.stage_of(key),
            seat=seat_of(key),
            model=models.get(seat_of(key), ""),
            x=projection.spots[place].x,
            y=projection.spots[place].y,
            cluster=labels[place] + 1 if labels[place] >= 0 else None,
            distance=away[place],
            nearest=_nearest(table[place], place),
            outlier=place in apart,
        )
        for place, key in enumerate(places)
    )
    return AnswerMap(
        session=state.session,
        method=method,
        embedder=chosen.embedder,
        here=here,
        dimensions=len(rows[0]),
        explained=projection.explained,
        marks=marks,
        rounds=tuple(rounds),
        clusters=len({label for label in labels if label >= 0}),
        distances=tuple(map(tuple, table)),
        caution=caution_of(len(rows), len(rows[0]), projection),
        left_out=chosen.left_out,
    )


class _MapSelection(Struct, frozen=True, kw_only=True):
    """The answers and vectors of a map."""

    embedder: str
    """The embedder."""
    rows: dict[str, Row]
    """Vectors by statement, in the order of the map."""
    unrelated: Mapping[str, tuple[Row, ...]]
    """By stage, the vectors of unrelated texts."""
    left_out: tuple[str, ...]
    """Answers left out, with reasons."""


def _chosen(state: SessionState, measured: Sequence[Vectors], stage: str | None) -> _MapSelection:
    inside = [
        vectors
        for vectors in measured
        if any(stage is None or event_keys.stage_of(key) == stage for key in vectors.keys)
    ]
    if not inside:
        where = f"the stage {stage!r} of " if stage is not None and measured else ""
        raise BadInput(
            f"In {where}the session {state.session} no answers were measured.",
            "Measure them for this map by their words: `--embedder lexical/words`, over HTTP `embedder=lexical/words`.",
        )
    embedder, width = inside[-1].model, len(inside[-1].rows[0])
    rows: dict[str, Row] = {}
    unrelated: dict[str, tuple[Row, ...]] = {}
    others: dict[str, str] = {}
    for vectors in inside:
        for key, row in zip(vectors.keys, vectors.rows, strict=True):
            if stage is not None and event_keys.stage_of(key) != stage:
                continue
            if vectors.model != embedder or len(row) != width:
                others[key] = vectors.model
            else:
                rows.setdefault(key, row)
                unrelated.setdefault(event_keys.stage_of(key), vectors.unrelated)
    stages = {name: number for number, name in enumerate(state.stages)}
    seats = {seat.id: number for number, seat in enumerate(state.seats)}
    order = sorted(
        rows,
        key=lambda key: (
            stages.get(event_keys.stage_of(key), len(stages)),
            event_keys.stage_of(key),
            seats.get(seat_of(key), len(seats)),
            key,
        ),
    )
    left_out = [
        f"{key} was measured by {model}, whose vectors cannot be compared with these."
        for key, model in sorted(others.items())
        if key not in rows
    ]
    return _MapSelection(
        embedder=embedder, rows={key: rows[key] for key in order}, unrelated=unrelated, left_out=tuple(left_out)
    )


def seat_of(key: str) -> str:
    """Return the seat of a statement's key."""
    return event_keys.who_of(key).partition("#")[0]


def caution_of(count: int, width: int, projection: Projection) -> str:
    """Return the limits of a map, in words."""
    parts = []
    if count < FEW:
        points = "1 point says" if count == 1 else f"{count} points say"
        parts.append(
            f"{points} little: so few texts in {width} dimensions lie near each other, or apart, by chance as well."
        )
    if projection.explained is not None:
        parts.append(
            f"The map shows {100 * projection.explained:.0f} % of their variety; the rest cannot be seen on it."
        )
    else:
        parts.append("t-SNE keeps neighbours together; far distances and the size of heaps mean nothing on it.")
    parts.append("Nearness is agreement of shape, not truth: texts that say the opposite in like words are near.")
    return " ".join(parts)


def _mean(numbers: Sequence[float]) -> float:
    return round(sum(numbers) / len(numbers), 4)


def _nearest(row: Sequence[float], place: int) -> int | None:
    others = [(far, other) for other, far in enumerate(row) if other != place]
    return min(others)[1] + 1 if others else None
