"""Forms of ballots: one declaration makes JSON schema, instructions and parser.

Example:
    FormKind(Scores, {"scores": Each({"points": Whole(1, 10), "why": Words(200)})})

A form that names no label of its sheet has a `mark`, a label drawn for this move alone, so that no text a reader
repeats can pass for its ballot. If labels are optional, the mark is needed only among other text.

When a form is declared it is checked against its class of ballot: a value drawn from the schema must make a ballot. The
class's own checks are skipped, because drawn values need make no sense.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Template
from typing import Any

import msgspec

from moot.reading.ballot_kind import BallotKind, Unreadable
from moot.reading.forms.fields import FormField, OneOf, Scope, TextField, Wrong
from moot.reading.forms.shapes import Each, Group, Many, NamedValues
from moot.vocabulary.ballots import Ballot

LABELS = ("K7QX", "B2CD", "9FFG")
DRAWS = (0.0, 0.5, 0.99)
"""Positions of the enum values that are tried when a form is tested: first, middle and last."""


class _FormNames(dict[str, Sequence[str]]):
    """Placeholder names for every list that is set at run time, for testing a form before its lists are known."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Sequence[str]:
        return ("first name", "second name")


def misfit(ballot: type[Ballot], fields: Mapping[str, FormField], *, own_way: bool) -> str:
    """Test a form before use: return why its fields, filled in, give no valid ballot of this class, or an empty string
    if they do.

    Args:
        own_way: Whether the form overrides `made`, so that its ballot need not have the same fields.
    """
    for name, field in _every(fields):
        if not isinstance(field, FormField):
            return f"`{name}` is given as {field!r}, which is no field"
    known = {each.encode_name: each for each in msgspec.structs.fields(ballot)}
    if not own_way:
        for name in fields:
            if name not in known:
                return f"it has a field `{name}`, which the ballot has not"
        for name, member in known.items():
            if member.required and (name not in fields or fields[name].optional):
                lacks = "may leave out" if name in fields else "has no field"
                return f"it {lacks} `{name}`, without which there is no ballot"
    scope = Scope({label: label for label in LABELS}, _FormNames())
    for draw in DRAWS:
        try:
            read = Group(fields).read(filled(Group(fields).schema(scope), draw), "", scope)
            if not own_way:
                given = [(name, known[name].type) for name in read]
                msgspec.convert(read, msgspec.defstruct("Shape", given, kw_only=True))
        except (Wrong, msgspec.ValidationError) as error:
            return f"what is written in it is not read as the ballot has it: {error}"
    return ""


def _every(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every field with its name, nested fields included."""
    for name, field in fields.items():
        yield name, field
        if isinstance(field, Group):
            yield from _every(field.fields)
        elif isinstance(field, Each | NamedValues | Many):
            yield from _every({name: field.field})


def filled(schema: Mapping[str, Any], draw: float) -> Any:
    """Return an example that fits a form's JSON schema. `draw`, from 0 to 1, chooses among the possible values."""
    if "enum" in schema:
        return schema["enum"][int(draw * len(schema["enum"]))]
    match schema.get("type"):
        case "object":
            return {name: filled(inner, draw) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return [filled(schema["items"], draw)] * max(1, schema.get("minItems", 0))
        case "string":
            return ("words " * max(1, schema.get("minLength", 0)))[: schema.get("maxLength")]
        case "boolean":
            return draw >= DRAWS[1]
        case "integer":
            return round(schema["minimum"] + draw * (schema["maximum"] - schema["minimum"]))
    return round(schema.get("minimum", 0) + draw * (schema.get("maximum", 1) - schema.get("minimum", 0)), 2)


MOST_FIELDS = 60
MARK = "mark"


class FormKind(BallotKind):
    """A kind of ballot declared field by field: schema, instructions and parser follow from the fields.

    Example:
        VOTE = FormKind(JuryVote, {"verdict": OneOf(("for", "against"), "your verdict"), "reasons": Words(4_000,
        "why")})
    """

    header = ""

    def __init__(
        self,
        ballot: type[Ballot],
        fields: Mapping[str, FormField],
        explain: str = "",
        *,
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.ballot, self.fields, self.explain = ballot, dict(fields), explain
        self._choices = dict(choices or {})

    def misfit(self) -> str:
        return misfit(self.ballot, self.fields, own_way=type(self).made is not FormKind.made)

    @property
    def own_mark(self) -> bool:
        """Return whether a valid ballot may contain no label of its sheet, so that it needs a random word to be
        recognised."""
        return not Group(self.fields).labelled() and any(field.labelled() for field in self.fields.values())

    def given(self, choices: Mapping[str, Sequence[str]]) -> FormKind:
        return type(self)(self.ballot, self.fields, self.explain, choices=choices)

    def form(self, labels: Sequence[str]) -> dict[str, Any]:
        return self._group(labels).schema(self._scope(labels))

    def request(self, labels: Sequence[str]) -> str:
        return Template(REQUEST).substitute(self._parts(labels))

    def mending(self, labels: Sequence[str], why: str) -> str:
        return Template(MENDING).substitute(self._parts(labels), why=why)

    @property
    def deciding(self) -> frozenset[str]:
        """Return the names of all fields except optional texts: if the reply is cut off inside one of them, there is no
        ballot."""
        plain = {name for name, field in self.fields.items() if isinstance(field, TextField) and field.optional}
        return frozenset({MARK, *self.fields} - plain)

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        if len(members) > MOST_FIELDS:
            return Unreadable("the object has too many fields")
        scope = Scope(labels, self._choices)
        try:
            read = self._group(list(labels)).read(dict(members), "", scope)
        except Wrong as wrong:
            return Unreadable(str(wrong))
        read.pop(MARK, None)
        if scope.surplus:
            read["surplus"] = tuple(scope.surplus)
        try:
            return self.made(read)
        except msgspec.ValidationError:
            return Unreadable("it does not have the form that was asked for")

    def made(self, read: Mapping[str, object]) -> Ballot:
        """Return the ballot made of the form's parsed fields."""
        return msgspec.convert(dict(read), self.ballot)

    def _group(self, labels: Sequence[str]) -> Group:
        group = Group(self.fields)
        if group.labelled():
            return group
        mark = OneOf(tuple(self._choices.get(MARK, labels)), optional=self.own_mark)
        return Group({MARK: mark, **self.fields})

    def _scope(self, labels: Sequence[str]) -> Scope:
        return Scope({label: label for label in labels}, self._choices)

    def _parts(self, labels: Sequence[str]) -> dict[str, str]:
        group, scope = self._group(labels), self._scope(labels)
        rules = [rule for rule in group.rule("", scope).split("\n") if rule and not rule.startswith(f"`{MARK}`")]
        lines = [self.explain] if self.explain else []
        return {
            "example": group.example(scope),
            "rules": "\n".join([*lines, *(f"- {rule}" for rule in rules)]),
        }


REQUEST = """\
Give it as one JSON object and nothing after it, in this form:

<ballot>$example</ballot>

$rules
Only the last ballot counts."""

MENDING = """\
Your ballot could not be read: $why. Write it again and nothing else, in this form:

<ballot>$example</ballot>

$rules"""
