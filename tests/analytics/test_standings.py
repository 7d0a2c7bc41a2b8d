"""Test that every figure equals a recount of the exports, whatever happens to the store."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from analytics.drawn_debates import Again, drawn, exported, fitted, stances_of
from cases import slow_except
from moot.analytics.standings import Standings, count_what_is_due
from moot.exports.transcript_import import import_transcript
from moot.protocols import registry
from moot.stats.counted_marks import MarkWeight, interval_of
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

GOLDEN = Path(__file__).parents[1] / "golden" / "transcripts"
TABLES = (
    "counted_sessions", "counted_seats", "counted_marks", "counted_ties", "achievements", "personalities",
    "counted_sums", "counting_due",
)  # fmt: skip


async def rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that was counted, once nothing is due."""
    await count_what_is_due(store)
    return await store.read(
        lambda connection: {
            name: sorted(tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {name}")) for name in TABLES
        }
    )


def of_kind(debates: list[Again], kind: str) -> list[Again]:
    return [each for each in debates if any(model.startswith(kind) for model in each.models.values())]


def sat_in(debates: list[Again], model: str) -> list[Again]:
    return [each for each in debates if model in each.models.values()]


def interval_again(debates: list[Again], model: str) -> Any:
    kinds = Counter((len(each.received(model)), sum(each.received(model))) for each in debates if each.received(model))
    return interval_of(
        [
            MarkWeight(times, n, total)
            for (n, total), times in sorted(kinds.items(), key=lambda k: f"{k[0][0]}/{k[0][1]}")
        ]
    )


def check_row(row: Any, debates: list[Again], adjusted: dict[str, float]) -> None:
    model, mine = row.id, sat_in(debates, row.id)
    received = [mark for each in mine for mark in each.received(model)]
    assert row.debates == len(mine)
    assert row.mean == pytest.approx(sum(received) / len(received))
    assert (row.low, row.high) == (pytest.approx(interval_again(mine, model)) if len(mine) > 1 else (None, None))
    assert row.adjusted == pytest.approx(adjusted[model], abs=1e-8)
    assert row.wins == sum(each.winner is not None and each.models[each.winner] == model for each in mine)
    assert row.win_rate == pytest.approx(row.wins / len(mine))
    chances = [
        Fraction(sum(each.models[p["seat"]] == model for p in each.places), len(each.places))
        for each in mine
        if each.place(model)
    ]
    assert row.by_chance == pytest.approx(float(sum(chances) / len(chances)))
    sides = stances_of(debates, model)
    assert row.agreement == pytest.approx(sides["agree"] / sum(sides.values()))
    again = [
        seat for each in mine for seat, its in each.models.items()
        if its == model and any(c["seat"] == seat and c.get("adjusted") is not None for c in each.cells)
    ]  # fmt: skip
    assert row.rebuttals == len(again)
    earned = Counter(
        award["name"] for each in mine for award in each.awards
        if model in {each.models[seat] for seat in award["seats"]}
        and "person" not in {each.models[seat] for seat in award["seats"]}
    )  # fmt: skip
    assert row.badges == dict(earned)
    assert row.form == pytest.approx([float(each.mean(model)) for each in mine if each.mean(model) is not None][-10:])
    assert row.provisional == (len(mine) < 10)
    seats = [[seat for seat, its in each.models.items() if its == model] for each in mine]
    costs = [[each.costs[seat] for seat in its] for each, its in zip(mine, seats, strict=True)]
    known = [sum(cost or 0 for cost in its) for its in costs if None not in its]
    assert row.priced == len(known)
    assert row.cost == (pytest.approx(sum(known) / len(known) / 1e9) if known else None)


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_except([40, 200], 40))
async def test_every_figure_is_what_the_exports_say(store: Store, number: int) -> None:
    transcript, standings = SqlTranscript(store), Standings(store)
    await drawn(transcript, number)
    every = await exported(transcript, [f"d{n}" for n in range(number)])
    for kind, since, council in (
        ("up/", "", ""), ("rehearsal/", "", ""), ("up/", "2031-03-11", ""), ("up/", "2031-02-01", ""),
        ("up/", "", "morning"), ("up/", "2031-03-11", "evening"),
    ):  # fmt: skip
        debates = [each for each in of_kind(every, kind) if each.at >= since and council in ("", each.council)]
        scripted = kind == "rehearsal/"
        board = await standings.leaderboard(since=since or None, council=council or None, scripted=scripted)
        assert board.debates == len(debates)
        mine = [each for each in every if council in ("", each.council)]
        assert board.others == len(mine) - len(of_kind(mine, kind))
        assert board.councils == sorted({each.council for each in of_kind(every, kind)} - {""})
        assert {row.id for row in board.models} == {m for each in debates for m in each.models.values()} - {"person"}
        adjusted = fitted(debates)
        for row in board.models:
            check_row(row, debates, adjusted)
            assert row.rank_low == 1 + sum((other.low or 0) > (row.high or 10) for other in board.models)
            assert row.rank_high == len(board.models) - sum(
                (other.high or 10) < (row.low or 0) for other in board.models
            )
        few = await standings.leaderboard(since=since or None, council=council or None, scripted=scripted, least=5)
        assert {row.id for row in few.models} == {row.id for row in board.models if row.debates >= 5}
    debates = of_kind(every, "up/")
    models = sorted({model for each in debates for model in each.models.values()} - {"person"})
    for a, b in combinations(models, 2):
        await check_pair(standings, debates, a, b)
        await check_pair(standings, debates, b, a)
    for model in models:
        await check_model(standings, debates, model)
    await check_achievements(standings, debates)


