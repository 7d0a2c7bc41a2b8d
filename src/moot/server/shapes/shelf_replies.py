"""What does a client get of the shelves: endpoints, keys, personas, searchers, rubrics being written, estimates?

No struct here has a place for a key: of one that is set, its last four characters and where it is from are told.
"""

from __future__ import annotations

import msgspec

from moot.egress.keys import STORED, Secret
from moot.providers.last_tests import LastTest
from moot.vocabulary.model_rows import ModelRow
from moot.vocabulary.rubrics import Rubric

MOST_MODELS = 2000
"""Models of one endpoint that a client is told of."""


def where(source: str) -> str:
    """Where a key is from, as a client is told."""
    return "kept" if source == STORED else "environment" if source else ""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """Whether there is a key, without the key."""

    needed: bool
    """Whether the service is useless without one."""
    where: str
    """`environment`, `kept` (in Moot's folder), or empty when there is none."""
    variable: str
    """The variable it is in, or the first one that may hold it; empty when there is none."""
    last: str
    """`…` and its last four characters, to tell one from another; empty for a short one."""


SHORTEST_SHOWN = 12
"""Characters a stored key must have before its last four are told: of a shorter one they would be too much. Of one in
the environment nothing is told."""


def key_state(key: Secret | None, source: str, variables: tuple[str, ...], *, needed: bool) -> KeyState:
    """What may be told of a key."""
    text = key.reveal() if key is not None else ""
    return KeyState(
        needed=needed,
        where=where(source),
        variable=source if where(source) == "environment" else next(iter(variables), ""),
        last=f"…{text[-4:]}" if source == STORED and len(text) >= SHORTEST_SHOWN else "",
    )


