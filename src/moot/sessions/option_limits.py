"""Limits of the options that every protocol has, for opening a session and for forms."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from moot.reading.review_copy import LEAST_ALLOWANCE


class Limit(Struct, frozen=True, kw_only=True):
    """Condition on an option's value."""

    says: str
    """The same in words, after the option's name."""
    at_least: float | None = None
    """Minimum, inclusive."""
    at_most: float | None = None
    """Maximum, inclusive."""
    above: float | None = None
    """Minimum, exclusive."""
    below: float | None = None
    """Maximum, exclusive."""
    among: tuple[str, ...] = ()
    """Allowed values."""

    def holds(self, value: Any) -> bool:
        """Return whether the value meets it; false for anything but a number."""
        if self.among:
            return value in self.among
        return (
            (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
        )

    def schema(self) -> dict[str, Any]:
        """Return the condition as JSON Schema."""
        said = {
            "minimum": self.at_least,
            "maximum": self.at_most,
            "exclusiveMinimum": self.above,
            "exclusiveMaximum": self.below,
        }
        found: dict[str, Any] = {word: bound for word, bound in said.items() if bound is not None}
        return found | ({"examples": list(self.among)} if self.among else {})


def _from(least: int) -> Limit:
    return Limit(says=f"must be at least {least}", at_least=least)


_SECONDS = Limit(says="must be a positive number", above=0, below=10_000_000)

LIMITS: dict[str, Limit] = {
    "deadline": _SECONDS,
    "stage_deadline": _SECONDS,
    "patience": _SECONDS,
    "quorum": _from(1),
    "max_output": _from(1),
    "verdict_output": _from(1),
    "allowance": _from(LEAST_ALLOWANCE),
    "temperature": Limit(says="lies between 0 and 2", at_least=0, at_most=2),
    "reasoning": Limit(says="is low, medium or high", among=("low", "medium", "high")),
}
"""Limit by the option's name."""
