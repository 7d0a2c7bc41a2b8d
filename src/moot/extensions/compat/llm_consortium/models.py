"""`llm_consortium.models` and `.cli`: a consortium's settings, the saved ones, its model and commands for `llm`."""

from __future__ import annotations

from moot.extensions.compat.consortium.config import ConsortiumConfig
from moot.extensions.compat.consortium.shelf import all_saved
from moot.extensions.compat.llm.commands import register as register_commands
from moot.extensions.compat.llm.model import SyncCouncil as ConsortiumModel
from moot.extensions.compat.llm.plugin import register_models

__all__ = ["ConsortiumConfig", "ConsortiumModel", "register_commands", "register_models"]


def _get_consortium_configs() -> dict[str, ConsortiumConfig]:
    """Return the settings of every saved consortium, by name."""
    return {saved.name: saved.config for saved in all_saved()}
