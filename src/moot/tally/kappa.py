"""How far do two raters agree, beyond what chance would give? Cohen's kappa, with an interval.

1 is agreement without exception, 0 what two raters with these habits give by chance. The standard error is that of
Fleiss, Cohen and Everitt (1969), for large samples: below `FEWEST` items no interval is told.
`tests/tally/test_kappa.py` holds it against scikit-learn and against simulation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import sqrt

from msgspec import Struct

FEWEST = 20
"""Items below which no interval is told."""
WIDE = 1.959964


class Kappa(Struct, frozen=True, kw_only=True):
    """How far two raters agree."""

    value: float | None
    """Kappa; `None` where it is not defined: nothing was rated by both, or both always say one and the same."""
    low: float | None
    """Lower end of its 95 % interval; `None` where there is none."""
    high: float | None
    """Upper end."""
    agreed: int
    """Items on which they said the same."""
    items: int
    """Items both rated."""


def kappa_from(pairs: Sequence[tuple[Hashable, Hashable]]) -> Kappa:
    """Kappa of what two raters said of each item."""
    items = len(pairs)
    agreed = sum(one == other for one, other in pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(first[each] * second[each] for each in first) / items**2 if items else 1.0
    if by_chance >= 1:
        return Kappa(value=None, low=None, high=None, agreed=agreed, items=items)
    value = (agreed / items - by_chance) / (1 - by_chance)
    low = high = None
    if items >= FEWEST and (error := _error(pairs, value, by_chance, first, second)) > 0:
        low, high = max(-1.0, value - WIDE * error), min(1.0, value + WIDE * error)
    return Kappa(value=value, low=low, high=high, agreed=agreed, items=items)


def _error(
    pairs: Sequence[tuple[Hashable, Hashable]],
    value: float,
    by_chance: float,
    first: Counter[Hashable],
    second: Counter[Hashable],
) -> float:
    items = len(pairs)
    off = 1 - value
    on_diagonal = aside = 0.0
    for (one, other), often in Counter(pairs).items():
        share = often / items
        if one == other:
            on_diagonal += share * (1 - (first[one] + second[one]) / items * off) ** 2
        else:
            aside += share * ((second[one] + first[other]) / items) ** 2
    variance = on_diagonal + off**2 * aside - (value - by_chance * off) ** 2
    return sqrt(max(0.0, variance) / items) / (1 - by_chance)
