"""Of voters who are known: do intervals hold what is so, are the right ones named, and does no vote weigh too much?"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from analytics.upkeep.simulated import Skilled, Swapped, voted
from moot.analytics.upkeep.figures import Upkeep
from moot.tally.upkeep.weights import CAP
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.earlier.track_record import SameVotes
from moot.vocabulary.earlier.upkeep import Rate, UpkeepReport

SOUND, CARELESS = ("up/sound-1", "up/sound-2", "up/sound-3"), "up/careless"


async def world(tmp_path: Path, seed: int, sessions: int = 30) -> tuple[UpkeepReport, list[float], list[Skilled]]:
    """A council of six after so many sessions: what is told of it, what votes weigh, and its voters as they are."""
    draw = Random(seed)
    voters = [
        *(Skilled(model, draw.uniform(0.85, 1), draw.uniform(0.88, 0.99), draw.uniform(-0.4, 0.4)) for model in SOUND),
        Skilled(CARELESS, draw.uniform(0.1, 0.5), 0.95),
        Skilled("up/ignorant", 0.97, 0.45, 1.2),
        Skilled("up/copy", 1.0, 0.95, copies=SOUND[0]),
    ]
    store = Store(tmp_path / f"{seed}.db", durable="normal")
    await voted(SqlTranscript(store), f"w{seed}", voters, sessions, draw)
    upkeep = Upkeep(store)
    report, weights = await upkeep.report(), await upkeep.weights("simulated")
    await store.close()
    return report, [each.weight for each in weights.voters], voters


def holds(rate: Rate | None, true: float) -> bool:
    assert rate is not None
    return rate.low <= true <= rate.high


def looked_at(report: UpkeepReport, weights: list[float], voters: list[Skilled]) -> list[bool]:
    """Checks what has to be in every world; whether each interval holds what is so."""
    assert max(weights) / min(weights) <= CAP
    by_model = {voter.model: voter for voter in report.voters}
    named = {alarm.about for alarm in report.alarms if alarm.kind == "controls"} - {"simulated"}
    assert by_model["up/ignorant"].fingerprint in named
    (pair,) = [each for each in report.pairs if each.says != "nothing"]  # in some sessions one could not be read
    assert set(pair.models) == {"up/copy", SOUND[0]}
    effective = report.councils[0].effective
    assert effective is not None
    assert effective < len(voters)
    found = []
    for voter in voters:
        known = by_model[voter.model]
        found += [holds(known.valid, voter.readable), holds(known.controls, voter.right)]
    lenient = {model: voter.leniency for model, voter in by_model.items() if voter.leniency is not None}
    assert lenient["up/ignorant"] == max(lenient.values())
    return found


async def test_a_world_is_seen_as_it_is(tmp_path: Path) -> None:
    assert sum(looked_at(*await world(tmp_path, 1))) >= 9


@pytest.mark.slow
async def test_intervals_hold_what_is_so_at_their_rate(tmp_path: Path) -> None:
    held = [each for seed in range(40) for each in looked_at(*await world(tmp_path, seed))]
    assert sum(held) / len(held) == pytest.approx(0.9, abs=0.05)


async def test_of_five_copies_no_number_of_independent_voters_is_told(tmp_path: Path) -> None:
    copies = [Skilled(f"up/{name}", 1, 1, copies="" if name == "a" else "up/a") for name in "abcde"]
    store = Store(tmp_path / "copies.db", durable="normal")
    await voted(SqlTranscript(store), "c", copies, 12, Random(1))
    (council,) = (await Upkeep(store).report()).councils
    await store.close()
    assert (council.voters, council.effective) == (5, None)
    assert council.same_votes == SameVotes(voters=5, share=1.0)


async def test_a_claim_that_comes_up_in_every_session_counts_once(tmp_path: Path) -> None:
    voters = [Skilled(f"up/{name}", 1, 1, copies="" if name == "a" else "up/a") for name in "abcd"]
    store = Store(tmp_path / "recurring.db", durable="normal")
    await voted(SqlTranscript(store), "r", voters, 30, Random(1), recurring=True)
    report = await Upkeep(store).report()
    await store.close()
    assert {(pair.sessions, pair.claims, pair.says) for pair in report.pairs} == {(30, 12, "nothing")}
    assert not [alarm for alarm in report.alarms if alarm.kind == "pair"]


async def test_a_long_silence_is_told_in_full(tmp_path: Path) -> None:
    """Other figures look at ten sessions; a silence of thirteen is one of thirteen."""
    voters = [Skilled("up/a", 1, 1), Skilled("up/b", 1, 1), Skilled("up/c", 1, 1)]
    store = Store(tmp_path / "silent.db", durable="normal")
    await voted(SqlTranscript(store), "s", voters, 15, Random(1), {"up/a": Swapped(2, Skilled("up/a", 0, 1))})
    report = await Upkeep(store).report()
    await store.close()
    assert {voter.model: voter.silent for voter in report.voters} == {"up/a": 13, "up/b": 0, "up/c": 0}
    assert [alarm.says for alarm in report.alarms if alarm.kind == "silent"] == [
        "up/a has not voted for 13 sessions: replace it, or try it out."
    ]


async def swapped(tmp_path: Path, seed: int, after: int, more: int) -> list[bool]:
    """Whether a voter is named session by session after its service changed it silently."""
    draw = Random(seed)
    voters = [Skilled(model, 1, 0.95) for model in ("up/a", "up/b", "up/c")]
    swap = {"up/a": Swapped(after, Skilled("up/a", 1, 0.4))}
    found = []
    store = Store(tmp_path / f"s{seed}.db", durable="normal")
    await voted(SqlTranscript(store), "s", voters, after + more, draw, swap)
    report = await Upkeep(store).report()
    named = {alarm.about for alarm in report.alarms if alarm.kind == "controls"}
    found += [voter.fingerprint in named for voter in sorted(report.voters, key=lambda each: each.model)]
    await store.close()
    return found


async def test_a_model_that_was_changed_silently_is_named_and_nobody_else(tmp_path: Path) -> None:
    assert await swapped(tmp_path, 1, 20, 18) == [True, False, False]
    assert await swapped(tmp_path, 2, 20, 0) == [False, False, False]


@pytest.mark.slow
async def test_of_many_swaps_nearly_all_are_named(tmp_path: Path) -> None:
    came = [await swapped(tmp_path, seed, 20, 15) for seed in range(40)]
    assert sum(each[0] for each in came) >= 38
    assert sum(each[1] + each[2] for each in came) <= 2
