"""Field types of a ballot: words, numbers, choices and labels of the sheet; `shapes.py` combines them.

A field makes its JSON schema, shows itself in an example and parses a value strictly. It parses every value that its
schema allows, so a model with a grammar cannot spoil a ballot by its form: `tests/reading/forms/test_form.py`.

Parse a number and the scale it is written on: `8`, `"8/10"`, `"4.5/5"`, `"80 %"`. Numbers in words are not read.

A stated scale counts: `8/100` is no 8 of 10. A mark on another scale is converted to a share of ours, rounded to the
nearest mark, halves up, and never below the lowest: 80/100 is 8 of 10, 4.5/5 is 9, and 8/100 is 1. People mark by
scales of 5, 10, 20, 50 and 100; `6/7` may mean six or seven and is refused. Without a scale the one asked for applies.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from msgspec import Struct, field

from moot.reading.review_copy import LEAST_ALLOWANCE, folded, review_copy
from moot.vocabulary.ballots import Surplus

LONGEST = 40
SCALES = (5, 10, 20, 50, 100)
"""Scales of marks that a model may state in place of the requested scale, such as `7/10`."""


class WrittenNumber(Struct, frozen=True):
    """A number as a model wrote it, with the scale it states."""

    value: Fraction
    """The number."""
    scale: int | None
    """The stated scale, if any; 100 for percent."""


def number_in(value: object) -> WrittenNumber | None:
    """Return a value as a number with its scale; `None` if it is no number, such as a boolean."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int | float):
        return WrittenNumber(Fraction(str(value)), None) if abs(value) < 1e9 else None
    found = _NUMBER.fullmatch(value.strip(" \t\n.!*_`\"'“”")) if len(value) <= LONGEST else None
    if found is None:
        return None
    amount = _amount(found["amount"])
    if amount is None:
        return None
    if found["percent"]:
        return WrittenNumber(amount, 100)
    if not found["scale"]:
        return WrittenNumber(amount, None)
    scale = _amount(found["scale"])
    return WrittenNumber(amount, int(scale)) if scale is not None and scale == int(scale) and scale > 0 else None


def mark_in(value: object, low: int, high: int) -> int | None:
    """Return a value as a mark from `low` to `high`; `None` if it is no number or its scale is unknown."""
    number = number_in(value)
    if number is None:
        return None
    if number.scale is None:
        return int(number.value) if number.value.denominator == 1 and low <= number.value <= high else None
    if number.scale not in (*SCALES, high) or not 0 <= number.value <= number.scale:
        return None
    return max(low, floor(number.value * high / number.scale + Fraction(1, 2)))


