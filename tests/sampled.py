"""Which of many cases does every run take? The others stand under `heavy`, and run with `make test-all`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def sampled(cases: Iterable[object], *light: object) -> list[ParameterSet]:
    """All the cases, those outside the sample marked as heavy."""
    every = list(cases)
    assert set(light) <= set(every), f"{set(light) - set(every)} is no case."
    return [pytest.param(each, marks=() if each in light else pytest.mark.heavy) for each in every]
