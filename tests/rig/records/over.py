"""Return findings and verdict of a finished session, from the bodies of its events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from moot.vocabulary.events import Body, FindingMade, VerdictReached
from moot.vocabulary.verdicts import Verdict

F = TypeVar("F")


class Over:
    """A session that is over."""

    def __init__(self, bodies: Mapping[str, Body]) -> None:
        self.bodies = bodies

    def found(self, kind: type[F]) -> F:
        """The finding of a kind; there is exactly one."""
        (found,) = [
            body.finding
            for body in self.bodies.values()
            if isinstance(body, FindingMade) and isinstance(body.finding, kind)
        ]
        return found

    @property
    def verdict(self) -> Verdict:
        """What it came to."""
        body = self.bodies["verdict"]
        assert isinstance(body, VerdictReached)
        return body.verdict
