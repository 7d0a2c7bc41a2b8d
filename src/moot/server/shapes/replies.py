"""Replies on sessions, councils, rubrics, protocols, settings and health, encoded by msgspec."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from moot.exports.verification import VerifyResult
from moot.protocols.protocol import ProtocolSummary
from moot.server.error_responses import Trouble
from moot.server.remedy_text import told
from moot.transcripts.sql.shares import SessionShare, ShareTerms
from moot.transcripts.stored_prompts import PromptMessage
from moot.views.settings import SettingRow
from moot.vocabulary.councils import Council
from moot.vocabulary.model_rows import EngineState, ModelState
from moot.vocabulary.rubrics import Rubric


class ShareList(msgspec.Struct, frozen=True, kw_only=True):
    """Open shares, newest first, without their tokens."""

    shares: list[SessionShare]
    """The shares."""


class SharedRow(ShareTerms, frozen=True, kw_only=True):
    """A shared session, as a visitor of its address gets it."""

    question: str
    """The beginning of its question."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """This installation of Moot."""

    version: str
    """Its version."""
    moot_home: str
    """The folder of its data."""
    python: str
    """The version of Python it runs on."""
    licences: str
    """Path of the licences of the web app's parts."""
    protocols: list[str]
    """Its protocols, by name."""
    schema: int
    """The version of its store."""


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt as it was sent."""

    key: str
    """The intent it belongs to."""
    messages: list[PromptMessage]
    """The messages, without the system message."""
    schema: str
    """The schema an answer had to fit, as JSON; empty without one."""
    system: str
    """The system message."""


class VerifyReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of checking a transcript file."""

    conclusion: str
    """The worst finding: `well`, `changed`, `diverges`, `unreadable`, `unknown_signer` or `unsealed`; `partly` if all
    checked sessions are well and not every one was checked."""
    checked: tuple[VerifyResult, ...]
    """Each checked session, in the file's order."""
    unread: int = 0
    """Sessions beyond the first hundred, which were not checked."""


class SettingList(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that can be changed over HTTP."""

    settings: list[SettingRow]
    """Each of them."""
    about: About
    """This installation of Moot."""


class WentOn(msgspec.Struct, frozen=True, kw_only=True):
    """Result of asking a session to wait no longer."""

    session: str
    """The session."""
    without: tuple[str, ...]
    """The seats it no longer waits for."""
    elsewhere: bool
    """Whether another process runs it."""


class StopReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of asking a session to stop."""

    session: str
    """The session."""
    stopped: bool
    """False if it had ended before."""


class CouncilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A council on the shelf."""

    layer: str
    """`packaged`, `user` or `project`; empty for one that Moot puts together."""
    council: Council
    """The council."""
    seated: Council
    """The council as it would sit now: with fallbacks for models that are not available."""
    notes: list[str]
    """Which models would be replaced by which, and why."""
    troubles: list[str]
    """Models that cannot be asked now and why, one sentence for each cause, with the most likely consequence."""


class PersonaRow(msgspec.Struct, frozen=True, kw_only=True):
    """A persona on the shelf."""

    name: str
    """Its name."""
    text: str
    """Its text in the prompt of a seat."""
    layer: str
    """`packaged`, `user` or `project`."""


class CouncilList(msgspec.Struct, frozen=True, kw_only=True):
    """The councils on the shelf."""

    councils: list[CouncilRow]
    """By name."""
    default: str
    """The name of the default council; empty if it is put together from what is configured."""
    chosen: str
    """The default that the user set, on the shelf or not; empty if Moot chooses."""
    sitting: CouncilRow
    """The default council, with its members and its chair."""
    broken: dict[str, str]
    """Councils whose file cannot be used, and why."""
    personas: list[PersonaRow]
    """Personas that a member may have, by name."""
    why: str
    """Which council is the default, and why."""
    refused: Trouble | None
    """Why there is no default council, e.g. because a model list does not load; `sitting` is without members then."""


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
    """The default rubric."""


class ProtocolRow(ProtocolSummary, frozen=True, kw_only=True):
    """A protocol."""

    protocol: str
    """Its name."""
    stages: list[str]
    """Its stages with the default options."""
    options: dict[str, Any]
    """Its options as a JSON Schema."""
    takes_rubric: bool
    """Whether it judges by a rubric."""


class ProtocolList(msgspec.Struct, frozen=True, kw_only=True):
    """The protocols."""

    protocols: list[ProtocolRow]
    """Built-in ones first."""


class UsageLimit(msgspec.Struct, frozen=True, kw_only=True):
    """Use of a limited resource."""

    used: int
    """Units in use."""
    most: int
    """Most units."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well."""

    status: str
    """`ok`, `storage` when nothing can be written, `full` when no session is admitted, or `stopping`."""
    storage: str
    """Why nothing can be written; empty if it can."""
    free: int
    """Free bytes on the store's disk."""
    version: str
    """The version of Moot."""
    sessions: UsageLimit
    """Sessions running in this process."""
    viewers: UsageLimit
    """Long-lived connections: viewers of streams, sockets, and requests that wait for an answer. The limit follows from
    the files the server's process may open."""
    put_out: int
    """Viewers disconnected since the start because they did not read what they were sent."""
    recovered: int
    """Sessions resumed at the start."""
    alarms: int
    """Open upkeep alarms, as of the latest upkeep report."""
    engine: EngineState
    """State of the engine that runs models on this machine."""
    models: dict[str, ModelState]
    """The models on this machine and their states, by id."""


def reply(value: object, status: int = 200, **headers: str) -> Response:
    """Return a struct as JSON; header names are written with underscores."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(told(value)), status, named, "application/json")
