"""Test that every door offers options of another package's protocol, and new fields of a request."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncIterator
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest
from docs import generate

import moot
from moot import python_api
from moot.cli.asking.flags import fields_from, flags_of
from moot.protocols import installed
from moot.request import AskFields
from moot.server.shapes.bodies import body_of
from moot.vocabulary.seats import Name
from server.running import MEMBERS, Running, running
from world.doors import at_terminal

PACKAGE = '''
from moot.protocols.public import Floor, Options, Verdict, protocol

class TeaOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    cups: int = 1
    """How many cups of tea are drunk before anybody speaks."""

@protocol(name="tea", title="Tea", stages=("tea",))
async def tea(floor: Floor, options: TeaOptions) -> Verdict:
    """Drink tea."""
    return await floor.withhold(f"{options.cups} cups were drunk")
'''
SAYS = "How many cups of tea are drunk before anybody speaks."
DRUNK = "3 cups were drunk"


@pytest.fixture
def tea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that brings a protocol with one option of its own."""
    (tmp_path / "tea_package.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("tea", "tea_package:tea", "moot.protocols")
    monkeypatch.setattr(installed, "entry_points", lambda group: [point] if group == point.group else [])


@pytest.fixture
async def server(home: Path, tea: None) -> AsyncIterator[Running]:
    async with running(home) as found:
        yield found


@pytest.mark.usefixtures("home", "tea")
def test_the_terminal_python_and_the_reference_offer_an_option_of_a_package() -> None:
    told = at_terminal("help", "tea")
    assert "cups = 1    (int)" in told
    assert SAYS in told
    models = [word for member in MEMBERS for word in ("-m", member)]
    asked = at_terminal("ask", "Is it late?", "--protocol", "tea", "-o", "cups=3", *models, "--json")
    assert DRUNK in asked
    assert json.loads(asked[asked.index("{") :])["protocol"] == "tea"
    result = moot.ask("Is it late?", members=MEMBERS, protocol="tea", options={"cups": 3})
    assert result.reason is not None
    assert DRUNK in result.reason
    assert f"| `cups` | `int` | `1` | {SAYS} |" in generate.options("tea")


async def test_the_api_offers_an_option_of_a_package(server: Running) -> None:
    async with server.client() as client:
        offered = (await client.get("/api/protocols")).json()["protocols"]
        (options,) = [each["options"]["properties"] for each in offered if each["protocol"] == "tea"]
        assert options["cups"] == {"type": "integer", "default": 1, "description": SAYS, "x-shared": False}
        body = {"question": "Is it late?", "members": MEMBERS, "protocol": "tea", "options": {"cups": 3}}
        session = (await client.post("/api/sessions", json=body)).json()["session"]
        result = (await client.get(f"/api/sessions/{session}", params={"wait": 60})).json()
        assert DRUNK in result["reason"]


class WiderFields(AskFields, frozen=True, kw_only=True):
    """The fields of a question, and one more."""

    colours: tuple[Name, ...] = ()
    """The colours it is asked in."""


def test_every_door_offers_a_field_that_a_request_comes_to_have() -> None:
    says = "The colours it is asked in."

    @click.command()
    @flags_of(WiderFields)
    def command(**given: object) -> None:
        click.echo(fields_from(WiderFields, given)["colours"])

    context = click.Context(command)
    assert says in " ".join(command.get_help(context).split())
    assert command.main(["--colours", "red", "--colours", "blue"], standalone_mode=False) is None
    assert body_of("WiderBody", WiderFields).model_json_schema()["properties"]["colours"]["description"] == says
    taken = python_api._takes(WiderFields)(lambda **fields: python_api.Deliberation(lambda app: app.convene(fields)))
    assert "colours" in inspect.signature(taken).parameters
    assert f"colours: {says}" in (inspect.getdoc(taken) or "")
    assert f"| `colours` | `tuple[str, ...]` | `()` | {says} |" in generate.fields(WiderFields)
