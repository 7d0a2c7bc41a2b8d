"""How do arms differ from the baseline? Paired by question, with interval, test, Holm over arms, and noise floor.

A difference in the measure that decides is *beyond noise* if its interval excludes none, noise explains no such mean,
and chance alone seldom shows as much even though so many arms are looked at. What other measures show is told with
interval and p, and is called neither. Where results are degraded, what is whole has to show the same, and where answers
could be told neither right nor wrong, the questions on which both arms' could.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from statistics import fmean
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.tally.studies.chance import Bowker, bowker, class_change, holm, mcnemar, sign_flip
from moot.tally.studies.figures import FEWEST, SURE, Classed, Figure, Measured, Pair, alike, pairs, question_means
from moot.tally.studies.intervals import (
    COUNTED,
    OPEN,
    Scale,
    cluster_names,
    mean_figure,
    paired_shares,
    rate_figure,
    spread_of,
)
from moot.tally.studies.noise import Least, NoiseFloor, disagreement, least_by_noise, noise_of_mean
from moot.tally.studies.power import needed
from moot.tally.studies.reach import domains_of, least_ps, tells, units_of

Kind = Literal["score", "share", "count"]
Says = Literal["beyond", "within", "few", "untold", "unmeasured", "exploratory", "degraded", "unread"]
HeldBack = Literal["", "noise", "whole", "read"]


class ArmDifference(Struct, frozen=True, kw_only=True):
    """What one arm comes to against the baseline, in one measure."""

    arm: str
    """The arm."""
    difference: Figure
    """The mean difference over questions that both have."""
    before: float | None = None
    """The baseline's mean over these questions alone; `None` where no difference is told."""
    after: float | None = None
    """The arm's over the same: what it is more than the baseline's is the difference."""
    planned: int = 0
    """Questions that it is to have."""
    degraded: int = 0
    """Questions on which a session of either side is less than a full one."""
    whole: Figure | None = None
    """The same over the others alone; `None` where none is degraded."""
    unread: int = 0
    """Questions on which an answer of either side could be told neither right nor wrong, and counts as not right."""
    read: Figure | None = None
    """The same over the others alone; `None` where all could be told."""
    test: Literal["sign flips", "McNemar", ""]
    """By which the p was found; empty where there is none."""
    p: float | None
    """How often chance alone shows as much."""
    p_holm: float | None = None
    """The same when so many arms are looked at, as Holm adjusts it."""
    p_least: float | None = None
    """The smallest adjusted p that so few questions, or domains, can come to, where that is no finding; else `None`."""
    domains: int = 0
    """Domains that these questions go together by, each of which counts as one; 0 where each counts by itself."""
    says: Says = "few"
    """`beyond` noise or `within` it; `few` questions; `untold` where no p so small as to be a finding can come out,
    however large the difference is; noise `unmeasured`; `exploratory` where another measure decides; `degraded` where
    too few questions are whole on both sides, `unread` where on too few both answers could be told right or wrong."""
    beyond_noise: bool | None = None
    """Whether it is more than noise; `None` where it is called neither."""
    held_back: HeldBack = ""
    """What keeps a difference with a small p from being called more than noise; empty where its p is not small."""
    noise: float | None = None
    """The standard deviation that noise alone gives this mean difference."""
    least: Least | None = None
    """The least difference that four of five studies like this one find; `None` where that cannot be told."""


def arm_means(measured: Sequence[Measured], arm: str, kind: Kind = "score") -> Figure:
    """An arm's own mean, or share."""
    means = question_means(measured, arm).values()
    values, clusters = [each.value for each in means], [each.cluster for each in means]
    if kind == "share":
        return rate_figure(values, clusters)
    return mean_figure(values, clusters, COUNTED if kind == "count" else OPEN)


