"""Are pairs that copy found, others left alone, and is nothing told that votes do not tell?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from moot.tally.upkeep.leniency import Cast
from moot.tally.upkeep.pairs import PairLike, Worth, independent_voters, pairs_of

NAMES = "abcdefghijkl"


class Panel(NamedTuple):
    """Voters who are known."""

    noise: Sequence[float]
    """The standard deviation of each one's noise."""
    shared: float = 0.0
    """How much of it the first two have in common."""
    copies: Mapping[int, int] = {}
    """Who casts the votes of whom."""
    lenient: float = 0.0
    """How far apart voters are on the average."""
    against: frozenset[int] = frozenset()
    """Who votes against what it is worth."""


def drawn(chance: random.Random, sessions: int, panel: Panel, claims: int = 10) -> list[list[Cast]]:
    """So many sessions of these voters, with votes in whole steps."""
    lenient = [chance.gauss(0, panel.lenient) for _ in panel.noise]
    found = []
    for _ in range(sessions):
        votes: list[dict[str, int]] = [{} for _ in panel.noise]
        for number in range(claims):
            worth, common = chance.gauss(0.3, 1), chance.gauss(0, 1)
            for at, noise in enumerate(panel.noise):
                own, shared = chance.gauss(0, 1), panel.shared if at < 2 else 0.0
                vote = worth + lenient[at] + noise * (shared**0.5 * common + (1 - shared) ** 0.5 * own)
                votes[at][f"claim-{number}"] = max(-2, min(2, round(-vote if at in panel.against else vote)))
        for at, of in panel.copies.items():
            votes[at] = votes[of]
        found.append([Cast(NAMES[at], each) for at, each in enumerate(votes)])
    return found


def named(pairs: Sequence[PairLike]) -> set[str]:
    return {like.a + like.b for like in pairs if like.says != "nothing"}


def copied(*blocks: Sequence[int]) -> dict[int, int]:
    return {at: block[0] for block in blocks for at in block[1:]}


def two(precise: float, others: float, voters: int) -> Panel:
    """Two precise voters, and others."""
    return Panel((precise, precise, *(others,) * (voters - 2)))


def panels(voters: int) -> dict[str, Panel]:
    """Independent voters of every sort."""
    return {
        "equal": Panel((0.8,) * voters),
        "two precise": two(0.3, 1.0, voters),
        "one rubbish": Panel((0.5, 0.5, *(1.0,) * (voters - 3), 1.5)),
        "lenient": Panel((0.8,) * voters, lenient=0.5),
    }


def test_nothing_is_said_of_few_sessions_and_a_hint_is_no_alarm() -> None:
    chance, alike = random.Random(1), Panel((0.8,) * 5, shared=1.0)
    assert pairs_of(drawn(chance, 4, alike)) == []
    assert {like.says for like in pairs_of(drawn(chance, 9, alike))} == {"nothing"}
    for sessions, says in ((15, "hint"), (30, "alarm")):
        first = pairs_of(drawn(chance, sessions, alike))[0]
        assert (first.a, first.b, first.says) == ("a", "b", says)


def test_three_voters_cannot_be_held_against_each_other() -> None:
    chance = random.Random(2)
    for noise in ((0.3, 0.3, 1.0), (0.8, 0.8, 0.8)):
        found = pairs_of(drawn(chance, 30, Panel(noise)))
        assert {(like.excess, like.says) for like in found} == {(None, "nothing")}
        assert independent_voters("abc", found) == Worth(None)


def alarmed(panel: Panel, sessions: int, runs: int, seed: int = 3) -> Counter[str]:
    """How often each pair is named, and any that is not the first two."""
    chance, came = random.Random(seed), Counter[str]()
    for _ in range(runs):
        out = named(pairs_of(drawn(chance, sessions, panel)))
        came.update(out)
        came["innocent"] += bool(out - ({"ab"} if panel.shared else set()))
    return came


def test_a_sample_of_independent_voters_is_left_alone() -> None:
    """Two precise voters vote alike because they are right."""
    for each in ("two precise", "one rubbish", "lenient"):
        assert alarmed(panels(5)[each], 30, 4)["innocent"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("sessions", "most"), [(10, 0.13), (30, 0.04)])
@pytest.mark.parametrize("kind", ["equal", "two precise", "one rubbish", "lenient"])
@pytest.mark.parametrize("voters", [3, 4, 5, 6, 12])
def test_of_independent_councils_ten_of_a_hundred_are_hinted_at_and_two_raise_an_alarm(
    voters: int, kind: str, sessions: int, most: float
) -> None:
    """At most, and two standard errors of so many runs."""
    runs = 120 if voters == 12 else 400
    assert alarmed(panels(voters)[kind], sessions, runs)["innocent"] <= (most + 0.02 * (voters == 12)) * runs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claims", "sessions", "guilty"), [(10, 10, 0.60), (12, 10, 0.70), (10, 30, 0.94), (12, 30, 0.97)]
)
def test_how_often_two_who_share_half_of_their_noise_are_named(claims: int, sessions: int, guilty: float) -> None:
    chance, came, runs = random.Random(5), Counter[str](), 400
    for _ in range(runs):
        out = named(pairs_of(drawn(chance, sessions, Panel((0.8,) * 5, shared=0.5), claims)))
        came["guilty"] += "ab" in out
        came["innocent"] += bool(out - {"ab"})
    assert came["guilty"] / runs == pytest.approx(guilty, abs=0.05)
    assert came["innocent"] <= (0.04 if sessions >= 30 else 0.13) * runs


