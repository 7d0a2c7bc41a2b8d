"""Figures of each model under each arm: scores, axes, position changes, and who persuaded whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import stdev

from msgspec import Struct

from moot.extensions.studies.stats.figures import FEWEST, Figure
from moot.extensions.studies.stats.seen import CITED, UNCITED, SeenReply, SeenSession, SeenValue, figure_of


class ModelFigures(Struct, frozen=True, kw_only=True):
    """One model's scores and changes of position under one arm."""

    arm: str
    """Name of the arm."""
    model: str
    """Id of the model."""
    replies: int
    """Number of replies by the model."""
    score: Figure
    """Weighted score of the model's replies, over questions."""
    spread: float | None
    """Standard deviation of the model's replies' scores; `None` with fewer than five questions."""
    strongest: int
    """Sessions in which the model's reply alone had the highest score."""
    weakest: int
    """Sessions in which the model's reply alone had the lowest score."""
    axes: dict[str, Figure]
    """Score of the model on each axis, in order of appearance."""
    looked: int
    """Number of replies for which it is known whether the position changed."""
    flips: Figure
    """Share of the model's replies that changed position, over questions."""
    uncited: Figure
    """Share of the model's position changes without a rebuttal that could have caused them."""
    conviction: Figure
    """The model's conviction bonus or penalty."""


class PersuasionCount(Struct, frozen=True, kw_only=True):
    """How often one model's rebuttals changed another's position."""

    arm: str
    """Name of the arm."""
    source: str
    """Model of the author of the rebuttals."""
    model: str
    """Model whose position changed."""
    times: int
    """Number of changes."""
    of: int
    """Number of replies of this model in sessions with the author for which it is known whether the
    position changed.
    """
    share: Figure
    """The share of changes, over questions."""


def model_figures(seen: Sequence[SeenSession], arm: str) -> tuple[ModelFigures, ...]:
    """Return the scores and changes of position of every model of an arm, highest score first."""
    own = [each for each in seen if each.arm == arm]
    first = Counter(model for each in own if (model := _alone(each, highest=True)) is not None)
    last = Counter(model for each in own if (model := _alone(each, highest=False)) is not None)
    found = [_one(own, arm, model, first[model], last[model]) for model in _models(own)]
    return tuple(sorted(found, key=lambda each: (-(each.score.value or 0.0), each.model)))


def moves(seen: Sequence[SeenSession], arm: str) -> tuple[PersuasionCount, ...]:
    """Count how often each model's rebuttals changed another model's position. Return the pairs of models with any
    change, most frequent first.
    """
    met: dict[tuple[str, str], list[tuple[bool, SeenValue]]] = {}
    for each in seen:
        if each.arm != arm:
            continue
        named = {reply.seat: reply.model for reply in each.replies}
        for reply in each.replies:
            if reply.flipped is None:
                continue
            for seat, source in named.items():
                if seat == reply.seat:
                    continue
                so = reply.flip == CITED and reply.source == seat
                told = SeenValue(question=each.item, cluster=each.domain, value=float(so))
                met.setdefault((source, reply.model), []).append((so, told))
    found = []
    for (source, model), replies in met.items():
        times = sum(so for so, _ in replies)
        if times:
            share = figure_of([one for _, one in replies], rate=True)
            found.append(
                PersuasionCount(arm=arm, source=source, model=model, times=times, of=len(replies), share=share)
            )
    return tuple(sorted(found, key=lambda each: (-each.times, each.source, each.model)))


def _models(own: Sequence[SeenSession]) -> list[str]:
    return list(dict.fromkeys(reply.model for each in own for reply in each.replies))


def _one(own: Sequence[SeenSession], arm: str, model: str, first: int, last: int) -> ModelFigures:
    placed = [(each, reply) for each in own for reply in each.replies if reply.model == model]
    scores = [reply.score for _, reply in placed if reply.score is not None]
    score = figure_of(_told(placed, [reply.score for _, reply in placed]))
    flipped = [reply.flipped for _, reply in placed]
    axes = dict.fromkeys(axis for _, reply in placed for axis in reply.axes)
    return ModelFigures(
        arm=arm,
        model=model,
        replies=len(placed),
        score=score,
        spread=stdev(scores) if score.n >= FEWEST else None,
        strongest=first,
        weakest=last,
        axes={axis: figure_of(_told(placed, [reply.axes.get(axis) for _, reply in placed])) for axis in axes},
        looked=sum(each is not None for each in flipped),
        flips=figure_of(_told(placed, flipped), rate=True),
        uncited=figure_of(
            _told(placed, [reply.flip == UNCITED if reply.flip else None for _, reply in placed]), rate=True
        ),
        conviction=figure_of(_told(placed, [reply.conviction for _, reply in placed])),
    )


def _told(placed: Sequence[tuple[SeenSession, SeenReply]], values: Sequence[float | None]) -> list[SeenValue]:
    return [
        SeenValue(question=each.item, cluster=each.domain, value=float(value))
        for (each, _), value in zip(placed, values, strict=True)
        if value is not None
    ]


def _alone(each: SeenSession, *, highest: bool) -> str | None:
    """Return the model whose reply alone has the highest score (or the lowest, if `highest` is false); `None` in a tie
    or with a single reply.
    """
    scored = [(reply.score, reply.model) for reply in each.replies if reply.score is not None]
    if len(scored) < 2:
        return None
    end = max(scored)[0] if highest else min(scored)[0]
    at_it = [name for score, name in scored if score == end]
    return at_it[0] if len(at_it) == 1 else None
