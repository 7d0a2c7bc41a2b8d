"""pytest plugin of an installed Moot: a mark, readable assertions, and a bench to run sessions on.

Loaded at every start of pytest, so nothing of Moot is imported before a test asks for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

if "moot.testing.conformance" not in sys.modules:  # too late if a test has imported it without the plugin
    pytest.register_assert_rewrite("moot.testing.conformance")


def pytest_configure(config: pytest.Config) -> None:
    """Register the pytest mark for exhaustive tests, of which a normal run executes only a sample."""
    config.addinivalue_line("markers", "heavy: the whole of a matrix that a lighter test samples")


@pytest.fixture
def moot_bench(tmp_path: Path) -> Any:
    """Return a bench in its own folder to run sessions with scripted voices: `moot_bench.held("jury", "Should
    we?")`."""
    from moot.testing.bench import ProtocolBench

    return ProtocolBench(tmp_path)
