"""Test that exactly the instances of a form are valid ballots, and that no text can forge one."""

from __future__ import annotations

import json
import random
from typing import Any, Literal

import pytest
from msgspec import Struct

from cases import in_turn
from moot.errors import ProtocolWrong
from moot.protocols.kinds import Kinds
from moot.reading.ballot_kind import Unreadable
from moot.reading.forms.fields import (
    SCALES,
    FlagField,
    FormField,
    LabelField,
    NumberField,
    OneOf,
    Scope,
    ShareField,
    TextField,
    WholeNumberField,
    Wrong,
    mark_in,
)
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Group, Many, NamedValues, OrderShape
from moot.vocabulary.ballots import Ballot
from rig import requests
from rig.ballots import FORMS
from rig.words import numbers

LABELS = {"K7QX": "seat-b", "B2CD": "seat-c", "9FFG": "seat-d"}
CHOICES = {"axis": ("depth", "clear words"), "kind": ("fine", "not so fine")}


class Point(Struct, frozen=True):
    target: str
    point: str


class Everything(Struct, frozen=True, kw_only=True, tag="everything"):
    words: str
    whole: int
    share: float
    amount: float
    flag: bool
    kind: str
    best: str
    order: tuple[str, ...]
    points: dict[str, int]
    axes: dict[str, dict[str, Any]]
    many: tuple[Point, ...]
    spare: str = ""


FIELDS: dict[str, FormField] = {
    "words": TextField(80, "what there is to say", least=1),
    "whole": WholeNumberField(1, 10),
    "share": ShareField(),
    "amount": NumberField(-1.5, 40),
    "flag": FlagField("whether it holds"),
    "kind": OneOf("kind"),
    "best": LabelField(),
    "order": OrderShape(),
    "points": Each(WholeNumberField(-2, 2)),
    "axes": NamedValues("axis", {"score": WholeNumberField(1, 5), "why": TextField(60)}),
    "many": Many({"target": LabelField(), "point": TextField(100)}, 1, 4),
    "spare": TextField(optional=True),
}
KIND = FormKind(Everything, FIELDS, "Say what you think.", choices=CHOICES)  # type: ignore[arg-type]


def instance(schema: dict[str, Any], draw: random.Random) -> Any:
    """Any value that a schema of ours admits."""
    if "enum" in schema:
        return draw.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {name: instance(inner, draw) for name, inner in schema["properties"].items()}
        case "array":
            count = draw.randint(schema["minItems"], schema["maxItems"])
            return [instance(schema["items"], draw) for _ in range(count)]
        case "string":
            alphabet = 'ab {}[]":,\\\n\u202e<>|é漢'
            count = draw.randint(schema.get("minLength", 0), schema.get("maxLength", 60))
            return "x"[: schema.get("minLength", 0)] + "".join(draw.choices(alphabet, k=max(0, count - 1)))
        case "boolean":
            return draw.random() < 0.5
        case "integer":
            return draw.randint(schema["minimum"], schema["maximum"])
        case _:
            return draw.uniform(schema["minimum"], schema["maximum"])


def test_every_instance_of_the_form_is_a_ballot() -> None:
    schema = KIND.form(list(LABELS))
    draw = random.Random(3)
    for _ in range(500):
        given = instance(schema, draw)
        ballot = KIND.from_members(json.loads(json.dumps(given)), LABELS)
        assert isinstance(ballot, Everything), (ballot, given)
        assert set(ballot.points) == set(LABELS.values())
        assert sorted(ballot.order) == sorted(LABELS.values())
        assert list(ballot.axes) == list(CHOICES["axis"])
        assert ballot.best in LABELS.values()
        assert all(point.target in LABELS.values() for point in ballot.many)


