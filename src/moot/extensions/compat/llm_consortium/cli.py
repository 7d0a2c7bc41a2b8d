"""`llm_consortium.cli`: the commands, for a program that adds them itself."""

from __future__ import annotations

from moot.extensions.compat.llm.commands import register as register_commands

__all__ = ["register_commands"]
