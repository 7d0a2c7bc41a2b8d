"""Fill in a ballot requested in words, by its example and rules, as a model would.

The request ends a prompt: an example in pseudo-JSON between `<ballot>` and `</ballot>`, then a line for each field that
the example does not explain. What cannot be understood is a fault of the request, and raises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

ASKED = "in this form:\n\n<ballot>"
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,…]|[a-z]+)')
RULE = re.compile(r"^(?:- )?`(?P<name>[^`]+)`: (?P<text>.*)$", re.MULTILINE)
WHOLE = re.compile(r"a whole number from (-?\d+) to (-?\d+)")
ANY_NUMBER = re.compile(r"a number from (-?[\d.]+) to (-?[\d.]+)")
ENTRIES = re.compile(r"(\d+) to (\d+) entries")
QUOTED = re.compile(r'"([^"]*)"')

Say = Callable[[str], str]
"""Words for a field."""


def is_asked(prompt: str) -> bool:
    """Whether the prompt asks for a ballot of several fields."""
    return ASKED in prompt


def ballot_for(prompt: str, draw: Iterator[int], say: Say) -> dict[str, Any]:
    """A ballot as the prompt asks for it."""
    start = prompt.rindex(ASKED) + len(ASKED)
    end = prompt.index("</ballot>", start)
    rules: dict[str, list[str]] = {}
    for rule in RULE.finditer(prompt, end):
        rules.setdefault(rule["name"].removesuffix("[]"), []).append(rule["text"])
    reader = _Example(prompt[start:end], rules, draw, say)
    ballot = reader.value("", "")
    assert isinstance(ballot, dict)
    return ballot


class _Example:
    """Reads the example from left to right and fills it in."""

    def __init__(self, text: str, rules: dict[str, list[str]], draw: Iterator[int], say: Say) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.rules, self.draw, self.say = rules, draw, say

    def take(self) -> str:
        token: str = self.tokens[self.at]
        self.at += 1
        return token

    def value(self, name: str, list_name: str) -> Any:
        token = self.take()
        if token == "{":
            return self.members(name, list_name)
        if token == "[":
            return self.items(name)
        if token == '"…"':
            return self.say(name)
        if token.startswith('"'):
            return self.choice(json.loads(token), name, list_name)
        if token == "false":
            return next(self.draw) % 2 == 1 and not name.startswith("abst")
        if token == "number":
            return self.number(name, list_name)
        if token == "place":
            return "place"
        raise AssertionError(f"a request that cannot be followed: {token!r} in {self.tokens}")

    def members(self, name: str, list_name: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.tokens[self.at] != "}":
            key = json.loads(self.take())
            assert self.take() == ":"
            inner = key if key in self.rules else name if f"{name}" in self.rules else key
            found[key] = self.value(inner, list_name)
            if self.tokens[self.at] == ",":
                self.at += 1
        self.at += 1
        if found and all(value == "place" for value in found.values()):
            order = list(found)
            for last in range(len(order) - 1, 0, -1):
                other = next(self.draw) % (last + 1)
                order[last], order[other] = order[other], order[last]
            return {key: order.index(key) + 1 for key in found}
        return found

    def items(self, name: str) -> list[Any]:
        least, most = next(
            ((int(found[1]), int(found[2])) for rule in self.rules.get(name, ()) if (found := ENTRIES.search(rule))),
            (1, 2),
        )
        start = self.at
        count = least + next(self.draw) % (min(most, least + 2) - least + 1)
        values = []
        for _ in range(max(1, count)):
            self.at = start
            values.append(self.value(name, name))
        assert self.take() == ","
        assert self.take() == "…"
        assert self.take() == "]"
        return values[:count]

    def number(self, name: str, list_name: str) -> int | float:
        for rule in (*self.rules.get(name, ()), *self.rules.get(list_name, ())):
            if found := WHOLE.search(rule):
                low, high = int(found[1]), int(found[2])
                return low + next(self.draw) % (high - low + 1)
            if "a number from 0 to 1" in rule:
                return round(next(self.draw) % 101 / 100, 2)
            if found := ANY_NUMBER.search(rule):
                low, high = float(found[1]), float(found[2])
                return round(low + next(self.draw) % 101 / 100 * (high - low), 2)
        raise AssertionError(f"no rule says which numbers {name!r} takes: {self.rules}")

    def choice(self, shown: str, name: str, list_name: str) -> str:
        for rule in (*self.rules.get(name, ()), *self.rules.get(list_name, ())):
            options = QUOTED.findall(rule.partition(";")[0]) if rule.startswith("one of ") else []
            if shown in options:
                return str(options[next(self.draw) % len(options)])
        return shown  # a label, or a mark