async def check_pair(standings: Standings, debates: list[Again], a: str, b: str) -> None:
    found, met = await standings.head_to_head(a, b), sat_in(sat_in(debates, a), b)
    assert found.met == len(met)
    places = [(each.place(a), each.place(b)) for each in met]
    ranked = [(one, other) for one, other in places if one and other]
    assert found.wins_a == sum(one < other for one, other in ranked)
    assert found.wins_b == sum(other < one for one, other in ranked)
    assert found.ties == sum(one == other for one, other in ranked)
    apart = [x - y for each in met if (x := each.mean(a)) is not None and (y := each.mean(b)) is not None]
    assert found.mean_diff == pytest.approx(float(sum(apart) / len(apart)))
    if len(apart) > 1:
        assert (found.low or 0) <= found.mean_diff <= (found.high or 0)
    for one, other, gave, stood in ((a, b, found.a_gave_b, found.a_to_b), (b, a, found.b_gave_a, found.b_to_a)):
        given = [
            cell["score"] if cell.get("adjusted") is None else cell["adjusted"]
            for each in debates for cell in each.cells
            if (each.models[cell["reader"]], each.models[cell["seat"]]) == (one, other)
        ]  # fmt: skip
        assert (gave.marks, gave.mean) == (len(given), pytest.approx(sum(given) / len(given)) if given else None)
        sides = stances_of(debates, one, other)
        assert (stood.agree, stood.disagree, stood.neutral) == tuple(sides[s] for s in ("agree", "disagree", "neutral"))
    assert [each.session for each in found.sessions] == [each.session for each in reversed(met)][:50]


async def check_model(standings: Standings, debates: list[Again], model: str) -> None:
    report, mine = await standings.model(model), sat_in(debates, model)
    check_row(report.profile, debates, fitted(debates))
    assert {bond.model: bond.met for bond in report.profile.bonds} == {
        other: len(sat_in(mine, other))
        for other in {m for each in mine for m in each.models.values()} - {model, "person"}
    }
    assert [each.session for each in report.sessions] == [each.session for each in reversed(mine)][:50]
    for told, each in zip(report.sessions, list(reversed(mine))[:50], strict=True):
        firsts = each.received(model, first=True)
        assert told.place == (each.place(model) or 0)
        if not firsts:
            assert (told.mean, told.first_mean) == (None, None)
            continue
        assert told.mean == pytest.approx(float(each.mean(model) or 0))
        assert told.first_mean == pytest.approx(sum(firsts) / len(firsts))


async def check_achievements(standings: Standings, debates: list[Again]) -> None:
    seen: set[tuple[str, str]] = set()
    expected = []
    for each in debates:
        fresh = set()
        for award in each.awards:
            models = sorted({each.models[seat] for seat in award["seats"]})
            if "person" not in models:
                new = any((award["name"], model) not in seen for model in models)
                fresh |= {(award["name"], model) for model in models}
                expected.append((each.session, award["name"], tuple(models), award["because"], new))
        seen |= fresh
    found = await standings.achievements(most=500)
    assert Counter((a.session, a.name, tuple(a.models), a.because, a.first) for a in found) == Counter(expected[-500:])
    times = Counter(name for _, name, *_ in expected)
    assert all(each.times == times[each.name] for each in found)
    own = Counter((name, model) for _, name, models, *_ in expected for model in models)
    assert all(each.own == [own[each.name, model] for model in each.models] for each in found)
    within = {name: len({session for session, other, *_ in expected if other == name}) for name in times}
    assert all(each.share == pytest.approx(within[each.name] / len(debates)) for each in found)
    last = {(name, model): session for session, name, models, *_ in expected for model in models}
    latest = await standings.achievements(most=500, latest=True)
    assert all(any(last[each.name, model] == each.session for model in each.models) for each in latest)
    assert {(each.name, model) for each in latest for model in each.models} == set(last)
    assert len(latest) <= len(last)
    only = await standings.achievements(model=found[0].models[0], name=found[0].name)
    assert only
    assert all(found[0].models[0] in each.models and each.name == found[0].name for each in only)


async def test_what_is_counted_is_built_again_and_taken_back(store: Store) -> None:
    transcript = SqlTranscript(store)
    await drawn(transcript, 30)
    before = await rows(store)
    assert (len(before["counted_sums"]) > 0, before["counting_due"]) == (True, [])
    await rebuild(store)
    assert await rows(store) == before
    await Register(store).delete("d3")
    gone = await rows(store)
    assert gone["counted_sums"] != before["counted_sums"]
    await rebuild(store)
    assert await rows(store) == gone
    for n in range(30):
        if n != 3:
            await Register(store).delete(f"d{n}")
    assert not any((await rows(store)).values()), "whatever was added is subtracted"


async def test_forks_and_what_came_from_elsewhere_are_not_counted(store: Store) -> None:
    text = next(GOLDEN.glob("*debate.jsonl")).read_text(encoding="utf-8")
    await import_transcript(store, text)
    await rebuild(store)
    assert not any((await rows(store)).values())
    assert (await Standings(store).leaderboard(scripted=True)).models == []


async def test_a_protocol_that_cannot_count_leaves_the_verdict_and_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript, standings = SqlTranscript(store), Standings(store)
    counting = registry.counting_of("debate")
    assert counting is not None

    def broken(findings: object) -> None:
        raise ZeroDivisionError("by a package")

    with monkeypatch.context() as patched:
        patched.setattr(registry, "counting_of", lambda name: type(counting)(count=broken))
        await drawn(transcript, 1)
    assert (await transcript.read("d0"))[-1].kind == "VerdictReached"
    board = await standings.leaderboard()
    assert (board.due, board.models) == (1, [])
    await rebuild(store)
    assert (await standings.leaderboard()).due == 0
    assert (await standings.leaderboard()).debates == 1
