"""Compute the published aggregate of runs of one mode, with its formulas, roundings and field names.

Scores are means of replies without intervals, and labels compare as text: `moot study report` gives the same figures
with intervals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean, stdev

from msgspec import UNSET, Struct, UnsetType

from moot.extensions.studies.published.scored_runs import RunQuestion, ScoredReply, ScoredRun, by_mode, run_order


class ModelSummary(Struct, kw_only=True):
    """One model's scores and position changes over all runs."""

    avg_score: float
    std_score: float
    n_replies: int
    flip_rate: float
    uncited_flip_rate: float
    avg_conviction_bonus: float
    strongest_count: int
    weakest_count: int
    axes: dict[str, float]
    flaws: dict[str, int]
    flip_provenance: dict[str, int]


class ModelScores(Struct, kw_only=True):
    """Mean and spread of one model's scores in one domain, or in one run."""

    avg_score: float
    std_score: float
    n_replies: int


class RunStats(Struct, kw_only=True):
    """One run: the version of the code that judged it, its domains, and each model's scores."""

    run_id: int | str
    code_hash: str
    domains: list[str]
    models: dict[str, ModelScores]


class Discriminative(Struct, kw_only=True):
    """How far apart the models' mean scores are on one question."""

    score_spread: float
    model_means: dict[str, float]
    n_runs: int


class ConsensusStability(Struct, kw_only=True):
    """The labels that one question got in several runs, and the share of runs with the most frequent label."""

    n_runs: int
    stability: float
    dominant_label: str
    label_distribution: dict[str, int]
    labels_by_run: dict[str, str]


class Aggregate(Struct, kw_only=True):
    """The published aggregate file: figures over all runs of one judging mode."""

    summary: dict[str, ModelSummary]
    by_domain: dict[str, dict[str, ModelScores]]
    run_stats: list[RunStats]
    mode: str
    question_discriminative: dict[str, Discriminative] | UnsetType = UNSET
    consensus_stability: dict[str, ConsensusStability] | UnsetType = UNSET


class PlacedReply(Struct, frozen=True, kw_only=True):
    """A scored reply, with the run and question it belongs to."""

    run: ScoredRun
    question: RunQuestion
    reply: ScoredReply


def replies_in(runs: Sequence[ScoredRun]) -> Iterator[PlacedReply]:
    """Yield every scored reply of these runs, in the order of the files."""
    for run in runs:
        for question in run.questions:
            for reply in question.replies:
                yield PlacedReply(run=run, question=question, reply=reply)


def aggregate(mode: str, runs: Sequence[ScoredRun]) -> Aggregate:
    """Return the published figures over these runs of one judging mode."""
    placed = list(replies_in(runs))
    ends = strongest_and_weakest(runs)
    domains = sorted({each.question.domain for each in placed})
    ids = sorted({run.run for run in runs}, key=run_order)
    return Aggregate(
        summary={model: _summary(model, placed, ends) for model in models_in(placed)},
        by_domain={domain: scores_in([p for p in placed if p.question.domain == domain]) for domain in domains},
        run_stats=[_run_stats(run, runs, [p for p in placed if p.run.run == run]) for run in ids],
        mode=mode,
        question_discriminative=discriminative_in(placed) or UNSET,
        consensus_stability=stability_in(runs) or UNSET,
    )


def aggregates_of(runs: Sequence[ScoredRun]) -> dict[str, Aggregate]:
    """Return the published figures by judging mode, without modes in which no reply has a score."""
    return {
        mode: aggregate(mode, found)
        for mode, found in by_mode(runs).items()
        if any(question.replies for run in found for question in run.questions)
    }


def models_in(placed: Sequence[PlacedReply]) -> list[str]:
    """Return the names of the models that wrote these replies, sorted."""
    return sorted({each.reply.model for each in placed})


def scores_in(placed: Sequence[PlacedReply]) -> dict[str, ModelScores]:
    """Return, by model, the mean and sample standard deviation of the scores of its replies."""
    found = {}
    for model in models_in(placed):
        scores = [each.reply.score for each in placed if each.reply.model == model]
        found[model] = ModelScores(
            avg_score=round(mean(scores), 2), std_score=round(spread_of(scores), 2), n_replies=len(scores)
        )
    return found


def spread_of(scores: Sequence[float]) -> float:
    """Return the sample standard deviation; 0 for a single score."""
    return stdev(scores) if len(scores) > 1 else 0.0


class StrongestWeakest(Struct, frozen=True, kw_only=True):
    """How often each model had the highest and the lowest score on a question."""

    strongest: dict[str, int]
    weakest: dict[str, int]


