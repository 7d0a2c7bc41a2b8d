"""Values of a script: what was asked, and what shall happen to it; scripts can be read from a JSON file.

A script is a function from `Asked` to a `Plan` (or a mode's name, or `None` for the default). A JSON script is a list
of rules; the first that matches wins: `{"model": "x", "nth": 2, "contains": "FINAL", "path": "/v1/…", "mode": "500",
"delay": 1.5, "chunks": 200, "gap": 0.01, "text": "…", "header": {"Retry-After": "3"}, "times": 1, "heavy_tail":
true}`. `nth` counts the calls of one model from 1; it may be a list; `times` stops a rule after so many uses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as the upstream saw it."""

    at: float
    """Wall-clock seconds."""
    method: str
    """`POST` or `GET`."""
    path: str
    """The path with its query."""
    headers: dict[str, str]
    """Header names in lower case."""
    body: dict[str, Any]
    """The decoded JSON body, empty when there was none."""
    sha: str
    """SHA-256 of the raw body."""
    number: int
    """How many requests came so far, this one included."""
    nth: int
    """How many of them named this model."""
    attempt: int
    """How many of them had exactly this body."""

    @property
    def model(self) -> str:
        """The model named in the body, or in a Gemini-style path."""
        named = self.body.get("model")
        return named if isinstance(named, str) else self.path.rpartition("models/")[2].partition(":")[0]

    @property
    def streamed(self) -> bool:
        """Whether a stream was asked for."""
        return bool(self.body.get("stream"))

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema asked for, if any."""
        wanted = self.body.get("response_format")
        if isinstance(wanted, dict) and isinstance(wanted.get("json_schema"), dict):
            schema = wanted["json_schema"].get("schema")
            return schema if isinstance(schema, dict) else None
        plain = self.body.get("format")  # as Ollama is told
        return plain if isinstance(plain, dict) else None

    @property
    def prompt(self) -> str:
        """All words of all messages, in order, or all texts to be measured."""
        words: list[str] = list(self.body.get("input") or ())
        for message in self.body.get("messages") or self.body.get("contents") or ():
            content = message.get("content", message.get("parts", ""))
            if isinstance(content, str):
                words.append(content)
            elif content:
                words.extend(part.get("text", "") for part in content if isinstance(part, dict))
        return "\n".join(words)


@dataclass(frozen=True)
class Plan:
    """What shall happen to one request."""

    mode: str = "ok"
    """A name from `rig.faults.modes.MODES`."""
    delay: float = 0.0
    """Seconds before the first byte leaves."""
    chunks: int = 20
    """In how many pieces the text is streamed."""
    gap: float = 0.0
    """Seconds between pieces; 0 sends them all in one write, a negative gap in one write each without waiting."""
    text: str | None = None
    """The answer; `None` for words that depend on the prompt alone."""
    words: int = 60
    """How many words a default answer has."""
    thought: str = ""
    """Reasoning streamed before the answer."""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Tool calls, by name and arguments, that the answer asks for; its text is then empty unless set."""
    citations: tuple[tuple[str, str, str], ...] = ()
    """Pages that the service's own search found: address, title, passage."""
    calls_whole: bool = False
    """Sends each tool call in one event, as Mistral does."""
    header: dict[str, str] = field(default_factory=dict)
    """Extra response headers."""
    usage: dict[str, Any] | None = None
    """Usage to report instead of a plausible one."""
    heavy_tail: bool = False
    """Multiplies the delay by a Pareto factor (alpha 1.5, at most 20) drawn from the body's digest."""


Script = Callable[[Asked], "Plan | str | None"]


def plan_for(script: Script | None, asked: Asked, default: Plan) -> Plan:
    """The plan a script gives for a request."""
    said = script(asked) if script is not None else None
    plan = default if said is None else Plan(mode=said) if isinstance(said, str) else said
    if plan.heavy_tail and plan.delay:
        share = (int(asked.sha[:12], 16) + 1) / (16**12 + 1)
        factor = min(20.0, share ** (-1 / 1.5))
        plan = replace(plan, delay=plan.delay * factor, heavy_tail=False)
    return plan


def script_from(rules: list[dict[str, Any]]) -> Script:
    """A script made of JSON rules."""
    known = {"model", "nth", "contains", "path", "times"} | {each.name for each in fields(Plan)}
    for rule in rules:
        if unknown := set(rule) - known:
            raise ValueError(f"unknown in a rule: {sorted(unknown)}; known: {sorted(known)}")
    used = [0] * len(rules)

    def script(asked: Asked) -> Plan | None:
        for index, rule in enumerate(rules):
            if _matches(rule, asked) and used[index] < rule.get("times", 1 << 62):
                used[index] += 1
                return Plan(**{key: value for key, value in rule.items() if key in Plan.__dataclass_fields__})
        return None

    return script


def script_in(path: Path) -> Script:
    """A script read from a JSON file."""
    return script_from(json.loads(path.read_text(encoding="utf-8")))


def _matches(rule: dict[str, Any], asked: Asked) -> bool:
    nth = rule.get("nth")
    return (
        rule.get("model", asked.model) == asked.model
        and (nth is None or asked.nth == nth or (isinstance(nth, list) and asked.nth in nth))
        and rule.get("contains", "") in asked.prompt
        and rule.get("path", "") in asked.path
    )