class TestRow(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the last test of a service."""

    at: str
    """When it was made, in UTC."""
    ms: int
    """Milliseconds it took."""
    proved: str
    """`answer`: a model answered. `listing`: models were listed, and nothing was asked. `search`: something was looked
    up. Empty when it failed."""
    asked: str
    """The model that was asked, or what was looked up."""
    found: int
    """Models that were listed, or things that were found."""
    error: str
    """What went wrong; empty when nothing did."""
    remedy: str
    """What to do about it."""


def last_test_row(test: LastTest | None) -> TestRow | None:
    return (
        None
        if test is None
        else TestRow(
            at=test.at,
            ms=test.ms,
            proved=test.proved,
            asked=test.asked,
            found=test.found,
            error=test.error,
            remedy=test.remedy,
        )
    )


class EndpointFull(msgspec.Struct, frozen=True, kw_only=True):
    """A service that can be asked, as it is set up."""

    endpoint: str
    """Its name, the first part of its models' ids."""
    title: str
    """What people call it."""
    url: str
    """Its base address; empty for one inside Moot."""
    wire: str
    """How it is spoken to."""
    layer: str
    """`packaged`, or `user` when the user has added or changed it."""
    private: bool
    """Whether it may be on this machine or in the local network."""
    concurrency: int | None
    """Most calls at once; null lets Moot find out."""
    free: bool
    """Whether it costs nothing."""
    input: float | None
    """Dollars a million tokens of the prompt, where its row states a price."""
    output: float | None
    """Dollars a million tokens written, where its row states a price."""
    configured: bool
    """Whether it can be asked now."""
    key: KeyState
    """What is known of its key."""
    models: list[str]
    """Models to begin with, as `endpoint/model`; `/api/models` asks the service."""
    docs: str
    """Where its documentation is."""
    speaks: bool
    """False when its models measure texts and do nothing else."""
    scripted: bool
    """True for scripted voices."""
    test: TestRow | None
    """What came of its last test at this address and with this key; null when it was not tested."""


class EndpointList(msgspec.Struct, frozen=True, kw_only=True):
    """Every endpoint there is."""

    endpoints: list[EndpointFull]
    """The packaged ones first."""


class EndpointCheckReply(msgspec.Struct, frozen=True, kw_only=True):
    """What came of trying an endpoint."""

    ok: bool
    """Whether it answered."""
    ms: int
    """Milliseconds it took."""
    models: list[str]
    """What it offers, as `endpoint/model`, as far as it says."""
    said: str
    """What the model said, when one was asked."""
    error: str
    """What went wrong; empty when nothing did."""
    remedy: str
    """What to do about it."""
    test: TestRow | None
    """What is kept of it; null where it was not an endpoint's."""


class SearcherRow(msgspec.Struct, frozen=True, kw_only=True):
    """A service that things can be looked up with."""

    name: str
    """Its name."""
    title: str
    """What people call it."""
    configured: bool
    """Whether it could be asked now."""
    needs_key: bool
    """Whether it is useless without a key."""
    where: str
    """Where its key comes from: `environment`, `kept`, or empty."""
    key: KeyState
    """What is known of its key."""
    in_use: bool
    """Whether a session that names no searcher may ask it, as the settings are."""
    docs: str
    """Where its documentation is."""
    test: TestRow | None
    """What came of its last test at this address and with this key; null when it was not tested."""


class SearcherList(msgspec.Struct, frozen=True, kw_only=True):
    """The services things can be looked up with."""

    searchers: list[SearcherRow]
    """By name."""


class RubricChecked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of reading a rubric that is being written."""

    rubric: Rubric | None
    """The rubric, when it can be used."""
    error: str
    """What is wrong with it; empty when nothing is."""
    line: int | None
    """The line that speaks of, from 1, where it can be known."""
    remedy: str
    """What to do about it."""
    idle: list[str]
    """Rules worth a look: earlier ones forestall them, or they hold although nobody could read what they rest on."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a council that would sit."""

    seat: str
    """Its id; members first, then offices."""
    model: str
    """The model that fills it."""
    scripted: bool
    """True for a scripted voice."""


class StageRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a stage of a session would ask."""

    stage: str
    """The stage."""
    calls: int
    """Calls, if nothing fails."""
    says: str
    """The same in words, with its prices."""
    typical: float | None
    """What it usually costs, in dollars; null when some model's price is unknown."""
    most: float | None
    """What it costs at the worst; null when some model's price is unknown."""


class EstimateRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a session would be and may cost; nothing was opened."""

    calls: int
    """Calls, if nothing fails."""
    dollars: float | None
    """The worst price; null when some model's price is unknown."""
    typical: float | None
    """What it usually costs, in dollars: an estimate; null when nobody knows some model's price."""
    least: float | None
    """A budget under which it is begun, in dollars, rounded up; null when some model's price is unknown."""
    least_because: str
    """Why it takes so much, and what would lower it; empty where that figure is not known."""
    lacking: str
    """What is to be said of a budget, or of what is left for today, that is too small; empty where it is not."""
    lacking_of: str
    """Whose budget that is: `session` or `day`; empty where nothing is lacking."""
    basis: str
    """Where the typical price comes from: `from 12 sessions here`, or `from a table`."""
    unknown: list[str]
    """Models whose price nobody knows."""
    presumed: list[str]
    """Those of them that count as the dearest known model, because a budget is in force."""
    presumed_dollars: float
    """How much of the worst price stems from that."""
    stages: list[StageRow]
    """Stage by stage."""
    tokens: int
    """Most tokens read and written; 0 when nobody can say."""
    seconds: float | None
    """How long it may take, by the calls of these models in recent sessions; null without any."""
    untimed: list[str]
    """Models that were not asked of late, so that their part of it is a guess: they are taken for ordinary ones."""
    council: str
    """The council's name, when it has one."""
    members: list[SeatRow]
    """Who would sit."""
    notes: list[str]
    """What was decided for the user, in words."""
    why: str
    """Why this council sits."""
    at_most: float | None = None
    """What it can come to at the most, in dollars: the worst price, or the budget where that is less, beyond which no
    call starts; null when some model's price is unknown."""
    assumes: str = ""
    """What the worst price takes every answer and every prompt to be, in words; empty where nothing costs anything."""
    unready: list[str] = []
    """Who cannot be asked now, why, and what to do: they are priced all the same, and a session is not opened."""


class AgainRow(msgspec.Struct, frozen=True, kw_only=True):
    """What asking a session again would keep, ask and cost; nothing was opened."""

    stage: str
    """The first stage in which anybody is asked."""
    changed: list[str]
    """What would be different, in words."""
    kept: int
    """Answers and ballots that are kept; they cost nothing."""
    worth: float | None
    """What those cost when they were asked, in dollars; null when some price is unknown."""
    calls: int
    """Calls that are made, if nothing fails."""
    reuses: bool
    """Whether fewer may be made: what turns out to be asked just as before is not asked again."""
    dollars: float | None
    """Their worst price; null when some model's price is unknown."""
    at_most: float | None
    """What it can come to at the most, in dollars: the worst price, or the budget where that is less, beyond which no
    call starts; null when some model's price is unknown."""
    typical: float | None
    """What they usually cost, in dollars: an estimate; null when nobody knows some model's price."""
    basis: str
    """Where the typical price comes from: `from 12 sessions here`, or `from a table`."""
    unknown: list[str]
    """Models whose price nobody knows."""
    seconds: float | None
    """How long it may take, by the calls of these models in recent sessions; null without any."""
    untimed: list[str]
    """Models that were not asked of late, so that their part of it is a guess: they are taken for ordinary ones."""
    stages: list[StageRow]
    """What is asked, stage by stage."""
    notes: list[str]
    """What was decided for the user, in words."""
    assumes: str = ""
    """What the worst price takes every answer and every prompt to be, in words; empty where nothing costs anything."""
    unready: list[str] = []
    """Who of those that are asked anew cannot be asked now, why, and what to do: they are priced all the same."""


class EndpointRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where models can be reached."""

    endpoint: str
    """Its name."""
    title: str
    """What people call it."""
    configured: bool
    """Whether it can be asked now: with a key, or in need of none."""
    error: str
    """Why its models could not be listed; empty when they were."""


class ModelList(msgspec.Struct, frozen=True, kw_only=True):
    """The models that can be seated now, and those of this machine that cannot."""

    models: list[ModelRow]
    """The models: those that would sit unasked first, then others that can be asked, scripted voices, councils, and at
    the end what lacks something."""
    endpoints: list[EndpointRow]
    """Every endpoint there is."""
