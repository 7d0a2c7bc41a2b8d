"""How did each model do under each arm? Scores on the whole and by axis, changes of position, and who moved whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import stdev

from msgspec import Struct

from moot.extensions.studies.stats.figures import FEWEST, Figure
from moot.extensions.studies.stats.seen import CITED, UNCITED, SeenReply, SeenSession, SeenValue, figure_of


class ModelFigures(Struct, frozen=True, kw_only=True):
    """One model under one arm."""

    arm: str
    """The arm."""
    model: str
    """The model."""
    replies: int
    """Its replies."""
    score: Figure
    """Its weighted score over questions."""
    spread: float | None
    """Standard deviation of the scores of its replies; `None` with fewer than five questions."""
    strongest: int
    """Sessions in which its reply alone had the highest score."""
    weakest: int
    """Sessions in which its reply alone had the lowest."""
    axes: dict[str, Figure]
    """Its score on each axis, in the order in which axes come."""
    looked: int
    """Replies of which is known whether it changed its position."""
    flips: Figure
    """How often it did, over questions."""
    uncited: Figure
    """How often it did without a rebuttal that could have moved it."""
    conviction: Figure
    """What its holding on, or giving way, was worth."""


class PersuasionCount(Struct, frozen=True, kw_only=True):
    """How often one model's rebuttals changed another's position."""

    arm: str
    """The arm."""
    source: str
    """Whose rebuttals."""
    model: str
    """Whose position."""
    times: int
    """How often."""
    of: int
    """Replies of that model beside which the other sat and of which is known whether it changed its position."""
    share: Figure
    """The share of them, over questions."""


def model_figures(seen: Sequence[SeenSession], arm: str) -> tuple[ModelFigures, ...]:
    """Every model of an arm, the highest score first."""
    own = [each for each in seen if each.arm == arm]
    first = Counter(model for each in own if (model := _alone(each, highest=True)) is not None)
    last = Counter(model for each in own if (model := _alone(each, highest=False)) is not None)
    found = [_one(own, arm, model, first[model], last[model]) for model in _models(own)]
    return tuple(sorted(found, key=lambda each: (-(each.score.value or 0.0), each.model)))


def moves(seen: Sequence[SeenSession], arm: str) -> tuple[PersuasionCount, ...]:
    """Who moved whom under an arm, the most often first; pairs of which nobody moved the other are left out."""
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
                told = SeenValue(question=each.question, cluster=each.cluster, value=float(so))
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
        SeenValue(question=each.question, cluster=each.cluster, value=float(value))
        for (each, _), value in zip(placed, values, strict=True)
        if value is not None
    ]


def _alone(each: SeenSession, *, highest: bool) -> str | None:
    """The model whose reply alone is at an end; one reply by itself is at none."""
    scored = [(reply.score, reply.model) for reply in each.replies if reply.score is not None]
    if len(scored) < 2:
        return None
    end = max(scored)[0] if highest else min(scored)[0]
    at_it = [name for score, name in scored if score == end]
    return at_it[0] if len(at_it) == 1 else None
