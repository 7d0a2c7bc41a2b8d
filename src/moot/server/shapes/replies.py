"""Replies on sessions, councils, rubrics, protocols, settings and health, encoded by msgspec."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from moot.egress.api_keys import STORED, Secret
from moot.exports.verification import VerifyResult
from moot.protocols.protocol import ProtocolSummary
from moot.providers.endpoint_check import LastTest
from moot.server.error_responses import Trouble, told
from moot.transcripts.sql.shares import SessionShare, ShareTerms
from moot.transcripts.stored_prompts import PromptMessage
from moot.views.settings import SettingRow
from moot.vocabulary.councils import Council
from moot.vocabulary.model_rows import EngineState, ModelRow, ModelState
from moot.vocabulary.rubrics import Rubric


class ShareList(msgspec.Struct, frozen=True, kw_only=True):
    """Open shares, newest first, without their tokens."""

    shares: list[SessionShare]
    """The shares."""


class SharedRow(ShareTerms, frozen=True, kw_only=True):
    """A shared session, as somebody who opens its address gets it."""

    question: str
    """Beginning of the session's question."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about this installation of Moot: its version, its data folder, its protocols."""

    version: str
    """Version of Moot."""
    moot_home: str
    """Folder of Moot's data."""
    python: str
    """Version of Python that runs Moot."""
    licences: str
    """Path of the licences of the web app's parts."""
    protocols: list[str]
    """Installed protocols, by name."""
    schema: int
    """Version of the database schema."""


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt as it was sent to a seat."""

    key: str
    """The transcript key of the request to a seat that the prompt belongs to."""
    messages: list[PromptMessage]
    """The messages, without the system message."""
    schema: str
    """The schema an answer had to fit, as JSON; empty without one."""
    system: str
    """The system message."""


class VerifyReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of checking a transcript file."""

    conclusion: str
    """The worst result of all sessions: `well`, `changed`, `diverges`, `unreadable`, `unknown_signer` or `unsealed`;
    `partly` if all checked sessions are well and not every one was checked."""
    checked: tuple[VerifyResult, ...]
    """Each checked session, in the file's order."""
    unread: int = 0
    """Sessions beyond the first hundred, which were not checked."""


