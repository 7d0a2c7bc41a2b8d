"""For each achievement one debate that earns it and one that just misses it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

import pytest

from moot.analytics.track_records import MOST
from moot.protocols.debate.awards import RULES, awards_from
from moot.protocols.debate.findings import TITLES, AwardName, Deeds
from moot.vocabulary.history.track_record import Career, Past
from protocols.debate.debates import Recorded, deeds, marks, past_from, stances


@dataclass
class Told:
    """A debate: marks by reader, stances, what came before, who left something out."""

    marks: dict[str, str]
    stances: str = ""
    past: dict[str, Career] = field(default_factory=dict)
    failed: str = ""
    seats: str = "abcd"
    whole: bool = True


@dataclass
class Case:
    """An achievement, a debate that earns it (and who), and one that just misses it."""

    name: AwardName
    who: list[tuple[str, ...]]
    earns: Told
    misses: Told


PLAIN = {"a": "b5 c5 d6", "b": "a5 c5 d6", "c": "a5 b5 d6", "d": "a5 b5 c5"}

CASES = [
    Case(
        "comeback-king",
        [("c",)],
        Told({**PLAIN, "a": "b5 c4>6 d6", "b": "a5 c4>5 d6", "d": "a5 b5 c4>4"}),  # 12 to 15: exactly one point
        Told({**PLAIN, "a": "b5 c4>6 d6", "b": "a5 c4>4 d6", "d": "a5 b5 c4>4"}),  # two thirds of a point
    ),
    Case(
        "unanimous",
        [("a",)],
        Told({"a": "b5 c5 d5", "b": "a6 c5 d5", "c": "a7 b6 d5", "d": "a9 b8 c1"}),
        Told({"a": "b5 c5 d5", "b": "a6 c5 d5", "c": "a7 b7 d5", "d": "a9 b8 c1"}),  # c puts b level
    ),
    Case(
        "contrarian",
        [("a",)],
        Told({"a": "b3 c5 d4", "b": "a5 c7 d6", "c": "a5 b5 d6", "d": "a5 b5 c7"}),  # 2, 2, 2 from the others
        Told({"a": "b3 c5 d5", "b": "a5 c7 d6", "c": "a5 b5 d6", "d": "a5 b5 c7"}),  # 2, 2, 1
    ),
    Case(
        "peacemaker",
        [("a",)],
        Told(PLAIN, "a+b a+c a0d b-c c-b d+b"),
        Told(PLAIN, "a+b a+c a-d b-c c-b d+b"),  # it opposes one
    ),
    Case(
        "iron-wall",
        [("d",)],
        Told({"a": "b5 c5 d7", "b": "a5 c5 d8", "c": "a5 b5 d7", "d": "a5 b5 c5"}),
        Told({"a": "b5 c5 d6>7", "b": "a5 c5 d8", "c": "a5 b5 d7", "d": "a5 b5 c5"}),  # one first mark was 6
    ),
    Case(
        "silver-tongue",
        [("c",)],
        Told({**PLAIN, "a": "b5 c4>5 d6", "b": "a5 c4>5 d6", "d": "a5 b5 c4>5"}),
        Told({**PLAIN, "a": "b5 c4>9 d6", "b": "a5 c4>4 d6"}),  # one critic stays
    ),
    Case(
        "workhorse",
        [("b",)],
        Told(PLAIN, past={"m/b": Career(debates=9, full=4), "m/c": Career(debates=9, full=3)}),
        Told(PLAIN, past={"m/b": Career(debates=9, full=4)}, failed="b"),  # left something out today
    ),
    Case(
        "dark-horse",
        [("d",)],
        Told(PLAIN, past={"m/d": Career(debates=3, unwon=3)}),
        Told(PLAIN, past={"m/d": Career(debates=2, unwon=2)}),  # one debate too few
    ),
    Case(
        "rivalry",
        [("a", "b")],
        Told({**PLAIN, "a": "b4 c5 d6", "b": "a3 c5 d6"}, "a-b b-a c-d d-c"),
        Told({**PLAIN, "a": "b4 c5 d6", "b": "a5 c5 d6"}, "a-b b-a"),  # one mark is too warm
    ),
    Case(
        "best-friends",
        [("a", "b")],
        Told({**PLAIN, "a": "b8 c5 d6", "b": "a9 c5 d6"}, "a+b b+a c+d d+c"),
        Told({**PLAIN, "a": "b8 c5 d6", "b": "a9 c5 d6"}, "a+b b0a"),  # one is neutral
    ),
]


def earned(told: Told) -> dict[str, list[tuple[str, ...]]]:
    board = marks(told.seats, whole=told.whole, **told.marks)
    ties = stances(told.seats, told.stances)
    given = awards_from(board, ties, deeds(board, ties, told.seats, failed=told.failed), Past(careers=told.past))
    found: dict[str, list[tuple[str, ...]]] = {}
    for award in given.awards:
        assert award.because.endswith(".")
        found.setdefault(award.name, []).append(award.seats)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_earned_and_just_missed(case: Case) -> None:
    assert earned(case.earns).get(case.name) == case.who
    assert case.name not in earned(case.misses)


def test_every_achievement_has_a_rule_a_title_and_a_case() -> None:
    names = set(get_args(AwardName))
    assert set(RULES) == set(TITLES) == {case.name for case in CASES} == names
    assert len(names) == 10


def test_ties_are_shared() -> None:
    told = Told({**PLAIN, "c": "a4>6 b4>6 d6", "d": "a4>6 b4>6 c5"})
    assert earned(told)["comeback-king"] == [("a",), ("b",)]


def test_a_debate_without_ballots_earns_nothing() -> None:
    assert earned(Told({})) == {}


def test_a_workhorse_is_told_at_milestones_and_a_dark_horse_once_for_each_drought() -> None:
    told: dict[str, list[int]] = {"workhorse": [], "dark-horse": []}
    sat: list[Recorded] = []
    for number in range(1, 256):
        wins = {"b": "a5 c5 d6", "a": "b9 c5 d5", "c": "a5 b9 d5", "d": "a5 b9 c5"}
        board, ties = marks("abcd", whole=True, **(wins if number in (4, 5, 9, 254) else PLAIN)), stances("abcd")
        done = deeds(board, ties, "abcd")
        for award in awards_from(board, ties, done, past_from(sat[-MOST:], {"m/b"})).awards:
            if award.seats == ("b",) and award.name in told:
                told[award.name].append(number)
        sat.append(Recorded(deeds=Deeds(deeds=tuple(deed for deed in done.deeds if deed.seat == "b"))))
    assert told == {"workhorse": [5, 10, 25, 50, 100, 250], "dark-horse": [4, 9, 254]}
