"""Test that the model's standing follows the ballots, and is never firmer for a lost ballot."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from cases import slow_except
from moot.stats.judging.ballot_votes import Own
from moot.stats.judging.standing import judged_standing
from moot.vocabulary.ballots import Poll
from moot.vocabulary.findings import Standing
from moot.vocabulary.statements import Answers
from stats.elections import poll, poll_of, random_ballots

NOISE = 0.01
"""A chance is told in steps of 5 %, and rounded down where ballots are lost: less than this is no difference."""


def firsts(standing: Standing) -> dict[str, int]:
    """The headline's figure: ballots that put each answer first alone."""
    return {place.seat: (place.first_by_others or 0) + int(place.first_by_itself is True) for place in standing.places}


@pytest.mark.parametrize("members", [3, 4, 5])
@pytest.mark.parametrize("own", ["auto", "out"])
def test_unanimous_councils_are_told_as_unanimous(members: int, own: Own) -> None:
    seats = "abcde"[:members]
    shown = {reader: "a>" + ">".join(s for s in seats if s != "a") for reader in seats}
    asked = poll(seats, **shown)
    found = judged_standing(asked, own=own)
    assert found.winner == "a"
    assert found.asked == found.counted == members
    first = found.places[0]
    assert (first.first_by_others, first.first_by_itself) == (members - 1, own == "auto")
    assert found.says is not UNSET
    assert found.says[0].startswith("All ")
    assert found.k_replaced > 0


def test_who_abstains_changes_no_denominator_and_its_own_vote_is_not_resampled() -> None:
    whole = judged_standing(poll("abcd", a="a>b>c>d", b="a>b>c>d", c="a>c>b>d", d="a>d>c>b"))
    quiet = judged_standing(poll("abcd", a="", b="a>b>c>d", c="a>c>b>d", d="a>d>c>b"))
    assert (whole.asked, quiet.asked, quiet.counted, quiet.abstained) == (4, 4, 3, ("a",))
    assert (quiet.places[0].chance or 0) <= (whole.places[0].chance or 0)
    assert quiet.clear <= whole.clear


def lost_one(chance: Random, members: int, own: Own) -> tuple[Poll, Poll, str]:
    """A council's ballots, and the same with one that did not come."""
    candidates, ballots = random_ballots(chance, members, ties=0.2, own=own != "out")
    whole = poll_of(candidates, ballots)
    gone = chance.choice(candidates)
    left = {reader: ballot for reader, ballot in whole.ballots.items() if reader != gone}
    how = chance.choice(("spoiled", "missing"))
    return whole, replace(whole, ballots=left, **{how: (gone,)}), gone


def firmer(before: Standing, after: Standing) -> list[str]:
    """In which ways the standing with a lost ballot says more than the whole one, or than is known."""
    found = []
    if after.clear is True and before.clear is not True:
        found.append("clear")
    if after.winner is None:
        return found
    if before.winner == after.winner:
        found += ["k"] if after.k_replaced > before.k_replaced else []
        was, now = (next(p.chance for p in each.places if p.seat == after.winner) for each in (before, after))
        found += ["chance"] if now is not UNSET and was is not UNSET and now > was + NOISE else []
    elif after.k_replaced:
        found.append("another winner, and no lost ballot could change it")
    if any(votes > firsts(before)[seat] for seat, votes in firsts(after).items()):
        found.append("votes")
    if after.asked != before.asked:
        found.append("asked")
    return found


@pytest.mark.fast(1)
@pytest.mark.parametrize("own", ["auto", "in", "out"])
@pytest.mark.parametrize("ballots", slow_except((60, 6_600), 60))
def test_a_lost_ballot_makes_nothing_firmer(own: Own, ballots: int) -> None:
    chance = Random(f"lost {own}")
    for _ in range(ballots):
        whole, lacking, _ = lost_one(chance, chance.choice((3, 4, 5) if ballots < 100 else (3, 4, 5, 6, 8)), own)
        found = firmer(judged_standing(whole, own=own), judged_standing(lacking, own=own))
        assert not found, (found, whole, lacking)


def test_the_ballots_of_members_without_an_answer_are_not_there() -> None:
    asked = poll("abc", a="b>c>a", b="b>c>a", c="b>a>c")
    gone = Answers(statements=(), missing=("d", "e", "f"))
    whole, lacking = judged_standing(asked), judged_standing(asked, gone)
    assert whole.k_replaced > 0
    assert (lacking.k_replaced, lacking.asked) == (0, 6)
    assert "3 ballots that are not there" in lacking.reason


def test_what_own_votes_count_is_told_and_own_votes_never_decide_alone() -> None:
    found = judged_standing(poll("abc", a="a>b>c", b="b>a>c", c="a=b>c"))
    assert found.winner is None
    assert found.own_weight is not UNSET
    assert set(found.own_weight) == {"a", "b", "c"}
    assert all(0 < weight <= 1 for weight in found.own_weight.values())
    assert judged_standing(poll("abc", a="b>c", b="a>c", c="a>b"), own="out").own_weight is UNSET


def test_it_is_whole_json_and_renaming_seats_renames_it() -> None:
    chance = Random("rename")
    for _ in range(12):
        candidates, ballots = random_ballots(chance, chance.choice((3, 4, 5)), own=True, absent=0.1)
        before = judged_standing(poll_of(candidates, ballots))
        assert msgspec.json.decode(msgspec.json.encode(before), type=Standing) == before
        name = dict(zip(candidates, chance.sample(candidates, len(candidates)), strict=True))
        renamed = {
            name[reader]: tiers and tuple(tuple(name[seat] for seat in tier) for tier in tiers)
            for reader, tiers in ballots.items()
        }
        after = judged_standing(poll_of(candidates, {seat: renamed[seat] for seat in candidates}))
        assert after.winner == (name[before.winner] if before.winner else None)
        assert (after.k_replaced, after.k_another, after.k_removed) == (
            before.k_replaced,
            before.k_another,
            before.k_removed,
        )
        now = {place.seat: place for place in after.places}
        for place in before.places:
            assert now[name[place.seat]].score == pytest.approx(place.score)
            if place.chance is not UNSET:
                assert now[name[place.seat]].chance == pytest.approx(place.chance, abs=0.02)


def test_a_lead_that_one_ballot_ends_or_that_few_decide_is_not_clear() -> None:
    seats = "abcdefghijkl"
    three = {who: ">".join(seats) for who in "abc"}
    found = judged_standing(poll(seats, **three, **dict.fromkeys(seats[3:], "")))
    assert found.winner == "a"
    assert found.clear is False
    alone = judged_standing(poll("abcd", a="a>b>c>d", b="", c="", d=""))
    assert all(place.chance is UNSET for place in alone.places), "of one ballot no chance is told"
