"""Replies on endpoints, keys, searchers, rubrics being written, and estimates.

No struct here has a field for a key: of a stored key, only its last four characters and its source are returned.
"""

from __future__ import annotations

import msgspec

from moot.egress.api_keys import STORED, Secret
from moot.providers.last_tests import LastTest
from moot.vocabulary.model_rows import ModelRow
from moot.vocabulary.rubrics import Rubric

MOST_MODELS = 2000
"""Most models of one endpoint that are returned."""


def where(source: str) -> str:
    """Return the source of a key as a client gets it."""
    return "kept" if source == STORED else "environment" if source else ""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """State of a key, without the key."""

    needed: bool
    """Whether the service is useless without one."""
    where: str
    """`environment`, `kept` (in Moot's folder), or empty if there is none."""
    variable: str
    """The variable it is in, or the first one that may contain it; empty if there is none."""
    last: str
    """`…` and its last four characters, to recognise it; empty for a short one."""


SHORTEST_SHOWN = 12
"""Characters a stored key must have before its last four are returned: of a shorter one they would reveal too much. Of
one in the environment none are returned."""


def key_state(key: Secret | None, source: str, variables: tuple[str, ...], *, needed: bool) -> KeyState:
    """Return what may be shown of a key."""
    text = key.reveal() if key is not None else ""
    return KeyState(
        needed=needed,
        where=where(source),
        variable=source if where(source) == "environment" else next(iter(variables), ""),
        last=f"…{text[-4:]}" if source == STORED and len(text) >= SHORTEST_SHOWN else "",
    )


class EndpointFull(msgspec.Struct, frozen=True, kw_only=True):
    """A service that can be asked, as it is set up."""

    endpoint: str
    """Its name, the first part of its models' ids."""
    title: str
    """Its name for people."""
    url: str
    """Its base address; empty for a built-in one."""
    wire: str
    """Its API format."""
    layer: str
    """`packaged`, or `user` if the user has added or changed it."""
    private: bool
    """Whether it may be on this machine or in the local network."""
    concurrency: int | None
    """Most calls at once; null lets Moot find out."""
    free: bool
    """Whether it costs nothing."""
    input: float | None
    """Dollars per million prompt tokens, if its row has a price."""
    output: float | None
    """Dollars per million tokens written, if its row has a price."""
    configured: bool
    """Whether it can be asked now."""
    key: KeyState
    """State of its key."""
    models: list[str]
    """Models to begin with, as `endpoint/model`; `/api/models` asks the service."""
    docs: str
    """Address of its documentation."""
    signs_in: bool
    """Whether it gives a key to whoever signs in there: `POST /api/endpoints/NAME/sign-in`."""
    speaks: bool
    """False if its models only embed texts."""
    scripted: bool
    """True for scripted voices."""
    test: LastTest | None
    """Result of its last test at this address and with this key; null if it was not tested."""


class EndpointList(msgspec.Struct, frozen=True, kw_only=True):
    """Every endpoint."""

    endpoints: list[EndpointFull]
    """The packaged ones first."""


class EndpointCheckReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of testing an endpoint."""

    ok: bool
    """Whether it answered."""
    ms: int
    """Milliseconds it took."""
    models: list[str]
    """Its models, as `endpoint/model`, if it lists them."""
    said: str
    """The model's reply, if one was asked."""
    error: str
    """The error; empty if there is none."""
    remedy: str
    """What to do about it."""
    test: LastTest | None
    """The stored result; null for what is not an endpoint's."""


class SearcherRow(msgspec.Struct, frozen=True, kw_only=True):
    """A search service."""

    name: str
    """Its name."""
    title: str
    """Its name for people."""
    configured: bool
    """Whether it could be asked now."""
    needs_key: bool
    """Whether it is useless without a key."""
    where: str
    """Source of its key: `environment`, `kept`, or empty."""
    key: KeyState
    """State of its key."""
    in_use: bool
    """Whether a session that names no searcher may use it under the present settings."""
    docs: str
    """Address of its documentation."""
    test: LastTest | None
    """Result of its last test at this address and with this key; null if it was not tested."""


class SearcherList(msgspec.Struct, frozen=True, kw_only=True):
    """The services things can be looked up with."""

    searchers: list[SearcherRow]
    """By name."""


class RubricChecked(msgspec.Struct, frozen=True, kw_only=True):
    """Result of parsing a rubric that is being written."""

    rubric: Rubric | None
    """The rubric, if it can be used."""
    error: str
    """The error; empty if there is none."""
    line: int | None
    """Line of the error, from 1, if it can be determined."""
    remedy: str
    """What to do about it."""
    idle: list[str]
    """Rules worth a look: they apply although the data they use could not be read."""


class EndpointRow(msgspec.Struct, frozen=True, kw_only=True):
    """An endpoint of models."""

    endpoint: str
    """Its name."""
    title: str
    """Its name for people."""
    configured: bool
    """Whether it can be asked now: it has a key, or needs none."""
    error: str
    """Why its models could not be listed; empty if they were."""


class ModelList(msgspec.Struct, frozen=True, kw_only=True):
    """The models that can be seated now, and those of this machine that cannot."""

    models: list[ModelRow]
    """The models: first those that would sit by default, then others that can be asked, scripted voices, councils, and
    last those that lack something."""
    endpoints: list[EndpointRow]
    """Every endpoint."""
