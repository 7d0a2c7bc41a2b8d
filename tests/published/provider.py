"""Answer for the models: fixed words where text is asked for, and a value for every field where a schema is sent.

An answer names its author (`Alpha holds …`), so a model that judges finds the author of what it is shown and always
prefers alpha to beta to gamma. `Provider.failing` names the models that refuse, `Provider.changing` those that are said
to have changed their position.
"""

from __future__ import annotations

import json
import re
from typing import Any

from rig.script import Asked, Plan

MEMBERS = ("alpha", "beta", "gamma")
CHAIR = "delta"
JUDGE = "epsilon"
"""Another model that only ever judges."""
SAYS = {
    "alpha": "Alpha holds that the bridge should be built of stone, which outlasts a century of floods.",
    "beta": "Beta holds that the bridge should be built of timber. A timber bridge costs half as much to put up.",
    "gamma": "Gamma holds that the bridge should be built of steel. A steel bridge rusts unless it is painted often.",
    "delta": "Delta holds that the council has answered. The bridge should be built of stone, and checked each spring.",
}
LEVELS = {
    "A timber bridge costs": ("approve", "approve", "neutral"),
    "A steel bridge rusts": ("strongly_approve", "strongly_reject", "strongly_approve"),
    "Gamma holds that": ("strongly_reject", "reject", "reject"),
}
"""How a claim begins, and how alpha, beta and gamma vote on it; on every other one they approve strongly."""
REVISED = "{} holds that the objection is right and stone is the better choice."
AUTHOR = re.compile(r"\b(Alpha|Beta|Gamma|Delta) holds\b")
CONFIDENCE = 0.9
OBJECTION = re.compile(r"The objection of \w+ is [^.]+\.")
FAULTLESS = ("none", "sound", "correct_finding", "well_sourced", "well_grounded", "confirmed_threat")
FALSE = ("abst", "needs_iteration", "contradiction")
"""How the names of fields begin that are false."""


class Provider:
    """Decides what each model says, as the script of an `Upstream`."""

    def __init__(self) -> None:
        self.failing: set[str] = set()
        self.changing: dict[str, str] = {}
        """Model, and `cited_rebuttal` or `uncited`."""
        self.flaws: dict[str, str] = {}
        """Model, and the label its answers are given."""
        self.delay = 0.0
        """Seconds before every answer."""
        self.unsure: list[bool] = []
        """For each of the next rounds, whether the arbiter is unsure and asks for another one."""

    def reset(self) -> None:
        """Let every model answer again."""
        self.failing, self.changing, self.flaws, self.unsure, self.delay = set(), {}, {}, [], 0.0

    def __call__(self, asked: Asked) -> Plan:
        if asked.model in self.failing:
            return Plan(mode="filter_403")
        if asked.schema is None:
            name = asked.model.title()
            revises = asked.model in self.changing and f"{name} holds" in asked.prompt
            return Plan(text=REVISED.format(name) if revises else SAYS.get(asked.model, SAYS[CHAIR]), delay=self.delay)
        reply = _Reply(self, asked.model, asked.prompt).value(asked.schema, ())
        if "needs_iteration" in reply and self.unsure and self.unsure.pop(0):
            reply |= {"needs_iteration": True, "confidence": 0.3}
        return Plan(text=json.dumps(reply), delay=self.delay)


