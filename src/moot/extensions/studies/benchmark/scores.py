"""Compute the scores of a benchmark: each arm's mean, its difference from the best member, and what it cost.

The best member is the one with the highest mean score on these very tasks, so no arm looks better than it by the luck
of a choice. Intervals are a paired bootstrap over tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from moot.errors import BadInput
from moot.extensions.studies.benchmark.benchmark_study import SCORE
from moot.extensions.studies.policies.comparison import mean_interval
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.stats.figures import FEWEST
from moot.extensions.studies.study import CellOf, Study

FIGURE, UNSURE = "score", "unsure"
"""Names of the measures of a judging session: the score, and the number of unsure criteria."""


class JudgedAnswer(CellOf, frozen=True, kw_only=True):
    """Score of one answer, and the sessions that gave and judged the answer. `session` is the judging session."""

    answered: str
    """Id of the session that gave the answer."""
    score: float
    """Score of the answer, 0 to 1."""
    unsure: float
    """Number of criteria of which the judge was unsure, or whose judgement could not be parsed. They
    count as not met.
    """


class ArmScore(Struct, frozen=True, kw_only=True):
    """Score and cost of the answers of one arm."""

    arm: str
    """Name of the arm whose answers are judged; with `first`, the answer that most reviewers rank first."""
    models: tuple[str, ...]
    """Models of the arm, if the arm is a single member."""
    tasks: int
    """Number of tasks with a score."""
    score: float | None
    """Mean score over tasks; `None` without tasks."""
    compared: int
    """Number of tasks on which the best member has a score, too."""
    difference: float | None
    """Mean difference from the best member on the tasks in `compared`; `None` without such tasks."""
    low: float | None
    """Lower end of the score's 95 % interval; `None` for the best member, or below five tasks."""
    high: float | None
    """Upper end of the score's 95 % interval."""
    unsure: float
    """Mean number of criteria per task of which the judge was unsure."""
    price: float | None
    """Mean cost of a task's answers in dollars, without the judge; `None` without answers."""
    judge_price: float | None
    """Mean cost of judging an answer, in dollars."""


class BenchmarkScores(Struct, frozen=True, kw_only=True):
    """Scores of all arms of a benchmark."""

    study: str
    """The study's id."""
    name: str
    """Name of the benchmark."""
    tasks: int
    """Number of tasks."""
    best: str
    """Member with the highest mean score on the tasks on which all members have a score; empty if there is none."""
    arms: tuple[ArmScore, ...]
    """Scores of the arms, members alone first."""
    answers: tuple[JudgedAnswer, ...]
    """All judged answers."""


def benchmark_scores(study: Study, id_: str, tasks: int, results: Sequence[CellResult]) -> BenchmarkScores:
    """Compute the scores of a study that has judging arms from the results of its sessions."""
    judging = [arm for arm in study.arms if arm.judges]
    if not judging:
        raise BadInput(f"{study.name} has no arm that judges answers by criteria.", "See `moot study report`.")
    by_cell = {(each.arm, each.item, each.repeat): each for each in results if each.finished}
    scored: dict[str, dict[str, float]] = {}
    answers = list[JudgedAnswer]()
    for arm in judging:
        own = [each for each in by_cell.values() if each.arm == arm.name and FIGURE in each.measures]
        for each in own:
            source = (each.repeat - 1) % study.repeats_of(study.arm(arm.judges)) + 1
            given = by_cell.get((arm.judges, each.item, source))
            answers.append(
                JudgedAnswer(
                    arm=arm.name,
                    item=each.item,
                    repeat=each.repeat,
                    session=each.session,
                    answered=given.session if given is not None else "",
                    score=each.measures[FIGURE],
                    unsure=each.measures.get(UNSURE, 0.0),
                )
            )
        items = dict.fromkeys(each.item for each in own)
        scored[arm.name] = {item: fmean(e.measures[FIGURE] for e in own if e.item == item) for item in items}
    alone = [arm.name for arm in judging if len(study.arm(arm.judges).members) == 1]
    common = [item for item in scored[alone[0]] if all(item in scored[name] for name in alone)] if alone else []
    best = max(alone, key=lambda name: fmean(scored[name][item] for item in common)) if common else ""
    rows = []
    for arm in sorted(judging, key=lambda arm: arm.name not in alone):
        asked = study.arm(arm.judges)
        mine = [each for each in answers if each.arm == arm.name]
        differences = _differences(scored[arm.name], scored.get(best, {}))
        interval = mean_interval(differences) if len(differences) >= FEWEST and arm.name != best else (None, None)
        rows.append(
            ArmScore(
                arm=arm.name.removeprefix(SCORE),
                models=asked.members if arm.name in alone else (),
                tasks=len(scored[arm.name]),
                score=fmean(scored[arm.name].values()) if scored[arm.name] else None,
                compared=len(differences),
                difference=fmean(differences) if differences else None,
                low=interval[0],
                high=interval[1],
                unsure=fmean(each.unsure for each in mine) if mine else 0.0,
                price=_price(by_cell.values(), asked.name),
                judge_price=_price(by_cell.values(), arm.name),
            )
        )
    return BenchmarkScores(
        study=id_, name=study.name, tasks=tasks, best=best.removeprefix(SCORE), arms=tuple(rows), answers=tuple(answers)
    )


def _differences(scores: Mapping[str, float], best: Mapping[str, float]) -> list[float]:
    return [scores[item] - best[item] for item in sorted(scores) if item in best]


def _price(results: Iterable[CellResult], arm: str) -> float | None:
    costs = [each.cost / 1e9 for each in results if each.arm == arm]
    return fmean(costs) if costs else None
