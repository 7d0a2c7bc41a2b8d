"""Simulate councils: pairs that copy are found, independent voters of any skill are left alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from moot.stats.voter_quality.leniency import VoterVotes
from moot.stats.voter_quality.pairs import Worth, independent_voters, pairs_of
from moot.vocabulary.history.voter_quality import VoterPair

NAMES = "abcdefghijkl"
LEVELS = (-2, -1, 0, 1, 2)
USUAL = (0.1, 0.15, 0.15, 0.25, 0.35)
"""How often a claim is worth each level."""
LOOKS = (10, 20, 30, 40, 50, 60)
"""Sessions after which the simulated councils are looked at."""


class Panel(NamedTuple):
    """Voters whose skill is known."""

    noise: Sequence[float] = ()
    """The standard deviation of each one's error on a scale of levels."""
    skill: Sequence[float] = ()
    """Or how often each one knows the level; else it casts any."""
    easy: float = 0.0
    """Share of claims on which all know it."""
    lenient: Sequence[float] = ()
    """By how much each one votes too high."""
    copies: Mapping[int, int] = {}
    """Who copies whom."""
    share: float = 1.0
    """How many of its votes a copier copies."""

    @property
    def voters(self) -> int:
        """How many there are."""
        return len(self.noise or self.skill)


def votes_of(chance: random.Random, panel: Panel) -> list[int]:
    """The votes on one claim."""
    level = chance.choices(LEVELS, USUAL)[0] if panel.skill else chance.gauss(0.3, 1)
    if panel.skill:
        easy = chance.random() < panel.easy
        own = [level if easy or chance.random() < each else chance.choice(LEVELS) for each in panel.skill]
    else:
        own = [level + each * chance.gauss(0, 1) for each in panel.noise]
    lenient = panel.lenient or (0.0,) * panel.voters
    cast = [max(-2, min(2, round(vote + more))) for vote, more in zip(own, lenient, strict=True)]
    return [
        cast[panel.copies[at]] if at in panel.copies and chance.random() < panel.share else vote
        for at, vote in enumerate(cast)
    ]


def drawn(
    chance: random.Random, sessions: int, panel: Panel, claims: int = 10, again: float = 0.0
) -> list[list[VoterVotes]]:
    """So many sessions; `again` is the share of claims that come up in every session, and get the votes they got."""
    recurring = [(f"again-{number}", votes_of(chance, panel)) for number in range(round(claims * again))]
    found = []
    for session in range(sessions):
        new = [(f"{session}-{number}", votes_of(chance, panel)) for number in range(claims - len(recurring))]
        votes: list[dict[str, int]] = [{} for _ in range(panel.voters)]
        for claim, cast in (*recurring, *new):
            for at, vote in enumerate(cast):
                votes[at][claim] = vote
        found.append([VoterVotes(NAMES[at], each) for at, each in enumerate(votes)])
    return found


def named(pairs: Sequence[VoterPair]) -> set[str]:
    return {pair.a + pair.b for pair in pairs if pair.says != "nothing"}


def accused(panel: Panel, councils: int, again: float = 0.0, seed: int = 3) -> int:
    """In how many independent councils anybody is reported after any look."""
    chance, found = random.Random(seed), 0
    for _ in range(councils):
        sessions = drawn(chance, LOOKS[-1], panel, again=again)
        found += any(named(pairs_of(sessions[:look])) for look in LOOKS)
    return found


def honest(voters: int) -> dict[str, Panel]:
    """Independent voters of every sort."""
    spread = [0.95 - 0.45 * at / (voters - 1) for at in range(voters)]
    return {
        "equal": Panel((0.8,) * voters),
        "two precise": Panel((0.3, 0.3, *(1.0,) * (voters - 2))),
        "one guesses": Panel(skill=(*(0.9,) * (voters - 1), 0.1)),
        "all guess": Panel(skill=(0.0,) * voters),
        "two experts": Panel(skill=(0.97, 0.97, *(0.5,) * (voters - 2))),
        "skills differ": Panel(skill=spread),
        "easy claims": Panel(skill=spread, easy=0.8),
        "hardly a hard claim": Panel(skill=(0.8,) * voters, easy=0.95),
        "two lenient": Panel((0.8,) * voters, lenient=(1.0, 1.0, *(0.0,) * (voters - 2))),
    }


@pytest.mark.parametrize("again", [0.0, 0.5, 1.0])
def test_independent_voters_are_left_alone_however_many_claims_come_up_again(again: float) -> None:
    assert accused(Panel((0.8,) * 6), 20, again) == 0


@pytest.mark.parametrize("kind", honest(4))
def test_voters_who_agree_because_they_are_right_are_left_alone(kind: str) -> None:
    for voters in (3, 4, 6):
        assert accused(honest(voters)[kind], 4, 0.3) == 0


