"""Combine fields of a ballot: one for each label or each name, a list, an object, an order of the labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moot.reading.forms.fields import LENIENCE, FormField, Scope, WholeNumberField, Wrong, plain
from moot.vocabulary.ballots import Surplus

Fields = FormField | Mapping[str, "FormField"]


def field_of(fields: Fields) -> FormField:
    """Return the field unchanged. If a mapping of fields is given instead, return one field for an object with these
    fields."""
    return fields if isinstance(fields, FormField) else Group(fields)


class Each(FormField):
    """Field of a form: one value for every label of the sheet (the texts shown)."""

    def __init__(self, fields: Fields, *, optional: bool = False) -> None:
        self.field, self.optional = field_of(fields), optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return closed(dict.fromkeys(scope.labels, self.field.schema(scope)))

    def example(self, scope: Scope) -> str:
        inner = self.field.example(scope)
        return "{" + ", ".join(f'"{label}": {inner}' for label in scope.labels) + "}"

    def rule(self, name: str, scope: Scope) -> str:
        return self.field.rule(name, scope)

    def read(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        if not isinstance(value, dict) or len(value) > 4 * len(scope.labels) + 4:
            raise Wrong(f"`{name}` is no object with one value for each label")
        found: dict[str, object] = {}
        for word, inner in value.items():
            id_ = scope.id_of(word, name)
            if id_ in found:
                raise Wrong(f"`{name}` names one label twice")
            found[id_] = self.field.read(inner, name, scope)
        lacking = [label for label, id_ in scope.labels.items() if id_ not in found]
        if lacking:
            raise Wrong(f"in `{name}` {', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing")
        return {id_: found[id_] for id_ in scope.labels.values()}

    def labelled(self) -> bool:
        return True


class OrderShape(FormField):
    """Field of a form: all labels of the sheet ordered from best to worst, written as a place for each label.

    Labels with equal places keep the order of the sheet.
    """

    def __init__(self, about: str = "", *, optional: bool = False) -> None:
        self.about, self.optional = about, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        place = {"type": "integer", "enum": list(range(1, len(scope.labels) + 1))}
        return closed(dict.fromkeys(scope.labels, place))

    def example(self, scope: Scope) -> str:
        return "{" + ", ".join(f'"{label}": place' for label in scope.labels) + "}"

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: a place for every label, 1 is best" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> tuple[str, ...]:
        if isinstance(value, dict):
            places = Each(WholeNumberField(1, max(1, len(scope.labels)))).read(value, name, scope)
            return tuple(sorted(places, key=lambda id_: places[id_]))  # type: ignore[arg-type,return-value]
        if not isinstance(value, list) or len(value) != len(scope.labels):
            raise Wrong(f"`{name}` does not give every label a place")
        order = tuple(scope.id_of(word, name) for word in value)
        if len(set(order)) < len(order):
            raise Wrong(f"`{name}` names one label twice")
        return order

    def labelled(self) -> bool:
        return True


class NamedValues(FormField):
    """Field of a form: one value for every name in a list that is set at run time."""

    def __init__(self, choice: str, fields: Fields, *, optional: bool = False) -> None:
        self.choice, self.field, self.optional = choice, field_of(fields), optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return closed(dict.fromkeys(scope.named(self.choice), self.field.schema(scope)))

    def example(self, scope: Scope) -> str:
        inner = self.field.example(scope)
        return "{" + ", ".join(f'"{name}": {inner}' for name in scope.named(self.choice)) + "}"

    def rule(self, name: str, scope: Scope) -> str:
        return self.field.rule(name, scope) if scope.named(self.choice) else ""

    def read(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        if not isinstance(value, dict):
            raise Wrong(f"`{name}` is no object")
        given = {plain(word): inner for word, inner in value.items()}
        if len(given) < len(value):
            raise Wrong(f"`{name}` gives one name twice")
        names = scope.named(self.choice)
        if self.optional:
            names = [each for each in names if not self.field.left_out(given.get(plain(each)))]
        lacking = [each for each in names if plain(each) not in given]
        if lacking:
            raise Wrong(f"in `{name}` {', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing"[:400])
        return {each: self.field.read(given[plain(each)], f"{name}.{each}", scope) for each in names}

    def labelled(self) -> bool:
        return self.field.labelled()


class Many(FormField):
    """Field of a form: a list."""

    def __init__(
        self, fields: Fields, least: int = 0, most: int = 20, about: str = "", *, kept: int = 0, optional: bool = False
    ) -> None:
        """Set the field of each entry, and how many entries there may be.

        `kept` is how many entries are parsed, if the caller reports those beyond `most`.
        """
        self.field, self.least, self.most = field_of(fields), least, most
        self.about, self.kept, self.optional = about, max(kept, most), optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "array", "items": self.field.schema(scope), "minItems": self.least, "maxItems": self.most}

    def example(self, scope: Scope) -> str:
        return f"[{self.field.example(scope)}, …]"

    def rule(self, name: str, scope: Scope) -> str:
        head = f"`{name}`: {self.least} to {self.most} entries" + (f"; {self.about}" if self.about else "")
        inner = self.field.rule(f"{name}[]", scope)
        return f"{head}\n{inner}" if inner else head

    def read(self, value: object, name: str, scope: Scope) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise Wrong(f"`{name}` is no list")
        if not self.least <= len(value) <= max(LENIENCE * self.most, self.kept):
            raise Wrong(f"`{name}` has {len(value)} entries, not {self.least} to {self.most}")
        if len(value) > self.kept:
            scope.surplus.append(Surplus(field=name, given=len(value), taken=self.kept))
        return tuple(self.field.read(inner, f"{name}[{at}]", scope) for at, inner in enumerate(value[: self.kept], 1))

    def labelled(self) -> bool:
        return self.least > 0 and self.field.labelled()


class Group(FormField):
    """Field of a form: an object with fields of its own."""

    def __init__(self, fields: Mapping[str, FormField], *, optional: bool = False) -> None:
        self.fields, self.optional = dict(fields), optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return closed({name: field.schema(scope) for name, field in self.fields.items()})

    def example(self, scope: Scope) -> str:
        return "{" + ", ".join(f'"{name}": {field.example(scope)}' for name, field in self.fields.items()) + "}"

    def rule(self, name: str, scope: Scope) -> str:
        return "\n".join(rule for inner, field in self.fields.items() if (rule := field.rule(inner, scope)))

    def read(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        where = f"{name}." if name else ""
        if not isinstance(value, dict):
            raise Wrong(f"`{name}` is no object")
        given = {plain(word): inner for word, inner in value.items()}
        if len(given) < len(value):
            raise Wrong("one field is given twice")
        found: dict[str, object] = {}
        for inner, field in self.fields.items():
            if not field.left_out(given.get(plain(inner))):
                found[inner] = field.read(given[plain(inner)], where + inner, scope)
            elif not field.optional:
                raise Wrong(f"`{where}{inner}` is missing")
        return found

    def labelled(self) -> bool:
        return any(field.labelled() for field in self.fields.values() if not field.optional)


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an object that has exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
