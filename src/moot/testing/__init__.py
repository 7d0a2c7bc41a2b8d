"""Conformance tests for protocols of other packages, which derive their tests from it.

    from moot.testing import Conformance

    class TestJury(Conformance):
        protocol = "jury"

Nothing of Moot imports this; it needs pytest, and no key, network or model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from moot.testing.bench import FinishedSitting, ProtocolBench
    from moot.testing.conformance import Conformance
else:
    __getattr__ = lazy_exports(__name__)

__all__ = ["Conformance", "FinishedSitting", "ProtocolBench"]
