"""Test that the tiers of a council's last sessions are listed, and a council that finds nearly all high is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any

import pytest

from moot.analytics.voter_quality.figures import Upkeep
from moot.analytics.voter_quality.tiers import SessionTiers, drifted
from moot.protocols.claim_vote.findings import Tiers
from moot.stats.voter_quality.leniency import SESSIONS
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import FindingMade
from moot.vocabulary.history.voter_quality import UpkeepAlarm, UpkeepCouncil
from protocols.claim_vote.drawn_voters import Voters
from sessions.backend import Backend


class Lenient(Voters):
    """Members who approve of everything, strongly or not, and are asked of other claims each day."""

    days = count()

    def __init__(self, seed: int, level: str) -> None:
        super().__init__(seed, day=next(self.days))
        self.level = level

    def _vote(self, text: str, seat: str) -> dict[str, Any]:
        return {**super()._vote(text, seat), "level": self.level}


async def sat(store: Store, seed: int, voters: Voters, name: str = "ours", **options: Any) -> dict[str, int]:
    """One session; how many of its claims stand in each tier."""
    backend = Backend(voters, transcript=SqlTranscript(store))
    options = {"controls": 0, **options}
    session = await backend.convene("claim-vote", members=3, council={"name": name}, options=options)
    bodies = await backend.bodies(session)
    await backend.runner.close()
    (tiers,) = [
        body.finding for body in bodies.values() if isinstance(body, FindingMade) and isinstance(body.finding, Tiers)
    ]
    return dict(Counter(each.tier for each in tiers.claims))


async def told(store: Store, name: str = "ours") -> tuple[UpkeepCouncil, list[UpkeepAlarm]]:
    report = await Upkeep(store).report()
    (council,) = [each for each in report.councils if each.name == name]
    return council, [each for each in report.alarms if each.kind == "drift"]


async def test_a_council_that_finds_everything_high_is_named_with_the_likely_reasons(store: Store) -> None:
    mixes = [await sat(store, seed, Voters(seed, day=1_000 + seed)) for seed in range(3)]
    mixes += [await sat(store, seed, Lenient(seed, "strongly_approve")) for seed in range(7)]
    council, alarms = await told(store)
    assert [each.tiers for each in council.mixes] == mixes
    assert alarms == []
    for seed in range(3):
        mixes.append(await sat(store, seed, Lenient(seed, "approve")))
    council, alarms = await told(store)
    assert [each.tiers for each in council.mixes] == mixes[-10:]
    (alarm,) = alarms
    claims = sum(sum(each.values()) for each in mixes[-10:])
    assert (alarm.key, alarm.about) == ("drift:ours", "ours")
    assert alarm.says.startswith(
        f"The council ours finds {claims} of {claims} claims HIGH over its last 10 sessions. Likely reasons: lenient "
        "voters: fake/a (mean +1."
    )
    assert alarm.says.endswith(
        "claims that are drawn from one side. `moot councils calibrate` shows where its tiers should be cut."
    )
    assert "hardly any strong votes" not in alarm.says
    assert (council.weighted, council.tiers_from, council.repaired) == (False, "", 0)
    assert council.ballots == 30
    await sat(store, 0, Lenient(0, "approve"), contested_sd=1.2)
    council, alarms = await told(store)
    assert alarms == [], "tiers that are cut otherwise begin anew"
    assert council.tiers_from == "Tiers are cut by options."


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_claims_that_come_up_again_raise_no_false_alarm(share: float) -> None:
    """A hundred councils vote on eight claims a day, sixty days long, on this share of them each day again; nearly
    half of the claims are HIGH."""
    assert sum(named(seed, share, 0.45) for seed in range(100)) <= 2


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_true_drift_is_found_although_claims_come_up_again(share: float) -> None:
    assert sum(named(seed, share, 0.85) for seed in range(20)) >= 19


def named(seed: int, share: float, high: float) -> bool:
    """Whether a council is named within sixty sessions."""
    draw = Random(seed)

    def voted(claims: Iterable[str]) -> dict[str, str]:
        return {claim: "HIGH" if draw.random() < high else "MEDIUM" for claim in claims}

    daily = voted(f"daily {at}" for at in range(round(8 * share)))
    sessions = [
        SessionTiers(
            session=f"{day}",
            protocol="claim-vote",
            at=f"{day}",
            tiers={**daily, **voted(f"{day} {at}" for at in range(8 - len(daily)))},
            best="HIGH",
            weighted=False,
            tiers_from="",
        )
        for day in range(60)
    ]
    return any(drifted(sessions[max(0, at - SESSIONS) : at]) for at in range(SESSIONS, 61))
