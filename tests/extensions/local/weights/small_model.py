"""The smallest language model there is, pulled once into build/local as a user pulls it, for any test to seat."""

from __future__ import annotations

import asyncio
import warnings
from pathlib import Path

import pytest

from extensions.local.weights.engines import needs_engine
from moot.extensions.local.downloader import PullFailed
from moot.extensions.local.puller import pulled
from moot.library.model_rosters import SMALLEST, rosters_in
from moot.providers.provider import CallLimits

HOME = Path(__file__).parents[4] / "build" / "local"
PATIENT = CallLimits(connect=10, first=300, between=120, total=600)


def small_model() -> Path:
    """A home with the smallest model; where it cannot be had or run, that is said and nothing is tested."""
    needs_engine()
    (model,) = rosters_in(HOME)[SMALLEST].models
    try:
        asyncio.run(pulled(HOME, model, say=print))
    except PullFailed as error:
        warnings.warn(f"NO REAL MODEL IS TESTED: {error.message}", pytest.PytestWarning, stacklevel=1)
        pytest.skip(error.message)
    return HOME
