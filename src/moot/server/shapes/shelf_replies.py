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
    """Rules worth a look: earlier ones pre-empt them, or they apply although the data they use could not be read."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a council that would sit."""

    seat: str
    """Its id; members first, then offices."""
    model: str
    """The model that fills it."""
    scripted: bool
    """True for a scripted voice."""


class StageRow(msgspec.Struct, frozen=True, kw_only=True):
    """Calls of one stage of a session."""

    stage: str
    """The stage."""
    calls: int
    """Calls, if nothing fails."""
    says: str
    """Description of the calls, with their prices."""
    typical: float | None
    """Typical cost in dollars; null if some model's price is unknown."""
    most: float | None
    """Highest cost in dollars; null if some model's price is unknown."""


class EstimateRow(msgspec.Struct, frozen=True, kw_only=True):
    """Estimate of a session; nothing was opened."""

    calls: int
    """Calls, if nothing fails."""
    dollars: float | None
    """Highest cost in dollars; null if some model's price is unknown."""
    typical: float | None
    """Typical cost in dollars, an estimate; null if some model's price is unknown."""
    least: float | None
    """Least budget with which it starts, in dollars, rounded up; null if some model's price is unknown."""
    least_because: str
    """Why it needs that much, and what would lower it; empty if that figure is unknown."""
    lacking: str
    """Message about a budget, or a rest of today's, that is too small; empty if it suffices."""
    lacking_of: str
    """Which budget that is: `session` or `day`; empty if none is too small."""
    basis: str
    """Source of the typical price: `from 12 sessions here`, or `from a table`."""
    unknown: list[str]
    """Models whose price is unknown."""
    presumed: list[str]
    """Those of them counted at the price of the dearest known model, because a budget is set."""
    presumed_dollars: float
    """Their part of the highest cost."""
    stages: list[StageRow]
    """Stage by stage."""
    tokens: int
    """Most tokens read and written; 0 if unknown."""
    seconds: float | None
    """Expected duration in seconds, by the calls of these models in recent sessions; null without any."""
    untimed: list[str]
    """Models that were not asked recently, counted with an average duration."""
    council: str
    """The council's name, if it has one."""
    members: list[SeatRow]
    """The seats that would sit."""
    notes: list[str]
    """Decisions made for the user, as sentences."""
    why: str
    """Why this council sits."""
    at_most: float | None = None
    """Most it can cost, in dollars: the highest cost, or the budget if that is less, beyond which no call starts; null
    if some model's price is unknown."""
    assumes: str = ""
    """Lengths of answers and prompts that the highest cost assumes, as a sentence; empty if nothing costs anything."""
    unready: list[str] = []
    """Models that cannot be asked now, why, and what to do: they are priced all the same, and no session opens."""


class AgainRow(msgspec.Struct, frozen=True, kw_only=True):
    """Estimate of asking a session again; nothing was opened."""

    stage: str
    """The first stage with a new call."""
    changed: list[str]
    """Differences, as sentences."""
    kept: int
    """Answers and ballots that are kept; they cost nothing."""
    worth: float | None
    """Their cost when they were asked, in dollars; null if some price is unknown."""
    calls: int
    """Calls that are made, if nothing fails."""
    reuses: bool
    """Whether fewer may be made: a request that equals an earlier one is not sent again."""
    dollars: float | None
    """Their highest cost in dollars; null if some model's price is unknown."""
    at_most: float | None
    """Most it can cost, in dollars: the highest cost, or the budget if that is less, beyond which no call starts; null
    if some model's price is unknown."""
    typical: float | None
    """Their typical cost in dollars, an estimate; null if some model's price is unknown."""
    basis: str
    """Source of the typical price: `from 12 sessions here`, or `from a table`."""
    unknown: list[str]
    """Models whose price is unknown."""
    seconds: float | None
    """Expected duration in seconds, by the calls of these models in recent sessions; null without any."""
    untimed: list[str]
    """Models that were not asked recently, counted with an average duration."""
    stages: list[StageRow]
    """The new calls, stage by stage."""
    notes: list[str]
    """Decisions made for the user, as sentences."""
    assumes: str = ""
    """Lengths of answers and prompts that the highest cost assumes, as a sentence; empty if nothing costs anything."""
    unready: list[str] = []
    """Models of new calls that cannot be asked now, why, and what to do: they are priced all the same."""


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
