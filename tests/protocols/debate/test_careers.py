from __future__ import annotations

from fractions import Fraction

import pytest

from moot.protocols.debate.careers import traits_from
from moot.protocols.debate.member_figures import distances
from moot.vocabulary.findings import Attendance, SeatAttendance
from moot.vocabulary.history.track_record import PARTS, Bond, Career
from protocols.debate.debates import Recorded, deeds, marks, past_from, stances


def recorded(**more: object) -> Recorded:
    board = marks("abcd", a="b3 c5 d4", b="a5 c7>8 d6", c="a5 b5 d6", d="a5 b5 c7>7")
    ties = stances("abcd", "a+b a-c b+a c0d d-a")
    return Recorded(deeds=deeds(board, ties, "abcd", **more))  # type: ignore[arg-type]


def test_deeds_count_what_was_done() -> None:
    found = recorded(chair="b", proposer="c", failed="d").deeds
    assert found is not None
    a, b, c, d = found.deeds
    assert (a.marks, a.contrary, a.given, a.given_sum, a.received, a.received_sum) == (3, 3, 3, 12, 3, 15)
    assert (a.chaired, b.chaired, c.proposed, found.proposals) == (False, True, True, True)
    assert (c.rebutted, c.comeback, c.won, a.rebutted) == (True, True, True, False)
    assert c.received_sum == 20, "the mark that counts is the later one"
    assert (a.full, d.full) == (True, False)
    assert a.towards == {"b": "agree", "c": "disagree"}
    assert a.share == PARTS // 4


def test_distance_from_the_other_readers() -> None:
    board = marks("abc", a="b3", b="a5 c5", c="b6")
    assert distances(board.cells, "a") == [Fraction(3)]
    assert distances(board.cells, "b") == [], "nobody else marked those"


def test_careers_add_up_over_debates_and_forget_who_is_not_asked_about() -> None:
    past = past_from([recorded(chair="b", proposer="c"), recorded(chair="a", failed="a")], {"m/a", "m/c"})
    assert past.sessions == 2
    assert set(past.careers) == {"m/a", "m/c"} == set(past.turns)
    a = past.careers["m/a"]
    assert (a.debates, a.won, a.marks, a.contrary, a.given_sum, a.received_sum, a.full) == (2, 0, 6, 6, 24, 30, 0)
    assert a.bonds == {"m/c": Bond(disagreed=2, last="disagree")}, "of those that are asked about"
    c = past.careers["m/c"]
    assert (c.won, c.rebuttals, c.comebacks, c.full) == (2, 2, 2, 2)
    assert (past.turns["m/a"].chaired, past.turns["m/a"].chair_due) == (1, PARTS // 2)
    assert (past.turns["m/c"].proposed, past.turns["m/c"].proposal_due) == (1, PARTS // 4)


def test_two_seats_of_one_model_are_one_career() -> None:
    board, ties = marks("abc", a="b9 c9", b="a5 c8", c="a5 b7"), stances("abc", "a+b a-c b+c")
    past = past_from([Recorded(deeds=deeds(board, ties, "abc", models={"a": "m/x", "b": "m/x"}))], {"m/x", "m/c"})
    career = past.careers["m/x"]
    assert (career.debates, career.given, career.received) == (1, 4, 4)
    assert career.bonds == {"m/c": Bond(agreed=1, disagreed=1, last="agree")}, "what it says of itself is no bond"


def attendance(**silent: bool) -> Recorded:
    return Recorded(
        attendance=Attendance(
            seats=tuple(
                SeatAttendance(seat=f"seat-{name}", model=f"m/{name[0]}", asked=1, read=0 if quiet else 1, silent=quiet)
                for name, quiet in silent.items()
            )
        )
    )


def test_silence_counts_sessions_in_a_row() -> None:
    models = {"m/a", "m/b"}
    assert past_from([attendance(a=True), attendance(a=True)], models).silent == {"m/a": 2}
    assert past_from([attendance(a=True), attendance(a=False), attendance(a=True)], models).silent == {"m/a": 1}
    assert past_from([attendance(a=True), attendance(b=True)], models).silent == {"m/a": 1, "m/b": 1}, (
        "absent is not silent"
    )
    assert past_from([attendance(a1=True, a2=False)], models).silent == {}, "another seat of the model voted"
    assert past_from([attendance(c=True)], models).silent == {}


ENOUGH = Career(debates=5, marks=20, contrary=4, given=20, given_sum=120)


@pytest.mark.parametrize(
    ("change", "traits"),
    [
        ({}, ()),
        ({"debates": 4, "contrary": 20}, ()),
        ({"contrary": 10}, ("stands-apart",)),
        ({"contrary": 9}, ()),
        ({"contrary": 1}, ("goes-along",)),
        ({"contrary": 2}, ()),
        ({"rebuttals": 3, "comebacks": 2}, ("wins-back",)),
        ({"rebuttals": 3, "comebacks": 1}, ()),
        ({"rebuttals": 3, "comebacks": 0}, ("moves-nobody",)),
        ({"rebuttals": 2, "comebacks": 2}, ()),
        ({"given_sum": 80}, ("marks-strictly",)),
        ({"given_sum": 81}, ()),
        ({"given_sum": 160}, ("marks-generously",)),
        ({"bonds": {"m/b": Bond(agreed=4, disagreed=1)}}, ("allied",)),
        ({"bonds": {"m/b": Bond(agreed=4)}}, ()),
        ({"bonds": {"m/b": Bond(agreed=3, neutral=2)}}, ()),
        ({"bonds": {"m/b": Bond(disagreed=5)}}, ("opposed",)),
        ({"bonds": {"m/gone": Bond(disagreed=5)}}, ()),
        ({"contrary": 20, "rebuttals": 9, "bonds": {"m/b": Bond(disagreed=5)}}, ("stands-apart", "moves-nobody")),
    ],
)
def test_traits(change: dict[str, object], traits: tuple[str, ...]) -> None:
    from msgspec.structs import replace

    assert traits_from(replace(ENOUGH, **change), {"m/b"}) == traits
