"""Format the published aggregate as text: its sections, columns and roundings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean

from moot.extensions.studies.published.aggregate import (
    PlacedReply,
    aggregate,
    axes_of,
    discriminative_in,
    flaws_of,
    is_uncited,
    models_in,
    replies_in,
    sources_of,
    spread_of,
    stability_in,
)
from moot.extensions.studies.published.scored_runs import ScoredRun, run_order

RULE, LINE = "=" * 80, "-" * 80
RECURRING = 3
"""Minimum number of entries of one model at which a question counts as recurring."""
STABLE, MIXED = 0.8, 0.5
HIGH, MEDIUM = 3.0, 1.5
SHORT_AXES = {
    "structural_comprehension": "struct",
    "empirical_grounding": "empir",
    "asymmetry_detection": "asymm",
    "rhetorical_resistance": "rhetor",
    "frame_control": "frame",
    "institutional_guarding": "instit",
}
"""Short forms of axes. Other axes are cut to six characters."""
SHORT_FLAW = 8


def aggregate_text(mode: str, runs: Sequence[ScoredRun]) -> str:
    """Return the text report on the runs of one mode."""
    placed = list(replies_in(runs))
    models, told = models_in(placed), aggregate(mode, runs)
    lines = [RULE, "COUNCIL RUNNER — CROSS-RUN AGGREGATION REPORT", RULE]
    lines += [f"Runs analyzed: {len(told.run_stats)}", f"Total scored replies: {len(placed)}"]
    lines += [f"Domains covered: {', '.join(told.by_domain)}", ""]
    for title, body in (
        ("OVERALL WEIGHTED SCORES", _overall(placed, models)),
        ("WEIGHTED SCORES BY DOMAIN", _by_domain(placed)),
        ("FLIP BEHAVIOR", _flips(placed, models)),
        ("FLIP PROVENANCE (whose rebuttal caused the flip)", _provenance(placed, models)),
        ("CONVICTION BONUS DISTRIBUTION", _conviction(placed, models)),
        ("AXIS SCORE AVERAGES", _axes(placed, models)),
        ("STRONGEST / WEAKEST COUNTS (per question)", _ends(mode, runs)),
        ("PHASE 1 FLAW FREQUENCY", _flaws(placed, models)),
        ("CONSENSUS STABILITY (same question across runs)", _stability(runs)),
        ("RECURRING PROMPT TRACKING (questions appearing in 3+ runs)", _recurring(placed)),
        ("QUESTION DISCRIMINATIVE POWER (score spread across models)", _discriminative(placed)),
    ):
        written = list(body)
        if written or title.startswith("RECURRING"):
            lines += [LINE, title, LINE, *written, ""]
    return "\n".join([*lines, RULE, "END OF REPORT", RULE])


def stability_level(stability: float) -> str:
    """Return the published program's word for how stable a question's label is over runs."""
    return "STABLE" if stability >= STABLE else "MIXED" if stability >= MIXED else "UNSTABLE"


def spread_level(spread: float) -> str:
    """Return the published program's word for how much models' scores differ."""
    return "HIGH" if spread >= HIGH else "MED" if spread >= MEDIUM else "LOW"


def _of(placed: Sequence[PlacedReply], model: str) -> list[PlacedReply]:
    return [each for each in placed if each.reply.model == model]


def _overall(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    yield f"  {'Model':<20} {'Mean':>8} {'StdDev':>8} {'Min':>8} {'Max':>8} {'N':>6}"
    for model in models:
        scores = [each.reply.score for each in _of(placed, model)]
        yield (
            f"  {model:<20} {mean(scores):>8.1f} {spread_of(scores):>8.1f} {min(scores):>8.1f} {max(scores):>8.1f} "
            f"{len(scores):>6}"
        )


def _by_domain(placed: Sequence[PlacedReply]) -> Iterator[str]:
    for domain in sorted({each.question.domain for each in placed}):
        inside = [each for each in placed if each.question.domain == domain]
        runs = ", ".join(sorted({each.run.run for each in inside}, key=run_order))
        yield ""
        yield f"  {domain.upper()} (runs: [{runs}])"
        yield f"    {'Model':<20} {'Mean':>8} {'StdDev':>8} {'N':>6}"
        for model in models_in(inside):
            scores = [each.reply.score for each in _of(inside, model)]
            yield f"    {model:<20} {mean(scores):>8.1f} {spread_of(scores):>8.1f} {len(scores):>6}"


def _flips(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    yield f"  {'Model':<20} {'Total':>6} {'Held':>6} {'Cited':>6} {'Uncited':>7} {'Flip%':>7} {'Uncited%':>9}"
    for model in models:
        replies = [each.reply for each in _of(placed, model)]
        total, flips, uncited = len(replies), sum(r.flip for r in replies), sum(map(is_uncited, replies))
        yield (
            f"  {model:<20} {total:>6} {total - flips:>6} {flips - uncited:>6} {uncited:>6} "
            f"{100 * flips / total:>6.1f}% {100 * uncited / total:>8.1f}%"
        )


def _provenance(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    moved = {model: sources_of(placed, model) for model in models}
    sources = sorted({source for found in moved.values() for source in found})
    if not sources:
        return
    yield f"  {'Flipped model':<20} " + " ".join(f"{source:>15}" for source in sources)
    for model, found in moved.items():
        if found:
            yield f"  {model:<20} " + " ".join(f"{found[source]:>15}" for source in sources)


def _conviction(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    yield f"  {'Model':<20} {'+2':>6} {'0':>6} {'-1':>6} {'Avg':>8}"
    for model in models:
        given = [each.reply.conviction for each in _of(placed, model)]
        often = Counter(given)
        yield f"  {model:<20} {often[2]:>6} {often[0]:>6} {often[-1]:>6} {sum(given) / len(given):>8.2f}"


def _axes(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    axes = sorted({axis for each in placed for axis in each.reply.axes})
    if not axes:
        return
    yield f"  {'Model':<20} " + " ".join(f"{SHORT_AXES.get(axis, axis[:6]):>7}" for axis in axes)
    for model in models:
        means = axes_of(placed, model)
        yield f"  {model:<20} " + " ".join(f"{means[axis]:>7.2f}" if axis in means else f"{'-':>7}" for axis in axes)


def _ends(mode: str, runs: Sequence[ScoredRun]) -> Iterator[str]:
    yield f"  {'Model':<20} {'Strongest':>10} {'Weakest':>10} {'Net':>8}"
    for model, found in aggregate(mode, runs).summary.items():
        net = found.strongest_count - found.weakest_count
        yield f"  {model:<20} {found.strongest_count:>10} {found.weakest_count:>10} {net:>+8}"


def _flaws(placed: Sequence[PlacedReply], models: Sequence[str]) -> Iterator[str]:
    found = {model: flaws_of(placed, model) for model in models}
    flaws = sorted({flaw for counted in found.values() for flaw in counted})
    if not flaws:
        yield "  No flaws recorded."
        return
    yield f"  {'Model':<20} " + " ".join(f"{flaw[:SHORT_FLAW]:>9}" for flaw in flaws)
    for model, counted in found.items():
        yield f"  {model:<20} " + " ".join(f"{counted[flaw]:>9}" for flaw in flaws)


def _stability(runs: Sequence[ScoredRun]) -> Iterator[str]:
    for fingerprint, found in stability_in(runs).items():
        level = stability_level(found.stability)
        yield f'  [{level:>8}] {100 * found.stability:.0f}% ({found.n_runs} runs)  "{fingerprint}..."'
        yield f'             dominant: "{found.dominant_label}"'
        for label, often in Counter(found.label_distribution).most_common():
            yield f'               {often}x "{label}"'


def _recurring(placed: Sequence[PlacedReply]) -> Iterator[str]:
    groups: dict[str, dict[str, list[PlacedReply]]] = defaultdict(lambda: defaultdict(list))
    for each in placed:
        groups[each.question.fingerprint][each.reply.model].append(each)
    for fingerprint, by_model in groups.items():
        if max(map(len, by_model.values())) < RECURRING:
            continue
        yield ""
        yield f'  "{fingerprint}..."'
        for model, entries in sorted(by_model.items()):
            scores, flips = [each.reply.score for each in entries], sum(each.reply.flip for each in entries)
            yield (
                f"    {model:<20}  runs={len(entries):>2}  avg={mean(scores):>5.1f}  flips={flips}/{len(entries)}  "
                f"range=[{min(scores):.1f}, {max(scores):.1f}]"
            )


def _discriminative(placed: Sequence[PlacedReply]) -> Iterator[str]:
    for number, (fingerprint, found) in enumerate(discriminative_in(placed).items()):
        if number == 0:
            yield f"  {'Spread':>7} {'Runs':>5}  Question"
        level = spread_level(found.score_spread)
        yield f'  {found.score_spread:>7.2f} {found.n_runs:>5}  "{fingerprint}..."  [{level}]'
        for model, value in found.model_means.items():
            yield f"           {model:<20} avg={value:.1f}"
