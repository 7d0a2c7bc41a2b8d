"""Test which reminders a member gets, against the same debate without nudges."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from moot.extensions.compat.spectator.frames import RolesFrame
from moot.extensions.compat.spectator.moments import moments_of
from moot.protocols.debate.careers import figure_of, stood_last
from moot.protocols.debate.findings import Trait
from moot.protocols.debate.wording import MEMORIES
from moot.vocabulary.history.track_record import Bond, Career, Past
from protocols.debate.backend import Voices
from protocols.debate.test_deliberation import held


@pytest.mark.parametrize(
    ("trait", "figure"),
    [
        ("goes-along", "1 of 20 marks far from the others'"),
        ("wins-back", "6 of 9"),
        ("allied", "9 of 10"),
        ("marks-generously", "8.5 on average"),
    ],
)
def test_a_trait_has_its_figure(trait: Trait, figure: str) -> None:
    bonds = {"m/b": Bond(agreed=9, disagreed=1), "m/gone": Bond(agreed=5)}
    career = Career(debates=9, marks=20, contrary=1, rebuttals=9, comebacks=6, given=10, given_sum=85, bonds=bonds)
    assert figure_of(trait, career, {"m/b"}) == figure


def test_the_last_stance_is_that_towards_the_member_met_most_and_neutral_ones_are_none() -> None:
    bonds = {
        "m/b": Bond(agreed=3, last="agree"),
        "m/c": Bond(disagreed=2, last="disagree"),
        "m/d": Bond(neutral=9, last="neutral"),
        "m/e": Bond(agreed=9),
        "m/gone": Bond(agreed=99, last="disagree"),
    }
    career = Career(debates=9, bonds=bonds)
    assert stood_last(career, {"m/b", "m/c", "m/d", "m/e"}) == "agree"
    assert stood_last(career, {"m/c", "m/d"}) == "disagree"
    assert stood_last(career, {"m/d", "m/e"}) is UNSET
    assert stood_last(None, {"m/b"}) is UNSET


async def test_the_last_stance_is_told_once_without_a_name_and_never_to_a_judge() -> None:
    voices = Voices({f"seat-{who}": "a9 b8 c2 d1" for who in "abcd"})
    past = Past(sessions=1, careers={"fake/d": Career(debates=1, bonds={"fake/a": Bond(disagreed=1, last="disagree")})})
    events = (await held(voices, members=4, past=past)).events
    told = [call.key for call in voices.calls if any(MEMORIES["disagree"] in m.text for m in call.messages)]
    assert told == ["opinions/seat-d"]
    assert "fake/a" not in voices.prompt("opinions/seat-d")
    roles = next(moments_of(events))
    assert isinstance(roles, RolesFrame)
    assert [each.reminded for each in roles.models][3] == "opposed a member here last time"
