"""Describe models as the API returns them: those that can be seated, those of this machine, and what runs these."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

ModelStatus = Literal["absent", "pulled", "stopped", "loading", "ready", "busy", "sleeping", "failed"]
"""How a model of this machine is. `absent`: a roster names it, and it was not fetched; `pulled`: its file is here, and
nothing here can run it; `stopped`: it is loaded when it is asked."""


HERE = "local"
"""The endpoint of the models that Moot runs itself."""


def id_of(model: str) -> str:
    """Return what debates call a model: its bare name where it is of this machine."""
    return model.removeprefix(f"{HERE}/")


class EngineState(msgspec.Struct, frozen=True, kw_only=True):
    """What runs models on this machine."""

    ok: bool
    """Whether anything can."""
    binary: str
    """What does: `xllamacpp`, or the path of a `llama-server`; empty for nothing."""
    budget_bytes: int | None
    """Memory that models may take together, as things are now; null where the system does not tell."""
    used_bytes: int
    """Memory they take."""


class ModelState(msgspec.Struct, frozen=True, kw_only=True):
    """How a model of this machine is."""

    status: ModelStatus
    """In one word."""
    port: int | None
    """The port it answers at; null while it does not."""
    rss: int | None
    """Bytes of memory it holds; null where it does not run, or the system does not tell."""
    since: str | None
    """When it was started, in UTC; null where it was not."""
    restarts: int
    """How often it died within the last minute."""
    error: str
    """Why it died last; empty where it did not."""


class ModelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A model that can be seated, or a model of this machine."""

    model: str
    """`endpoint/model`."""
    endpoint: str
    """Its endpoint."""
    scripted: bool
    """True for a scripted voice."""
    speaks: bool
    """False when it measures texts and does nothing else."""
    priced: bool
    """Whether its price is known."""
    input: float | None
    """Dollars a million tokens read, where known; long prompts may cost more."""
    output: float | None
    """Dollars a million tokens written, where known."""
    context: int | None
    """How many tokens it reads at most, where known."""
    sits: bool
    """Whether it would sit in a council that Moot puts together."""
    why: str
    """Why it would, or why not, in a sentence."""
    council: bool
    """Whether it is a council of Moot's that is offered like a model, here or by another Moot."""
    unready: str
    """What it lacks before it can be asked, in a sentence; empty when nothing is known to be missing."""
    id: str
    """What debates call it: its bare name where it is of this machine, else the same as `model`."""
    status: ModelStatus | UnsetType = UNSET
    """How it is, where it is of this machine; one that is `absent` or only `pulled` cannot be seated."""
    name: str | UnsetType = UNSET
    """The same: what its makers call it."""
    company: str | UnsetType = UNSET
    """The same: its makers."""
    size: str | UnsetType = UNSET
    """The same: how many weights it has, as people say it; empty where nobody said."""
    file: str | UnsetType = UNSET
    """The same: its file's name."""
    bytes: int | UnsetType = UNSET
    """The same: the file's size; 0 where nobody could look it up."""
    license: str | UnsetType = UNSET
    """The same: what it is given under."""
    port: int | UnsetType | None = UNSET
    """The same: the port it answers at; null while it does not."""
