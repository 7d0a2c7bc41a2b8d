"""The one model of judging: what can be checked by hand, and what must hold of every poll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from benchmarks.judges.arms import HALF, Ballots, pulled, votes
from benchmarks.judges.chances import told_of

from moot.stats.judging.ballot_votes import Tiers, places_in, votes_from, votes_from_marks
from moot.stats.judging.best_chance import fit_from
from moot.stats.judging.certificate import firmness
from moot.stats.judging.ranking_rule import BY_CHANCE, BallotModelFit, by_chance, is_clear
from moot.stats.judging.ranking_rule import judged as rule
from moot.stats.judging.standing import lifts_in, prior_from_lifts
from moot.vocabulary.history.track_record import SHARED_ERRORS, Prior, SelfMarkHabit
from stats.elections import judged_from, marks_judged_from


def tiers(order: str) -> list[list[str]]:
    """Reads `b>a=c`."""
    return [tier.split("=") for tier in order.split(">")]


def judged(
    candidates: str, unread: str = "", own: str = "auto", prior: Prior | None = None, **orders: str
) -> BallotModelFit:
    """What rankings come to, by reader."""
    read = {reader: tiers(order) if order else None for reader, order in orders.items()}
    return judged_from(candidates, [*orders, *unread], read, own=own, prior=prior, unread=tuple(unread))  # type: ignore[arg-type]


def clear(candidates: Sequence[str], given: Mapping[str, Tiers | None], unread: Sequence[str] = ()) -> bool:
    """Whether these rankings are clear, by reader."""
    drawn = votes_from(candidates, [*given, *unread], given, unread=unread)
    return is_clear(drawn, rule(drawn))


def test_a_score_by_hand() -> None:
    # a: 1, 1, 1 from the others, pulled up to 1 - 0 from its own last place: median 1, so 0 counts as 0.65, and half
    found = judged("abcd", a="b>c>d>a", b="a>b>c>d", c="a>c>b>d", d="a>d>b>c")
    assert found.score[0] == pytest.approx((3 + 0.65 * 0.5) / 3.5)
    assert (found.order[0], found.winners) == (0, (0,))
    assert found.own_weight == dict.fromkeys("abcd", 0.5)


def test_own_votes_count_as_they_are_told_to() -> None:
    orders = {"a": "a>b>c", "b": "b>a>c", "c": "b>a>c"}
    assert judged("abc", own="in", **orders).own_weight == dict.fromkeys("abc", 1.0)
    assert judged("abc", own="out", **orders).own_weight == {}
    known = Prior(habits={"a": SelfMarkHabit(lift=30, sessions=9)})
    assert judged("abc", prior=known, **orders).own_weight == {"a": 0.75, "b": 0.5, "c": 0.5}
    assert judged("abc", prior=known, **orders).score[0] < judged("abc", **orders).score[0]
    assert judged("abc", prior=known, own="in", **orders) == judged("abc", own="in", **orders)


def test_ties_are_ties_and_abstentions_say_nothing() -> None:
    found = judged("abc", a="a=b>c", b="a=b>c", c="a=b>c")
    assert found.winners == (0, 1)
    assert found.chance[0] == pytest.approx(found.chance[1])
    whole = judged("abc", a="a>b>c", b="a>c>b")
    assert judged("abc", a="a>b>c", b="a>c>b", c="") == whole


def test_nothing_to_judge_by() -> None:
    nothing = judged("abc", a="", b="")
    assert nothing.winners == ()
    assert not clear("abc", {"a": None, "b": None})
    assert nothing.chance == pytest.approx((1 / 3,) * 3)
    assert judged_from((), (), {}).order == ()
    assert judged_from("a", "a", {"a": tiers("a")}).winners == ()


def test_guests_have_no_vote_of_their_own() -> None:
    found = judged("ab", p="a>b", q="a>b", r="b>a")
    assert (found.winners, found.own_weight) == ((0,), {})


@pytest.mark.parametrize("size", [2, 3, 4, 6, 12])
def test_chances_sum_to_one_and_follow_names(size: int) -> None:
    chance = Random(f"names {size}")
    names = "abcdefghijkl"[:size]
    orders = {reader: sorted(names, key=lambda seat: ord(seat) + chance.gauss(0, 3)) for reader in names}
    found = judged_from(names, names, {reader: [[seat] for seat in order] for reader, order in orders.items()})
    assert sum(found.chance) == pytest.approx(1)
    assert found.chance[found.order[0]] == max(found.chance)
    turned = dict(zip(names, names[::-1], strict=True))
    again = judged_from(
        names, names, {turned[reader]: [[turned[seat]] for seat in order] for reader, order in orders.items()}
    )
    assert found.chance == pytest.approx(again.chance[::-1])
    assert (found.strengths is None) == (size < 10)
    assert all(each.low <= each.value <= each.high for each in found.strengths or ())


def test_harshness_says_nothing() -> None:
    marks = {"a": {"a": 9, "b": 7, "c": 6}, "b": {"a": 9, "b": 8, "c": 6}, "c": {"a": 9, "b": 7, "c": 7}}
    harsh = {**marks, "c": {seat: mark - 5 for seat, mark in marks["c"].items()}}
    assert marks_judged_from("abc", "abc", marks) == marks_judged_from("abc", "abc", harsh)


def test_an_open_mark_makes_nothing_firmer() -> None:
    """Whatever the mark would have been; of the chance to two hundredths, for it hides how far marks spread as well."""
    chance = Random("open")
    for _ in range(40):
        strong = {"a": 8, "b": 6, "c": 4}
        marks = {r: {s: max(1, min(10, strong[s] + chance.randint(-3, 3))) for s in "abc"} for r in "abc"}
        reader, seat = chance.choice("abc"), chance.choice("abc")
        found = marks_judged_from("abc", "abc", marks, open_marks={reader: [seat]})
        if len(found.winners) != 1:
            continue
        (least,) = firmness(votes_from_marks("abc", "abc", marks, open_marks={reader: [seat]}), removed=False)
        for mark in (1, 4, 7, 10):
            other = {**marks, reader: {**marks[reader], seat: mark}}
            could = marks_judged_from("abc", "abc", other)
            assert found.chance[found.winners[0]] <= could.chance[found.winners[0]] + 0.02
            stands = could.winners == found.winners
            (then,) = firmness(votes_from_marks("abc", "abc", other), removed=False)
            assert (least.level or 0) <= ((then.level or 0) if stands else 0)


def test_equal_answers_are_hardly_ever_clear() -> None:
    """With all ballots, and with one that is not there."""
    chance = Random("equal")
    for size, draws in ((3, 60), (4, 120), (5, 60)):
        names = "abcde"[:size]
        said = 0
        for _ in range(draws):
            read = {r: [[s] for s in chance.sample(names, size)] for r in names}
            lost = chance.sample(names, chance.choice((0, 1)))
            there = {reader: given for reader, given in read.items() if reader not in lost}
            said += clear(names, there, lost)
        assert said <= draws * BY_CHANCE + 3 * (draws * BY_CHANCE) ** 0.5


def test_four_of_four_can_be_clear_and_three_never() -> None:
    assert clear("abcd", dict.fromkeys("abcd", tiers("a>b>c>d")))
    assert not clear("abc", dict.fromkeys("abc", tiers("a>b>c")))  # equal answers look so in 1 of 36 elections
    assert clear("abcde", dict.fromkeys("abcde", tiers("a>b>c>d>e")))
    assert not clear("abcd", dict.fromkeys("abc", tiers("a>b>c>d")), unread="d")


def test_what_chance_does_is_exact_where_one_answer_is_looked_at() -> None:
    ballots = votes_from("abc", "pqr", {"p": tiers("a>b>c"), "q": tiers("a>b>c"), "r": tiers("b>a>c")})
    every = list(permutations((0.0, 0.5, 1.0)))
    did = sum(one[0] + two[0] + three[0] >= 2.5 for one in every for two in every for three in every) / 216
    assert by_chance(ballots, 0) == pytest.approx(3 * did)


def test_the_simulated_rule_is_the_rule() -> None:
    """What the simulator does in numpy for many councils is what the product does for one."""
    chance = np.random.default_rng(4)
    for size in (3, 4, 6, 10):
        names = "abcdefghij"[:size]
        seen = chance.normal(size=(6, 1, size)) + chance.normal(size=(6, size, size))
        ballots = Ballots(seen, np.ones((6, size), dtype=bool), np.zeros((6, size)))
        scores = pulled(ballots, HALF)
        told = told_of(votes(ballots), scores, HALF)
        for number in range(6):
            read = {reader: [[names[at]] for at in np.argsort(-seen[number, row])] for row, reader in enumerate(names)}
            found = judged_from(names, names, read)
            assert found.score == pytest.approx(scores[number])
            told_shared = told_of(votes(ballots), scores, HALF, shared=SHARED_ERRORS / 100).chance[number]
            assert found.chance == pytest.approx(told_shared, abs=2e-4)
            if found.strengths is not None:
                assert [each.value for each in found.strengths] == pytest.approx(told.strength[number], abs=2e-3)
                assert [each.low for each in found.strengths] == pytest.approx(told.low[number], abs=2e-3)


def test_habits_are_learnt_from_earlier_sessions() -> None:
    """A vain reader's lift is found, an even one's is near none, and few sessions say nothing."""
    chance = Random("past")
    earlier = []
    for _ in range(20):
        strong = {name: chance.gauss(0, 1) for name in ("m1", "m2", "m3", "m4")}
        read = {}
        for reader in strong:
            seen = {name: each + chance.gauss(0, 1) + 3 * (reader == name == "m1") for name, each in strong.items()}
            read[reader] = [[name] for name in sorted(seen, key=lambda name: -seen[name])]
        earlier.append(list(lifts_in(tuple(strong), read).items()))
    prior = prior_from_lifts(earlier, {"seat-a": "m1", "seat-b": "m2", "seat-c": "stranger"})
    assert prior.sessions == 20
    assert prior.habits["seat-a"].lift > 25 > 12 > abs(prior.habits["seat-b"].lift)
    assert "seat-c" not in prior.habits
    assert prior_from_lifts(earlier[:4], {"seat-a": "m1"}).habits == {}


def test_a_posterior_of_nothing() -> None:
    assert fit_from([], [None, None], (50,), (100,)).chance() == (0.5, 0.5)


@pytest.mark.parametrize(
    ("order", "places"),
    [
        ("a>b>c", {"a": "1", "b": "1/2", "c": "0"}),
        ("a=b>c", {"a": "3/4", "b": "3/4", "c": "0"}),
        ("a>b=c", {"a": "1", "b": "1/4", "c": "1/4"}),
        ("a=b=c>d", {"a": "2/3", "b": "2/3", "c": "2/3", "d": "0"}),
        ("a=b", {"a": "1/2", "b": "1/2"}),
        ("a", {}),
    ],
)
def test_tied_answers_share_the_middle_of_the_places_they_take(order: str, places: dict[str, str]) -> None:
    tiers = [tier.split("=") for tier in order.split(">")]
    assert places_in("abcd", None, tiers) == {seat: Fraction(place) for seat, place in places.items()}


def test_the_readers_own_answer_takes_no_place() -> None:
    assert places_in("abc", "a", [["a", "b"], ["c"]]) == {"b": Fraction(1), "c": Fraction(0)}
