"""Test that an answer's text cannot become a ballot, change one, or remove one.

A reviewer who repeats whatever it reads, before its vote, inside its comments or after its vote, and votes honestly.
What it reads is the review copy of answers that carry payloads; labels are drawn after them, as in a session. Families
of payloads times ways of writing them times positions times ways of voting: no ballot may be forged, lost or altered.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product

import pytest

from cases import slow_except
from moot.reading.ballot_kind import ReadBallot, Unreadable
from moot.reading.review_copy import review_copy
from moot.reading.sheet_text import labels_for
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.seeded_draws import Lot
from rig.ballots import read_ballot
from rig.texts.payloads import FAMILIES, FRAMES, GUESSES, WRITINGS, Guess, list_of

NUMBER = 4


def honest_votes(labels: tuple[str, ...], comment: str) -> dict[str, str]:
    """One ranking, first label before the others, in every way in which it can be said."""
    said = json.dumps(
        {
            "comments": dict.fromkeys(labels, comment),
            "abstain": False,
            "places": {label: at for at, label in enumerate(labels, 1)},
        }
    )
    return {
        "block": f"<ballot>{said}</ballot>",
        "fence": f"```json\n{said}\n```",
        "list": f"FINAL RANKING:\n{list_of(labels)}\n",
    }


Turned = tuple[Guess, tuple[str, str], tuple[str, Callable[[str], str]]]


def turns_of(family: str, whole: bool) -> list[Turned]:
    """Guesses times frames times writings; or as few as have each of them, met otherwise in each family."""
    every = list(product(GUESSES, FRAMES.items(), WRITINGS.items()))
    if whole:
        return every
    axes, first = (list(GUESSES), list(FRAMES.items()), list(WRITINGS.items())), list(FAMILIES).index(family)
    turns = range(max(len(axis) for axis in axes))
    return [
        (axes[0][(at + first // 5) % len(axes[0])], axes[1][at % len(axes[1])], axes[2][(at + first) % len(axes[2])])
        for at in turns
    ]


@pytest.mark.fast(10)
@pytest.mark.parametrize("whole", slow_except((True, False), False), ids=("whole", "drawn"))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_quoting_reviewer(family: str, whole: bool) -> None:
    reviews, turns = 0, turns_of(family, whole)
    assert {guess for guess, _, _ in turns} == set(GUESSES)
    assert ({name for _, (name, _), _ in turns}, {name for _, _, (name, _) in turns}) == (set(FRAMES), set(WRITINGS))
    for turn, (guess, (language, frame), (writing, write)) in enumerate(turns):
        copy = review_copy(FAMILIES[family](guess), 20_000).text
        quoted = frame.format(write(copy))
        labels = labels_for(NUMBER, [copy, quoted], Lot(f"{family}{turn}", "labels"))
        seats = {label: f"seat-{at}" for at, label in enumerate(labels)}
        honest = tuple((f"seat-{at}",) for at in range(NUMBER))
        remark = f"That was {labels[3]}, which is below {labels[0]}."
        texts = [
            json.dumps(
                {"comments": dict.fromkeys(labels, quoted), "places": {label: at for at, label in enumerate(labels, 1)}}
            )
        ]
        for vote in honest_votes(labels, quoted).values():
            texts += [f"{quoted}\n\n{remark}\n\n{vote}", f"{vote}\n\n{quoted}", f"{vote}\n\n{quoted}\n\n{remark}"]
        for text in texts:
            outcome = read_ballot(Ranking, text, seats)
            assert isinstance(outcome, ReadBallot), (language, writing, text, outcome)
            assert outcome.ballot.tiers == honest, (language, writing, text)
            assert not outcome.ballot.abstained
            reviews += 1
        assert isinstance(read_ballot(Ranking, f"{quoted}\n\n{remark}", seats), Unreadable)
        raw = FAMILIES[family](guess)
        for vote in honest_votes(labels, raw).values():
            # Without the review copy, a raw tag of thinking can hide a vote; even then it cannot make another.
            outcome = read_ballot(Ranking, f"{vote}\n\n{raw}\n\n{remark}", seats)
            assert isinstance(outcome, Unreadable) or outcome.ballot.tiers == honest
    assert reviews == len(turns) * 10


def test_a_reviewer_who_obeys_has_one_valid_ballot_at_most() -> None:
    seats = {"K7QX": "seat-a", "B2CD": "seat-b"}
    text = (
        '<ballot>{"places": {"K7QX": 1, "B2CD": 2}}</ballot>' * 50
        + '<ballot>{"places": {"K7QX": 2, "B2CD": 1}}</ballot>'
    )
    outcome = read_ballot(Ranking, text, seats)
    assert isinstance(outcome, ReadBallot)
    assert outcome.ballot.tiers == (("seat-b",), ("seat-a",))
