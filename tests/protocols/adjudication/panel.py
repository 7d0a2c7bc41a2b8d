"""Members and an adjudicator for the tests of adjudication, with replies set move by move.

    said = Panel({"axis-1.seat-b": 5, "flip.seat-a": {"change": "uncited"}})
    async with Hall(said) as hall: ...

Keys are what a move is about; what is not set is judged as sound, held and 3. Members answer with their own words,
object to everyone, and hold unless `final` says otherwise.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from moot.errors import CallFailed
from moot.library.rubric_shelf import RubricShelf
from moot.providers.provider import Call
from moot.reading.sheet_text import texts_in
from moot.vocabulary.events import Body, SheetDealt
from moot.vocabulary.rubrics import Rubric
from rig.records.over import Over
from sessions.backend import Backend

Said = Any


@functools.cache
def rubric(name: str = "general") -> Rubric:
    """A rubric that comes with Moot."""
    return RubricShelf(Path("/nonexistent")).rubric(name)


class Panel:
    """What everybody says, by move."""

    def __init__(self, says: dict[str, Said] | None = None, *, final: dict[str, str] | None = None) -> None:
        self.says = says or {}
        self.final = final or {}
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> str | CallFailed:
        self.calls.append(call)
        stage, _, who = call.key.removesuffix("+repair").partition("/")
        seat, _, about = who.partition("#")
        part = about.partition(".")[0]
        for name in (call.key, f"{seat}:{about}", f"{seat}:{part}", about, f"{stage}/{seat}", part, stage):
            if name and name in self.says:
                said = self.says[name]
                said = said(call) if callable(said) else said
                if isinstance(said, (str, CallFailed)):
                    return said
                return json.dumps(self._merged(call, said))
        if stage == "discovery":
            return f"First answer of {seat}: build it of stone."
        if stage == "refinement":
            return self.final.get(seat, f"First answer of {seat}: build it of stone.")
        if stage == "verdict":
            return "Build it of stone, as the council found."
        return json.dumps(instance(call))

    def _merged(self, call: Call, said: Any) -> Any:
        made = instance(call)
        if isinstance(said, int):
            return {**made, "axes": {axis: {"reason": "set", "score": said} for axis in made["axes"]}}
        return {**made, **said}

    def prompt(self, key: str) -> str:
        """What was asked under a key."""
        return next(text for text in self.prompts(key))

    def prompts(self, part: str) -> list[str]:
        """Every prompt of moves whose key holds this."""
        return ["\n".join(m.text for m in call.messages) for call in self.calls if part in call.key]


def instance(call: Call) -> dict[str, Any]:
    """A sound ballot: the axes score 3, positions agree, nothing is found, nobody flips."""
    assert call.schema is not None, call.key
    made = _value("", call.schema, call)
    assert isinstance(made, dict)
    return made


FIRST = {"change": "no_change", "agreement": "agree", "label": "sound", "status": "unique"}


def _value(name: str, schema: dict[str, Any], call: Call) -> Any:
    if schema.get("type") == "object":
        return {key: _value(key, inner, call) for key, inner in schema["properties"].items()}
    if "enum" in schema:
        options = schema["enum"]
        if name == "score":
            return 3
        return FIRST[name] if FIRST.get(name) in options else options[0]
    if schema["type"] == "array":
        return []
    if schema["type"] == "boolean":
        return True
    if schema["type"] in ("integer", "number"):
        return schema.get("minimum", 0)
    return {"consensus": "stone", "words": "", "dispute": "", "point": f"The load is not shown by {call.seat.id}."}.get(
        name, "A reason."
    )


class Sat(Over):
    """A session that is over, and who spoke in it."""

    def __init__(self, panel: Panel, bodies: dict[str, Body]) -> None:
        super().__init__(bodies)
        self.panel = panel

    def shown(self, key: str) -> dict[str, str]:
        """What the sheet of a move showed, by whose it is, in order."""
        sheet = self.bodies[f"{key}:sheet"]
        assert isinstance(sheet, SheetDealt)
        texts = texts_in(self.panel.prompt(key), sheet.fence)
        return {entry.seat: texts[entry.label] for entry in sheet.entries}


async def sat(
    panel: Panel | None = None,
    *,
    members: int = 3,
    mode: str = "general",
    council: dict[str, Any] | None = None,
    **more: Any,
) -> Sat:
    """Runs one."""
    panel = panel or Panel()
    async with Backend(panel) as here:
        session = await here.convene(
            "adjudication", members=members, rubric=rubric(mode), council=council or {}, **more
        )
        state = await here.state(session)
        assert state.status in ("verdict", "inconclusive"), state.message
        return Sat(panel, await here.bodies(session))
