"""How do arms differ from the baseline? Paired by question, with interval, test, Holm over arms, and noise floor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.studies.chance import Bowker, bowker, class_change, holm, mcnemar, sign_flip
from moot.tally.studies.figures import FEWEST, Classed, Figure, Measured, pairs, question_means
from moot.tally.studies.intervals import FEWEST_CLUSTERS, mean_figure, rate_figure, share_figure
from moot.tally.studies.noise import NoiseFloor, beyond_noise, disagreement, noise_of_difference

Kind = Literal["score", "share"]


class ArmDifference(Struct, frozen=True, kw_only=True):
    """What one arm comes to against the baseline, in one measure."""

    arm: str
    """The arm."""
    difference: Figure
    """The mean difference over questions that both have."""
    test: Literal["sign flips", "McNemar", ""]
    """By which the p was found; empty where there is none."""
    p: float | None
    """How often chance alone shows as much."""
    p_holm: float | None = None
    """The same when so many arms are looked at."""
    beyond_noise: bool | None = None
    """Whether it is more than noise; `None` while the noise was not measured."""
    noise: float | None = None
    """The standard deviation that noise alone gives the difference of one question."""


def arm_means(measured: Sequence[Measured], arm: str, kind: Kind = "score") -> Figure:
    """An arm's own mean, or share."""
    means = question_means(measured, arm).values()
    made = mean_figure if kind == "score" else rate_figure
    return made([each.value for each in means], [each.cluster for each in means])


def differences(
    measured: Sequence[Measured],
    baseline: str,
    arms: Sequence[str],
    *,
    floor: NoiseFloor | None = None,
    kind: Kind = "score",
) -> tuple[ArmDifference, ...]:
    """Every arm against the baseline."""
    found = [_difference(measured, baseline, arm, floor, kind) for arm in arms]
    adjusted = holm([each.p for each in found])
    return tuple(replace(each, p_holm=p) for each, p in zip(found, adjusted, strict=True))


def _difference(
    measured: Sequence[Measured], baseline: str, arm: str, floor: NoiseFloor | None, kind: Kind
) -> ArmDifference:
    met = pairs(measured, baseline, arm)
    values, clusters = [each.difference for each in met], [each.cluster for each in met]
    figure = mean_figure(values, clusters)
    if figure.value is None:
        return ArmDifference(arm=arm, difference=figure, test="", p=None)
    repeats = _usual_repeats([each.repeats for each in met])
    clustered = clusters if figure.clusters >= FEWEST_CLUSTERS else ()
    worse, better = sum(value < 0 for value in values), sum(value > 0 for value in values)
    if kind == "share" and _yes_or_no_once(measured, baseline, arm) and not clustered:
        p: float | None = mcnemar(worse, better) if worse or better else None
        test: Literal["sign flips", "McNemar", ""] = "McNemar"
    else:
        p, test = sign_flip(values, clustered), "sign flips"
    sigma = floor.sigma.value if floor is not None else None
    return ArmDifference(
        arm=arm,
        difference=figure,
        test=test if p is not None else "",
        p=p,
        beyond_noise=beyond_noise(figure, floor, repeats),
        noise=noise_of_difference(sigma, repeats) if sigma is not None else None,
    )


def _yes_or_no_once(measured: Sequence[Measured], baseline: str, arm: str) -> bool:
    """Whether each question has one answer of yes or no: a share of several members' flips, say, is none."""
    found = [each for each in measured if each.arm in (baseline, arm)]
    asked = {(each.arm, each.question) for each in found}
    return len(asked) == len(found) and all(each.value in (0.0, 1.0) for each in found)


def _usual_repeats(repeats: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Harmonic means, because what noise adds goes by one over the repeats."""
    n = len(repeats)
    return n / sum(1 / one for one, _ in repeats), n / sum(1 / other for _, other in repeats)


class ClassDifference(Struct, frozen=True, kw_only=True):
    """How classes under one arm differ from those under the baseline."""

    arm: str
    """The arm."""
    changed: Figure
    """Share of questions whose class, the most frequent one over repeats, is another."""
    same_arm: Figure
    """How often two repeats under the baseline itself come to different classes."""
    p: float | None
    """How often chance alone shows as much, by exchanges within questions."""
    bowker: Bowker | None
    """Bowker's test, where each question was asked once under both."""
    p_holm: float | None = None
    """`p` when so many arms are looked at."""


def class_differences(classed: Sequence[Classed], baseline: str, arms: Sequence[str]) -> tuple[ClassDifference, ...]:
    """Every arm's classes against the baseline's."""
    before = _by_question(classed, baseline)
    floor = disagreement(classed, baseline)
    found = []
    for arm in arms:
        after = _by_question(classed, arm)
        both = [question for question in before if question in after]
        old, new = [before[question] for question in both], [after[question] for question in both]
        changed = sum(usual(one) != usual(other) for one, other in zip(old, new, strict=True))
        once = all(len(each) == 1 for each in (*old, *new))
        told = len(both) >= FEWEST
        found.append(
            ClassDifference(
                arm=arm,
                changed=share_figure(changed, len(both)),
                same_arm=floor,
                p=class_change(old, new) if told else None,
                bowker=bowker([each[0] for each in old], [each[0] for each in new]) if once and told else None,
            )
        )
    adjusted = holm([each.p for each in found])
    return tuple(replace(each, p_holm=p) for each, p in zip(found, adjusted, strict=True))


def _by_question(classed: Sequence[Classed], arm: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in classed:
        if each.arm == arm:
            found.setdefault(each.question, []).append(each.value)
    return found


def usual(classes: Sequence[str]) -> str:
    """The class that repeats of a question came to most often; of equals the first by name."""
    return min(set(classes), key=lambda name: (-classes.count(name), name))