class SettingList(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that can be changed over HTTP."""

    settings: list[SettingRow]
    """Each of them."""
    about: About
    """Facts about this installation of Moot: its version, its data folder, its protocols."""


class WentOn(msgspec.Struct, frozen=True, kw_only=True):
    """Reply to a request to go on without some seats: those that the session no longer waits for."""

    session: str
    """The session."""
    without: tuple[str, ...]
    """Seats that the session no longer waits for."""
    elsewhere: bool
    """Whether another process runs the session."""


class StopReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of asking a session to stop."""

    session: str
    """The session."""
    stopped: bool
    """Whether the session was stopped; false if it had ended before."""


class CouncilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A council that can be chosen, as stored and as it would sit now."""

    layer: str
    """`packaged`, `user` or `project`; empty for one that Moot puts together."""
    council: Council
    """The council."""
    seated: Council
    """The council as it would be used now: with fallbacks for models that are not available."""
    notes: list[str]
    """Which models would be replaced by which, and why."""
    troubles: list[str]
    """Models that cannot be asked now and why, one sentence for each cause, with the most likely consequence."""


class PersonaRow(msgspec.Struct, frozen=True, kw_only=True):
    """A persona (an instruction that gives a seat a point of view) with where it is stored."""

    name: str
    """Name of the persona."""
    text: str
    """Text of the persona in a seat's system prompt."""
    layer: str
    """`packaged`, `user` or `project`."""


class CouncilList(msgspec.Struct, frozen=True, kw_only=True):
    """All councils: packaged ones, the user's and the project's, with the default one."""

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
    """A rubric (rules for judging answers) with where it is stored."""

    layer: str
    """`packaged`, `user` or `project`."""
    rubric: Rubric
    """The rubric."""
    text: str
    """The same as a TOML file, to be edited."""


class RubricList(msgspec.Struct, frozen=True, kw_only=True):
    """All rubrics: packaged ones, the user's and the project's."""

    rubrics: list[RubricRow]
    """By name."""
    broken: dict[str, str]
    """Rubrics that cannot be used, and why."""
    default: str
    """The default rubric."""


class ProtocolRow(ProtocolSummary, frozen=True, kw_only=True):
    """A protocol (the way a council deliberates) with its stages and options."""

    protocol: str
    """Name of the protocol."""
    stages: list[str]
    """Stages of the protocol with the default options."""
    options: dict[str, Any]
    """Options of the protocol as a JSON Schema."""
    takes_rubric: bool
    """Whether the protocol judges by a rubric."""
    stops_early: bool
    """Whether the protocol can ask two members first, and the others only if these two differ: for an open question
    and with the default options.
    """


class ProtocolList(msgspec.Struct, frozen=True, kw_only=True):
    """The installed protocols (ways a council can deliberate)."""

    protocols: list[ProtocolRow]
    """Built-in ones first."""


class UsageLimit(msgspec.Struct, frozen=True, kw_only=True):
    """How much of a limited resource is in use."""

    used: int
    """Units in use."""
    most: int
    """Most units."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well, and how much of each limit is used."""

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
    """Viewers disconnected since the server started because they did not read what they were sent."""
    recovered: int
    """Sessions resumed at the start."""
    alarms: int
    """Open upkeep alarms, as of the latest upkeep report."""
    engine: EngineState
    """State of the engine that runs models on this machine."""
    models: dict[str, ModelState]
    """The models on this machine and their states, by id."""


def reply(value: object, status: int = 200, **headers: str) -> Response:
    """Return a response with a struct as JSON. Headers are keyword arguments, with underscores in place of hyphens."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(told(value)), status, named, "application/json")


MOST_MODELS = 2000
"""Most models of one endpoint that are returned."""


def where(source: str) -> str:
    """Return where a key comes from in the API's words: `environment`, `kept` for a stored one, or empty.

    `source` is the environment variable that contains the key, `STORED` for a stored one, or empty.
    """
    return "kept" if source == STORED else "environment" if source else ""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a service has an API key, and where the key comes from. The key itself is not included."""

    needed: bool
    """Whether the service is useless without one."""
    where: str
    """`environment`, `kept` (in Moot's folder), or empty if there is none."""
    variable: str
    """Environment variable that contains the key, or the first that may contain it; empty if there is none."""
    last: str
    """`…` and its last four characters, to recognise it; empty for a short one."""


SHORTEST_SHOWN = 12
"""Characters a stored key must have before its last four are returned: of a shorter one they would reveal too much. Of
one in the environment none are returned."""


def key_state(key: Secret | None, source: str, variables: tuple[str, ...], *, needed: bool) -> KeyState:
    """Return what the API may reveal about a key: whether one is needed, where it comes from, and its last
    characters."""
    text = key.reveal() if key is not None else ""
    return KeyState(
        needed=needed,
        where=where(source),
        variable=source if where(source) == "environment" else next(iter(variables), ""),
        last=f"…{text[-4:]}" if source == STORED and len(text) >= SHORTEST_SHOWN else "",
    )


class EndpointFull(msgspec.Struct, frozen=True, kw_only=True):
    """An endpoint (a service that runs models) with its configuration."""

    endpoint: str
    """Name of the endpoint, the first part of its models' ids."""
    title: str
    """Name of the endpoint, for people."""
    url: str
    """Base address of the endpoint; empty for a built-in endpoint."""
    wire: str
    """API format of the endpoint."""
    layer: str
    """`packaged`, or `user` if the user has added or changed it."""
    private: bool
    """Whether the endpoint may be on this machine or in the local network."""
    concurrency: int | None
    """Most calls at once; null lets Moot find out."""
    free: bool
    """Whether calls to the endpoint cost nothing."""
    input: float | None
    """Dollars per million prompt tokens, if its row has a price."""
    output: float | None
    """Dollars per million tokens written, if its row has a price."""
    configured: bool
    """Whether the endpoint can be called now."""
    key: KeyState
    """State of the endpoint's key."""
    models: list[str]
    """Models to begin with, as `endpoint/model`; `/api/models` asks the service."""
    docs: str
    """Address of the endpoint's documentation."""
    signs_in: bool
    """Whether the endpoint issues a key to users who sign in there: `POST /api/endpoints/NAME/sign-in`."""
    speaks: bool
    """Whether the endpoint's models answer in text; false if they only compute embeddings."""
    scripted: bool
    """True for scripted voices."""
    test: LastTest | None
    """Result of the endpoint's last test at this address and with this key; null if it was not tested."""


class EndpointList(msgspec.Struct, frozen=True, kw_only=True):
    """Every endpoint (a service that runs models) with its configuration."""

    endpoints: list[EndpointFull]
    """The packaged ones first."""


class EndpointCheckReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of testing an endpoint (a service that runs models) or a search service."""

    ok: bool
    """Whether the endpoint answered."""
    ms: int
    """Milliseconds that the endpoint took to answer."""
    models: list[str]
    """Models of the endpoint, as `endpoint/model`, if it lists them."""
    said: str
    """The model's reply, if one was asked."""
    error: str
    """The error; empty if there is none."""
    remedy: str
    """What to do if the endpoint did not answer."""
    test: LastTest | None
    """The stored result; null for what is not an endpoint's."""


class SearcherRow(msgspec.Struct, frozen=True, kw_only=True):
    """A search service with its configuration."""

    name: str
    """Name of the service."""
    title: str
    """Name of the service, for people."""
    configured: bool
    """Whether the service can be called now."""
    needs_key: bool
    """Whether the service requires a key."""
    where: str
    """Where the key is from: `environment`, `kept` (Moot's key file), or empty."""
    key: KeyState
    """State of the service's key."""
    in_use: bool
    """Whether a session that names no searcher may use it under the present settings."""
    docs: str
    """Address of the service's documentation."""
    test: LastTest | None
    """Result of the service's last test at this address and with this key; null if it was not tested."""


class SearcherList(msgspec.Struct, frozen=True, kw_only=True):
    """The search services with their configuration."""

    searchers: list[SearcherRow]
    """By name."""


class ToolRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tool that members can be given."""

    name: str
    """The name by which a request or council chooses it; several tools may be chosen together by one name."""
    tool: str
    """The name by which models call it."""
    description: str
    """What the tool does, as described to models."""
    read_only: bool
    """Whether calls of the tool change nothing."""
    lacks: str
    """Why the tool cannot be used now; empty if it can."""


class ToolList(msgspec.Struct, frozen=True, kw_only=True):
    """The tools that members can be given."""

    tools: list[ToolRow]
    """By name."""


class RubricChecked(msgspec.Struct, frozen=True, kw_only=True):
    """Result of parsing a rubric that a user is writing. If parsing fails, this contains the error instead of the
    rubric."""

    rubric: Rubric | None
    """The rubric, if it is valid."""
    error: str
    """The error; empty if there is none."""
    line: int | None
    """Line of the error, from 1, if it can be determined."""
    remedy: str
    """What to do if the rubric is invalid."""
    idle: list[str]
    """Rules worth a look: they apply although the data they use could not be read."""


class EndpointRow(msgspec.Struct, frozen=True, kw_only=True):
    """An endpoint (a service that runs models), and whether its models could be listed."""

    endpoint: str
    """Name of the endpoint."""
    title: str
    """Name of the endpoint, for people."""
    configured: bool
    """Whether the endpoint can be called now: it has a key, or needs none."""
    error: str
    """Why the endpoint's models could not be listed; empty if they were."""


class ModelList(msgspec.Struct, frozen=True, kw_only=True):
    """The models that can be seated now, and those of this machine that cannot."""

    models: list[ModelRow]
    """The models: first those that would sit by default, then others that can be asked, scripted voices, councils, and
    last those that lack something."""
    endpoints: list[EndpointRow]
    """Every endpoint."""