def _amount(said: str) -> Fraction | None:
    try:
        return Fraction(said.replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return None


_PLAIN = r"[-+\u2212]?\d{1,9}(?:[.,]\d{1,6})?"
# Linear: matched against the whole of at most forty characters.
_NUMBER = re.compile(rf"(?P<amount>{_PLAIN})\s{{0,3}}(?:(?P<percent>[%％])|/\s{{0,3}}(?P<scale>{_PLAIN}))?")


LENIENCE = 2
"""Factor by which a text may exceed the requested length before it is cut. Without structured output nothing limits
its length.
"""
LONGEST_HELD = 1_000
"""Maximum length that a grammar has to enforce for a text. Engines refuse larger repetitions, so longer texts are cut
when parsed.
"""
TWENTIETHS = tuple(round(step / 20, 2) for step in range(21))
"""Shares offered by a form, because engines enforce a list of numbers but not a range. Other shares are parsed as
written.
"""
_WRAPPING = " \t\n\"'`*_()[]<>.:"
NONE = "none"
"""Choice offered by a form if no label fits. No label has this spelling."""
_NOTHING = frozenset(("", NONE, "null", "n/a", "–", "—"))
"""Values that models write to leave a field empty."""


class Wrong(Exception):
    """Raised for a value that a ballot cannot contain. The message, which is the reason, names only
    fields and labels.
    """


class Scope(Struct, frozen=True):
    """Labels and choices that are known when a ballot is requested and parsed."""

    labels: Mapping[str, str]
    """The id that each label stands for, in the order of the sheet."""
    choices: Mapping[str, Sequence[str]]
    """Lists of names that are known only at run time."""
    surplus: list[Surplus] = field(default_factory=list)
    """Entries cut from lists that were too long. The caller reports them."""

    def id_of(self, word: object, field: str) -> str:
        """Return the id that a label in a ballot stands for; raise `Wrong` if it is no label of this sheet."""
        bare = folded(word[:40]).strip(_WRAPPING) if isinstance(word, str) else ""
        for title in ("response", "answer", "label"):
            bare = bare.removeprefix(title).strip(_WRAPPING)
        for label, id_ in self.labels.items():
            if folded(label) == bare:
                return id_
        raise Wrong(f"`{field}` is no label of this sheet")

    def named(self, choice: str) -> Sequence[str]:
        """Return the names in the list called `choice`, which is set at run time."""
        if choice not in self.choices:
            raise ValueError(f"this form needs the choices {choice!r}")
        return self.choices[choice]


class FormField(ABC):
    """Base class of the fields of a ballot's form."""

    optional: bool = False

    @abstractmethod
    def schema(self, scope: Scope) -> dict[str, Any]:
        """Return the field's JSON schema."""

    @abstractmethod
    def example(self, scope: Scope) -> str:
        """Return the field's value in an example of the ballot, as JSON with placeholders."""

    @abstractmethod
    def read(self, value: object, name: str, scope: Scope) -> object:
        """Return a reply's value as the ballot stores it; raise `Wrong` if it cannot be accepted."""

    def rule(self, name: str, scope: Scope) -> str:
        """Return a line that explains the field in a prompt; empty if the example is enough."""
        return ""

    def labelled(self) -> bool:
        """Return whether the field's value names labels of the sheet (the texts shown)."""
        return False

    def left_out(self, value: object) -> bool:
        """Return whether the value means that the field is empty. In an optional field, words such as `none` mean this,
        too."""
        return value is None or (self.optional and (value in ([], {}) or says_nothing(value)))


class TextField(FormField):
    """Field of a form: a text."""

    def __init__(self, most: int = 300, about: str = "", *, least: int = 0, optional: bool = False) -> None:
        self.most, self.about, self.least, self.optional = most, about, least, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        held = {"maxLength": self.most} if self.most <= LONGEST_HELD else {}
        return {"type": "string", **held} | ({"minLength": self.least} if self.least else {})

    def example(self, scope: Scope) -> str:
        return '"…"'

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: {self.about}" if self.about else ""

    def read(self, value: object, name: str, scope: Scope) -> str:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise Wrong(f"`{name}` is no text")
        if len(value) < self.least or (self.least and not value.strip()):
            raise Wrong(f"`{name}` is empty")
        return review_copy(value, max(LEAST_ALLOWANCE, LENIENCE * self.most)).text

    def left_out(self, value: object) -> bool:
        """Return whether the field is empty. A word such as `none` is accepted as a text."""
        return value is None or (self.optional and value in ([], {}))


class WholeNumberField(FormField):
    """Field of a form: a whole number. If it is a `mark` and the reply states another scale, it is converted."""

    def __init__(self, low: int, high: int, about: str = "", *, optional: bool = False, mark: bool = False) -> None:
        self.low, self.high, self.about, self.optional, self.mark = low, high, about, optional, mark

    def schema(self, scope: Scope) -> dict[str, Any]:
        if self.high - self.low < 20:
            return {"type": "integer", "enum": list(range(self.low, self.high + 1))}
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def example(self, scope: Scope) -> str:
        return "number"

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: a whole number from {self.low} to {self.high}" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> int:
        found = number_in(value)
        own = found is not None and found.scale in (None, self.high)
        number = mark_in(value, self.low, self.high) if self.mark else None
        if number is None and found is not None and own and found.value.denominator == 1:
            number = int(found.value)
        if number is None or not self.low <= number <= self.high:
            raise Wrong(f"`{name}` is no whole number from {self.low} to {self.high}")
        return number


class NumberField(FormField):
    """Field of a form: a number between two bounds."""

    def __init__(self, low: float, high: float, about: str = "", *, optional: bool = False) -> None:
        self.low, self.high, self.about, self.optional = low, high, about, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    def example(self, scope: Scope) -> str:
        return "number"

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: a number from {self.low:.12g} to {self.high:.12g}" + (
            f"; {self.about}" if self.about else ""
        )

    def read(self, value: object, name: str, scope: Scope) -> float:
        found = number_in(value)
        if found is None or found.scale not in (None, self.high) or not self.low <= found.value <= self.high:
            raise Wrong(f"`{name}` is no number from {self.low:.12g} to {self.high:.12g}")
        return float(found.value)


