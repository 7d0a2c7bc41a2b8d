"""Which figures of counted sessions can be asked for over HTTP, and how? Each once, for its page and for its table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Query

from moot.server.shared import InHall
from moot.vocabulary.earlier.history import HistoryPage, MarkPage
from moot.vocabulary.earlier.pairs import AllianceReport, PairReport
from moot.vocabulary.earlier.standings import MOST_AWARDS, Achievement, Leaderboard

Protocol = Annotated[str | None, Query(description="Whose sessions; else of the first protocol that counts any.")]
Scripted = Annotated[bool, Query(description="Those of scripted voices, which are counted apart.")]
Council = Annotated[str | None, Query(max_length=200, description="Those of the council of this name alone.")]
Name = Annotated[str | None, Query(max_length=200, description="Only this one.")]
Sessions = Annotated[int, Query(ge=1, le=200, description="How many sessions at most.")]
_Since = Annotated[str | None, Query(max_length=10, description="Sessions that ended on this day (UTC) or later.")]
_Latest = Annotated[bool, Query(description="Of each that a model earned only the latest time.")]
_Least = Annotated[int, Query(alias="min", ge=1, description="Sessions a model must have sat in.")]
_Most = Annotated[int, Query(ge=1, le=MOST_AWARDS, description="How many at most.")]
_Before = Annotated[str | None, Query(max_length=64, description="Only those before this session.")]
_Search = Annotated[str | None, Query(max_length=200, description="Words that the topic holds.")]
_Until = Annotated[str | None, Query(max_length=7, description="Up to the end of this month, as 2031-05.")]


async def _leaderboard(
    hall: InHall,
    protocol: Protocol = None,
    since: _Since = None,
    council: Council = None,
    scripted: Scripted = False,
    least: _Least = 1,
) -> Leaderboard:
    return await hall.house.standings.leaderboard(protocol, since, council, scripted=scripted, least=least)


async def _pairs(
    hall: InHall,
    protocol: Protocol = None,
    since: _Since = None,
    council: Council = None,
    scripted: Scripted = False,
) -> PairReport:
    return await hall.house.standings.pairs(protocol, since, council, scripted=scripted)


async def _alliances(
    hall: InHall,
    protocol: Protocol = None,
    until: _Until = None,
    council: Council = None,
    scripted: Scripted = False,
) -> AllianceReport:
    return await hall.house.standings.alliances(protocol, until, council, scripted=scripted)


def _history(usual: int) -> Callable[..., Awaitable[HistoryPage]]:
    """So many unless another number is asked for: fewer for a page than for a table."""

    async def found(
        hall: InHall,
        protocol: Protocol = None,
        search: _Search = None,
        before: _Before = None,
        council: Council = None,
        scripted: Scripted = False,
        most: Sessions = usual,
    ) -> HistoryPage:
        return await hall.house.standings.history(protocol, search, before, council, scripted=scripted, most=most)

    return found


def _marks(usual: int) -> Callable[..., Awaitable[MarkPage]]:
    async def found(
        hall: InHall,
        protocol: Protocol = None,
        reader: Name = None,
        author: Name = None,
        before: _Before = None,
        council: Council = None,
        scripted: Scripted = False,
        most: Sessions = usual,
    ) -> MarkPage:
        standings = hall.house.standings
        return await standings.marks(protocol, reader, author, before, council, scripted=scripted, most=most)

    return found


def _achievements(usual: int) -> Callable[..., Awaitable[list[Achievement]]]:
    async def found(
        hall: InHall,
        protocol: Protocol = None,
        model: Name = None,
        name: Name = None,
        council: Council = None,
        scripted: Scripted = False,
        latest: _Latest = False,
        most: _Most = usual,
    ) -> list[Achievement]:
        standings = hall.house.standings
        return await standings.achievements(protocol, model, name, council, scripted=scripted, most=most, latest=latest)

    return found


FoundBoard = Annotated[Leaderboard, Depends(_leaderboard)]
FoundPairs = Annotated[PairReport, Depends(_pairs)]
FoundAlliances = Annotated[AllianceReport, Depends(_alliances)]
FoundHistory = Annotated[HistoryPage, Depends(_history(50))]
FoundMarks = Annotated[MarkPage, Depends(_marks(50))]
FoundAchievements = Annotated[list[Achievement], Depends(_achievements(100))]
MoreHistory = Annotated[HistoryPage, Depends(_history(200))]
MoreMarks = Annotated[MarkPage, Depends(_marks(200))]
MoreAchievements = Annotated[list[Achievement], Depends(_achievements(500))]
