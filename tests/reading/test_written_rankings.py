"""Every ranking in the form that was asked for is read, and no other reply is read as what it does not say."""

from __future__ import annotations

import json
from itertools import permutations, product
from random import Random

from moot.reading.ballot_kind import ReadBallot, Unreadable
from moot.reading.forms.published import order_in
from moot.vocabulary.ballots import Ranking
from reading.written_rankings import (
    AFTER,
    BEFORE,
    HEADERS,
    LABELS,
    LINES,
    NOT_IN_FORM,
    ORDERS,
    STRICT,
    Tiers,
    listed,
    objects,
)
from rig.ballots import read_ballot

SEATS = {label: label for label in LABELS}


def tiers(text: str) -> Tiers | None:
    """The ranking that is read; `None` where there is none."""
    read = read_ballot(Ranking, text, SEATS)
    if isinstance(read, Unreadable):
        return None
    assert isinstance(read.ballot, Ranking)
    assert not read.ballot.abstained
    return read.ballot.tiers


def in_form() -> list[tuple[str, Tiers]]:
    chance = Random(1)
    found = []
    for header, line in product(HEADERS, LINES):
        order, before, after = chance.choice(ORDERS), chance.choice(BEFORE), chance.choice(AFTER)
        text = listed(header, line, order)
        found.append((f"{before}{text}{after}", order))
        if not header.startswith(("3.", "🏆")):
            found.append((f"{before}```\n{text}\n```{after}", order))
    return found + [(text, order) for order in ORDERS for text in objects(order)]


def test_every_ranking_in_the_form_is_read() -> None:
    texts = in_form()
    assert len({text for text, _ in texts}) >= 150
    for text, order in texts:
        assert tiers(text) == order, text


def test_no_reply_in_another_form_is_misread() -> None:
    assert len({text for text, _ in NOT_IN_FORM}) >= 60
    for text, order in NOT_IN_FORM:
        for whole in (text, f"K7QX: good.\n\nW3TN: bad.\n\n{text}", f"{text}\n\nThat is my view."):
            assert tiers(whole) in (None, order), whole


def test_a_ballot_that_is_cut_twisted_or_foreign_is_read_as_it_was_meant_or_not_at_all() -> None:
    chance = Random(2)
    for text, order in in_form()[::3]:
        at = chance.randrange(len(text))
        lines = text.split("\n")
        gone = chance.randrange(len(lines))
        foreign = "FINAL RANKING:\n1. Z8ZX\n2. Z9ZX\n3. X8ZX\n4. X9ZX"
        for twisted in (
            text[:at],
            text.replace(chance.choice(LABELS), "Z8ZX"),
            "\n".join([*lines[:gone], *lines[gone + 1 :]]),
            f"{text}\n\n{foreign}",
            f"{foreign}\n\n{text}",
        ):
            # A review may hold a ballot in its thinking or a first try, which a cut lays open.
            if "<think>" not in text and "A first try" not in text:
                assert tiers(twisted) in (None, order), twisted


def test_of_two_ballots_the_last_counts_and_a_broken_one_hides_none() -> None:
    first, last = listed("FINAL RANKING:", "{n}. {l}", ORDERS[1]), listed("FINAL RANKING:", "{n}. {l}", STRICT)
    assert tiers(f"{first}\n\nNo, I have to correct that.\n\n{last}") == STRICT
    assert tiers(f"{first}\n\n{last.replace('4. W3TN', '4. K7QX')}") is None
    assert tiers(f"{first}\n\nFINAL RANKING (worst to best):\n1. K7QX\n2. B2CD\n3. F9GH\n4. W3TN") is None


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


def test_no_door_lets_a_ranking_in_that_leaves_an_answer_out() -> None:
    """A ranking of some answers says nothing of the others, so none is made of it: every subset, at every door."""
    for size in (1, 2, 3):
        for named in permutations(LABELS, size):
            numbered = {label: at for at, label in enumerate(named, 1)}
            for text in (
                json.dumps({"places": numbered}),
                f"<ballot>{json.dumps({'places': numbered})}",
                "FINAL RANKING:\n" + "\n".join(f"{at}. {label}" for label, at in numbered.items()),
            ):
                assert tiers(text) is None, text
            elements = {"ranking": "".join(f'<rank position="{at}">{label}</rank>' for label, at in numbered.items())}
            assert order_in(elements, SEATS) == ()
