"""What does a rehearsal voice know when it fills in a ballot? Who it is, what it reads, and what it is asked.

A part is recognised by the names of the schema's fields alone. What a voice thinks of one thing (`Mind`) is the same in
every call of a session, so that what it says early and how it votes late agree.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from moot.providers.scripted.voices import Voice
from moot.rehearsal.prompt import Prompt
from moot.vocabulary.seeded_draws import Lot


class Free:
    """Nothing in particular is wished for."""


FREE = Free()


class Mind(Struct, frozen=True):
    """Where a voice's lasting opinions come from: its session, seat and model, never the single call."""

    seed: str
    seat: str
    model: str

    def share(self, thing: str) -> float:
        """What it thinks of a thing, from 0 to 1."""
        return self.lot(thing).share()

    def lot(self, thing: str) -> Lot:
        """A lot about one thing."""
        return Lot(self.seed, f"rehearsal mind\x1f{self.seat}\x1f{self.model}\x1f{thing}")


NOBODY = Mind("", "", "")


class Part:
    """One ballot to fill in."""

    def __init__(
        self, *, voice: Voice, prompt: Prompt, lot: Lot, mind: Mind, schema: dict[str, Any], marks: dict[str, float]
    ) -> None:
        self.voice, self.prompt, self.lot, self.mind, self.schema, self.marks = voice, prompt, lot, mind, schema, marks

    @cached_property
    def fields(self) -> frozenset[str]:
        """The names of all fields, at any depth, in lower case."""
        return frozenset(name.lower() for name in self.shapes)

    @cached_property
    def shapes(self) -> dict[str, dict[str, Any]]:
        """The schema of each field by its name; of several with one name, the outermost."""
        found: dict[str, dict[str, Any]] = {}
        todo: list[Any] = [self.schema]
        while todo:
            node = todo.pop(0)
            if isinstance(node, dict):
                known = node.get("properties")
                for name, shape in known.items() if isinstance(known, dict) else ():
                    found.setdefault(name, shape if isinstance(shape, dict) else {})
                todo += node.values()
            elif isinstance(node, list):
                todo += node
        return found

    def choices(self, name: str) -> list[Any]:
        """What a field lets choose from; for a list, what its items do."""
        shape = self.shapes.get(name, {})
        shape = shape.get("items", shape) if shape.get("type") == "array" else shape
        for way in [shape, *shape.get("anyOf", ()), *shape.get("oneOf", ())]:
            if "enum" in way:
                return list(way["enum"])
        return []

    def keys(self, name: str = "") -> list[str]:
        """The names under a field, or at the top of the form."""
        shape = self.shapes.get(name, {}) if name else self.schema
        return list(shape.get("properties", {}))

    def labels(self) -> list[str]:
        """The labels of the texts to judge, in the order of the sheet; those of the schema where no text was found."""
        return list(self.texts or self.marks)

    @property
    def texts(self) -> dict[str, str]:
        """The labelled texts to read."""
        return {text.label: text.text for text in self.prompt.texts if text.label}