def differences(
    measured: Sequence[Measured],
    baseline: str,
    arms: Sequence[str],
    *,
    floor: NoiseFloor | None = None,
    floors: Mapping[str, NoiseFloor | None] | None = None,
    kind: Kind = "score",
    decides: bool = True,
    planned: int = 0,
    judged: Collection[str] = (),
    repeats: int = 1,
) -> tuple[ArmDifference, ...]:
    """Every arm against the baseline. `floors` names the noise of single arms where it is not `floor` for all, `judged`
    those that are judged again and nothing else; `planned` is how many questions there are, asked so often."""
    found = [_compared(pairs(measured, baseline, arm), arm, kind, _once(measured, baseline, arm)) for arm in arms]
    adjusted = holm([each.told.p for each in found])
    cautious = holm([each.cautious for each in found])
    lowest = least_ps([None if each.told.p is None else each.units for each in found])
    held = [floor if floors is None else floors.get(arm) for arm in arms]
    told = []
    for each, p, surest, least_of, own in zip(found, adjusted, cautious, lowest, held, strict=True):
        sigma = own.sigma.value if own is not None else None
        noise = noise_of_mean(sigma, each.repeats) if sigma is not None and each.repeats else None
        says = _says(each.told, surest, noise, decides=decides, can=tells(least_of))
        least = each.least(len(arms), noise or 0.0)
        if least is None and sigma is not None and each.told.arm in judged and each.told.difference.value is None:
            least = least_by_noise(planned, repeats, sigma, len(arms))
        told.append(
            replace(
                each.told,
                planned=planned or each.told.difference.n,
                p_holm=p,
                p_least=None if tells(least_of) else least_of,
                says=says,
                beyond_noise={"beyond": True, "within": False}.get(says),
                held_back=_held_back(each.told, noise) if says == "within" and p is not None and p <= SURE else "",
                noise=noise,
                least=least,
            )
        )
    return tuple(told)


class _Compared(Struct, frozen=True, kw_only=True):
    """One arm against the baseline, before other arms are looked at."""

    told: ArmDifference
    cautious: float | None
    """The largest p of all questions, of those that are whole, and of those that could be told on both sides."""
    repeats: tuple[tuple[int, int], ...]
    values: tuple[float, ...]
    clusters: tuple[str, ...]

    @property
    def units(self) -> int:
        """How many independent things are exchanged."""
        return units_of(self.clusters)

    def least(self, arms: int, noise: float) -> Least | None:
        """By how these differences vary; exact for none but sign flips, and so told of them alone."""
        n = len(self.values)
        if self.told.test != "sign flips" or alike(self.values):
            return None
        spread = spread_of(self.values, self.clusters)
        # in steps of a twentieth, so that like arms need one search
        errors = needed(spread.clusters or n, round(spread.df, 1), arms, round(20 * noise / spread.error) / 20)
        return None if errors is None else Least(shown=errors * spread.error, by="differences", questions=n)


def _compared(met: Sequence[Pair], arm: str, kind: Kind, once: bool) -> _Compared:
    whole = [each for each in met if not each.degraded]
    figure, test, p = _tested(met, kind, once)
    values, clusters = [each.difference for each in met], [each.cluster for each in met]
    read = [each for each in met if not each.untold]
    cautious = p
    alone = list[Figure | None]()
    for kept in (whole, read):
        sensitive, _, own = _tested(kept, kind, once) if len(kept) < len(met) else (None, "", p)
        cautious = None if cautious is None or own is None else max(cautious, own)
        alone.append(sensitive)
    return _Compared(
        told=ArmDifference(
            arm=arm,
            difference=figure,
            before=fmean(each.before for each in met) if figure.value is not None else None,
            after=fmean(each.after for each in met) if figure.value is not None else None,
            degraded=len(met) - len(whole),
            whole=alone[0],
            unread=len(met) - len(read),
            read=alone[1],
            test=test,
            p=p,
            domains=domains_of(clusters),
        ),
        cautious=cautious,
        repeats=tuple(each.repeats for each in met),
        values=tuple(values),
        clusters=tuple(clusters),
    )


def _tested(
    met: Sequence[Pair], kind: Kind, once: bool
) -> tuple[Figure, Literal["sign flips", "McNemar", ""], float | None]:
    values = [each.difference for each in met]
    clusters = cluster_names([each.cluster for each in met])
    yes_or_no = kind == "share" and all(each.before in (0.0, 1.0) and each.after in (0.0, 1.0) for each in met)
    if yes_or_no:
        figure = paired_shares([each.before for each in met], [each.after for each in met], clusters)
    else:
        figure = mean_figure(values, clusters, Scale(lowest=-1.0, highest=1.0) if kind == "share" else OPEN)
    if figure.value is None:
        return figure, "", None
    if yes_or_no and once and not clusters:
        worse, better = sum(value < 0 for value in values), sum(value > 0 for value in values)
        p = mcnemar(worse, better) if worse or better else None
        return figure, "McNemar" if p is not None else "", p
    p = sign_flip(values, clusters)
    return figure, "sign flips" if p is not None else "", p