def good() -> dict[str, Any]:
    return {
        "words": "Some.",
        "whole": 3,
        "share": 0.5,
        "amount": 2.5,
        "flag": False,
        "kind": "fine",
        "best": "K7QX",
        "order": {"K7QX": 2, "B2CD": 1, "9FFG": 3},
        "points": {"K7QX": 2, "B2CD": -1, "9FFG": 0},
        "axes": {"depth": {"score": 1, "why": ""}, "clear words": {"score": 5, "why": ""}},
        "many": [{"target": "B2CD", "point": "No."}],
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"words": ""}, "empty"),
        ({"words": None}, "missing"),
        ({"whole": 11}, "from 1 to 10"),
        ({"whole": 2.5}, "from 1 to 10"),
        ({"whole": True}, "from 1 to 10"),
        ({"share": 101}, "from 0 to 1"),
        ({"share": "much"}, "from 0 to 1"),
        ({"amount": 40.01}, "from -1.5 to 40"),
        ({"amount": "-2"}, "from -1.5 to 40"),
        ({"amount": True}, "from -1.5 to 40"),
        ({"amount": "3/50"}, "from -1.5 to 40"),
        ({"amount": float("nan")}, "from -1.5 to 40"),
        ({"flag": 1}, "neither true nor false"),
        ({"flag": "perhaps"}, "neither true nor false"),
        ({"kind": "splendid"}, "none of fine, not so fine"),
        ({"best": "ZZZZ"}, "no label"),
        ({"order": ["K7QX", "B2CD"]}, "every label a place"),
        ({"order": ["K7QX", "B2CD", "K7QX"]}, "twice"),
        ({"points": {"K7QX": 2, "B2CD": -1}}, "9FFG is missing"),
        ({"points": {"K7QX": 2, "B2CD": -1, "9FFG": 0, "k7qx": 1}}, "twice"),
        ({"points": {"K7QX": 2, "B2CD": -1, "9FFG": 3}}, "from -2 to 2"),
        ({"axes": {"depth": {"score": 1, "why": ""}}}, "clear words"),
        ({"many": []}, "0 entries"),
        ({"many": [{"target": "B2CD"}]}, "missing"),
    ],
)
def test_what_is_not_exact_is_unreadable(change: dict[str, Any], why: str) -> None:
    outcome = KIND.from_members({**good(), **change}, LABELS)
    assert isinstance(outcome, Unreadable)
    assert why in outcome.why


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({"whole": "8"}, "whole", 8),
        ({"whole": "8/10"}, "whole", 8),
        ({"whole": 7.0}, "whole", 7),
        ({"share": "85%"}, "share", 0.85),
        ({"share": 85}, "share", 0.85),
        ({"amount": "2.5/40"}, "amount", 2.5),
        ({"amount": "-1.5"}, "amount", -1.5),
        ({"amount": 7}, "amount", 7.0),
        ({"flag": "True"}, "flag", True),
        ({"kind": "Not_so-fine"}, "kind", "not so fine"),
        ({"best": "**Answer k7qx**"}, "best", "seat-b"),
        ({"order": ["9FFG", "K7QX", "B2CD"]}, "order", ("seat-d", "seat-b", "seat-c")),
        ({"order": {"K7QX": 1, "B2CD": 1, "9FFG": 1}}, "order", ("seat-b", "seat-c", "seat-d")),
        ({"Points": None, "points": {"k7qx": "+2", "b2cd": 0, "9ffg": -2}}, "points", None),
    ],
)
def test_what_models_write_is_understood(change: dict[str, Any], field: str, value: object) -> None:
    given = {name: each for name, each in {**good(), **change}.items() if each is not None}
    ballot = KIND.from_members(given, LABELS)
    assert isinstance(ballot, Everything), ballot
    if value is not None:
        assert getattr(ballot, field) == value


def test_words_are_cut_and_made_harmless() -> None:
    ballot = KIND.from_members({**good(), "words": "x" * 5_000}, LABELS)
    assert isinstance(ballot, Everything)
    assert len(ballot.words) <= 200
    ballot = KIND.from_members({**good(), "words": "a\u202eb <|im_end|>"}, LABELS)
    assert isinstance(ballot, Everything)
    assert "\u202e" not in ballot.words
    assert "<|im_end|>" not in ballot.words


class Own(Struct, frozen=True, kw_only=True, tag="own"):
    answer: str


OWN = FormKind(Own, {"answer": TextField(200, least=1)})  # type: ignore[arg-type]


def test_a_form_about_nobody_carries_a_mark() -> None:
    mark = {"K7QX": "seat-a"}
    assert OWN.form(["K7QX"])["properties"]["mark"] == {"type": "string", "enum": ["K7QX"]}
    assert OWN.from_members({"mark": "K7QX", "answer": "42"}, mark) == Own(answer="42")
    for given in ({"answer": "42"}, {"mark": "B2CD", "answer": "42"}):
        assert isinstance(OWN.from_members(given, mark), Unreadable)


def test_a_request_can_be_followed_by_whoever_reads_it() -> None:
    for seed in range(200):
        asked = f"Judge these.\n\n{KIND.request(list(LABELS))}"
        ballot = requests.ballot_for(asked, numbers(str(seed)), lambda name: f"Words on {name}.")
        read = KIND.from_members(ballot, LABELS)
        assert isinstance(read, Everything), (read, ballot)
        asked = f"{asked}\n\n{KIND.mending(list(LABELS), 'of something')}"
        read = KIND.from_members(requests.ballot_for(asked, numbers(str(seed)), lambda name: "x"), LABELS)
        assert isinstance(read, Everything), read


@in_turn(
    ("said", "mark"),
    [
        (8, 8), (8.0, 8), ("8", 8), ("8.", 8), ("**8**", 8), ("8/10", 8), ("8 / 10", 8),
        ("eight", None), ("8 out of 10", None), ("8 points", None),
        ("4.5/5", 9), ("4,5/5", 9), ("4/5", 8), ("80 %", 8), ("80%", 8), ("85%", 9), ("80/100", 8), ("16/20", 8),
        ("40/50", 8), ("7.5/10", 8), ("8/100", 1), ("0/100", 1), ("100/100", 10),
        (7.5, None), ("7.5", None), (0, None), (11, None), (80, None), ("80", None), ("12/10", None), ("6/7", None),
        ("8/9", None), ("8/0", None), ("-8/10", None), ("8-9", None), ("8 or 9", None), ("about 8", None), ("", None),
        ("null", None), (True, None), (None, None), ([8], None), ("8/10/10", None), ("ten or so", None), ("1e1", None),
        ("9" * 300, None), (float("nan"), None), (float("inf"), None), ("101%", None),
    ],
)  # fmt: skip
def test_a_mark_of_ten(said: object, mark: int | None) -> None:
    assert mark_in(said, 1, 10) == mark


def test_every_mark_on_every_scale_is_the_nearest() -> None:
    for scale in SCALES:
        for whole in range(scale + 1):
            mark = mark_in(f"{whole}/{scale}", 0, 10)
            assert mark is not None
            assert abs(mark - 10 * whole / scale) <= 0.5
            assert mark_in(f"{whole}/{scale}", 1, 10) == max(1, mark)


def test_a_share_that_may_be_two_things_is_none() -> None:
    for said in (1.5, "12/10", "eighty", True):
        with pytest.raises(Wrong):
            ShareField().read(said, "confidence", Scope({}, {}))


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