@pytest.mark.slow
def test_what_was_hinted_at_is_named_no_more_once_enough_is_known_and_it_is_not_sure() -> None:
    """A hint is put up with until thirty sessions; of the same votes an alarm is sure, or nothing is said."""
    chance, hints, alarms = random.Random(12), 0, 0
    for _ in range(40):
        sessions = drawn(chance, 30, panels(4)["two precise"])
        hints += bool(named(pairs_of(sessions[:29])))
        alarms += bool(named(pairs_of(sessions)))
    assert hints > alarms


@pytest.mark.parametrize(
    ("voters", "blocks", "most"),
    [(4, [(0, 1)], 3.4), (5, [(0, 1)], 4.4), (5, [(0, 1, 2)], 3.6), (6, [(0, 1, 2)], 4.2), (12, [(0, 1, 2, 3)], 8.5)],
)
def test_copies_are_named_whole_and_lower_what_the_council_is_worth(
    voters: int, blocks: list[tuple[int, ...]], most: float
) -> None:
    found = pairs_of(drawn(random.Random(4), 30, Panel((0.8,) * voters, copies=copied(*blocks))))
    assert named(found) == {NAMES[a] + NAMES[b] for block in blocks for a in block for b in block if a < b}
    worth = independent_voters(NAMES[:voters], found)
    assert worth.most is not None
    assert worth.most < most


@pytest.mark.parametrize(
    ("voters", "blocks", "alike"),
    [
        (3, [(0, 1, 2)], 3),
        (4, [(0, 1, 2, 3)], 4),
        (5, [(0, 1, 2, 3, 4)], 5),
        (5, [(0, 1, 2, 3)], 4),
        (6, [(0, 1, 2, 3, 4)], 5),
        (6, [(0, 1, 2), (3, 4, 5)], 3),
        (4, [(0, 1), (2, 3)], 2),
        (12, [tuple(range(11))], 11),
    ],
)
def test_of_a_majority_of_copies_no_number_is_told(voters: int, blocks: list[tuple[int, ...]], alike: int) -> None:
    """Voters who are simply right vote just so."""
    found = pairs_of(drawn(random.Random(4), 30, Panel((0.8,) * voters, copies=copied(*blocks))))
    assert independent_voters(NAMES[:voters], found) == Worth(None, alike, 1.0)


def test_nearly_the_same_votes_tell_as_little_as_the_same() -> None:
    chance = random.Random(9)
    sessions = [
        [Cast(cast.voter, {c: 0 if chance.random() < 0.01 else v for c, v in cast.votes.items()}) for cast in session]
        for session in drawn(chance, 30, Panel((0.8,) * 5, copies=copied(range(5))))
    ]
    worth = independent_voters("abcde", pairs_of(sessions))
    assert (worth.most, worth.alike) == (None, 5)
    assert 0.95 < worth.same < 1


def test_nobody_raises_what_a_council_is_worth() -> None:
    chance = random.Random(4)
    for panel in (Panel((0.8,) * 5, shared=1.0), Panel((0.8,) * 5, shared=1.0, against=frozenset({4}))):
        most = independent_voters("abcde", pairs_of(drawn(chance, 30, panel))).most
        assert most is not None
        assert most < 4.8
    against = independent_voters("abcde", pairs_of(drawn(chance, 30, Panel((0.8,) * 5, against=frozenset({4})))))
    assert against.most == 5
    honest = pairs_of(drawn(chance, 30, Panel((0.8,) * 5)))
    assert independent_voters("aabcd", honest).most == pytest.approx(25 / 7), "one voter in two seats is one"
    assert independent_voters("", []).most is None


def test_missing_votes_and_few_claims_are_no_trouble() -> None:
    chance = random.Random(6)
    thinned = [
        [Cast(cast.voter, {c: v for c, v in cast.votes.items() if chance.random() > 0.2}) for cast in session]
        for session in drawn(chance, 30, Panel((0.8,) * 5, shared=1.0))
    ]
    assert (pairs_of(thinned)[0].a, pairs_of(thinned)[0].b) == ("a", "b")
    assert pairs_of([[Cast("a", {"x": 1}), Cast("b", {"x": 1}), Cast("c", {})]] * 12) == []
    constant = pairs_of([[Cast(voter, {"x": 1, "y": 1, "z": 1}) for voter in "abcd"]] * 12)
    assert {like.excess for like in constant} == {None}
    assert independent_voters("abcd", constant) == Worth(None, 4, 1.0)


def test_voters_of_councils_that_never_met_are_held_against_those_they_met() -> None:
    """Claims of one council may be told apart more easily: each pair is held against its own sessions."""
    chance = random.Random(8)
    easy = drawn(chance, 30, Panel((0.3,) * 4))
    hard = [
        [Cast({"a": "a", "b": "x", "c": "y", "d": "z"}[cast.voter], cast.votes) for cast in session]
        for session in drawn(chance, 30, Panel((1.2,) * 4))
    ]
    assert named(pairs_of(easy + hard)) == set()
