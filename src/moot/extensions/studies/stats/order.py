"""Does it matter in which order rebuttals are read? A member that saw two or more, asked again with them reversed.

What it did in both orders is one of four things: it kept its position in both (conviction), gave way to the same member
in both (evidence), gave way in one of them only (recency), or in both to different members or without naming one (no
position). A member that saw fewer than two rebuttals saw the same in both orders and is counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.seen import SeenReply, SeenSession, SeenValue, figure_of

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


def order_effects(seen: Sequence[SeenSession], arm: str, of: str) -> OrderEffects:
    """An arm whose order is reversed against one whose is not."""
    straight = _Partners([each for each in seen if each.arm == of])
    met = list(_members([(each, straight.of(each)) for each in seen if each.arm == arm]))
    able = [each for each in met if each.eligible]
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
    )


class _MemberPair(Struct, frozen=True, kw_only=True):
    """One member in two sessions."""

    question: str
    cluster: str
    sort: Sort
    eligible: bool


def _members(pairs: Sequence[tuple[SeenSession, SeenSession | None]]) -> Iterator[_MemberPair]:
    for one, other in pairs:
        there = {reply.seat: reply for reply in other.replies} if other is not None else {}
        for reply in one.replies:
            earlier = there.get(reply.seat)
            if earlier is None or reply.flipped is None or earlier.flipped is None:
                continue
            yield _MemberPair(
                question=one.question,
                cluster=one.cluster,
                sort=_sort(reply, earlier),
                eligible=min(reply.read, earlier.read) >= FEWEST_READ,
            )


def _sort(one: SeenReply, other: SeenReply) -> Sort:
    if not one.flipped and not other.flipped:
        return "conviction"
    if one.flipped != other.flipped:
        return "recency"
    return "evidence" if one.source and one.source == other.source else "no position"


class _Partners:
    """Sessions that others are held against: the one each was forked from, else that of its question and repeat."""

    def __init__(self, sessions: Sequence[SeenSession]) -> None:
        self._by_session = {each.session: each for each in sessions}
        self._by_repeat = {(each.question, each.repeat): each for each in sessions}

    def of(self, each: SeenSession) -> SeenSession | None:
        """The other session, if there is one."""
        return self._by_session.get(each.source) or self._by_repeat.get((each.question, each.repeat))


def _told(each: _MemberPair, so: bool) -> SeenValue:
    return SeenValue(question=each.question, cluster=each.cluster, value=float(so))
