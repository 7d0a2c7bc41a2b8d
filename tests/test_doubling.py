"""Check that every reader and writer of a stranger's text takes linear time for every family of hostile texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from rig.growth import superlinear
from rig.texts.hostile_texts import FAMILIES, SAMPLE
from rig.texts.readers import gone, readers, untold

SHORT, LONG = 8_000, 24_000
"""Characters; twice as many are read as well."""
FAST_FAMILIES = 2
"""How many families of the sample the fast test takes for each reader; the next reader takes the following ones."""
PARTS = 16


def slow_ones(name: str, families: Iterable[str], size: int) -> list[str]:
    """Return the families for which a reader takes more than linear time."""

    def prepare(family: str) -> Callable[[int], Callable[[], object]]:
        return lambda size: lambda read=readers()[name](FAMILIES[family](size)): refusing(read)

    return [f"{family}: {said}" for family in families if (said := superlinear(prepare(family), size))]


def refusing(read: Callable[[], object]) -> None:
    """Read a text that may be refused; how it is refused is another test's matter."""
    try:
        read()
    except (TypeError, AttributeError, NameError):
        raise  # it was not called as it has to be, so that nothing was measured
    except Exception:
        pass


def test_twice_the_text_takes_twice_the_time() -> None:
    wrong = {}
    for at, name in enumerate(readers()):
        families = [SAMPLE[(at * FAST_FAMILIES + more) % len(SAMPLE)] for more in range(FAST_FAMILIES)]
        if found := slow_ones(name, families, SHORT):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_family(part: int) -> None:
    wrong = {name: found for name in list(readers())[part::PARTS] if (found := slow_ones(name, FAMILIES, LONG))}
    assert wrong == {}


def test_nothing_that_reads_a_text_is_left_out() -> None:
    assert untold() == []
    assert gone() == []
