"""Measure whether the order of rebuttals matters, by asking members again with the order reversed.

A member that saw at least two rebuttals is one of four kinds: it kept its position in both orders (conviction),
changed it for the same member in both (evidence), changed it in one only (recency), or in both for different or
unnamed members (no position). A member with fewer than two rebuttals saw the same in both orders and is counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.seen import SeenReply, SeenSession, SeenValue, figure_of

FEWEST_READ = 2
"""Minimum number of rebuttals whose order can differ."""
Sort = Literal["conviction", "evidence", "recency", "no position"]
SORTS: tuple[Sort, ...] = ("conviction", "evidence", "recency", "no position")


class SortFigure(Struct, frozen=True, kw_only=True):
    """How many members reacted in one of four ways to rebuttals in reversed order."""

    sort: Sort
    """Kind of reaction."""
    members: int
    """Number of members with this reaction."""
    share: Figure
    """Share of eligible members, over questions."""


class OrderEffects(Struct, frozen=True, kw_only=True):
    """How members' changes of position depend on the order in which rebuttals are shown to them."""

    arm: str
    """Name of the arm with reversed order."""
    of: str
    """The arm with which this arm is compared."""
    members: int
    """Number of members whose position is known in both arms."""
    eligible: int
    """Number of members that saw at least two rebuttals."""
    sorts: tuple[SortFigure, ...]
    """Number of members with each kind of reaction."""


def order_effects(seen: Sequence[SeenSession], arm: str, of: str) -> OrderEffects:
    """Return how members' positions depend on the order of rebuttals, by comparing `arm`, which reverses it, with the
    arm `of`, which does not.
    """
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
    """The same member in a session with normal and a session with reversed order of rebuttals, and its reaction."""

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
                question=one.item,
                cluster=one.domain,
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
    """Find the session to compare another session with.

    A fork is compared with the session that it was forked from. If there is none, a session with the same question and
    repeat is used.
    """

    def __init__(self, sessions: Sequence[SeenSession]) -> None:
        self._by_session = {each.session: each for each in sessions}
        self._by_repeat = {(each.item, each.repeat): each for each in sessions}

    def of(self, each: SeenSession) -> SeenSession | None:
        """Return the session to compare this one with; `None` if there is none."""
        return self._by_session.get(each.fork_of) or self._by_repeat.get((each.item, each.repeat))


def _told(each: _MemberPair, so: bool) -> SeenValue:
    return SeenValue(question=each.question, cluster=each.cluster, value=float(so))
