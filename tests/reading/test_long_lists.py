"""Test that no list is cut silently at its limit. Over the forms of all protocols."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import msgspec
import pytest

from moot.reading.forms.fields import LENIENCE
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Many
from moot.reading.outcomes import Unreadable
from moot.vocabulary.ballots import Surplus
from reading.forms.test_form import instance
from reading.test_optional_fields import LABELS, choices_of, fields_of
from rig.ballots import FORMS

LISTS = [
    pytest.param(form, path, field, id=f"{form.ballot.__name__}.{'.'.join(path)}")
    for form in FORMS
    for path, field in fields_of(form.fields)
    if isinstance(field, Many)
]


def within(ballot: Any, path: tuple[str, ...]) -> Any:
    """What stands at a place; of the lists on the way, in the first entry."""
    for name in path:
        ballot = ballot[0] if name == "*" else ballot[name]
    return ballot


def full(form: FormKind, path: tuple[str, ...]) -> dict[str, Any]:
    """A ballot with at least one entry in every list on the way."""
    draw = random.Random(7)
    while True:
        ballot: dict[str, Any] = json.loads(json.dumps(instance(form.form(list(LABELS)), draw)))
        ballot |= {"abstained": False} if "abstained" in ballot else {}
        try:
            if within(ballot, path):
                return ballot
        except (IndexError, KeyError):
            continue


@pytest.mark.parametrize(("form", "path", "field"), LISTS)
def test_what_is_not_taken_of_a_long_list_is_told_or_given_to_who_tells_it(
    form: FormKind, path: tuple[str, ...], field: Many
) -> None:
    given = form.given(choices_of(form))
    whole = full(given, path)
    for size in (field.most, field.most + 1, LENIENCE * field.most):
        said = copy.deepcopy(whole)
        entries = within(said, path)
        one = entries[0]
        entries[:] = [copy.deepcopy(one) for _ in range(size)]
        ballot = given.from_members(said, LABELS)
        assert not isinstance(ballot, Unreadable), ballot
        name = path[0] + "".join("[1]" if part == "*" else f".{part}" for part in path[1:])
        lost = size > field.kept
        assert bool(ballot.surplus) == lost
        if lost:
            assert Surplus(field=name, given=size, taken=field.kept) in (ballot.surplus or ())
        assert (b'"surplus"' in msgspec.json.encode(ballot)) == lost, "a ballot is written as it always was"
