"""What does a client get? Structs of our own, encoded by msgspec; their schemas stand in the OpenAPI document."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from moot.server.error_responses import Trouble
from moot.server.remedy_text import told
from moot.vocabulary.councils import Council
from moot.vocabulary.model_rows import EngineState, ModelState
from moot.vocabulary.rubrics import Rubric


class WentOn(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking a session to wait no longer."""

    session: str
    """The session."""
    without: tuple[str, ...]
    """The seats it no longer waits for."""
    elsewhere: bool
    """Whether another process holds it."""


class StopReply(msgspec.Struct, frozen=True, kw_only=True):
    """What came of asking a session to stop."""

    session: str
    """The session."""
    stopped: bool
    """False when it had ended before."""


class CouncilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A council on the shelf."""

    layer: str
    """`packaged`, `user` or `project`; empty for one that Moot puts together."""
    council: Council
    """The council."""
    seated: Council
    """The same as it would sit now: with fallbacks in place of models that are not available."""
    notes: list[str]
    """Who would sit instead of whom, and why."""
    troubles: list[str]
    """Who cannot be asked now and why, one sentence for each cause, with what most likely follows it."""


class PersonaRow(msgspec.Struct, frozen=True, kw_only=True):
    """A persona on the shelf."""

    name: str
    """Its name."""
    text: str
    """What a seat that wears it is told."""
    layer: str
    """`packaged`, `user` or `project`."""


class CouncilList(msgspec.Struct, frozen=True, kw_only=True):
    """The councils on the shelf."""

    councils: list[CouncilRow]
    """By name."""
    default: str
    """The name of the one that sits when none is named; empty when it is put together from what is configured."""
    chosen: str
    """The one that the user set as the default, on the shelf or not; empty when Moot chooses."""
    sitting: CouncilRow
    """The one that sits when none is named, with its members and its chair."""
    broken: dict[str, str]
    """Councils whose file cannot be taken, and why."""
    personas: list[PersonaRow]
    """Personas that a member may wear, by name."""
    why: str
    """What sits by default, and why."""
    refused: Trouble | None
    """Why no council sits by default, e.g. because a model list does not come; `sitting` is without members then."""


class RubricRow(msgspec.Struct, frozen=True, kw_only=True):
    """A rubric on the shelf."""

    layer: str
    """`packaged`, `user` or `project`."""
    rubric: Rubric
    """The rubric."""
    text: str
    """The same as a TOML file, to be edited."""


class RubricList(msgspec.Struct, frozen=True, kw_only=True):
    """The rubrics on the shelf."""

    rubrics: list[RubricRow]
    """By name."""
    broken: dict[str, str]
    """Rubrics that cannot be used, and why."""
    default: str
    """The one that is taken when none is named."""


class ProtocolRow(msgspec.Struct, frozen=True, kw_only=True):
    """A way to deliberate."""

    protocol: str
    """Its name."""
    title: str
    """What it is, in one line."""
    stages: list[str]
    """Its stages, with the options as they are by default."""
    options: dict[str, Any]
    """Its options as a JSON Schema."""
    offices: list[str]
    """Offices it needs beside the chair."""
    chairless: str
    """Why another chair changes nothing; empty where the chair is asked."""
    takes_rubric: bool
    """Whether it judges by a rubric."""
    fewest: int
    """The fewest members it works with."""
    writes_openly: bool
    """Whether the verdict's words can be read while they are written."""


class ProtocolList(msgspec.Struct, frozen=True, kw_only=True):
    """The ways to deliberate."""

    protocols: list[ProtocolRow]
    """Ours first."""


class UsageLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How much of something is in use."""

    used: int
    """Now."""
    most: int
    """At most."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well."""

    status: str
    """`ok`, `storage` when nothing can be written, `full` when no session is admitted, or `stopping`."""
    storage: str
    """Why nothing can be written, in words; empty when it can."""
    free: int
    """Bytes that are free where the store lies."""
    version: str
    """The version of Moot."""
    sessions: UsageLimit
    """Sessions running in this process."""
    viewers: UsageLimit
    """Who stays connected: viewers of streams, sockets, and those who wait for an answer. The bound follows from the
    files the server's process may open."""
    put_out: int
    """Viewers put out since the start because they did not take what they were sent."""
    recovered: int
    """Sessions taken up at the start."""
    alarms: int
    """Alarms of upkeep that nobody has seen to, as of the latest upkeep report."""
    engine: EngineState
    """What runs models on this machine."""
    models: dict[str, ModelState]
    """The models that lie on this machine, by id, and how each of them is."""


def reply(value: object, status: int = 200, **headers: str) -> Response:
    """A struct as JSON; header names are written with underscores."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(told(value)), status, named, "application/json")
