"""Does it matter in which order rebuttals are read? A member that saw two or more, asked again with them reversed.

What it did in both orders is one of four things: it kept its position in both (conviction), gave way to the same member
in both (evidence), gave way in one of them only (recency), or in both to different members or without naming one (no
position). A member that saw fewer than two rebuttals saw the same in both orders and is counted apart. All of it is
compared with how often the same order, asked again, brings another answer: only what is more is the order's doing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct

from moot.tally.studies.chance import least_p, sign_flip
from moot.tally.studies.figures import SURE, Figure
from moot.tally.studies.intervals import Scale, cluster_names
from moot.tally.studies.reach import domains_of, tells, units_of
from moot.tally.studies.seen import Replied, Seen, Told, figure_of, question_values

FEWEST_READ = 2
"""Rebuttals from which on their order can be another."""
Sort = Literal["conviction", "evidence", "recency", "no position"]
SORTS: tuple[Sort, ...] = ("conviction", "evidence", "recency", "no position")


class SortFigure(Struct, frozen=True, kw_only=True):
    """How many members did one of the four."""

    sort: Sort
    """Which."""
    members: int
    """How many."""
    share: Figure
    """Their share of those that could, over questions."""


class OrderEffects(Struct, frozen=True, kw_only=True):
    """One arm with the order reversed, held against the other order."""

    arm: str
    """The arm with the reversed order."""
    of: str
    """The arm it is held against."""
    members: int
    """Members whose position is known in both."""
    eligible: int
    """Those that saw two rebuttals or more."""
    sorts: tuple[SortFigure, ...]
    """What they did."""
    noise: Figure
    """How often the same order, asked again, changes whether or to whom they give way."""
    noise_of: str
    """Where that was measured: the arm of unchanged forks, or the repeats of an arm; empty where it was not."""
    excess: Figure
    """How much more often the order changes it than asking again does, question by question."""
    beyond_noise: bool | None
    """Whether that is more than none; `None` where one of both is not known, or so few can tell nothing."""
    p_least: float | None = None
    """The smallest p, times the number of such arms, that so few questions or domains can come to, where that is no
    finding; else `None`."""
    domains: int = 0
    """Domains that these questions go together by; 0 where each counts by itself."""


def order_effects(seen: Sequence[Seen], arm: str, of: str, unchanged: Sequence[str], arms: int = 1) -> OrderEffects:
    """An arm whose order is reversed against one whose is not; `unchanged` are arms of forks that measure noise, and
    `arms` says how many such arms are looked at."""
    straight = _Partners([each for each in seen if each.arm == of])
    met = list(_members([(each, straight.of(each)) for each in seen if each.arm == arm]))
    able = [each for each in met if each.eligible]
    noise_of, again = _again(seen, of, unchanged)
    moved = [_told(each, each.sort in ("recency", "no position")) for each in able]
    noisy = [_told(each, each.sort in ("recency", "no position")) for each in again if each.eligible]
    more = question_values(_excess(moved, noisy))
    excess = figure_of(more, scale=Scale(lowest=-1.0, highest=1.0))
    clusters = [each.cluster for each in more]
    p = sign_flip([each.value for each in more], cluster_names(clusters))
    least = least_p(units_of(clusters)) * arms if more else None
    return OrderEffects(
        arm=arm,
        of=of,
        members=len(met),
        eligible=len(able),
        sorts=tuple(
            SortFigure(
                sort=sort,
                members=sum(each.sort == sort for each in able),
                share=figure_of([_told(each, each.sort == sort) for each in able], rate=True),
            )
            for sort in SORTS
        ),
        noise=figure_of(noisy, rate=True),
        noise_of=noise_of if noisy else "",
        excess=excess,
        beyond_noise=None if excess.value is None or not tells(least) else _more_than_none(excess, p, arms),
        p_least=None if least is None or tells(least) else min(1.0, least),
        domains=domains_of(clusters),
    )


def _more_than_none(excess: Figure, p: float | None, arms: int) -> bool:
    above = excess.low > 0 if excess.low is not None else (excess.value or 0.0) > 0
    return above and p is not None and p * arms <= SURE


class _Both(Struct, frozen=True, kw_only=True):
    """One member in two sessions."""

    question: str
    cluster: str
    sort: Sort
    eligible: bool


def _members(pairs: Sequence[tuple[Seen, Seen | None]]) -> Iterator[_Both]:
    for one, other in pairs:
        there = {reply.seat: reply for reply in other.replies} if other is not None else {}
        for reply in one.replies:
            earlier = there.get(reply.seat)
            if earlier is None or reply.flipped is None or earlier.flipped is None:
                continue
            yield _Both(
                question=one.question,
                cluster=one.cluster,
                sort=_sort(reply, earlier),
                eligible=min(reply.read, earlier.read) >= FEWEST_READ,
            )


def _sort(one: Replied, other: Replied) -> Sort:
    if not one.flipped and not other.flipped:
        return "conviction"
    if one.flipped != other.flipped:
        return "recency"
    return "evidence" if one.source and one.source == other.source else "no position"


class _Partners:
    """Sessions that others are held against: the one each was forked from, else that of its question and repeat."""

    def __init__(self, sessions: Sequence[Seen]) -> None:
        self._by_session = {each.session: each for each in sessions}
        self._by_repeat = {(each.question, each.repeat): each for each in sessions}

    def of(self, each: Seen) -> Seen | None:
        """The other session, if there is one."""
        return self._by_session.get(each.source) or self._by_repeat.get((each.question, each.repeat))


def _again(seen: Sequence[Seen], of: str, unchanged: Sequence[str]) -> tuple[str, list[_Both]]:
    """Members asked again with nothing changed: forks of one session, else repeats of the arm itself."""
    for arm in (*unchanged, of):
        groups: dict[tuple[str, str], list[Seen]] = {}
        for each in seen:
            if each.arm == arm:
                groups.setdefault((each.question, each.source if arm != of else ""), []).append(each)
        found = list(_members([pair for group in groups.values() for pair in combinations(group, 2)]))
        if found:
            return arm, found
    return "", []


def _told(each: _Both, so: bool) -> Told:
    return Told(question=each.question, cluster=each.cluster, value=float(so))


def _excess(moved: Sequence[Told], noisy: Sequence[Told]) -> list[Told]:
    """Question by question, how much more often."""
    floor: dict[str, list[float]] = {}
    for each in noisy:
        floor.setdefault(each.question, []).append(each.value)
    groups: dict[str, list[Told]] = {}
    for each in moved:
        groups.setdefault(each.question, []).append(each)
    return [
        Told(
            question=question,
            cluster=values[0].cluster,
            value=sum(each.value for each in values) / len(values) - sum(floor[question]) / len(floor[question]),
        )
        for question, values in groups.items()
        if question in floor
    ]
