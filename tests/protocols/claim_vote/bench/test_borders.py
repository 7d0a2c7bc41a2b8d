"""Figures of a calibration against counting them again claim by claim, and councils whose best borders are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from moot.protocols.claim_vote.bench import borders
from moot.protocols.claim_vote.bench.borders import RIGHT, found_in, smaller_side
from moot.protocols.claim_vote.options import BORDERS, ClaimVoteOptions
from moot.protocols.claim_vote.tiers import counts_of, cut_at, sd_of, tier_of
from moot.vocabulary.history.calibration import EXPECTED, CalibrationStatement, Expected, StatementPolled

PUBLISHED = ClaimVoteOptions()
SMALL = {
    "high_mean": (0.5, 1.0),
    "high_sd": (0.8, 1.2),
    "contested_sd": (0.9, 1.5),
    "rejected_mean": (0.0,),
    "contested_split": (0.0, 0.25),
}


def polled(
    chance: Random, contested: int = 18, others: int = 8, voters: int = 5, mild: bool = False
) -> list[StatementPolled]:
    """Votes of a council: settled claims near their end, contested ones on both sides, mildly or not."""
    found = []
    kinds: list[Expected] = ["contested"] * contested
    kinds += [each for each in EXPECTED if each != "contested" for _ in range(others)]
    for number, kind in enumerate(kinds):
        for denied, order in product((False, True), (0, 1)):
            stands = kind
            if denied and kind in ("settled-true", "settled-false"):
                stands = "settled-false" if kind == "settled-true" else "settled-true"
            statement = CalibrationStatement(claim=f"c{number:02}", denied=denied, expected=stands, text="x")
            votes = tuple(_vote(chance, stands, mild) for _ in range(chance.choice((voters, voters, voters - 1))))
            found.append(StatementPolled(statement=statement, order=order, votes=votes, asked=voters))
    return found


def _vote(chance: Random, stands: Expected, mild: bool) -> int:
    middle = {"settled-true": 1.6, "settled-false": -1.6, "open": 0.0, "contested": chance.choice((-1, 1)) * 1.6}
    if mild and stands == "contested":
        return chance.choice((-1, 1))
    return max(-2, min(2, round(middle[stands] + chance.gauss(0, 0.5))))


def hit_share(units: Sequence[StatementPolled], options: ClaimVoteOptions) -> float:
    """The mean over classes of the share of statements that come out as they should, one by one."""
    shares = []
    for expected in EXPECTED:
        mine = [each for each in units if each.statement.expected == expected and each.votes]
        if mine:
            cut = cut_at(options.bounds)
            shares.append(sum(tier_of(counts_of(u.votes), cut) in RIGHT[expected] for u in mine) / len(mine))
    return sum(shares) / len(shares)


def test_every_figure_is_what_counting_again_gives() -> None:
    votes = polled(Random(2), mild=True)
    found = found_in(votes, PUBLISHED)
    assert found.hits is not None
    assert found.hits.value == pytest.approx(hit_share(votes, PUBLISHED))
    assert found.hits.low <= found.hits.value <= found.hits.high
    assert (found.claims, found.contested) == (42, 18)
    assert found.unread == sum(each.asked - len(each.votes) for each in votes)
    cut = cut_at(PUBLISHED.bounds)
    for row in found.table:
        tiers = [tier_of(counts_of(u.votes), cut) for u in votes if u.statement.expected == row.expected]
        assert row.tiers == {tier: tiers.count(tier) for tier in row.tiers}
        assert sum(row.tiers.values()) == len(tiers)
        assert row.hits == sum(tier in RIGHT[row.expected] for tier in tiers)
    for each in found.separates:
        measure = sd_of if each.measure == "deviation" else smaller_side
        one = [measure(counts_of(u.votes)) for u in votes if u.statement.expected == "contested"]
        other = [measure(counts_of(u.votes)) for u in votes if u.statement.expected.startswith("settled")]
        wins = [1.0 if a > b + 1e-12 else 0.5 if abs(a - b) <= 1e-12 else 0.0 for a in one for b in other]
        assert each.auc.value == pytest.approx(sum(wins) / len(wins))


def test_what_is_suggested_is_best_by_trying_all_and_judged_by_leaving_each_claim_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(borders, "GRID", SMALL)
    votes = polled(Random(4), others=6, mild=True)
    found = found_in(votes, PUBLISHED)
    assert found.suggested is not None
    names = list(SMALL)
    tried = [dict(zip(names, values, strict=True)) for values in product(*SMALL.values())]
    tried = [each for each in tried if each["high_sd"] <= each["contested_sd"]]
    options = [replace(PUBLISHED, **each) for each in tried]
    shares = [hit_share(votes, each) for each in options]
    assert hit_share(votes, replace(PUBLISHED, **found.suggested.borders)) == pytest.approx(max(shares))
    claims = sorted({each.statement.claim for each in votes})
    rights: dict[str, list[bool]] = {expected: [] for expected in EXPECTED}
    for claim in claims:
        rest = [each for each in votes if each.statement.claim != claim]
        rates = [hit_share(rest, each) for each in options]
        best = [each for each, rate in zip(options, rates, strict=True) if rate >= max(rates) - 1e-9]
        near = min(best, key=_steps)
        for unit in votes:
            if unit.statement.claim == claim:
                tier = tier_of(counts_of(unit.votes), cut_at(near.bounds))
                rights[unit.statement.expected].append(tier in RIGHT[unit.statement.expected])
    left = sum(sum(each) / len(each) for each in rights.values()) / len(rights)
    assert found.suggested.hits.value == pytest.approx(left)
    assert found.suggested.gain.value == pytest.approx(left - hit_share(votes, PUBLISHED))


def _steps(options: ClaimVoteOptions) -> tuple[int, int, tuple[int, ...]]:
    """How far borders are from those in use: how many are moved, by how many steps, and the first of those alike."""
    places = tuple(SMALL[name].index(getattr(options, name)) for name in BORDERS)
    now = tuple(SMALL[name].index(getattr(PUBLISHED, name)) for name in BORDERS)
    far = [abs(at - was) for at, was in zip(places, now, strict=True)]
    return sum(each > 0 for each in far), sum(far), places


def test_nothing_is_suggested_by_few_contested_claims_or_by_none() -> None:
    few = found_in(polled(Random(1), contested=14, mild=True), PUBLISHED)
    assert few.suggested is None
    assert few.why_none == "Only 14 contested claims were voted on; 15 are needed to suggest borders."
    assert found_in(polled(Random(1), contested=15, mild=True), PUBLISHED).suggested is not None
    none = found_in([replace(each, votes=()) for each in polled(Random(1))], PUBLISHED)
    assert (none.hits, none.table, none.suggested, none.why_none) == (None, [], None, "No vote could be read.")
    settled = [each for each in polled(Random(1)) if each.statement.expected.startswith("settled")]
    assert found_in(settled, PUBLISHED).separates == []
