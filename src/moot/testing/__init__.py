"""Conformance tests for protocols of other packages, which derive their tests from it.

    from moot.testing import Conformance

    class TestJury(Conformance):
        protocol = "jury"

Nothing of Moot imports this; it needs pytest, and no key, network or model.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from moot.testing.bench import FinishedSitting, ProtocolBench
    from moot.testing.conformance import Conformance

__all__ = ["Conformance", "FinishedSitting", "ProtocolBench"]

PLACES = {"ProtocolBench": "bench", "FinishedSitting": "bench", "Conformance": "conformance"}


def __getattr__(name: str) -> Any:
    """Load a name on first use, so that pytest starts quickly with the plugin beside this module."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
