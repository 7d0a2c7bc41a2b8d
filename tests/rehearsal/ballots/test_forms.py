"""Does every voice fill in every ballot there is so that it can be read, by schema and in words?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from cases import slow_except
from moot.protocols import registry
from moot.providers.provider import Call, Message, Text
from moot.reading.forms.fields import Field, OneOf
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Named
from moot.reading.outcomes import ReadBallot
from moot.reading.sheets import sheet_text
from moot.rehearsal.provider import RehearsalProvider
from moot.vocabulary.seats import Abilities, Seat
from rig import ballots as ballot_reader

jsonschema_rs = pytest.importorskip("jsonschema_rs")

VOICES = ["ada", "bo", "cyn", "dov", "eli", "fay", "gus", "hana"]
CODE = """Review this.

```python
def collect(value, into=[]):
    into.append(value)
    handle = open("log.txt")
    return into
```"""
QUESTIONS = ["Should we move our API from REST to GraphQL?", "Postgres or MySQL?", "What is 6 * 7?", CODE, "?"]
LABELS = {"K7QM": "seat-b", "B3CD": "seat-c", "X9TZ": "seat-d"}


async def said(voice: str, prompt: str, schema: dict[str, Any] | None, *, ability: str = "json_schema") -> str:
    seat = Seat(id="seat-a", model=f"rehearsal/{voice}", abilities=Abilities(schema=ability))  # type: ignore[arg-type]
    call = Call(
        id="1", key="review/seat-a", seat=seat, messages=(Message(role="user", text=prompt),), max_output=50_000,
        schema=schema, seed="forms",
    )  # fmt: skip
    return "".join(
        [piece.text async for piece in RehearsalProvider(0, registry.plays).stream(call) if isinstance(piece, Text)]
    )


def named_lists(kind: object) -> dict[str, list[str]]:
    """Something to choose from for every list of names that a form takes at run time."""
    found: dict[str, list[str]] = {}

    def visit(field: object) -> None:
        if isinstance(field, OneOf) and isinstance(field.options, str):
            found[field.options] = ["well_sourced", "vague_sourcing", "critical", "style"]
        elif isinstance(field, Named):
            found[field.choice] = ["evidence", "usefulness"]
        for inner in [getattr(field, "field", None), *getattr(field, "fields", {}).values()]:
            if isinstance(inner, Field):
                visit(inner)

    visit(kind)
    return found


KINDS = list(ballot_reader.KINDS)
CASES = [(kind, question) for kind in KINDS for question in QUESTIONS]
LIGHT = [(kind, QUESTIONS[(at + more) % len(QUESTIONS)]) for at, kind in enumerate(KINDS) for more in (0, 2)]
"""Two questions for each kind of ballot, each question for as many kinds as any other."""


@pytest.mark.parametrize("case", slow_except(CASES, *LIGHT), ids=lambda case: f"{case[0].__name__}-{case[1][:20]}")
async def test_every_ballot_can_be_read(case):
    kind, question = case
    choices = named_lists(ballot_reader.KINDS[kind])
    texts = [await said(voice, question, None) for voice in ("ada", "cyn", "gus")]
    schema = ballot_reader.form_of(kind, list(LABELS), choices)
    asked = ballot_reader.request_for(kind, list(LABELS), choices)
    sheet = sheet_text(list(zip(LABELS, texts, strict=True)), "QWRTZPSD")
    prompt = f"<question>\n{question}\n</question>\n\n{sheet}\n\nJudge the answers.\n\n{asked}"
    for voice in VOICES:
        ballot = await said(voice, prompt, schema)
        jsonschema_rs.validate(schema, json.loads(ballot))
        read = ballot_reader.read_ballot(kind, ballot, LABELS, choices)
        assert isinstance(read, ReadBallot), (voice, read, ballot)
        aloud = await said(voice, prompt, schema, ability="none")
        read = ballot_reader.read_ballot(kind, aloud, LABELS, choices)
        assert isinstance(read, ReadBallot), (voice, read, aloud)


def test_every_form_that_is_declared_is_tried():
    assert KINDS
    assert any(isinstance(kind, FormKind) for kind in ballot_reader.KINDS.values()) or len(KINDS) == 1
