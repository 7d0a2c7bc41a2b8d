"""Test that alliances and history equal a recount of the exports, one debate at a time."""

from __future__ import annotations

from itertools import combinations
from statistics import pstdev
from typing import Any

import numpy as np
import pytest

from analytics.drawn_debates import Again, drawn, exported, stances_of
from analytics.test_standings import of_kind, sat_in
from cases import slow_except
from moot.analytics.standings import Standings
from moot.stats.leaderboard import wilson
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

SIDES = {"agree": 1, "disagree": -1, "neutral": 0}
PERSON = "person"


def models_of(debates: list[Again]) -> list[str]:
    return sorted({model for each in debates for model in each.models.values()} - {PERSON})


@pytest.mark.parametrize("number", slow_except([30, 200], 30))
async def test_every_figure_is_what_the_exports_say(store: Store, number: int) -> None:
    transcript, standings = SqlTranscript(store), Standings(store)
    await drawn(transcript, number)
    every = await exported(transcript, [f"d{n}" for n in range(number)])
    debates = of_kind(every, "up/")
    await check_alliances(standings, debates, "")
    await check_alliances(standings, debates, "2031-02")
    await check_history(standings, debates)
    await check_one_council(standings, debates)


async def check_alliances(standings: Standings, debates: list[Again], until: str) -> None:
    found = await standings.alliances(until=until)
    mine = [each for each in debates if not until or each.at[:7] <= until]
    assert found.debates == len(mine)
    assert found.months == sorted({each.at[:7] for each in debates})
    assert [each.id for each in found.models] == models_of(mine)
    for each in found.models:
        sides = stances_of(mine, each.id)
        assert each.agreement == pytest.approx(sides["agree"] / sum(sides.values()))
    for pair in found.pairs:
        assert pair.met == len(sat_in(sat_in(mine, pair.a), pair.b))
        for side, sides in (
            (pair.a_to_b, stances_of(mine, pair.a, pair.b)),
            (pair.b_to_a, stances_of(mine, pair.b, pair.a)),
        ):
            assert [side.agree, side.disagree, side.neutral] == [
                sides[name] for name in ("agree", "disagree", "neutral")
            ]
        nets = [np.mean(said) for each in mine if (said := between(each, pair.a, pair.b))]
        assert pair.net == pytest.approx(np.mean(nets))
        low, high = wilson(len(nets) * (float(np.mean(nets)) + 1) / 2, len(nets))
        assert (pair.low, pair.high) == pytest.approx((2 * low - 1, 2 * high - 1))
        ends = []
        for side in (pair.a_to_b, pair.b_to_a):
            taken = side.agree + side.disagree + side.neutral
            assert side.net == ((side.agree - side.disagree) / taken if taken else None)
            if side.net is not None:
                ends.append([2 * end - 1 for end in wilson(side.agree + side.neutral / 2, taken)])
                assert (side.low, side.high) == pytest.approx(ends[-1])
        warmer = ""
        if len(ends) == 2:
            warmer = "a" if ends[0][0] > ends[1][1] else "b" if ends[1][0] > ends[0][1] else ""
        assert pair.warmer == warmer


def between(each: Again, a: str, b: str) -> list[int]:
    """What two models said of each other in a debate."""
    ways = {(a, b), (b, a)}
    return [SIDES[tie["stance"]] for tie in each.ties if (each.models[tie["reader"]], each.models[tie["seat"]]) in ways]


async def check_history(standings: Standings, debates: list[Again]) -> None:
    told: list[Any] = []
    page = await standings.history(most=7)
    while True:
        told += page.debates
        if not page.more:
            break
        page = await standings.history(most=7, before=told[-1].session)
    assert [each.session for each in told] == [each.session for each in reversed(debates)]
    for row, each in zip(told, reversed(debates), strict=True):
        assert row.members == [model for model in each.models.values() if model != PERSON]
        winner = each.models[each.winner] if each.winner is not None else None
        assert row.winner == (winner if winner != PERSON else None)
        levels = sorted((place.get("score", place["mean"]) for place in each.places), reverse=True)
        assert row.lead == (
            pytest.approx(levels[0] - levels[1]) if each.winner is not None and len(levels) > 1 else None
        )
        assert row.k == each.k
        counts = [c["score"] if c.get("adjusted") is None else c["adjusted"] for c in marks_in(each)]
        assert row.spread == (pytest.approx(pstdev(counts)) if len(counts) > 1 else None)
        assert row.topic == f"Topic {each.session[1:]}"
    word = debates[0].session[1:]
    found = await standings.history(search=f"{word} tOPic", most=200)
    assert [row.topic for row in found.debates] == [row.topic for row in told if word in row.topic]
    assert (await standings.history(search="Topic _ %")).debates == [], "signs of a pattern are plain letters"


async def check_one_council(standings: Standings, debates: list[Again]) -> None:
    """What is told of one council is told of its debates alone."""
    mine = [each for each in debates if each.council == "morning"]
    met = {(a, b): len(both) for a, b in combinations(models_of(mine), 2) if (both := sat_in(sat_in(mine, a), b))}
    alliances = await standings.alliances(council="morning")
    assert {(pair.a, pair.b): pair.met for pair in alliances.pairs} == met
    assert alliances.months == sorted({each.at[:7] for each in mine})
    history = await standings.history(council="morning", most=200)
    assert [each.session for each in history.debates] == [each.session for each in reversed(mine)]


def marks_in(each: Again) -> list[dict[str, Any]]:
    """The marks between models."""
    return [c for c in each.cells if PERSON not in (each.models[c["reader"]], each.models[c["seat"]])]
