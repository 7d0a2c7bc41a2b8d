"""What a protocol of another package is held to: our own suite, for its tests to derive from.

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
    """Loaded when it is asked for: pytest's own start, which loads the plugin beside it, stays light."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