def _says(told: ArmDifference, cautious: float | None, noise: float | None, *, decides: bool, can: bool) -> Says:
    figure = told.difference
    if figure.value is None:
        return "few"
    if not decides:
        return "exploratory"
    if not can:
        return "untold"
    if noise is None:
        return "unmeasured"
    if told.whole is not None and told.whole.value is None:
        return "degraded"
    if told.read is not None and told.read.value is None:
        return "unread"
    more = all(_stands(each, figure) for each in (figure, told.whole, told.read)) and abs(figure.value) > 2 * noise
    return "beyond" if more and cautious is not None and cautious <= SURE else "within"


def _stands(part: Figure | None, whole: Figure) -> bool:
    """Whether a part of the questions, where it is looked at by itself, shows what all of them do."""
    if part is None:
        return True
    return (part.low is None or part.excludes(0.0)) and (part.value or 0.0) * (whole.value or 0.0) > 0


def _held_back(told: ArmDifference, noise: float | None) -> HeldBack:
    """Why a difference with a small p is not called more than noise."""
    if noise is not None and abs(told.difference.value or 0.0) <= 2 * noise:
        return "noise"
    if told.whole is not None and (told.read is None or not _stands(told.whole, told.difference)):
        return "whole"
    return "read" if told.read is not None else ""


def _once(measured: Sequence[Measured], baseline: str, arm: str) -> bool:
    """Whether each question was asked once: yes and no of several repeats are no pair of answers."""
    asked = [(each.arm, each.question) for each in measured if each.arm in (baseline, arm)]
    return len(set(asked)) == len(asked)


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
    """Bowker's test, where each question was asked once under both and none goes together with others."""
    p_holm: float | None = None
    """`p` when so many arms are looked at, as Holm adjusts it."""
    p_least: float | None = None
    """The smallest adjusted p that so few questions, or domains, can come to, where that is no finding; else `None`."""
    domains: int = 0
    """Domains that these questions go together by, each of which counts as one; 0 where each counts by itself."""
    planned: int = 0
    """Questions that it is to have."""
    degraded: int = 0
    """Questions on which a session of either side is less than a full one."""


def class_differences(
    classed: Sequence[Classed], baseline: str, arms: Sequence[str], planned: int = 0
) -> tuple[ClassDifference, ...]:
    """Every arm's classes against the baseline's."""
    before = _by_question(classed, baseline)
    floor = disagreement(classed, baseline)
    found, units = [], list[int]()
    for arm in arms:
        after = _by_question(classed, arm)
        both = [question for question in before if question in after]
        old, new = [_values(before[question]) for question in both], [_values(after[question]) for question in both]
        clusters = cluster_names([before[question][0].cluster for question in both])
        changed = [float(usual(one) != usual(other)) for one, other in zip(old, new, strict=True)]
        once = all(len(each) == 1 for each in (*old, *new)) and not clusters
        told = len(both) >= FEWEST
        units.append(units_of(clusters) if clusters else len(both))
        found.append(
            ClassDifference(
                arm=arm,
                changed=rate_figure(changed, clusters),
                same_arm=floor,
                p=class_change(old, new, clusters) if told else None,
                bowker=bowker([each[0] for each in old], [each[0] for each in new]) if once and told else None,
                domains=len(set(clusters)),
                planned=planned or len(both),
                degraded=sum(any(each.degraded for each in (*before[q], *after[q])) for q in both),
            )
        )
    adjusted = holm([each.p for each in found])
    lowest = least_ps([None if each.p is None else own for each, own in zip(found, units, strict=True)])
    return tuple(
        replace(each, p_holm=p, p_least=None if tells(least) else least)
        for each, p, least in zip(found, adjusted, lowest, strict=True)
    )


def _by_question(classed: Sequence[Classed], arm: str) -> dict[str, list[Classed]]:
    found: dict[str, list[Classed]] = {}
    for each in classed:
        if each.arm == arm:
            found.setdefault(each.question, []).append(each)
    return found


def _values(classed: Sequence[Classed]) -> list[str]:
    return [each.value for each in classed]


def usual(classes: Sequence[str]) -> str:
    """The class that repeats of a question came to most often; of equals the first by name."""
    return min(set(classes), key=lambda name: (-classes.count(name), name))
