"""Models as returned by the API: those that can be seated, those of this machine, and the local engine."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

ModelStatus = Literal["absent", "pulled", "stopped", "loading", "ready", "busy", "sleeping", "failed"]
"""State of a local model. `absent`: named in a roster but not downloaded; `pulled`: downloaded, but no engine can run
it; `stopped`: loaded at its next call."""


HERE = "local"
"""Name of the endpoint for models that Moot itself runs on this machine."""


def id_of(model: str) -> str:
    """Return the short name of a model.

    If the model runs on this machine, this is its name without `local/`. Other names are unchanged.
    """
    return model.removeprefix(f"{HERE}/")


class EngineState(msgspec.Struct, frozen=True, kw_only=True):
    """The engine that runs local models."""

    ok: bool
    """Whether an engine is available."""
    binary: str
    """The engine: `xllamacpp`, or the path of a `llama-server`; empty for none."""
    budget_bytes: int | None
    """Memory currently available to models, in bytes; null if the system does not report it."""
    used_bytes: int
    """Memory that models use, in bytes."""


class ModelState(msgspec.Struct, frozen=True, kw_only=True):
    """State of a local model."""

    status: ModelStatus
    """State of the model."""
    port: int | None
    """Port of the process; null while it does not run."""
    rss: int | None
    """Resident memory of the process in bytes; null if it does not run or the system does not report it."""
    since: str | None
    """When the process was started, in UTC; null if it was not."""
    restarts: int
    """Number of crashes within the last minute."""
    error: str
    """Reason for the last crash; empty for none."""


class ModelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row in the list of models: a model that a seat can have, or a local model, even if it is not downloaded yet."""

    model: str
    """Id of the model, as `endpoint/model`."""
    endpoint: str
    """Endpoint of the model."""
    scripted: bool
    """Whether the model is a scripted demo voice."""
    speaks: bool
    """Whether the model answers in text; false for an embedding model."""
    priced: bool
    """Whether the model's price is known."""
    input: float | None
    """Price in dollars per million input tokens, if known; long prompts may cost more."""
    output: float | None
    """Price in dollars per million output tokens, if known."""
    included: bool = False
    """Whether a subscription of the user's includes its calls."""
    context: int | None
    """Context length in tokens, if known."""
    sits: bool
    """Whether Moot would choose the model for a council."""
    why: str
    """Why the model would be chosen, or why not, in a sentence."""
    council: bool
    """Whether the model is a Moot council offered as a model, here or by another server."""
    unready: str
    """What is missing before the model can be called, in a sentence; empty if nothing is known to be missing."""
    id: str
    """Short name of the model: without the endpoint if the model is local, else the same as `model`."""
    status: ModelStatus | UnsetType = UNSET
    """Status of a local model; `absent` and `pulled` models cannot be seated."""
    name: str | UnsetType = UNSET
    """For a local model: the maker's name for the model."""
    company: str | UnsetType = UNSET
    """For a local model: the name of its maker."""
    size: str | UnsetType = UNSET
    """For a local model: number of parameters as usually written; empty if unknown."""
    file: str | UnsetType = UNSET
    """For a local model: name of the model's file."""
    bytes: int | UnsetType = UNSET
    """For a local model: size of the model's file in bytes; 0 if unknown."""
    license: str | UnsetType = UNSET
    """For a local model: the model's licence."""
    port: int | UnsetType | None = UNSET
    """For a local model: port at which it is served; null while it does not run."""