class _Reply:
    """One reply to a schema."""

    def __init__(self, provider: Provider, model: str, prompt: str) -> None:
        self.provider, self.model, self.prompt = provider, model, prompt

    def value(self, schema: dict[str, Any], path: tuple[str, ...]) -> Any:
        kind = schema.get("type", "object")
        if kind == "object":
            return self.object(schema["properties"], path)
        if kind == "array":
            return self.array(schema, path)
        if kind == "boolean":
            return not path[-1].startswith(FALSE)
        if kind in ("integer", "number"):
            return self.number(schema, path)
        return self.text(schema, path)

    def object(self, properties: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        if all(each.get("type") == "integer" and len(each.get("enum", ())) == len(properties)
               for each in properties.values()):  # fmt: skip
            order = sorted(properties, key=lambda label: self.merit((*path, label)))
            return {label: order.index(label) + 1 for label in properties}
        found = {name: self.value(each, (*path, name)) for name, each in properties.items()}
        if "quote" in found and "source" in found:
            found["quote"] = self.quoted(found["source"])
        return found

    def array(self, schema: dict[str, Any], path: tuple[str, ...]) -> list[Any]:
        items = schema["items"]
        least, most = schema.get("minItems", 0), schema.get("maxItems", 8)
        if "enum" in items:
            best = sorted(items["enum"], key=lambda label: self.merit((*path, label)))
            return best[: max(1, least)] if most else []
        if path[-1] == "claims":
            return self.claims(items, path)
        return [self.value(items, path) for _ in range(max(1, least))]

    def claims(self, items: dict[str, Any], path: tuple[str, ...]) -> list[Any]:
        """One claim a sentence of every answer that is shown; the second sentence of gamma is a risk."""
        made: list[Any] = []
        for label in self.enum_of(items, "source"):
            author = self.author_under(label)
            for sentence in re.findall(r"[^.]+\.", SAYS[author]) if author else ():
                claim = self.value(items, path)
                claim |= {"text": sentence.strip(), "kind": "risk" if "rusts" in sentence else "recommendation"}
                claim["spans"] = [{"source": label, "quote": sentence.strip()}]
                made.append(claim)
        return made

    def enum_of(self, schema: dict[str, Any], name: str) -> list[str]:
        """The values of the first field of that name, however deep."""
        for key, each in schema.get("properties", {}).items():
            if key == name and "enum" in each:
                return list(each["enum"])
            if found := self.enum_of(each.get("items", each), name):
                return found
        return []

    def number(self, schema: dict[str, Any], path: tuple[str, ...]) -> float:
        values = schema.get("enum") or list(range(schema.get("minimum", 0), schema.get("maximum", 10) + 1))
        if isinstance(values[-1], float):
            return min(values, key=lambda each: abs(each - CONFIDENCE))
        return values[-1 - len(values) * min(3, self.merit(path)) // 4]

    def text(self, schema: dict[str, Any], path: tuple[str, ...]) -> str:
        values, name = schema.get("enum"), path[-1]
        author = self.author(path)
        change = self.provider.changing.get(author, "no_change")
        if name == "level":
            return self.level(path[-2])
        if name == "change":
            return change
        if name == "source" and values and "none" in values:
            return values[0] if change == "cited_rebuttal" else "none"
        if name == "point":
            return f"The objection of {self.model} is that nothing else lasts as long."
        if name == "words":
            return OBJECTION.findall(self.prompt)[0] if change == "cited_rebuttal" else ""
        if values and author in self.provider.flaws and self.provider.flaws[author] in values:
            return self.provider.flaws[author]
        if name == "label" and values:
            return next((each for each in values if each in FAULTLESS), str(values[0]))
        if values:
            return "agree" if "agree" in values else str(min(values, key=lambda each: self.merit((*path, each))))
        if name in ("answer", "synthesis"):
            return SAYS[self.model]
        return f"{name} by {self.model}"

    def level(self, label: str) -> str:
        """The vote on the claim that comes next after a label."""
        for place in re.finditer(rf"\b{re.escape(label)}\b", self.prompt):
            after = self.prompt[place.end() : place.end() + 60]
            if votes := next((votes for words, votes in LEVELS.items() if words in after), None):
                return votes[MEMBERS.index(self.model)]
        return "strongly_approve"

    def quoted(self, label: str) -> str:
        author = self.author_under(label)
        return SAYS[author].partition(". ")[0] + "." if author else ""

    def author(self, path: tuple[str, ...]) -> str:
        """Whose answer a field is about: of the answer under the label in its path, or of the only one shown."""
        for name in path:
            if re.fullmatch(r"[0-9A-Z]{4}", name) and (found := self.author_under(name)):
                return found
        shown = {name.lower() for name in AUTHOR.findall(self.prompt)}
        return shown.pop() if len(shown) == 1 else ""

    def author_under(self, label: str) -> str:
        """Who wrote the answer that comes next after a label."""
        for place in re.finditer(rf"\b{re.escape(label)}\b", self.prompt):
            if found := AUTHOR.search(self.prompt, place.end(), place.end() + 60):
                return found[1].lower()
        return ""

    def merit(self, path: tuple[str, ...]) -> int:
        """0 is best."""
        author = self.author(path) or self.model
        return [*SAYS].index(author) if author in SAYS else len(SAYS)
