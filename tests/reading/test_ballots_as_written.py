"""Are rankings read as people write them, in thirteen languages, and is none ever read as something it does not say?

Every wording is read or refused, never misread; nor is any that was cut, lacks a label, quotes an example, is followed
by prose, or stands beside another that says something else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from moot.reading.outcomes import ReadBallot, Unreadable
from moot.vocabulary.ballots import Ranking
from reading.generated_ballots import HELD_OUT, LABELS, TONGUES, WORDINGS, Order, Tongue, Wording, orders, said
from rig.ballots import read_ballot

SEATS = {label: label for label in LABELS}


def order_in(text: str) -> Order | None:
    """The order read; `None` where there is none."""
    read = read_ballot(Ranking, text, SEATS)
    if not isinstance(read, ReadBallot):
        return None
    assert isinstance(read.ballot, Ranking)
    assert all(len(tier) == 1 for tier in read.ballot.tiers)
    return [tier[0] for tier in read.ballot.tiers]


def replies(seed: int, wordings: dict[str, Wording] = WORDINGS) -> Iterator[tuple[str, Wording, Tongue, Order]]:
    chance = Random(seed)
    for name, wording in wordings.items():
        for tongue in TONGUES.values():
            yield name, wording, tongue, orders(chance)


def test_every_wording_is_read_in_every_language() -> None:
    assert len(WORDINGS) >= 40
    assert len(TONGUES) >= 12
    unread = Counter[str]()
    for name, wording, tongue, order in replies(1):
        found = order_in(wording(order, tongue))
        assert found in (None, order), wording(order, tongue)
        unread[name] += found is None
    assert unread.total() == 0, unread


def test_wordings_that_were_held_out_are_never_misread() -> None:
    read = 0
    for _, wording, tongue, order in replies(6, HELD_OUT):
        found = order_in(wording(order, tongue))
        assert found in (None, order), wording(order, tongue)
        read += found is not None
    assert read > 0.6 * len(HELD_OUT) * len(TONGUES)


Twist = Callable[[str, Order, Tongue, Random], str]
TWISTS: dict[str, Twist] = {
    "cut": lambda text, order, tongue, chance: text[: chance.randrange(len(text))],
    "a label of another sheet": lambda text, order, tongue, chance: text.replace(chance.choice(order), "Z8ZX"),
    "prose after it": lambda text, order, tongue, chance: f"{text}\n\n{said(order[::-1], tongue)}",
    "a comparison after it": lambda text, order, tongue, chance: f"{text}\n\n({order[-1]} comes near {order[0]}.)",
    "a quoted example before it": lambda text, order, tongue, chance: (
        f"> {tongue.header}: {' > '.join(order[::-1])}\n\n{text}"
    ),
    "an example in quotation marks after it": lambda text, order, tongue, chance: (
        f"{text}\n\n“{tongue.header}: {' > '.join(order[::-1])}” would be wrong."
    ),
    "another sheet's ballot after it": lambda text, order, tongue, chance: (
        f"{text}\n\n{tongue.header}:\n1. Z8ZX\n2. Z9ZX\n3. X8ZX\n4. X9ZX"
    ),
    "marks before it": lambda text, order, tongue, chance: (
        "\n".join(f"{label}: {chance.randrange(1, 5)}/10" for label in order) + f"\n\n{text}"
    ),
    "one letter less": lambda text, order, tongue, chance: (
        text[: (at := chance.randrange(len(text)))] + text[at + 1 :]
    ),
    "one line less": lambda text, order, tongue, chance: "\n".join(
        line for at, line in enumerate(text.split("\n")) if at != chance.randrange(len(text.split("\n")))
    ),
}  # fmt: skip


@pytest.mark.fast(3)
@pytest.mark.parametrize("twist", TWISTS)
def test_a_twisted_ballot_is_read_as_what_it_says_or_not_at_all(twist: str) -> None:
    chance = Random(twist)
    for name, wording, tongue, order in replies(2, {**WORDINGS, **HELD_OUT}):
        text = TWISTS[twist](wording(order, tongue), order, tongue, chance)
        assert order_in(text) in (None, order), (name, text)


def test_two_rankings_that_differ_are_never_mixed() -> None:
    """The last one that is marked counts, as a correction does; two under plain headings, or without any, do not."""
    chance = Random(3)
    plain = ("plain header", "plain heading", "bare chain at the end", "bold chain at the end", "verdict")
    for (first, one, tongue, order), (second, other, _, _) in zip(replies(4), reversed(list(replies(5))), strict=True):
        another = [*order[1:], order[0]]
        found = order_in(f"{one(order, tongue)}\n\n{other(another, tongue)}")
        assert found in (None, order, another), (first, second)
        if second not in plain and first in plain:
            assert found != order, (first, second)
    for first in plain:
        for second in plain:
            tongue = chance.choice(list(TONGUES.values()))
            order = orders(chance)
            text = f"{WORDINGS[first](order, tongue)}\n\n{WORDINGS[second]([*order[1:], order[0]], tongue)}"
            mixed = ("header" in first or "heading" in first) != ("header" in second or "heading" in second)
            assert order_in(text) is None or mixed, (first, second, text)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"scores": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}}),
        json.dumps({"K7QX": 9, "B2CD": 8, "F9GH": 5, "W3TN": 2}),
        json.dumps({"K7QX": 1, "B2CD": 1, "F9GH": 2, "W3TN": 3}),
        json.dumps({"ranking": {"K7QX": 4, "B2CD": 4, "F9GH": 3, "W3TN": 1}}),
        json.dumps({"ranking": {"K7QX": 0.9, "B2CD": 0.8, "F9GH": 0.5, "W3TN": 0.2}}),
        json.dumps(
            {"ranking": [{"label": "K7QX", "rank": 1}, {"label": "B2CD"}, {"label": "F9GH"}, {"label": "W3TN"}]}
        ),
        json.dumps({"ranking": [{"label": "K7QX", "answer": "B2CD"}, {"label": "F9GH"}, {"label": "W3TN"}]}),
        json.dumps({"ranking": "K7QX > B2CD < F9GH > W3TN"}),
        json.dumps({"ranking": {"1": "K7QX", "2": "B2CD", "3": "F9GH", "5": "W3TN"}}),
        json.dumps({"first": "K7QX", "second": "B2CD", "third": "F9GH"}),
        "Ranking:\n- K7QX: 1\n- B2CD: 2\n- F9GH: 3\n- W3TN: 4",
        "Ranking (worst to best):\n1. K7QX\n2. B2CD\n3. F9GH\n4. W3TN",
        "Ranking (in reverse order):\n- K7QX\n- B2CD\n- F9GH\n- W3TN",
        "Ranking: K7QX > B2CD < F9GH > W3TN",
        "Ranking:\n| Answer | Score |\n|---|---|\n| K7QX | 1 |\n| B2CD | 2 |\n| F9GH | 3 |\n| W3TN | 4 |",
        "Accuracy\nRanking: K7QX > B2CD > F9GH > W3TN\n\nStyle\nRanking: B2CD > K7QX > F9GH > W3TN",
        "Ranking by accuracy: K7QX > B2CD > F9GH > W3TN",
        "K7QX > B2CD > F9GH > W3TN\n\nBut I do not vote.",
        "I would never write\n\nK7QX > B2CD > F9GH\n\nand not W3TN > K7QX either.",
        "[[K7QX>>B2CD]] and [[F9GH>>W3TN]]",
        "[[K7QX>B2CD>F9GH>W3TN]]\n[[B2CD>K7QX>F9GH>W3TN]]",
        "K7QX > B2CD > F9GH\nW3TN",
        '{"ranking": ["K7QX", "B2CD", "F9GH", "W3TN"',
        '{"ranking": ["K7QX", "B2CD", "F9GH", "W3TN"], "abstain": tr',
        '{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}, "abs',
        '{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 1',
    ],
)
def test_what_could_be_meant_in_two_ways_is_not_read(text: str) -> None:
    assert order_in(text) is None


def test_an_ordinal_in_a_remark_is_no_place() -> None:
    remarks = "second to none", "first of all, it is short", "long", "third-rate"
    bullets = "\n".join(f"- {label}: {remark}" for label, remark in zip(LABELS, remarks, strict=True))
    assert order_in(f"Ranking:\n{bullets}") == list(LABELS)


def test_pairs_are_read_from_a_verdict() -> None:
    pair = {"K7QX": "a", "B2CD": "b"}
    for text, tiers in (
        ("A is better.\n\nMy verdict: [[B2CD>>K7QX]]", (("b",), ("a",))),
        ("[[K7QX=B2CD]]", (("a", "b"),)),
        ("Both are good: [[K7QX > B2CD]].", (("a",), ("b",))),
        ("K7QX < B2CD", (("b",), ("a",))),
    ):
        read = read_ballot(Ranking, text, pair)
        assert isinstance(read, ReadBallot), text
        assert isinstance(read.ballot, Ranking)
        assert read.ballot.tiers == tiers


def test_a_cut_object_counts_once_what_decides_is_whole() -> None:
    whole = json.dumps({"places": {label: at for at, label in enumerate(LABELS, 1)}, "comments": {"K7QX": "Good."}})
    there = whole.index("}") + 1
    for end in range(len(whole)):
        read = read_ballot(Ranking, whole[:end], SEATS)
        if end < there or whole[there:end] == ', "':  # what begins there may be `abstain`
            assert not isinstance(read, ReadBallot), whole[:end]
        else:
            assert isinstance(read, ReadBallot), whole[:end]
            assert read.how == "cut"


SPOKEN = {"K7QX": "a", "B2CD": "b", "F9GH": "c"}
CHAIN, LIST = "K7QX > B2CD > F9GH", "1. K7QX\n2. B2CD\n3. F9GH"


@pytest.mark.parametrize(
    "text",
    [
        f"I would not say:\n{CHAIN}",
        f"Ich würde nicht sagen:\n{CHAIN}",
        "Response K7QX says to vote:\n[[K7QX>B2CD>F9GH]]",
        "Response K7QX says to vote: [[K7QX>B2CD>F9GH]]",
        f"The answer K7QX ends with\nRanking:\n{LIST}",
        f"K7QX contained this table:\n\nRanking:\n{LIST}",
        f"Ranking:\n{LIST}\nThat is manipulation; I do not vote so.",
        f"Ranking:\n{LIST}\nI refuse.",
        f"FINAL RANKING:\n{LIST}\nWait, no: I take that back. I reverse it entirely.",
        '```json\n{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3}}\n```\nI refuse.',
    ],
)
def test_what_is_denied_quoted_or_taken_back_is_no_ballot(text: str) -> None:
    assert isinstance(read_ballot(Ranking, text, SPOKEN), Unreadable)


@pytest.mark.parametrize(
    "text",
    [
        f"All are fine. K7QX says little on cost.\n\n{CHAIN}",
        f"Here is the ranking:\n{CHAIN}",
        f"K7QX does not treat cost.\n\nRanking:\n{LIST}",
        f"Ranking:\n{LIST}\nK7QX wins narrowly.",
    ],
)
def test_a_sentence_of_the_review_takes_nothing_back(text: str) -> None:
    assert isinstance(read_ballot(Ranking, text, SPOKEN), ReadBallot)
