"""Read a list of models for one seat as the member and its fallbacks.

Lists are written as `members = [["openrouter/openai/gpt-5.4-mini", "openrouter/openai/gpt-5-mini"], …]`, likewise for
the chair; in a member's table `model` may be a list. The fallbacks are stored under `instead`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moot.errors import BadSetting

MOST = 8
"""Most models that may be named for one seat."""


def with_fallbacks(table: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """Return a council's table with each list replaced by its first model, and the rest under `instead`."""
    instead: dict[str, Any] = {}

    def first(value: Any, what: str) -> Any:
        if not isinstance(value, list):
            return value
        if not 1 <= len(value) <= MOST or not all(isinstance(each, str) and each for each in value):
            raise BadSetting(f"{origin}: {what} is named by 1 to {MOST} models, the first that is available.")
        head, *rest = (each.strip() for each in value)
        bare = head if what == "the model of a member" else _without_count(head)
        known = instead.setdefault(bare, [])
        known += [each for each in rest if each not in known]
        return head

    found = dict(table)
    members = table.get("members")
    if isinstance(members, list):
        found["members"] = [
            {**member, "model": first(member["model"], "the model of a member")}
            if isinstance(member, dict) and "model" in member
            else first(member, f"member {number}")
            for number, member in enumerate(members, start=1)
        ]
    if "chair" in table:
        found["chair"] = first(table["chair"], "the chair")
    given = table.get("instead", {})
    if not isinstance(given, dict):
        raise BadSetting(f"{origin}: `instead` is a table of lists, by model.")
    both = {**instead, **given}
    return {**found, "instead": {model: rest for model, rest in both.items() if rest}} if both else found


def _without_count(text: str) -> str:
    name, colon, count = text.rpartition(":")
    return name if colon and count.isascii() and count.isdigit() else text
