"""Should members of a debate mark their own opinion too? How often the best opinion leads either way.

Run it by `python -m benchmarks.judges.debates`. Marks are evened by reader as in
`moot.protocols.debate.scoreboard`; the arms differ in whether the own opinion is on the sheet and in what its mark
counts.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from benchmarks.judges.arms import HALF, Arm, Ballots, pulled
from benchmarks.judges.conditions import Condition
from benchmarks.judges.councils import Floats
from benchmarks.judges.grid import COUNCILS, shares

SEATS = (3, 4, 6, 8)
EQUALLY_HARSH = 1e-9
"""A severity too small to move a mark: members give marks, and none is harsher than another."""


def others(ballots: Ballots) -> Floats:
    """The rule where nobody marks its own: each mark less what its reader gives the others on average, pulled in."""
    without = ~np.eye(ballots.seen.shape[2], dtype=bool)
    given = np.where(without & ballots.there[:, :, None], (ballots.seen - 1) / 9, np.nan)
    given = given - np.nanmean(given, axis=2, keepdims=True)
    middle = np.nanmedian(given, axis=1)[:, None, :]
    told: Floats = np.nanmean(np.clip(given, middle - 2 / 9, middle + 2 / 9), axis=1)
    return told


ARMS = (
    Arm("out", "nobody marks its own", "others", others),
    Arm("in", "the own mark counts whole", "neighbours", lambda b: pulled(b, 1.0)),
    Arm("discounted", "the own mark counts half", "neighbours", lambda b: pulled(b, HALF)),
)
KINDS = (
    Condition(name="no bias", told="errors of the readers alone", severity=EQUALLY_HARSH),
    Condition(name="own alike", told="everyone sees its own 1.5 better", own=1.5, severity=EQUALLY_HARSH),
    Condition(name="own uneven", told="half see their own 2.5 better", vain=2.5, severity=EQUALLY_HARSH),
    Condition(name="severity", told="readers of unequal severity", severity=1.0),
    Condition(name="one attacker", told="one puts its own first, the others upside down", attackers=1, severity=1e-9),
)


def table(councils: int = COUNCILS) -> dict[str, dict[str, float]]:
    """For each condition and size the share of debates, in hundredths, in which the best opinion leads, by arm."""
    cases = [replace(kind, seats=seats) for seats in SEATS for kind in KINDS]
    return {case.key: shares(case, ARMS, councils) for case in cases}


def regrets(found: dict[str, dict[str, float]]) -> dict[str, list[float]]:
    """For each arm how far it lies below the best one, case by case."""
    names = [arm.name for arm in ARMS]
    return {name: [max(row[each] for each in names) - row[name] for row in found.values()] for name in names}


def _told() -> None:
    found = table()
    for key, row in found.items():
        print(f"| {key} | " + " | ".join(f"{row[arm.name]:.1f}" for arm in ARMS) + " |")
        for arm in ARMS:
            if key.startswith("severity"):
                print(f"  harshest leads, {arm.name}: {row[f'harshest: {arm.name}']:.1f}")
    for name, each in regrets(found).items():
        print(f"{name}: most regret {max(each):.1f}, mean {sum(each) / len(each):.2f}")


if __name__ == "__main__":
    _told()