class ShareField(FormField):
    """Field of a form: a number from 0 to 1, or a percentage.

    A number between 1 and 2 without a per cent sign is refused, because it could be either.
    """

    def __init__(self, about: str = "", *, optional: bool = False) -> None:
        self.about, self.optional = about, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "number", "enum": list(TWENTIETHS)}

    def example(self, scope: Scope) -> str:
        return "number"

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: a number from 0 to 1" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> float:
        found = number_in(value)
        share = None if found is None else found.value
        if found is not None and found.scale is not None:
            share = found.value / found.scale
        elif found is not None and 2 <= found.value <= 100:
            share = found.value / 100
        if share is None or not 0 <= share <= 1:
            raise Wrong(f"`{name}` is no number from 0 to 1")
        return float(share)


class FlagField(FormField):
    """Field of a form: true or false."""

    def __init__(self, about: str = "", *, optional: bool = False) -> None:
        self.about, self.optional = about, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "boolean"}

    def example(self, scope: Scope) -> str:
        return "false"

    def rule(self, name: str, scope: Scope) -> str:
        return f"`{name}`: true or false; {self.about}" if self.about else ""

    def read(self, value: object, name: str, scope: Scope) -> bool:
        word = value.strip().lower() if isinstance(value, str) else value
        if word is True or word == "true":
            return True
        if word is False or word == "false":
            return False
        raise Wrong(f"`{name}` is neither true nor false")


class OneOf(FormField):
    """Field of a form: one of several words. A string in place of the words is the name of a list that is set at run
    time."""

    def __init__(self, options: Sequence[str] | str, about: str = "", *, optional: bool = False) -> None:
        self.options, self.about, self.optional = options, about, optional

    def _options(self, scope: Scope) -> Sequence[str]:
        return scope.named(self.options) if isinstance(self.options, str) else self.options

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "string", "enum": list(self._options(scope))}

    def example(self, scope: Scope) -> str:
        return f'"{self._options(scope)[0]}"'

    def rule(self, name: str, scope: Scope) -> str:
        words = ", ".join(f'"{option}"' for option in self._options(scope))
        return f"`{name}`: one of {words}" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> str:
        given = plain(value) if isinstance(value, str) else ""
        for option in self._options(scope):
            if plain(option) == given and given:
                return option
        if name == "mark":  # a word drawn for this move: it means nothing elsewhere
            raise Wrong("`mark` is not the word asked for")
        raise Wrong(f"`{name}` is none of {', '.join(self._options(scope))}"[:400])


class LabelField(FormField):
    """Field of a form: one of the labels on the sheet (the texts shown)."""

    def __init__(self, about: str = "", *, optional: bool = False) -> None:
        self.about, self.optional = about, optional

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "string", "enum": [*scope.labels, NONE] if self.optional else list(scope.labels)}

    def example(self, scope: Scope) -> str:
        return f'"{NONE}"' if self.optional else f'"{next(iter(scope.labels))}"'

    def rule(self, name: str, scope: Scope) -> str:
        which = f'one of the labels, or "{NONE}"' if self.optional else "one of the labels"
        return f"`{name}`: {which}" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> str:
        return scope.id_of(value, name)

    def labelled(self) -> bool:
        return True


class LabelOrName(LabelField):
    """Field of a form: one label of the sheet, or one name of a list that is set at run time and may be empty."""

    def __init__(self, choice: str, about: str = "", *, optional: bool = False) -> None:
        super().__init__(about, optional=optional)
        self.choice = choice

    def _names(self, scope: Scope) -> Sequence[str]:
        return scope.choices.get(self.choice, ())

    def schema(self, scope: Scope) -> dict[str, Any]:
        return {"type": "string", "enum": [*scope.labels, *self._names(scope)]}

    def rule(self, name: str, scope: Scope) -> str:
        names = ", ".join(f'"{each}"' for each in self._names(scope))
        labels = f"one of the labels or of {names}" if names else "one of the labels"
        return f"`{name}`: {labels}" + (f"; {self.about}" if self.about else "")

    def read(self, value: object, name: str, scope: Scope) -> str:
        given = plain(value).removeprefix("review by ") if isinstance(value, str) else ""
        known = next((each for each in self._names(scope) if given and plain(each) == given), None)
        return known if known is not None else super().read(value, name, scope)


def says_nothing(value: object) -> bool:
    """Return whether a value is a word that models write to leave a field empty, such as `none` or `n/a`."""
    return isinstance(value, str) and (folded(value[:40]).strip(_WRAPPING) in _NOTHING or value.strip() in "-–—")


def plain(word: str) -> str:
    """Return a name normalised for comparison: case, spaces, hyphens and underscores do not count."""
    return folded(word[:120]).replace("-", " ").replace("_", " ").strip(_WRAPPING)
