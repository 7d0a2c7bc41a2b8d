"""Who are the rehearsal voices, and what can they say? Data: `voices.toml`, `phrases.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, convert


class Voice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scripted temperament; what each number means stands at the head of `voices.toml`."""

    note: str
    skill: float
    harshness: float
    verbosity: float
    stubbornness: float
    deference: float
    pace: float
    lean: Literal["forward", "back", "neither"]
    form: Literal["numbered", "bullets", "prose", "table"]
    parts: tuple[str, ...]
    openings: tuple[str, ...]
    bridges: tuple[str, ...]
    cautions: tuple[str, ...]
    closings: tuple[str, ...]
    thinks: bool = False
    name: str = ""
    number: int = 0
    """Its place among the voices: whose turn it is in a list of phrases."""
    trouble: str = ""
    """For a trouble voice: what it does wrong."""


class Phrases(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the voices can say."""

    claim: dict[str, tuple[str, ...]]
    decision: dict[str, tuple[str, ...] | str]
    inquiry: dict[str, tuple[str, ...] | str]
    making: dict[str, tuple[str, ...] | str]
    greeting: dict[str, tuple[str, ...]]
    sum: dict[str, tuple[str, ...]]
    follow_up: dict[str, tuple[str, ...]]
    thinking: dict[str, tuple[str, ...]]


@cache
def voices() -> dict[str, Voice]:
    """All voices by name, the eight ordinary ones first."""
    raw = tomllib.loads(Path(__file__).with_name("voices.toml").read_text(encoding="utf-8"))
    found = dict(raw["voice"])
    for name, trouble in raw["trouble"].items():
        found[name] = {**raw["voice"][trouble["like"]], "note": trouble["note"], "trouble": name}
    return {name: convert({**v, "name": name, "number": i}, Voice) for i, (name, v) in enumerate(found.items())}


@cache
def phrases() -> Phrases:
    """What they can say."""
    raw = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8"))
    return convert(raw, Phrases)
