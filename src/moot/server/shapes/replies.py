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
    """Path to the licences of the web app's parts."""
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
    """JSON schema required of the answer, as text; empty without one."""
    system: str
    """The system message."""


class VerifyReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of checking a transcript file."""

    conclusion: str
    """Worst result of all sessions: `well`, `changed`, `diverges`, `unreadable`, `unknown_signer` or `unsealed`;
    `partly` if all checked sessions are well and some were not checked.
    """
    checked: tuple[VerifyResult, ...]
    """Result for each checked session, in the file's order."""
    unread: int = 0
    """Number of sessions beyond the first hundred, which were not checked."""


class SettingList(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that can be changed over HTTP."""

    settings: list[SettingRow]
    """The settings, each with its value and meaning."""
    about: About
    """Facts about this installation of Moot: its version, its data folder, its protocols."""


class WentOn(msgspec.Struct, frozen=True, kw_only=True):
    """Reply to a request to continue without some seats."""

    session: str
    """Id of the session."""
    without: tuple[str, ...]
    """Seats that the session no longer waits for."""
    elsewhere: bool
    """Whether another process runs the session."""


class StopReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of asking a session to stop."""

    session: str
    """Id of the session."""
    stopped: bool
    """Whether the session was stopped; false if it had ended before."""


class CouncilRow(msgspec.Struct, frozen=True, kw_only=True):
    """A council that can be chosen, as stored and as it would be used now."""

    layer: str
    """Where the council is stored: `packaged`, `user` or `project`; empty for a council that Moot chooses."""
    council: Council
    """The council."""
    seated: Council
    """The council as it would be used now: with fallbacks for models that are not available."""
    notes: list[str]
    """Which models would be replaced, by which model, and why."""
    troubles: list[str]
    """Models that cannot be called now and why, one sentence for each cause, with the most likely consequence."""


class PersonaRow(msgspec.Struct, frozen=True, kw_only=True):
    """A persona (an instruction that gives a seat a point of view) with where it is stored."""

    name: str
    """Name of the persona."""
    text: str
    """Text of the persona in a seat's system prompt."""
    layer: str
    """Where the persona is stored: `packaged`, `user` or `project`."""


class CouncilList(msgspec.Struct, frozen=True, kw_only=True):
    """All councils: packaged ones, the user's and the project's, with the default one."""

    councils: list[CouncilRow]
    """The councils, sorted by name."""
    default: str
    """Name of the default council; empty if Moot chooses one from the configured models."""
    chosen: str
    """Name of the default council that the user set, whether it exists or not; empty if Moot chooses."""
    sitting: CouncilRow
    """The default council, with its members and its chair."""
    broken: dict[str, str]
    """Councils whose file cannot be used, each with the reason."""
    personas: list[PersonaRow]
    """Personas that a member may have, sorted by name."""
    why: str
    """Which council is the default, and why."""
    refused: Trouble | None
    """Why there is no default council, e.g. because a model list does not load. `sitting` then has no members."""


class RubricRow(msgspec.Struct, frozen=True, kw_only=True):
    """A rubric (rules for judging answers) with where it is stored."""

    layer: str
    """Where the rubric is stored: `packaged`, `user` or `project`."""
    rubric: Rubric
    """The rubric."""
    text: str
    """The rubric as a TOML file, to be edited."""


class RubricList(msgspec.Struct, frozen=True, kw_only=True):
    """All rubrics: packaged ones, the user's and the project's."""

    rubrics: list[RubricRow]
    """The rubrics, sorted by name."""
    broken: dict[str, str]
    """Rubrics that cannot be used, each with the reason."""
    default: str
    """Name of the default rubric."""


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
    """The protocols, built-in ones first."""


class UsageLimit(msgspec.Struct, frozen=True, kw_only=True):
    """Use of a limited resource."""

    used: int
    """Units in use."""
    most: int
    """Maximum number of units."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well, and how much of each limit is used."""

    status: str
    """State of the server: `ok`, `storage` when nothing can be written, `full` when no session is admitted, or
    `stopping`.
    """
    storage: str
    """Why nothing can be written; empty if writing works."""
    free: int
    """Free bytes on the store's disk."""
    version: str
    """Version of Moot."""
    sessions: UsageLimit
    """Number of sessions running in this process, with the limit."""
    viewers: UsageLimit
    """Number of long-lived connections (viewers of streams, sockets, and requests that wait for an answer), with the
    limit. The limit follows from the files the process may open.
    """
    put_out: int
    """Number of viewers disconnected since the server started because they did not read what they were sent."""
    recovered: int
    """Number of sessions resumed when the server started."""
    alarms: int
    """Number of open upkeep alarms in the latest upkeep report."""
    engine: EngineState
    """State of the engine that runs models on this machine."""
    models: dict[str, ModelState]
    """State of each model on this machine, by id."""


def reply(value: object, status: int = 200, **headers: str) -> Response:
    """Return a response with a struct as JSON. Headers are keyword arguments, with underscores in place of hyphens."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(told(value)), status, named, "application/json")


MOST_MODELS = 2000
"""Maximum number of models returned for one endpoint."""


def where(source: str) -> str:
    """Return where a key comes from in the API's words: `environment`, `kept` for a stored key, or empty.

    `source` is the environment variable that contains the key, `STORED` for a stored key, or empty.
    """
    return "kept" if source == STORED else "environment" if source else ""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a service has an API key, and where the key comes from. The key itself is not included."""

    needed: bool
    """Whether the service requires a key."""
    where: str
    """Where the key is from: `environment`, `kept` (in Moot's folder), or empty if there is none."""
    variable: str
    """Environment variable that contains the key, or the first that may contain it; empty if there is none."""
    last: str
    """An ellipsis and the key's last four characters, to recognise it; empty for a short key."""


SHORTEST_SHOWN = 12
"""Minimum number of characters of a stored key whose last four characters are returned. Those of a shorter key would
reveal too much; those of a key in the environment are never returned.
"""


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
    """Where the configuration is from: `packaged`, or `user` if the user has added or changed it."""
    private: bool
    """Whether the endpoint may be on this machine or in the local network."""
    concurrency: int | None
    """Maximum number of calls at once; null adapts to the service."""
    free: bool
    """Whether calls to the endpoint cost nothing."""
    input: float | None
    """Price in dollars per million prompt tokens, if configured."""
    output: float | None
    """Price in dollars per million output tokens, if configured."""
    configured: bool
    """Whether the endpoint can be called now."""
    key: KeyState
    """State of the endpoint's key."""
    models: list[str]
    """Models to consider first, as `endpoint/model`; `/api/models` asks the service."""
    docs: str
    """Address of the endpoint's documentation."""
    signs_in: bool
    """Whether the endpoint issues a key to users who sign in there: `POST /api/endpoints/NAME/sign-in`."""
    speaks: bool
    """Whether the endpoint's models answer in text; false if they only compute embeddings."""
    scripted: bool
    """Whether the endpoint has scripted demo voices instead of language models."""
    test: LastTest | None
    """Result of the endpoint's last test at this address and with this key; null if it was not tested."""


class EndpointList(msgspec.Struct, frozen=True, kw_only=True):
    """Every endpoint (a service that runs models) with its configuration."""

    endpoints: list[EndpointFull]
    """The endpoints, packaged ones first."""


class EndpointCheckReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of testing an endpoint (a service that runs models) or a search service."""

    ok: bool
    """Whether the endpoint answered."""
    ms: int
    """Milliseconds that the endpoint took to answer."""
    models: list[str]
    """Models of the endpoint, as `endpoint/model`, if it lists them."""
    said: str
    """Text of the model's reply, if a model was called."""
    error: str
    """Kind of error; empty if there is none."""
    remedy: str
    """What to do if the endpoint did not answer."""
    test: LastTest | None
    """The stored result; null if the tested service is no endpoint."""


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
    """The search services, sorted by name."""


class ToolRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tool that members can be given."""

    name: str
    """Name by which a request or council selects the tool. Several tools may share one name."""
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
    """The tools, sorted by name."""


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
    """Rules that need attention, because they apply although the data they use could not be parsed."""


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
    """The models: first those used by default, then other models that can be called, scripted voices, councils, and
    last models that lack something.
    """
    endpoints: list[EndpointRow]
    """Every endpoint."""