def strongest_and_weakest(runs: Sequence[ScoredRun]) -> StrongestWeakest:
    """Count how often each model had the highest and the lowest weighted score on a question. In a tie the first reply
    counts; a question's only reply counts as both.
    """
    strongest: Counter[str] = Counter()
    weakest: Counter[str] = Counter()
    for run in runs:
        for question in run.questions:
            if question.replies:
                strongest[max(question.replies, key=lambda reply: reply.score).model] += 1
                weakest[min(question.replies, key=lambda reply: reply.score).model] += 1
    return StrongestWeakest(strongest=strongest, weakest=weakest)


def is_uncited(reply: ScoredReply) -> bool:
    """Return whether a reply changed its position without citing a rebuttal as the reason."""
    return reply.flip and reply.reason == "uncited"


def flaws_of(placed: Sequence[PlacedReply], model: str) -> Counter[str]:
    """Return how often a model's replies have each flaw."""
    return Counter(flaw for each in placed if each.reply.model == model for flaw in each.reply.flaws)


def sources_of(placed: Sequence[PlacedReply], model: str) -> Counter[str]:
    """Return how often each author's rebuttals changed the model's position."""
    return Counter(p.reply.source for p in placed if p.reply.model == model and p.reply.flip and p.reply.source)


def axes_of(placed: Sequence[PlacedReply], model: str) -> dict[str, float]:
    """Return a model's mean score on each axis, in the order in which the axes appear."""
    given: dict[str, list[float]] = defaultdict(list)
    for each in placed:
        if each.reply.model == model:
            for axis, score in each.reply.axes.items():
                given[axis].append(score)
    return {axis: round(mean(scores), 2) for axis, scores in given.items()}


def _summary(model: str, placed: Sequence[PlacedReply], ends: StrongestWeakest) -> ModelSummary:
    replies = [each.reply for each in placed if each.reply.model == model]
    scores, n = [reply.score for reply in replies], len(replies)
    return ModelSummary(
        avg_score=round(mean(scores), 2),
        std_score=round(spread_of(scores), 2),
        n_replies=n,
        flip_rate=round(sum(reply.flip for reply in replies) / n, 3),
        uncited_flip_rate=round(sum(map(is_uncited, replies)) / n, 3),
        avg_conviction_bonus=round(sum(reply.conviction for reply in replies) / n, 2),
        strongest_count=ends.strongest.get(model, 0),
        weakest_count=ends.weakest.get(model, 0),
        axes=axes_of(placed, model),
        flaws=dict(flaws_of(placed, model)),
        flip_provenance=dict(sources_of(placed, model)),
    )


def _run_stats(run: str, runs: Sequence[ScoredRun], placed: Sequence[PlacedReply]) -> RunStats:
    return RunStats(
        run_id=int(run) if run.isdecimal() else run,
        code_hash=next(each.code_hash for each in runs if each.run == run),
        domains=sorted({each.question.domain for each in placed}),
        models=scores_in(placed),
    )


def discriminative_in(placed: Sequence[PlacedReply]) -> dict[str, Discriminative]:
    """Return how much the models' scores differ on each question with scores of two or more models, the widest spread
    first. Scores of 0 are left out.
    """
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in placed:
        if each.reply.score != 0:
            groups[each.question.fingerprint][each.reply.model].append(each.reply.score)
    found, spreads = {}, {}
    for fingerprint, by_model in groups.items():
        if len(by_model) < 2:
            continue
        means = {model: mean(scores) for model, scores in sorted(by_model.items())}
        spreads[fingerprint] = stdev(means.values())
        found[fingerprint] = Discriminative(
            score_spread=round(spreads[fingerprint], 2),
            model_means={model: round(value, 1) for model, value in means.items()},
            n_runs=max(map(len, by_model.values())),
        )
    return {key: found[key] for key in sorted(found, key=lambda key: -spreads[key])}


def stability_in(runs: Sequence[ScoredRun]) -> dict[str, ConsensusStability]:
    """Return how often runs gave each question the same consensus label, the least stable question first. Questions
    with a label in only one run are left out.
    """
    labels: dict[str, dict[str, str]] = defaultdict(dict)
    for run in runs:
        for question in run.questions:
            if question.label.strip():
                labels[question.fingerprint][run.run] = question.label
    found = {}
    for fingerprint, by_run in labels.items():
        if len(by_run) < 2:
            continue
        counted = Counter(label.strip().lower() for label in by_run.values())
        dominant, most = counted.most_common(1)[0]
        found[fingerprint] = ConsensusStability(
            n_runs=len(by_run),
            stability=round(most / len(by_run), 2),
            dominant_label=dominant,
            label_distribution=dict(counted),
            labels_by_run=by_run,
        )
    return {key: found[key] for key in sorted(found, key=lambda key: found[key].stability)}