@pytest.mark.slow
@pytest.mark.parametrize("again", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("kind", honest(4))
@pytest.mark.parametrize("voters", range(3, 9))
def test_of_a_hundred_independent_councils_two_are_accused_at_most(voters: int, kind: str, again: float) -> None:
    assert accused(honest(voters)[kind], 100, again) <= 2


def test_copies_are_found_within_thirty_sessions() -> None:
    for voters in range(4, 9):
        for panel in (Panel((0.8,) * voters, copies={1: 0}), Panel(skill=(0.0,) * voters, copies={1: 0})):
            found = pairs_of(drawn(random.Random(voters), 30, panel))
            assert named(found) == {"ab"}
            assert (found[0].a + found[0].b, found[0].same, found[0].says) == ("ab", 1.0, "alarm")
            assert found[0].copied == pytest.approx(1.0)
            assert found[0].others is not None
            assert found[0].others < 0.7


@pytest.mark.parametrize(("voters", "sessions", "least"), [(4, 30, 12), (4, 60, 19), (6, 30, 18), (8, 30, 18)])
def test_who_copies_four_votes_of_five_is_found(voters: int, sessions: int, least: int) -> None:
    chance, came = random.Random(5), Counter[str]()
    for _ in range(20):
        out = named(pairs_of(drawn(chance, sessions, Panel((0.8,) * voters, copies={1: 0}, share=0.8))))
        came["guilty"] += "ab" in out
        came["innocent"] += bool(out - {"ab"})
    assert came["guilty"] >= least
    assert came["innocent"] == 0


def test_a_copy_among_recurring_claims_is_found_by_the_new_ones() -> None:
    panel = Panel((0.8,) * 6, copies={1: 0})
    assert named(pairs_of(drawn(random.Random(1), 30, panel, again=0.5))) == {"ab"}
    (pair, *_) = pairs_of(drawn(random.Random(1), 60, panel, again=1.0))
    assert (pair.sessions, pair.claims, pair.says) == (60, 10, "nothing")


def test_nothing_is_reported_of_few_sessions_and_a_hint_comes_before_an_alarm() -> None:
    chance, alike = random.Random(1), Panel((0.8,) * 5, copies={1: 0})
    assert pairs_of(drawn(chance, 4, alike)) == []
    for sessions, says in ((9, "nothing"), (15, "hint"), (30, "alarm")):
        first = pairs_of(drawn(chance, sessions, alike))[0]
        assert (first.a, first.b, first.says) == ("a", "b", says)


def test_three_voters_cannot_be_compared_with_others() -> None:
    found = pairs_of(drawn(random.Random(2), 30, Panel((0.3, 0.3, 1.0))))
    assert {(pair.copied, pair.says) for pair in found} == {(None, "nothing")}
    assert independent_voters("abc", found) == Worth(None)


@pytest.mark.parametrize(
    ("voters", "blocks", "most"),
    [(4, [(0, 1)], 3), (5, [(0, 1, 2)], 2.3), (6, [(0, 1, 2)], 3.1), (12, [(0, 1, 2, 3)], 6.1)],
)
def test_copies_are_named_whole_and_lower_the_number_of_independent_voters(
    voters: int, blocks: list[tuple[int, ...]], most: float
) -> None:
    copies = {at: block[0] for block in blocks for at in block[1:]}
    found = pairs_of(drawn(random.Random(4), 30, Panel((0.8,) * voters, copies=copies)))
    assert named(found) == {NAMES[a] + NAMES[b] for block in blocks for a in block for b in block if a < b}
    worth = independent_voters(NAMES[:voters], found)
    assert worth.most is not None
    assert worth.most < most


@pytest.mark.parametrize(
    ("voters", "blocks", "alike"),
    [
        (3, [(0, 1, 2)], 3),
        (5, [(0, 1, 2, 3, 4)], 5),
        (5, [(0, 1, 2, 3)], 4),
        (6, [(0, 1, 2), (3, 4, 5)], 3),
        (12, [tuple(range(11))], 11),
    ],
)
def test_of_a_majority_of_copies_no_number_is_given(voters: int, blocks: list[tuple[int, ...]], alike: int) -> None:
    """Voters who are simply right vote just so."""
    copies = {at: block[0] for block in blocks for at in block[1:]}
    found = pairs_of(drawn(random.Random(4), 30, Panel((0.8,) * voters, copies=copies)))
    assert independent_voters(NAMES[:voters], found) == Worth(None, alike, 1.0)


def test_missing_votes_and_few_claims_are_no_trouble() -> None:
    chance = random.Random(6)
    thinned = [
        [VoterVotes(cast.voter, {c: v for c, v in cast.votes.items() if chance.random() > 0.2}) for cast in session]
        for session in drawn(chance, 30, Panel((0.8,) * 5, copies={1: 0}))
    ]
    assert named(pairs_of(thinned)) == {"ab"}
    (few,) = pairs_of([[VoterVotes("a", {"x": 1}), VoterVotes("b", {"x": 1}), VoterVotes("c", {})]] * 12)
    assert (few.claims, few.same, few.others, few.copied) == (1, 1.0, None, None)
    constant = pairs_of([[VoterVotes(voter, {f"{at}": 1}) for voter in "abcd"] for at in range(60)])
    assert {pair.copied for pair in constant} == {None}
    assert independent_voters("abcd", constant) == Worth(None, 4, 1.0)
    honest_five = pairs_of(drawn(chance, 30, Panel((0.8,) * 5)))
    assert independent_voters("abcde", honest_five).most == 5
    assert independent_voters("aabcd", honest_five).most == pytest.approx(25 / 7), "one voter in two seats is one"
    assert independent_voters("", []).most is None
