"""Test that a form that does not fit its ballot is found before it is filled in."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from moot.errors import ProtocolWrong
from moot.protocols.kinds import Kinds
from moot.reading.forms.fields import FlagField, NumberField, OneOf, ShareField, TextField, WholeNumberField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Group, Many, NamedValues
from moot.vocabulary.ballots import Ballot
from rig.ballots import FORMS


class Vote(Ballot, frozen=True, kw_only=True, tag="fitting-vote"):
    n: int
    side: Literal["for", "against"] = "for"
    points: dict[str, int] = {}
    whys: tuple[str, ...] = ()
    sure: float | None = None

    def __post_init__(self) -> None:
        if self.n == 50:
            raise ValueError("no instance need make sense")


N = {"n": WholeNumberField(0, 100)}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "no field `n`"),
        ({"n": WholeNumberField(0, 100, optional=True)}, "may leave out `n`"),
        ({**N, "m": TextField()}, "has a field `m`"),
        ({"n": TextField()}, "Expected `int`, got `str`"),
        ({"n": ShareField()}, "Expected `int`, got `float`"),
        ({"n": int}, "`n` is given as <class 'int'>"),
        ({**N, "side": OneOf(("for", "neither"))}, "Invalid enum value"),
        ({**N, "points": Each(TextField())}, "Expected `int`, got `str`"),
        ({**N, "points": Each({"mark": 3})}, "`mark` is given as 3"),
        ({**N, "points": Many(WholeNumberField(1, 3))}, "Expected `object`, got `array`"),
        ({**N, "whys": Many(Group({"why": TextField()}))}, "Expected `str`, got `object`"),
        ({**N, "sure": FlagField()}, "Expected `float | null`, got `bool`"),
        ({**N, "side": OneOf("names known only later")}, "Invalid enum value"),
        (
            {
                **N,
                "points": NamedValues("axis", WholeNumberField(1, 5)),
                "whys": Many(TextField()),
                "sure": NumberField(0.5, 2.5),
            },
            "",
        ),
        (
            {
                **N,
                "points": Each(WholeNumberField(1, 5)),
                "side": OneOf(("for", "against")),
                "sure": ShareField(optional=True),
            },
            "",
        ),
    ],
)
def test_a_form_that_does_not_fit_its_ballot_is_refused(fields: Any, why: str) -> None:
    form = FormKind(Vote, fields)
    if not why:
        assert form.misfit() == ""
        return
    assert why in form.misfit()
    with pytest.raises(ProtocolWrong, match="'odd' brings a form that does not fit the ballot Vote"):
        Kinds().join("odd", (form,), {Vote: lambda ballot, names: ["x"]}, {})


def test_every_form_of_ours_fits() -> None:
    assert len(FORMS) > 12
    assert not [(type(form).__name__, form.ballot.__name__, why) for form in FORMS if (why := form.misfit())]
